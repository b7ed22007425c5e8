"""A deck that was shown once: views of its indices, and what they teach the reader about this deck.

The reader's own answer is joined with that of a second, linear layer on the reader's features, fitted to the deck's
views in about a second. The views themselves are stored, not the features, so that a deck stays enrolled when new
weights are installed: the layer is then fitted anew.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import SourceError
from bura_models.calibration import ReaderCalibration, fit_reader, top_cards
from bura_models.registry import manifest
from bura_vision.index_reader import IndexReader, cut

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

#: a stored view is this large, and shows this many times the index's box, so that boxes can be varied within it
VIEW_HEIGHT, VIEW_WIDTH, VIEW_MARGIN = 128, 80, 2.0
#: label of a view that shows no index
NO_CARD = -1
STORE_VERSION = 1


@dataclass(frozen=True, slots=True)
class EnrolSettings:
    """How views become a layer."""

    variants: int = 8
    """variations of each view of an index that the layer is fitted to"""
    turned: int = 2
    """variations of each view held upside down, which is "none" """
    smallest: float = 0.16
    """views are also shown as if their index were this much smaller than the crop"""
    own_share: float = 0.5
    """how much the reader's own logits count beside the layer's. Measured on four decks, 400 held-out crops each: 0.5
    reads 69 to 86 % right, 0 reads 68 to 85 %, the reader alone 62 to 79 %"""
    decay: float = 0.01
    """pull of the layer's weights towards zero"""
    steps: int = 250
    """gradient steps; the loss is convex"""
    rate: float = 0.02
    """step size (Adam)"""
    precision: float = 0.995
    """the deck's threshold is the lowest at which this share of the held-out views is right …"""
    threshold: tuple[float, float] = (0.5, 0.8)
    """… but never outside these"""
    seed: int = 0
    """of the variations"""


@dataclass(frozen=True, eq=False)
class DeckViews:
    """Views of a deck's indices, upright."""

    pixels: Pixels
    """(n, 128, 80, 3) BGR: twice the index's box"""
    cards: NDArray[np.int64]
    """(n,) number in `bura.cards.CARDS`, or -1 where no index is shown"""

    @property
    def shown(self) -> tuple[int, ...]:
        """Numbers of the cards of which there is a view."""
        return tuple(int(c) for c in np.unique(self.cards[self.cards >= 0]))


@dataclass(frozen=True, eq=False)
class DeckLayer:
    """What is added to the reader for one deck."""

    rank: Floats
    """(129, 14): weights of the scaled features, last row the offsets"""
    suit: Floats
    """(129, 5)"""
    scale: Floats
    """(128,) features are divided by these"""
    own_share: float
    """how much the reader's own logits count"""
    calibration: ReaderCalibration
    """the deck's own"""
    min_confidence: float
    """the deck's own threshold: what is below is not reported as seen"""

    def __call__(
        self, rank: NDArray[np.floating], suit: NDArray[np.floating], features: NDArray[np.floating]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits (n, 14) and (n, 5) for this deck from the reader's logits and features (n, 128)."""
        known = np.concatenate([features / self.scale, np.ones((len(features), 1))], axis=1)
        return (
            np.asarray(self.own_share * rank + known @ self.rank, np.float32),
            np.asarray(self.own_share * suit + known @ self.suit, np.float32),
        )


def view_of(image: Pixels, corners: NDArray[np.floating]) -> Pixels:
    """(128, 80, 3): what an index's box (4, 2, clockwise from its own top left) and its surroundings show."""
    centre = corners.mean(axis=0)
    source = (centre + (corners - centre) * VIEW_MARGIN)[:3].astype(np.float32)
    target = np.array([[0, 0], [VIEW_WIDTH, 0], [VIEW_WIDTH, VIEW_HEIGHT]], np.float32)
    shrink = float(np.hypot(*(source[2] - source[1]))) / VIEW_HEIGHT
    if shrink > 1.5:  # plain interpolation would skip pixels
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 * shrink), np.uint8)
    warp = cv2.getAffineTransform(source, target)
    return np.asarray(
        cv2.warpAffine(image, warp, (VIEW_WIDTH, VIEW_HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def fit_layer(views: DeckViews, reader: IndexReader, settings: EnrolSettings | None = None) -> DeckLayer:
    """Fit a deck's layer, calibration and threshold.

    Calibration and threshold come from a layer that saw only every other view of each card, on the views that it did
    not see; the layer that is used has seen all.

    :param reader: the shipped reader, without a deck.
    :raises SourceError: when the reader's network gives no features.
    """
    s = settings or EnrolSettings()
    first = _every_other(views.cards)
    held = [_varied(views, chosen, s, seed) for seed, chosen in ((1, first), (2, ~first))]
    known = [reader.logits(crops) for crops, _ in held]
    truth = [cards for _, cards in held]
    trial = _layer(known[0], truth[0], s)
    rank, suit = trial(*known[1])
    probs = _softmax(rank), _softmax(suit)
    calibration = _softer_only(fit_reader(*probs, truth[1]))
    likely, right = top_cards(calibration.cards(*probs), truth[1], 1)
    threshold = _threshold(likely[:, 0], right[:, 0], s)
    both = tuple(np.concatenate([a, b]) for a, b in zip(*known, strict=True))
    whole = _layer((both[0], both[1], both[2]), np.concatenate(truth), s)
    return DeckLayer(whole.rank, whole.suit, whole.scale, s.own_share, calibration, threshold)


def _softer_only(fitted: ReaderCalibration) -> ReaderCalibration:
    """A calibration that may lower confidence and never raise it: views of one photograph are easier than others."""
    slope, offset = fitted.card
    return ReaderCalibration(
        max(1.0, fitted.rank_temperature),
        max(1.0, fitted.suit_temperature),
        (min(1.0, slope), min(0.0, offset)),
    )


def _every_other(cards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n,) True for the first, third, … view of each card."""
    seen: dict[int, int] = {}
    chosen = []
    for card in cards.tolist():
        chosen.append(seen.get(card, 0) % 2 == 0)
        seen[card] = seen.get(card, 0) + 1
    return np.array(chosen, bool)


def _varied(
    views: DeckViews, chosen: NDArray[np.bool_], settings: EnrolSettings, seed: int
) -> tuple[Pixels, NDArray[np.int64]]:
    """Crops (n, 64, 40, 3) as the reader would cut them in other pictures, and their cards."""
    rng = np.random.default_rng([settings.seed, seed])
    crops: list[Pixels] = []
    cards: list[int] = []
    for view, card in zip(views.pixels[chosen], views.cards[chosen].tolist(), strict=True):
        if card == NO_CARD:
            crops += [variation(view, rng, settings.smallest) for _ in range(settings.turned)]
            cards += [NO_CARD] * settings.turned
            continue
        crops += [variation(view, rng, settings.smallest) for _ in range(settings.variants)]
        cards += [card] * settings.variants
        turned = np.ascontiguousarray(view[::-1, ::-1])
        crops += [variation(turned, rng, settings.smallest) for _ in range(settings.turned)]
        cards += [NO_CARD] * settings.turned
    return np.stack(crops), np.array(cards, np.int64)


def variation(view: Pixels, rng: np.random.Generator, smallest: float) -> Pixels:
    """A (64, 40, 3) crop of a view in another light, size and sharpness, on a box with a finder's errors."""
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    box *= np.array([VIEW_WIDTH, VIEW_HEIGHT]) / VIEW_MARGIN / 2 * (1 + rng.uniform(-0.12, 0.12, 2))
    angle = np.radians(rng.normal(0, 5))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = np.array([VIEW_WIDTH, VIEW_HEIGHT]) / 2 + rng.normal(0, 0.05, 2) * [40, 64]
    crop: NDArray[np.float32] = cut(
        view, (box @ turn + middle).astype(np.float32), float(rng.choice([1.2, 1.4]))
    ).astype(np.float32)
    height, width = crop.shape[:2]
    size = float(np.exp(rng.uniform(np.log(smallest), 0)))
    if size < 0.95:
        small = (max(6, round(width * size)), max(9, round(height * size)))
        small_crop = cv2.resize(crop, small, interpolation=cv2.INTER_AREA)
        crop = np.asarray(cv2.resize(small_crop, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.3:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.5, 2.0)), np.float32)
    lit = crop * (rng.uniform(0.55, 1.2) * rng.uniform(0.9, 1.1, 3)) + rng.uniform(-15, 15)
    lit += rng.normal(0, rng.uniform(1, 8), crop.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def _layer(
    known: Sequence[NDArray[np.floating]], cards: NDArray[np.int64], settings: EnrolSettings
) -> DeckLayer:
    features = np.asarray(known[2], np.float64)
    scale = features.std(axis=0) + 0.05 * float(features.std()) + 1e-3
    inputs = np.concatenate([features / scale, np.ones((len(features), 1))], axis=1)
    ranks = np.where(cards >= 0, cards % 13, 13)
    suits = np.where(cards >= 0, cards // 13, 4)
    return DeckLayer(
        _logistic(inputs, ranks, 14, settings),
        _logistic(inputs, suits, 5, settings),
        scale,
        settings.own_share,
        ReaderCalibration(),
        settings.threshold[0],
    )


def _logistic(inputs: Floats, labels: NDArray[np.int64], classes: int, settings: EnrolSettings) -> Floats:
    """(features, classes) weights of a logistic regression with decay, by Adam (Kingma and Ba, 2015)."""
    weights = np.zeros((inputs.shape[1], classes))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    wanted = np.eye(classes)[labels]
    for step in range(1, settings.steps + 1):
        slope = inputs.T @ (_softmax(inputs @ weights) - wanted) / len(inputs) + settings.decay * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights -= settings.rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def _softmax(logits: NDArray[np.floating]) -> Floats:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float64)


def _threshold(confidence: NDArray[np.floating], right: NDArray[np.bool_], settings: EnrolSettings) -> float:
    """The lowest confidence from which enough of the answers are right, within the settings' limits."""
    low, high = settings.threshold
    for threshold in np.arange(low, high, 0.02):
        chosen = confidence >= threshold
        if chosen.any() and float(right[chosen].mean()) >= settings.precision:
            return round(float(threshold), 2)
    return high


@dataclass(frozen=True, eq=False)
class EnrolledDeck:
    """A deck's name, its views and its layer."""

    name: str
    views: DeckViews
    layer: DeckLayer
    reader: str = field(default_factory=lambda: manifest()["reader"].sha256)
    """hash of the weights to which the layer was fitted"""

    def save(self, path: Path) -> None:
        """Write the store.

        :raises SourceError: when the place cannot be written.
        """
        layer = self.layer
        about = {
            "version": STORE_VERSION,
            "name": self.name,
            "reader": self.reader,
            "own_share": layer.own_share,
            "calibration": asdict(layer.calibration),
            "min_confidence": layer.min_confidence,
        }
        part = path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as out:
                np.savez_compressed(
                    out,
                    about=np.array(json.dumps(about)),
                    views=self.views.pixels,
                    cards=self.views.cards,
                    rank=layer.rank,
                    suit=layer.suit,
                    scale=layer.scale,
                )
            part.replace(path)
        except OSError as error:
            raise SourceError(
                f"the deck {path} cannot be written ({error.strerror}): choose another place"
            ) from error


def load_deck(path: Path, *, threads: int = 2) -> EnrolledDeck:
    """Read a store; a layer that was fitted to other weights is fitted anew.

    :raises SourceError: no such deck, or a file that is none.
    """
    if not path.is_file():
        raise SourceError(f"there is no enrolled deck {path}: make it with bura enrol, or check the name")
    try:
        # numpy leaves a broken file open, so it is opened here
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
            about = json.loads(str(held["about"]))
            if about["version"] != STORE_VERSION:
                raise ValueError(f"version {about['version']}")
            views = DeckViews(held["views"], held["cards"].astype(np.int64))
            if views.pixels.shape[1:] != (VIEW_HEIGHT, VIEW_WIDTH, 3) or len(views.pixels) != len(
                views.cards
            ):
                raise ValueError("views and cards do not fit")
            fitted = about["calibration"]
            slope, offset = fitted["card"]
            calibration = ReaderCalibration(
                float(fitted["rank_temperature"]),
                float(fitted["suit_temperature"]),
                (float(slope), float(offset)),
            )
            layer = DeckLayer(
                held["rank"],
                held["suit"],
                held["scale"],
                float(about["own_share"]),
                calibration,
                float(about["min_confidence"]),
            )
            name, reader = str(about["name"]), str(about["reader"])
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise SourceError(f"the enrolled deck {path} cannot be read ({error}): enrol it again") from error
    if reader != manifest()["reader"].sha256:
        layer, reader = fit_layer(views, IndexReader(threads=threads)), manifest()["reader"].sha256
    return EnrolledDeck(name, views, layer, reader)
