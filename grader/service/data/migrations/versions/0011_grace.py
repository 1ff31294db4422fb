"""Deadlines have some minutes of grace, and none as before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Give those that there are none."""
    minutes = sa.Column("grace_minutes", sa.Integer, nullable=False, server_default="0")
    op.add_column("terms", minutes)


def downgrade() -> None:
    """Forget it."""
    op.drop_column("terms", "grace_minutes")
