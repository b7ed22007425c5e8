"""Every number of the evidence, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """Limits of the stills and clips that are kept of the log's entries."""

    fps: float = 8.0
    """pictures a second of a clip"""
    before_s: float = 3.0
    """a clip begins this long before its entry was understood"""
    after_s: float = 1.5
    """… and ends this long after"""
    clip_width_px: int = 960
    """clips are at most this wide; stills are as large as the camera's picture"""
    thumb_width_px: int = 192
    """thumbnails are this wide"""
    ring_bytes: int = 48 * 1024 * 1024
    """most memory for the pictures of the last seconds, compressed"""
    still_quality: int = 92
    """JPEG quality of stills, 0..100: indices must stay legible"""
    still_wait_s: float = 1.0
    """an entry waits this long at most for its still to be written; it takes some 20 ms, on a crowded machine more"""
    ring_quality: int = 82
    """JPEG quality of the pictures that wait for a clip"""
    close_fps: float = 4.0
    """pictures a second that wait in full size for a close-up …"""
    close_before_s: float = 0.5
    """… which shows so much before its entry was understood"""
    close_after_s: float = 1.4
    """… and so much after: by then the hand is away; less than ``after_s``, which the clip waits for"""
    close_pictures: int = 4
    """pictures of a close-up"""
    close_ring_bytes: int = 32 * 1024 * 1024
    """most memory for them, compressed"""
    close_level: int = 28
    """grey levels (0..255, largest channel) by which a place is changed by an act"""
    close_margin: float = 0.05
    """a close-up shows so much more on each side than what is changed, in widths of the picture: half a card or more"""
    close_share: float = 0.5
    """when more than this share of the picture is changed, it is kept whole"""
    waiting: int = 8
    """pictures that wait to be compressed; a camera's further ones are left out"""
    folder_bytes: int = 2 * 1024**3
    """all evidence of all tables in one data folder takes at most this much; the oldest goes first"""
    age_s: float = 30 * 86400.0
    """evidence older than this is removed"""
    free_bytes: int = 200 * 1024**2
    """so much of the disk is left for the log: below it no evidence is written"""
