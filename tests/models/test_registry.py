"""The shipped networks are the ones the manifest describes, and nothing loads torch."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bura.errors import BuraError
from bura_models.registry import WEIGHTS_DIR, manifest, network_path


def test_every_network_is_there_and_matches_its_manifest() -> None:
    for name, info in manifest().items():
        assert network_path(name).name == info.file
        assert info.licence
        assert info.provenance
        assert "command" in info.figures
        assert all(info.classes.values())


def test_manifest_names_every_shipped_weight_file() -> None:
    assert {path.name for path in WEIGHTS_DIR.glob("*.onnx")} == {info.file for info in manifest().values()}


def test_unknown_network_is_named() -> None:
    with pytest.raises(BuraError, match="no network named 'oracle'"):
        network_path("oracle")


@pytest.mark.parametrize("damage", ["one byte changed", "file missing"])
def test_wrong_weights_are_refused(tmp_path: Path, damage: str) -> None:
    info = manifest()["reader"]
    target = tmp_path / info.file
    if damage == "one byte changed":
        shutil.copy(WEIGHTS_DIR / info.file, target)
        data = bytearray(target.read_bytes())
        data[len(data) // 2] ^= 1
        target.write_bytes(data)
    with pytest.raises(BuraError, match=info.file):
        network_path("reader", weights_dir=tmp_path)


@pytest.mark.parametrize(
    "module", ["bura_vision", "bura_vision.find_then_read", "bura_models", "bura_server.cli.count"]
)
def test_importing_the_runtime_never_loads_torch(module: str) -> None:
    code = f"import sys, {module}; sys.exit(any(m.split('.')[0] in ('torch', 'ultralytics') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
