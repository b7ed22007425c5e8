"""Is a recording mirrored? Found out from its first settled pictures, before anybody trusts what follows."""

from __future__ import annotations

from dataclasses import dataclass

from bura_vision.find_then_read import FindThenRead
from bura_vision.interpreter import TableState
from bura_vision.mirror import MirrorSettings, is_mirrored, whole_cards
from bura_vision.pipeline import Tick
from bura_vision.reading import Reading, read_picture
from bura_vision.source import Image


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """When and how often it is looked at."""

    first_s: float = 1.0
    """pictures before this are not asked: the recording may begin with somebody's hand"""
    every_s: float = 3.0
    """pause between two looks, seconds of the recording"""
    most: int = 12
    """after so many looks that could not tell, it is left at that"""
    agree: int = 2
    """so many looks must call it mirrored"""


class MirrorCheck:
    """Looks at a recording's settled pictures until one tells.

    :param detector: reads them; a recording in which cards lie open costs one reading, of a second or less.
    """

    def __init__(self, detector: FindThenRead, settings: CheckSettings | None = None) -> None:
        self._detector = detector
        self._s = settings or CheckSettings()
        self._next_s = self._s.first_s
        self._looks = self._votes = 0
        self._decided = False

    def is_mirrored(self, tick: Tick) -> bool:
        """Is it known by now that the recording is mirrored?"""
        if self._decided or tick.frame is None or tick.step is None or tick.at_s < self._next_s:
            return False
        if tick.step.hands or tick.step.state in (TableState.PAUSED, TableState.SETTLING):
            return False
        self._next_s = tick.at_s + self._s.every_s
        self._looks += 1
        reading = self._read(tick.frame.image)
        if is_mirrored(tick.frame.image, reading, self._read):
            self._votes += 1
        right = bool(whole_cards(reading, MirrorSettings()))
        self._decided = right or self._votes >= self._s.agree or self._looks >= self._s.most
        return self._votes >= self._s.agree

    def _read(self, image: Image) -> Reading:
        return read_picture(image, self._detector)
