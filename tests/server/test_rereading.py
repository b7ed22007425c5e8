"""Several pictures of one moment, read once more and joined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bura.cards import Card
from bura.table import Belief
from bura_server.evidence.clip import mp4
from bura_server.evidence.rereading import RereadSettings, pictures_of, reread
from bura_server.evidence.ring import Kept, jpeg_of
from bura_server.picture import Image
from bura_vision.reading import CardReading, Reading

SIZE = (180, 320)


def picture(number: int, zoom: int = 1) -> Image:
    """A picture whose brightness tells its number."""
    return np.full((SIZE[0] * zoom, SIZE[1] * zoom, 3), 20 + number, np.uint8)


def number_of(image: Image) -> int:
    return round(float(image.mean())) - 20


def card(x: float, zoom: int = 1, **ranked: float) -> CardReading:
    """A card whose left edge lies at ``x`` pixels of an unzoomed picture: ``KS=0.8`` and so on."""
    belief = Belief.of({Card.parse(name.removeprefix("_")): share for name, share in ranked.items()})
    assert belief.best is not None
    outline = np.array([(x, 10), (x + 20, 10), (x + 20, 40), (x, 40)], np.float32) * zoom
    return CardReading(belief.best, belief.confidence, belief, (), outline)


def read_as(*seen: Sequence[CardReading]) -> Reading:
    """What the pictures 0, 1, … show, read together."""
    told = [Reading(tuple(cards), (), ()) for cards in seen]
    return reread([picture(n) for n in range(len(seen))], lambda image: told[number_of(image)])


def test_beliefs_of_one_place_are_averaged() -> None:
    misread = card(50, KC=0.9, KS=0.1)
    right = [card(50 + n, KS=0.8, KC=0.2) for n in range(3)]
    told = read_as([right[0]], [misread], [right[1]], [right[2]])
    (found,) = told.cards
    assert str(found.card) == "KS"
    assert found.confidence == pytest.approx((0.8 * 3 + 0.1) / 4)
    assert dict(found.belief.ranked)[Card.parse("KC")] == pytest.approx((0.2 * 3 + 0.9) / 4)


def test_a_card_that_moves_through_one_picture_is_none() -> None:
    lies = [card(50, KS=0.9), card(50, KS=0.9), card(50, KS=0.9)]
    told = read_as([lies[0]], [lies[1], card(200, QD=0.99)], [lies[2]])
    assert [str(found.card) for found in told.cards] == ["KS"]
    # … but where only one picture was read there is nothing to compare with
    assert [str(found.card) for found in read_as([card(200, QD=0.99)]).cards] == ["QD"]


def test_a_card_covered_in_some_pictures_is_believed_by_the_others() -> None:
    told = read_as([card(50, KS=0.9)], [], [card(50, KS=0.7)], [])
    assert told.cards[0].confidence == pytest.approx(0.8)


def test_a_deck_holds_each_card_once() -> None:
    both = [card(50, KS=0.9), card(150, KS=0.7, KC=0.3)]
    told = read_as(both, both)
    assert [(str(found.card), round(found.confidence, 2)) for found in told.cards] == [("KS", 0.9)]
    assert [round(found.confidence, 2) for found in told.doubtful] == [0.7]


def test_neighbours_stay_apart_and_sizes_may_differ() -> None:
    small = [card(50, KS=0.9), card(64, QS=0.9)]
    large = [card(50, 3, KS=0.7), card(64, 3, QS=0.7)]
    pictures = [picture(0), picture(1), picture(2, 3)]
    told = reread(pictures, lambda image: Reading(tuple(large if image.shape[1] > 320 else small), (), ()))
    assert {str(found.card): round(found.confidence, 3) for found in told.cards} == {
        "KS": round((0.9 + 0.9 + 0.7) / 3, 3),
        "QS": round((0.9 + 0.9 + 0.7) / 3, 3),
    }


def test_without_a_picture_there_is_nothing_to_read() -> None:
    with pytest.raises(ValueError, match="no picture"):
        reread([], lambda image: Reading((), (), ()))


def film(count: int = 40, moment_s: float | None = 3.0) -> bytes:
    """Ten pictures a second, in the order of their brightness; the entry was understood at second 3 of the clip."""
    frames = [Kept(100.0 + n / 10, jpeg_of(picture(4 * n), 95)) for n in range(count)]
    return mp4(frames, SIZE[1], None if moment_s is None else 100.0 + moment_s)


@pytest.mark.parametrize(("moment_s", "around"), [(3.0, (25, 35)), (1.0, (5, 15)), (9.0, (39, 40))])
def test_pictures_around_the_moment_are_taken(moment_s: float, around: tuple[int, int]) -> None:
    pictures = pictures_of(film(moment_s=moment_s), RereadSettings(pictures=4))
    numbers = [number_of(image) / 4 for image in pictures]
    assert numbers == sorted(numbers)
    assert len(pictures) == (4 if moment_s < 4 else 1)
    assert around[0] - 1 <= numbers[0] <= numbers[-1] <= around[1] + 1
    assert all(image.shape == (*SIZE, 3) for image in pictures)


def test_an_older_clip_tells_its_moment_by_its_end() -> None:
    numbers = [number_of(image) / 4 for image in pictures_of(film(moment_s=None), after_s=1.5)]
    assert 18 <= numbers[0] <= numbers[-1] <= 31  # the last picture is at 3.9 s and stands 0.4 s longer


@pytest.mark.parametrize("data", [b"", b"no clip", film()[:500]])
def test_what_is_no_clip_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match="clip"):
        pictures_of(data)
