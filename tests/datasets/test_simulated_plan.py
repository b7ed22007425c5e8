"""The choreography against its script: cards conserved, times in order, things where the truth says they are."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura.cards import Card, pack, parse_cards
from bura.errors import BuraError
from bura.events import Claimed, Drew, Lead, Reply, Revealed, TakenBack, Took
from bura.infractions import Rule, Status
from bura.table import Place as PlaceOf
from bura_datasets.camera import Camera, CameraSettings
from bura_datasets.choreography import plan
from bura_datasets.habits import Habits, random_habits
from bura_datasets.motion import HandMove, Key, Pose, Track, ease, mix
from bura_datasets.places import Places, layout_toml, load_places
from bura_datasets.players import Clumsy, Foul, Wishes, random_deal
from bura_datasets.ruling import rulings
from bura_datasets.script import Act, Draw, Lay, Look, Script, Swap, Take, TakeBack, deal, read_script
from bura_datasets.stage import Plan
from bura_vision.layout import default_layout, parse_layout

SIZE = (1280, 720)


def stage_of(script: Script, seed: int, width_cm: float = 100.0) -> tuple[Plan, Places, Camera]:
    places = load_places(len(script.seats), width_cm)
    camera = Camera(SIZE, places.size_cm)
    return plan(script, places, camera, random_habits(Random(seed)), Random(seed)), places, camera


def inside(pose: Pose, box: tuple[float, float, float, float], margin: float = 0.0) -> bool:
    return box[0] - margin <= pose.x <= box[2] + margin and box[1] - margin <= pose.y <= box[3] + margin


def hands_away(course: Plan, camera: Camera, seat: str, t: float) -> bool:
    """Whether the seat's fingertips are outside the picture."""
    for move in course.hands:
        key = move.at(t)
        if move.seat == seat and key is not None:
            x, y = camera.project(np.array([[key.x, key.y, key.z]]))[0]
            if 0 <= x < SIZE[0] and 0 <= y < SIZE[1]:
                return False
    return True


TABLES = [
    (seats, foul)
    for seats in (2, 3, 4)
    for foul in (None, *Foul)
    if not foul or not foul.hindrance("classic31", seats)
]
"""players, and a foul for which so many have an occasion"""


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(TABLES), st.booleans())
def test_the_plan_does_what_the_truth_says(seed: int, table: tuple[int, Foul | None], clumsy: bool) -> None:
    seats, foul = table
    rng = Random(seed)
    wishes = Wishes(45.0, (foul,) if foul else (), tuple(Clumsy) if clumsy else ())
    script = random_deal("classic31", seats, rng, wishes)
    course, places, camera = stage_of(script, seed)

    times = [at_s for at_s, _ in course.truth]
    assert times == sorted(times)
    assert times[0] >= 0.0
    assert times[-1] <= course.duration_s

    assert len(course.cards) == 36  # every card of the pack has a course
    for track in course.cards.values():
        assert track.times == sorted(track.times)
        assert track.times[-1] <= course.duration_s

    laid: list[Card] = []
    for at_s, event in course.truth:
        if isinstance(event, (Lead, Reply)):
            assert hands_away(course, camera, event.seat, at_s)
            for card in event.cards:
                assert card is not None
                key = course.cards[card].at(at_s)
                assert key.visible
                assert key.pose.flip == 0.0
                assert inside(key.pose, places.play, 3.0)
            laid += [card for card in event.cards if card is not None]
        elif isinstance(event, Took):
            for card in laid:
                key = course.cards[card].at(at_s)
                side = places.sides[event.seat]
                assert key.pose.flip == 180.0
                assert abs(key.pose.x - side.pile[0]) < 5
                assert abs(key.pose.y - side.pile[1]) < 5
            laid = []
        elif isinstance(event, TakenBack):
            laid = [card for card in laid if card not in event.cards]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
def test_the_stock_shrinks_by_what_was_drawn(seed: int, seats: int) -> None:
    script = random_deal("classic31", seats, Random(seed), Wishes(45.0))
    course, _, _ = stage_of(script, seed)
    drawn = 0
    for at_s, event in course.truth:
        if isinstance(event, Drew):
            drawn += event.count
            still_there = [card for card in script.stock[drawn:] if course.cards[card].at(at_s).visible]
            gone = [card for card in script.stock[:drawn] if course.cards[card].keys[0].visible]
            assert len(still_there) == len(script.stock) - drawn
            assert len(gone) == drawn


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 100_000),
    st.sampled_from(
        [
            ("classic31", 2),
            ("classic31", 3),
            ("classic31", 4),
            ("georgian3", 2),
            ("georgian5", 2),
            ("pairs5", 4),
        ]
    ),
    st.booleans(),
)
def test_honest_players_are_never_found_foul(seed: int, game: tuple[str, int], claim: bool) -> None:
    script = random_deal(*game, Random(seed), Wishes(60.0, clumsy=tuple(Clumsy), claim=claim))
    course, _, _ = stage_of(script, seed)
    found = rulings(script.rules, script.seats, script.dealer, course.truth)
    assert [verdict.rule for _, verdict in found if verdict.status is Status.FOUL] == []


FOULS = [
    (Foul.EXTRA_CARD, Rule.EXTRA_CARD),
    (Foul.EXTRA_CARD_STUCK, Rule.EXTRA_CARD),
    (Foul.DRAW_OUT_OF_TURN, Rule.DRAW_OUT_OF_TURN),
    (Foul.FALSE_CLAIM, Rule.FALSE_CLAIM),
    (Foul.MIXED_LEAD, Rule.MIXED_SUIT_LEAD),
    (Foul.WRONG_COUNT, Rule.WRONG_COUNT),
    (Foul.TOO_FEW, Rule.WRONG_COUNT),
    (Foul.NO_DRAW, Rule.MISSED_DRAW),
    (Foul.LEAD_OUT_OF_TURN, Rule.LEAD_OUT_OF_TURN),
    (Foul.REPLY_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN),
    (Foul.WRONG_PILE, Rule.WRONG_PILE),
    (Foul.PEEK, Rule.FLIP_DISCARD),
    (Foul.PEEK_OTHER, Rule.PEEK_DISCARDS),
    (Foul.TAKE_BACK, Rule.TAKE_BACK),
    (Foul.LOOK_PILE, Rule.LOOK_OWN_PILE),
    (Foul.LOOK_OTHER_PILE, Rule.LOOK_OTHER_PILE),
    (Foul.PARTIAL_BEAT, Rule.PARTIAL_BEAT),
    (Foul.SWAP, Rule.TAKE_BACK),
]


@pytest.mark.parametrize(
    ("seats", "foul", "rule"),
    [(seats, *row) for seats in (2, 3) for row in FOULS if not row[0].hindrance("classic31", seats)],
)
def test_every_foul_is_found_by_the_judge(seats: int, foul: Foul, rule: Rule) -> None:
    script = random_deal("classic31", seats, Random(f"{foul} {seats}"), Wishes(60.0, (foul,)))
    course, _, _ = stage_of(script, 1)
    found = [verdict.rule for _, verdict in rulings(script.rules, script.seats, script.dealer, course.truth)]
    assert rule in found


def test_no_foul_is_left_out() -> None:
    assert {foul for foul, _ in FOULS} == set(Foul)


@pytest.mark.parametrize(
    ("rules", "seats", "foul", "named"),
    [
        ("classic31", 2, Foul.REPLY_OUT_OF_TURN, "takes 3 players or more"),
        ("georgian5", 2, Foul.PEEK, "given cards lie face down"),
        ("pairs5", 4, Foul.PEEK_OTHER, "given cards lie face down"),
        ("georgian3", 2, Foul.PARTIAL_BEAT, "given cards may lie face up"),
    ],
)
def test_a_foul_that_a_game_cannot_hold_is_refused(rules: str, seats: int, foul: Foul, named: str) -> None:
    with pytest.raises(BuraError, match=f"{foul} .*{named}"):
        random_deal(rules, seats, Random(1), Wishes(45.0, (foul,)))


def test_a_partial_beat_costs_nothing_by_the_rules_but_the_trick() -> None:
    """RULEBOOK 2.10: the cards are given. Nobody is accused, and the taker is who had the trick before."""
    script = random_deal("classic31", 2, Random(3), Wishes(60.0, (Foul.PARTIAL_BEAT,)))
    course, _, _ = stage_of(script, 1)
    found = rulings(script.rules, script.seats, script.dealer, course.truth)
    said = [verdict for _, verdict in found if verdict.rule is Rule.PARTIAL_BEAT]
    assert said
    assert all(verdict.status is Status.LEGAL for verdict in said)
    assert Rule.WRONG_PILE not in [verdict.rule for _, verdict in found]


def test_a_swap_leaves_the_new_card_in_the_trick_and_the_old_one_in_the_hand() -> None:
    hands = {"A": parse_cards("KC QC 8H"), "B": parse_cards("AC 10C 7D")}
    used = {card for cards in hands.values() for card in cards}
    stock = tuple(card for card in pack(36) if card not in used)
    script = Script("classic31", "B", hands, stock, ())
    lead, reply = parse_cards("KC"), parse_cards("AC")
    acts = (
        Lay(seat="A", cards=lead),
        Lay(seat="B", cards=reply),
        Swap(seat="B", cards=parse_cards("7D"), instead=reply),
        Take(seat="A"),
        Lay(seat="B", cards=reply),  # he holds it again
    )
    course, places, _ = stage_of(replace(script, acts=acts), 2)
    took = next(at_s for at_s, event in course.truth if isinstance(event, Took))
    swapped = next(at_s for at_s, event in course.truth if isinstance(event, TakenBack))
    assert not course.cards[reply[0]].at(swapped).visible
    new = course.cards[parse_cards("7D")[0]]
    assert inside(new.at(swapped).pose, places.play)
    pile = places.sides["A"].pile
    assert abs(new.at(took).pose.x - pile[0]) < 5.0
    assert abs(new.at(took).pose.y - pile[1]) < 5.0


@pytest.mark.parametrize("faces", [True, False])
def test_a_look_shows_the_lowest_lifted_card_and_puts_the_pile_back(faces: bool) -> None:
    script = random_deal("classic31", 2, Random(5), Wishes(30.0))
    end = next(n for n, act in enumerate(script.acts) if isinstance(act, Take))
    owner = script.acts[end].seat
    acts = (*script.acts[: end + 1], Look(seat=owner, count=2, faces=faces, stay_s=1.5))
    course, places, _ = stage_of(replace(script, acts=acts), 1)
    pile = [card for card, track in course.cards.items() if inside_pile(track.last.pose, places, owner)]
    moved = [card for card in pile if len(course.cards[card].times) > 1 and course.cards[card].times[-1] > 0]
    shown = {card for card in moved if any(key.pose.flip < 90.0 for key in course.cards[card].keys[-4:-1])}
    revealed = [event for _, event in course.truth if isinstance(event, Revealed)]
    assert all(course.cards[card].last.pose.flip == 180.0 for card in pile)
    assert (len(shown) == 2) == faces
    assert [event.place for event in revealed] == ([PlaceOf.PILE] if faces else [])
    assert not revealed or revealed[0].cards[0] in shown


def inside_pile(pose: Pose, places: Places, seat: str) -> bool:
    x, y = places.sides[seat].pile
    return abs(pose.x - x) < 4.0 and abs(pose.y - y) < 4.0


def test_partners_can_claim_falsely() -> None:
    script = random_deal("pairs5", 4, Random(1), Wishes(60.0, (Foul.FALSE_CLAIM,)))
    course, _, _ = stage_of(script, 1)
    found = [verdict.rule for _, verdict in rulings(script.rules, script.seats, script.dealer, course.truth)]
    assert found == [Rule.FALSE_CLAIM]


def demo() -> Script:
    with resources.as_file(resources.files("bura_datasets") / "scripts" / "demo.toml") as path:
        return read_script(path, Random(1))


def test_the_demo_holds_what_it_is_there_to_show() -> None:
    script = demo()
    course, _, _ = stage_of(script, 1, 80.0)
    found = rulings(script.rules, script.seats, script.dealer, course.truth)
    assert [(verdict.rule, verdict.seat) for _, verdict in found] == [
        (Rule.EXTRA_CARD, "B"),
        (Rule.FALSE_CLAIM, "A"),
    ]
    events = [event for _, event in course.truth]
    assert Lead("A", parse_cards("KC QC")) in events  # beaten
    assert Lead("B", parse_cards("JS 9S")) in events  # not beaten
    assert any(isinstance(event, Reply) and event.face_down for event in events)
    assert [spoken.say for spoken in course.said] == ["claim"]
    assert any(isinstance(event, Claimed) for event in events)
    assert 60.0 <= course.duration_s <= 90.0


IMPOSSIBLE: list[tuple[tuple[Act, ...], str]] = [
    ((Lay(seat="A", cards=parse_cards("AH")),), "AH is not in the hand of A"),
    ((Lay(seat="A"),), "no cards"),
    ((Take(seat="A"),), "no trick"),
    ((TakeBack(seat="A"),), "no cards in the trick"),
    ((Draw(seat="A", count=31),), "the stock holds 30"),
    ((Draw(seat="D"),), "'D' does not play"),
    ((Look(seat="A", count=1),), "the pile of A holds 0"),
    ((Look(seat="A", of="D"),), "'D' has no pile"),
    ((Swap(seat="A"),), "one card for another"),
]


@pytest.mark.parametrize(("acts", "named"), IMPOSSIBLE)
def test_impossible_acts_are_refused(acts: tuple[Act, ...], named: str) -> None:
    # Seed 3 deals AH to the stock, so that A cannot hold it.
    script = deal("classic31", 2, Random(3), acts)
    assert parse_cards("AH")[0] in script.stock
    with pytest.raises(BuraError) as caught:
        stage_of(script, 1)
    assert named in str(caught.value)
    assert "act 1" in str(caught.value)


def test_a_straight_camera_shows_exactly_the_table() -> None:
    camera = Camera(SIZE, (80.0, 45.0))
    assert np.allclose(camera.table_corners(), [(0, 0), (1, 0), (1, 1), (0, 1)])
    assert camera.px_per_cm == 16.0


def test_a_tilted_camera_keeps_the_table_in_the_picture_and_lifts_raised_things() -> None:
    camera = Camera(SIZE, (100.0, 56.25), CameraSettings(tilt_deg=15, zoom=0.88))
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in camera.table_corners())
    low, high = camera.project(np.array([[50.0, 28.0, 0.0], [50.0, 28.0, 10.0]]))
    assert high[1] < low[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_written_layout_is_the_one_the_watching_side_reads(seats: int) -> None:
    places = load_places(seats)
    camera = Camera(SIZE, places.size_cm)
    written = parse_layout(layout_toml(places, camera.table_corners()))
    default = default_layout(seats)
    assert written.size_cm == pytest.approx(default.size_cm)
    assert [(zone.kind, zone.seat) for zone in written.zones] == [
        (zone.kind, zone.seat) for zone in default.zones
    ]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: load_places(5), "5 seats"),
        (lambda: load_places(2, 10.0), "table width"),
        (lambda: CameraSettings(tilt_deg=80), "tilt"),
        (lambda: CameraSettings(height_cm=1), "height"),
        (lambda: CameraSettings(zoom=0), "zoom"),
    ],
)
def test_impossible_tables_and_cameras_are_refused(call: object, named: str) -> None:
    assert callable(call)
    with pytest.raises(BuraError, match=named):
        call()


def test_motion_is_smooth_and_turns_the_short_way() -> None:
    assert (ease(0), ease(0.5), ease(1)) == (0.0, 0.5, 1.0)
    assert mix(Pose(0, 0, turn=170), Pose(10, 0, turn=-170), 0.5) == Pose(5, 0, turn=180)


def test_a_waiting_card_is_still_until_it_is_fetched() -> None:
    track = Track()
    track.add(Key(0.0, Pose(1, 1), 1))
    track.add(Key(5.0, Pose(1, 1), 2, True, "A"))
    track.add(Key(6.0, Pose(9, 9), 2, visible=False))
    assert track.still(1.0, 1.1)
    assert track.still(4.8, 4.9)
    assert not track.still(5.5, 5.6)
    assert track.at(5.5).pose == Pose(5, 5)
    assert not track.at(6.0).visible


def test_a_hand_is_away_before_and_after_its_visit() -> None:
    script = random_deal("classic31", 2, Random(1), Wishes(20.0))
    course, _, _ = stage_of(script, 1)
    move: HandMove = course.hands[0]
    assert move.at(move.start_s - 0.1) is None
    assert move.at(move.end_s + 0.1) is None
    assert Habits().reach_s > 0
