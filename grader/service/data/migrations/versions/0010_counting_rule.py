"""Terms say which submission counts, and students choose one where they may."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Have the newest one count, as before."""
    op.add_column("terms", sa.Column("counts", sa.String, nullable=False, server_default="latest"))
    op.create_table(
        "choice",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("course_id", sa.Integer, sa.ForeignKey("course.id"), nullable=False),
        sa.Column("assignment", sa.String, nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("submission_id", sa.Integer, sa.ForeignKey("submission.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("choice_of", "choice", ["course_id", "assignment", "person_id"])


def downgrade() -> None:
    """Forget both."""
    op.drop_table("choice")
    op.drop_column("terms", "counts")
