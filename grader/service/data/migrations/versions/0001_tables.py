"""Creates all tables. Before the first release, a changed table is changed in this file.

After that, what is released stays as it is, and a change gets a migration of its own.
"""

from __future__ import annotations

from typing import Any

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
_NEVER_AGAIN = {"sqlite_autoincrement": True}
"""Numbers are never given again, on SQLite as on PostgreSQL."""


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _text(name: str, *, unique: bool = False, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=nullable, unique=unique)


def _number(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=nullable)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _of(table: str, name: str = "", *, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    """Return a reference to a row of ``table``."""
    return sa.Column(
        name or f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id"),
        nullable=nullable, primary_key=key,
    )  # fmt: skip


def _by() -> tuple[sa.Column[int], sa.Column[float]]:
    return _of("person", "by_id"), _number("at")


def _waiting() -> list[sa.Column[Any]]:
    """Return the columns of a table whose rows workers take and answer."""
    return [
        _text("state"), _number("taken_at"), _whole("tries"), _text("result"), _text("reason"),
        *_by(),
    ]  # fmt: skip


def upgrade() -> None:
    """Create all tables."""
    _make_people_and_courses()
    op.create_table(
        "team", _id(), _of("course"), _text("assignment"), _text("name"), _number("created_at"),
        sa.UniqueConstraint("course_id", "assignment", "name"),
    )  # fmt: skip
    _make_submissions()
    _make_decisions()
    _make_webhooks()
    _make_teams()
    _make_sections()
    _make_mail()
    _make_lti()
    _make_ladders()


def _make_people_and_courses() -> None:
    op.create_table(
        "person", _id(), _text("login", unique=True), _text("name"), _text("password"),
        _flag("admin"), _number("served_at"), _number("created_at"),
    )  # fmt: skip
    op.create_table(
        "identity", _id(), _of("person"), _text("issuer"), _text("subject"), _number("at"),
        sa.UniqueConstraint("issuer", "subject"),
    )  # fmt: skip
    op.create_table(
        "secret", _id(), _of("person"), _text("kind"), _text("hash", unique=True), _text("note"),
        _text("scopes"), _number("created_at"), _number("expires_at"),
    )  # fmt: skip
    op.create_table("audit", _id(), _number("at"), _of("person"), _text("deed"), _text("about"))
    op.create_table(
        "course", _id(), _text("slug", unique=True), _text("title"), _text("folder"),
        _text("time_zone"), _number("archived_at"), _of("course", "copied_from_id", nullable=True),
    )  # fmt: skip
    op.create_table("membership", _of("person", key=True), _of("course", key=True), _text("role"))
    op.create_table(
        "edition", _id(), _of("course"), _text("assignment"), _text("digest"), _text("title"),
        _number("created_at"), _text("problem", nullable=True),
        sa.UniqueConstraint("course_id", "assignment", "digest"),
    )  # fmt: skip


def _make_submissions() -> None:
    # Long texts and files stand last: SQLite reads through them to whatever stands behind.
    op.create_table(
        "submission", _id(), _of("course"), _of("person"), _of("team", nullable=True),
        _text("assignment"), _text("filename"), _text("sha256"), _text("key"),
        _number("created_at"), _bytes("content"), sa.UniqueConstraint("person_id", "key"),
        **_NEVER_AGAIN,
    )  # fmt: skip
    op.create_index("submission_by_team", "submission", ["team_id"])
    op.create_index(
        "submission_by_course", "submission",
        ["course_id", "assignment", "person_id", "created_at", "team_id"],
    )  # fmt: skip
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(_REFUSE)
    op.execute(_IMMUTABLE[dialect])
    op.create_table(
        "worker", sa.Column("id", sa.String, primary_key=True), _whole("pid"), _text("sandbox"),
        _number("started_at"),
    )  # fmt: skip
    op.create_table(
        "grading", _id(), _of("submission"), _of("edition"), _flag("regrade"), _text("state"),
        _text("worker"), _text("claim"), _number("turn"), _whole("losses"), _whole("failures"),
        _number("queued_at"), _number("started_at"), _number("finished_at"),
        _number("reachable", nullable=True), _text("reason"), _text("trace"), _text("result"),
        sa.UniqueConstraint("submission_id", "edition_id"),
    )  # fmt: skip
    op.create_index(
        "grading_by_state", "grading", ["state", "regrade", "edition_id", "submission_id"]
    )
    op.create_index(
        "grading_of_submission", "grading", ["submission_id", "state", "edition_id", "reachable"]
    )
    op.create_table("report", _of("grading", key=True), _text("failures"), _bytes("text"))
    op.create_table("comparison", _id(), _of("course"), _text("assignment"), *_waiting())
    op.create_index("comparison_of", "comparison", ["course_id", "assignment"])
    op.create_table(
        "trial", _id(), _of("submission"), _of("edition"), _text("role"), _text("line"),
        *_waiting(),
    )  # fmt: skip
    op.create_index("trial_of", "trial", ["submission_id", "role"])
    op.create_index("trial_by_state", "trial", ["state"])


def _make_decisions() -> None:
    """Create the tables of deadlines, marks, comments, requests, releases and bindings."""
    op.create_table(
        "terms", _id(), _of("course"), _text("assignment"), _number("due_at"), _whole("late_days"),
        _number("per_day"), _whole("last_day"), _whole("requests"), _whole("request_days"),
        _flag("blind"), _whole("markers"), _text("counts"), _whole("grace_minutes"),
        _number("opens_at"), _text("kit_url"), *_by(),
    )  # fmt: skip
    op.create_table(
        "extension", _id(), _of("course"), _text("assignment"), _of("person"), _number("due_at"),
        _text("reason"), *_by(),
    )  # fmt: skip
    op.create_index("extension_of", "extension", ["course_id", "assignment", "person_id"])
    op.create_table(
        "choice", _id(), _of("course"), _text("assignment"), _of("person"), _of("submission"),
        _number("at"),
    )  # fmt: skip
    op.create_index("choice_of", "choice", ["course_id", "assignment", "person_id"])
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
        "binding", _id(), _of("submission"), _text("role"), _text("line"), *_by()
    )  # fmt: skip
    op.create_index("binding_of", "binding", ["submission_id", "role"])
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


def _make_webhooks() -> None:
    op.create_table(
        "webhook", _id(), _of("course"), _text("url"), _text("secret"), _flag("private"),
        _number("removed_at"), *_by(),
    )  # fmt: skip
    op.create_table(
        "delivery", _id(), _of("webhook"), _text("event"), _text("body"), _number("at"),
        _whole("tries"), _number("next_at"), _number("delivered_at"), _text("problem"),
        **_NEVER_AGAIN,
    )  # fmt: skip
    op.create_index("delivery_due", "delivery", ["delivered_at", "next_at"])


def _make_teams() -> None:
    op.create_table(
        "team_rules", _id(), _of("course"), _text("assignment"), _whole("smallest"),
        _whole("largest"), _flag("by_students"), _number("form_until"), *_by(),
    )  # fmt: skip
    op.create_index("team_rules_of", "team_rules", ["course_id", "assignment"])
    op.create_table(
        "team_member", _of("person", key=True), _of("course", key=True),
        sa.Column("assignment", sa.String, primary_key=True), _of("team"),
    )  # fmt: skip
    op.create_index("team_member_of", "team_member", ["team_id"])
    op.create_table(
        "team_invitation", _id(), _of("team"), _of("person"), *_by(),
        sa.UniqueConstraint("team_id", "person_id"),
    )  # fmt: skip
    op.create_table(
        "member_mark", _id(), _of("course"), _text("assignment"), _of("person"), _text("task"),
        _number("points", nullable=True), _text("reason"), *_by(),
    )  # fmt: skip
    op.create_index("member_mark_of", "member_mark", ["course_id", "assignment", "person_id"])


def _make_sections() -> None:
    op.create_table(
        "section_member", _of("course", key=True), _of("person", key=True),
        sa.Column("section", sa.String, primary_key=True),
    )  # fmt: skip
    op.create_table(
        "section_deadline", _id(), _of("course"), _text("assignment"), _text("section"),
        _number("due_at"), _text("reason"), *_by(),
    )  # fmt: skip
    op.create_table(
        "grading_step", _of("grading", key=True), _text("task"), _whole("place"), _whole("tasks"),
        _whole("done"), _whole("total"), _number("at"),
    )  # fmt: skip
    op.create_index("section_deadline_of", "section_deadline", ["course_id", "assignment"])


def _make_mail() -> None:
    op.create_table(
        "mail_address", _of("person", key=True), _text("address"), _text("key"),
        _number("confirmed_at"), _number("at"),
    )  # fmt: skip
    op.create_table(
        "mail_opt_out", _of("person", key=True),
        sa.Column("kind", sa.String, nullable=False, primary_key=True),
    )  # fmt: skip
    op.create_table(
        "mail_notice", _id(), _of("person"), _text("kind"), _text("key"), _text("subject"),
        _text("text"), _text("path"), _number("at"), _number("ready_at"), _number("mailed_at"),
    )  # fmt: skip
    op.create_index("mail_notice_of", "mail_notice", ["person_id", "kind", "key"])
    op.create_index("mail_notice_waiting", "mail_notice", ["mailed_at", "ready_at"])
    op.create_table(
        "mail", _id(), _of("person"), _text("kind"), _text("message_id"), _text("subject"),
        _text("text"), _number("at"), _whole("tries"), _number("next_at"),
        _number("delivered_at"), _text("problem"), _number("refused_at"),
    )  # fmt: skip
    op.create_index("mail_due", "mail", ["delivered_at", "next_at"])
    op.create_index("mail_of", "mail", ["person_id", "kind"])
    op.create_table(
        "announcement", _id(), _of("course"), _text("title"), _text("text"), _flag("mailed"),
        _number("removed_at"), *_by(),
    )  # fmt: skip
    op.create_index("announcement_of", "announcement", ["course_id"])


def _make_lti() -> None:
    """Create the tables of LTI: platforms, their courses, members, line items and scores."""
    op.create_table(
        "lti_platform", _id(), _text("name"), _text("issuer"), _text("client_id"),
        _text("auth_url"), _text("token_url"), _text("audience"), _text("jwks_url"),
        _flag("private"), _number("removed_at"), *_by(),
    )  # fmt: skip
    op.create_table(
        "lti_deployment", _id(), _of("lti_platform", "platform_id"), _text("name"),
        _number("accepted_at"), sa.UniqueConstraint("platform_id", "name"),
    )  # fmt: skip
    op.create_table(
        "lti_key", _id(), _text("kid", unique=True), _text("private_key"), _number("starts_at"),
        _number("ends_at"),
    )  # fmt: skip
    op.create_table(
        "lti_login", _id(), _of("lti_platform", "platform_id"), _text("state", unique=True),
        _text("browser"), _text("nonce"), _text("target"), _text("message"), _number("expires_at"),
    )  # fmt: skip
    op.create_table(
        "lti_registration", _id(), _text("ticket", unique=True), _flag("private"),
        _number("expires_at"), _of("person", "by_id"),
    )  # fmt: skip
    op.create_table(
        "lti_context", _id(), _of("lti_platform", "platform_id"), _text("deployment"),
        _text("name"), _text("title"), _text("line_items_url"), _text("memberships_url"),
        _text("scopes"), _of("course", nullable=True), _number("roster_at"),
        _number("roster_next_at"), _text("roster_problem"), _text("scores_seen"),
        _number("scores_next_at"), sa.UniqueConstraint("platform_id", "deployment", "name"),
    )  # fmt: skip
    op.create_table(
        "lti_member", _id(), _of("lti_context", "context_id"), _text("subject"),
        _of("person", nullable=True), _text("role"), _number("left_at"), _text("name"),
        _text("login"), _text("listed_role"), sa.UniqueConstraint("context_id", "subject"),
    )  # fmt: skip
    op.create_index("lti_member_of", "lti_member", ["person_id"])
    op.create_table(
        "lti_line_item", _id(), _of("lti_context", "context_id"), _text("assignment"),
        _text("url"), _text("problem"), _whole("tries"), _number("next_at"),
        sa.UniqueConstraint("context_id", "assignment"),
    )  # fmt: skip
    op.create_table(
        "lti_score", _id(), _of("lti_line_item", "line_item_id"), _of("person"), _text("wanted"),
        _text("sent"), _flag("begun"), _whole("tries"), _number("next_at"), _flag("refused"),
        _text("problem"), _number("sent_at"), sa.UniqueConstraint("line_item_id", "person_id"),
    )  # fmt: skip
    op.create_index("lti_score_due", "lti_score", ["next_at"])


def _make_ladders() -> None:
    """Create the tables of ladders and tournaments."""
    op.create_table(
        "ladder", _id(), _of("course"), _text("assignment"), _flag("running"), _whole("pairs"),
        _number("seconds"), _of("edition", nullable=True), _whole("rated_pairs"),
        _number("rated_at"), *_by(),
        sa.UniqueConstraint("course_id", "assignment"),
    )  # fmt: skip
    op.create_table(
        "ladder_player", _id(), _of("ladder"), _of("person", nullable=True),
        _of("team", nullable=True), _text("agent"), _whole("number"), _flag("named"),
        _number("served_at"), sa.UniqueConstraint("ladder_id", "person_id"),
        sa.UniqueConstraint("ladder_id", "team_id"), sa.UniqueConstraint("ladder_id", "number"),
    )  # fmt: skip
    op.create_table(
        "ladder_entry", _id(), _of("ladder_player", "player_id"),
        sa.Column("submission_id", sa.Integer, sa.ForeignKey("submission.id"), unique=True),
        _number("retired_at"), _text("problem", nullable=True), _number("elo", nullable=True),
        _number("elo_margin"), _number("at"),
    )  # fmt: skip
    op.create_index("ladder_entry_of", "ladder_entry", ["player_id"])
    op.create_table(
        "ladder_pair", _id(), _of("ladder"), _of("edition"), _of("ladder_entry", "first_id"),
        _of("ladder_entry", "second_id"), _whole("seed"), _text("state"), _text("worker"),
        _whole("losses"), _number("began_at"), _number("ended_at"), _number("points"),
        _number("points_back"), _text("reason"), sa.Column("games", sa.LargeBinary),
        sa.Column("replays", sa.LargeBinary),
    )  # fmt: skip
    op.create_index("ladder_pair_of", "ladder_pair", ["ladder_id", "edition_id"])
    op.create_index("ladder_pair_first", "ladder_pair", ["first_id"])
    op.create_index("ladder_pair_second", "ladder_pair", ["second_id"])
    op.create_table(
        "course_tournament", _id(), _of("course"), _text("assignment"), _whole("pairs"),
        _number("seconds"), _text("state"), _text("worker"), _whole("losses"), _whole("played"),
        _text("reason"), *_by(), sa.Column("games", sa.LargeBinary),
        sa.Column("files", sa.LargeBinary),
    )  # fmt: skip
    op.create_index("course_tournament_of", "course_tournament", ["course_id", "assignment"])
