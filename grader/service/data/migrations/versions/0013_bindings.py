"""Bindings: how staff say that a submission is called for a role, and lines that they try."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "binding",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("submission_id", sa.Integer, sa.ForeignKey("submission.id"), nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("binding_of", "binding", ["submission_id", "role"])
    op.create_table(
        "trial",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("submission_id", sa.Integer, sa.ForeignKey("submission.id"), nullable=False),
        sa.Column("edition_id", sa.Integer, sa.ForeignKey("edition.id"), nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("taken_at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("result", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("trial_of", "trial", ["submission_id", "role"])
    op.create_index("trial_by_state", "trial", ["state"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("trial")
    op.drop_table("binding")
