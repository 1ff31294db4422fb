"""What people decide: deadlines, marks, comments, requests, releases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False)


def _number(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=nullable)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _of(table: str, name: str = "", *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(
        name or f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id"), nullable=nullable
    )


def _by() -> tuple[sa.Column[int], sa.Column[float]]:
    return _of("person", "by_id"), _number("at")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "terms", _id(), _of("course"), _text("assignment"), _number("due_at"), _whole("late_days"),
        _number("per_day"), _whole("last_day"), _whole("requests"), _whole("request_days"),
        _flag("blind"), _whole("markers"), *_by(),
    )  # fmt: skip
    op.create_table(
        "extension", _id(), _of("course"), _text("assignment"), _of("person"), _number("due_at"),
        _text("reason"), *_by(),
    )  # fmt: skip
    op.create_index("extension_of", "extension", ["course_id", "assignment", "person_id"])
    op.create_table(
        "rubric_item", _id(), _of("course"), _text("assignment"), _text("task"),
        _whole("position"), _text("text"), _number("points"), _flag("retired"),
    )  # fmt: skip
    op.create_table(
        "mark", _id(), _of("submission"), _text("task"), _number("points", nullable=True),
        _text("items"), _text("reason"), _flag("settles"), *_by(),
    )  # fmt: skip
    op.create_index("mark_of", "mark", ["submission_id", "task"])
    op.create_table(
        "comment", _id(), _of("submission"), _text("task"), _whole("cell"), _whole("line"),
        _text("text"), _number("removed_at"), *_by(),
    )  # fmt: skip
    op.create_index("comment_of", "comment", ["submission_id"])
    op.create_table(
        "phrase", _id(), _of("course"), _text("assignment"), _text("text"), _whole("used"),
        sa.UniqueConstraint("course_id", "assignment", "text"),
    )  # fmt: skip
    op.create_table(
        "regrade_request", _id(), _of("submission"), _text("task"), _text("reason"), _number("at"),
        _text("state"), _text("answer"), _of("person", "answered_by_id", nullable=True),
        _number("answered_at"),
    )  # fmt: skip
    op.create_index("regrade_request_by_state", "regrade_request", ["state"])
    op.create_table(
        "release", _id(), _of("course"), _text("assignment"), _text("task"), _of("edition"),
        _flag("shown"), _text("message"), *_by(),
    )  # fmt: skip
    op.create_index("release_of", "release", ["course_id", "assignment"])


def downgrade() -> None:
    """Remove them."""
    for table in (
        "release", "regrade_request", "phrase", "comment", "mark", "rubric_item", "extension",
        "terms",
    ):  # fmt: skip
        op.drop_table(table)
