"""`bura watch`: referee a recording and print its transcript."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bura.log import Entry
    from bura.referee import Referee
    from bura.table import TableEvent


class _Printer:
    """Prints entries as they come: JSON lines, or sentences with the alerts they raise."""

    def __init__(self, referee: Referee, as_json: bool) -> None:
        self._referee = referee
        self._as_json = as_json
        self._alerts = 0

    def entry(self, entry: Entry) -> None:
        """One entry of the log, and what the table is told because of it."""
        from bura_server.transcript import alert_line, describe

        if self._as_json:
            click.echo(json.dumps(entry.to_json(), ensure_ascii=False))
            return
        click.echo(describe(entry, dict(self._referee.state.names)))
        if len(self._referee.replay.alerts) != self._alerts:
            alerts = self._board()["alerts"]
            for alert in alerts[self._alerts :]:
                click.echo(alert_line(alert))
            self._alerts = len(self._referee.replay.alerts)

    def final(self) -> None:
        """The scoreboard at the end."""
        from bura_server.transcript import summary

        board = self._board()
        click.echo(json.dumps({"final": board}, ensure_ascii=False) if self._as_json else summary(board))

    def _board(self) -> dict[str, Any]:
        from bura.view import scoreboard

        # whoever analyses a recording is no player at the table: nothing is hidden from him
        return scoreboard(self._referee.replay, "umpire").to_json()


@click.command(name="watch")
@click.argument("clip")
@click.option(
    "--rules", default="classic31", show_default=True, help="A game of `bura rules`, or an option file."
)
@click.option(
    "--table", type=click.Path(path_type=Path), help="Table layout (TOML); default: camera overhead."
)
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, help="Players, without --table."
)
@click.option("--say", type=click.Path(path_type=Path), help="What was spoken, as JSON lines.")
@click.option("--dealer", help="Seat that dealt (A, B, …), when it is known.")
@click.option(
    "--log", "log_path", type=click.Path(path_type=Path), help="Write the log here too (a new file)."
)
@click.option(
    "--overlay", type=click.Path(path_type=Path), help="Write the clip with what was seen drawn in (.mp4)."
)
@click.option("--deck", metavar="NAME", help="The deck, enrolled with `bura enrol`.")
@click.option("--json", "as_json", is_flag=True, help='One log entry a line, then {"final": scoreboard}.')
@click.option("--no-progress", is_flag=True, help="No progress bar.")
def command(
    clip: str,
    rules: str,
    table: Path | None,
    players: int,
    say: Path | None,
    dealer: str | None,
    log_path: Path | None,
    overlay: Path | None,
    deck: str | None,
    as_json: bool,
    no_progress: bool,
) -> None:
    """Referee the recording CLIP (a file or a folder of pictures) and print what happened."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from bura.errors import LogError, SourceError
    from bura.log import LogWriter
    from bura.position import Phase
    from bura.referee import Referee
    from bura.rulefiles import rules_named
    from bura.table import Said
    from bura_server.decks import named_deck
    from bura_server.mirrored import MirrorCheck
    from bura_server.outputs import finished_file, keep_apart
    from bura_server.seating import check_dealer, check_spoken
    from bura_server.table import option_file
    from bura_server.unseen import why_nothing
    from bura_vision.draw import ClipWriter
    from bura_vision.find_then_read import load_detector
    from bura_vision.fit import FitSettings
    from bura_vision.layout import default_layout, load_layout
    from bura_vision.pipeline import ActJoiner, watch
    from bura_vision.say import read_spoken
    from bura_vision.source import open_source
    from bura_vision.watcher import Watcher

    keep_apart(
        {"--overlay": overlay, "--log": log_path},
        {
            "the recording": Path(clip).expanduser(),
            "the table layout": table,
            "the spoken words": say,
            "the option file": option_file(rules),
        },
    )
    game = rules_named(rules)
    layout = load_layout(table) if table is not None else default_layout(players)
    spoken = read_spoken(say) if say is not None else ()
    check_dealer(dealer, layout.seats)
    check_spoken(say, spoken, layout.seats)
    source = open_source(clip)
    if source.live:
        raise SourceError(f"{clip} is a live source: `bura serve --camera {clip}` referees those")
    referee = Referee(game, layout.seats, dealer=dealer)
    layer = None if deck is None else named_deck(deck).layer
    detector = load_detector(deck=layer)
    watcher = Watcher(layout, detector, fit=FitSettings() if table is None else None)
    mirror = MirrorCheck(detector)
    if log_path is not None and log_path.exists():
        raise LogError(f"there is a log {log_path} already: name a new file, or move the old one away")
    writer = LogWriter(log_path) if log_path is not None else None
    printer = _Printer(referee, as_json)
    acts = ActJoiner()
    seen = False
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} s"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=no_progress or not Console(stderr=True).is_terminal,
    )

    def tell(entries: Iterable[Entry]) -> None:
        for entry in entries:
            if writer is not None:
                writer.append(entry)
            printer.entry(entry)

    def hear(events: Iterable[TableEvent]) -> None:
        for event in events:
            tell(referee.feed(event))
            if referee.state.phase is Phase.OVER:
                watcher.end_deal()

    try:
        with progress, ExitStack() as files:
            drawn = None
            if overlay is not None:
                drawn = files.enter_context(ClipWriter(files.enter_context(finished_file(overlay))))
            task = progress.add_task("watching", total=source.duration_s or 0.0)
            tell(referee.entries)
            for tick in watch(source, watcher, spoken):
                if mirror.is_mirrored(tick):
                    raise SourceError(
                        f"{clip} is mirrored, as by a front camera or a program's preview: hardly a card can be read."
                        " Film it unmirrored, or turn it back (ffmpeg -i CLIP -vf hflip TURNED.mp4)"
                    )
                seen = seen or any(not isinstance(event, Said) for event in tick.events)
                hear(acts.join(tick.events))
                if drawn is not None and tick.frame is not None and tick.step is not None:
                    drawn.add(tick.frame, watcher.overlay(tick.frame, tick.step))
                progress.update(task, completed=tick.at_s)
    finally:
        hear(acts.rest())
        if writer is not None:
            writer.close()
    printer.final()
    if not seen:
        click.echo(f"bura: {why_nothing(clip, watcher.view)}", err=True)
