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
    trick = Trick((lead if lead.standing is Standing.LEAD else _stand(lead, Standing.LEAD),), 0)
    for play in plays[1:]:
        trick = follow(rules, order, trick, play)
    return trick


def follow(rules: RuleSet, order: Order, trick: Trick, play: Play) -> Trick:
    """The trick with one more reply; those before it stand as they do."""
    best, standing = trick.best, Standing.GIVEN
    if play.down == 0:
        lead = trick.plays[0]
        size, count = len(lead.up) + lead.down, len(play.up)
        if count < size:
            standing = Standing.OPEN
        elif count == size and size:
            if best is None or lead.down or None in lead.up or None in play.up:
                standing = Standing.UNKNOWN
            elif order.beats(play.up, trick.plays[best].up):  # type: ignore[arg-type]
                standing = _covers(rules, play)
    if standing is Standing.BEATS:
        best = len(trick.plays)
    elif standing is Standing.UNKNOWN:
        best = None
    return Trick((*trick.plays, play if play.standing is standing else _stand(play, standing)), best)


def _covers(rules: RuleSet, play: Play) -> Standing:
    """What an open reply is whose cards beat the set (`beat_intent` [X09]): by itself, or by what he said of it."""
    if rules.beat_intent == "auto" or play.meant:
        return Standing.BEATS
    # who said nothing must be asked; so long it cannot be told
    return Standing.UNKNOWN if play.meant is None else Standing.GIVEN


def _stand(play: Play, standing: Standing) -> Play:
    return Play(play.seat, play.up, play.down, play.turned, standing, play.seqs, play.meant)


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
