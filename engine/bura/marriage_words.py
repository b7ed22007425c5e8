"""What a player of Marriage may say now: a marriage, that he closes the stock, that he exchanges the nine.

Turns and the turned card are known to the whole table; nothing here tells what anybody holds.
"""

from __future__ import annotations

from bura.cards import Card, Rank
from bura.marriage import can_exchange
from bura.marriage_state import MarriageState
from bura.table import Seat

MARRIAGES = 4
"""one of each suit"""


def _on_lead(state: MarriageState, seat: Seat) -> bool:
    table = state.table
    running = state.deal > 0 and state.result is None
    return running and seat == table.leader and not table.laid and not table.empty and not state.due


def may_marry(state: MarriageState, seat: Seat) -> bool:
    """May he announce a marriage: is he about to lead, and does the table still allow one?"""
    allowed = state.rules.marriage_after_stock or not state.strict
    return _on_lead(state, seat) and allowed and state.pending is None and len(state.marriages) < MARRIAGES


def may_close(state: MarriageState, seat: Seat) -> bool:
    """May he close the stock?"""
    return _on_lead(state, seat) and state.stock > 0 and state.closed_by is None


def may_exchange(state: MarriageState, seat: Seat) -> bool:
    """May he exchange the trump nine for the turned card, as far as the table knows where the nine is?"""
    turned = state.trump_card
    if not _on_lead(state, seat) or turned is None or state.trump is None:
        return False
    seen = state.table.seen_at(Card(Rank.NINE, turned.suit)) is not None
    return not seen and can_exchange(state.rules, turned, None, strict=state.strict)
