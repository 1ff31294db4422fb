"""Queues the work that people request of workers: trials of bindings, similarity comparisons.

The queue is a table. What a worker has begun and not ended is begun anew after some time, by
another worker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from grader.service.data.tables import GradingState, WorkColumns

Work = TypeVar("Work", bound=WorkColumns)


@dataclass(frozen=True, slots=True)
class WorkQueue(Generic[Work]):
    """A queue of work in a database table, with the lease and the most tries of each piece of work.

    Attributes:
        lease: seconds after which a worker that has begun a piece of work is taken for lost.
        tries: how many workers may be lost over it.
        doing: what they did then, for a sentence.
    """

    table: type[Work]
    lease: float
    tries: int
    doing: str

    def find_next(self, session: Session, now: float, *which: ColumnElement[bool]) -> Work | None:
        """Return the next work that has not begun, or whose worker is lost; ``which`` limit it."""
        lost = (self.table.state == GradingState.RUNNING) & (self.table.taken_at < now - self.lease)
        return session.scalars(
            select(self.table)
            .where((self.table.state == GradingState.QUEUED) | lost, *which)
            .order_by(self.table.id)
            .limit(1)
        ).one_or_none()

    def take(self, session: Session, now: float, *which: ColumnElement[bool]) -> Work | None:
        """Begin the next work and return it; ``None`` if there is none."""
        found = self.find_next(session, now, *which)
        while found is not None and found.tries >= self.tries:
            found.state = GradingState.FAILED.value
            found.reason = f"{self.tries} workers in a row ended while they {self.doing}"
            session.flush()
            found = self.find_next(session, now, *which)
        if found is not None:
            found.state, found.taken_at = GradingState.RUNNING.value, now
            found.tries += 1
            session.flush()
        return found

    def end(self, session: Session, taken: Work, result: str, reason: str = "") -> None:
        """Record the result of some work; an empty ``result`` means that it failed.

        It is ignored if another worker has taken the work since.
        """
        found = session.get(self.table, taken.id)
        if found is None or (found.state, found.taken_at) != (GradingState.RUNNING, taken.taken_at):
            return
        found.state = (GradingState.DONE if result else GradingState.FAILED).value
        found.result, found.reason = result, reason
