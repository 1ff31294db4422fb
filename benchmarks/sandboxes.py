"""What isolation costs: bubblewrap, Docker started ahead, and `docker run` for every call.

All are measured in turn, so that a machine that slows down slows them all, and what Docker takes
beyond bubblewrap is the median of the differences in each turn.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.calls import echo, round_trip
from benchmarks.designs import Bubblewrap, Design, StartedAhead, docker_run
from benchmarks.grading import in_a_fork, student_seconds
from grader import assignment, intake
from grader.assignment import Assignment
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading_context import GradingContext
from grader.jobs.parallel_grading import grade_in_parallel
from grader.sandbox import Sandbox, SandboxUnavailable
from grader.sandbox.backend_interface import Injection

_CALLS = 20
"""Calls in each turn."""
_FRESH, _SHARED = "a call in a process of its own", "a call in a shared process"
_FIRST = "a sandbox, until its first answer"
_ALONE, _TOGETHER = "a grading in one process, overhead", "in a process per core, overhead"
_ROWS = (
    (_FRESH, "ms", 20.0),
    (_SHARED, "ms", 20.0),
    (_FIRST, "ms", None),
    (_ALONE, "s", 0.5),
    (_TOGETHER, "s", 0.5),
)
"""What is measured, in which unit, and how much Docker may take beyond bubblewrap."""

Measured = Mapping[tuple[str, str], Sequence[float]]
"""All measurements, by quantity and design."""


def table(submission: Path, turns: int) -> Iterator[str]:
    """Lines of a Markdown table over ``turns`` turns, and why a column is empty if one is."""
    chosen = assignment.load_assignment("ps2")
    tests = prepare_hidden_tests(chosen)
    measured: dict[tuple[str, str], list[float]] = defaultdict(list)
    notes = []
    with contextlib.ExitStack() as stack:
        designs: dict[str, Design] = {"bubblewrap": Bubblewrap()}
        try:
            designs["docker"] = StartedAhead(chosen.memory_bytes, _cores())
        except SandboxUnavailable as problem:
            notes.append(f"Docker was not measured. {problem}")
        for design in designs.values():
            stack.callback(design.close)
        _turn(designs, chosen, tests, submission)  # fills caches
        for _ in range(turns):
            for quantity, name, value in _turn(designs, chosen, tests, submission):
                measured[quantity, name].append(value)
    if "docker" in designs:
        notes.append(_by_docker_run(measured, turns, _cases(chosen, tests, submission)))
    yield (
        "| median | bubblewrap | Docker, started ahead | beyond bubblewrap | target "
        "| `docker run` |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for quantity, unit, target in _ROWS:
        yield _row(measured, quantity, unit, target)
    for note in notes:
        yield f"\n{note}"


def _turn(
    designs: Mapping[str, Design], chosen: Assignment, tests: HiddenTests, submission: Path
) -> list[tuple[str, str, float]]:
    """One measurement of everything, but more of calls: quantity, design and value."""
    figures = []
    with contextlib.ExitStack() as stack:
        sessions = {}
        for name, design in designs.items():
            backend = stack.enter_context(design.ready(1))
            began = time.perf_counter()
            session = backend.start(echo())
            stack.callback(session.close)
            session.load(Injection())
            round_trip(session)
            figures.append((_FIRST, name, 1000 * (time.perf_counter() - began)))
            sessions[name] = session
        for _ in range(_CALLS):
            for name, session in sessions.items():
                figures.append((_FRESH, name, round_trip(session)))
        shared = {name: session.fork() for name, session in sessions.items()}
        for _ in range(_CALLS):
            for name, session in sessions.items():
                figures.append((_SHARED, name, round_trip(session, shared[name])))
    for quantity, jobs in ((_ALONE, 1), (_TOGETHER, _cores())):
        for name, design in designs.items():
            with design.ready(jobs) as backend:
                figures.append(
                    (quantity, name, _overhead(backend, chosen, tests, submission, jobs))
                )
    return figures


def _overhead(
    backend: Sandbox, chosen: Assignment, tests: HiddenTests, submission: Path, jobs: int
) -> float:
    """Wall seconds of a grading in a fork of this process, less the student's CPU seconds."""
    wall, report = in_a_fork(
        lambda: grade_in_parallel(
            GradingContext(chosen, backend, tests=tests),
            intake.read_submission(submission),
            processes=jobs,
        )
    )
    assert report["complete"], report["errors"]
    return wall - student_seconds(report)


def _cases(chosen: Assignment, tests: HiddenTests, submission: Path) -> int:
    """How many cases a grading decides, each with a call at least."""
    with Bubblewrap().ready(1) as backend:
        _, report = in_a_fork(
            lambda: grade_in_parallel(
                GradingContext(chosen, backend, tests=tests), intake.read_submission(submission)
            )
        )
    return sum(len(test["cases"]) for task in report["tasks"] for test in task["tests"])


def _by_docker_run(measured: dict[tuple[str, str], list[float]], turns: int, cases: int) -> str:
    """Measure the obvious design, which starts a container for each call; a remark on it."""
    values = measured[_FRESH, "docker run"]
    try:
        docker_run()
        values += [docker_run() for _ in range(2 * turns)]
    except SandboxUnavailable as problem:
        return f"`docker run` was not measured. {problem}"
    minutes = cases * statistics.median(values) / 60_000
    return (
        f"With `docker run` for each of its {cases} cases, a grading would take {minutes:.0f} "
        "minutes (calculated, not measured)."
    )


def _row(measured: Measured, quantity: str, unit: str, target: float | None) -> str:
    cells = [quantity]
    for name in ("bubblewrap", "docker"):
        values = measured.get((quantity, name), ())
        cells.append(f"{statistics.median(values):.3g} {unit}" if values else "")
    pairs = zip(
        measured.get((quantity, "docker"), ()), measured[quantity, "bubblewrap"], strict=False
    )
    differences = [docker - bubblewrap for docker, bubblewrap in pairs]
    cells.append(f"{statistics.median(differences):+.2g} {unit}" if differences else "")
    cells.append("" if target is None else f"≤ {target:g} {unit}")
    naive = measured.get((quantity, "docker run"), ())
    cells.append(f"{statistics.median(naive):.3g} {unit}" if naive else "")
    return f"| {' | '.join(cells)} |"


def _cores() -> int:
    return len(os.sched_getaffinity(0))
