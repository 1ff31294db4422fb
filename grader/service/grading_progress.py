"""Tells the progress of unfinished gradings: places in the queue, and expected ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.data.database import Database, database_of_session
from grader.service.data.tables import Grading, GradingState, GradingTaskProgress, Submission
from grader.service.queue.live_workers import count_living_workers
from grader.service.queue.queue import list_waiting
from grader.service.queue.queue_time_estimates import (
    RunningGrading,
    expected_completion,
    typical_duration,
)

LONG = 100
"""Gradings from which on a queue is long: to look at it takes a noticeable time."""
EVERY = 1.0
"""Seconds between two looks at a long queue."""
_DURATIONS_LAST = 60
"""Looks at a long queue for which it is remembered how long gradings take."""
_FIRST_ESTIMATE = 3
"""Place of the task from which on those before it say how long a grading takes."""
_LATEST = 50
"""Gradings of an assignment from which one learns how long they take."""

_Assignment = tuple[int, str]


@dataclass(frozen=True, slots=True)
class GradingProgress:
    """The state of a grading, its place in the queue, and how long it may take.

    Attributes:
        place: in the queue, 1 for the next one; 0 if it does not wait.
        seconds: until it is expected to be over; ``None`` if there is no estimate.
        task: at which it is; empty if that is not known.
        task_place: of that task among those that are graded, from 1; 0 if it is not known.
        tasks: how many are graded.
    """

    state: GradingState
    place: int = 0
    seconds: float | None = None
    task: str = ""
    task_place: int = 0
    tasks: int = 0


class ProgressOverview:
    """The progress of all unfinished gradings of a database, shared by everybody who asks.

    A long queue is looked at once a second at most, however many ask; a short one whenever somebody
    does. One look serves all who wait for it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._looking = threading.Lock()
        self._looked = float("-inf")
        self._known: Mapping[int, GradingProgress] = {}
        self._durations: dict[_Assignment, tuple[float, float | None]] = {}

    def current(self, age: float = 0.0) -> Mapping[int, GradingProgress]:
        """Return the progress of each grading that waits or runs, by its id.

        Args:
            age: seconds that it may be old; of a long queue, a second in any case.
        """
        asked = time.monotonic()
        with self._looking:
            if len(self._known) > LONG:
                age = max(age, EVERY)
            # Somebody may have looked while this one waited.
            if self._looked < asked - age:
                began = time.monotonic()
                self._known = self._look()
                self._looked = began
            return self._known

    def progress(self, grading: int, age: float = 0.0) -> GradingProgress:
        """Return the progress of a grading. One that came since the last look has no place yet."""
        found = self.current(age).get(grading)
        if found is None:
            with self._database.reading() as session:
                state = session.scalars(
                    select(Grading.state).where(Grading.id == grading)
                ).one_or_none()
            # One that was deleted while somebody watched is over for them: they look again.
            found = GradingProgress(GradingState.DONE if state is None else GradingState(state))
            if age and not found.state.over:
                found = self.current().get(grading, found)
        return found

    def _look(self) -> dict[int, GradingProgress]:
        with self._database.reading() as session:
            rows = session.execute(
                select(Grading.id, Submission.course_id, Submission.assignment, Grading.started_at)
                .join(Submission, Submission.id == Grading.submission_id)
                .where(Grading.state.in_([GradingState.QUEUED, GradingState.RUNNING]))
            ).all()
            whose = {grading: (course, assignment) for grading, course, assignment, _ in rows}
            lasting = EVERY * _DURATIONS_LAST if len(rows) > LONG else 0.0
            usual = {each: self._duration(session, each, lasting) for each in set(whose.values())}
            order = [each.id for each in list_waiting(session)]
            steps = {each.grading_id: each for each in session.scalars(select(GradingTaskProgress))}
            alive = count_living_workers(self._database, session)
        waiting, now = set(order), time.time()
        running = {
            grading: RunningGrading(usual[whose[grading]], max(0.0, now - started))
            for grading, _, _, started in rows
            if grading not in waiting
        }
        left = expected_completion(
            list(running.values()), [usual[whose[each]] for each in order], alive
        )
        begun = {grading: started for grading, _, _, started in rows}
        found = {
            each: _running_progress(one, steps.get(each), begun[each])
            for each, one in running.items()
        }
        for place, (grading, seconds) in enumerate(zip(order, left, strict=True), start=1):
            found[grading] = GradingProgress(GradingState.QUEUED, place, seconds)
        return found

    def _duration(self, session: Session, whose: _Assignment, lasting: float) -> float | None:
        """Return the typical duration of an assignment, read again after ``lasting`` seconds."""
        now = time.monotonic()
        at, known = self._durations.get(whose, (float("-inf"), None))
        if now - at < lasting:
            return known
        found = _typical_duration(session, whose)
        self._durations[whose] = now, found
        return found


def _running_progress(
    running: RunningGrading, step: GradingTaskProgress | None, started: float
) -> GradingProgress:
    """Return the progress of a grading that runs, by what its worker noted since it started."""
    if step is None or step.at < started:
        return GradingProgress(GradingState.RUNNING, 0, running.left)
    left = running.left
    # From the first tasks alone one would expect hours: they hold the loading, and are few.
    if left is None and step.place >= _FIRST_ESTIMATE:
        left = running.elapsed * max(0, step.total - step.done) / max(1, step.done)
    return GradingProgress(GradingState.RUNNING, 0, left, step.task, step.place, step.tasks)


def progress_of_grading(database: Database, grading: int) -> GradingProgress:
    """Return the progress of a grading."""
    return database.shared(ProgressOverview).progress(grading)


def progress_by_grading(session: Session) -> Mapping[int, GradingProgress]:
    """Return the progress of every grading that waits or runs, by the grading's id."""
    database = database_of_session(session)
    assert database is not None, "the session is of Database.reading or Database.writing"
    return database.shared(ProgressOverview).current()


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
