"""Gradings know the turn that their person had, for when they are given back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Of those that are going on, nobody knows it: their persons are next, as before."""
    op.add_column("grading", sa.Column("turn", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("grading", "turn")
