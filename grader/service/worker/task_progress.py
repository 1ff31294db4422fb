"""Notes in the database at which task a worker's grading is, for those who wait for it."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

from sqlalchemy import delete
from sqlalchemy.orm import Session

from grader.service.data.database import UNREACHABLE, Database, first_line_of_error
from grader.service.data.grading_step import GradingStep
from grader.service.data.tables import Grading
from grader.service.queue.queue import GradingClaim

_log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two notes. There is one writer to the database at a time."""


@dataclass(slots=True)
class TaskProgressNotes:
    """A progress callback that notes the task at hand, now and then.

    Attributes:
        tasks: ids of all that the grading goes through, in their order.
    """

    database: Database
    claim: GradingClaim
    tasks: tuple[str, ...]
    _noted_at: float = field(default=float("-inf"))

    def __call__(self, task: str, done: int, total: int) -> None:
        """Note the task, unless the last note is not older than a second."""
        now = time.monotonic()
        if not task or now - self._noted_at < EVERY:
            return
        self._noted_at = now
        place = self.tasks.index(task) + 1 if task in self.tasks else 0
        try:
            with self.database.writing() as session:
                held = session.get(Grading, self.claim.grading)
                # A worker that was taken for dead notes nothing beside the one that goes on.
                if held is None or held.claim != self.claim.secret:
                    return
                session.merge(GradingStep(
                    grading_id=self.claim.grading, task=task, place=place, tasks=len(self.tasks),
                    done=done, total=total, at=time.time(),
                ))  # fmt: skip
        except UNREACHABLE as problem:  # the grading goes on; its end is told in any case
            _log.info("A task could not be noted: %s", first_line_of_error(problem))


def forget_step(session: Session, grading: int) -> None:
    """Delete the note about a grading that is over."""
    session.execute(delete(GradingStep).where(GradingStep.grading_id == grading))
