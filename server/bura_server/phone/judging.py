"""How good a phone's picture is, in the words of `bura_vision.quality`."""

from __future__ import annotations

import threading

from bura_server.opening import LOOK_LEVELS_PX, LOOK_MOST_PX, Reader
from bura_server.session import Json
from bura_vision.phone import PhoneSettings, unpack


class PictureJudge:
    """Judges pictures, one after another: it takes one core about a second.

    :param reader: gives the detector, which is loaded when first wanted.
    """

    def __init__(self, reader: Reader, settings: PhoneSettings) -> None:
        self._reader, self._settings = reader, settings
        self._lock = threading.Lock()

    def __call__(self, data: bytes) -> Json:
        """How good a packed picture is: `bura_server.schemas.PhonePicture`.

        :raises bura_vision.phone.PictureError: when it cannot be unpacked.
        """
        from bura_vision.mirror import is_mirrored
        from bura_vision.quality import measure
        from bura_vision.reading import ReadingSettings, read_picture

        image = unpack(data, self._settings)
        # As the set-up page looks: what the watching cannot read is not read here either.
        settings = ReadingSettings(
            levels_px=LOOK_LEVELS_PX, max_enlarge=1.0, max_enlarged_px=0, max_level_px=LOOK_MOST_PX
        )
        with self._lock:
            detector = self._reader.detector
            reading = read_picture(image, detector, settings)
            mirrored = is_mirrored(image, reading, lambda back: read_picture(back, detector, settings))
        quality = measure(image, reading, mirrored=mirrored)
        return {
            "size_px": [image.shape[1], image.shape[0]],
            "grade": quality.grade.value,
            "cards": len(reading.cards),
            "faults": [fault.value for fault, _ in quality.faults],
        }
