"""One grading of many: what is to be done, and an answer that both store and rows are made of.

What grades, pytest among it, is imported by whoever has something to grade: where nothing has
changed, that would take longer than all the rest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import grader
from grader.assignment import Assignment
from grader.batch import row
from grader.batch.key import Setting, Watch
from grader.batch.row import Result
from grader.intake import Submission
from grader.progress import Progress
from grader.report import Report, ReportError, SandboxInfo, View, dumps
from grader.sandbox import Sandbox
from grader.sandbox.protocol import Program, Session


@dataclass(frozen=True, slots=True)
class Bench:
    """How everything is graded.

    Attributes:
        tasks: to be graded; all if empty.
        speed: of this machine.
        watch: over the files of ``assignment``, since its setting was worked out. Without one, they
            are taken never to change.
    """

    assignment: Assignment
    sandbox: Sandbox
    setting: Setting
    seed: int = 0
    tasks: tuple[str, ...] = ()
    speed: float = 1.0
    watch: Watch | None = None

    def check(self) -> None:
        """Raises AssignmentChanged if a file of the assignment has changed."""
        if self.watch is not None:
            self.watch.check()


_warm: set[tuple[Path, tuple[str, ...]]] = set()


def warm(bench: Bench) -> None:
    """Import what all gradings on ``bench`` need, once, so that forks of this process need not."""
    from grader.grading import warm_up

    wanted = bench.assignment.tests, bench.tasks
    if wanted not in _warm:
        warm_up(bench.assignment, bench.tasks)
        _warm.add(wanted)


class Place(Protocol):
    """Where student code may run, of which there are only so many at a time."""

    def await_turn(self) -> None:
        """Return when it is free."""

    def leave(self) -> None:
        """Let the next one have it."""


@dataclass(slots=True)
class _InTurn:
    """A backend that starts a sandbox ahead and gives it to nobody before it is his turn.

    Attributes:
        waited: seconds that this took in all.
    """

    sandbox: Sandbox
    place: Place
    waited: float = 0.0

    @property
    def info(self) -> SandboxInfo:
        return self.sandbox.info

    def start(self, program: Program) -> Session:
        session = self.sandbox.start(program)
        ready = time.monotonic()
        try:
            self.place.await_turn()
        except BaseException:
            session.close()
            raise
        self.waited += time.monotonic() - ready
        return session


def graded(
    bench: Bench,
    submission: Submission,
    told: Progress | None = None,
    place: Place | None = None,
) -> str:
    """Grade ``submission`` in this process; the answer is for :func:`parted`.

    Args:
        place: without one, it is this submission's turn at once.

    Raises:
        AssignmentChanged: if a file of the assignment changed before the grading was over.
        SandboxUnavailable: if no sandbox can be started.
    """
    from grader.parallel import grade_in_parts

    bench.check()
    ahead = None if place is None else _InTurn(bench.sandbox, place)
    report = grade_in_parts(
        submission, bench.assignment, ahead or bench.sandbox,
        seed=bench.seed, tasks=bench.tasks, progress=told, jobs=1,
    )  # fmt: skip
    # Checked here, because a change after this moment does not concern this grading, however late
    # its answer is heard.
    bench.check()
    if ahead is None:
        return answer(report)
    ahead.place.leave()
    return answer(replace(report, duration=report.duration - ahead.waited))


def answer(report: Report) -> str:
    """``report`` in short on a line, and whole. Whoever only needs the first can leave the rest."""
    return f"{row.dumps(row.result(report))}\n{dumps(report, View.STAFF)}"


def parted(answer: str) -> tuple[Result, str]:
    """What an answer says in short, and the report as JSON.

    Raises:
        ReportError: if it is no answer.
    """
    short, newline, text = answer.partition("\n")
    if not newline:
        raise ReportError("This is not the answer of a grading.")
    return row.loads(short), text


def lost(bench: Bench, submission: Submission, story: str) -> str:
    """The answer where there is none, because grading processes were lost as ``story`` tells."""
    from grader.parallel import undecided

    wanted = [task for task in bench.assignment.tasks if task.id in bench.tasks or not bench.tasks]
    report = Report(
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
        errors=(f"Nothing is decided: {story}.",),
        speed=bench.speed,
    )
    return answer(report)
