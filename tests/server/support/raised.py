"""Which refusals the code can raise: read from its source, so that none is forgotten.

A sentence is found where a refusal is made (``raise SomeError(…)``, ``refusal(…)``), at every branch of it; what an
f-string fills in becomes the `HOLE`. A name is followed to what the same function gives it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bura
import bura_server
import bura_vision

HOLE = "‹?›"
"""what stands where the code fills something in"""
MOST = 40
"""readings of one sentence that are followed; more would be a riddle for its reader too"""


@dataclass(frozen=True)
class Raised:
    """One sentence that can be raised."""

    room: str
    """the module, as ``bura_server.people``"""
    line: int
    error: str
    """the class that is raised, or ``refusal``"""
    text: str | None
    """the sentence, with `HOLE` for what is filled in; None: it is another refusal's, handed on"""


@cache
def raised_anywhere() -> tuple[Raised, ...]:
    """All sentences of engine, vision and server."""
    found: list[Raised] = []
    for room in (bura, bura_vision, bura_server):
        root = Path(str(room.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            found += raised_in(path, ".".join(path.relative_to(root.parent).with_suffix("").parts))
    return tuple(found)


def raised_in(path: Path, room: str) -> Iterator[Raised]:
    """All sentences that a module can raise.

    :param room: the module's name, for the reader of the test.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    whole = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    seen: set[int] = set()
    for function in reversed(functions):  # the inner ones first
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None and "problem" in function.name:
                # what is wrong is told by a function and raised by whoever asked it
                for text in dict.fromkeys(_texts(node.value, function, whole, 0)):
                    if text not in (None, "None"):
                        yield Raised(room, node.lineno, "problem", text)
            made = _made(node)
            if made is None or id(made) in seen:
                continue
            seen.add(id(made))
            name = _name(made.func)
            place = {"ApiError": 1, "refusal": 1, "refusal_to": 2}.get(name, 0)
            args = made.args[place : place + 1]
            for arg in args:
                for text in dict.fromkeys(_texts(arg, function, whole, 0)):
                    yield Raised(room, made.lineno, name, text)


def _made(node: ast.AST) -> ast.Call | None:
    """The refusal that is made here, if one is."""
    if (
        isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and _name(node.exc.func).endswith("Error")
    ):
        return node.exc
    if isinstance(node, ast.Call) and _name(node.func) in ("refusal", "refusal_to"):
        return node
    # handed over to be raised later, as a source that has died is
    if isinstance(node, ast.Call) and _name(node.func) in ("ApiError", "SourceError", "PictureError"):
        return node
    return None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _texts(node: ast.expr, function: ast.AST, whole: dict[str, ast.expr], deep: int) -> list[str | None]:
    """What an expression can say: each way with the holes in it; None for another refusal's words."""
    if deep > 6:
        return [HOLE]
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return _texts(node.body, function, whole, deep + 1) + _texts(node.orelse, function, whole, deep + 1)
    if isinstance(node, ast.BoolOp):
        return [text for one in node.values for text in _texts(one, function, whole, deep + 1)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left = _texts(node.left, function, whole, deep + 1)
        right = _texts(node.right, function, whole, deep + 1)
        return [*[(a or HOLE) + (b or HOLE) for a in left for b in right][:MOST]]
    if isinstance(node, ast.JoinedStr):
        found = [""]
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                ways = [text or HOLE for text in _filled(part.value, function, whole, deep + 1)]
            else:
                ways = [str(part.value) if isinstance(part, ast.Constant) else HOLE]
            found = [before + way for before in found for way in dict.fromkeys(ways)][:MOST]
        return [*found]
    if isinstance(node, ast.Name):
        return _given(node.id, function, whole, deep) or [None]
    return [None]


def _filled(node: ast.expr, function: ast.AST, whole: dict[str, ast.expr], deep: int) -> list[str | None]:
    """What may stand in braces: words of the code where they are plain, else a hole."""
    if isinstance(node, ast.IfExp | ast.JoinedStr | ast.Constant):
        return _texts(node, function, whole, deep)
    if isinstance(node, ast.Name):
        given = _given(node.id, function, whole, deep)
        if given and all(text is not None for text in given):
            return given
    return [HOLE]


def _given(name: str, function: ast.AST, whole: dict[str, ast.expr], deep: int) -> list[str | None]:
    """What a function gives a name, or the module does."""
    values = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == name
    ]
    if not values and name in whole:
        values = [whole[name]]
    return [text for value in values for text in _texts(value, function, whole, deep + 1)]
