"""Which networks ship, and where they lie.

``manifest.json`` beside this file names every weight file with its sha256, classes, input and output, licence,
provenance and measured figures. A file is hashed before it is used: weights that do not match their manifest are
refused, because nothing that was measured about the product would hold for them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bura.errors import BuraError
from bura_models.calibration import FinderCalibration, ReaderCalibration

_HERE = Path(__file__).parent
MANIFEST_PATH = _HERE / "manifest.json"
WEIGHTS_DIR = _HERE / "weights"


@dataclass(frozen=True, slots=True)
class NetworkInfo:
    """One shipped network, as its manifest entry tells it."""

    name: str
    """how the code asks for it: ``finder``, ``reader``"""
    file: str
    """file name inside ``weights/``"""
    sha256: str
    """hex digest of the file"""
    classes: dict[str, tuple[str, ...]]
    """output name -> class names in the order of the network's scores"""
    input: str
    """shape, colour order and range of the input, for people"""
    output: str
    """shape and meaning of the output, for people"""
    licence: str
    """SPDX id"""
    provenance: str
    """what it was initialised from and trained on"""
    figures: dict[str, Any]
    """measured figures, each with the command that prints it"""
    calibration: dict[str, Any] = field(default_factory=dict)
    """what makes this network's scores probabilities (`bura_models.calibration`); empty until it is fitted"""


@cache
def manifest() -> dict[str, NetworkInfo]:
    """All shipped networks by name.

    :raises BuraError: when the manifest is missing or cannot be read.
    """
    try:
        raw = json.loads(MANIFEST_PATH.read_text(encoding="utf-8"))
        return {
            name: NetworkInfo(
                name=name,
                file=entry["file"],
                sha256=entry["sha256"],
                classes={key: tuple(names) for key, names in entry["classes"].items()},
                input=entry["input"],
                output=entry["output"],
                licence=entry["licence"],
                provenance=entry["provenance"],
                figures=entry["figures"],
                calibration=_calibration(entry),
            )
            for name, entry in raw["networks"].items()
        }
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise BuraError(
            f"the list of networks {MANIFEST_PATH} cannot be read ({error}): install the package again"
        ) from error


def _calibration(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry's calibration, if it was fitted to the weights that the entry names."""
    fitted = entry.get("calibration", {})
    return dict(fitted) if fitted.get("sha256") == entry["sha256"] else {}


def reader_calibration() -> ReaderCalibration:
    """The shipped reader's; changes nothing when none was fitted to the shipped weights.

    :raises BuraError: when the manifest cannot be read.
    """
    held = manifest()["reader"].calibration
    if not held:
        return ReaderCalibration()
    with _readable():
        slope, offset = (float(v) for v in held["card"])
        return ReaderCalibration(
            float(held["rank_temperature"]), float(held["suit_temperature"]), (slope, offset)
        )


def finder_calibration() -> FinderCalibration:
    """The shipped finder's; changes nothing when none was fitted to the shipped weights.

    :raises BuraError: when the manifest cannot be read.
    """
    held = manifest()["finder"].calibration
    if not held:
        return FinderCalibration()
    with _readable():
        lines = [(float(held[name][0]), float(held[name][1])) for name in ("index", "back")]
        return FinderCalibration(*lines)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (ValueError, KeyError, AttributeError, TypeError, IndexError) as error:
        raise BuraError(
            f"the list of networks {MANIFEST_PATH} cannot be read ({error}): install the package again"
        ) from error


def network_path(name: str, *, weights_dir: Path = WEIGHTS_DIR) -> Path:
    """Path of a shipped network's ONNX file, checked against the manifest.

    :param name: ``finder`` or ``reader``.
    :raises BuraError: unknown name, missing file, or a file that is not the one the manifest describes.
    """
    networks = manifest()
    if name not in networks:
        raise BuraError(f"there is no network named {name!r}: choose one of {', '.join(networks)}")
    info = networks[name]
    path = weights_dir / info.file
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BuraError(
            f"the network file {path} cannot be read ({error.strerror}): install the package again"
        ) from error
    if digest != info.sha256:
        raise BuraError(
            f"the network file {path} is not the one its manifest describes "
            f"(sha256 {digest[:12]}…, expected {info.sha256[:12]}…): install the package again"
        )
    return path
