"""What goes over the wire about a phone as the camera, as OpenAPI shows it (see `bura_server.schemas`)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from bura_vision.quality import Fault, Grade


class PhonePicture(BaseModel):
    """How good the phone's picture is; the words are those of the set-up page."""

    size_px: list[int]
    """width, height"""
    grade: Grade
    cards: int
    """face-up cards that are read in it"""
    faults: list[Fault]
    """worst first"""


class PhoneState(BaseModel):
    """The phone that is connected."""

    by: str | None
    """what people call it; None: no phone is connected"""
    fps: float
    """pictures a second, lately"""
    silent_s: float | None
    """for how long it has owed a picture"""
    paused: bool
    """its holder has paused it"""
    watched: bool
    """does anybody look at its pictures: a table, or the set-up page?"""
    arrived: int
    """pictures since the server began"""
    dropped: int
    """… of which so many were too large or could not be unpacked"""
    picture: PhonePicture | None


class PhoneLink(BaseModel):
    """The way in for a phone."""

    id: str
    url: str
    """opens the page /camera over HTTPS"""
    qr: str
    """the URL as a QR code (SVG)"""
    expires_at: str
    """ISO 8601, UTC"""


class PhoneInfo(BaseModel):
    """A phone as the camera, as the umpire's page shows it."""

    url: str | None
    """the HTTPS door, as in ``https://192.168.1.7:8443``; None: it is closed"""
    authority: str | None
    """where the certificate is that phones may install"""
    fingerprint: str | None
    """its SHA-256, ``AB:CD:…``"""
    link: PhoneLink | None
    """None: none was made yet, or it was taken back"""
    phone: PhoneState


class CameraWays(BaseModel):
    """What a phone's page needs to find its way to HTTPS."""

    secure_url: str | None
    """the same page over HTTPS, with the caller's link; None: the door is closed, or he has no link"""
    authority: str | None
    fingerprint: str | None


class Held(BaseModel):
    """A message of the camera's socket: another phone gives the pictures."""

    type: Literal["held"]
    by: str
    silent_s: float
    """for how long that one has owed a picture"""
    free_in_s: float
    """how long until it may be taken over from"""


class LineState(BaseModel):
    """A message of the camera's socket: how the line is."""

    type: Literal["state"]
    watched: bool
    """does anybody look at the pictures?"""
    table: bool
    """is a table being watched by the phone? Else who looks is the set-up page"""
    fps: float
    dropped: int


class PictureQuality(PhonePicture):
    """A message of the camera's socket: how good the pictures are."""

    type: Literal["quality"]
