"""What there is to see: submissions with their latest grading, as pages and the API show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.orm import Session, joinedload

from grader.jobs.answer import Result, TaskScore, loads
from grader.service.data.tables import Grading, State, StoredReport, Submission
from grader.service.queue.queue import line
from grader.service.releases import TOLD, place_of, released_of


@dataclass(frozen=True, slots=True)
class Seen:
    """A submission and what became of it.

    Attributes:
        grading: the one that counts for whoever looks.
        result: if it has one.
        place: in the queue, 1 for the next one; 0 if it does not wait.
        superseded: whether the same person handed in something newer for the assignment.
    """

    submission: Submission
    grading: Grading
    result: Result | None
    place: int
    superseded: bool

    @property
    def state(self) -> State:
        """Where it stands."""
        return State(self.grading.state)

    @property
    def has_report(self) -> bool:
        """Whether there is one that says something about the submission."""
        return self.state is State.DONE

    def task(self, id: str) -> TaskScore | None:
        """The result of a task, if there is one."""
        tasks = self.result.tasks if self.result is not None and self.has_report else ()
        return next((task for task in tasks if task.id == id), None)


def one(session: Session, submission: int, *, staff: bool = True) -> Seen | None:
    """The submission of that id, as staff see it or as its student does."""
    found = (_seen if staff else _seen_by_student)(session, Submission.id == submission)
    return found[0] if found else None


def of_person(session: Session, course: int, person: int, assignment: str = "") -> list[Seen]:
    """What somebody handed in, as they see it, the newest first."""
    return _seen_by_student(
        session,
        Submission.course_id == course,
        Submission.person_id == person,
        *([Submission.assignment == assignment] if assignment else []),
    )


def newest_of_each(
    session: Session, course: int, assignment: str, *, staff: bool = True
) -> list[Seen]:
    """The newest submission of everybody, as staff or they see it, in the order they came."""
    found = _seen if staff else _seen_by_student
    return found(session, Submission.id.in_(newest_ids(course, assignment)))[::-1]


def newest_ids(course: int, assignment: str) -> Select[tuple[int]]:
    """Asks for the id of everybody's newest submission."""
    return (
        select(func.max(Submission.id))
        .where(Submission.course_id == course, Submission.assignment == assignment)
        .group_by(Submission.person_id)
    )


def report(session: Session, grading: int) -> str | None:
    """The report of a grading, as JSON for staff."""
    return session.scalars(
        select(StoredReport.text).where(StoredReport.grading_id == grading)
    ).one_or_none()


def _seen(session: Session, *which: ColumnElement[bool]) -> list[Seen]:
    """As staff see it: with the latest grading that says something, or the latest of all."""
    told = case((Grading.state.in_(TOLD), Grading.id))
    latest = (
        select(func.coalesce(func.max(told), func.max(Grading.id)))
        .join(Submission, Submission.id == Grading.submission_id)
        .where(*which)  # or all gradings that there are would be looked at
        .group_by(Grading.submission_id)
    )
    rows = session.scalars(
        _joined().where(Grading.id.in_(latest)).order_by(Submission.id.desc())
    ).all()
    return _placed(session, rows)


def _seen_by_student(session: Session, *which: ColumnElement[bool]) -> list[Seen]:
    """As its student sees it: with the grading that is released, or the first of all."""
    gradings: dict[int, list[Grading]] = {}
    for row in session.scalars(_joined().where(*which).order_by(Submission.id.desc())):
        gradings.setdefault(row.submission_id, []).append(row)
    known = released_of(session, (each[0].submission for each in gradings.values()))
    return _placed(session, [known[place_of(each[0].submission)].grading(each)
                             for each in gradings.values()])  # fmt: skip


def _placed(session: Session, rows: Sequence[Grading]) -> list[Seen]:
    places = {each.id: place for place, each in enumerate(line(session), start=1)}
    newest = _newest(session, rows)
    return [
        Seen(
            grading.submission,
            grading,
            loads(grading.result) if grading.result else None,
            places.get(grading.id, 0),
            grading.submission_id != newest[_whose(grading.submission)],
        )
        for grading in rows
    ]


def _joined() -> Select[tuple[Grading]]:
    return (
        select(Grading)
        .join(Submission, Submission.id == Grading.submission_id)
        .options(
            joinedload(Grading.submission).joinedload(Submission.person),
            joinedload(Grading.submission).joinedload(Submission.course),
            joinedload(Grading.edition),
        )
    )


_Whose = tuple[int, int, str]


def _whose(submission: Submission) -> _Whose:
    return submission.course_id, submission.person_id, submission.assignment


def _newest(session: Session, rows: Sequence[Grading]) -> dict[_Whose, int]:
    """The newest submission of the same person for the same assignment, of each of ``rows``."""
    found: dict[_Whose, int] = {}
    for course in {grading.submission.course_id for grading in rows}:
        for person, assignment, newest in session.execute(
            select(Submission.person_id, Submission.assignment, func.max(Submission.id))
            .where(Submission.course_id == course)
            .group_by(Submission.person_id, Submission.assignment)
        ):
            found[course, person, assignment] = newest
    return found
