"""Whole gradings of one submission: cold from the command line, and in a warm worker."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure, surroundings
from benchmarks.memory import proportional
from grader import assignment, intake, sandbox
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading_context import GradingContext
from grader.jobs.parallel_grading import grade_in_parallel
from grader.model.report import Report, View
from grader.render.report_json import dumps


def measure(submission: Path, runs: int) -> list[Figure]:
    """Time ``runs`` gradings of each kind; overhead is wall time less the student's CPU time."""
    _cold(submission)  # fills caches
    cold = [_cold(submission) for _ in range(runs)]
    single, warm = _warm(submission, runs, jobs=1), _warm(submission, runs, jobs=None)
    return [
        Figure("student's CPU time, full suite", "s", [student for _, student in cold]),
        Figure("cold `grade`, wall", "s", [wall for wall, _ in cold]),
        Figure("cold `grade`, overhead", "s", [wall - student for wall, student in cold], 1.0),
        Figure("warm worker, overhead", "s", [wall - student for wall, student in warm], 0.25),
        Figure("the same in one process", "s", [wall - student for wall, student in single]),
        Figure("memory of the trusted side at most", "MB", [_memory(submission)], 150),
    ]


def in_a_fork(grading: Callable[[], Report]) -> tuple[float, dict[str, Any]]:
    """Let a forked child make a report, as a worker does; wall seconds, and the report."""
    began = time.perf_counter()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            with os.fdopen(writing, "w") as pipe:
                pipe.write(dumps(grading(), View.STAFF))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        document: dict[str, Any] = json.load(pipe)
    os.waitpid(pid, 0)
    return time.perf_counter() - began, document


def student_seconds(report: dict[str, Any]) -> float:
    """CPU seconds that the student's functions used in all calls that count."""
    tests = [test for task in report["tasks"] for test in task["tests"]]
    return float(sum(case["cpu_seconds"] for test in tests for case in test["cases"]))


def _cold(submission: Path) -> tuple[float, float]:
    """Wall seconds and the student's CPU seconds of one ``grade`` command."""
    began = time.perf_counter()
    done = subprocess.run(
        _command(submission), stdout=subprocess.PIPE, env=surroundings(), check=True
    )
    return time.perf_counter() - began, student_seconds(json.loads(done.stdout))


def _memory(submission: Path) -> float:
    """Megabytes that a ``grade`` command has at most, with its workers, looked at again and again.

    Pages that several of them share count once.
    """
    most = 0.0
    with subprocess.Popen(
        _command(submission), stdout=subprocess.DEVNULL, env=surroundings()
    ) as process:
        while process.poll() is None:
            most = max(most, sum(map(proportional, _family(process.pid))))
            time.sleep(0.01)
    return most


def _family(pid: int) -> Iterator[int]:
    """A process and its children that run the same program, which sandboxes do not."""
    yield pid
    program = Path(f"/proc/{pid}/cmdline").read_bytes()
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(OSError):  # it has ended
            if Path(f"/proc/{child}/cmdline").read_bytes() == program:
                yield int(child)


def _command(submission: Path) -> list[str]:
    return [sys.executable, "-m", "grader", str(submission), "--format", "json"]


def _warm(submission: Path, runs: int, jobs: int | None) -> list[tuple[float, float]]:
    """Wall and student's CPU seconds of gradings in forks of a process that is warmed up."""
    chosen = assignment.load_assignment("ps2")
    backend = sandbox.choose_backend("bubblewrap")
    context = GradingContext(chosen, backend, tests=prepare_hidden_tests(chosen))
    results = []
    for _ in range(runs):
        wall, document = in_a_fork(
            lambda: grade_in_parallel(context, intake.read_submission(submission), processes=jobs)
        )
        results.append((wall, student_seconds(document)))
    return results
