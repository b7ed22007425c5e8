"""What each viewer may see, and that nothing else gets through."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura.bounds import Points
from bura.cards import Card
from bura.events import Claimed, Dealt, Event, GameStarted, Revealed, TrumpShown
from bura.log import Entry, Source
from bura.position import ClaimState, Phase
from bura.randomplay import Act, PlayedDeal, Style, play_deal
from bura.replay import Fold, Replay, replay
from bura.rules import RULESETS, find_ruleset
from bura.state import start_state
from bura.table import SEATS, Place
from bura.transcript import read_story
from bura.view import (
    SPECTATOR,
    TABLE,
    UMPIRE,
    Counting,
    Role,
    Viewer,
    counting_by_rules,
    counting_of,
    scoreboard,
)

#: everybody who may not see more than the table
PUBLIC = [TABLE, Viewer(Role.SEAT, "A"), Viewer(Role.SEAT, "B"), SPECTATOR]


def log_of(events: list[Event], step_s: float = 10.0) -> tuple[Entry, ...]:
    """A log of these events, ``step_s`` seconds apart."""
    return tuple(Entry(i + 1, i * step_s, Source.VISION, event) for i, event in enumerate(events))


def prefixes(log: tuple[Entry, ...]) -> list[Replay]:
    """The replay after each entry of a log without corrections."""
    start = log[0].event
    assert isinstance(start, GameStarted)
    fold = Fold(start_state(start))
    told = []
    for entry in log:
        fold.tell(entry, entry.event)
        told.append(fold.replay())
    return told


def story_of(deal: PlayedDeal) -> list[Event]:
    """The events of a deal from the start of the game on."""
    start = GameStarted(deal.rules.preset, deal.seats)
    return [start, Dealt(deal.dealer), TrumpShown(deal.trump), *(act.event for act in deal.acts)]


def never_shown(deal: PlayedDeal) -> list[Card]:
    """Cards that lie face down in some trick and are seen nowhere in the deal."""
    shown = {deal.trump}
    down: list[Card] = []
    for act in deal.acts:
        event = act.event
        shown.update(card for card in getattr(event, "cards", ()) if card is not None)
        down.extend(act.down)
    return [card for card in down if card not in shown]


def hidden_reply(acts: tuple[Act, ...]) -> int | None:
    """Index of the first act that laid a card face down."""
    return next((i for i, act in enumerate(acts) if act.down), None)


def without_counts(deal: PlayedDeal) -> PlayedDeal:
    """The deal up to its first claim, which would turn the piles."""
    end = next((i for i, act in enumerate(deal.acts) if isinstance(act.event, Claimed)), len(deal.acts))
    return replace(deal, acts=deal.acts[:end])


PEEKED = st.sampled_from([("georgian3", 2), ("classic31", 2), ("five_card_000", 2), ("classic31", 3)])


@given(PEEKED, st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_a_peeked_card_reaches_nobody_but_the_umpire(table: tuple[str, int], seed: int) -> None:
    """Two logs that differ only in which hidden card was turned give every player the same view, at every entry."""
    name, players = table
    rules = find_ruleset(name)
    style = Style(hide=1.0, beat=0.4, stop=0.0)
    deal = without_counts(play_deal(rules, SEATS[:players], Random(seed), style=style))
    place, secrets = hidden_reply(deal.acts), never_shown(deal)
    if place is None or len(secrets) < 2:
        return
    story, at = story_of(deal), place + 4
    views = []
    for card in (max(secrets, key=lambda card: card.points), min(secrets, key=lambda card: card.points)):
        owner = deal.acts[place].event.seat  # type: ignore[attr-defined]
        turner = next(seat for seat in deal.seats if seat != owner)
        peeked = [*story[:at], Revealed(turner, (card,), Place.DISCARD, owner), *story[at:]]
        told = prefixes(log_of(peeked))[at:]
        views.append(
            [
                json.dumps(scoreboard(one, viewer).to_json(), sort_keys=True)
                for one in told
                for viewer in PUBLIC
                if one.state.phase not in (Phase.OVER, Phase.COUNT)
            ]
        )
    assert views[0] == views[1]


def test_a_claim_tells_nobody_what_was_peeked_at() -> None:
    """The verdict on a claim must not rest on a card that only the camera has read: the pile has to be counted."""
    views = []
    for card in ("AC", "6C"):
        told = replay(
            read_story(
                "game classic31 A B\ndeal by B\ntrump 9H\nA leads AS 10S\nB lays 2 down\n"
                f"B turns {card} in discard\nA takes\nA claims"
            )
        )
        views.append([json.dumps(scoreboard(told, viewer).to_json(), sort_keys=True) for viewer in PUBLIC])
        assert told.state.claim is not None
        assert told.state.claim.state is ClaimState.MUST_COUNT
        assert told.state.claim.total == Points(21, 43)
    assert views[0] == views[1]


def test_the_umpire_sees_what_was_peeked_at() -> None:
    story = "game classic31 A B\ndeal by B\ntrump 9H\nA leads KS\nB lays 1 down\nA turns AC in discard of B\nA takes"
    told = replay(read_story(story))
    assert scoreboard(told, UMPIRE).seats["A"]["points"] == {"lo": 15, "hi": 15}
    assert scoreboard(told, TABLE).seats["A"]["points"] == {"lo": 4, "hi": 15}


def points_in(value: Any, path: str = "") -> list[str]:
    """Paths of everything in a view that tells points."""
    found = []
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("points", "lo", "hi", "proof", "seen", "hidden") and item is not None:
                found.append(f"{path}.{key}")
            found += points_in(item, f"{path}.{key}")
    if isinstance(value, list):
        for item in value:
            found += points_in(item, path)
    return found


@given(st.sampled_from([("georgian3", 2), ("georgian5", 2), ("pairs5", 4)]), st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_georgian_tables_show_no_points_before_a_claim(table: tuple[str, int], seed: int) -> None:
    name, players = table
    deal = without_counts(play_deal(find_ruleset(name), SEATS[:players], Random(seed), style=Style(stop=0)))
    for told in prefixes(log_of(story_of(deal))):
        if told.outcome is not None or told.state.phase is Phase.COUNT:
            break
        for viewer in PUBLIC:
            assert points_in(scoreboard(told, viewer).to_json()) == []


@given(
    st.sampled_from([("classic31", 3), ("georgian3", 2), ("leave31", 4)]), st.integers(0, 10_000), st.data()
)
@settings(max_examples=25, deadline=None)
def test_spectators_see_the_table_of_a_minute_ago(
    table: tuple[str, int], seed: int, data: st.DataObject
) -> None:
    """The delayed view is the one the table had then, in every field."""
    name, players = table
    deal = play_deal(find_ruleset(name), SEATS[:players], Random(seed), style=Style(bluff=0.2))
    log = log_of(story_of(deal), step_s=7.0)
    end = data.draw(st.integers(1, len(log)))
    now = replay(log[:end])
    until = log[end - 1].at_s - now.state.settings.spectator_delay_s
    then = tuple(entry for entry in log[:end] if entry.at_s <= until) or log[:1]
    assert scoreboard(now, SPECTATOR).to_json() == scoreboard(replay(then), TABLE).to_json()


@pytest.mark.parametrize(
    ("rules", "options", "counting"),
    [
        ("classic31", {}, Counting.OPEN),
        ("burkozel", {}, Counting.OPEN),
        ("georgian3", {}, Counting.HIDDEN),
        ("georgian5", {}, Counting.HIDDEN),
        ("pairs5", {}, Counting.HIDDEN),
        ("georgian3", {"show_running_points": True}, Counting.OPEN),
        # what the preset's source says, and nothing else, decides: a house rule of stakes turns nothing
        ("classic31", {"stakes": True}, Counting.OPEN),
        ("five_card_000", {"stakes": True}, Counting.OPEN),
        ("georgian3", {"stakes": False}, Counting.HIDDEN),
        ("pairs5", {"stakes": False}, Counting.HIDDEN),
    ],
)
def test_counting_modes(rules: str, options: dict[str, object], counting: Counting) -> None:
    from bura.position import new_state

    made = find_ruleset(rules).with_options(options)
    assert counting_of(new_state(made, SEATS[: made.players_min])) is counting


def test_only_the_games_of_the_georgian_source_come_with_hidden_points() -> None:
    """RULEBOOK X50: seed 003, the source of 4.2, georgian5 of 4.3 and 4.4, hides them; no other source does."""
    hidden = {rules.name for rules in RULESETS.values() if counting_by_rules(rules) is Counting.HIDDEN}
    assert hidden == {"georgian3", "georgian5", "pairs5"}


def test_the_fields_of_a_scoreboard_are_stable() -> None:
    """Others script against these names."""
    story = (
        'game georgian3 A B {"names": {"A": "Nino"}}\ndeal by B\ntrump JH\nA leads AS 10S\nB lays KS 1 down'
    )
    board = scoreboard(replay(read_story(story))).to_json()
    assert list(board) == [
        "seq", "rules", "status", "paused", "deal", "dealer", "turn", "leader", "trump", "stock", "trick",
        "seats", "alerts", "claim", "result", "proposed", "stake", "match", "counting",
    ]  # fmt: skip
    assert board["trump"] == {"suit": "H", "card": "JH"}
    assert board["trick"] == {
        "leader": "A",
        "taker": "A",
        "plays": [
            {"seat": "A", "cards": ["AS", "10S"], "face_down": 0, "beats": None, "standing": "lead"},
            {"seat": "B", "cards": ["KS"], "face_down": 1, "beats": False, "standing": "given"},
        ],
    }
    assert board["seats"]["A"] == {
        "name": "Nino",
        "hand": 1,
        "side": "A",
        "active": True,
        "tricks": 0,
        "pile": 0,
        "points": None,
    }
    assert json.loads(json.dumps(board)) == board
    (alert,) = board["alerts"]
    assert list(alert) == [
        "seq", "at_s", "rule", "status", "severity", "seat", "text", "ruling", "facts", "rests_on", "acknowledged",
    ]  # fmt: skip


def test_only_alerts_of_this_deal_are_shown() -> None:
    story = "game classic31 A B\ndeal by B\ntrump 9H\nA draws\ncollected\ndeal by A\ntrump 8H"
    assert scoreboard(replay(read_story(story))).alerts == ()


def test_the_match_stands_beside_the_deal() -> None:
    trick = "A leads AS 10S KS\nB lays AC 10C KC\nA takes\nA claims\ncollected\n"
    story = f"game classic31 A B\ndeal by B\ntrump 9H\n{trick}deal by B\ntrump 9H\n{trick}"
    board = scoreboard(replay(read_story(story))).to_json()
    assert board["match"] == {
        "kind": "robber",
        "score": {"A": 2, "B": 0},
        "over": False,
        "winners": [],
        "losers": [],
    }
    assert board["result"]["text"] == "A wins the deal by a true claim (A 50, B 0), stake 1."


@pytest.mark.parametrize("text", ["table", "umpire", "spectator", "A", "B"])
def test_viewers_have_names(text: str) -> None:
    viewer = Viewer.parse(text)
    assert (viewer.seat or viewer.role.value) == text


@pytest.mark.parametrize("rules", ["classic31", "georgian5"])
@pytest.mark.parametrize("counting", ["rules", "open", "hidden"])
def test_a_table_may_agree_who_sees_the_points(rules: str, counting: str) -> None:
    head = f"game {rules} A B" + (
        f' {{"settings": {{"counting": "{counting}"}}}}' if counting != "rules" else ""
    )
    told = replay(read_story(f"{head}\ndeal by B\ntrump KH\nA leads AS\nB lays AC\nA takes"))
    hidden = counting == "hidden" or (counting == "rules" and rules == "georgian5")
    for viewer in (TABLE, Viewer(Role.SEAT, "A")):
        board = scoreboard(told, viewer)
        assert board.counting == ("hidden" if hidden else "open")
        assert (board.seats["A"]["points"] is None) == hidden
    assert scoreboard(told, UMPIRE).seats["A"]["points"] == {"lo": 22, "hi": 22}


def test_sentences_come_in_the_viewers_language() -> None:
    told = replay(read_story("game classic31 A B\ndeal by B\ntrump 9H\nA draws"))
    texts = {lang: scoreboard(told, Viewer(lang=lang)).alerts[0]["text"] for lang in ("en", "ru", "ka", "uk")}
    assert texts["en"] == "A drew a card too many: 4 in hand, 3 are allowed. (by the rules the deal is lost)"
    assert len(set(texts.values())) == 4


@pytest.mark.parametrize(
    ("told", "stock"),
    [
        ("", None),
        ("\ndeal by B", 30),
        ("\ndeal by B\ntrump 9H\nA leads KS\nB lays AS\nB takes\nB draws\nA draws", 28),
    ],
)
def test_no_stock_is_told_before_there_is_one(told: str, stock: int | None) -> None:
    """A table that waits for its first deal has no stock of 0 cards."""
    known = replay(read_story(f"game classic31 A B{told}"))
    for viewer in (TABLE, Viewer(Role.SEAT, "A"), UMPIRE):
        assert scoreboard(known, viewer).stock == stock
    assert scoreboard(known, SPECTATOR).stock is None  # he sees all this later
