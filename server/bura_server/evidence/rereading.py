"""Several pictures of one moment read once more and joined, as the watcher joins its readings.

A card is followed by its place. What is believed of it is the mean of its readings, not their product: readings of one
lying card share its light and print, so a product would be sure of a wrong card after three pictures.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS
from bura.table import Belief
from bura_server.evidence.clip import LAST_S, moment_of
from bura_server.evidence.closeup import Part, parts_of
from bura_server.evidence.settings import EvidenceSettings
from bura_server.picture import Image
from bura_vision.reading import CardReading, Reading, ReadingSettings, belief_of

Read = Callable[[Image], Reading]
"""reads one picture"""


@dataclass(frozen=True, slots=True)
class RereadSettings:
    """How a moment is read once more."""

    pictures: int = 3
    """so many pictures of the clip are read …"""
    around_s: float = 0.5
    """… from this long before the entry was understood until this long after"""
    same_place: float = 0.35
    """two readings are one card when their centres are no further apart than this share of its height"""
    least_looks: int = 2
    """a card seen in fewer pictures is not believed, where so many were read: it moved, or is none"""


@dataclass(slots=True)
class _Followed:
    """A card through the pictures."""

    newest: CardReading
    centre: NDArray[np.float64]
    height: float
    probs: NDArray[np.float64]
    looks: int = 1
    of_picture: set[int] = field(default_factory=set)


def pictures_of(
    clip: bytes, settings: RereadSettings | None = None, after_s: float | None = None
) -> list[Image]:
    """The pictures of a clip around the moment of its entry, in their own size.

    :param after_s: how long the clip goes on after the moment, when it does not tell the moment itself.
    :raises ValueError: when it is no clip that can be read.
    """
    s = settings or RereadSettings()
    after = EvidenceSettings().after_s if after_s is None else after_s
    try:
        with av.open(io.BytesIO(clip), "r") as file:
            moment = moment_of(file)
            shown = [(float(it.time or 0.0), it.to_ndarray(format="bgr24")) for it in file.decode(video=0)]
    except (av.FFmpegError, IndexError) as error:
        raise ValueError(f"it is no clip that can be read: {error}") from error
    if not shown:
        raise ValueError("it holds no picture")
    end = shown[-1][0]
    if moment is None:
        moment = end - LAST_S - after
    near = [image for at_s, image in shown if abs(at_s - moment) <= s.around_s]
    near = near or [min(shown, key=lambda item: abs(item[0] - moment))[1]]
    places = np.unique(np.linspace(0, len(near) - 1, min(s.pictures, len(near))).round().astype(int))
    return [np.asarray(near[place], np.uint8) for place in places]


def clip_pictures(path: Path | None, settings: RereadSettings | None = None) -> list[Image]:
    """`pictures_of` a file; none when there is no clip, or it is damaged."""
    if path is None:
        return []
    try:
        return pictures_of(path.read_bytes(), settings)
    except (OSError, ValueError):
        return []


def closeup_parts(path: Path | None) -> list[Part]:
    """The pictures of a close-up; none when there is no file, or it is damaged."""
    if path is None:
        return []
    try:
        return parts_of(path.read_bytes())
    except (OSError, ValueError):
        return []


def reread(pictures: Sequence[Image | Part], read: Read, settings: RereadSettings | None = None) -> Reading:
    """What some pictures of one moment show together.

    :param pictures: (H, W, 3) uint8 BGR, of one camera; of any sizes, or parts of it. At least one.
    :raises ValueError: when there is none.
    """
    s = settings or RereadSettings()
    if not pictures:
        raise ValueError("there is no picture to read")
    parts = [one if isinstance(one, Part) else Part(one, 0, 0, one.shape[1]) for one in pictures]
    readings = [read(part.image) for part in parts]
    if len(readings) == 1:
        return readings[0]
    followed: list[_Followed] = []
    for number, (part, reading) in enumerate(zip(parts, readings, strict=True)):
        for found in (*reading.cards, *reading.doubtful):
            _follow(followed, found, number, part, s)
    least_sure = ReadingSettings()
    cards: dict[int, CardReading] = {}
    doubtful: list[CardReading] = []
    for one in sorted(
        (it for it in followed if it.looks >= min(s.least_looks, sum(_shows(p, it.centre) for p in parts))),
        key=lambda it: -it.probs.max() / it.looks,
    ):
        belief = _belief(one)
        if belief.best is None:
            continue
        told = CardReading(belief.best, belief.confidence, belief, one.newest.sightings, one.newest.outline)
        # a deck holds each card once: the surer one is it
        if told.confidence < least_sure.min_confidence or told.card.index in cards:
            doubtful.append(told)
        else:
            cards[told.card.index] = told
    # a part shows only some of them
    wholes = [told.backs for told, one in zip(readings, pictures, strict=True) if not isinstance(one, Part)]
    backs = sorted(wholes or [told.backs for told in readings], key=len)
    return Reading(tuple(cards.values()), tuple(doubtful), backs[len(backs) // 2])


def _shows(part: Part, centre: NDArray[np.float64]) -> bool:
    """Does a picture hold a place, in widths of the whole picture?"""
    x, y = centre * part.width
    height, width = part.image.shape[:2]
    return bool(part.left <= x < part.left + width and part.top <= y < part.top + height)


def _follow(
    followed: list[_Followed], found: CardReading, number: int, part: Part, settings: RereadSettings
) -> None:
    """One more reading: of a card that is followed, or of a new one. Places are in widths of the whole picture."""
    outline = (np.asarray(found.outline, np.float64) + np.array([part.left, part.top])) / part.width
    centre, height = outline.mean(axis=0), float(np.hypot(*(outline[3] - outline[0])))
    probs = np.zeros(len(CARDS))
    for card, probability in found.belief.ranked:
        probs[card.index] = probability
    near = [
        (float(np.hypot(*(one.centre - centre))), place)
        for place, one in enumerate(followed)
        if number not in one.of_picture
    ]
    distance, place = min(near, default=(float("inf"), -1))
    if distance <= settings.same_place * max(height, 1e-6):
        one = followed[place]
        one.probs = one.probs + probs
        one.looks += 1
        one.centre, one.newest = centre, found
        one.of_picture.add(number)
    else:
        followed.append(_Followed(found, centre, height, probs, 1, {number}))


def _belief(one: _Followed) -> Belief:
    s = ReadingSettings()
    return belief_of(one.probs / one.looks, s.alternatives, s.min_alternative)
