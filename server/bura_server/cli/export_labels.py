"""`bura export-labels`: what people corrected, as training labels."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="export-labels")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--data", type=click.Path(path_type=Path), help="Folder that keeps the database and the evidence."
)
@click.option(
    "--database", metavar="URL", envvar="BURA_DATABASE", help="The database; default: bura.db in --data."
)
@click.option("--match", "match_id", type=click.IntRange(min=1), help="Only this match; default: all.")
def command(folder: Path, data: Path | None, database: str | None, match_id: int | None) -> None:
    """Write the corrected readings of all matches into FOLDER, which must be new or empty.

    labels.jsonl holds one line per corrected entry: what the camera read, what a person says it was, and the
    still of the table, copied beside it, where one was kept.
    """
    from bura_server.history.labels import export_labels
    from bura_server.logplace import database_of
    from bura_server.storage import data_folder

    opened = database_of(database, data)
    try:
        count = export_labels(opened, data_folder(data), folder, match_id)
    finally:
        opened.close()
    lacking = count.labels - count.stills
    click.echo(
        f"{count.labels} corrected entries of {count.matches} matches are in {folder / 'labels.jsonl'}."
    )
    if lacking:
        click.echo(
            f"{lacking} of them have no still: evidence was off, or is older than its limit. They tell what was read"
            " and what it was, but show no picture."
        )
