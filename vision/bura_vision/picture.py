"""Loading and saving pictures: any mode and orientation in, 8-bit BGR out."""

from __future__ import annotations

import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from bura.errors import SourceError

#: pictures smaller than this on a side cannot hold a legible card
MIN_SIDE_PX = 32
#: pictures larger than this are refused rather than filling the memory
MAX_PIXELS = 250_000_000


def load_picture(path: Path) -> NDArray[np.uint8]:
    """An upright (H, W, 3) uint8 BGR picture; the camera's orientation mark is honoured, transparency shown on grey.

    :raises SourceError: no such file, not a picture, truncated, or a size nothing can be read from.
    """
    if path.is_dir():
        raise SourceError(f"{path} is a folder: name a picture file")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)  # broken notes beside the picture, such as EXIF
            limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
            try:
                with Image.open(path) as opened:
                    _check_size(path, *opened.size)
                    image = ImageOps.exif_transpose(opened)
                    image.load()
            finally:
                Image.MAX_IMAGE_PIXELS = limit
    except FileNotFoundError as error:
        raise SourceError(f"there is no file {path}: check the name") from error
    except UnidentifiedImageError as error:
        raise SourceError(f"{path} is not a picture that can be read: save it as JPEG or PNG") from error
    except SourceError:
        raise
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        raise SourceError(f"the picture {path} is damaged ({error}): take it or copy it again") from error
    return _to_bgr(image)


def save_picture(path: Path, image: NDArray[np.uint8]) -> None:
    """Write a picture; the format follows the name's ending.

    :raises SourceError: an ending that names no picture format, or a place that cannot be written.
    """
    try:
        done, data = cv2.imencode(path.suffix or ".", image)
    except cv2.error:
        done = False
    if not done:
        raise SourceError(f"{path} does not end in a picture format: name it .jpg or .png")
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise SourceError(f"{path} cannot be written ({error.strerror}): choose another place") from error


def _check_size(path: Path, width: int, height: int) -> None:
    if min(width, height) < MIN_SIDE_PX:
        raise SourceError(
            f"the picture {path} is only {width}×{height} pixels: no card can be read in it, take a larger one"
        )
    if width * height > MAX_PIXELS:
        raise SourceError(
            f"the picture {path} has {width * height / 1e6:.0f} megapixels: save it with at most {MAX_PIXELS // 10**6}"
        )


def _to_bgr(image: Image.Image) -> NDArray[np.uint8]:
    if image.mode.startswith(("I", "F")):  # 16-bit and float greys: Pillow would clip, not scale
        grey = np.asarray(image, np.float32)
        top = 65535.0 if image.mode.startswith("I") else max(float(grey.max()), 1e-6)
        if image.mode == "I" and float(grey.max()) <= 255:
            top = 255.0
        eight = np.clip(grey / top * 255, 0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(eight[:, :, None], 3, axis=2))
    if image.has_transparency_data:
        over = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", over.size, (114, 114, 114, 255)), over)
    return np.ascontiguousarray(np.asarray(image.convert("RGB"), np.uint8)[:, :, ::-1])
