"""Stories told to the end of every fact: `tests/golden/stories.txt`.

Each story there is followed by everything the engine says of it: per verdict its entry, status, rule, seat, severity,
ruling, the entries it rests on and the facts its sentence is made of, and the table as it is at the end. The file is
written by `python -m tests.engine.test_facts` and read line by line before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bura.cards import CARDS, Card, cards_in
from bura.events import Lead, Reply, TrumpShown
from bura.infractions import Rule, Status, Verdict
from bura.judge import claim_verdict, judge
from bura.notation import read_event
from bura.position import GameState, new_state
from bura.replay import Replay, replay
from bura.state import apply
from bura.transcript import read_story

STORIES = Path(__file__).parents[1] / "golden" / "stories.txt"
#: fields of the state that follow from the first line of a story, or repeat others
LEFT_OUT = {"rules", "seats", "sides", "names", "settings", "order", "shown", "neighbour", "said"}
MASKS = {"doubtful", "secret"}


def stories() -> dict[str, tuple[str, str]]:
    """Title -> (the story, what is said of it)."""
    found = {}
    for block in STORIES.read_text(encoding="utf-8").split("\n\n"):
        title, _, rest = block.strip().partition("\n")
        story, _, said = rest.partition("\n=>\n")
        found[title.removeprefix("# ")] = (story, said)
    return found


def verdict_line(seq: int, verdict: Verdict) -> str:
    """One verdict with all it holds."""
    facts = " ".join(f"{name}={str(value).replace(' ', '+') or '-'}" for name, value in verdict.facts)
    rests_on = ",".join(map(str, verdict.rests_on))
    words = (verdict.status, verdict.rule, verdict.seat or "-", verdict.severity, verdict.ruling or "-")
    return f"{seq}: {' '.join(words)} [{rests_on}] {facts}".rstrip()


def state_lines(state: GameState) -> Iterator[str]:
    """What of the table is not as it was before the first deal."""
    fresh = new_state(state.rules, state.seats)
    for spec in fields(state):
        value = getattr(state, spec.name)
        if spec.name in LEFT_OUT or value == getattr(fresh, spec.name):
            continue
        yield f"{spec.name} {shown(spec.name, value)}"
    seen = {str(CARDS[i]): seq for i, seq in enumerate(state.shown) if seq}
    if seen:
        yield "shown " + " ".join(f"{card}:{seq}" for card, seq in seen.items())


def shown(name: str, value: Any) -> str:
    """A value of the state in a few words."""
    if name == "held":
        return " | ".join(cards_text(mask) for mask in value)
    if name in MASKS:
        return cards_text(value)
    if name == "piles":
        return " | ".join(f"{cards_text(p.known)} +{p.hidden} in {p.tricks}t {p.joined}j" for p in value)
    if name == "trick":
        plays = (
            f"{p.seat}: {' '.join('?' if c is None else str(c) for c in p.up)} +{p.down}"
            f" turned {' '.join(map(str, p.turned))} {p.standing} {p.seqs}"
            for p in value.plays
        )
        return f"best {value.best}; " + "; ".join(plays)
    if name in ("result", "proposed", "last"):
        points = " ".join(f"{side}={points}" for side, points in value.points)
        tricks = " ".join(f"{side}={count}" for side, count in value.tricks)
        sides = f"+{''.join(value.winners)} -{''.join(value.losers)}"
        return (
            f"{value.deal} {value.reason} {sides} stake {value.stake} points {points} tricks {tricks}"
            f" {'complete' if value.complete else 'early'} at {value.seq}"
        )
    if name == "match":
        score = " ".join(f"{side}={points}" for side, points in value.score.items())
        used = "".join(sorted(value.crawford_used))
        return f"{score} over {value.over} +{''.join(value.winners)} -{''.join(value.losers)} used {used} {value.deals}"
    return str(value)


def cards_text(mask: int) -> str:
    return " ".join(map(str, cards_in(mask))) or "-"


def said_of(story: str) -> str:
    """Everything the engine says of a story."""
    told = replay(read_story(story))
    lines = [verdict_line(step.entry.seq, verdict) for step in told.steps for verdict in step.verdicts]
    return "\n".join((*lines, "table: " + "; ".join(state_lines(told.state))))


@pytest.mark.parametrize("title", list(stories()))
def test_every_fact_is_as_it_was_read(title: str) -> None:
    story, said = stories()[title]
    assert said_of(story) == said


def _steps(told: Replay) -> Iterator[tuple[GameState, Any]]:
    for count, step in enumerate(told.steps):
        yield told.state_at(count), step


@pytest.mark.parametrize("title", list(stories())[::7])
def test_judging_without_the_state_after_comes_to_the_same(title: str) -> None:
    """`judge` works the state after the event out where nobody has it."""
    told = replay(read_story(stories()[title][0]))
    for before, step in _steps(told):
        verdicts = judge(before, step.event, step.entry.seq)
        kept = [its for its in step.verdicts if its.status is not Status.LEGAL or its in verdicts]
        assert list(verdicts) == kept


NEIGHBOURS = (
    "game marriage66 A B\ndeal by B\ntrump 9H\nA leads KS\nB lays AC\nB takes\npaused\nresumed",
    "game macao A B\ndeal by B\ntrump 9H\nB orders 1\nA leads KS KC\nB lays KS",
)


@pytest.mark.parametrize("story", NEIGHBOURS)
def test_a_neighbours_game_is_judged_without_the_state_after(story: str) -> None:
    told = replay(read_story(story))
    assert any(step.verdicts for step in told.steps)
    assert all(isinstance(step.verdicts, tuple) for step in told.steps)
    for before, step in _steps(told):
        assert judge(before, step.event, step.entry.seq) == step.verdicts


def test_nothing_is_said_of_a_pause_in_a_neighbours_game() -> None:
    told = replay(read_story("game marriage66 A B\ndeal by B\ntrump 9H\nB leads KS\npaused"))
    assert [verdict.rule for verdict in told.steps[-2].verdicts] == [Rule.LEAD_OUT_OF_TURN]
    assert told.steps[-1].verdicts == ()


def test_a_card_is_as_sure_as_its_newest_reading() -> None:
    start = replay(read_story("game classic31 A B\ndeal by B")).state
    two, six = Card.parse("2C"), Card.parse("6C")
    doubted = apply(start, TrumpShown(six), 2, 1.5, six.bit)
    assert (doubted.doubtful, doubted.seq, doubted.at_s) == (six.bit, 2, 1.5)
    assert apply(doubted, TrumpShown(six)).doubtful == 0
    led = apply(doubted, Lead("A", (Card.parse("KS"), None)), 3, doubtful=Card.parse("KS").bit)
    assert led.doubtful == six.bit | Card.parse("KS").bit
    assert apply(led, Reply("B", (Card.parse("KS"),)), 4).doubtful == six.bit
    assert apply(apply(start, TrumpShown(six), doubtful=two.bit), TrumpShown(six)).doubtful == two.bit


def test_an_entry_without_a_number_is_entry_nought() -> None:
    told = replay(read_story("game classic31 A B\ndeal by B\ntrump 9H"))
    (verdict,) = judge(told.state, read_event("B leads KS"))
    assert verdict.rests_on == (0,)
    led = apply(told.state, read_event("A leads KS"))
    assert (led.seq, led.at_s, led.doubtful) == (0, 0.0, 0)


@pytest.mark.parametrize(
    ("acts", "status", "rule", "hi"),
    [
        ("A lays 2 down\nB takes\nB claims", Status.UNCLEAR, Rule.CLAIM_MUST_COUNT, 43),
        ("A lays 2 down\nB takes\nB claims\nB counts AS 10S KS QS", Status.FOUL, Rule.FALSE_CLAIM, 28),
        ("A claims", Status.FOUL, Rule.CLAIM_OUT_OF_WINDOW, 0),
    ],
)
def test_the_verdict_on_a_claim_as_it_stands_now(acts: str, status: Status, rule: Rule, hi: int) -> None:
    told = replay(read_story(f"game classic31 A B\ndeal by A\ntrump 9H\nB leads AS 10S\n{acts}"))
    verdict = claim_verdict(told.state)
    assert told.state.claim is not None
    seat = told.state.seats[told.state.claim.seat]
    assert (verdict.status, verdict.rule, verdict.seat) == (status, rule, seat)
    assert verdict.rests_on == (told.state.claim.seq,)
    assert dict(verdict.facts)["hi"] == hi


def test_without_a_claim_there_is_no_verdict_on_one() -> None:
    with pytest.raises(AssertionError):
        claim_verdict(replay(read_story("game classic31 A B")).state)


def write(source: str) -> None:
    """Write the file anew from stories without their answers (or with old ones)."""
    blocks = []
    for block in source.strip().split("\n\n"):
        title, _, rest = block.strip().partition("\n")
        story = rest.partition("\n=>\n")[0].removesuffix("\n=>")
        blocks.append(f"{title}\n{story}\n=>\n{said_of(story)}")
    STORIES.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(STORIES.read_text(encoding="utf-8"))
