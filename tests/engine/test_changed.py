"""Corrections told anew from what they change: the referee equals one that tells the whole log from the start."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import strategies
from tests.engine.test_corrections import legal_story, noisy_stories
from tests.engine.test_noise import legal_events

from bura import fold as folding
from bura.cards import Card
from bura.events import Acknowledged, Amend, Event, GameStarted, Reply, Ruled
from bura.fold import Fold
from bura.infractions import Status
from bura.kept import KEEP_EVERY, Kept, thinned
from bura.log import Entry, EntryBelief, Source
from bura.position import Settings
from bura.referee import Referee
from bura.replay import fold_all, replay
from bura.table import Belief, CardsDrawn, CardsLaid, CardsTaken, DealBegan, TableEvent, TrumpSeen, sure

OFTEN = 3
"""a replay is kept so often here, that every correction passes several of them"""

whereabouts = st.floats(0, 1)
acts = strategies.acts
wishes = st.one_of(
    st.tuples(st.just("replace"), whereabouts, st.lists(acts, min_size=1, max_size=1).map(tuple)),
    st.tuples(st.just("insert"), whereabouts, acts),
    st.tuples(st.just("remove"), whereabouts, st.none()),
    st.tuples(st.just("undo"), whereabouts, st.none()),
    st.tuples(st.just("swap"), whereabouts, whereabouts),
    st.tuples(st.just("rule"), whereabouts, st.booleans()),
    st.tuples(st.just("rulings"), whereabouts, st.lists(st.tuples(whereabouts, st.booleans()), max_size=3)),
    st.tuples(st.just("see to"), whereabouts, st.none()),
    st.tuples(st.just("add"), whereabouts, acts),
    st.tuples(st.just("start"), whereabouts, strategies.EVENTS[GameStarted]),
)


def standing(referee: Referee, seq: int) -> tuple[Event, ...]:
    """What stands at an entry now."""
    return tuple(step.event for step in referee.replay.steps if step.entry.seq == seq)


def do(referee: Referee, what: str, where: float, more: Any) -> None:
    """One wish; what cannot be corrected is left alone."""
    length = len(referee.entries)

    def place(share: float) -> int:
        return 1 + int(share * (length - 1))

    seq = place(where)

    def amend(target: int, instead: tuple[Event, ...] | None) -> None:
        event = referee.entries[target - 1].event
        if isinstance(event, Amend):  # a correction of a correction is one of its target
            target = event.target
        if target > 1:
            referee.amend(target, instead)

    match what:
        case "replace":
            amend(seq, more)
        case "insert":
            amend(seq, (*standing(referee, seq), more))
        case "remove":
            amend(seq, ())
        case "undo":
            amend(seq, None)
        case "swap":
            other = place(more)
            mine, its = standing(referee, seq), standing(referee, other)
            amend(seq, its)
            amend(other, mine)
        case "rule":
            referee.rule(seq, more)
        case "rulings":
            amend(seq, tuple(Ruled(place(share), enforce) for share, enforce in more))
        case "see to":
            referee.acknowledge(seq)
        case "add":
            referee.add(more, referee.entries[-1].at_s + 1.0)
        case "start":
            referee.amend(1, (more,))


def same_as_from_the_start(referee: Referee) -> None:
    entries = referee.entries
    fresh, refused = fold_all(entries)
    assert not refused
    assert referee._fold._as_it_is() == fresh._as_it_is()
    assert referee._fold.rulings == fresh.rulings
    assert referee.replay == replay(entries)
    counts = [len(kept.steps) for kept in referee._fold._kept]
    assert counts == sorted(set(counts))
    for kept in referee._fold._kept:  # … and what it keeps is what it knew then
        again = Fold(fresh._kept[0].state, fresh.rulings)
        for step in referee._fold.steps[: len(kept.steps)]:
            again.tell(step.entry, step.event, step.amended_by)
        assert kept == again._as_it_is()


def unsure(story: list[Event], chance: Random) -> tuple[Entry, ...]:
    """A log as a camera writes it: some acts and cards weakly read, some certain, some by people."""
    entries = []
    for seq, event in enumerate(story, start=1):
        cards = [card for card in getattr(event, "cards", ()) if card is not None]
        weak = [Belief.of({card: chance.choice([0.4, 0.6, 0.95])}) for card in cards]
        belief = EntryBelief(chance.choice([0.4, 0.9]), tuple(weak), chance.random() < 0.2)
        source = chance.choice([Source.VISION, Source.VISION, Source.HUMAN])
        if event is story[0] or source is Source.HUMAN or chance.random() < 0.4:
            belief = None  # type: ignore[assignment]
        entries.append(Entry(seq, float(seq), source, event, belief))
    return tuple(entries)


def goes_on(story: list[Event], seed: int, asked: list[Any], *, compare_each: bool) -> None:
    """A referee that keeps many copies of itself does what is asked, and equals one that starts anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "KEEP_EVERY", OFTEN)
        referee = Referee("", (), entries=unsure(story, Random(seed)))
        for wish in asked:
            do(referee, *wish)
            if compare_each:
                same_as_from_the_start(referee)
        same_as_from_the_start(referee)


@given(noisy_stories(), st.integers(0, 1000), st.lists(wishes, max_size=6))
@settings(max_examples=40, deadline=None)
def test_a_referee_that_goes_on_from_what_it_kept_equals_one_that_starts_anew(
    story: list[Event], seed: int, asked: list[Any]
) -> None:
    goes_on(story, seed, asked, compare_each=True)


@pytest.mark.slow
@given(noisy_stories(), st.integers(0, 1000), st.lists(wishes, max_size=8))
@settings(max_examples=1_500, deadline=None)
def test_many_referees_that_go_on_from_what_they_kept(
    story: list[Event], seed: int, asked: list[Any]
) -> None:
    goes_on(story, seed, asked, compare_each=False)


@pytest.mark.parametrize(("name", "players"), [("classic31", 2), ("georgian3", 2), ("pairs5", 4)])
def test_a_camera_that_is_told_better_goes_on_as_if_it_had_been_right(name: str, players: int) -> None:
    """Doubts, waiting accusations and what confirmed them are kept as well: they come from observers."""
    chance = Random(7)
    heard = legal_events(name, players, 3)
    referee = Referee(name, ("A", "B", "C", "D")[:players], dealer="A")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "KEEP_EVERY", OFTEN)
        for number, event in enumerate(heard):
            if isinstance(event, CardsLaid | CardsDrawn | CardsTaken) and chance.random() < 0.15:
                continue  # missed
            referee.feed(replace(event, confidence=chance.choice([0.5, 0.9, 1.0])))
            if number % 5 == 4:
                seq = len(referee.entries) - chance.randrange(min(12, len(referee.entries) - 1))
                target = referee.entries[seq - 1].event
                if not isinstance(target, Amend) and seq > 1:
                    referee.amend(seq, chance.choice([None, (), (target,), (target, target)]))
                else:
                    referee.rule(seq, enforce=chance.random() < 0.5)
                same_as_from_the_start(referee)


def accused() -> tuple[Entry, ...]:
    """Two deals in which cameras see fouls: accusations that wait, that are confirmed, withdrawn, ruled upon."""
    referee = Referee("classic31", ("A", "B"), dealer="B", settings=Settings(fouls_end_deal=False))
    at_s = 0.0

    def see(event: TableEvent) -> None:
        nonlocal at_s
        at_s += 1.5
        referee.feed(replace(event, at_s=at_s, confidence=0.97))

    for cards in (("KS", "10S", "AD", "6D"), ("KH", "10H", "AC", "6C")):
        see(DealBegan())
        see(TrumpSeen(Belief.sure(Card.parse("9H"))))
        see(CardsLaid("A", sure(cards[0])))
        see(CardsLaid("B", sure(cards[1])))
        see(CardsTaken("B"))
        see(CardsDrawn("A"))  # before his turn: waits …
        see(CardsDrawn("B"))  # … and is confirmed
        referee.rule(referee.entries[-2].seq, enforce=False)
        see(CardsLaid("B", sure(cards[2])))
        see(CardsLaid("A", sure(cards[3])))
        see(CardsTaken("A"))  # the wrong pile
        see(CardsDrawn("A"))
        see(CardsDrawn("A"))
        see(CardsLaid("A", sure("7D")))  # out of turn
        referee.acknowledge(referee.entries[-1].seq)
        see(CardsLaid("B", sure("8D")))
        see(CardsTaken("B"))
        see(CardsDrawn("A"))
        see(CardsLaid("B", sure("JC")))  # B's draw went unseen
        see(CardsLaid("A", sure("KS")))  # seen before
    return referee.entries


@pytest.mark.parametrize("often", [1, 2, 5])
def test_accusations_that_wait_are_kept_as_they_were(often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry of a log full of fouls is removed, doubled, undone, ruled upon and ruled otherwise."""
    monkeypatch.setattr(folding, "KEEP_EVERY", often)
    entries = accused()
    alerts = replay(entries).alerts
    assert any(alert.verdict.status is Status.FOUL for alert in alerts)
    fouls = [alert.seq for alert in alerts]
    for seq in range(2, len(entries) + 1):
        referee = Referee("", (), entries=entries[: seq + 2])  # what is near is kept closest
        event = entries[seq - 1].event
        for instead in ((), (event, event), None, (Ruled(fouls[0], True), Ruled(seq, False)), None):
            referee.amend(seq, instead)
            same_as_from_the_start(referee)
        referee.rule(seq, True)
        same_as_from_the_start(referee)
        referee.rule(seq, False)
        same_as_from_the_start(referee)
        referee.amend(len(referee.entries) - 1, (Ruled(fouls[-1], True),))
        same_as_from_the_start(referee)


def test_a_new_correction_of_something_recent_tells_little_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """… however long the log is; of something old, no more than about twice what came since."""
    story = legal_story("classic31", 2, 5, deals=40)
    referee = Referee("", (), entries=unsure(story, Random(1)))
    length, told = len(referee.entries), [0]
    assert length > 1000
    tell = Fold.tell

    def counted(self: Fold, *what: Any) -> Any:
        told[0] += 1
        return tell(self, *what)

    monkeypatch.setattr(Fold, "tell", counted)
    for back in (0, 1, 40, 100, 400, 900):
        seq = length - back
        told[0] = 0
        referee.amend(seq, (Reply("A", (), 1),))
        assert told[0] <= 2 * (len(referee.entries) - seq) + KEEP_EVERY + 1
    # seeing to an alert changes nothing that was before
    told[0] = 0
    referee.add(Acknowledged(3), 0.0)
    assert told[0] == 1


@given(st.integers(1, 3000))
@settings(max_examples=60, deadline=None)
def test_what_is_kept_is_little_and_near(length: int) -> None:
    start = Fold(fold_all((Entry(1, 0.0, Source.RULE, GameStarted("classic31", ("A", "B"))),))[0].state)
    blank = start._kept[0]
    step = fold_all((Entry(1, 0.0, Source.RULE, GameStarted("classic31", ("A", "B"))),))[0].steps
    kept: list[Kept] = [blank]
    for count in range(OFTEN, length + 1, OFTEN):
        kept = thinned([*kept, replace(blank, steps=tuple(step) * count)])
    counts = [len(its.steps) for its in kept]
    assert counts[0] == 0
    assert len(counts) <= 3 + 2 * length.bit_length()
    for back in {0, length, *(2**n for n in range(length.bit_length()))}:
        seen = max(count for count in counts if count <= length - back)
        assert length - seen <= 2 * back + 2 * OFTEN
