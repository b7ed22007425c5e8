"""Making scores into probabilities: temperatures for the reader, a line for the finder, and how well they hold.

Networks are sure of themselves in ways that training decides (label smoothing makes them modest, many epochs make them
bold). What is fitted here are a few numbers per network, on generated pictures of decks that training never saw; they
stand in the manifest beside the weights that they were fitted to. Method: Guo et al., "On Calibration of Modern Neural
Networks", 2017 (temperature scaling); Platt, 1999 (the line through the logits).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]

#: probabilities are kept this far from 0 and 1, so that logarithms stay finite
TINY = 1e-6


@dataclass(frozen=True, slots=True)
class ReaderCalibration:
    """From the reader's two distributions to the probability of each card; the defaults change nothing."""

    rank_temperature: float = 1.0
    """above 1 softens, below 1 sharpens"""
    suit_temperature: float = 1.0
    """the same for suits"""
    card: tuple[float, float] = (1.0, 0.0)
    """slope and offset of the line through the logit of rank × suit; letters and sign fade together, so their
    product is too low for sharp indices and too high for what is no index at all"""

    def cards(self, rank: Floats, suit: Floats) -> NDArray[np.float32]:
        """(n, 52) the probability of each card, clubs first, two to ace; a row sums to 1 at most, the rest is "none".

        :param rank: (n, 14) two to ace, none.
        :param suit: (n, 5) clubs, diamonds, hearts, spades, none.
        """
        ranks = softened(rank, self.rank_temperature)[:, None, :-1]
        suits = softened(suit, self.suit_temperature)[:, :-1, None]
        cards = on_line((suits * ranks).reshape(len(rank), -1), self.card)
        return np.asarray(cards / np.maximum(cards.sum(axis=1, keepdims=True), 1.0), np.float32)


@dataclass(frozen=True, slots=True)
class FinderCalibration:
    """A line per class: probability = sigmoid(slope × logit(score) + offset); (1, 0) leaves scores as they are."""

    index: tuple[float, float] = (1.0, 0.0)
    """slope and offset for index boxes"""
    back: tuple[float, float] = (1.0, 0.0)
    """slope and offset for backs"""


def softened(probs: Floats, temperature: float) -> NDArray[np.float32]:
    """Distributions (n, classes) at another temperature; each still sums to 1.

    >>> softened(np.array([[0.9, 0.1]]), 1.0).round(3).tolist()
    [[0.8999999761581421, 0.10000000149011612]]
    """
    if temperature == 1.0:
        return np.asarray(probs, np.float32)
    logs = np.log(np.maximum(probs, 1e-12)) / temperature
    shifted = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)


def on_line(scores: Floats, line: tuple[float, float]) -> NDArray[np.float32]:
    """Scores 0..1 through a fitted line, as probabilities 0..1."""
    slope, offset = line
    if (slope, offset) == (1.0, 0.0):
        return np.asarray(scores, np.float32)
    return np.asarray(1 / (1 + np.exp(-(slope * _logit(scores) + offset))), np.float32)


def _logit(scores: Floats) -> NDArray[np.float64]:
    clipped = np.clip(np.asarray(scores, np.float64), TINY, 1 - TINY)
    return np.asarray(np.log(clipped / (1 - clipped)))


def calibration_error(confidence: Floats, right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error: how far confidence and share of right answers lie apart, over equal-width bins.

    :param confidence: (n,) 0..1.
    :param right: (n,) whether each answer was right.
    """
    if len(confidence) == 0:
        return 0.0
    number = np.minimum((np.asarray(confidence) * bins).astype(int), bins - 1)
    total = 0.0
    for each in np.unique(number):
        chosen = number == each
        total += float(chosen.sum()) * abs(float(confidence[chosen].mean()) - float(right[chosen].mean()))
    return total / len(confidence)


def reader_loss(
    calibration: ReaderCalibration, rank: Floats, suit: Floats, truth: NDArray[np.int64]
) -> float:
    """Mean binary log loss of the five likeliest cards of each box: "is it this card?" is asked of each.

    :param truth: (n,) number of the card, 0..51, or -1 where there is none.
    """
    likely, right = top_cards(calibration.cards(rank, suit), truth, 5)
    p = np.clip(likely.astype(np.float64), TINY, 1 - TINY)
    return float(-np.where(right, np.log(p), np.log(1 - p)).sum() / max(len(truth), 1))


def top_cards(
    cards: Floats, truth: NDArray[np.int64], count: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """(n, count) probabilities of the likeliest cards of each box, and whether each is the card that is there."""
    order = np.argsort(-cards, axis=1)[:, :count]
    return np.asarray(np.take_along_axis(cards, order, axis=1), np.float32), order == truth[:, None]


def fit_reader(rank: Floats, suit: Floats, truth: NDArray[np.int64]) -> ReaderCalibration:
    """The calibration with the lowest `reader_loss`, by a search along the coordinates with shrinking steps."""

    def made(values: NDArray[np.float64]) -> ReaderCalibration:
        a, b, c, d = (round(float(v), 4) for v in values)
        return ReaderCalibration(a, b, (c, d))

    values, step = np.array([1.0, 1.0, 1.0, 0.0]), np.array([0.2, 0.2, 0.2, 0.4])
    best = reader_loss(made(values), rank, suit, truth)
    while step.max() > 0.01:
        better = False
        for which in range(4):
            for sign in (1, -1):
                tried = values.copy()
                tried[which] += sign * step[which]
                if tried[:3].min() < 0.2 or tried[:2].max() > 6:
                    continue
                loss = reader_loss(made(tried), rank, suit, truth)
                if loss < best - 1e-7:
                    best, values, better = loss, tried, True
        if not better:
            step /= 2
    return made(values)


def fit_line(scores: Floats, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the line through the scores' logits, by Newton's method with a slight pull towards (1, 0).

    With fewer than 20 boxes, or boxes of one kind only, (1, 0).
    """
    if len(scores) < 20 or right.all() or not right.any():
        return 1.0, 0.0
    x = np.stack([_logit(scores), np.ones(len(scores))], axis=1)
    y = right.astype(np.float64)
    start = np.array([1.0, 0.0])
    line, pull = start.copy(), 1.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ line)))
        slope = x.T @ (p - y) + pull * (line - start)
        bend = (x * (p * (1 - p))[:, None]).T @ x + pull * np.eye(2)
        step = np.linalg.solve(bend, slope)
        line -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    return round(float(line[0]), 4), round(float(line[1]), 4)
