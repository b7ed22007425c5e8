"""A deck of photographed cards: cut out of photographs, straightened, coloured as they were photographed.

    python -m bura_datasets.cutouts PHOTOS OUT [--sheet SHEET.png] [--leave-out NAME …]

PHOTOS is a folder with ``images/`` and ``truth.jsonl``: lines ``{"name": "a.jpg", "boxes": [["KH", cx, cy, w, h]]}``
with boxes of whole cards as shares of the picture. OUT becomes a deck folder for ``--deck``: one picture a card, a
drawn back, ``photographed.json`` (which photograph each came from) and ``tables/`` (table tops grown from the
photographs' own grounds). Only pictures with a single card are used, whose outline is told from the ground; of
several of one card the sharpest counts. Nothing of it belongs into a repository: the photographs have their owners.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura.errors import BuraError, SourceError
from bura_datasets.decks import PICTURE_PX
from bura_datasets.procedural import draw_back, random_style

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

ASPECT = 88.0 / 63.0
"""height over width of a poker card"""
PAPER_LEVEL = 238.0
"""the paper's brightest part is brought to this grey level, all colours by one factor"""

EVEN = 36.0
"""a ground whose grey levels spread more than this is no table top"""


@dataclass(frozen=True, slots=True)
class CutSettings:
    """What an outline must be like."""

    margin: float = 0.12
    """how much of the box's sides around it is looked at"""
    aspect_tolerance: float = 0.14
    """a straightened card's sides differ from a card's by at most this share"""
    fill: float = 0.945
    """share of the quadrangle that the found paper fills (round corners take 1 %)"""
    straight_px: float = 2.4
    """how far, on the average, the outline's points may lie from its four lines"""
    least_px: float = 105.0
    """a card must be this high in the photograph"""
    table_px: tuple[int, int] = (1600, 900)
    """size of a grown table top"""
    tables: int = 6


@dataclass(frozen=True, slots=True)
class CutOut:
    """One card cut from one photograph."""

    card: Card
    name: str
    picture: Pixels
    """(419, 300, 3) BGR"""
    sharpness: float
    height_px: float


def corners_of(region: Pixels, s: CutSettings) -> Floats | None:
    """The card's four corners (4, 2) in a region that holds one card, clockwise; None when it is not plain."""
    paper = _paper(region)
    found, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        return None
    outline = max(found, key=cv2.contourArea)
    area = cv2.contourArea(outline)
    if area < 0.25 * region.shape[0] * region.shape[1]:
        return None
    hull = cv2.convexHull(outline).reshape(-1, 2).astype(np.float64)
    box = cv2.boxPoints(cv2.minAreaRect(hull.astype(np.float32))).astype(np.float64)
    points = outline.reshape(-1, 2).astype(np.float64)
    lines, away = [], []
    for n in range(4):
        a, b = box[n], box[(n + 1) % 4]
        along = b - a
        length = float(np.hypot(*along))
        share = (points - a) @ along / length**2
        off = np.abs((points - a) @ np.array([-along[1], along[0]]) / length)
        side = points[(share > 0.12) & (share < 0.88) & (off < 0.08 * length)]
        if len(side) < 12:
            return None
        vx, vy, x, y = (
            float(v) for v in cv2.fitLine(side.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        )
        lines.append((np.array([x, y]), np.array([vx, vy])))
        away.append(float(np.abs((side - [x, y]) @ np.array([-vy, vx])).mean()))
    if max(away) > s.straight_px:
        return None
    corners = []
    for n in range(4):
        (p, u), (q, v) = lines[n - 1], lines[n]
        matrix = np.array([u, -v]).T
        if abs(float(np.linalg.det(matrix))) < 0.2:
            return None
        corners.append(p + u * float(np.linalg.solve(matrix, q - p)[0]))
    quad = np.array(corners)
    if area / max(1.0, float(cv2.contourArea(quad.astype(np.float32)))) < s.fill:
        return None
    return quad


def _paper(region: Pixels) -> Pixels:
    """Mask of the card: what is like its border, without the holes of its print."""
    lab = cv2.cvtColor(region, cv2.COLOR_BGR2LAB)
    level, mask = cv2.threshold(
        cv2.GaussianBlur(lab[..., 0], (0, 0), 0.8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU
    )
    del level
    mask = cv2.morphologyEx(np.asarray(mask, np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(mask)
    if found:
        cv2.drawContours(whole, [max(found, key=cv2.contourArea)], -1, 255, -1)
    wide = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    return np.asarray(wide, np.uint8)


def straightened(picture: Pixels, quad: Floats, s: CutSettings) -> tuple[Pixels, float] | None:
    """The card as a straight picture at `PICTURE_PX` and its height in the photograph; None for a wrong shape."""
    sides = [float(np.hypot(*(quad[(n + 1) % 4] - quad[n]))) for n in range(4)]
    first, second = (sides[0] + sides[2]) / 2.0, (sides[1] + sides[3]) / 2.0
    if first > second:  # the first side is a long one: begin at the next corner
        quad = np.roll(quad, -1, axis=0)
        first, second = second, first
    if abs(second / first / ASPECT - 1.0) > s.aspect_tolerance or second < s.least_px:
        return None
    width, height = PICTURE_PX
    # a hair inside the outline: no ground along the edges
    middle = quad.mean(axis=0)
    inner = middle + (quad - middle) * (1.0 - 1.2 / second)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(inner.astype(np.float32), target)
    flat = cv2.warpPerspective(
        picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8), second


def exposed(card: Pixels) -> Pixels:
    """Lighter or darker by one factor, so that decks of many photographs are of one paper."""
    bright = float(np.percentile(card.min(axis=2), 90))
    return np.asarray(cv2.convertScaleAbs(card, alpha=min(2.5, PAPER_LEVEL / max(bright, 40.0))), np.uint8)


def cut_outs(photos: Path, s: CutSettings) -> Iterator[CutOut]:
    """Every card that can be cut out plainly.

    :raises SourceError: when the folder or its truth file cannot be read.
    """
    truth = photos / "truth.jsonl"
    try:
        rows = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise SourceError(
            f"{truth} cannot be read ({error}): give a folder with images/ and truth.jsonl"
        ) from None
    for row in rows:
        if len(row["boxes"]) != 1:
            continue
        picture = cv2.imread(str(photos / "images" / row["name"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise SourceError(f"photograph {photos / 'images' / row['name']} cannot be read: remove its line")
        name, cx, cy, w, h = row["boxes"][0]
        rows_px, columns = picture.shape[:2]
        x0, x1 = (round((cx + side * (0.5 + s.margin) * w) * columns) for side in (-1, 1))
        y0, y1 = (round((cy + side * (0.5 + s.margin) * h) * rows_px) for side in (-1, 1))
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(columns, x1), min(rows_px, y1)
        quad = corners_of(np.asarray(picture[y0:y1, x0:x1], np.uint8), s)
        flat = (
            None
            if quad is None
            else straightened(np.asarray(picture, np.uint8), quad + np.array([x0, y0]), s)
        )
        if flat is not None:
            edges = cv2.Laplacian(cv2.cvtColor(flat[0], cv2.COLOR_BGR2GRAY), cv2.CV_64F)
            yield CutOut(Card.parse(name), row["name"], exposed(flat[0]), float(edges.std()), flat[1])


def best_of(found: list[CutOut]) -> dict[Card, CutOut]:
    """The sharpest cut-out of each card, large ones first."""
    best: dict[Card, CutOut] = {}
    for cut in found:
        known = best.get(cut.card)
        if known is None or _worth(cut) > _worth(known):
            best[cut.card] = cut
    return best


def _worth(cut: CutOut) -> float:
    return min(cut.height_px, 170.0) * cut.sharpness


def grown_table(ground: Pixels, size_px: tuple[int, int], rng: Random) -> Pixels:
    """A table top (h, w, 3) in the looks of a small piece of ground: patches of it, feathered into each other."""
    patch = min(ground.shape[0], ground.shape[1], 160)
    lap = patch // 3
    ramp = np.minimum(np.arange(patch) + 1.0, np.arange(patch)[::-1] + 1.0)
    ramp = np.clip(ramp / lap, 0.0, 1.0)
    weight = (ramp[:, None] * ramp[None, :]).astype(np.float32)[..., None]
    width, height = size_px
    total = np.zeros((height + 2 * patch, width + 2 * patch, 3), np.float32)
    weights = np.full((height + 2 * patch, width + 2 * patch, 1), 1e-6, np.float32)
    level = ground.reshape(-1, 3).mean(axis=0)
    for y in range(0, height + lap, patch - lap):
        for x in range(0, width + lap, patch - lap):
            top = rng.randint(0, ground.shape[0] - patch)
            left = rng.randint(0, ground.shape[1] - patch)
            piece = ground[top : top + patch, left : left + patch].astype(np.float32)
            piece += 0.7 * (level - piece.reshape(-1, 3).mean(axis=0))
            total[y : y + patch, x : x + patch] += piece * weight
            weights[y : y + patch, x : x + patch] += weight
    mean = total / weights
    return np.asarray(np.clip(mean[lap : lap + height, lap : lap + width], 0, 255), np.uint8)


def grounds(
    photos: Path, wanted: int, rng: Random, leave_out: tuple[str, ...] = ()
) -> Iterator[tuple[str, Pixels]]:
    """Card-free pieces of photographs that are unlike each other.

    :raises SourceError: when a photograph cannot be read.
    """
    rows = [json.loads(line) for line in (photos / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    rng.shuffle(rows)
    seen: list[NDArray[np.float64]] = []
    for row in rows:
        if len(row["boxes"]) > 2 or not row["boxes"] or row["name"] in leave_out:
            continue
        picture = cv2.imread(str(photos / "images" / row["name"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise SourceError(f"photograph {photos / 'images' / row['name']} cannot be read: remove its line")
        rows_px, columns = picture.shape[:2]
        top = min(cy - h / 2 for _, _, cy, _, h in row["boxes"]) - 0.03
        bottom = max(cy + h / 2 for _, _, cy, _, h in row["boxes"]) + 0.03
        pieces = [picture[: max(0, int(top * rows_px))], picture[int(bottom * rows_px) :]]
        piece = max(pieces, key=lambda part: part.shape[0])
        if piece.shape[0] < 130 or columns < 130:
            continue
        tone = piece.reshape(-1, 3).mean(axis=0)
        even = piece.astype(np.float32).reshape(-1, 3).std(axis=0).mean()
        if even > EVEN or any(float(np.abs(tone - other).max()) < 22.0 for other in seen):
            continue
        seen.append(tone)
        yield str(row["name"]), np.asarray(piece, np.uint8)
        if len(seen) >= wanted:
            return


def make_deck(photos: Path, out: Path, s: CutSettings, leave_out: tuple[str, ...] = ()) -> dict[Card, CutOut]:
    """Write the deck folder; returns what was taken.

    :raises SourceError: when nothing could be cut out, or a file cannot be read or written.
    """
    best = best_of([cut for cut in cut_outs(photos, s) if cut.name not in leave_out])
    if not best:
        raise SourceError(
            f"no card of {photos} could be cut out: give photographs of single cards on a darker table"
        )
    try:
        (out / "tables").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(f"folder {out} cannot be made ({error.strerror}): choose another one") from None
    for card, cut in best.items():
        cv2.imwrite(str(out / f"{card}.png"), cut.picture)
    cv2.imwrite(str(out / "back.png"), draw_back(random_style("en", Random(5))))
    tables = {}
    for n, (name, ground) in enumerate(grounds(photos, s.tables, Random(1), leave_out)):
        cv2.imwrite(str(out / "tables" / f"{n:02d}.png"), grown_table(ground, s.table_px, Random(n)))
        tables[f"{n:02d}.png"] = name
    record = {"cards": {str(card): cut.name for card, cut in sorted(best.items())}, "tables": tables}
    (out / "photographed.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    note = f"cut out of the photographs in {photos.name}: see their own licences; not to be passed on"
    (out / "LICENCE.txt").write_text(note + "\n", encoding="utf-8")
    return best


def contact_sheet(best: dict[Card, CutOut]) -> Pixels:
    """All cut-outs beside each other, for looking at."""
    tiles = []
    for card in sorted(best):
        tile = cv2.resize(best[card].picture, (150, 210), interpolation=cv2.INTER_AREA)
        cv2.putText(tile, f"{card} {best[card].name[-8:-4]}", (4, 204), 0, 0.4, (255, 0, 160), 1, cv2.LINE_AA)
        tiles.append(tile)
    while len(tiles) % 8:
        tiles.append(np.full((210, 150, 3), 90, np.uint8))
    rows = [np.hstack(tiles[n : n + 8]) for n in range(0, len(tiles), 8)]
    return np.asarray(np.vstack(rows), np.uint8)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bura_datasets.cutouts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", type=Path, help="folder with images/ and truth.jsonl")
    parser.add_argument("out", type=Path, help="the deck folder to be made")
    parser.add_argument("--sheet", type=Path, help="write a picture with all cut-outs here")
    parser.add_argument("--leave-out", nargs="*", default=[], help="photographs that are not to be used")
    options = parser.parse_args(arguments)
    try:
        best = make_deck(options.photos, options.out, CutSettings(), tuple(options.leave_out))
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if options.sheet is not None:
        cv2.imwrite(str(options.sheet), contact_sheet(best))
    sys.stdout.write(f"{options.out}: {len(best)} cards: {' '.join(str(card) for card in sorted(best))}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
