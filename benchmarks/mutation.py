"""Mutation testing of the engine: does a test fail for every small fault put into the code?

    pip install mutmut==3.3.1 coverage          # tools for this run only, in no requirements of the project
    nice python benchmarks/mutation.py judge.py state.py match.py --results /tmp/mutation.jsonl
    python benchmarks/mutation.py judge.py state.py match.py --results /tmp/mutation.jsonl --report

The faults are those of mutmut: every operator, constant, text, argument, condition and assignment of every function.
mutmut itself would start the tests anew for each fault. Here one process has the tests and the engine loaded; it forks
for every fault, puts the changed code into the function where it stands (so all who imported it see it), and runs the
tests that pass through that function until one fails: first those that pass through the line, and of them those that
see what few others see. Which tests those are is measured first. A fault
whose tests never end counts as killed.

Every outcome is kept in the results file at once, under a name made of the changed function's text: a run that was
broken off goes on where it stopped, and after a change of the code only what changed is tried again. Not part of CI.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine" / "bura"
#: the tests that try to kill; what takes longer than `LONGEST_S` is left out
TESTS = (
    "test_facts.py",
    "test_golden.py",
    "test_match.py",
    "test_start.py",
    "test_told_deals.py",
    "test_referee.py",
    "test_declared.py",
)
#: seconds of processor time of a test that is worth the wait
LONGEST_S = 3.0
#: seconds of tests that a fault gets at first; who survives them is tried by all with `--again`
FIRST_S = 3.0
#: processor seconds after which a fault that does not end counts as killed
LIMIT_S = 60


@dataclass(frozen=True)
class Mutant:
    """One fault."""

    module: str
    function: str
    """qualified name of the function it is in"""
    line: int
    extent: tuple[int, int]
    """first line of the function's body, and the line after its last"""
    before: str
    """the changed line"""
    after: str
    """as it reads now"""
    source: str
    """the changed function"""

    @property
    def key(self) -> str:
        """Name in the results file: the same as long as the function's text is."""
        text = f"{self.module}:{self.function}:{self.source}"
        return hashlib.sha256(text.encode()).hexdigest()[:20]


def mutants_of(module: str, keep: Path) -> list[Mutant]:
    """Every fault mutmut would try in a module; found once and kept beside the results, for it takes a while."""
    text = (ENGINE / module).read_bytes()
    path = keep.with_name(f"{keep.stem}-{module}-{hashlib.sha256(text).hexdigest()[:8]}.json")
    if path.exists():
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [Mutant(**{**row, "extent": tuple(row["extent"])}) for row in rows]
    found = list(_mutants(module))
    path.write_text(json.dumps([asdict(mutant) for mutant in found]), encoding="utf-8")
    return found


def _mutants(module: str) -> Iterator[Mutant]:
    import libcst as cst
    from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
    from mutmut.file_mutation import create_mutations

    code = (ENGINE / module).read_text(encoding="utf-8")
    tree, mutations = create_mutations(code)
    wrapper = MetadataWrapper(tree, unsafe_skip_copy=True)
    places = wrapper.resolve(PositionProvider)
    parents = wrapper.resolve(ParentNodeProvider)
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if function is None:
            continue
        names, node = [function.name.value], parents.get(function)
        while node is not None:
            if isinstance(node, cst.ClassDef):
                names.insert(0, node.name.value)
            node = parents.get(node)
        old = cst.Module([function]).code.splitlines()
        changed = function.deep_replace(mutation.original_node, mutation.mutated_node)
        source = cst.Module([changed]).code
        new = source.splitlines()
        at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
        line = places[mutation.original_node].start.line
        extent = (places[function].start.line + 1, places[function].end.line + 1)
        yield Mutant(module, ".".join(names), line, extent, old[at].strip(), new[at].strip(), source)


def plant(mutant: Mutant) -> None:
    """Put the fault into the running engine: into the function itself, so that all who imported it see it."""
    module = sys.modules[f"bura.{mutant.module.removesuffix('.py')}"]
    found: Any = module
    for name in mutant.function.split("."):
        found = vars(found)[name] if isinstance(found, type) else getattr(found, name)
    function = getattr(found, "__wrapped__", found)
    source = "from __future__ import annotations\n" + mutant.source.lstrip("\n")
    space = dict(vars(module))
    exec(compile(source, f"<{mutant.module}>", "exec"), space)
    changed = space[mutant.function.rpartition(".")[2]]
    changed = getattr(changed, "__wrapped__", changed)
    changed = getattr(changed, "__func__", changed)
    assert isinstance(function, FunctionType), mutant.function
    function.__code__ = changed.__code__
    function.__defaults__, function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


class Run:
    """The plugin of pytest that runs faults instead of tests."""

    def __init__(self, modules: list[str], results: Path, again: bool) -> None:
        self.mutants = [mutant for module in modules for mutant in mutants_of(module, results)]
        self.modules, self.results, self.again = modules, results, again
        self.covers: list[tuple[float, str, dict[str, set[int]]]] = []
        #: how much a test sees that few others see, for its time: such tests are tried first
        self.worth: dict[str, float] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All faults that are not in the results file yet."""
        items = {item.nodeid: item for item in session.items}
        print(f"{len(self.mutants)} faults, {len(items)} tests", flush=True)
        self.measure(items)
        done = read_results(self.results)
        with self.results.open("a", encoding="utf-8") as out:
            for number, mutant in enumerate(self.mutants, start=1):
                before = done.get(mutant.key)
                if before is not None and not (self.again and before["alive"]):
                    continue
                killer = self.attempt(mutant, items)
                row = {"key": mutant.key, "alive": killer is None, "killer": killer, "at": time.time()}
                done[mutant.key] = row
                out.write(json.dumps(row) + "\n")
                out.flush()
                if killer is None:
                    print(f"{number}: alive {mutant.module}:{mutant.line} {mutant.after}", flush=True)
        return True

    def measure(self, items: dict[str, pytest.Item]) -> None:
        """How long each test takes, and which lines of the modules it passes through."""
        import coverage

        files = {str(ENGINE / module): module for module in self.modules}
        store = self.results.with_suffix(".cover.json")
        known = json.loads(store.read_text()) if store.exists() else {}
        for nodeid, item in items.items():
            before = known.get(nodeid, {"lines": {}})["lines"]
            # what was measured for other modules says nothing of these
            if not set(files.values()) <= set(before):
                meter = coverage.Coverage(data_file=None, include=list(files), config_file=False)
                meter.set_option("run:disable_warnings", ["no-data-collected"])
                start = time.process_time()
                meter.start()
                passed = passes(item)
                meter.stop()
                spent = time.process_time() - start
                if not passed:
                    print(f"left out, it fails without a fault: {nodeid}", flush=True)
                    spent = float("inf")
                data = meter.get_data()
                lines = {name: sorted(data.lines(path) or ()) for path, name in files.items()}
                known[nodeid] = {"s": spent, "lines": before | lines}
                if len(known) % 50 == 0:
                    store.write_text(json.dumps(known))
                    print(f"{len(known)} tests measured", flush=True)
        store.write_text(json.dumps(known))
        self.covers = sorted(
            (its["s"], nodeid, {name: set(lines) for name, lines in its["lines"].items()})
            for nodeid, its in known.items()
            if nodeid in items and its["s"] <= LONGEST_S
        )
        seldom = Counter(
            (name, line) for _, _, cover in self.covers for name in cover for line in cover[name]
        )
        self.worth = {
            nodeid: sum(1 / seldom[name, line] for name in cover for line in cover[name]) / max(spent, 1e-3)
            for spent, nodeid, cover in self.covers
        }
        print(f"{len(self.covers)} tests, {sum(its[0] for its in self.covers):.0f} s", flush=True)

    def attempt(self, mutant: Mutant, items: dict[str, pytest.Item]) -> str | None:
        """The test that kills the fault; None when it lives."""
        lines = range(*mutant.extent)
        near = [
            (mutant.line not in cover[mutant.module], -self.worth[nodeid], spent, nodeid)
            for spent, nodeid, cover in self.covers
            if any(line in cover.get(mutant.module, ()) for line in lines)
        ]
        near.sort()
        if self.again:
            # what the first round left alive is often killed by a test written for it
            near.sort(key=lambda test: "[" in test[-1])
        else:
            near = _first(near)
        read, write = os.pipe()
        child = os.fork()
        if not child:
            self._try(mutant, [items[nodeid] for *_, nodeid in near], write)
        os.close(write)
        with os.fdopen(read) as pipe:
            killer = pipe.read() or None
        _, status = os.waitpid(child, 0)
        if killer is None and status:
            killer = "it never ends, or brings the process down"
        return killer

    def _try(self, mutant: Mutant, items: list[pytest.Item], pipe: int) -> None:
        """In the child: tell the first test that fails, and end."""
        import resource

        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        spent = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (spent + LIMIT_S, spent + LIMIT_S))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        try:
            plant(mutant)
        except (SyntaxError, NameError, TypeError):
            os.write(pipe, b"it cannot even be defined")
            os._exit(0)
        for item in items:
            if not passes(item):
                os.write(pipe, item.nodeid.encode())
                os._exit(0)
        os._exit(0)


def _first(tests: list[tuple[bool, float, float, str]]) -> list[tuple[bool, float, float, str]]:
    """As many of the tests as fit into `FIRST_S`."""
    spent = 0.0
    for count, (_, _, seconds, _) in enumerate(tests):
        spent += seconds
        if spent > FIRST_S:
            return tests[: max(1, count)]
    return tests


def passes(item: pytest.Item) -> bool:
    """Does this test pass? Fixtures are set up and torn down for it alone."""
    from _pytest.runner import runtestprotocol

    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def read_results(path: Path) -> dict[str, dict[str, Any]]:
    """The newest outcome by key."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["key"]: row for row in rows}


def report(modules: list[str], results: Path) -> int:
    """Print the shares and the survivors as Markdown; 1 when faults are left to try."""
    done = read_results(results)
    untried = 0
    print("| module | faults | killed | share |\n|---|---:|---:|---:|")
    alive: list[Mutant] = []
    for module in modules:
        mutants = mutants_of(module, results)
        tried = [mutant for mutant in mutants if mutant.key in done]
        left = [mutant for mutant in tried if done[mutant.key]["alive"]]
        untried += len(mutants) - len(tried)
        alive += left
        killed = len(tried) - len(left)
        print(f"| `{module}` | {len(tried)} | {killed} | {killed / max(1, len(tried)):.1%} |")
    print(f"\n{untried} left to try.\n")
    for mutant in alive:
        print(f"- `{mutant.module}:{mutant.line}` `{mutant.function}`: `{mutant.before}` → `{mutant.after}`")
    return 1 if untried else 0


def main() -> int:
    """Try all faults, or report what a run found."""
    parser = argparse.ArgumentParser(description="Mutation testing of engine modules")
    parser.add_argument("modules", nargs="+", help="file names in engine/bura")
    parser.add_argument("--results", type=Path, required=True, help="outcomes, one JSON a line")
    parser.add_argument("--report", action="store_true", help="only print what is in the results file")
    parser.add_argument("--again", action="store_true", help="try the survivors once more")
    arguments = parser.parse_args()
    if arguments.report:
        return report(arguments.modules, arguments.results)
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]
    run = Run(arguments.modules, arguments.results, arguments.again)
    tests = [f"tests/engine/{name}" for name in TESTS if (ROOT / "tests" / "engine" / name).exists()]
    return int(
        pytest.main(["-q", "-s", "-n0", "-p", "no:cacheprovider", "-m", "not slow", *tests], plugins=[run])
    )


if __name__ == "__main__":
    sys.exit(main())
