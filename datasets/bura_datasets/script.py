"""What a simulated deal does: acts of the players, their text form (TOML) and the checks on both.

A script holds who has which cards, the order of the stock and the acts. It may describe foul play: only
the physically impossible is refused (a card that its player does not hold, a card that exists twice).
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from random import Random

from bura.cards import Card, pack
from bura.errors import BuraError, ParseError

#: preset -> size of the pack and of a hand
PACKS: dict[str, tuple[int, int]] = {
    "classic31": (36, 3),
    "georgian3": (20, 3),
    "georgian5": (36, 5),
    "pairs5": (36, 5),
}


class Manner(StrEnum):
    """How the cards of one act come to lie."""

    EACH = "each"
    """one hand movement a card"""
    TOGETHER = "together"
    """all in one hand, set down as a small fan"""
    QUICK = "quick"
    """all in one hand, set down within 0.4 s"""
    SLOW = "slow"
    """one by one, about a second apart"""
    THROW = "throw"
    """thrown from halfway: each card flies, turns and comes to lie askew"""
    PUSH = "push"
    """each pushed over the table under the flat hand"""
    BOTH = "both"
    """two hands at once"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something one player does."""

    seat: str = ""
    pause_s: float | None = None
    """rest before it; negative overlaps with the act before; None takes the habit's pause"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Act):
    """Cards go from the hand to the play zone: a lead when the trick is empty, else a reply."""

    cards: tuple[Card, ...] = ()
    face_down: tuple[Card, ...] = ()
    manner: Manner = Manner.EACH
    on_top: bool | None = None
    """cover the cards to beat (True) or lie beside them (False); None takes the player's habit"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Act):
    """Gather the trick and put it face down on the seat's pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Act):
    """Draw backs from the stock, one movement each; ``stuck`` draws them in one movement."""

    count: int = 1
    stuck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Act):
    """Speak: it goes to say.jsonl, nothing moves."""

    word: str = "claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach(Act):
    """The hand reaches in and leaves again although nothing is due."""

    place: str = "play"
    """play, stock or pile"""
    stay_s: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Act):
    """Cards touch the table and go back to the hand at once: no play."""

    cards: tuple[Card, ...] = ()
    stay_s: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Act):
    """The seat's cards of this trick go back to its hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUp(Act):
    """The seat turns face-down cards of the trick face up (its own or another's)."""

    of: str = ""
    """whose discards; empty means the seat's own"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Act):
    """One of the seat's cards of this trick is exchanged for one of its hand, in one visit of the hand."""

    cards: tuple[Card, ...] = ()
    """the card that comes; exactly one"""
    instead: tuple[Card, ...] = ()
    """the card of the trick that goes back to the hand; exactly one"""
    on_top: bool = False
    """the new card is laid on the old one, which is drawn out from under it; else the old one is lifted first"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Act):
    """The upper cards of a pile are lifted and put back."""

    of: str = ""
    """whose pile; empty means the seat's own"""
    count: int = 1
    """how many cards are lifted"""
    faces: bool = True
    """the packet is turned over in the hand, so that its lowest card is seen; else its backs stay up: nobody looks"""
    stay_s: float = 1.2
    """how long it is held so"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread(Act):
    """The seat's pile is spread face up to be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Act):
    """A thing comes onto the table, or is put to another place: no card moves."""

    thing: str = "drink"
    """one of `things.KINDS`; each seat has one of a kind"""
    ready: bool = False
    """it has been there since before the first act"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch(Act):
    """The seat's thing is taken away again."""

    thing: str = "drink"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lean(Act):
    """An elbow or a hand rests on the table's edge while the others go on; takes no time of its own."""

    what: str = "elbow"
    """elbow or hand"""
    stay_s: float = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Straighten(Act):
    """The seat puts the card straight that it laid last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Act):
    """Nothing happens."""

    seconds: float = 1.0


ACTS: dict[str, type[Act]] = {
    "lay": Lay,
    "take": Take,
    "draw": Draw,
    "say": Say,
    "reach": Reach,
    "show": Show,
    "take_back": TakeBack,
    "turn_up": TurnUp,
    "swap": Swap,
    "look": Look,
    "spread": Spread,
    "put": Put,
    "fetch": Fetch,
    "lean": Lean,
    "straighten": Straighten,
    "rest": Rest,
}


@dataclass(frozen=True, slots=True)
class Script:
    """A deal and what is done with it."""

    rules: str
    dealer: str
    hands: dict[str, tuple[Card, ...]]
    """seats in turn order -> their cards"""
    stock: tuple[Card, ...]
    """in the order in which they are drawn; the last one is the turned trump"""
    acts: tuple[Act, ...]
    title: str = ""
    verdicts: tuple[str, ...] = field(default=())
    """rule ids of the fouls and false claims it holds, for the reader; truth is worked out by the judge"""

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.hands)

    @property
    def trump(self) -> Card:
        return self.stock[-1]

    def __post_init__(self) -> None:
        if self.rules not in PACKS:
            raise BuraError(f"rules {self.rules!r}: the simulator deals {', '.join(PACKS)}")
        size, hand = PACKS[self.rules]
        if not 2 <= len(self.hands) <= 4:
            raise BuraError(f"{len(self.hands)} hands: the simulated table has 2, 3 or 4 players")
        for seat, cards in self.hands.items():
            if len(cards) != hand:
                raise BuraError(f"seat {seat} starts with {len(cards)} cards: {self.rules} deals {hand}")
        if self.dealer not in self.hands:
            raise BuraError(f"dealer {self.dealer!r} has no hand: name one of {', '.join(self.hands)}")
        everything = sorted([*(card for cards in self.hands.values() for card in cards), *self.stock])
        if everything != sorted(pack(size)):
            twice = sorted({str(card) for card in everything if everything.count(card) > 1})
            missing = sorted(str(card) for card in set(pack(size)) - set(everything))
            extra = sorted(str(card) for card in set(everything) - set(pack(size)))
            raise BuraError(
                f"the cards are no {size}-card pack: twice {twice or 'none'}, missing {missing or 'none'},"
                f" foreign {extra or 'none'}; correct the script's hands and stock"
            )


def deal(rules: str, seats: int, rng: Random, acts: tuple[Act, ...] = ()) -> Script:
    """A shuffled deal without acts (or with the given ones); seat A leads."""
    if rules not in PACKS:
        raise BuraError(f"rules {rules!r}: the simulator deals {', '.join(PACKS)}")
    size, hand = PACKS[rules]
    cards = list(pack(size))
    rng.shuffle(cards)
    names = "ABCD"[:seats]
    hands = {seat: tuple(cards[i * hand : (i + 1) * hand]) for i, seat in enumerate(names)}
    return Script(rules, names[-1], hands, tuple(cards[len(names) * hand :]), acts)


def read_script(path: Path, rng: Random) -> Script:
    """Read a script file; what it leaves open of the stock is shuffled with ``rng``.

    :raises BuraError: one sentence naming the file and what is wrong in it.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BuraError(
            f"script {path} cannot be read ({error.strerror}): give an existing TOML file"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BuraError(f"script {path} is not TOML ({error}): see docs/simulator.md for the form") from None
    try:
        return parse_script(data, rng)
    except BuraError as error:
        raise BuraError(f"script {path}: {error}") from None


def _cards(value: object, where: str) -> tuple[Card, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ParseError(f"{where} must be a list of cards such as ['KS', '10S']")
    return tuple(Card.parse(word) for word in value)


def parse_script(data: dict[str, object], rng: Random) -> Script:
    """A script from its parsed TOML.

    :raises BuraError: naming the first thing that does not fit.
    """
    unknown = set(data) - {"rules", "dealer", "trump", "hands", "stock", "act", "title", "verdicts"}
    if unknown:
        raise ParseError(f"unknown key {sorted(unknown)[0]!r}")
    rules = str(data.get("rules", "classic31"))
    hands_in = data.get("hands")
    if not isinstance(hands_in, dict):
        raise ParseError("[hands] is missing: give each seat's cards, such as A = ['KS', '10S', '6H']")
    hands = {str(seat): _cards(cards, f"hand {seat}") for seat, cards in hands_in.items()}
    top = _cards(data.get("stock", []), "stock")
    used = {card for cards in hands.values() for card in cards} | set(top)
    trump = Card.parse(str(data["trump"])) if "trump" in data else None
    size = PACKS[rules][0] if rules in PACKS else 36
    rest = [card for card in pack(size) if card not in used and card != trump]
    rng.shuffle(rest)
    stock = (*top, *rest, *((trump,) if trump and trump not in top else ()))
    acts_in = data.get("act", [])
    if not isinstance(acts_in, list):
        raise ParseError("acts are written as [[act]] tables")
    acts = tuple(_act(entry, number) for number, entry in enumerate(acts_in, 1))
    verdicts = data.get("verdicts", [])
    words = tuple(str(word) for word in verdicts) if isinstance(verdicts, list) else ()
    dealer = str(data.get("dealer", list(hands)[-1] if hands else ""))
    return Script(rules, dealer, hands, stock, acts, str(data.get("title", "")), words)


def _act(entry: object, number: int) -> Act:
    if not isinstance(entry, dict) or entry.get("do") not in ACTS:
        raise ParseError(f"act {number} needs do = one of {', '.join(ACTS)}")
    kind = ACTS[str(entry["do"])]
    known = {item.name: item for item in fields(kind)}
    values: dict[str, object] = {}
    for key, value in entry.items():
        if key == "do":
            continue
        if key not in known:
            raise ParseError(
                f"act {number} ({entry['do']}): unknown key {key!r}, known are {', '.join(known)}"
            )
        values[key] = _value(key, value, f"act {number} ({entry['do']})")
    if kind is not Rest and not values.get("seat"):
        raise ParseError(f"act {number} ({entry['do']}) names no seat")
    return kind(**values)  # type: ignore[arg-type]


def _value(key: str, value: object, where: str) -> object:
    if key in ("cards", "face_down", "instead"):
        return _cards(value, f"{where}: {key}")
    if key == "manner":
        try:
            return Manner(str(value))
        except ValueError:
            raise ParseError(f"{where}: manner {value!r} is none of {', '.join(Manner)}") from None
    wanted = {
        "count": int,
        "stuck": bool,
        "on_top": bool,
        "seat": str,
        "place": str,
        "word": str,
        "of": str,
        "thing": str,
        "what": str,
        "ready": bool,
        "faces": bool,
    }.get(key, float)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise ParseError(f"{where}: {key} must be of type {wanted.__name__}, not {value!r}")
    return value


def _words(cards: tuple[Card, ...]) -> str:
    return "[" + ", ".join(f"'{card}'" for card in cards) + "]"


def _text(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def script_toml(script: Script) -> str:
    """The script as TOML; ``parse_script`` reads it back equal."""
    lines = [f"title = {_text(script.title)}", f"rules = '{script.rules}'", f"dealer = '{script.dealer}'"]
    verdicts = ", ".join(map(_text, script.verdicts))
    lines += [f"stock = {_words(script.stock)}", f"verdicts = [{verdicts}]", "", "[hands]"]
    lines += [f"{seat} = {_words(cards)}" for seat, cards in script.hands.items()]
    for act in script.acts:
        lines += ["", "[[act]]", f"do = '{next(name for name, kind in ACTS.items() if kind is type(act))}'"]
        for item in fields(act):
            value = getattr(act, item.name)
            if item.default is not MISSING and value == item.default:
                continue
            if isinstance(value, tuple):
                lines.append(f"{item.name} = {_words(value)}")
            elif isinstance(value, bool):
                lines.append(f"{item.name} = {str(value).lower()}")
            elif isinstance(value, (int, float)):
                lines.append(f"{item.name} = {value}")
            else:
                lines.append(f"{item.name} = {_text(value)}")
    return "\n".join(lines) + "\n"
