"""Statistics of players: ranges where cards were never seen, and nobody who never played."""

from __future__ import annotations

from bura_server.history.stats import player_stats


def _deal(reason: str | None, *players: tuple[str, int, int, int]) -> dict[str, object]:
    """A deal of the archive: name, least and most points, acts of each."""
    nothing = dict.fromkeys(("tricks", "claims_true", "claims_false", "claims_other", "fouls"), 0)
    rows = [
        {"name": name, "points_lo": lo, "points_hi": hi, "acts": acts, "seconds": 0.0, "won": None, **nothing}
        for name, lo, hi, acts in players
    ]
    return {"reason": reason, "number": 1, "played_at": 0, "players": rows}


def test_statistics_tell_ranges_and_leave_out_who_never_played() -> None:
    played = _deal("collected", ("Ann", 6, 28, 1), ("Boris", 0, 0, 1))
    told = player_stats([{"id": 1, "deals": [played, _deal(None, ("Guest", 0, 0, 0), ("Ann", 0, 0, 0))]}])
    assert [(p["name"], p["points"], p["points_most"]) for p in told] == [("Ann", 6, 28), ("Boris", 0, 0)]
