"""The documented settings are the settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bura_vision.alignment import AlignmentSettings
from bura_vision.fit import FitSettings
from bura_vision.settings import ActSettings, GlanceSettings, MotionSettings, TrackSettings
from bura_vision.source import SourceSettings

DOCUMENT = Path(__file__).parents[2] / "docs" / "watching.md"


@pytest.mark.parametrize(
    "settings",
    [
        MotionSettings,
        GlanceSettings,
        TrackSettings,
        ActSettings,
        AlignmentSettings,
        FitSettings,
        SourceSettings,
    ],
)
def test_every_setting_stands_in_the_document_with_its_default(settings: type) -> None:
    assert settings.__doc__ is not None
    title = settings.__doc__.splitlines()[0] if settings is not SourceSettings else "Sources ("
    section = DOCUMENT.read_text(encoding="utf-8").split(f"**{title}")[1].split("\n**")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    for spec in fields(settings):
        assert spec.name in rows, f"{spec.name} is missing from docs/watching.md"
        assert rows[spec.name].strip() == repr(spec.default), spec.name
