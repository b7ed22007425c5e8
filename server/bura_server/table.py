"""From what a person asks for on the command line to a running table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bura.begin import check_players
from bura.errors import BuraError
from bura.log import check_log_file
from bura.position import Settings
from bura.rulefiles import rules_named
from bura.rules import RuleSet
from bura.table import SEATS, Seat
from bura_server.book import Book
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.store import EvidenceStore, move_evidence
from bura_server.handkept import NO_CAMERA, HandKept
from bura_server.links import Links, kept_secret
from bura_server.logplace import database_of, log_place
from bura_server.observer import Observer
from bura_server.opening import Opener, kept_language, source_of
from bura_server.ordered import order_of
from bura_server.outputs import keep_apart
from bura_server.plain import as_seen, is_plain
from bura_server.rulepicker import WATCHED
from bura_server.seating import check_spoken
from bura_server.session import TableSession
from bura_server.settings import ServerSettings
from bura_server.storage import data_folder, log_path
from bura_server.store.database import Database
from bura_server.store.links import DatabaseLinks
from bura_vision.phone import PHONE, PhoneFeed

NAME_MOST = 24
"""longest display name, characters: longer ones do not fit the scoreboard"""

OPEN_TO_OTHERS = {
    "en": "Listening on {host}: other machines reach this server. Whoever has no link sees nothing; whoever has one may"
    " do what it allows. Links travel unencrypted over HTTP: use a network you trust.",
    "ru": "Сервер открыт на {host}: к нему могут подключиться другие устройства. Без ссылки никто ничего не увидит, со"
    " ссылкой можно то, что она разрешает. По HTTP ссылки передаются без шифрования: сеть должна быть надёжной.",
    "uk": "Сервер відкрито на {host}: до нього можуть підключитися інші пристрої. Без посилання ніхто нічого не"
    " побачить, із посиланням можна те, що воно дозволяє. Через HTTP посилання передаються без шифрування: мережа має"
    " бути надійною.",
    "ka": "სერვერი გახსნილია მისამართზე {host}: მას სხვა მოწყობილობებიც უკავშირდება. ბმულის გარეშე არავინ ვერაფერს"
    " ხედავს, ბმულით კი შეიძლება ის, რასაც ბმული რთავს ნებას. HTTP-ით ბმულები დაუშიფრავად გადაიცემა: ქსელი სანდო უნდა"
    " იყოს.",
}
"""what is said when other machines can come in, by language"""


class WishError(BuraError):
    """Options that contradict each other or the table."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """Which table, as asked for."""

    camera: str
    """camera number, address or file"""
    rules: str | None = None
    """name of the game, or an option file; None: the log's, or the default"""
    layout: Path | None = None
    """table layout; None: the overhead layout for the number of players, its scale fitted to the cards"""
    say: Path | None = None
    """spoken words, for recordings"""
    names: tuple[str, ...] = ()
    """display names, clockwise"""
    players: int | None = None
    """how many play; None: as many as there are names or seats in the layout, else two"""
    log: Path | None = None
    """the log; None: one named after the camera, in the data folder"""
    data: Path | None = None
    """the data folder; None: the user's own"""
    new: bool = False
    """begin a new log"""
    keep_old: bool = True
    """keep the old log when a new one is begun"""
    deck: str | None = None
    """the deck on the table, enrolled with ``bura enrol``; None: any"""
    table: str | None = None
    """name of the table in the database; None: after the camera"""
    database: str | None = None
    """URL of the database; None: a file in the data folder"""
    settings: Settings | None = None
    """of the referee, for a new log"""


def players_of(wish: TableWish, seats: int | None) -> int:
    """How many play, checked against everything that says so.

    :param seats: seats in the layout, when one was given.
    :raises WishError: when the answers differ.
    """
    told = {
        "--seats": wish.players,
        "--names": len(wish.names) or None,
        "the table layout": seats,
    }
    said = {who: n for who, n in told.items() if n is not None}
    if len(set(said.values())) > 1:
        listed = ", ".join(f"{who} has {n}" for who, n in said.items())
        raise WishError(f"the number of players is not clear: {listed}; make them agree")
    return next(iter(said.values()), 2)


def names_of(wish: TableWish) -> dict[str, str]:
    """Seat → display name.

    :raises WishError: for an empty (also of characters that show nothing), doubled or much too long name, or only one.
    """
    if len(wish.names) == 1:
        raise WishError(f"--names {wish.names[0]} is one player: a second name is missing, as in Ann,Boris")
    for name in wish.names:
        if not as_seen(name) or len(name) > NAME_MOST or not is_plain(name):
            raise WishError(f"{name!r} is no name for the scoreboard: give 1 to {NAME_MOST} characters each")
    # what looks like one name is one, whatever stands in it that nobody sees
    if len({as_seen(name) for name in wish.names}) != len(wish.names):
        raise WishError("two players have one name: give them different ones with --names")
    return dict(zip(SEATS, wish.names, strict=False))


def check_camera(text: str) -> None:
    """Is it something that could be opened: a number, an address of a known kind, or a file?

    :raises WishError: saying what is accepted.
    """
    from bura_vision.source import LIVE_SCHEMES, camera_number

    if not is_plain(text):
        raise WishError(
            "--camera holds a character that no name can have: give a number, an address, or a file's name"
        )
    try:
        Path(text).expanduser()
    except RuntimeError as error:
        raise WishError(
            f"--camera {text!r}: there is no such user on this machine; give the whole path"
        ) from error
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text)
    unknown = scheme is not None and scheme[0].lower() not in LIVE_SCHEMES
    if not text.strip() or re.fullmatch(r"[-+]\d+", text) or unknown:
        raise WishError(
            f"--camera {text!r} is no camera: give a number from 0 on, an address ({', '.join(LIVE_SCHEMES)}),"
            " or the name of a recording"
        )
    if camera_number(text) is None and scheme is None:
        try:
            Path(text).expanduser().exists()
        except OSError as error:
            raise WishError(
                f"--camera {text[:40]!r} cannot be looked at ({error.strerror or error}): give a number, an"
                " address, or the name of a recording"
            ) from error


def option_file(rules: str | None) -> Path | None:
    """The file that house rules come from, when ``--rules`` names one."""
    return Path(rules) if rules is not None and rules.lower().endswith((".toml", ".json")) else None


def open_table(
    wish: TableWish, say: Callable[[str], None], database: Database, feed: PhoneFeed | None = None
) -> tuple[Book, Observer]:
    """The book and the observer of a table.

    :param say: told what a person should know: that an old log is gone on with.
    :param database: keeps the log, unless the wish names a file; None: the one the wish names is opened.
    :param feed: gives the pictures of the camera ``phone``.
    :raises BuraError: for anything that cannot be used, before anything is written.
    """
    from bura_server.decks import named_deck
    from bura_server.watching import TableObserver
    from bura_vision.find_then_read import load_detector
    from bura_vision.fit import FitSettings
    from bura_vision.layout import default_layout, load_layout
    from bura_vision.say import read_spoken
    from bura_vision.watcher import Watcher

    if wish.rules is not None:
        _check_offered(rules_named(wish.rules))
    if wish.camera == NO_CAMERA:
        return _open_by_hand(wish, say, database)
    check_camera(wish.camera)
    if wish.log is not None:
        check_log_file(wish.log)
    inputs = {
        "the recording": Path(wish.camera).expanduser(),
        "the table layout": wish.layout,
        "the spoken words": wish.say,
        "the option file": option_file(wish.rules),
    }
    keep_apart({"--log": wish.log}, inputs)
    rules = None if wish.rules is None else rules_named(wish.rules)
    names = names_of(wish)
    layout = None if wish.layout is None else load_layout(wish.layout)
    players = players_of(wish, None if layout is None else len(layout.seats))
    if rules is not None:
        check_players(rules, SEATS[:players])
    layout = layout or default_layout(players)
    spoken = () if wish.say is None else read_spoken(wish.say)
    check_spoken(wish.say, spoken, layout.seats)
    layer = None if wish.deck is None else named_deck(wish.deck, wish.data).layer
    source = source_of(wish.camera, feed)
    try:
        book = _book(wish, say, database, rules, layout.seats, names, live=source.live)
        fit = FitSettings() if wish.layout is None else None
        observer = TableObserver(source, Watcher(layout, load_detector(deck=layer), fit=fit), spoken)
    except BaseException:
        source.close()
        raise
    return book, observer


def _check_offered(rules: RuleSet) -> None:
    """Is it a game that set-up offers? Macao and Kunken are kept by the engine, but no page can enter them.

    :raises WishError: when not.
    """
    if rules.game not in WATCHED:
        raise WishError(
            f"{rules.name} cannot be refereed at a table: choose one of the games that the set-up page offers"
        )


def _open_by_hand(wish: TableWish, say: Callable[[str], None], database: Database) -> tuple[Book, Observer]:
    """The book of a table that nobody looks at, for as many players as the rules have.

    :raises BuraError: as `open_table`.
    """
    if wish.layout is not None or wish.say is not None or wish.deck is not None:
        raise WishError("a table without a camera has no layout, spoken words or deck: leave them out")
    rules = None if wish.rules is None else rules_named(wish.rules)
    seats = SEATS[: players_of(wish, None)]
    return _book(wish, say, database, rules, seats, names_of(wish), live=True), HandKept()


def _book(
    wish: TableWish,
    say: Callable[[str], None],
    database: Database,
    rules: RuleSet | None,
    seats: Sequence[Seat],
    names: dict[str, str],
    *,
    live: bool,
) -> Book:
    """The book of a table, begun or gone on with.

    :raises BuraError: when the log cannot be kept, or is another game's.
    """
    folder = data_folder(wish.data)
    place = log_place(
        database or database_of(wish.database, wish.data),
        table=wish.table or log_path(folder, wish.camera).stem,
        folder=folder,
        log=wish.log,
        new=wish.new,
        keep_old=wish.keep_old,
        say=say,
    )
    book = Book(place, rules=rules, seats=seats, names=names, live=live, settings=wish.settings)
    if book.resumed > 1:
        way_out = "; --new begins another log" if wish.keep_old else ""
        say(f"Going on with {place.name} ({book.resumed} entries){way_out}.")
    return book


def open_session(
    wish: TableWish,
    say: Callable[[str], None],
    database: Database,
    *,
    speed: float = 1.0,
    feed: PhoneFeed | None = None,
) -> TableSession:
    """A table that keeps evidence, ready to be started.

    :param speed: how fast recordings run.
    :param feed: gives the pictures of the camera ``phone``.
    :raises BuraError: as `open_table`.
    """
    book, observer = open_table(wish, say, database, feed)
    if wish.new:
        # a log of the same name that is gone has left its evidence
        move_evidence(book.path, None)
    recorder = Recorder(EvidenceStore(book.path), patient=not observer.live)
    return TableSession(book, observer, speed=speed, evidence=recorder)


def serve(
    wish: TableWish | None,
    *,
    host: str,
    port: int,
    lang: str | None,
    browser: bool,
    say: Callable[[str], None],
    warn: Callable[[str], None],
    speed: float = 1.0,
    data: Path | None = None,
    database: str | None = None,
    https_port: int | None = None,
) -> None:
    """Watch a table and serve its pages until the person ends it.

    :param wish: None: no table yet; the set-up page starts one.
    :param lang: the table's language, and that of the warning that other machines can come in; None: as chosen at the
        last set-up, or English.
    :param data: the data folder of tables that the set-up page starts; None: the user's own.
    :param database: their database; None: a file in the data folder.
    :param https_port: where phones come in; None: at 8443, or at any free port when that is taken.
    :raises BuraError: for anything that cannot be used.
    """
    # The application may itself open tables.
    from bura_server.app import AppSettings
    from bura_server.phone.certificates import Certificates
    from bura_server.phone.door import HttpsDoor
    from bura_server.phone.settings import DoorSettings
    from bura_server.runner import is_local, listen, listen_near, run

    listener = listen(host, port)
    try:
        folder = data_folder(data if wish is None else wish.data)
        lang = lang or kept_language(folder) or "en"
        if not is_local(host):
            warn(OPEN_TO_OTHERS[lang].format(host=host))
        if wish is not None:
            data, database = wish.data, wish.database
        matches = database_of(database, data)
        try:
            links = Links(DatabaseLinks(matches), kept_secret(data_folder(data)))
            opener = Opener(data_folder(data), matches, speed=speed)
            session = (
                None if wish is None else open_session(wish, say, matches, speed=speed, feed=opener.feed)
            )
            # what is broken off can be gone on with at set-up; a demonstration, whose log goes, is none of that
            if wish is not None and session is not None and wish.keep_old:
                opener.remember(order_of(wish, session, kept_language(folder)), session.book.match)
            doors = DoorSettings() if is_local(host) else DoorSettings(host=host)
            door = HttpsDoor(
                Certificates(data_folder(data)),
                lambda: listen_near(doors.host, https_port, doors.port),
                hosts=(host,),
                message_bytes=2 * opener.feed.settings.bytes_most,
            )
            # A phone is wanted, or the server is for other machines anyway; else the page for phones opens it.
            phones = (
                https_port is not None or not is_local(host) or (wish is not None and wish.camera == PHONE)
            )
            settings = AppSettings(
                session,
                ServerSettings(lang=lang, hosts=(host,)),
                links=links,
                database=matches,
                data=data_folder(data),
                opener=opener,
                door=door,
            )
            run(settings, listener, browser=browser, say=say, phones=phones)
        finally:
            matches.close()
    finally:
        listener.close()
