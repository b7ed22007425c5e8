"""`bura rules`: list the games, or print one game's rules."""

from __future__ import annotations

import json

import click

from bura.options import catalogue
from bura.origins import option_origin
from bura.rulebook_page import (
    LANGUAGES,
    option_sentence,
    option_title,
    page_text,
    preset_summary,
    preset_title,
    rules_page,
)
from bura.rulefiles import rules_named, rules_to_text
from bura.rules import RULESETS, RuleSet


def _list(lang: str) -> None:
    width = max(len(name) for name in RULESETS)
    for name in RULESETS:
        click.echo(f"{name:<{width}}  {preset_title(name, lang)}. {preset_summary(name, lang)}")


def _options(rules: RuleSet, lang: str) -> None:
    """Every option with its value, what that says, what it may hold, and where it comes from."""
    values = rules.options()
    for name, option in catalogue().items():
        click.echo(f"{name} = {json.dumps(values[name], ensure_ascii=False)}")
        click.echo(f"    {option_title(name, lang)}: {option_sentence(rules, name, lang)}")
        click.echo(f"    {option.allowed()}")
        click.echo(f"    {option_origin(name, lang)}")


@click.command(name="rules")
@click.argument("game", required=False)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language.")
@click.option("--json", "as_json", is_flag=True, help="The page as JSON.")
@click.option("--options", is_flag=True, help="All options with their values, and what they may hold.")
@click.option("--file", "as_file", is_flag=True, help="An option file (TOML) to begin house rules from.")
def command(game: str | None, lang: str, as_json: bool, options: bool, as_file: bool) -> None:
    """List the games, or print the rules of GAME.

    GAME is one of the listed names, or the path of an option file (.toml or .json) with house rules.
    """
    if game is None:
        _list(lang)
        return
    rules = rules_named(game)
    if options:
        _options(rules, lang)
    elif as_file:
        click.echo(rules_to_text(rules, toml=True), nl=False)
    elif as_json:
        click.echo(json.dumps(rules_page(rules, lang).to_json(), ensure_ascii=False))
    else:
        click.echo(page_text(rules_page(rules, lang)), nl=False)
