"""Editions say what is wrong with them; of those that there are nobody knows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Have room for it."""
    op.add_column("edition", sa.Column("problem", sa.String, nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("edition", "problem")
