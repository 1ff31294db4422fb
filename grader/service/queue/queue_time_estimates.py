"""Measures how long the oldest fresh submission waits, and estimates when gradings will be over.

There is a warning when the wait is too long. The estimate follows from how long such gradings took
and how many workers there are. It is an expectation: somebody who hands in later may have an
earlier turn.
"""

from __future__ import annotations

import contextlib
import heapq
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.service.background_loop import repeat_in_thread
from grader.service.data.database import Database
from grader.service.data.tables import Grading, GradingState

LATE = 900.0
"""Seconds after which somebody has waited too long for their first grading."""
_EVERY = 30.0
"""Seconds between two looks."""

_log = logging.getLogger(__name__)


def oldest_waiting_since(session: Session) -> float:
    """Return since when the oldest fresh submission waits, in seconds since 1970; 0 if none."""
    oldest = select(func.coalesce(func.min(Grading.queued_at), 0.0)).where(
        Grading.state == GradingState.QUEUED, Grading.regrade.is_(False)
    )
    return session.scalars(oldest).one()


def is_queue_late(since: float) -> bool:
    """Return whether a submission has waited too long since that time; 0 means none waits."""
    return 0.0 < since < time.time() - LATE


class QueueDelayAlarm:
    """An alarm that warns once if submissions wait too long, and once if that is over."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._late = False

    def look(self) -> bool:
        """Log a warning if the alarm changes; return False, so that the loop pauses."""
        with self._database.reading() as session:
            since = oldest_waiting_since(session)
        late = is_queue_late(since)
        if late and not self._late:
            seconds = round(time.time() - since)
            about = {"alarm": "late", "seconds": seconds}
            _log.warning("The oldest submission has waited for %d seconds", seconds, extra=about)
        elif self._late and not late:
            _log.warning("No submission waits too long any more", extra={"alarm": "over"})
        self._late = late
        return False


def watch_queue_delay(database: Database) -> contextlib.AbstractContextManager[None]:
    """Watch the queue in a thread until the context ends, and warn of long waits."""
    return repeat_in_thread(QueueDelayAlarm(database).look, "alarm", _EVERY)


FEWEST = 3
"""Gradings of an assignment before which nothing is expected of the next ones."""


@dataclass(frozen=True, slots=True)
class RunningGrading:
    """A running grading, with its elapsed seconds and the typical seconds if known."""

    typical: float | None
    elapsed: float

    @property
    def left(self) -> float | None:
        """Return the expected seconds to the end; ``None`` if it is already overdue."""
        if self.typical is None or self.elapsed > self.typical:
            return None
        return self.typical - self.elapsed


def typical_duration(durations: Sequence[float]) -> float | None:
    """Return the median of past durations; ``None`` if there are too few."""
    return median(durations) if len(durations) >= FEWEST else None


def expected_completion(
    running: Sequence[RunningGrading], waiting: Sequence[float | None], workers: int
) -> list[float | None]:
    """Return the expected seconds until each waiting grading ends, the next one first.

    ``None`` stands for no estimate: there is no worker, or it is not known how long something that
    is graded before takes.

    Args:
        waiting: how long each of them takes, once it has begun.
    """
    if not workers or any(each.typical is None for each in running):
        return [None] * len(waiting)
    # One that takes longer than usual may end at any moment.
    free = [each.left or 0.0 for each in running] + [0.0] * (workers - len(running))
    heapq.heapify(free)
    found: list[float | None] = []
    for seconds in waiting:
        if seconds is None:
            break
        found.append(heapq.heappop(free) + seconds)
        heapq.heappush(free, found[-1] or 0.0)
    return found + [None] * (len(waiting) - len(found))
