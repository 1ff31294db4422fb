"""Defines the tables. Times are seconds since 1970; texts of students are kept as they came.

Long texts and files stand last in a table: SQLite reads through them to whatever stands behind.
"""

from __future__ import annotations

import lzma
import zlib
from enum import StrEnum

from sqlalchemy import Dialect, ForeignKey, Index, LargeBinary, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from grader.machine import logging_config


class Numbered:
    """The key of most tables."""

    id: Mapped[int] = mapped_column(primary_key=True, sort_order=-1)


class OfAssignment:
    """The columns of what is about one assignment of a course."""

    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"), sort_order=-1)
    assignment: Mapped[str] = mapped_column(sort_order=-1)


class ByPerson:
    """The columns that say who made a row, and when."""

    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"), sort_order=-1)
    at: Mapped[float] = mapped_column(sort_order=-1)


class OutboxColumns(Numbered):
    """The columns of a message that :class:`grader.service.transactional_outbox.Outbox` has sent.

    Attributes:
        at: when it was stored, in the same transaction as its cause.
        tries: how often it was sent, or is being sent.
        next_at: when it is sent if it has not arrived by then.
        delivered_at: 0 until it has.
        problem: what was wrong the last time.
    """

    at: Mapped[float]
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[float]
    delivered_at: Mapped[float] = mapped_column(default=0.0)
    problem: Mapped[str] = mapped_column(default="")


class Base(DeclarativeBase):
    """The base class of all tables."""


_XZ = b"\xfd7zXZ"
"""What LZMA's files begin with; no text that zlib has compressed does."""


class CompressedText(TypeDecorator[str]):
    """A column type that keeps a text as bytes that LZMA has compressed.

    Texts that zlib has compressed are read as well: so were those of earlier versions.
    """

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Return a text as compressed bytes for the database."""
        return None if value is None else lzma.compress(value.encode("utf-8"), preset=1)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Return the text of compressed bytes from the database."""
        if value is None:
            return None
        plain = lzma.decompress(value) if value.startswith(_XZ) else zlib.decompress(value)
        return plain.decode("utf-8")


class Role(StrEnum):
    """The role of a person in a course."""

    STUDENT = "student"
    ASSISTANT = "assistant"
    INSTRUCTOR = "instructor"
    TEST = "test"
    """An account with which staff tries what students do; no list of results has it."""

    @property
    def learns(self) -> bool:
        """Return whether somebody of this role hands in by the rules for students."""
        return self in {Role.STUDENT, Role.TEST}


class GradingState(StrEnum):
    """The state of a grading.

    ``DONE`` has a report; ``REFUSED`` cannot be read as a submission, which the student can mend;
    ``FAILED`` is the grader's own fault, and waits for a person.
    """

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"

    @property
    def over(self) -> bool:
        """Return whether the grading neither waits nor runs."""
        return self not in {GradingState.QUEUED, GradingState.RUNNING}


class WorkColumns(Numbered, ByPerson):
    """Columns of work that a person requests (:mod:`grader.service.queue.requested_work_queue`).

    Attributes:
        state: ``QUEUED``, ``RUNNING``, ``DONE`` or ``FAILED``.
        taken_at: when a worker began it; 0 until then.
        tries: how many began it.
        result: a text of its own kind; empty without one.
        reason: a sentence, if it failed.
    """

    state: Mapped[str] = mapped_column(default=GradingState.QUEUED.value)
    taken_at: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str] = mapped_column(default="")
    result: Mapped[str] = mapped_column(default="")


class SecretKind(StrEnum):
    """The kind of a secret, which says what it is good for."""

    LINK = "link"
    SESSION = "session"
    API = "api"
    BROWSER = "browser"
    """Signs nobody in: it says that its person has signed in with this browser before."""


class Person(Numbered, Base):
    """A person who can sign in.

    Attributes:
        password: a hash; empty until they have chosen one.
        served_at: when a grading of theirs began last that was not given back.
    """

    __tablename__ = "person"

    login: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password: Mapped[str] = mapped_column(default="")
    admin: Mapped[bool] = mapped_column(default=False)
    served_at: Mapped[float] = mapped_column(default=0.0)
    created_at: Mapped[float]


class Course(Numbered, Base):
    """A course: a folder on this machine, and a short name for addresses.

    Attributes:
        archived_at: since when it can only be read; 0 if it is in use.
        copied_from_id: the course of an earlier year from which it was copied.
        time_zone: the IANA name of the zone in which its deadlines are given and shown.
    """

    __tablename__ = "course"

    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    folder: Mapped[str]
    archived_at: Mapped[float] = mapped_column(default=0.0)
    copied_from_id: Mapped[int | None] = mapped_column(ForeignKey("course.id"))
    time_zone: Mapped[str] = mapped_column(default="UTC")


class Membership(Base):
    """The role of a person in a course."""

    __tablename__ = "membership"

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"), primary_key=True)
    role: Mapped[str]


class AssignmentEdition(Numbered, OfAssignment, Base):
    """A version of an assignment's files, by their digest. The newest one in order counts.

    Attributes:
        problem: why nothing can be graded by it, a sentence a line; empty if it is in order,
            ``None`` if nobody looked.
    """

    __tablename__ = "edition"
    __table_args__ = (UniqueConstraint("course_id", "assignment", "digest"),)

    digest: Mapped[str]
    title: Mapped[str]
    created_at: Mapped[float]
    problem: Mapped[str | None]
    course: Mapped[Course] = relationship()


class Team(Numbered, OfAssignment, Base):
    """Students who hand in together for an assignment (:mod:`~.data.group_tables` has the rest).

    Attributes:
        name: for people; no other team of the assignment has it.
    """

    __tablename__ = "team"
    __table_args__ = (UniqueConstraint("course_id", "assignment", "name"),)

    name: Mapped[str]
    created_at: Mapped[float]


class Submission(Numbered, OfAssignment, Base):
    """A file that a person handed in. The database refuses to change it.

    Attributes:
        team_id: the team for which they handed it in; see :mod:`grader.service.team_membership`.
        key: by which whoever hands in tells a repetition from a new submission.
    """

    __tablename__ = "submission"
    __table_args__ = (
        UniqueConstraint("person_id", "key"),
        # It has all that says which submission counts: rows are long, by what was handed in.
        Index(
            "submission_by_course", "course_id", "assignment", "person_id", "created_at", "team_id"
        ),
        Index("submission_by_team", "team_id"),
        {"sqlite_autoincrement": True},  # old addresses and audits never mean a new one
    )

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("team.id"))
    filename: Mapped[str]
    sha256: Mapped[str]
    key: Mapped[str]
    created_at: Mapped[float]
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    person: Mapped[Person] = relationship()
    course: Mapped[Course] = relationship()
    team: Mapped[Team | None] = relationship()


class Grading(Numbered, Base):
    """The grading of one submission by one edition, and its place in the queue while it waits.

    Attributes:
        worker: id of the one that has it.
        claim: a secret of that one, without which no outcome is taken.
        turn: when a grading of the same person had begun before this one did; their turn, should it
            be given back.
        losses: how often it had to begin anew because a worker was gone.
        failures: how often the grader itself failed over it.
        result: :class:`grader.jobs.grading_answer.ResultSummary` as JSON; empty without a report.
        reachable: of the result, if the grading is done; written together with it, so that nobody
            has to read thousands of results to find the best submission of each student.
        reason: a sentence, if it was refused or failed.
        trace: of the request because of which it waits; see :mod:`grader.machine.logging_config`.
    """

    __tablename__ = "grading"
    __table_args__ = (
        UniqueConstraint("submission_id", "edition_id"),
        Index("grading_by_state", "state", "regrade", "edition_id", "submission_id"),
        Index("grading_of_submission", "submission_id", "state", "edition_id", "reachable"),
    )

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"))
    regrade: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(default=GradingState.QUEUED.value)
    worker: Mapped[str] = mapped_column(default="")
    claim: Mapped[str] = mapped_column(default="")
    turn: Mapped[float] = mapped_column(default=0.0)
    losses: Mapped[int] = mapped_column(default=0)
    failures: Mapped[int] = mapped_column(default=0)
    queued_at: Mapped[float]
    started_at: Mapped[float] = mapped_column(default=0.0)
    finished_at: Mapped[float] = mapped_column(default=0.0)
    reachable: Mapped[float | None]
    reason: Mapped[str] = mapped_column(default="")
    trace: Mapped[str] = mapped_column(default=logging_config.current_trace_id)
    result: Mapped[str] = mapped_column(default="")
    submission: Mapped[Submission] = relationship()
    edition: Mapped[AssignmentEdition] = relationship()


class StoredReport(Base):
    """The report of a grading, as JSON for staff.

    Attributes:
        failures: its failed tests in short, for pages about many reports
            (:mod:`~.extract_failed_tests`).
    """

    __tablename__ = "report"

    grading_id: Mapped[int] = mapped_column(ForeignKey("grading.id"), primary_key=True)
    failures: Mapped[str] = mapped_column(default="[]")
    text: Mapped[str] = mapped_column(CompressedText)


class Worker(Base):
    """A worker that lives, or lived when other workers last checked."""

    __tablename__ = "worker"

    id: Mapped[str] = mapped_column(primary_key=True)
    pid: Mapped[int]
    sandbox: Mapped[str]
    started_at: Mapped[float]


class Secret(Numbered, Base):
    """A link, a session or a token, of which only a hash is kept.

    Attributes:
        note: what its owner calls it.
        scopes: of a token, with spaces between them.
        expires_at: 0 if never.
    """

    __tablename__ = "secret"

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    kind: Mapped[str]
    hash: Mapped[str] = mapped_column(unique=True)
    note: Mapped[str] = mapped_column(default="")
    scopes: Mapped[str] = mapped_column(default="")
    created_at: Mapped[float]
    expires_at: Mapped[float] = mapped_column(default=0.0)


class ExternalIdentity(Numbered, Base):
    """An account at another server by which a person signs in (:mod:`~.auth.external_accounts`).

    Attributes:
        subject: by which that server knows the account.
    """

    __tablename__ = "identity"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    issuer: Mapped[str]
    subject: Mapped[str]
    at: Mapped[float]


class AuditEntry(Numbered, Base):
    """An entry of the audit: a person, what they did, and when."""

    __tablename__ = "audit"

    at: Mapped[float]
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    deed: Mapped[str]
    about: Mapped[str]


class Webhook(Numbered, ByPerson, Base):
    """An address to which the events of a course are sent.

    Attributes:
        secret: what its deliveries are signed with.
        private: whether an administrator lets it lead to addresses of the service's own network.
        removed_at: 0 as long as it is used.
    """

    __tablename__ = "webhook"

    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"))
    url: Mapped[str]
    secret: Mapped[str]
    private: Mapped[bool] = mapped_column(default=False)
    removed_at: Mapped[float] = mapped_column(default=0.0)


class Delivery(OutboxColumns, Base):
    """A message to a webhook. It counts as tried also when nobody was reached in its place.

    Attributes:
        body: JSON, sent as it stands here.
    """

    __tablename__ = "delivery"
    __table_args__ = (
        Index("delivery_due", "delivered_at", "next_at"),
        {"sqlite_autoincrement": True},  # receivers tell by the number what they know already
    )

    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhook.id"))
    event: Mapped[str]
    body: Mapped[str]
    webhook: Mapped[Webhook] = relationship()


class SimilarityComparison(WorkColumns, OfAssignment, Base):
    """A search for similar code among all submissions for an assignment, requested by staff.

    Attributes:
        result: :class:`grader.service.similarity_comparisons.SimilarityOutcome` as JSON, which
            names submissions by their numbers alone.
    """

    __tablename__ = "comparison"
    __table_args__ = (Index("comparison_of", "course_id", "assignment"),)

    course: Mapped[Course] = relationship(lazy="joined")


class BindingTrialRow(WorkColumns, Base):
    """A trial of a line for a role of a submission. The newest of each role is kept.

    Attributes:
        edition_id: by which it is tried.
        result: as :mod:`grader.jobs.try_role_binding` writes it.
    """

    __tablename__ = "trial"
    __table_args__ = (
        Index("trial_of", "submission_id", "role"),
        Index("trial_by_state", "state"),
    )

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"))
    role: Mapped[str]
    line: Mapped[str]


class GradingTaskProgress(Base):
    """How far a running grading is: the task and the number of cases that its worker noted last.

    Attributes:
        place: of the task among those that are graded, from 1; 0 if it is not known.
        tasks: how many are graded.
        done: cases that were run.
        total: cases of all tasks.
    """

    __tablename__ = "grading_step"

    grading_id: Mapped[int] = mapped_column(ForeignKey("grading.id"), primary_key=True)
    task: Mapped[str]
    place: Mapped[int]
    tasks: Mapped[int]
    done: Mapped[int]
    total: Mapped[int]
    at: Mapped[float]
