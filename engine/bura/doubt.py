"""What a camera tells accuses somebody only where the acts around it explain each other.

A camera misses acts and misreads cards. A whole trick that it could not read looks like players who draw cards too
many; a misread trump like a wrong pile, then a draw and a lead out of turn. `Doubt` follows the story a camera
tells and knows when something must have gone unseen; from there on nobody is accused of what follows from it, until
the table is found in order again. And most accusations wait (`confirmed`): what happens next shows whether the table
played as the camera read it. What a person says or corrects is never doubted here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bura.events import (
    DealOver,
    Dealt,
    Drew,
    Event,
    Lead,
    Missed,
    Paused,
    Reply,
    Returned,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.infractions import Rule, Severity, Status, Verdict
from bura.position import GameState, Phase
from bura.table import Seat

_LOUDNESS = {severity: i for i, severity in enumerate(Severity)}

#: accusations that follow from how many cards were laid earlier
RESTS_ON_COUNTS = frozenset(
    {Rule.EXTRA_CARD, Rule.DRAW_OUT_OF_TURN, Rule.WRONG_PILE, Rule.LEAD_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN}
)

#: … and those that follow from a play that is not complete yet
OUT_OF_TURN = frozenset({Rule.LEAD_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN, Rule.LATE_LEAD_CARD})

#: what is wrong with the cards of a lead: it may be a lead and another's reply, seen as one
OF_LEADS = frozenset({Rule.MIXED_SUIT_LEAD, Rule.LEAD_COUNT, Rule.LEAD_FACE_DOWN, Rule.LATE_LEAD_CARD})

#: verdicts that another card, or another trump, would change (`Settings.card_from`)
OF_CARDS = frozenset(
    {
        Rule.WRONG_PILE,
        Rule.MIXED_SUIT_LEAD,
        Rule.PARTIAL_BEAT,
        Rule.BAD_DECLARATION,
        Rule.FALSE_STOP,
        Rule.REVOKE,
        Rule.DISCARD_FACE_UP,
    }
)

#: … of them those that another trump would change
OF_TRUMP = OF_CARDS - {Rule.MIXED_SUIT_LEAD, Rule.FALSE_STOP}

#: … those that follow from who took the trick before
_OF_TURNS = frozenset({Rule.DRAW_OUT_OF_TURN, Rule.LEAD_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN})

#: what a camera alone never proves
_UNPROVABLE = frozenset({Rule.TAKE_BACK, Rule.MISSED_DRAW})

#: accusations that would not be, had two acts happened the other way round, …
_OF_ORDER = _OF_TURNS | OUT_OF_TURN

#: … and the acts of which that can be said
_ACTS = (Lead, Reply, Took, Drew)

#: verdicts that hold only where everything before was seen; what was a discard may be a card of a trick long gone
OF_STORY = RESTS_ON_COUNTS | OUT_OF_TURN | OF_LEADS | OF_CARDS | {Rule.PEEK_DISCARDS}

#: verdicts that something must have gone unseen
_CONTRADICTIONS = frozenset(
    {Rule.MISSED_ACT, Rule.UNPLACED_ACT, Rule.IMPOSSIBLE_COUNT, Rule.LEAD_OUT_OF_TURN}
)

#: accusations that wait for what happens next
WAITS = RESTS_ON_COUNTS | OF_LEADS


def softer(verdict: Verdict) -> Verdict:
    """The same as a request to check: nobody is accused, nothing is ruled."""
    severity = min(verdict.severity, Severity.NOTICE, key=lambda its: _LOUDNESS[its])
    return replace(verdict, status=Status.UNCLEAR, severity=severity, ruling=None)


def without_name(verdict: Verdict) -> Verdict:
    """A card that a camera saw twice is its own mistake: the verdict points back, it names no player."""
    return replace(softer(verdict), seat=None)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What of a camera's story may be wrong, in the running deal."""

    unseen: bool = False
    """something must have happened unseen, or acts contradict each other"""
    lost: bool = False
    """cards must have gone unseen, or to another pile than they did: until the deal ends, no claim is false by this"""
    by_camera: bool = False
    """somebody who may miss things tells of this deal"""
    whole: bool = False
    """the trick on the table, and the draws after it, were seen from the lead on without such a thing"""
    gathered: bool = False
    """the last trick was seen being gathered, and no play since"""
    short: tuple[tuple[Seat, int], ...] = ()
    """(seat, cards that he was seen to lay fewer than others in the last trick), while they may have lain hidden"""
    glimpsed: frozenset[Seat] = frozenset()
    """who, since it was gathered, made a draw that was seen with less than `Settings.draw_from`"""
    drew_at_s: float | None = None
    """when it was gathered, or the newest draw since was seen"""
    over: frozenset[Seat] = frozenset()
    """who drew with a full hand since then: a card too many, or in place of a draw that had been taken for missed"""
    made_up: frozenset[Seat] = frozenset()
    """… of them those whose card stands for a draw that had been taken for missed"""
    disputed: Seat | None = None
    """who gathered a trick that the cards give to somebody else"""
    trump: bool = False
    """the trump may be another than the one that was read"""

    def forgives(self, verdict: Verdict, before: GameState, at_s: float) -> bool:
        """Is this accusation by a camera no more than a request to check?"""
        rule = verdict.rule
        # a camera sees that a card is gone, not that somebody took it: it may lie covered, or unread;
        # and that it saw no draw is no proof that there was none
        if rule in _UNPROVABLE or (self.unseen and rule in OF_STORY):
            return True
        # what was told late was read late: it need not have happened after what was told before it
        if rule in _OF_ORDER and at_s < before.at_s:
            return True
        if (self.trump or before.trump is None) and rule in OF_TRUMP:
            return True
        if self.disputed is not None and rule in _OF_TURNS:
            return True
        if rule is Rule.EXTRA_CARD:
            return self._trick_missed(verdict, before, at_s)
        # a draw while a trick lies open: more likely its end went unseen
        return rule is Rule.DRAW_OUT_OF_TURN and before.trick is not None

    def _trick_missed(self, verdict: Verdict, before: GameState, at_s: float) -> bool:
        """May a card too many be the draw of a trick that nobody saw?

        It is not, when a trick was seen being gathered, the draw belongs to those that followed it at once, and
        nobody else seems to have drawn too many.
        """
        together = (
            self.gathered
            and self.drew_at_s is not None
            and at_s - self.drew_at_s <= before.settings.drawing_s
        )
        return not together or bool(self.over - {verdict.seat})

    def _contradicted(
        self, event: Event, before: GameState, at_s: float, verdicts: tuple[Verdict, ...]
    ) -> bool:
        """Must something have gone unseen before this act?"""
        if isinstance(event, Missed | Paused):
            return True
        return any(
            its.rule in _CONTRADICTIONS
            or (its.rule is Rule.DRAW_OUT_OF_TURN and before.trick is not None)
            or (its.rule is Rule.EXTRA_CARD and self._trick_missed(its, before, at_s))
            for its in verdicts
        )

    def after(
        self,
        event: Event,
        before: GameState,
        after: GameState,
        verdicts: tuple[Verdict, ...],
        *,
        weak: bool = False,
        certain: bool = True,
        glimpsed: bool = False,
    ) -> Doubt:
        """The doubt after one more act of the camera's story.

        :param verdicts: what the rules say of it, accusations as they are before anything softens them.
        :param weak: the act was read with less than `Settings.card_from`.
        :param certain: the act was told as certain.
        :param glimpsed: the draw was seen with less than `Settings.draw_from`.
        """
        if isinstance(event, Dealt) or after.deal != before.deal:
            # cards dealt in the middle of a deal: perhaps it goes on, and only the trump was seen late
            running = self.by_camera and not before.over and before.tricks > 0
            return Doubt(unseen=running, lost=running)
        doubt = self if certain or self.by_camera else replace(self, by_camera=True)
        if isinstance(event, TrumpShown):
            other = before.trump is not None and before.trump != event.card
            return replace(doubt, trump=weak or other)
        if isinstance(event, Missed) and event.what == "laid":
            # what was unequal comes out even by it: nothing else need have gone unseen
            left = tuple((seat, n - event.count) for seat, n in doubt.short if seat == event.seat)
            others = tuple((seat, n) for seat, n in doubt.short if seat != event.seat)
            return replace(doubt, short=(*others, *((seat, n) for seat, n in left if n > 0)))
        contradicted = self._contradicted(event, before, after.at_s, verdicts)
        if contradicted:
            # what was taken for missed has its hidden cards in a pile
            lost = doubt.by_camera and not isinstance(event, Missed) and not _only_missed(verdicts)
            doubt = replace(doubt, unseen=True, whole=False, lost=doubt.lost or lost)
        match event:
            case Missed():
                doubt = doubt._without_draws()
            case Lead() | Reply():
                if isinstance(event, Lead) and before.trick is None:
                    doubt = replace(doubt, whole=not contradicted)
                doubt = replace(doubt._without_draws(), disputed=None)
            case Took() if before.trick is not None:
                wrong = any(its.rule is Rule.WRONG_PILE for its in verdicts)
                # hands that differ after a trick were counted wrong before it
                even = len({after.hands[player] for player in after.turn_order(0)}) == 1
                # … and where unequal numbers were laid, a card of the trick went unseen
                short = _fewer(before)
                lost = doubt.lost or (doubt.by_camera and (bool(short) or wrong))
                doubt = replace(
                    doubt._without_draws(),
                    gathered=True,
                    drew_at_s=after.at_s,
                    disputed=event.seat if wrong else None,
                    short=short,
                    whole=doubt.whole and even,
                    lost=lost,
                )
                doubt = doubt._anchored(after, not after.stock)
            case Drew():
                made_up = {event.seat} if _makes_up(event, before, verdicts) else set()
                over = {event.seat} if any(its.rule is Rule.EXTRA_CARD for its in verdicts) else made_up
                out = any(its.rule is Rule.DRAW_OUT_OF_TURN for its in verdicts)
                if doubt.disputed == event.seat and out:
                    # who gathered it draws first as well: the table gave him the trick, a card was misread
                    doubt = replace(doubt, unseen=True, whole=False, trump=True, lost=doubt.by_camera)
                if glimpsed:
                    doubt = replace(doubt, glimpsed=doubt.glimpsed | {event.seat})
                doubt = replace(
                    doubt, drew_at_s=after.at_s, over=doubt.over | over, made_up=doubt.made_up | made_up
                )
                doubt = doubt._anchored(after, bool(before.due) and not after.due)
        return doubt

    def _without_draws(self) -> Doubt:
        """What was known of the last trick's gathering and of the draws since then is of no account any more."""
        none: frozenset[Seat] = frozenset()
        return replace(self, gathered=False, drew_at_s=None, short=(), over=none, made_up=none, glimpsed=none)

    def _anchored(self, after: GameState, complete: bool) -> Doubt:
        """A trick was seen whole and the hands after it are as they should be: the table is in order again."""
        size = after.rules.hand_size
        hands = {after.hands[player] for player in after.turn_order(0)}
        if not (self.unseen and self.whole and complete and len(hands) == 1) or self.disputed is not None:
            return self
        return replace(self, unseen=False) if hands == {size} or not after.stock else self


def _only_missed(verdicts: tuple[Verdict, ...]) -> bool:
    """Do they say no more than that an act was missed, which has been done since?"""
    return bool(verdicts) and all(its.rule is Rule.MISSED_ACT for its in verdicts)


def _fewer(before: GameState) -> tuple[tuple[Seat, int], ...]:
    """Who laid fewer cards to the open trick than somebody else, and how many fewer."""
    assert before.trick is not None
    most = max(play.count for play in before.trick.plays)
    return tuple(
        (before.seats[play.seat], most - play.count) for play in before.trick.plays if play.count < most
    )


def _makes_up(event: Drew, before: GameState, verdicts: tuple[Verdict, ...]) -> bool:
    """Does a full hand draw, because a draw of his had been taken for missed?

    Either that one was not made, or it was, and this is one of a trick with a card more than was seen.
    """
    player = before.index(event.seat)
    full = player is not None and before.hands[player] >= before.rules.hand_size
    return full and any(its.rule is Rule.LATE_DRAW for its in verdicts)


def confirmed(
    verdict: Verdict,
    event: Event,
    before: GameState,
    after: GameState,
    verdicts: tuple[Verdict, ...],
    doubt: Doubt,
    later_s: float = 1.0e6,
) -> bool | None:
    """Does this act show that a waiting accusation is right (True), that it may be wrong (False), or neither?

    :param verdict: the accusation.
    :param event: what a camera saw next.
    :param verdicts: what the rules say of that.
    :param doubt: after that.
    :param later_s: how many seconds after what the accusation is about it happened; below 0: before it, but a camera
        read it later.
    """
    if isinstance(event, Missed | Paused):
        return False
    if verdict.rule in _OF_ORDER and isinstance(event, _ACTS) and later_s < before.settings.order_s:
        return False  # which of the two came first is what the accusation is about
    answer = _CONFIRMED[verdict.rule](verdict, event, before, after)
    if any(its.rule is Rule.EXTRA_CARD and its.seat != verdict.seat for its in verdicts):
        return False
    if isinstance(event, Drew) and event.seat != verdict.seat and _makes_up(event, before, verdicts):
        return False
    if verdict.rule is Rule.LEAD_OUT_OF_TURN:
        return answer  # it is itself why the story is in doubt
    return answer and not doubt.unseen if answer is not None else None


def _all_drew(verdict: Verdict, event: Event, before: GameState, after: GameState) -> bool | None:
    """Every draw that was due has been seen after it, none of them his: none went unseen.

    Who seemed to draw before his turn and draws again in it was busy with something else the first time.
    """
    if isinstance(event, Drew) and event.seat == verdict.seat:
        return False
    if isinstance(event, Drew) and before.due and not after.due:
        return True
    return False if after.tricks != before.tricks or not after.due else None


def _play_goes_on(verdict: Verdict, event: Event, before: GameState, _after: GameState) -> bool | None:
    """The rightful leader leads with nobody else having drawn too many, or the card goes back."""
    if isinstance(event, Returned):
        return event.seat == verdict.seat
    if isinstance(event, Lead | DealOver):
        return before.trick is None
    return False if isinstance(event, Took | Reply) else None


def _answered(verdict: Verdict, event: Event, before: GameState, after: GameState) -> bool | None:
    """Everybody else has replied to it with as many cards, or he took it back and led anew."""
    if before.trick is None or isinstance(event, TakenBack):
        return _led_anew(verdict, event)
    if after.trick is not None and after.phase is Phase.TAKE and isinstance(event, Lead | Reply):
        return event.seat != verdict.seat or None
    if isinstance(event, Took):
        return before.phase is Phase.TAKE
    return False if after.trick is None else None


def _back(verdict: Verdict, event: Event, before: GameState, after: GameState) -> bool | None:
    """He took it back, and the one whose turn it was leads.

    That others played on shows nothing: the lead before his may have been read late.
    """
    if before.trick is None or isinstance(event, TakenBack):
        return _led_anew(verdict, event)
    return False if after.trick is None else None


def _led_anew(verdict: Verdict, event: Event) -> bool | None:
    """Cards that leave the table were taken back when a lead follows, and gathered when draws do."""
    if isinstance(event, Lead):
        return event.seat == (verdict.fact("turn") or verdict.seat)
    return False if isinstance(event, Drew | Took | Reply | DealOver) else None


def _led_on(_verdict: Verdict, event: Event, _before: GameState, _after: GameState) -> bool | None:
    """The one to whom the cards give the trick leads to the next: the table read them so as well."""
    if isinstance(event, Lead):
        return True  # a lead by anybody else contradicts, see `Doubt`
    return False if isinstance(event, Took | DealOver) else None


_CONFIRMED = {
    Rule.DRAW_OUT_OF_TURN: _all_drew,
    Rule.EXTRA_CARD: _play_goes_on,
    Rule.WRONG_PILE: _led_on,
    Rule.LEAD_OUT_OF_TURN: _back,
    Rule.REPLY_OUT_OF_TURN: _answered,
    **dict.fromkeys(OF_LEADS, _answered),
}

__all__ = [
    "OF_CARDS",
    "OUT_OF_TURN",
    "RESTS_ON_COUNTS",
    "WAITS",
    "Doubt",
    "confirmed",
    "softer",
    "without_name",
]
