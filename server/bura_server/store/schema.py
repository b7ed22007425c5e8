"""The tables of the database.

`entries` is the log, and the log is the truth. `deals` and `players` are an index worked out from it; they may be
emptied at any time and are filled again. The migrations in `bura_server.store.migrations` make these tables; a test
holds both against each other.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False, doc="named after its camera"),
    UniqueConstraint("name"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("started_at", DateTime(timezone=True), nullable=False, doc="UTC"),
    Column("closed", Boolean, nullable=False, default=False, doc="another log was begun at this table"),
    Column("log_file", Text, doc="the log is this file, not rows of `entries`"),
    Column("indexed_seq", Integer, nullable=False, default=0, doc="entries the index was made from"),
    Column("index_version", Integer, nullable=False, default=0, doc="what made the index"),
    Column("rules", String(100), nullable=False, default="", doc="index: name of the preset"),
    Column("names", JSON, nullable=False, default=dict, doc="index: seat to display name"),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("written_at", DateTime(timezone=True), nullable=False, doc="UTC"),
    Column("line", Text, nullable=False, doc="the entry as a line of JSON, as in a log file"),
)

links = Table(
    "links",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("number", Integer, nullable=False, doc="order in which they were made"),
    Column("role", String(20), nullable=False),
    Column("seat", String(1)),
    Column("label", String(100), nullable=False, default=""),
    Column("expires_at", Float, nullable=False, doc="seconds since 1970"),
    Column("revoked", Boolean, nullable=False, default=False),
    Column(
        "match_key",
        String(60),
        doc="of a seat: the match it was made for (`bura_server.journal.Journal.match`)",
    ),
)

deals = Table(
    "deals",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("played_at", DateTime(timezone=True), nullable=False, doc="UTC, when it began"),
    Column("seconds", Float, nullable=False),
    Column("reason", String(30), doc="what ended it; null while it runs"),
    Column("winners", JSON, nullable=False),
    Column("stake", Integer, nullable=False),
    Column("plays", Integer, nullable=False, doc="cards laid, as the camera reported them"),
    Column("corrected", Integer, nullable=False, doc="… of these acts, corrected by a person"),
    Index("ix_deals_played_at", "played_at"),
)

players = Table(
    "players",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(1), primary_key=True),
    Column("name", String(100), nullable=False, index=True),
    Column("won", Boolean, doc="null: nobody did, or the deal runs"),
    Column("points_lo", Integer, nullable=False),
    Column("points_hi", Integer, nullable=False),
    Column("tricks", Integer, nullable=False),
    Column("claims_true", Integer, nullable=False),
    Column("claims_false", Integer, nullable=False),
    Column("claims_other", Integer, nullable=False),
    Column("fouls", Integer, nullable=False),
    Column("acts", Integer, nullable=False, doc="leads and replies"),
    Column("seconds", Float, nullable=False, doc="from when the act was due until it was complete"),
)
