"""Carries out an order in this process, and answers that it was lost if its process dies."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Protocol

import grader
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_context import Bench
from grader.model.report import Progress, Report, SandboxInfo
from grader.model.submission import Submission
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Program, Session


class SandboxTurn(Protocol):
    """A turn to run student code, which only so many processes have at a time."""

    def wait_for_turn(self) -> None:
        """Wait until it is this process's turn."""

    def end_turn(self) -> None:
        """End this process's turn, so that the next process has its own."""


def grade_to_text(
    bench: Bench,
    submission: Submission,
    progress: Progress | None = None,
    turn: SandboxTurn | None = None,
) -> str:
    """Grade ``submission`` here, and return text for :meth:`GradingAnswer.read`.

    Args:
        turn: to wait for before student code runs, if need be.

    Raises:
        AssignmentChanged: if a file of the assignment changed before the grading was over.
        SandboxUnavailable: if no sandbox can be started.
    """
    # Imported late: where nothing is to be graded, it would take longer than all the rest.
    from grader.jobs.split_submission_grading import grade_in_parallel

    bench.check()
    ahead = None if turn is None else _PrestartedSandbox(bench.sandbox, turn)
    ready = bench if ahead is None else replace(bench, sandbox=ahead)
    report = grade_in_parallel(ready, submission, progress, processes=1)
    # A change after this moment does not concern this grading.
    bench.check()
    if ahead is not None:
        ahead.turn.end_turn()
        report = replace(report, duration=report.duration - ahead.waited)
    return GradingAnswer.of(report).text()


@dataclass(slots=True)
class _PrestartedSandbox:
    """A sandbox backend that starts a sandbox first and then waits for its turn.

    Attributes:
        waited: seconds spent waiting for the turn.
    """

    sandbox: Sandbox
    turn: SandboxTurn
    waited: float = 0.0

    @property
    def info(self) -> SandboxInfo:
        return self.sandbox.info

    def start(self, program: Program) -> Session:
        session = self.sandbox.start(program)
        ready = time.monotonic()
        try:
            self.turn.wait_for_turn()
        except BaseException:
            session.close()
            raise
        self.waited += time.monotonic() - ready
        return session


def answer_of_lost_grading(bench: Bench, submission: Submission, reason: str) -> GradingAnswer:
    """Return an answer for a grading whose processes were lost, with the ``reason``."""
    from grader.jobs.split_submission_grading import undecided_task_result

    return GradingAnswer.of(
        Report(
            grader_version=grader.__version__,
            path=submission.path,
            digest=submission.digest,
            assignment=bench.assignment.id,
            seed=bench.seed,
            complete=False,
            sandbox=bench.sandbox.info,
            duration=0.0,
            tasks=tuple(map(undecided_task_result, bench.wanted)),
            load_notes=submission.notes,
            errors=(f"Nothing is decided: {reason}.",),
            speed=bench.speed,
            title=bench.assignment.title,
            cells=submission.readable,
        )
    )
