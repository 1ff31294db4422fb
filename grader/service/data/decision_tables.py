"""Defines the tables of what people decide: deadlines, marks, comments, releases, bindings.

A decision is added, never changed: the newest row counts, the others stay to be looked up.
Times are seconds since 1970.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import (
    Base,
    ByPerson,
    Course,
    Numbered,
    OfAssignment,
    Person,
    Submission,
)


class RegradeRequestState(StrEnum):
    """The state of a regrade request."""

    OPEN = "open"
    GRANTED = "granted"
    DECLINED = "declined"


class CountingRule(StrEnum):
    """The rule for which of a student's submissions for an assignment counts."""

    LATEST = "latest"
    BEST = "best"
    CHOSEN = "chosen"


class AssignmentTerms(Numbered, OfAssignment, ByPerson, Base):
    """The deadline and late penalty of an assignment. The newest row counts.

    Attributes:
        due_at: 0 if there is no deadline.
        late_days: days by which each student may be late in the whole course without loss.
        per_day: share of the points that each further day costs, from 0 to 1.
        last_day: days after ``due_at`` when nothing is taken any more; 0 if late work is not taken.
        requests: how often a student may ask for another look, per assignment.
        request_days: days after the release in which they may.
        blind: whether those who mark see no names.
        markers: how many people mark each written answer.
        counts: which of a student's submissions counts, a :class:`CountingRule`.
        grace_minutes: after the deadline, in which nothing is late yet.
        opens_at: before which students cannot hand in; 0 if they always could.
        kit_url: the page of the students' kit, linked beside "hand in"; empty if there is none.
    """

    __tablename__ = "terms"

    due_at: Mapped[float] = mapped_column(default=0.0)
    late_days: Mapped[int] = mapped_column(default=0)
    per_day: Mapped[float] = mapped_column(default=0.0)
    last_day: Mapped[int] = mapped_column(default=0)
    requests: Mapped[int] = mapped_column(default=0)
    request_days: Mapped[int] = mapped_column(default=7)
    blind: Mapped[bool] = mapped_column(default=False)
    markers: Mapped[int] = mapped_column(default=1)
    counts: Mapped[str] = mapped_column(default=CountingRule.LATEST.value)
    grace_minutes: Mapped[int] = mapped_column(default=0)
    opens_at: Mapped[float] = mapped_column(default=0.0)
    kit_url: Mapped[str] = mapped_column(default="")


class DeadlineExtension(Numbered, OfAssignment, ByPerson, Base):
    """A later deadline for one student and assignment. The newest row counts."""

    __tablename__ = "extension"
    __table_args__ = (Index("extension_of", "course_id", "assignment", "person_id"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    due_at: Mapped[float]
    reason: Mapped[str]


class SubmissionChoice(Numbered, OfAssignment, Base):
    """A student's choice of the submission that counts. The newest row counts."""

    __tablename__ = "choice"
    __table_args__ = (Index("choice_of", "course_id", "assignment", "person_id"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    at: Mapped[float]


class RubricItem(Numbered, OfAssignment, Base):
    """A property that an answer to a written task may have or lack, and its points.

    Attributes:
        position: its number in the list of its task, from 1; the key that applies it.
        retired: whether it is offered no more. Marks that have it keep it.
    """

    __tablename__ = "rubric_item"

    task: Mapped[str]
    position: Mapped[int]
    text: Mapped[str]
    points: Mapped[float]
    retired: Mapped[bool] = mapped_column(default=False)


class Mark(Numbered, ByPerson, Base):
    """The points that a person gives for a task, which may override the grader's.

    The newest of each person counts; of several people's, what the last of them decided after
    seeing the others (``settles``).

    Attributes:
        points: empty if the person takes their mark back.
        items: ids of rubric items, with spaces between them.
        settles: whether it decides between the marks of others.
    """

    __tablename__ = "mark"
    __table_args__ = (Index("mark_of", "submission_id", "task"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    task: Mapped[str]
    points: Mapped[float | None]
    items: Mapped[str] = mapped_column(default="")
    reason: Mapped[str] = mapped_column(default="")
    settles: Mapped[bool] = mapped_column(default=False)
    submission: Mapped[Submission] = relationship()
    by: Mapped[Person] = relationship()


class Comment(Numbered, ByPerson, Base):
    """A remark about a line of a submission, or about a whole task.

    Attributes:
        task: empty if it is about the code as such.
        cell: number of the file or notebook cell from 0; -1 if it is about no line.
        line: from 1; 0 if it is about no line.
        removed_at: 0 as long as it stands.
    """

    __tablename__ = "comment"
    __table_args__ = (Index("comment_of", "submission_id"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    task: Mapped[str] = mapped_column(default="")
    cell: Mapped[int] = mapped_column(default=-1)
    line: Mapped[int] = mapped_column(default=0)
    text: Mapped[str]
    removed_at: Mapped[float] = mapped_column(default=0.0)
    by: Mapped[Person] = relationship()


class Phrase(Numbered, OfAssignment, Base):
    """A text that a course keeps, to be used again in comments."""

    __tablename__ = "phrase"
    __table_args__ = (UniqueConstraint("course_id", "assignment", "text"),)

    text: Mapped[str]
    used: Mapped[int] = mapped_column(default=0)


class RegradeRequest(Numbered, Base):
    """A student's request for another look at a task, and the answer to it."""

    __tablename__ = "regrade_request"
    __table_args__ = (Index("regrade_request_by_state", "state"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    task: Mapped[str]
    reason: Mapped[str]
    at: Mapped[float]
    state: Mapped[str] = mapped_column(default=RegradeRequestState.OPEN.value)
    answer: Mapped[str] = mapped_column(default="")
    answered_by_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    answered_at: Mapped[float] = mapped_column(default=0.0)
    submission: Mapped[Submission] = relationship()


class Release(Numbered, OfAssignment, ByPerson, Base):
    """A release to students of what people decided, of a task or of all if ``task`` is empty.

    Attributes:
        edition_id: whose gradings students see from then on.
        shown: false if it takes an earlier release back.
    """

    __tablename__ = "release"
    __table_args__ = (Index("release_of", "course_id", "assignment"),)

    task: Mapped[str] = mapped_column(default="")
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"))
    shown: Mapped[bool] = mapped_column(default=True)
    message: Mapped[str] = mapped_column(default="")
    course: Mapped[Course] = relationship()


class Binding(Numbered, ByPerson, Base):
    """A line that says how to call a submission for a role. The newest row of a role counts.

    Attributes:
        line: a binding (:mod:`grader.wire.binding_expressions`); empty if the person takes it back.
    """

    __tablename__ = "binding"
    __table_args__ = (Index("binding_of", "submission_id", "role"),)

    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    role: Mapped[str]
    line: Mapped[str]
    submission: Mapped[Submission] = relationship()
    by: Mapped[Person] = relationship()
