"""`bura play`: a whole game in the terminal, refereed by the same engine that referees a real table."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bura.match import MatchState
    from bura.players import Player
    from bura.referee import Referee
    from bura.table import TableEvent

#: a match of stakes or a robber is long; a game that has not ended by then is broken off
MOST_DEALS = 500


class _Screen:
    """Prints the transcript as it grows."""

    def __init__(self, referee: Referee, lang: str) -> None:
        self._referee = referee
        self._lang = lang
        self._shown = 0

    def show(self) -> None:
        """Print what is new."""
        from bura.transcript import lines

        log = self._referee.entries
        fresh = log[self._shown :]
        self._shown = len(log)
        for line in lines(fresh, self._referee.replay, self._lang):
            click.echo(line)


@click.command(name="play")
@click.argument("game", default="classic31")
@click.option(
    "--players", type=click.IntRange(2, 6), help="How many play; default: as few as the game allows."
)
@click.option(
    "--me", metavar="SEAT", help="Play this seat yourself (A, B, …); the others are simple players."
)
@click.option("--seed", type=int, help="The same seed gives the same cards; default: a new game.")
@click.option(
    "--deals", type=click.IntRange(1, MOST_DEALS), default=1, show_default=True, help="How many deals."
)
@click.option("--match", is_flag=True, help="Play until the match is decided.")
@click.option(
    "--lang", type=click.Choice(("en", "ru", "ka", "uk")), default="en", show_default=True, help="Language."
)
@click.option("--save", type=click.Path(path_type=Path), help="Keep the transcript; `bura replay` reads it.")
def command(
    game: str,
    players: int | None,
    me: str | None,
    seed: int | None,
    deals: int,
    match: bool,
    lang: str,
    save: Path | None,
) -> None:
    """Deal a whole game of GAME in the terminal and play it out.

    GAME is a name from `bura rules`, or the path of an option file with house rules. The transcript says what
    happens and what the referee says of it.
    """
    from bura.errors import RulesError
    from bura.observe import observed
    from bura.randomplay import Deal
    from bura.referee import Referee
    from bura.rulefiles import rules_named
    from bura.rules import Game
    from bura.state import following_dealer
    from bura.table import SEATS, Belief, DealBegan, DealEnded, TrumpSeen
    from bura.transcript import transcript
    from bura_server.terminal import Person

    if save is not None:
        _check_save(save)
    rules = rules_named(game)
    if rules.game is not Game.BURA:
        raise RulesError(f"{rules.name} cannot be played in the terminal: choose a game of the Bura family")
    count = players or rules.players_min
    seats = SEATS[:count]
    if me is not None and me not in seats:
        raise RulesError(f"there is no seat {me} at this table: choose one of {', '.join(seats)}")
    chance = Random(seed)
    people: dict[str, Player] = {} if me is None else {me: Person(lang)}
    referee = Referee(rules, seats)
    screen = _Screen(referee, lang)
    clock = 0.0
    for number in range(1, (MOST_DEALS if match else deals) + 1):
        score = _score_so_far(referee)
        if score.over:
            break
        deal = Deal(
            rules,
            seats,
            chance,
            dealer=following_dealer(referee.state),
            players=people,
            crawford=score.crawford(rules),
            first_deal=number == 1,
        )
        opening: list[TableEvent] = [
            DealBegan(dealer=deal.dealer, at_s=clock),
            TrumpSeen(Belief.sure(deal.trump), at_s=clock),
        ]
        for event in opening:
            referee.feed(event)
        screen.show()
        for act in deal.acts():
            clock += 1.0
            seen = observed(act.event, clock)
            if seen is not None:
                referee.feed(seen)
            screen.show()
        clock += 1.0
        referee.feed(DealEnded(at_s=clock))
        screen.show()
        clock += 1.0
    _print_score(referee)
    if save is not None:
        _save(save, transcript(referee.entries, lang))


def _score_so_far(referee: Referee) -> MatchState:
    state = referee.state
    assert state.match is not None
    return state.match if state.result is None else state.match.after(state.rules, state.result.record())


def _print_score(referee: Referee) -> None:
    score = _score_so_far(referee)
    told = ", ".join(f"{side} {points}" for side, points in score.score.items())
    won = f"; won by {', '.join(score.winners)}" if score.over and score.winners else ""
    click.echo(f"# {referee.state.rules.match_kind.value}: {told}{won}")


def _check_save(path: Path) -> None:
    """Nobody should play a whole game and then learn that it cannot be kept."""
    from bura.errors import SourceError

    if path.exists() or path.is_symlink():
        raise SourceError(f"there is a file {path} already: name a new one for --save")
    folder = path.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise SourceError(
            f"the transcript {path} cannot be written: {folder} is no folder that files may be put into"
        )


def _save(path: Path, text: str) -> None:
    from bura.errors import SourceError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SourceError(f"the transcript {path} cannot be written: {error.strerror or error}") from error
