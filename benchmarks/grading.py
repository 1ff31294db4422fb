"""Whole gradings of one submission: cold from the command line, and in a warm worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure
from grader import assignment, intake, sandbox
from grader.grading import warm_up
from grader.parallel import grade_in_parts
from grader.report import Report, View, dumps


def measure(submission: Path, runs: int) -> list[Figure]:
    """Time ``runs`` gradings of each kind; overhead is wall time less the student's CPU time."""
    _cold(submission)  # fills caches
    cold = [_cold(submission) for _ in range(runs)]
    single, warm = _warm(submission, runs, jobs=1), _warm(submission, runs, jobs=None)
    return [
        Figure("student's CPU time, full suite", "s", [student for _, student, _ in cold]),
        Figure("cold `grade`, wall", "s", [wall for wall, _, _ in cold]),
        Figure("cold `grade`, overhead", "s", [wall - student for wall, student, _ in cold], 1.0),
        Figure("warm worker, overhead", "s", [wall - student for wall, student in warm], 0.25),
        Figure("the same in one process", "s", [wall - student for wall, student in single]),
        Figure("peak memory of the largest process", "MB", [memory for _, _, memory in cold], 50),
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
        told: dict[str, Any] = json.load(pipe)
    os.waitpid(pid, 0)
    return time.perf_counter() - began, told


def student_seconds(report: dict[str, Any]) -> float:
    """CPU seconds that the student's functions used in all calls that count."""
    return float(sum(case["cpu_seconds"] for task in report["tasks"] for case in task["cases"]))


def _cold(submission: Path) -> tuple[float, float, float]:
    """Wall seconds, the student's CPU seconds and peak megabytes of one ``grade`` command."""
    command = [sys.executable, "-m", "grader", str(submission), "--format", "json"]
    # Compiled modules are kept, as on any machine where the grader is used more than once.
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        report = json.load(process.stdout)
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = 0
    return wall, student_seconds(report), usage.ru_maxrss / 1024


def _warm(submission: Path, runs: int, jobs: int | None) -> list[tuple[float, float]]:
    """Wall and student's CPU seconds of gradings in forks of a process that is warmed up."""
    chosen = assignment.load("ps2")
    backend = sandbox.choose("bubblewrap")
    warm_up(chosen)
    results = []
    for _ in range(runs):
        wall, told = in_a_fork(
            lambda: grade_in_parts(intake.read(submission), chosen, backend, jobs=jobs)
        )
        results.append((wall, student_seconds(told)))
    return results
