"""`bura judge`: run worked rule cases and say which pass."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from bura.cases import CaseResult, load_cases, run_case
from bura.errors import ParseError


def _line(result: CaseResult) -> str:
    if result.passed:
        return f"pass  {result.id}"
    got = json.dumps(dict(result.got), ensure_ascii=False)
    expect = json.dumps(dict(result.expect), ensure_ascii=False)
    return f"FAIL  {result.id}  got {got}  expected {expect}"


@click.command(name="judge")
@click.argument("cases", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: id, pass, got, expect.")
def command(cases: Path, as_json: bool) -> None:
    """Run the worked cases of the file CASES, one JSON object a line.

    Exit status 0 when all pass, 1 when one fails, 2 when the file or a line of it cannot be read.
    """
    found = load_cases(cases)
    results = [run_case(case) for case in found.cases]
    for result in results:
        click.echo(json.dumps(result.to_json(), ensure_ascii=False) if as_json else _line(result))
    failed = sum(not result.passed for result in results)
    if not as_json:
        click.echo(f"{len(results) - failed} of {len(results)} cases pass")
    if found.problems:
        more = f" (and {len(found.problems) - 1} more lines)" if len(found.problems) > 1 else ""
        raise ParseError(f"{cases}, {found.problems[0]}{more}: every line must be a case as one JSON object")
    if failed:
        # the group runs without click's own exit handling, so ctx.exit would be lost
        sys.exit(1)
