"""Scores become probabilities: the fit finds what is known to be wrong, and the manifest ties it to its weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.errors import BuraError
from bura_models import registry
from bura_models.calibration import (
    ReaderCalibration,
    calibration_error,
    fit_line,
    fit_reader,
    on_line,
    reader_loss,
    softened,
    top_cards,
)


def overconfident(
    count: int = 3000, sharper: float = 2.5
) -> tuple[
    np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    np.ndarray[tuple[int, ...], np.dtype[np.int64]],
]:
    """Readings whose truth was drawn from them before they were sharpened ``sharper`` times."""
    rng = np.random.default_rng(3)
    rank = softened(rng.dirichlet(np.full(14, 0.25), count) + 1e-6, 1.0)
    suit = softened(rng.dirichlet(np.full(5, 0.25), count) + 1e-6, 1.0)
    ranks = np.array([rng.choice(14, p=p / p.sum()) for p in rank.astype(float)])
    suits = np.array([rng.choice(5, p=p / p.sum()) for p in suit.astype(float)])
    truth = np.where((ranks < 13) & (suits < 4), suits * 13 + ranks, -1).astype(np.int64)
    return softened(rank, 1 / sharper), softened(suit, 1 / sharper), truth


def test_a_sharpened_reader_is_softened_back() -> None:
    rank, suit, truth = overconfident()
    fitted = fit_reader(rank[:2000], suit[:2000], truth[:2000])
    assert fitted.rank_temperature > 1.4
    assert fitted.suit_temperature > 1.4

    def error(used: ReaderCalibration) -> float:
        likely, right = top_cards(used.cards(rank[2000:], suit[2000:]), truth[2000:], 1)
        return calibration_error(likely[:, 0], right[:, 0])

    assert error(ReaderCalibration()) > 0.15
    assert error(fitted) < 0.05
    after = reader_loss(fitted, rank[2000:], suit[2000:], truth[2000:])
    assert after < reader_loss(ReaderCalibration(), rank[2000:], suit[2000:], truth[2000:])


def test_a_line_is_found_again() -> None:
    rng = np.random.default_rng(1)
    scores = rng.uniform(0.02, 0.98, 6000)
    right = rng.random(6000) < on_line(scores, (1.7, 0.8))
    slope, offset = fit_line(scores, right)
    assert slope == pytest.approx(1.7, abs=0.15)
    assert offset == pytest.approx(0.8, abs=0.15)


@pytest.mark.parametrize(
    ("scores", "right"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0.3] * 5, [True, False] * 2 + [True], id="too few"),
        pytest.param([0.3] * 40, [True] * 40, id="one kind only"),
    ],
)
def test_too_little_changes_nothing(scores: list[float], right: list[bool]) -> None:
    assert fit_line(np.array(scores), np.array(right, bool)) == (1.0, 0.0)


@given(
    st.floats(0.2, 6),
    st.floats(0.2, 6),
    st.floats(0.3, 3),
    st.floats(-3, 3),
    st.integers(0, 1000),
)
def test_cards_stay_a_distribution(a: float, b: float, slope: float, offset: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rank, suit = rng.dirichlet(np.ones(14), 4), rng.dirichlet(np.ones(5), 4)
    cards = ReaderCalibration(a, b, (slope, offset)).cards(rank, suit)
    assert cards.shape == (4, 52)
    assert (cards >= 0).all()
    assert (cards.sum(axis=1) <= 1 + 1e-5).all()


def test_the_default_is_rank_times_suit() -> None:
    rng = np.random.default_rng(0)
    rank, suit = rng.dirichlet(np.ones(14), 2), rng.dirichlet(np.ones(5), 2)
    expected = np.stack([np.outer(s[:4], r[:13]).ravel() for r, s in zip(rank, suit, strict=True)])
    assert np.allclose(ReaderCalibration().cards(rank, suit), expected, atol=1e-6)


def test_calibration_error_of_known_cases() -> None:
    assert calibration_error(np.full(10, 0.8), np.array([True] * 8 + [False] * 2)) == pytest.approx(
        0, abs=1e-9
    )
    assert calibration_error(np.full(10, 0.9), np.zeros(10, bool)) == pytest.approx(0.9)
    assert calibration_error(np.zeros(0), np.zeros(0, bool)) == 0


@pytest.mark.parametrize("network", ["reader", "finder"])
def test_a_calibration_of_other_weights_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    raw = json.loads(registry.MANIFEST_PATH.read_text(encoding="utf-8"))
    raw["networks"][network]["calibration"] = {"sha256": "0" * 64, "rank_temperature": 3.0}
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    monkeypatch.setattr(registry, "MANIFEST_PATH", path)
    registry.manifest.cache_clear()
    try:
        assert registry.manifest()[network].calibration == {}
    finally:
        registry.manifest.cache_clear()


@pytest.mark.parametrize(
    ("network", "damage"),
    [
        ("reader", {"rank_temperature": "hot"}),
        ("reader", {"card": [1.0]}),
        ("finder", {"index": []}),
        ("finder", {"back": None}),
    ],
)
def test_a_damaged_calibration_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str, damage: dict[str, object]
) -> None:
    raw = json.loads(registry.MANIFEST_PATH.read_text(encoding="utf-8"))
    entry = raw["networks"][network]
    good = {
        "rank_temperature": 1.0,
        "suit_temperature": 1.0,
        "card": [1.0, 0.0],
        "index": [1.0, 0.0],
        "back": [1.0, 0.0],
    }
    entry["calibration"] = good | damage | {"sha256": entry["sha256"]}
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    monkeypatch.setattr(registry, "MANIFEST_PATH", path)
    registry.manifest.cache_clear()
    try:
        with pytest.raises(BuraError, match=r"manifest\.json"):
            (registry.reader_calibration if network == "reader" else registry.finder_calibration)()
    finally:
        registry.manifest.cache_clear()
