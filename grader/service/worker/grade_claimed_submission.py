"""Grades the submission of a claim, through the same entrance as the command line.

At which task the grading is stands in the database, for those who wait for it.
"""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from sqlalchemy import delete
from sqlalchemy.orm import Session

from grader.intake import IntakeError
from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.fork_server import ForkServerLost, carry_out_by_fork_server
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import bindings_as_pairs
from grader.jobs.work_order import GradingOrder
from grader.model.report import Progress
from grader.model.report_views import remove_folders_from_paths
from grader.render.json_conversion import ReportError
from grader.service.accept_submission import read_upload
from grader.service.data.database import UNREACHABLE, Database, first_line_of_error
from grader.service.data.tables import Grading, GradingState, GradingTaskProgress
from grader.service.queue.queue import GradingClaim, GradingOutcome

_log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two notes. There is one writer to the database at a time."""


@dataclass(slots=True)
class GradingProgressRecorder:
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
                session.merge(GradingTaskProgress(
                    grading_id=self.claim.grading, task=task, place=place, tasks=len(self.tasks),
                    done=done, total=total, at=time.time(),
                ))  # fmt: skip
        except UNREACHABLE as problem:  # the grading goes on; its end is told in any case
            _log.info("A task could not be noted: %s", first_line_of_error(problem))


def delete_progress_note(session: Session, grading: int) -> None:
    """Delete the note about a grading that is over."""
    session.execute(delete(GradingTaskProgress).where(GradingTaskProgress.grading_id == grading))


_SHORT = {errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE}
"""What goes wrong where a machine has no room, memory, processes or open files left."""


def grade_claim(
    context: GradingContext, filename: str, content: bytes,
    where: Mapping[str, str] = MappingProxyType({}), progress: Progress | None = None,
) -> GradingOutcome:  # fmt: skip
    """Return the outcome of grading a file with this name and content.

    ``FAILED`` stands for failures of the grader's own, with a report if there is one.

    Args:
        where: bindings by role, as people have given them.
        progress: called as the grading goes on.

    Raises:
        WorkerUnfit: if this machine has no longer what the context stands for, or what it takes to
            grade.
    """
    try:
        return _graded(context, filename, content, where, progress)
    except OSError as problem:
        if problem.errno not in _SHORT:
            raise
        raise WorkerUnfit(f"is short of something: {problem.strerror}") from problem


def _graded(
    context: GradingContext, filename: str, content: bytes, where: Mapping[str, str],
    progress: Progress | None,
) -> GradingOutcome:  # fmt: skip
    try:
        submission = read_upload(filename, content, context.assignment.file_rules)
    except IntakeError as refusal:
        return GradingOutcome(GradingState.REFUSED, reason=str(refusal))
    try:
        setting = (
            replace(context.setting, where=bindings_as_pairs(where)) if where else context.setting
        )
        answer = GradingAnswer.read(
            carry_out_by_fork_server(GradingOrder(setting, submission).text, progress)
        )
    except (ForkServerLost, ReportError) as problem:
        return GradingOutcome(GradingState.FAILED, reason=remove_folders_from_paths(str(problem)))
    result = answer.result
    state = GradingState.FAILED if result.errors else GradingState.DONE
    reason = result.errors[0] if result.errors else ""
    return GradingOutcome(state, dump_summary_line(result), answer.report, reason)
