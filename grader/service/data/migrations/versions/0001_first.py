"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_REFUSE = """
CREATE FUNCTION refuse_to_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a submission never changes' USING ERRCODE = 'restrict_violation';
END $$
"""
_IMMUTABLE = {
    "sqlite": """
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
BEGIN SELECT RAISE(ABORT, 'a submission never changes'); END
""",
    "postgresql": """
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
FOR EACH ROW EXECUTE FUNCTION refuse_to_change()
""",
}


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _text(name: str, *, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False, unique=unique)


def _number(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _of(table: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(
        f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id"), nullable=False, primary_key=key
    )


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "person", _id(), _text("login", unique=True), _text("name"), _text("password"),
        _flag("admin"), _number("served_at"), _number("created_at"),
    )  # fmt: skip
    op.create_table("course", _id(), _text("slug", unique=True), _text("title"), _text("folder"))
    op.create_table("membership", _of("person", key=True), _of("course", key=True), _text("role"))
    op.create_table(
        "edition", _id(), _of("course"), _text("assignment"), _text("digest"), _text("title"),
        _number("created_at"), sa.UniqueConstraint("course_id", "assignment", "digest"),
    )  # fmt: skip
    op.create_table(
        "submission", _id(), _of("course"), _of("person"), _text("assignment"), _text("filename"),
        sa.Column("content", sa.LargeBinary, nullable=False), _text("sha256"), _text("key"),
        _number("created_at"), sa.UniqueConstraint("person_id", "key"),
    )  # fmt: skip
    op.create_index("submission_by_course", "submission", ["course_id", "assignment", "person_id"])
    if _postgresql():
        op.execute(_REFUSE)
    op.execute(_IMMUTABLE[op.get_bind().dialect.name])
    op.create_table(
        "grading", _id(), _of("submission"), _of("edition"), _flag("regrade"), _text("state"),
        _text("worker"), _text("claim"), _whole("losses"), _whole("failures"),
        _number("queued_at"), _number("started_at"), _number("finished_at"), _text("result"),
        _text("reason"), sa.UniqueConstraint("submission_id", "edition_id"),
    )  # fmt: skip
    op.create_index("grading_by_state", "grading", ["state"])
    op.create_table("report", _of("grading", key=True), _text("text"))
    op.create_table(
        "worker", sa.Column("id", sa.String, primary_key=True), _whole("pid"), _text("sandbox"),
        _number("started_at"),
    )  # fmt: skip
    op.create_table(
        "secret", _id(), _of("person"), _text("kind"), _text("hash", unique=True), _text("note"),
        _text("scopes"), _number("created_at"), _number("expires_at"),
    )  # fmt: skip
    op.create_table("audit", _id(), _number("at"), _of("person"), _text("deed"), _text("about"))


def downgrade() -> None:
    """Remove them."""
    for table in (
        "audit", "secret", "worker", "report", "grading", "submission", "edition", "membership",
        "course", "person",
    ):  # fmt: skip
        op.drop_table(table)
    if _postgresql():
        op.execute("DROP FUNCTION refuse_to_change()")


def _postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
