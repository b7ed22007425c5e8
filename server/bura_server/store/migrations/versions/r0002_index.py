"""The index of deals and players, worked out from the logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make it, empty: it is filled when somebody looks."""
    for column in (
        sa.Column("indexed_seq", sa.Integer, nullable=False, server_default="0"),
        sa.Column("index_version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("rules", sa.String(100), nullable=False, server_default=""),
        sa.Column("names", sa.JSON, nullable=False, server_default="{}"),
    ):
        op.add_column("matches", column)
    op.create_table(
        "deals",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("reason", sa.String(30)),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("stake", sa.Integer, nullable=False),
        sa.Column("plays", sa.Integer, nullable=False),
        sa.Column("corrected", sa.Integer, nullable=False),
    )
    op.create_index("ix_deals_played_at", "deals", ["played_at"])
    op.create_table(
        "players",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("won", sa.Boolean),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in (
                "points_lo",
                "points_hi",
                "tricks",
                "claims_true",
                "claims_false",
                "claims_other",
                "fouls",
                "acts",
            )
        ),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_index("ix_players_name", "players", ["name"])


def downgrade() -> None:
    """Take it away; the logs stay."""
    op.drop_table("players")
    op.drop_table("deals")
    for name in ("names", "rules", "index_version", "indexed_seq"):
        op.drop_column("matches", name)
