"""What grades in this process: an assignment, a sandbox, and what is asked for.

What grades, pytest among it, is imported once there is something to grade: where nothing has
changed, that would take longer than all the rest.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import grader
from grader.assignment import Assignment
from grader.jobs.answer import Answer
from grader.jobs.order import Order
from grader.jobs.setting import Setting, Watch
from grader.machine import speed
from grader.model.progress import Progress
from grader.model.report import Report, SandboxInfo
from grader.model.submission import Submission
from grader.sandbox import Sandbox
from grader.sandbox.protocol import Program, Session

if TYPE_CHECKING:
    from grader.examine.hidden_tests import HiddenTests


@dataclass(frozen=True)
class Bench:
    """How submissions are graded here.

    Attributes:
        tasks: to be graded; all if empty.
        watch: over the files of ``assignment``. Without one, they are taken never to change.
    """

    assignment: Assignment
    sandbox: Sandbox
    seed: int = 0
    tasks: tuple[str, ...] = ()
    watch: Watch | None = None

    @cached_property
    def setting(self) -> Setting:
        """Everything but the submission that a verdict depends on, as it was when first asked."""
        return Setting.of(self.assignment, self.sandbox, self.seed, self.tasks)

    def order(self, submission: Submission) -> Order:
        """The order to grade ``submission`` as here, wherever that will be."""
        return Order(self.setting, submission)

    def check(self) -> None:
        """Raises AssignmentChanged if a file of the assignment has changed."""
        if self.watch is not None:
            self.watch.check()


_prepared: dict[tuple[Path, tuple[str, ...]], HiddenTests] = {}
_preparing = threading.Lock()


def prepare(bench: Bench) -> None:
    """Find the hidden tests for all gradings on ``bench``, so that forks of this process need not.

    Once is enough for a process.
    """
    from grader.examine.finding import warm_up

    wanted = bench.assignment.tests, bench.tasks
    with _preparing:
        if wanted not in _prepared:
            _prepared[wanted] = warm_up(bench.assignment, bench.tasks)


def report(
    bench: Bench,
    submission: Submission,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Report:
    """Grade ``submission`` on this machine.

    Args:
        processes: among which its tasks are shared out; by default, one per core. A single one is
            this process itself.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
        WorkerFailed: if nothing could be graded.
        KeyboardInterrupt: if a signal asks the program to end.
    """
    from grader.jobs.parallel import grade_in_parts

    return grade_in_parts(
        submission, bench.assignment, bench.sandbox, seed=bench.seed, tasks=bench.tasks,
        tests=_prepared.get((bench.assignment.tests, bench.tasks)),
        progress=progress, jobs=processes,
    )  # fmt: skip


class Turn(Protocol):
    """The right to run student code, which only so many have at a time."""

    def wait_for_turn(self) -> None:
        """Return when it is one's turn."""

    def end_turn(self) -> None:
        """Let the next one have it."""


def answer(
    bench: Bench,
    submission: Submission,
    progress: Progress | None = None,
    turn: Turn | None = None,
) -> str:
    """Grade ``submission`` in this process; the text is for :meth:`Answer.read`.

    Args:
        turn: without one, it is this submission's turn at once.

    Raises:
        AssignmentChanged: if a file of the assignment changed before the grading was over.
        SandboxUnavailable: if no sandbox can be started.
    """
    bench.check()
    waiting = None if turn is None else _StartedAhead(bench.sandbox, turn)
    graded = report(replace(bench, sandbox=waiting or bench.sandbox), submission, progress, 1)
    # Checked here, because a change after this moment does not concern this grading, however late
    # its answer is heard.
    bench.check()
    if waiting is not None:
        waiting.turn.end_turn()
        graded = replace(graded, duration=graded.duration - waiting.waited)
    return Answer.of(graded).text()


@dataclass(slots=True)
class _StartedAhead:
    """A backend that starts a sandbox, and hands it over when it is its turn.

    Attributes:
        waited: seconds spent waiting for the turn.
    """

    sandbox: Sandbox
    turn: Turn
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


def lost(bench: Bench, submission: Submission, reason: str) -> Answer:
    """The answer where grading processes were lost, for a ``reason`` that is part of a sentence."""
    from grader.jobs.parallel import undecided

    wanted = [task for task in bench.assignment.tasks if task.id in bench.tasks or not bench.tasks]
    return Answer.of(
        Report(
            grader_version=grader.__version__,
            path=submission.path,
            digest=submission.digest,
            assignment=bench.assignment.id,
            seed=bench.seed,
            complete=False,
            sandbox=bench.sandbox.info,
            duration=0.0,
            tasks=tuple(map(undecided, wanted)),
            load_notes=submission.notes,
            errors=(f"Nothing is decided: {reason}.",),
            speed=speed.factor(bench.assignment.costs.calibration),
        )
    )
