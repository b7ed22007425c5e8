"""`bura count`: read photographs of spread cards and add up their points."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bura.errors import BuraError
from bura_vision.annotate import annotate
from bura_vision.find_then_read import load_detector
from bura_vision.picture import load_picture, save_picture
from bura_vision.reading import CardReading, Reading, ReadingSettings, read_picture


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one line a picture.")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Write the annotated picture here; with several pictures, a folder.",
)
@click.option(
    "--finder",
    type=click.Path(path_type=Path),
    help="Another finder network: an .onnx file, or an Ultralytics .pt or .engine (needs bura[train]).",
)
@click.option("--deck", metavar="NAME", help="The deck on the pictures, enrolled with `bura enrol`.")
def command(
    images: tuple[Path, ...], as_json: bool, save: Path | None, finder: Path | None, deck: str | None
) -> None:
    """Name the cards in photographs, with each one's confidence, and add up their points.

    A picture that cannot be read is named on standard error, the others are still counted, and the exit code is 2.
    """
    if save is not None and len(images) > 1 and save.suffix:
        raise click.UsageError(f"--save {save} is one file for {len(images)} pictures: name a folder")
    targets = {} if save is None else _targets(save, images)
    settings = ReadingSettings()
    layer = None
    if deck is not None:
        from bura_server.decks import named_deck

        layer = named_deck(deck).layer
        settings = replace(settings, min_confidence=layer.min_confidence)
    detector = load_detector(finder=finder, deck=layer)
    failed = False
    for path in images:
        try:
            image = load_picture(path)
        except BuraError as error:
            if len(images) == 1:
                raise
            click.echo(f"bura: {error}", err=True)
            failed = True
            continue
        reading = read_picture(image, detector, settings)
        click.echo(
            json.dumps(as_record(path, reading), ensure_ascii=False) if as_json else as_text(path, reading)
        )
        if save is not None:
            save_picture(targets[path], annotate(image, reading))
    if failed:
        raise click.exceptions.Exit(2)


def as_record(path: Path, reading: Reading) -> dict[str, Any]:
    """The machine form of one picture's count; a card is named once however many of its corners show.

    Every card comes with its ranked alternatives (probabilities; what is missing to 1 is "no card, or another one").
    Cards too doubtful to be counted are listed apart.
    """
    return {
        "image": str(path),
        "cards": [_card_record(card) for card in reading.cards],
        "doubtful": [_card_record(card) for card in reading.doubtful],
        "backs": len(reading.backs),
        "points": reading.points,
    }


def _card_record(card: CardReading) -> dict[str, Any]:
    return {
        "card": str(card.card),
        "confidence": round(card.confidence, 4),
        "alternatives": [
            {"card": str(other), "confidence": round(p, 4)} for other, p in card.belief.ranked[1:]
        ],
        "boxes": [[round(value, 1) for value in sighting.box] for sighting in card.sightings],
    }


def as_text(path: Path, reading: Reading) -> str:
    """The form for people: a line a card, the sum last."""
    lines = [f"{path}"]
    lines += [
        f"  {card.card.symbol:>4}  {card.card.points:>3} points   sure {card.confidence:.0%}"
        for card in sorted(reading.cards, key=lambda c: (c.card.suit.value, -c.card.points, c.card.index))
    ]
    for card in reading.doubtful:
        others = ", ".join(f"{other.symbol} {p:.0%}" for other, p in card.belief.ranked[:3])
        lines.append(f"     ?  not counted: {others}")
    down = f", {len(reading.backs)} face down" if reading.backs else ""
    lines.append(f"  {len(reading.cards)} cards, {reading.points} points{down}")
    return "\n".join(lines)


def _targets(save: Path, images: tuple[Path, ...]) -> dict[Path, Path]:
    """Where each annotated picture goes: the file itself, or numbered apart in a folder; never onto an input.

    :raises BuraError: when the folder cannot be made or a picture would be overwritten.
    """
    if save.suffix and not save.is_dir():
        targets = {images[0]: save}
    else:
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BuraError(
                f"the folder {save} cannot be made ({error.strerror}): choose another place"
            ) from error
        targets, taken = {}, set[str]()
        for path in dict.fromkeys(images):
            name, number = path.stem, 2
            while name in taken:
                name, number = f"{path.stem}-{number}", number + 1
            taken.add(name)
            targets[path] = save / f"{name}.jpg"
    for target in targets.values():
        if any(target.exists() and path.exists() and target.samefile(path) for path in images):
            raise BuraError(
                f"--save {target} would overwrite a picture that is to be counted: choose another place"
            )
    return targets
