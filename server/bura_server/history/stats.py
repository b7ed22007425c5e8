"""Statistics over deals: per player, and of how well a rig reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

SERIES_MOST = 200
"""newest deals of a player that are told one by one, for plots"""

_SUMS = ("tricks", "claims_true", "claims_false", "claims_other", "fouls", "acts")


def player_stats(found: Iterable[Json]) -> list[Json]:
    """Per player's name, over the deals of `bura_server.history.archive.Archive.search`; who played most first.

    Points are told as the least and the most that his piles held; only finished deals count towards points and wins.
    Who took part in no finished deal and did nothing that is counted is left out.
    """
    by_name: dict[str, list[tuple[Json, Json, Json]]] = {}
    for match in found:
        for deal in match["deals"]:
            for player in deal["players"]:
                by_name.setdefault(player["name"], []).append((match, deal, player))
    told = [_player(name, rows) for name, rows in by_name.items()]
    told = [player for player in told if player["deals"] or any(player[key] for key in _SUMS)]
    return sorted(told, key=lambda its: (-its["deals"], its["name"]))


def _player(name: str, rows: list[tuple[Json, Json, Json]]) -> Json:
    rows = sorted(rows, key=lambda row: (row[1]["played_at"], row[1]["number"]))
    finished = [(deal, player) for _, deal, player in rows if deal["reason"] is not None]
    sums = {key: sum(player[key] for _, _, player in rows) for key in _SUMS}
    seconds = sum(player["seconds"] for _, _, player in rows)
    return {
        "name": name,
        "deals": len(finished),
        "won": sum(player["won"] is True for _, player in finished),
        "points": sum(player["points_lo"] for _, player in finished),
        "points_most": sum(player["points_hi"] for _, player in finished),
        **sums,
        "seconds_per_act": round(seconds / sums["acts"], 2) if sums["acts"] else None,
        "series": [
            {
                "match": match["id"],
                "deal": deal["number"],
                "played_at": deal["played_at"],
                "won": player["won"],
                "points": player["points_lo"],
                "points_most": player["points_hi"],
                "tricks": player["tricks"],
                "claims_true": player["claims_true"],
                "claims_false": player["claims_false"],
                "fouls": player["fouls"],
                "seconds_per_act": round(player["seconds"] / player["acts"], 2) if player["acts"] else None,
            }
            for match, deal, player in rows
            if deal["reason"] is not None
        ][-SERIES_MOST:],
    }


def rig_stats(found: Iterable[Json]) -> list[Json]:
    """Per table: leads and replies that the camera reported, and the share that people corrected."""
    tables: dict[str, list[Json]] = {}
    for match in found:
        tables.setdefault(match["table"], []).extend(match["deals"])
    return [
        {
            "table": table,
            "deals": len(deals),
            "plays": (plays := sum(deal["plays"] for deal in deals)),
            "corrected": (corrected := sum(deal["corrected"] for deal in deals)),
            "share": round(corrected / plays, 4) if plays else None,
            "series": [
                {"played_at": deal["played_at"], "plays": deal["plays"], "corrected": deal["corrected"]}
                for deal in sorted(deals, key=lambda its: its["played_at"])
            ][-SERIES_MOST:],
        }
        for table, deals in sorted(tables.items())
    ]
