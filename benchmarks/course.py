"""Whole courses: how many hand-ins a second, how busy the machine is, and what stays flat."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.measure import surroundings
from grader import assignment as assignments
from grader.author import solution_variants
from grader.jobs.process_pool import available_cores

_SAMPLES = Path("submissions")
_TRIVIAL = ("--task", "5.1")
_UNTOUCHED = "def improved_evaluate(board):\n    raise NotImplementedError\n"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of ``grade batch``.

    Attributes:
        hand_ins: how many.
        wall: seconds.
        student: CPU seconds of all students' functions.
        memory: most that the parent had, in MB.
    """

    hand_ins: int
    wall: float
    student: float
    memory: float

    @property
    def rate(self) -> float:
        """Hand-ins per second."""
        return self.hand_ins / self.wall

    def efficiency(self, jobs: int) -> float:
        """The part of ``jobs`` cores' time that was the students' own."""
        return self.student / (jobs * self.wall)


def table(count: int, many: int) -> Iterator[str]:
    """The lines of a Markdown table.

    Args:
        count: hand-ins of a course as it may be.
        many: trivial hand-ins, of which a hundredth are graded by themselves as well.
    """
    yield "| course | wall | hand-ins per second | efficiency | per hand-in | parent |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        inbox = write_course(place / "course", count)
        runs = {jobs: _graded(inbox, place / f"{jobs}", jobs) for jobs in (1, available_cores())}
        for jobs, run in runs.items():
            yield _row(f"{count} hand-ins, `--jobs {jobs}`", run, jobs)
        yield _row("the same again, nothing changed", _graded(inbox, place / "1", 1))
        for size in (many // 100, many // 10, many):
            inbox = _trivial(place / f"trivial-{size}", size)
            run = _graded(inbox, place / f"of-{size}", available_cores(), *_TRIVIAL)
            yield _row(f"{size} skeletons of one task, `--jobs {available_cores()}`", run)
    gain = runs[available_cores()].rate / runs[1].rate
    yield ""
    yield f"{available_cores()} workers do {gain:.2f} times what one does."


def _row(what: str, run: Run, jobs: int | None = None) -> str:
    busy = "" if jobs is None else f"{run.efficiency(jobs):.2f}"
    each = 1000 * run.wall / run.hand_ins
    return (
        f"| {what} | {run.wall:.1f} s | {run.rate:.2f} | {busy} | {each:.3g} ms "
        f"| {run.memory:.0f} MB |"
    )


def write_course(folder: Path, count: int) -> Path:
    """Samples and right solutions in turn, no two the same."""
    assignment = assignments.load_assignment("ps2")
    texts = [path.read_text("utf-8") for path in sorted(_SAMPLES.glob("*.py"))]
    for variant in solution_variants.read_right_solutions(assignment):
        cells = solution_variants.variant_submission(assignment, variant).cells
        texts.append("\n".join(cell.source for cell in cells))
    return _written(folder, islice(cycle(texts), count))


def _trivial(folder: Path, count: int) -> Path:
    return _written(folder, [_UNTOUCHED] * count)


def _written(folder: Path, texts: Iterator[str] | list[str]) -> Path:
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"s{number:04}.py").write_text(f"{text}\n# {number}\n", "utf-8")
    return folder


def _graded(inbox: Path, out: Path, jobs: int, *arguments: str) -> Run:
    command = [sys.executable, "-m", "grader", "batch", "-a", "ps2", str(inbox), "--out", str(out)]
    memory = 0.0
    began = time.monotonic()
    with subprocess.Popen(
        [*command, "--jobs", str(jobs), *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=surroundings(),
    ) as process:
        while process.poll() is None:
            memory = max(memory, _resident(process.pid))
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.02)
        wall = time.monotonic() - began
    if process.returncode != 0:
        raise SystemExit(f"grade batch ended with status {process.returncode}")
    summary: dict[str, Any] = json.loads((out / "summary.json").read_text())
    each = summary["submissions"]
    student = sum(one["cpu_seconds"] for one in each)
    return Run(len(each), wall, student, memory)


def _resident(pid: int) -> float:
    """Megabytes that a process has in memory now; its children's are their own."""
    with suppress(OSError, ValueError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0
