"""A person who plays at the terminal: sees his hand, types his acts."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bura.cards import Card, parse_cards
from bura.combos import Combo
from bura.errors import ParseError
from bura.players import Answer, Look
from bura.tricks import check_lead


class Person:
    """Asks for every decision. What the rules do not allow is explained and asked again."""

    def __init__(self, lang: str = "en") -> None:
        """A person; ``lang`` is kept for the sentences he reads."""
        self.lang = lang

    def lead(self, look: Look) -> tuple[Card, ...]:
        """Cards to lead, as in ``KS 10S``."""
        self._show(look)
        while True:
            cards = self._ask_cards(f"lead 1 to {look.most}", look.hand)
            if not 1 <= len(cards) <= look.most:
                click.echo(f"lead 1 to {look.most} cards")
                continue
            wrong = check_lead(look.rules, look.order.trump, cards, seat=look.seat, leader=look.seat)
            if wrong is None:
                return cards
            click.echo(f"not allowed: {wrong.value.replace('_', ' ')}")

    def reply(self, look: Look) -> tuple[tuple[Card, ...], bool]:
        """Cards to lay, ``-`` before them to lay them face down."""
        self._show(look)
        size = min(len(look.target), len(look.hand))
        while True:
            text = self._ask(f"lay {size} on {_symbols(look.target)} (- before them: face down)")
            down = text.startswith("-")
            cards = self._read(text.lstrip("- "), look.hand)
            if cards is None:
                continue
            if len(cards) != size:
                click.echo(f"lay {size}")
            elif down and look.rules.discard_face == "open":
                click.echo("at this table no card is laid face down")
            else:
                return cards, down

    def claims(self, look: Look) -> bool:
        """Only asked when it could be true: nobody wants to be asked after every trick."""
        total = look.taken + look.rules.compensation(look.seat)
        if total * 2 < look.rules.needed:
            return False
        return self._yes(f"claim {look.rules.needed}?")

    def stops(self, look: Look, combo: Combo, /) -> bool:
        """Announce a combination?"""
        self._show(look)
        return self._yes(f"you hold {combo.value.replace('_', ' ')}: say Stop?")

    def raises(self, look: Look) -> bool:
        """Raise before leading?"""
        self._show(look)
        return self._yes(f"the deal is worth {look.stake}: raise?")

    def answers(self, look: Look, to: int, may_raise: bool, /) -> str:
        """Accept, refuse or raise further."""
        self._show(look)
        choices = {"a": Answer.ACCEPT, "r": Answer.REFUSE} | ({"+": Answer.RAISE} if may_raise else {})
        while True:
            text = self._ask(f"raised to {to}: a = accept, r = refuse" + (", + = raise" if may_raise else ""))
            if text in choices:
                return choices[text]

    # --- the terminal -----------------------------------------------------------------------------------

    def _show(self, look: Look) -> None:
        hand = sorted(look.hand, key=lambda card: (card.suit, look.order.strength(card)))
        click.echo(f"  {look.seat}: {_symbols(hand)}   trump {look.trump.symbol}, stock {look.stock}")

    def _ask(self, what: str) -> str:
        answer: str = click.prompt(f"  {what}", prompt_suffix="> ", type=str)
        return answer.strip().lower()

    def _yes(self, what: str) -> bool:
        return self._ask(f"{what} (y/n)").startswith("y")

    def _ask_cards(self, what: str, hand: Sequence[Card]) -> tuple[Card, ...]:
        while True:
            cards = self._read(self._ask(what), hand)
            if cards is not None:
                return cards

    def _read(self, text: str, hand: Sequence[Card]) -> tuple[Card, ...] | None:
        try:
            cards = parse_cards(text)
        except ParseError as error:
            click.echo(str(error))
            return None
        for card in cards:
            if card not in hand:
                click.echo(f"{card.symbol} is not in your hand")
                return None
        if len(set(cards)) != len(cards):
            click.echo("name each card once")
            return None
        return cards


def _symbols(cards: Sequence[Card]) -> str:
    return " ".join(card.symbol for card in cards)
