"""Comparisons: which submissions look alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "comparison",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("course_id", sa.Integer, sa.ForeignKey("course.id"), nullable=False),
        sa.Column("assignment", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("taken_at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("result", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("comparison_of", "comparison", ["course_id", "assignment"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("comparison")
