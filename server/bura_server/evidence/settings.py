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
    waiting: int = 8
    """pictures that wait to be compressed; a camera's further ones are left out"""
    folder_bytes: int = 2 * 1024**3
    """all evidence of all tables in one data folder takes at most this much; the oldest goes first"""
    age_s: float = 30 * 86400.0
    """evidence older than this is removed"""
    free_bytes: int = 200 * 1024**2
    """so much of the disk is left for the log: below it no evidence is written"""
