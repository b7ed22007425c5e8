"""Mutation testing of the engine: does a test fail for every small fault put into the code?

    python benchmarks/mutation.py judge.py state.py match.py [--sample 60] [--seed 1]

Every mutant changes one operator, constant or condition of a module in a copy of the engine. Two rounds of tests try
to kill it: the quick one (the tables of stories, the golden transcripts) in one process, then for survivors the test
files named in `THOROUGH`. Not part of CI: a whole run takes an hour or more. Survivors are printed with their line.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine" / "bura"
#: run for the mutants that the quick round leaves alive
THOROUGH = (
    "tests/engine/test_judge.py",
    "tests/engine/test_golden.py",
    "tests/engine/test_referee.py",
    "tests/engine/test_match.py",
    "tests/engine/test_start.py",
    "tests/engine/test_every_option.py",
    "tests/engine/test_told_deals.py",
    "tests/engine/test_perft.py",
    "tests/engine/test_random_fouls.py",
    "tests/engine/test_random_deals.py",
    "tests/engine/test_corrections.py",
)
#: seconds after which a mutant that does not end counts as killed
LIMIT_S = 600

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}

#: the quick round: stories and golden transcripts without pytest
QUICK = """
import sys
sys.path[:0] = [{engine!r}, {root!r}]
from tests.engine import test_judge, test_golden, test_perft
for row in test_judge.ROWS:
    test_judge.test_story(row)
for preset in test_golden.PRESETS:
    test_golden.test_the_golden_transcript_is_told_word_for_word(preset)
for row in test_perft.stored()[:3]:
    test_perft.test_perft(row)
"""


@dataclass(frozen=True)
class Mutant:
    """One fault."""

    module: str
    line: int
    what: str
    index: int
    """place of the node in the walk over the module's tree"""
    choice: int
    """which of the node's mutations"""

    def source(self) -> str:
        """The module with the fault in it."""
        tree = ast.parse((ENGINE / self.module).read_text(encoding="utf-8"))
        node = list(ast.walk(tree))[self.index]
        _, new = list(mutations(node))[self.choice]
        return ast.unparse(ast.fix_missing_locations(_Swap(node, new).visit(tree)))


def mutations(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """(what it is, the node instead) for one node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARE:
        changed = copy.deepcopy(node)
        changed.ops[0] = _COMPARE[type(node.ops[0])]()
        yield f"{type(node.ops[0]).__name__} -> {type(changed.ops[0]).__name__}", changed
    if isinstance(node, ast.BoolOp):
        changed_op = copy.deepcopy(node)
        changed_op.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and <-> or", changed_op
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", copy.deepcopy(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        changed_bin = copy.deepcopy(node)
        changed_bin.op = _BINARY[type(node.op)]()
        yield f"{type(node.op).__name__} -> {type(changed_bin.op).__name__}", changed_bin
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The new node in place of the old one."""
        if node is self.old:
            return ast.copy_location(self.new, node)
        return super().generic_visit(node)


def mutants_of(module: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    text = (ENGINE / module).read_text(encoding="utf-8")
    for index, node in enumerate(ast.walk(ast.parse(text))):
        for choice, (what, _) in enumerate(mutations(node)):
            yield Mutant(module, getattr(node, "lineno", 0), what, index, choice)


def survives(mutant: Mutant) -> bool:
    """Do all tests still pass?"""
    with tempfile.TemporaryDirectory() as folder:
        engine = Path(folder)
        shutil.copytree(ENGINE, engine / "bura", ignore=shutil.ignore_patterns("__pycache__"))
        (engine / "bura" / mutant.module).write_text(mutant.source(), encoding="utf-8")
        quick = QUICK.format(engine=str(engine), root=str(ROOT))
        if not _passes([sys.executable, "-c", quick]):
            return False
        # the copy must come before the installed engine
        start = (
            f"import sys; sys.path[:0] = [{str(engine)!r}]\n"
            "import bura, pytest; sys.exit(pytest.main(sys.argv[1:]))"
        )
        arguments = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *THOROUGH]
        return _passes([sys.executable, "-c", start, *arguments])


def _passes(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Print the survivors and the share of killed mutants."""
    parser = argparse.ArgumentParser(description="Mutation testing of engine modules")
    parser.add_argument("modules", nargs="+", help="file names in engine/bura")
    parser.add_argument("--sample", type=int, help="try only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    arguments = parser.parse_args()
    mutants = [mutant for module in arguments.modules for mutant in mutants_of(module)]
    print(f"{len(mutants)} mutants", flush=True)
    if arguments.sample is not None:
        mutants = random.Random(arguments.seed).sample(mutants, min(arguments.sample, len(mutants)))
    alive = 0
    for number, mutant in enumerate(mutants, start=1):
        if survives(mutant):
            alive += 1
            print(f"survived {mutant.module}:{mutant.line} {mutant.what}", flush=True)
        if number % 20 == 0:
            print(f"{number} tried, {alive} alive", flush=True)
    print(f"{len(mutants)} tried, {len(mutants) - alive} killed ({1 - alive / max(1, len(mutants)):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
