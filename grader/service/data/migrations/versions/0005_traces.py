"""Gradings say because of which request they wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody knows it of those that there are."""
    op.add_column("grading", sa.Column("trace", sa.String, nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("grading", "trace")
