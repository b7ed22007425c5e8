"""Every number that a phone as the camera is decided by, beside those of `bura_vision.phone.PhoneSettings`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineSettings:
    """The line of a phone (`bura_server.phone.line`)."""

    gap_s: float = 0.03
    """least time between two pictures: about 30 a second"""
    idle_s: float = 1.0
    """while nobody looks, a picture is asked for this often, so that the phone is known to be there"""
    silent_s: float = 5.0
    """a phone that has owed a picture for this long may be replaced by another"""
    state_s: float = 2.0
    """the phone is told this often how things stand"""
    judge_s: float = 4.0
    """least time between two judgements of its picture"""
    judge_busy_s: float = 12.0
    """… while a table is being watched: the machine has better to do"""
    corrupt_most: int = 30
    """after so many pictures in a row that cannot be unpacked the line is closed"""
    link_hours: float = 24.0
    """how long the camera's link holds that is made for the code on the page"""


@dataclass(frozen=True, slots=True)
class CertificateSettings:
    """The certificates of the HTTPS door (`bura_server.phone.certificates`)."""

    authority_days: int = 3650
    """how long the authority lasts: whoever installed it on a phone does so once"""
    authority_least_days: int = 400
    """… and it is made anew when it would end before a server certificate made now"""
    server_days: int = 397
    """how long a server certificate lasts; some phones take none that lasts longer"""
    server_least_days: int = 30
    """… and it is made anew when it ends sooner than this"""
    backdate_days: int = 1
    """both begin this much earlier: clocks of phones and laptops differ"""
    check_s: float = 30.0
    """how often the machine's addresses are looked at while the server runs"""


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """The HTTPS door (`bura_server.phone.door`)."""

    port: int = 8443
    """where it is, unless ``--https-port`` says otherwise"""
    host: str = "0.0.0.0"
    """on which addresses: a phone is another machine"""
