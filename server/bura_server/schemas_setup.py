"""Setting a table up, as it goes over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bura.table import ZoneKind
from bura_vision.quality import Fault, Grade

# Written as lists: a description of tuples (`prefixItems`) is not understood by every reader of OpenAPI.
Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
PairOfNumbers = Annotated[list[float], Field(min_length=2, max_length=2)]


OptionValue = bool | int | str | list[int | str] | dict[str, int]
"""a value of an option, as it is chosen"""


Language = Literal["en", "ru", "uk", "ka"]
"""a language of the pages (`bura_server.settings.LANGUAGES`)"""


class PreviewInfo(BaseModel):
    """The camera that is looked through."""

    camera: str | None
    status: Literal["none", "opening", "running", "lost", "failed"]
    message: str
    size_px: Pair | None


class CameraInfo(BaseModel):
    """A camera of the server's machine."""

    camera: str
    """what to ask for"""
    name: str


class PresetInfo(BaseModel):
    """A game."""

    name: str
    title: str
    summary: str
    players: Pair
    """fewest and most"""
    counting: Literal["open", "hidden"]
    """who sees running points when nothing else is agreed"""


class RunningTable(BaseModel):
    """The table that is being watched."""

    source: str
    rules: str
    names: dict[str, str]
    seq: int


class LastRules(BaseModel):
    """The game that was chosen last."""

    preset: str
    options: dict[str, OptionValue] = {}


class LastTable(BaseModel):
    """The table that was set up last, as it was posted."""

    model_config = ConfigDict(extra="allow")

    camera: str
    rules: LastRules
    names: list[str]
    counting: Literal["rules", "open", "hidden"] = "rules"
    spectator_delay_s: float = 60.0


class UnfinishedTable(BaseModel):
    """The match of the table that was set up last: `POST /table` with `new` false and `log` last goes on with it."""

    names: list[str]
    """display names, clockwise from seat A"""
    deal: int
    """number of its newest deal, from 1 on"""


class Setup(BaseModel):
    """What the set-up page can choose from."""

    running: RunningTable | None
    cameras: list[CameraInfo]
    preview: PreviewInfo
    presets: list[PresetInfo]
    last: LastTable | None
    unfinished: UnfinishedTable | None
    """None while a table runs, and where there is nothing to go on with"""
    lang: Language
    """the table's language"""


class OptionValueInfo(BaseModel):
    """One value of an option."""

    value: bool | int | str
    text: str
    """what it means, in a sentence"""


class OptionInfo(BaseModel):
    """One option of a game."""

    name: str
    title: str
    kind: str
    value: Any
    preset_value: Any
    values: list[OptionValueInfo]
    low: int | None
    high: int | None
    sentence: str
    """what it says as chosen"""
    allowed: str
    origin: str
    """where the rule comes from, in a sentence or two"""
    source: str
    """the same in the rulebook's short codes"""
    conflict: str | None
    """its number in the rulebook's register of conflicts, where sources disagree"""
    house: bool
    """does it differ from the game's own value?"""
    editable: bool


class OptionGroup(BaseModel):
    """Options under one heading."""

    name: str
    heading: str
    options: list[OptionInfo]


class RulePicker(BaseModel):
    """A game with all its options."""

    preset: str
    title: str
    summary: str
    players: Pair
    counting: Literal["open", "hidden"]
    problem: str
    """why the chosen options cannot be played together; empty: they can"""
    clash: list[str]
    """titles of the options that contradict each other"""
    groups: list[OptionGroup]


class FaultInfo(BaseModel):
    """Something that would make the picture better."""

    fault: Fault
    grade: Grade


class QualityInfo(BaseModel):
    """How good a picture is: `bura_vision.quality.Quality.to_json`. null: it cannot be told from this picture."""

    grade: Grade
    cards: int
    index_px: float | None
    edge_px: float | None
    edge_share: float | None
    paper: float | None
    clipped: float | None
    glare: float | None
    contrast: float | None
    tilt_deg: float | None
    grades: dict[str, Grade]
    faults: list[FaultInfo]


class CardSeen(BaseModel):
    """A card that is read in the picture."""

    card: str
    confidence: float
    outline: list[PairOfNumbers]
    """fractions of the picture"""


class LookInfo(BaseModel):
    """One picture, read."""

    size_px: Pair
    quality: QualityInfo
    cards: list[CardSeen]
    doubtful: list[str]
    backs: int


class ZoneInfo(BaseModel):
    """A part of the table, in centimetres and as fractions of the picture."""

    kind: ZoneKind
    seat: str | None
    polygon_cm: list[PairOfNumbers]
    outline: list[PairOfNumbers]


class LayoutInfo(BaseModel):
    """A table layout in the picture."""

    size_cm: PairOfNumbers
    corners: list[PairOfNumbers]
    """fractions of the picture, clockwise from the table's top left"""
    zones: list[ZoneInfo]


class PlacedLayout(BaseModel):
    """A ready layout, placed."""

    layout: LayoutInfo
    table_found: bool
    """its corners are the table's, as seen; False: the picture's"""
    size_found: bool
    """its size is told by cards; False: the ready one"""


class TableStarted(BaseModel):
    """A table is being watched."""

    seq: int
    resumed: bool
    """a log is gone on with"""
