"""Every number the server decides by, in one place."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("en", "ru", "uk", "ka")
"""languages the page speaks"""
FOLLOWED_MOST = 4
"""most players that a camera follows, one at each edge of the table; more are kept by hand"""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Limits and rhythms of the server."""

    lang: str = "en"
    """the table's language until one is chosen at set-up: for devices that ask for none of `LANGUAGES`"""
    hosts: tuple[str, ...] = ()
    """names, beside this machine's own, by which a browser may ask for the page (as given with --host)"""
    beat_s: float = 10.0
    """a live connection on which nothing happened for this long gets a beat, so that a dead one is noticed"""
    gather_s: float = 0.02
    """changes that come within this time of each other are sent as one message"""
    picture_gap_s: float = 0.08
    """least time between two pictures to one screen"""
    picture_width_px: int = 1280
    """pictures are sent at most this wide"""
    picture_quality: int = 78
    """JPEG quality of the pictures, 0..100"""
    body_bytes: int = 64 * 1024
    """largest request body, and largest message on a WebSocket, a phone's pictures apart"""
    socket_bytes: int = 8 * 1024 * 1024
    """a larger message on any WebSocket is not even read; twice the largest picture, so that one is told why"""
    flood_messages: int = 40
    """a live connection may send this many messages …"""
    flood_s: float = 2.0
    """… in this time; one that sends more is closed with code 1008"""
    seat_acts: int = 10
    """a seat's link may say or object to so much …"""
    seat_acts_s: float = 10.0
    """… in this time; more is refused with 429. A player says a few words in a whole deal"""
    screens: int = 200
    """most live connections at once; further ones are closed with code 1013 (try again later)"""
    screens_kept: int = 8
    """… of which so many are kept for the umpire and the server's own machine; a desk takes two, view and picture"""
    screens_per_link: int = 100
    """most of them by one link: fifty televisions that share one, each with view and picture …"""
    screens_per_seat: int = 16
    """… and by a seat's link, which is one person's: a few devices that reconnect before the old line has ended"""
    entries_page: int = 500
    """most entries in one answer of /entries"""
