"""One grading of many: what is to be done, and an answer that both store and rows are made of.

What grades, pytest among it, is imported by whoever has something to grade: where nothing has
changed, that would take longer than all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grader
from grader.assignment import Assignment
from grader.batch import row
from grader.batch.key import Setting
from grader.batch.row import Result
from grader.intake import Submission
from grader.progress import Progress
from grader.report import Report, ReportError, View, dumps
from grader.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Bench:
    """How everything is graded.

    Attributes:
        tasks: to be graded; all if empty.
        speed: of this machine.
    """

    assignment: Assignment
    sandbox: Sandbox
    setting: Setting
    seed: int = 0
    tasks: tuple[str, ...] = ()
    speed: float = 1.0


_warm: set[Path] = set()


def warm(bench: Bench) -> None:
    """Import what all gradings on ``bench`` need, once, so that forks of this process need not."""
    from grader.grading import warm_up

    if bench.assignment.tests not in _warm:
        warm_up(bench.assignment)
        _warm.add(bench.assignment.tests)


def graded(bench: Bench, submission: Submission, told: Progress | None = None) -> str:
    """Grade ``submission`` in this process; the answer is for :func:`parted`.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
    """
    from grader.parallel import grade_in_parts

    report = grade_in_parts(
        submission, bench.assignment, bench.sandbox,
        seed=bench.seed, tasks=bench.tasks, progress=told, jobs=1,
    )  # fmt: skip
    return answer(report)


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
