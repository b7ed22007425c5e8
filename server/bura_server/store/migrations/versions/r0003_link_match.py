"""A seat's link belongs to the match it was made for.

Links made before tell no match: those of seats hold for none that is played from now on, the others as they did.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the match."""
    op.add_column("links", sa.Column("match_key", sa.String(60)))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("links", "match_key")
