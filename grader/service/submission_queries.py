"""Queries submissions with their latest grading, as pages and the API show them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.orm import Session, joinedload

from grader.jobs.grading_answer import OpenRole, ResultSummary, TaskScore, load_summary_line
from grader.model.report import Report
from grader.model.submission import Cell
from grader.render.report_json import loads as report_of
from grader.service.data.database import split_into_chunks
from grader.service.data.tables import Grading, GradingState, StoredReport, Submission
from grader.service.grading_progress import progress_by_grading
from grader.service.result_releases import CONCLUSIVE, ReleasedDecisions, releases_of_course
from grader.service.team_membership import choose_viewing_owner, own_submission_ids

_JOINED = (
    select(Grading)
    .join(Submission, Submission.id == Grading.submission_id)
    .options(
        joinedload(Grading.submission).joinedload(Submission.person),
        joinedload(Grading.submission).joinedload(Submission.course),
        joinedload(Grading.submission).joinedload(Submission.team),
        joinedload(Grading.edition),
    )
    .order_by(Submission.id.desc())
)
"""Gradings, those of the newest submission first."""


@dataclass(frozen=True, slots=True)
class SubmissionView:
    """A submission with one of its gradings, as staff or its student see it.

    Attributes:
        grading: the one that counts for whoever looks.
        result: if it has one.
        place: in the queue, 1 for the next one; 0 if it does not wait.
        released: what is released of the assignment, if its student looks; staff see everything.
    """

    submission: Submission
    grading: Grading
    result: ResultSummary | None
    place: int
    released: ReleasedDecisions | None = None

    @property
    def state(self) -> GradingState:
        """Return the state of the grading."""
        return GradingState(self.grading.state)

    @property
    def has_report(self) -> bool:
        """Return whether the grading is done, with a report about the submission."""
        return self.state is GradingState.DONE

    @property
    def release(self) -> ReleasedDecisions:
        """Return the releases of the assignment; only for a student's view."""
        assert self.released is not None
        return self.released

    @property
    def tasks(self) -> tuple[TaskScore, ...]:
        """Return the results of the tasks; empty unless the grading is done."""
        return self.result.tasks if self.result is not None and self.has_report else ()

    @property
    def open_roles(self) -> tuple[OpenRole, ...]:
        """Return the roles that a person has to settle; empty unless the grading is done."""
        return self.result.open if self.result is not None and self.has_report else ()

    def task(self, id: str) -> TaskScore | None:
        """Return the result of the task of that id; ``None`` if there is none."""
        return next((task for task in self.tasks if task.id == id), None)


def find_submission(
    session: Session, submission: int, *, staff: bool = True
) -> SubmissionView | None:
    """Return the submission of that id as staff or its student see it, or ``None``."""
    found = _views(session, Submission.id == submission, staff=staff)
    return found[0] if found else None


def submissions_for_assignment(
    session: Session, course: int, assignment: str, person: int, *, staff: bool = True
) -> list[SubmissionView]:
    """Return the submissions of a person and their team, the newest first.

    Args:
        assignment: those for it alone; for all assignments of the course if it is empty.
    """
    which = Submission.id.in_(own_submission_ids(session, course, person, assignment))
    return _views(session, which, staff=staff)


def submissions_by_ids(
    session: Session, course: int, ids: Collection[int], *, staff: bool = True
) -> list[SubmissionView]:
    """Return submissions by ids as staff or their students see them, the oldest first."""
    found: list[SubmissionView] = []
    for part in split_into_chunks(sorted(ids)):
        which = Submission.id.in_(part), Submission.course_id == course
        found += _views(session, *which, staff=staff)[::-1]
    return found


class SubmissionResult(NamedTuple):
    """A submission's result without its files and report, for pages that show thousands of them."""

    id: int
    person_id: int
    team_id: int | None
    assignment: str
    state: GradingState
    result: ResultSummary | None
    edition_id: int
    reason: str

    @property
    def has_report(self) -> bool:
        """Return whether the grading is done, with a report about the submission."""
        return self.state is GradingState.DONE

    @property
    def tasks(self) -> tuple[TaskScore, ...]:
        """Return the results of the tasks; empty unless the grading is done."""
        return self.result.tasks if self.result is not None and self.has_report else ()

    @property
    def open_roles(self) -> tuple[OpenRole, ...]:
        """Return the roles that a person has to settle; empty unless the grading is done."""
        return self.result.open if self.result is not None and self.has_report else ()

    def task(self, id: str) -> TaskScore | None:
        """Return the result of the task of that id; ``None`` if there is none."""
        return next((task for task in self.tasks if task.id == id), None)

    @classmethod
    def of(cls, seen: SubmissionView) -> SubmissionResult:
        """Return the row of a submission that was read whole."""
        own, grading = seen.submission, seen.grading
        return cls(
            own.id, own.person_id, own.team_id, own.assignment, seen.state, seen.result,
            grading.edition_id, grading.reason,
        )  # fmt: skip


def results_by_ids(session: Session, ids: Collection[int]) -> list[SubmissionResult]:
    """Return the results of submissions by ids as staff see them, the oldest first."""
    gradings: set[int] = set()
    for some in split_into_chunks(ids):
        gradings.update(session.scalars(latest_for_staff(Submission.id.in_(some))))
    return results_of_gradings(session, gradings)


def results_of_gradings(session: Session, gradings: Collection[int]) -> list[SubmissionResult]:
    """Return the results of gradings by their ids, the oldest submission first."""
    found: list[SubmissionResult] = []
    for some in split_into_chunks(gradings):
        rows = session.execute(
            select(
                Submission.id, Submission.person_id, Submission.team_id, Submission.assignment,
                Grading.state, Grading.result, Grading.edition_id, Grading.reason,
            )
            .join(Grading, Grading.submission_id == Submission.id)
            .where(Grading.id.in_(some))
        )  # fmt: skip
        found += [
            SubmissionResult(number, person, team, assignment, GradingState(state),
                      load_summary_line(result) if result else None, edition, reason)
            for number, person, team, assignment, state, result, edition, reason in rows
        ]  # fmt: skip
    return sorted(found, key=lambda each: each.id)


def tasks_of_assignment(session: Session, course: int, assignment: str) -> list[TaskScore]:
    """Return each task once, from the newest result of each edition, the newest edition first.

    All results of an edition have its tasks, so that a list need not read every result.
    """
    newest = (
        select(func.max(Grading.id))
        .join(Submission, Submission.id == Grading.submission_id)
        .where(
            Submission.course_id == course,
            Submission.assignment == assignment,
            Grading.reachable.is_not(None),
        )
        .group_by(Grading.edition_id)
    )
    texts = session.scalars(
        select(Grading.result).where(Grading.id.in_(newest)).order_by(Grading.edition_id.desc())
    )
    found: dict[str, TaskScore] = {}
    for task in (task for text in texts for task in load_summary_line(text).tasks):
        found.setdefault(task.id, task)
    return list(found.values())


def task_ids_of_assignment(session: Session, course: int, assignment: str) -> list[str]:
    """Return the ids of the tasks of :func:`tasks_of_assignment`."""
    return [task.id for task in tasks_of_assignment(session, course, assignment)]


def previous_and_next_of_owner(session: Session, submission: Submission) -> tuple[int, int]:
    """Return the ids of the same student's or team's previous and next submission; 0 for none."""
    every = own_submission_ids(
        session,
        submission.course_id,
        choose_viewing_owner(session, submission),
        submission.assignment,
    )
    older = [each for each in every if each < submission.id]
    newer = [each for each in every if each > submission.id]
    return max(older, default=0), min(newer, default=0)


def report_of_grading(session: Session, grading: int) -> str | None:
    """Return the report of a grading as JSON for staff; ``None`` if there is none."""
    return session.scalars(
        select(StoredReport.text).where(StoredReport.grading_id == grading)
    ).one_or_none()


def code_cells_of_submission(session: Session, seen: SubmissionView) -> tuple[Cell, ...]:
    """Return the code in a submission's report; empty if there is no report."""
    text = report_of_grading(session, seen.grading.id)
    return report_of(text).cells if text is not None else ()


def report_of_submission(session: Session, seen: SubmissionView) -> Report | None:
    """Return the report of a submission's grading; ``None`` if there is none."""
    text = report_of_grading(session, seen.grading.id)
    return None if text is None else report_of(text)


def latest_for_staff(*which: ColumnElement[bool]) -> Select[tuple[int]]:
    """Select the latest conclusive grading of each submission, or else the latest of all."""
    conclusive = case((Grading.state.in_(CONCLUSIVE), Grading.id))
    return (
        select(func.coalesce(func.max(conclusive), func.max(Grading.id)))
        .join(Submission, Submission.id == Grading.submission_id)
        .where(*which)  # or all gradings that there are would be looked at
        .group_by(Grading.submission_id)
    )


def _views(session: Session, *which: ColumnElement[bool], staff: bool) -> list[SubmissionView]:
    """Return submissions of one course with the grading that staff or their students see.

    Staff see the latest conclusive grading, or else the latest of all; students see the one that is
    released, or else the first of all.
    """
    rows: list[tuple[Grading, ReleasedDecisions | None]] = []
    if staff:
        latest = session.scalars(_JOINED.where(Grading.id.in_(latest_for_staff(*which))))
        rows += [(grading, None) for grading in latest]
    else:
        gradings: dict[int, list[Grading]] = {}
        for grading in session.scalars(_JOINED.where(*which)):
            gradings.setdefault(grading.submission_id, []).append(grading)
        for every in gradings.values():
            own = every[0].submission
            release = releases_of_course(session, own.course_id)[own.assignment]
            rows.append((release.grading(every), release))
    waits = any(grading.state == GradingState.QUEUED for grading, _ in rows)
    progress = progress_by_grading(session) if waits else {}
    return [
        SubmissionView(
            grading.submission,
            grading,
            load_summary_line(grading.result) if grading.result else None,
            progress[grading.id].place if grading.id in progress else 0,
            release,
        )
        for grading, release in rows
    ]
