"""How slow a program can be, and how slow right ones are.

python -m benchmarks.slow [NAME]    the slowest known programs, or those whose name holds NAME
python -m benchmarks.slow --needs   what right solutions need of the totals of tasks
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pace import sampled
from benchmarks.slow_programs import sources
from grader import assignment, intake, sandbox
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.examine.test_collection import find_hidden_tests, prepare_hidden_tests
from grader.jobs.grading import grade
from grader.machine import speed
from grader.model.report import Report

BOUND = 60.0
"""Seconds that no program may take for the whole problem set at rest, on one core, and where things
take as long as where budgets were measured."""

_RIGHT = Path("submissions/alice.py")
_SAMPLES = (Path("submissions/never_ends.py"),)


def programs(graded: assignment.Assignment, folder: Path) -> Iterator[Path]:
    """Files of all slow programs for ``graded``, those that are made up in ``folder``."""
    yield from _SAMPLES
    pace = speed.machine_slowness(graded.costs.calibration)
    for name, source in sources(_RIGHT.read_text("utf-8"), graded.functions, pace):
        file = folder / f"{name}.py"
        file.write_text(source, "utf-8")
        yield file


def lines(wanted: str = "") -> Iterator[str]:
    """The lines of a Markdown table, as they come.

    On a machine at rest, the clock shows little more than both CPU times together, but for sleep.
    The last column is both CPU times at the pace at which budgets were measured; the machine's own
    is measured on another core all the while, because it varies.

    Args:
        wanted: part of the names of the programs that are graded; all if empty.
    """
    graded = assignment.load_assignment("ps2")
    calibration = graded.costs.calibration
    assert calibration is not None  # it has been recorded
    backend, tests = sandbox.choose_backend("bubblewrap"), find_hidden_tests(graded)
    yield (
        "| program | score | its CPU, s | the grader's CPU, s | by the clock, s "
        f"| CPU at the pace of budgets, s ({BOUND:g}) |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    with tempfile.TemporaryDirectory() as folder:
        for file in programs(graded, Path(folder)):
            if wanted not in file.stem:
                continue
            with sampled() as pace:
                before = time.process_time()
                report = grade(intake.read_submission(file), graded, backend, tests=tests)
                own = time.process_time() - before
            both = (report.cpu_seconds + own) / pace.against(calibration)
            yield (
                f"| {file.stem} | {report.score:g} | {report.cpu_seconds:.1f} | {own:.1f} "
                f"| {report.duration:.1f} | {both:.1f} |"
            )


def needs(name: str) -> Iterator[str]:
    """The lines of a Markdown table: the right solution that needs most of each total.

    All come at the end, after minutes.

    Args:
        name: of the assignment.
    """
    graded = assignment.load_assignment(name)
    backend, tests = sandbox.choose_backend("bubblewrap"), prepare_hidden_tests(graded)
    pace = speed.machine_slowness(graded.costs.calibration)
    most = {task.id: (0.0, "") for task in graded.tasks if task.total_cpu_seconds is not None}
    for variant in solution_variants.read_right_solutions(graded):
        submission = solution_variants.variant_submission(graded, variant)
        report = grade(submission, graded, backend, tests=tests, speed=pace, explain=False)
        for task, seconds in _used(report):
            if task in most:
                most[task] = max(most[task], (seconds, variant.name))
    yield "| task | needs most | seconds | total | times as much |"
    yield "|---|---|---:|---:|---:|"
    for task, (seconds, slowest) in most.items():
        total = _total(graded, task)
        yield f"| {task} | {slowest} | {seconds:.2f} | {total:g} | {total / seconds:.1f} |"


def _used(report: Report) -> Iterator[tuple[str, float]]:
    """Each task and the CPU seconds of its calls, at the pace at which budgets were measured."""
    for task in report.tasks:
        cases = (case for test in task.tests for case in test.cases)
        yield task.id, sum(case.cpu_seconds for case in cases)


def _total(graded: Assignment, name: str) -> float:
    return next(task.total_cpu_seconds or 0.0 for task in graded.tasks if task.id == name)


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for line in needs("ps2") if wanted == "--needs" else lines(wanted):
        print(line, flush=True)
