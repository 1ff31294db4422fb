"""Measures how long the oldest fresh submission waits, and warns when that is too long."""

from __future__ import annotations

import contextlib
import logging
import time

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
