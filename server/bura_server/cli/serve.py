"""`bura serve`: referee a table from a camera, an address or a file, with the scoreboard page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bura.table import SEATS
from bura_server.settings import FOLLOWED_MOST, LANGUAGES

if TYPE_CHECKING:
    from bura_server.table import TableWish


@click.command()
@click.option(
    "--camera",
    "camera",
    metavar="NUMBER|ADDRESS|FILE|phone|none",
    help="A camera's number, an rtsp:// or http:// address, a recording, phone (its code is on the page /phone), or"
    " none. Without it the set-up page asks.",
)
@click.option(
    "--rules",
    help="A game of `bura rules`, or an option file; default: the log's, or classic31 for a new log.",
)
@click.option("--table", "layout", type=click.Path(path_type=Path), help="Table layout (TOML).")
@click.option("--say", type=click.Path(path_type=Path), help="What was spoken (JSON lines), for recordings.")
@click.option("--names", help="Players' names, clockwise from the picture's bottom edge: Ann,Boris.")
@click.option(
    "--seats",
    "players",
    type=click.IntRange(2, len(SEATS)),
    help=f"How many players sit at the table; more than {FOLLOWED_MOST} only with --camera none.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one."
)
@click.option(
    "--https-port",
    type=click.IntRange(0, 65535),
    help="Let phones in over HTTPS there; default: 8443, once a phone is wanted.",
)
@click.option(
    "--log",
    "log",
    type=click.Path(path_type=Path),
    help="Keep the log in this file (JSON lines), not in the database.",
)
@click.option("--deck", metavar="NAME", help="The deck on the table, enrolled with `bura enrol`.")
@click.option(
    "--data", type=click.Path(path_type=Path), help="Folder that keeps the database and the evidence."
)
@click.option(
    "--database",
    metavar="URL",
    envvar="BURA_DATABASE",
    help="Keep logs there: postgresql://user@host/name, or sqlite:////path/file.db; default: bura.db in --data.",
)
@click.option("--new", is_flag=True, help="Begin a new log; the old one is kept.")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="The table's language, for screens whose browser speaks none of these; default: as chosen at the last"
    " set-up, or en.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(
    camera: str | None,
    rules: str | None,
    layout: Path | None,
    say: Path | None,
    names: str | None,
    players: int | None,
    host: str,
    port: int,
    https_port: int | None,
    log: Path | None,
    deck: str | None,
    data: Path | None,
    database: str | None,
    new: bool,
    lang: str | None,
    no_browser: bool,
) -> None:
    """Referee a table and show the scoreboard page; without --camera, set a table up on the page.

    The log on disk holds the whole deal: stop the program, start it again with the same camera, and it goes on
    where it was.
    """
    from bura_server.handkept import NO_CAMERA
    from bura_server.table import TableWish, WishError

    if camera is None:
        asked = {"--rules": rules, "--table": layout, "--say": say, "--names": names, "--seats": players}
        given = [name for name, value in {**asked, "--log": log, "--new": new}.items() if value]
        if given:
            raise WishError(
                f"{given[0]} is for a table with a camera: give --camera too, or set it up on the page"
            )
        _serve(
            None,
            host=host,
            port=port,
            https_port=https_port,
            lang=lang,
            browser=not no_browser,
            data=data,
            database=database,
        )
        return
    if players is not None and players > FOLLOWED_MOST and camera != NO_CAMERA:
        raise WishError(
            f"--seats {players}: a camera follows at most {FOLLOWED_MOST} players; with --camera none up to"
            f" {len(SEATS)} are kept by hand"
        )
    wish = TableWish(
        camera=camera,
        rules=rules,
        layout=layout,
        say=say,
        names=tuple(name.strip() for name in names.split(",")) if names else (),
        players=players,
        log=log,
        deck=deck,
        data=data,
        database=database,
        new=new,
    )
    _serve(wish, host=host, port=port, https_port=https_port, lang=lang, browser=not no_browser)


def _serve(
    wish: TableWish | None,
    *,
    host: str,
    port: int,
    https_port: int | None,
    lang: str | None,
    browser: bool,
    data: Path | None = None,
    database: str | None = None,
) -> None:
    from bura_server.table import serve

    serve(
        wish,
        host=host,
        port=port,
        https_port=https_port,
        lang=lang,
        browser=browser,
        data=data,
        database=database,
        say=click.echo,
        warn=_warn,
    )


def _warn(text: str) -> None:
    click.echo(text, err=True)
