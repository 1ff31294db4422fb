"""Grades the submission of a claim, through the same entrance as the command line."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from grader.intake import IntakeError
from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.fork_server import ForkServerLost, carry_out_by_fork_server
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.jobs.grading_context import Bench
from grader.jobs.grading_key import bindings_as_pairs
from grader.jobs.work_order import GradingOrder
from grader.model.report import Progress
from grader.model.report_views import remove_folders_from_paths
from grader.render.json_conversion import ReportError
from grader.service.accept_submission import read_upload
from grader.service.data.tables import GradingState
from grader.service.queue.queue import GradingOutcome

_SHORT = {errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE}
"""What goes wrong where a machine has no room, memory, processes or open files left."""


def grade_claim(
    bench: Bench, filename: str, content: bytes, where: Mapping[str, str] = MappingProxyType({}),
    progress: Progress | None = None,
) -> GradingOutcome:  # fmt: skip
    """Return the outcome of grading a file with this name and content.

    ``FAILED`` stands for failures of the grader's own, with a report if there is one.

    Args:
        where: bindings by role, as people have given them.
        progress: called as the grading goes on.

    Raises:
        WorkerUnfit: if this machine has no longer what the bench stands for, or what it takes to
            grade.
    """
    try:
        return _graded(bench, filename, content, where, progress)
    except OSError as problem:
        if problem.errno not in _SHORT:
            raise
        raise WorkerUnfit(f"is short of something: {problem.strerror}") from problem


def _graded(
    bench: Bench, filename: str, content: bytes, where: Mapping[str, str],
    progress: Progress | None,
) -> GradingOutcome:  # fmt: skip
    try:
        submission = read_upload(filename, content, bench.assignment.file_rules)
    except IntakeError as refusal:
        return GradingOutcome(GradingState.REFUSED, reason=str(refusal))
    try:
        setting = replace(bench.setting, where=bindings_as_pairs(where)) if where else bench.setting
        answer = GradingAnswer.read(
            carry_out_by_fork_server(GradingOrder(setting, submission).text, progress)
        )
    except (ForkServerLost, ReportError) as problem:
        return GradingOutcome(GradingState.FAILED, reason=remove_folders_from_paths(str(problem)))
    result = answer.result
    state = GradingState.FAILED if result.errors else GradingState.DONE
    reason = result.errors[0] if result.errors else ""
    return GradingOutcome(state, dump_summary_line(result), answer.report, reason)
