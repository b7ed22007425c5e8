"""`bura truth`: a corrected log as the truth of its recording."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="truth")
@click.argument("log", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def command(log: Path, out: Path) -> None:
    """Write what LOG holds once its corrections are made as the truth file OUT (a new file).

    LOG is the log of a recording (`bura watch --log`, `bura serve --log`, or the page's history, exported as
    .jsonl), corrected on the page. OUT has the form of the simulator's truth.jsonl: `benchmarks/watching.py`
    compares with it.
    """
    from bura.errors import LogError
    from bura.log import read_log
    from bura_server.labelling import truth_of, write_truth

    loaded = read_log(log)
    if loaded.problem is not None:
        click.echo(f"bura: {loaded.problem}", err=True)
    if out.exists():
        raise LogError(f"there is a file {out} already: name a new one, or move the old one away")
    lines = truth_of(loaded.entries)
    write_truth(out, lines)
    acts = sum("event" in line for line in lines)
    click.echo(f"{out}: {acts} acts, {len(lines) - acts} verdicts")
