"""`bura enrol`: show a deck once, and it is read better from then on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bura.cards import PACK_RANKS, SUITS, Card, pack, parse_cards
from bura.errors import BuraError, ParseError, SourceError

if TYPE_CHECKING:
    from bura_vision.enrolling import Enrolment
    from bura_vision.source import Image

#: what a photograph of one suit may be called
SUIT_NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


@click.command()
@click.argument("name", required=False)
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="NUMBER|ADDRESS", help="Show one card after another to a camera.")
@click.option(
    "--cards",
    "size",
    type=click.Choice([str(size) for size in PACK_RANKS]),
    default="36",
    show_default=True,
    help="How many cards the deck has; tells which ranks a photograph of a suit shows.",
)
@click.option(
    "--order", help='What one photograph shows, row by row, when its name does not say it: "6C 7C 8C …".'
)
@click.option("--force", is_flag=True, help="Replace a deck of this name.")
@click.option("--list", "only_list", is_flag=True, help="List the enrolled decks.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder that keeps the decks.")
def command(
    name: str | None,
    photos: tuple[Path, ...],
    camera: str | None,
    size: str,
    order: str | None,
    force: bool,
    only_list: bool,
    data: Path | None,
) -> None:
    """Enrol the deck NAME from PHOTOS (files or folders), or from a camera.

    A photograph named after a card (AS.jpg, 10H.png) shows that card; one named after a suit (C.jpg, hearts.jpg) shows
    the suit from its lowest card to its ace, in rows; deck.jpg shows the whole deck, clubs first, then diamonds,
    hearts, spades. Cards lie whole, upright and apart on a plain ground darker than they are. Afterwards give
    --deck NAME to count, watch or serve.
    """
    from bura_server.decks import DeckNameError, deck_names, deck_path

    if only_list:
        for known in deck_names(data):
            click.echo(known)
        return
    if name is None:
        raise click.UsageError("name the deck: bura enrol NAME PHOTOS")
    if bool(photos) == (camera is not None):
        raise click.UsageError("give photographs of the deck, or --camera; one of the two")
    if order is not None and len(photos) != 1:
        raise click.UsageError("--order says what one photograph shows: give one")
    path = deck_path(name, data)
    if path.exists() and not force:
        raise DeckNameError(f"there is a deck {name!r} already: --force replaces it, or choose another name")
    deck = pack(int(size))
    shots = [] if camera is not None else _shots(photos, deck, order)

    from bura_vision.enrolling import Enrolment
    from bura_vision.find_then_read import load_detector
    from bura_vision.index_reader import IndexReader
    from bura_vision.picture import load_picture

    enrolment = Enrolment(load_detector())
    for photo, cards in shots:
        enrolment.add(load_picture(photo), cards, str(photo))
        click.echo(f"  {photo}: {' '.join(card.symbol for card in cards)}", err=True)
    if camera is not None:
        _show(camera, deck, enrolment)
    enrolled = enrolment.finish(name, IndexReader())
    enrolled.save(path)
    shown, views = enrolment.cards, int((enrolled.views.cards >= 0).sum())
    click.echo(f"deck {name}: {len(shown)} cards from {views} views of their indices, in {path}")
    missing = [card.symbol for card in deck if card not in shown]
    if missing:
        click.echo(
            f"bura: {len(missing)} of {size} cards were not shown and are read as before: {' '.join(missing)}",
            err=True,
        )


def _shots(
    photos: Sequence[Path], deck: Sequence[Card], order: str | None
) -> list[tuple[Path, tuple[Card, ...]]]:
    """Each photograph with the cards that it shows.

    :raises BuraError: for a name that tells no cards, or an order that is none.
    """
    from bura_vision.source import PICTURE_SUFFIXES

    if order is not None:
        return [(photos[0], parse_cards(order))]
    files: list[Path] = []
    for photo in photos:
        if photo.is_dir():
            inside = sorted(p for p in photo.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
            files += [p for p in inside if not p.stem.lower().startswith("back")]
            if not inside:
                raise SourceError(
                    f"the folder {photo} holds no pictures: name its pictures AS.jpg, 10H.jpg …"
                )
        else:
            files.append(photo)
    return [(file, _cards_of(file, deck)) for file in files]


def _cards_of(file: Path, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that a photograph shows, by its name."""
    stem = file.stem.lower()
    if stem == "deck":
        return tuple(card for suit in SUITS for card in _suit(deck, suit.value))
    suit = SUIT_NAMES.get(stem, stem.upper())
    if suit in SUIT_NAMES.values():
        return _suit(deck, suit)
    try:
        return (Card.parse(file.stem),)
    except ParseError as error:
        raise SourceError(
            f"the name of {file} does not say what it shows: call it after a card (10H.jpg), a suit (hearts.jpg) or"
            " deck.jpg, or give --order"
        ) from error


def _suit(deck: Sequence[Card], suit: str) -> tuple[Card, ...]:
    return tuple(sorted((card for card in deck if card.suit.value == suit), key=lambda card: card.index))


def _show(camera: str, deck: Sequence[Card], enrolment: Enrolment) -> None:
    """Ask for one card after another and take its picture.

    :raises BuraError: when the camera cannot be opened or dies.
    """
    from bura_vision.source import open_source

    source = open_source(camera)
    try:
        pictures = iter(source)
        waiting = list(deck)
        while waiting:
            card = waiting[0]
            click.echo(
                f"Lay {card.symbol} alone under the camera, then Enter (s: leave it out, q: enough): ",
                nl=False,
            )
            answer = sys.stdin.readline()
            if not answer or answer.strip().lower() == "q":
                return
            if answer.strip().lower() != "s":
                try:
                    enrolment.add(_picture(pictures, camera), (card,), f"the picture of {card.symbol}")
                except SourceError as error:
                    if not source.live:
                        raise
                    click.echo(f"bura: {error}", err=True)
                    continue
            waiting.pop(0)
    finally:
        source.close()


def _picture(pictures: object, camera: str) -> Image:
    """The next picture of a source."""
    from collections.abc import Iterator

    from bura_vision.source import Frame

    assert isinstance(pictures, Iterator)
    for item in pictures:
        if isinstance(item, Frame):
            return item.image
    raise BuraError(f"{camera} gives no more pictures: start again with more of them, or with photographs")
