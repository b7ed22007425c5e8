"""`bura replay`: tell and judge a log or a transcript once more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bura.log import Entry

#: decimals of the seconds shown; nobody at a table tells tenths apart
DECIMALS = 1


def _read(path: Path) -> tuple[Entry, ...]:
    """The entries of a log (JSON lines) or of a transcript."""
    from bura.errors import SourceError
    from bura.log import read_log
    from bura.transcript import read_transcript

    try:
        head = path.read_bytes()[:4096].lstrip()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}") from error
    if head.startswith(b"{"):
        loaded = read_log(path)
        if loaded.problem is not None:
            click.echo(f"bura: {loaded.problem}", err=True)
        return loaded.entries
    try:
        return read_transcript(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise SourceError(f"{path} is neither a log nor a transcript: it is not text") from error


@click.command(name="replay")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="A line per entry, then the final scoreboard.")
@click.option("--viewer", default="umpire", show_default=True, help="table, umpire, spectator, or a seat.")
@click.option(
    "--lang", type=click.Choice(("en", "ru", "ka", "uk")), default="en", show_default=True, help="Language."
)
def command(log: Path, as_json: bool, viewer: str, lang: str) -> None:
    """Tell and judge LOG once more: a table's log (JSON lines) or a transcript of `bura play`."""
    from bura.errors import BuraError, LogError
    from bura.replay import replay
    from bura.transcript import transcript
    from bura.view import Role, Viewer, scoreboard
    from bura_server.retell import retold
    from bura_server.seating import check_viewer

    try:
        entries = _read(log)
        told = replay(entries)
    except BuraError as error:
        if str(log) in str(error):
            raise
        raise LogError(f"{log} cannot be replayed: {error}") from error
    check_viewer(viewer, (role.value for role in Role if role is not Role.SEAT), told.state.seats)
    who = Viewer.parse(viewer, lang)
    board = scoreboard(told, who).to_json()
    if who.role is not Role.UMPIRE:
        # whoever is not the umpire is told what his screen at the table would show, and no more
        entries, told, _ = retold(entries, told, who)
    if as_json:
        for entry in entries:
            click.echo(json.dumps(entry.to_json(), ensure_ascii=False))
        click.echo(json.dumps({"final": board}, ensure_ascii=False))
        return
    if told.state.names:
        # a remark: what is printed here can be replayed itself
        click.echo(f"# {', '.join(f'{seat} is {name}' for seat, name in told.state.names)}")
    click.echo(transcript(entries, lang, told, decimals=DECIMALS), nl=False)
