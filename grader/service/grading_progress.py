"""Tells the progress of unfinished gradings: places in the queue, and expected ends."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.data.database import Database
from grader.service.data.tables import Grading, GradingState, Submission
from grader.service.queue.completion_estimate import (
    RunningGrading,
    expected_completion,
    typical_duration,
)
from grader.service.queue.queue import list_waiting
from grader.service.queue.worker_leases import count_living_workers

_LATEST = 50
"""Gradings of an assignment from which one learns how long they take."""

_Assignment = tuple[int, str]


@dataclass(frozen=True, slots=True)
class GradingProgress:
    """The state of a grading, its place in the queue, and how long it may take.

    Attributes:
        place: in the queue, 1 for the next one; 0 if it does not wait.
        seconds: until it is expected to be over; ``None`` if there is no estimate.
    """

    state: GradingState
    place: int = 0
    seconds: float | None = None


def progress_of_unfinished(database: Database) -> dict[int, GradingProgress]:
    """Return the progress of all gradings that wait or run, by id of the grading."""
    with database.reading() as session:
        rows = session.execute(
            select(Grading.id, Submission.course_id, Submission.assignment, Grading.started_at)
            .join(Submission, Submission.id == Grading.submission_id)
            .where(Grading.state.in_([GradingState.QUEUED, GradingState.RUNNING]))
        ).all()
        whose = {grading: (course, assignment) for grading, course, assignment, _ in rows}
        usual = {each: _typical_duration(session, each) for each in set(whose.values())}
        order = [each.id for each in list_waiting(session)]
        alive = count_living_workers(database, session)
    waiting, now = set(order), time.time()
    running = {
        grading: RunningGrading(usual[whose[grading]], max(0.0, now - started))
        for grading, _, _, started in rows
        if grading not in waiting
    }
    left = expected_completion(
        list(running.values()), [usual[whose[each]] for each in order], alive
    )
    found = {
        each: GradingProgress(GradingState.RUNNING, 0, one.left) for each, one in running.items()
    }
    for place, (grading, seconds) in enumerate(zip(order, left, strict=True), start=1):
        found[grading] = GradingProgress(GradingState.QUEUED, place, seconds)
    return found


def progress_of_grading(
    database: Database, grading: int, known: Mapping[int, GradingProgress] | None = None
) -> GradingProgress:
    """Return the progress of a grading, from ``known`` or from the database."""
    found = (progress_of_unfinished(database) if known is None else known).get(grading)
    if found is not None:
        return found
    with database.reading() as session:
        row = session.get(Grading, grading)
    # One that was deleted while somebody watched is over for them: they look again.
    return GradingProgress(GradingState.DONE if row is None else GradingState(row.state))


def _typical_duration(session: Session, whose: _Assignment) -> float | None:
    """Return the typical seconds of an assignment's gradings; ``None`` if unknown."""
    course, assignment = whose
    latest = session.execute(
        select(Grading.started_at, Grading.finished_at)
        .join(Submission, Submission.id == Grading.submission_id)
        .where(
            Submission.course_id == course,
            Submission.assignment == assignment,
            Grading.state == GradingState.DONE,
        )
        .order_by(Grading.id.desc())
        .limit(_LATEST)
    )
    return typical_duration([finished - started for started, finished in latest])
