"""`bura demo`: referee the bundled clip and show the scoreboard page."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from bura_server.settings import LANGUAGES
from bura_server.store.database import FILE_NAME

#: clip.mp4, table.toml, say.jsonl and truth.jsonl, made by the simulator
DEMO = Path(str(files("bura_server") / "demo"))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder that keeps the demo's log; by default one of its own, so that nothing of it is in your history.",
)
@click.option("--resume", is_flag=True, help="Go on with the log of the last demo on this port.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0),
    default=1.0,
    show_default=True,
    help="0: as fast as it can be read.",
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the page."
)
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(
    host: str, port: int, data: Path | None, resume: bool, speed: float, lang: str, no_browser: bool
) -> None:
    """Referee a bundled deal of 70 seconds at its own speed; the page stays up at the end."""
    from bura_server.storage import data_folder, make_folder
    from bura_server.table import TableWish, serve

    data = (data_folder() / "demo" if data is None else data).expanduser().resolve()
    make_folder(data)
    wish = TableWish(
        camera=str(DEMO / "clip.mp4"),
        rules="classic31",
        layout=DEMO / "table.toml",
        say=DEMO / "say.jsonl",
        names=("Ann", "Boris"),
        data=data,
        table=f"demo-{port}",
        # its own one, whatever database is named for real tables
        database=f"sqlite:///{data / FILE_NAME}",
        new=not resume,
        keep_old=False,
    )
    serve(
        wish, host=host, port=port, lang=lang, speed=speed, browser=not no_browser, say=click.echo, warn=_warn
    )


def _warn(text: str) -> None:
    click.echo(text, err=True)
