"""How a trick stands: recomputed from its plays whenever one of them changes."""

from __future__ import annotations

from bura.beat import Order
from bura.cards import Card
from bura.position import Play, Standing, Trick
from bura.rules import RuleSet


def settle(rules: RuleSet, order: Order, plays: tuple[Play, ...]) -> Trick:
    """The trick of these plays with the standing of each (RULEBOOK 1.4).

    A reply has to beat the set of the last player who beat. With a face-down card it is given; with a card
    that was not read it is unknown, and so is everything that depends on it. Legality plays no part: a reply
    out of turn or too long is judged elsewhere and stands here as it lies.
    """
    lead = plays[0]
    size = lead.count
    best: int | None = 0
    unread = None in lead.up or lead.down > 0
    settled = [lead if lead.standing is Standing.LEAD else _stand(lead, Standing.LEAD)]
    for i in range(1, len(plays)):
        play = plays[i]
        standing = Standing.GIVEN
        if play.down == 0:
            if len(play.up) < size:
                standing = Standing.OPEN
            elif len(play.up) == size and size:
                if best is None or unread or None in play.up:
                    standing = Standing.UNKNOWN
                elif order.beats(play.up, plays[best].up):  # type: ignore[arg-type]
                    standing = Standing.BEATS if rules.beat_intent == "auto" else Standing.UNKNOWN
        if standing is Standing.BEATS:
            best = i
        elif standing is Standing.UNKNOWN:
            best = None
        settled.append(play if play.standing is standing else _stand(play, standing))
    return Trick(tuple(settled), best)


def _stand(play: Play, standing: Standing) -> Play:
    return Play(play.seat, play.up, play.down, play.turned, standing, play.seqs)


def beats_partly(order: Order, reply: tuple[Card, ...], target: tuple[Card, ...]) -> bool:
    """Does this open reply of the right size beat some cards of the set, but not all?"""
    return len(reply) == len(target) > 1 and 0 < order.coverable(reply, target) < len(target)


def target_before(trick: Trick, index: int) -> tuple[Card | None, ...]:
    """The set that the play at ``index`` had to beat."""
    best = 0
    for i in range(1, index):
        if trick.plays[i].standing is Standing.BEATS:
            best = i
    return trick.plays[best].up
