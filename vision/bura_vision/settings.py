"""Every threshold of the watching side, named, with its unit and why it is what it is.

One `WatchSettings` for all tables and clips; ``docs/watching.md`` lists the same fields in a table, and a
test holds the two together. Lengths are centimetres on the table, so nothing depends on the camera's
resolution.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bura_vision.alignment import AlignmentSettings


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """Change detection and the hand gate (`bura_vision.motion`)."""

    width_px: int = 320
    """pictures are compared at this width: a card is then 20 px wide on a 1 m table, a finger 5 px"""
    every_s: float = 0.045
    """pictures closer together than this are not compared (60 fps cameras)"""
    moving_level: float = 10.0
    """grey levels (0..255, largest channel) by which a moving pixel differs from the picture before"""
    changed_level: float = 14.0
    """… and from the settled table to be changed"""
    drift_rate: float = 0.03
    """share of a picture by which the settled table follows slow light where nothing is changed"""
    creep_s: float = 0.5
    """what becomes changed where nothing has moved for this long is slow light: a hand or a card moves as it comes"""
    light_share: float = 0.55
    """when this share of the table is changed at once, the light or the camera changed, not the cards"""
    hand_min_cm2: float = 25.0
    """a smaller changed thing at the edge is no hand (a hand is about 100 cm²; a finger's reach counts)"""
    hand_moving_share: float = 0.02
    """a changed thing is called moving when this share of it moves"""
    edge_cm: float = 1.5
    """a changed thing within this of the table's edge is connected to it"""
    fragment_share: float = 0.3
    """a moving thing off the edge is part of a hand when this share of it lies where the hand just was"""
    fragment_far_cm: float = 8.0
    """… and no further than this from what of the hand is seen to reach the edge"""
    fragment_cm: float = 2.5
    """… or when it is this near to what is known of the hand now (dark hands on dark wood show only in parts)"""
    fragment_moving: float = 0.15
    """… and this share of it moves"""
    speck_cm2: float = 1.5
    """changed things smaller than this are noise"""
    rest_s: float = 4.0
    """a thing from the edge that has not moved for this long is part of the table until it moves again"""
    rest_beside_s: float = 0.5
    """… or for this long while the seat's hand moves elsewhere"""
    rest_again_s: float = 0.2
    """… and is so again after this long when an arm only passed over it: …"""
    rest_level: float = 30.0
    """… when it looks as before within so many grey levels"""
    back_spread: float = 9.0
    """grey levels by which a back's colours may differ from those it shows on the stock (blur, shade)"""
    back_distance: float = 2.5
    """… in standard deviations of its own colours"""
    patch_still_s: float = 0.15
    """a place in the backs' colours is judged after being still for this long"""
    patch_border_cm: float = 0.5
    """width of a back's white border (both sides), which does not show its colours"""
    patch_off_cm: float = 1.1
    """by how much the sides of such a place may differ from a card's"""
    patch_full: float = 0.7
    """share of the box round such a place that it fills, if it is two cards that lie half upon each other"""
    patch_empty: float = 0.5
    """… and none lies there when more than this share of the place looks as when nothing lay there"""
    front_cm: float = 16.0
    """how much of a hand, from its tip, is searched for a back that it carries"""
    clear_cm: float = 1.0
    """a hand this near to a card may still be touching it"""


@dataclass(frozen=True, slots=True)
class GlanceSettings:
    """When the detector is asked, and where (`bura_vision.attention`)."""

    settle_s: float = 0.2
    """a changed place is read after it has been still for this long"""
    held_s: float = 0.9
    """… or for this long while a hand still lies on it"""
    every_s: float = 0.1
    """pause between two readings of the same change"""
    least: int = 3
    """readings of every settled change, so that beliefs can accumulate"""
    most: int = 7
    """readings of a change in which something stays doubtful"""
    pad_cm: float = 4.0
    """margin around a changed place: the corners of a card that is partly covered lie outside the change"""
    follow_every_s: float = 0.06
    """pause between two readings of a hand on its way from the stock"""
    card_px: float = 120.0
    """regions are resized so that a card is about this high when the finder looks (it knows 85 to 330 px)"""
    scales: tuple[float, ...] = (1.0, 1.25, 0.85)
    """… times these in turn: what is missed at one size is mostly found at another"""
    patch_score: float = 0.6
    """score of a back that only its colours and its shape show"""


@dataclass(frozen=True, slots=True)
class TrackSettings:
    """Cards and backs on the table (`bura_vision.tracks`)."""

    same_place_cm: float = 2.2
    """sightings whose card centres are this near may be the same card"""
    same_card_cm: float = 11.5
    """two indices of one identity within this distance are one card (its diagonal is 10.8 cm)"""
    corner_cm: float = 0.8
    """a doubtful index this near to where a corner of a card that shows two others would have one is that card's"""
    corner_surer: float = 0.2
    """… and tells nothing when those two agree and are surer than it by this much"""
    flip_share: float = 0.15
    """an index in a known card's place that may be that card with this probability is that card, misread"""
    other_share: float = 0.05
    """… and one that is that card with less than this probability, …"""
    other_sure: float = 0.7
    """… some other one with at least this one, …"""
    other_changed: float = 0.1
    """… where this share of the card's place looks otherwise, was exchanged for it (its face is a fifth of it)"""
    same_back_cm: float = 2.6
    """backs this near are the same back"""
    same_stock_cm: float = 4.5
    """… and at the stock, which is one heap though of a part of it a smaller box is seen"""
    upon_cm: float = 1.6
    """… unless it is seen further off than this and the known one's free edge is unchanged: a back laid half over it"""
    upon_share: float = 0.6
    """… and this share of the edge by which it reaches beyond the known one looks different from the settled table"""
    upon_free: float = 0.3
    """… and of the edge that the known one leaves free, more than this must not (such boxes are a little off)"""
    upon_size: float = 0.9
    """… and its box is at least this share of the known one's width and height"""
    attribute_s: float = 6.0
    """a hand that left a place longer than this before a card came to rest there did not lay it"""
    touch_share: float = 0.1
    """a hand over this much of a card when the card came to rest has laid it, …"""
    touch_s: float = 0.5
    """… if it was there this short a time before that, …"""
    touch_older_s: float = 1.0
    """… and the hand that covered half of it last was gone for this long by then"""
    min_looks: int = 2
    """readings that must have seen a card or a back before it counts"""
    sure: float = 0.85
    """belief from which a card is committed without remark"""
    doubtful: float = 0.5
    """… down to this it is committed but shown as doubtful; below, it is looked at longer first"""
    noise: float = 0.3
    """belief below which a lone sighting is cloth or print, not a card"""
    min_still_s: float = 0.3
    """a card counts after lying still for this long (a card shown for 0.3 s and withdrawn is no play)"""
    gone_looks: int = 2
    """readings without it, at a place that has changed, after which a card is gone"""
    gone_looks_under: int = 4
    """… of a card on which another one has come to lie in part: that is what has changed"""
    under_share: float = 0.1
    """… in part: over at least this share of it"""
    changed_share: float = 0.25
    """share of a card's area that must look different before not seeing it means that it is gone"""
    same_share: float = 0.02
    """a card that is seen where no more than this looks different is part of the settled table"""
    covered_share: float = 0.5
    """a card of which this share lies under another card may be hidden"""
    back_area_min: float = 0.35
    """a back smaller than this share of a card is a partly covered one or none; not counted"""
    back_part: float = 0.85
    """a box of backs smaller than this share of a card may be a part of one that another box shows too"""
    back_two: float = 1.4
    """a box of backs in the play zone that is larger than a card by this factor holds two of them"""
    back_score: float = 0.26
    """how sure it must be that a back lies on the table, for a new one"""
    carried_score: float = 0.21
    """… and one that is carried by a hand, half hidden by its fingers"""


@dataclass(frozen=True, slots=True)
class ActSettings:
    """What settled changes mean (`bura_vision.interpreter`, `bura_vision.visits`)."""

    group_s: float = 0.35
    """cards that settle within this time of each other are one act"""
    sweep_wait_s: float = 1.2
    """after the trick has vanished, time for the hand to show to which pile it goes"""
    partial_s: float = 4.0
    """how long a half gathered trick may rest before its missing cards count as taken back"""
    unexplained_s: float = 12.0
    """… and how long a card may be out of sight that its owner's hand was not near"""
    recount_s: float = 1.0
    """plays of unequal numbers of cards in one trick are looked at again for this long: a card may lie unseen;
    so is, twice as long, the rest of a trick of which cards are gone"""
    trump_s: float = 1.5
    """a turned card at the stock that is not read surely is read for this long before it is told"""
    unread_cm2: float = 20.0
    """something of this area that has come to the play zone and is no card that was read is looked at again …"""
    unread_margin_cm: float = 1.0
    """… leaving out this much around known cards: their outlines are estimates, and they cast shadows …"""
    unread_step_cm: float = 1.5
    """… measured in squares of this size …"""
    unread_again_s: float = 0.5
    """… with these pauses …"""
    unread_s: float = 6.0
    """… for this long"""
    reach_cm: float = 1.0
    """a hand this near to the stock's cards has reached it"""
    leave_cm: float = 1.5
    """a hand at the stock that has drawn back this far is on its way home"""
    beyond_cm: float = 5.0
    """a hand this much further in than the stock only passed over it"""
    far_cm: float = 12.0
    """a hand this far from the stock, on its way home, that comes back to it has drawn and draws again"""
    home_cm: float = 4.0
    """a hand whose tip is this near to its own edge has brought home what it carried"""
    carried_cm: float = 3.5
    """a back this far from every back that lies still is being carried"""
    beside_cm: float = 1.0
    """a back that lies on a pile is left out of what a hand shows, with this much around it"""
    follow_most_s: float = 2.5
    """a hand that has not come home after this long from the stock is judged by what was seen so far"""
    carried_looks: int = 3
    """readings of a hand on its way without a back in it, after which it carried none"""
    thing_s: float = 1.0
    """a hand at the stock that has stood still for this long when it is none any more was a thing put down there"""
    passing_s: float = 1.2
    """a hand that was gathering the trick this recently and passes the stock carries the trick"""
    absent_s: float = 0.12
    """… unless it has been away for this long meanwhile"""
    spread_s: float = 2.5
    """a pile that is being spread is reported after this long without another card"""
    alike_size: float = 0.4
    """a faint back at the stock shows how backs look if its box differs from a card's area by this share at most"""
    held_share: float = 0.3
    """a going hand that shows this much of a card's area in the backs' colours holds one"""
    plain_share: float = 0.55
    """… and one picture with this much is enough"""
    held_looks: int = 2
    """pictures that must show so"""
    empty_share: float = 0.15
    """a hand that never shows more than this is empty"""
    draw_seen: float = 0.97
    """confidence of a draw whose back was seen on its way, by the detector and by its colours or twice"""
    draw_glimpsed: float = 0.85
    """… seen in one of these ways, once"""
    turned_seen: float = 0.95
    """confidence of a face-down card that was turned while the rest of the trick was still seen"""
    turned_guessed: float = 0.5
    """… while other cards of the trick were not: it may have been swept, and a new card laid there"""
    draw_guessed: float = 0.5
    """… never seen because the hand was too fast or covered it"""
    draw_missing: float = 0.55
    """… told only by the stock's last back, or the trump, that is gone"""
    pile_seen: float = 0.97
    """confidence of whose pile a trick went to when one hand took it and went to its own pile"""
    pile_busy: float = 0.03
    """a pile of whose place a hand covers more than this share is being laid on, …"""
    pile_left_s: float = 0.5
    """… unless it has not stirred for this long"""
    pile_grown: float = 0.02
    """a pile of whose place this share looks otherwise, beside what hands cover, has grown"""
    pile_guessed: float = 0.55
    """… when other hands were there as well: nobody is accused upon it"""
    back_seen: float = 0.9
    """confidence of cards taken back when their owner's hand was there"""
    back_guessed: float = 0.5
    """… when it was not: they are gone, and nobody is accused"""
    replaced_cm: float = 1.8
    """a card this near to where one of the same seat lay, of which nothing is seen any more, was exchanged for it"""
    turned_s: float = 0.7
    """a pile's card that lies face up for this long was turned"""
    turned_pile: float = 0.9
    """confidence of that"""
    glimpsed_s: float = 0.3
    """… and, of a pile that lay face down and untouched before, for this long: the table is asked to check"""
    foreign_share: float = 0.3
    """… a card that is one of the last trick's with this probability may have come with it"""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """All of them."""

    motion: MotionSettings = field(default_factory=MotionSettings)
    glance: GlanceSettings = field(default_factory=GlanceSettings)
    track: TrackSettings = field(default_factory=TrackSettings)
    act: ActSettings = field(default_factory=ActSettings)
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)
