"""The pages' scripts keep to the types of what the server tells them (server/jsconfig.json, docs/pages.md)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tools import page_types

SERVER = Path(__file__).parents[2] / "server"
STATIC = Path("bura_server/static")
PATIENCE_S = 240
"""tsc takes four seconds on an idle core"""

TSC = shutil.which("tsc")
needs_tsc = pytest.mark.skipif(TSC is None, reason="there is no tsc here (Debian: node-typescript)")


def checked(server: Path) -> str:
    """What tsc finds; empty: nothing."""
    assert TSC is not None
    command = [TSC, "-p", str(server / "jsconfig.json"), "--pretty", "false"]
    done = subprocess.run(
        command, cwd=server, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert bool(done.returncode) == bool(done.stdout), done.stderr
    return done.stdout


def test_the_types_are_those_of_the_server() -> None:
    assert page_types.text() == page_types.OUT.read_text(encoding="utf-8"), "run `python tools/page_types.py`"


@needs_tsc
def test_the_pages_keep_them() -> None:
    assert checked(SERVER) == ""


FAULTS = {
    "js/names.js": ("?.[seat]?.name", "?.[seat]?.nam"),  # a field misspelt on a page
    "js/play/main.js": (
        '{ type: "object", target',
        '{ type: "objects", target',
    ),  # a word the server does not take
    "js/phone/main.js": ('ask("/api/v1/phone")', 'ask("/api/v1/phones")'),  # an address it does not have
    "js/setup/main.js": ("names: wish.names,", "name: wish.names,"),  # a body it refuses
    "js/desk/timeline.js": ("act, onOpen, onClose", "act, onOpens, onClose"),  # a property nobody gives
}


@needs_tsc
def test_mistakes_are_found(tmp_path: Path) -> None:
    server = tmp_path / "server"
    shutil.copytree(SERVER / STATIC / "js", server / STATIC / "js")
    shutil.copytree(SERVER / "types", server / "types")
    shutil.copy(SERVER / "jsconfig.json", server)
    for name, (right, wrong) in FAULTS.items():
        script = server / STATIC / name
        text = script.read_text(encoding="utf-8")
        assert right in text, (name, right)
        script.write_text(text.replace(right, wrong), encoding="utf-8")
    # and one in Python: the types as they would be, had the field been renamed there
    types = server / "types/api.d.ts"
    renamed = types.read_text(encoding="utf-8").replace(
        "    stock: number | null;", "    stok: number | null;"
    )
    types.write_text(renamed, encoding="utf-8")
    found = checked(server)
    for name in (*FAULTS, "js/board.js", "js/watch/overlay.js"):
        assert f"{STATIC / name}(" in found, (name, found)
    assert "Property 'stock' does not exist on type 'Scoreboard'" in found
