"""Table surfaces and light, drawn by procedure or taken from a folder of photographs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError, SourceError
from bura_datasets.lamps import Sun, Switch

Floats = NDArray[np.float32]

#: (B, G, R) of cloths
CLOTHS: dict[str, tuple[int, int, int]] = {
    "green": (70, 104, 44),
    "blue": (112, 78, 40),
    "red": (52, 42, 128),
    "grey": (110, 112, 114),
    "pale": (196, 208, 214),
    "brown": (70, 92, 122),
    "black": (44, 42, 42),
}
#: (B, G, R) of woods
WOODS: dict[str, tuple[int, int, int]] = {
    "oak": (98, 142, 184),
    "walnut": (52, 76, 108),
    "pine": (128, 178, 214),
    "mahogany": (48, 62, 122),
    "ash": (160, 180, 196),
}
SURFACES = (
    *(f"cloth:{name}" for name in CLOTHS),
    *(f"wood:{name}" for name in WOODS),
    "check:red",
    "check:blue",
)

#: (B, G, R) of tables that are kept for the suite: nothing was set or trained on them
UNSEEN_CLOTHS: dict[str, tuple[int, int, int]] = {
    "wine": (46, 26, 84),
    "teal": (104, 96, 30),
    "mustard": (60, 150, 190),
    "lilac": (176, 140, 150),
    "sand": (150, 178, 196),
}
UNSEEN_WOODS: dict[str, tuple[int, int, int]] = {
    "cherry": (64, 96, 158),
    "grey": (128, 134, 140),
    "ebony": (34, 38, 46),
}
STONES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "marble": ((214, 216, 218), (150, 148, 144)),
    "granite": ((120, 124, 130), (52, 52, 56)),
    "slate": ((74, 72, 66), (96, 94, 90)),
}
"""ground and veins"""
UNSEEN_SURFACES = (
    *(f"cloth:{name}" for name in UNSEEN_CLOTHS),
    *(f"wood:{name}" for name in UNSEEN_WOODS),
    *(f"stone:{name}" for name in STONES),
    "check:green",
    "stripe:blue",
)


def _noise(rng: np.random.Generator, shape: tuple[int, int], sigma: tuple[float, float]) -> Floats:
    """Smooth noise of unit variance; ``sigma`` is (x, y) in px."""
    shrink = max(1, int(min(sigma) / 2))
    small = rng.normal(0, 1, (shape[0] // shrink + 2, shape[1] // shrink + 2)).astype(np.float32)
    blurred = cv2.GaussianBlur(
        small, (0, 0), sigmaX=max(0.3, sigma[0] / shrink), sigmaY=max(0.3, sigma[1] / shrink)
    )
    field = cv2.resize(blurred, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(field / max(1e-6, float(field.std())), dtype=np.float32)


def draw_surface(
    name: str, size_cm: tuple[float, float], px_per_cm: float, rng: np.random.Generator
) -> Floats:
    """The table from above, (h, w, 3) BGR 0..255; ``name`` is one of `SURFACES` or `UNSEEN_SURFACES`.

    :raises BuraError: for an unknown name.
    """
    width, height = round(size_cm[0] * px_per_cm), round(size_cm[1] * px_per_cm)
    kind, _, tone = name.partition(":")
    cloths, woods = CLOTHS | UNSEEN_CLOTHS, WOODS | UNSEEN_WOODS
    if kind == "cloth" and tone in cloths:
        return _cloth((height, width), cloths[tone], px_per_cm, rng)
    if kind == "wood" and tone in woods:
        return _wood((height, width), woods[tone], px_per_cm, rng)
    if kind == "check" and tone in ("red", "blue", "green"):
        return _check((height, width), CLOTHS[tone], px_per_cm, rng)
    if kind == "stripe" and tone in ("blue",):
        return _stripe((height, width), CLOTHS[tone], px_per_cm, rng)
    if kind == "stone" and tone in STONES:
        return _stone((height, width), STONES[tone], px_per_cm, rng)
    raise BuraError(
        f"table surface {name!r}: choose one of {', '.join((*SURFACES, *UNSEEN_SURFACES))}, or a folder of pictures"
    )


def photographed_surface(
    folder: Path, size_cm: tuple[float, float], px_per_cm: float, rng: np.random.Generator
) -> Floats:
    """A table top cut from a random picture of ``folder``.

    :raises SourceError: when the folder holds no readable picture.
    """
    files = sorted(p for p in folder.glob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"))
    if not files:
        raise SourceError(f"table folder {folder} holds no .jpg, .png or .webp picture: give another folder")
    file = files[int(rng.integers(len(files)))]
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        raise SourceError(f"table picture {file} cannot be read: remove or replace it")
    width, height = round(size_cm[0] * px_per_cm), round(size_cm[1] * px_per_cm)
    factor = max(width / picture.shape[1], height / picture.shape[0])
    grown = cv2.resize(
        picture,
        (int(picture.shape[1] * factor) + 1, int(picture.shape[0] * factor) + 1),
        interpolation=cv2.INTER_AREA,
    )
    return np.asarray(grown[:height, :width], dtype=np.float32)


def _cloth(
    shape: tuple[int, int], colour: tuple[int, int, int], scale: float, rng: np.random.Generator
) -> Floats:
    fibre = (
        0.6 * _noise(rng, shape, (0.7, 0.7))
        + 0.5 * _noise(rng, shape, (2.2, 0.8))
        + 0.3 * _noise(rng, shape, (0.8, 2.5))
    )
    worn = _noise(rng, shape, (3.0 * scale, 3.0 * scale))
    creases = np.abs(_noise(rng, shape, (9.0 * scale, 5.0 * scale)))
    value = 1.0 + 0.055 * fibre + 0.03 * worn - 0.04 * np.exp(-((creases / 0.03) ** 2))
    return np.asarray(np.clip(value[..., None] * np.array(colour, np.float32), 0, 255), dtype=np.float32)


def _wood(
    shape: tuple[int, int], colour: tuple[int, int, int], scale: float, rng: np.random.Generator
) -> Floats:
    plank = int(rng.uniform(9.0, 15.0) * scale)
    out = np.zeros((*shape, 3), np.float32)
    y = 0
    while y < shape[0]:
        rows = min(plank, shape[0] - y)
        part = (rows, shape[1])
        warp = (
            3.0 * _noise(rng, part, (18.0 * scale, 1.6 * scale))
            + np.linspace(0, rng.uniform(3, 9), rows, dtype=np.float32)[:, None]
        )
        rings = np.sin(warp * rng.uniform(3.0, 5.0)) * 0.5
        grain = _noise(rng, part, (6.0 * scale, 0.6)) * 0.55 + _noise(rng, part, (1.4 * scale, 0.5)) * 0.35
        value = 1.0 + 0.06 * rings + 0.05 * grain + rng.normal(0, 0.05)
        tint = np.array(colour, np.float32) * (1.0 + rng.normal(0, 0.02, 3).astype(np.float32))
        out[y : y + rows] = value[..., None] * tint
        out[y : y + max(1, int(0.08 * scale))] *= 0.55
        y += plank
    return np.clip(out, 0, 255).astype(np.float32)


def _check(
    shape: tuple[int, int], colour: tuple[int, int, int], scale: float, rng: np.random.Generator
) -> Floats:
    step = 3.2 * scale
    rows = (np.arange(shape[0], dtype=np.float32) // step % 2)[:, None]
    columns = (np.arange(shape[1], dtype=np.float32) // step % 2)[None, :]
    share = cv2.GaussianBlur((0.5 * (rows + columns)).astype(np.float32), (0, 0), 0.05 * scale + 0.5)
    weave = 1.0 + 0.05 * _noise(rng, shape, (0.7, 0.7)) + 0.03 * _noise(rng, shape, (4 * scale, 4 * scale))
    white = np.array((222, 226, 228), np.float32)
    out = white * (1 - share[..., None]) + np.array(colour, np.float32) * share[..., None]
    return np.asarray(np.clip(out * weave[..., None], 0, 255), dtype=np.float32)


def _stripe(
    shape: tuple[int, int], colour: tuple[int, int, int], scale: float, rng: np.random.Generator
) -> Floats:
    """A woven mat: narrow stripes of two tones along the table."""
    y = np.arange(shape[0], dtype=np.float32) / (0.9 * scale)
    share = np.clip(4.0 * np.sin(y * np.pi) + 0.5, 0.0, 1.0)[:, None, None]
    weave = 1.0 + 0.06 * _noise(rng, shape, (2.5, 0.7)) + 0.03 * _noise(rng, shape, (4 * scale, 4 * scale))
    pale = np.array((196, 206, 212), np.float32)
    tone = pale * (1 - share) + np.array(colour, np.float32) * 1.3 * share
    return np.asarray(np.clip(tone * weave[..., None], 0, 255), dtype=np.float32)


def _stone(
    shape: tuple[int, int],
    tones: tuple[tuple[int, int, int], tuple[int, int, int]],
    scale: float,
    rng: np.random.Generator,
) -> Floats:
    """Polished stone: clouds, grains and thin veins."""
    ground, vein = (np.array(tone, np.float32) for tone in tones)
    cloud = _noise(rng, shape, (6.0 * scale, 5.0 * scale))
    warp = _noise(rng, shape, (4.0 * scale, 3.0 * scale)) + 0.35 * _noise(
        rng, shape, (0.8 * scale, 0.8 * scale)
    )
    veins = np.exp(-((warp / 0.05) ** 2)) * np.clip(0.6 + 0.5 * cloud, 0.0, 1.0)
    grain = np.clip(0.5 + 0.8 * _noise(rng, shape, (1.4, 1.4)), 0.0, 1.0)
    share = np.clip(0.75 * veins + 0.22 * grain + 0.06 * cloud, 0.0, 1.0)[..., None]
    return np.asarray(np.clip(ground * (1 - share) + vein * share, 0, 255), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp and the sensor. The defaults are an even, slightly warm room."""

    exposure: float = 1.0
    """factor on the light that reaches the sensor; grey levels follow it by the usual display curve"""
    gradient: float = 0.22
    """how much darker the far side is"""
    direction_deg: float = -50.0
    """where the light comes from in the picture; 0 is the right, -90 the top"""
    warmth: float = 0.03
    """positive is yellowish, negative bluish"""
    vignette: float = 0.12
    shadow: float = 0.42
    """darkness of cast shadows"""
    shadow_cm: float = 0.45
    """offset of a shadow per centimetre of height: a low side lamp casts long ones"""
    shadow_soft: float = 0.55
    """softness of shadows, cm per cm of height plus a contact part"""
    noise: float = 1.6
    """standard deviation of the sensor's noise, grey levels"""
    flicker: float = 0.0
    """share by which mains flicker and a loose lamp change the exposure"""
    blur_px: float = 0.55
    """blur of the lens, px"""
    shutter_s: float = 1 / 80
    """exposure time: how long motion smears"""
    switches: tuple[Switch, ...] = ()
    """lamps that go on or out during the deal"""
    sun: Sun | None = None
    """a sunbeam that wanders over the table"""


def light_field(light: Light, size_px: tuple[int, int]) -> Floats:
    """Factor (h, w, 3) by which a surface's own colour is seen at each pixel."""
    width, height = size_px
    x, y = np.meshgrid(
        np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-0.6, 0.6, height, dtype=np.float32)
    )
    angle = np.deg2rad(light.direction_deg)
    slope = (x * np.cos(angle) + y * np.sin(angle)) / 1.2
    value = (
        light.exposure ** (1 / 2.2)
        * (1.0 + light.gradient * slope)
        * (1.0 - light.vignette * (x * x + y * y))
    )
    tint = np.array([1 - light.warmth, 1.0, 1 + light.warmth], np.float32)
    return np.asarray(value[..., None] * tint, dtype=np.float32)
