"""Cutting cards out of photographs: the outline is found, the card comes out straight, what is not plain is left."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from bura.cards import Card
from bura.errors import SourceError
from bura_datasets.cutouts import CutSettings, cut_outs, exposed, grown_table, main
from bura_datasets.procedural import draw_card, random_style
from bura_datasets.suite import deck_pool
from bura_datasets.surfaces import draw_surface

CARD = Card.parse("QD")


def photograph(folder: Path, name: str, *, covered: bool = False, turn: float = 12.0) -> tuple[str, object]:
    """A picture of a card that lies askew on a cloth, with its line of the truth file; returns its box too."""
    rng = np.random.default_rng(3)
    scene = draw_surface("cloth:brown", (38.0, 50.0), 10.0, rng)
    face = draw_card(CARD, random_style("en", Random(2))).astype(np.float32)
    corners = np.array([[-70, -98], [70, -98], [70, 98], [-70, 98]], np.float64) * 0.9
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    quad = corners @ np.array([[cos, sin], [-sin, cos]]) * (1.0, 1.03) + (190, 240)
    quad[0] += (3, 2)  # a little perspective
    source = np.array([[0, 0], [300, 0], [300, 419], [0, 419]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    laid = cv2.warpPerspective(face, matrix, (380, 500), flags=cv2.INTER_AREA)
    share = laid[..., 3:] / 255.0
    scene = scene * (1 - share) + 0.85 * laid[..., :3] * share
    if covered:
        cv2.rectangle(scene, (170, 120), (280, 260), (40, 60, 50), -1)
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    (folder / "images").mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "images" / name), picture)
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    box = [str(CARD), (x0 + x1) / 760, (y0 + y1) / 1000, (x1 - x0) / 380, (y1 - y0) / 500]
    return name, box


def truth(folder: Path, *rows: tuple[str, object]) -> None:
    lines = [json.dumps({"name": name, "boxes": [box]}) for name, box in rows]
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_card_comes_out_straight_and_in_its_colours(tmp_path: Path) -> None:
    truth(tmp_path, photograph(tmp_path, "a.png"), photograph(tmp_path, "b.png", covered=True))
    (cut,) = cut_outs(tmp_path, CutSettings())
    assert cut.card == CARD
    assert cut.name == "a.png"  # the covered one is no plain outline
    original = draw_card(CARD, random_style("en", Random(2)))
    small = (30, 42)
    got = cv2.resize(cut.picture, small, interpolation=cv2.INTER_AREA).astype(float)
    want = cv2.resize(original[..., :3], small, interpolation=cv2.INTER_AREA).astype(float)
    inside = np.s_[2:-2, 2:-2]
    assert float(np.abs(got[inside] - want[inside]).mean()) < 20.0
    assert float(np.abs(got[inside] - want[inside][::-1]).mean()) > float(
        np.abs(got[inside] - want[inside]).mean()
    )


def test_exposure_keeps_the_cast() -> None:
    warm = np.full((20, 20, 3), (90, 100, 120), np.uint8)
    light = exposed(warm).reshape(-1, 3)[0].astype(int)
    assert light[0] > 200
    assert light[2] >= light[0]


def test_the_command_makes_a_deck_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth(tmp_path, photograph(tmp_path, "a.png"))
    out = tmp_path / "deck"
    assert main([str(tmp_path), str(out), "--sheet", str(tmp_path / "sheet.png")]) == 0
    assert "1 cards: QD" in capsys.readouterr().out
    assert {"QD.png", "back.png", "LICENCE.txt", "photographed.json"} <= {path.name for path in out.iterdir()}
    record = json.loads((out / "photographed.json").read_text(encoding="utf-8"))
    assert record["cards"] == {"QD": "a.png"}
    assert deck_pool([str(out)]).photographed == (str(out),)
    for name in record["tables"]:
        table = cv2.imread(str(out / "tables" / name))
        assert table is not None
        assert table.shape == (900, 1600, 3)


def test_a_grown_table_looks_like_its_ground() -> None:
    ground = draw_surface("wood:oak", (30.0, 16.0), 12.0, np.random.default_rng(2)).astype(np.uint8)
    table = grown_table(ground, (640, 360), Random(1))
    assert table.shape == (360, 640, 3)
    assert np.abs(table.mean(axis=(0, 1)) - ground.mean(axis=(0, 1))).max() < 8.0
    assert table.std() > 2.0


@pytest.mark.parametrize("leave_out", [[], ["a.png"]])
def test_bad_photographs_are_one_sentence_and_exit_2(
    tmp_path: Path, leave_out: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if leave_out:
        truth(tmp_path, photograph(tmp_path, "a.png"))
    assert main([str(tmp_path), str(tmp_path / "deck"), "--leave-out", *leave_out]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    if not leave_out:
        (tmp_path / "truth.jsonl").write_text('{"name": "none.jpg", "boxes": [["QD", 0.5, 0.5, 0.2, 0.2]]}\n')
        with pytest.raises(SourceError, match=r"none\.jpg"):
            list(cut_outs(tmp_path, CutSettings()))
