"""The command `bura`. Each sub-command lives in a file of its own and is imported only when used."""

from __future__ import annotations

import importlib
import logging
import sys

import click

from bura.errors import BuraError

#: name of the sub-command -> the one line shown by `bura --help`.
#: The module bura_server.cli.<name> holds it as `command`.
COMMANDS = {
    "demo": "Referee the bundled clip and show the scoreboard page.",
    "serve": "Referee a table from a camera, an address or a file, with the scoreboard page.",
    "count": "Count the cards and points in photographs.",
    "enrol": "Show a deck once, and it is read better from then on.",
    "watch": "Referee a recording and print its transcript.",
    "judge": "Run worked rule cases and say which pass.",
    "rules": "List the games, or print one game's rules.",
    "play": "Play a whole game in the terminal, refereed.",
    "replay": "Tell and judge a log or a transcript once more.",
    "export-labels": "Write what people corrected as training labels.",
    "truth": "Write a corrected log as the truth of its recording.",
    "simulate": "Render a simulated deal as video with its true events.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported on use, so that `bura count` never loads the server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"bura_server.cli.{cmd_name.replace('-', '_')}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bura")
@click.option("--verbose", is_flag=True, help="Show what the program is doing on standard error.")
def bura(verbose: bool) -> None:
    """Watch a real card table and referee Bura."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )


def main(argv: list[str] | None = None) -> None:
    """Run `bura`; bad input is one sentence on standard error and exit code 2."""
    try:
        # Outside click's own mode an Exit(code) is not raised but returned.
        code = bura.main(args=argv, prog_name="bura", standalone_mode=False)
    except BuraError as error:
        click.echo(f"bura: {error}", err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"bura: {error.format_message()}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    if isinstance(code, int) and code:
        sys.exit(code)
