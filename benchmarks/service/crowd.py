"""Makes the course, has the students come, and says what became of it."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from benchmarks.environment import python_with
from benchmarks.memory import proportional, with_descendants
from benchmarks.service.site import COURSE, site
from grader.assignment.course_assignments import BUILT_IN
from grader.service.data.database import Database
from grader.service.data.tables import Grading, GradingState

_STUDENTS = Path(__file__).with_name("students.py")
_ASSIGNMENT = "ps2"
_AFTERWARDS = 60
"""Seconds for the last students to look at what they handed in."""
_TARGETS = {"hand in": 200, "page: courses": 300, "page: course": 300, "page: submission": 300}
"""Milliseconds, 99 % within."""


def table(source: Path, number: int, minutes: float) -> Iterator[str]:
    """The lines of Markdown tables.

    Args:
        source: what students hand in, each with a comment of their own.
        number: of students; each hands in once.
        minutes: in which they come.
    """
    python = python_with("crowd")
    with tempfile.TemporaryDirectory() as name, site(BUILT_IN, number) as running:
        known = Path(name, "known.json")
        students = {
            "course": COURSE,
            "assignment": _ASSIGNMENT,
            "source": source.read_text("utf-8"),
            "seconds": minutes * 60,
            "people": [asdict(student) for student in running.students],
        }
        known.write_text(json.dumps(students), "utf-8")
        memory = _Memory(running.process)
        with memory.noted():
            _let_them_come(python, running.address, known, number, minutes)
        yield from _answers(known.with_name("locust_stats.csv"))
        yield ""
        yield from memory.rows()
        yield ""
        yield from _order(running.database, number)


def _let_them_come(python: Path, address: str, known: Path, number: int, minutes: float) -> None:
    """Have Locust play all students to the end."""
    seconds = int(minutes * 60) + _AFTERWARDS
    subprocess.run(
        [python, "-m", "locust", "--headless", "--only-summary", "-f", _STUDENTS, "-H", address,
         "-u", str(number), "-r", str(number), "-t", f"{seconds}s",
         "--csv", known.with_name("locust"), "--exit-code-on-error", "0"],
        env={**os.environ, "CROWD": str(known)}, check=True, stdout=sys.stderr,
    )  # fmt: skip


@dataclass(slots=True)
class _Memory:
    """Megabytes of the server alone, and with its workers and all they run, every second."""

    server: int
    seen: list[tuple[float, float]] = field(default_factory=list)

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Note it as long as the context lasts."""
        ending = threading.Event()

        def note() -> None:
            while not ending.wait(1):
                self.seen.append((proportional(self.server), with_descendants(self.server)))

        noting = threading.Thread(target=note)
        noting.start()
        try:
            yield
        finally:
            ending.set()
            noting.join()

    def rows(self) -> Iterator[str]:
        """A table: the medians of the first, the middle and the last fifth of the time."""
        yield "| memory, MB | at first | in the middle | at the end |"
        yield "|---|---:|---:|---:|"
        fifth = len(self.seen) // 5
        parts = [self.seen[at * fifth : (at + 1) * fifth] for at in (0, 2, 4)]
        for column, what in enumerate(("server", "with workers and what they run")):
            medians = [statistics.median(each[column] for each in part) for part in parts]
            yield f"| {what} | " + " | ".join(f"{median:.0f}" for median in medians) + " |"


def _answers(statistics_file: Path) -> Iterator[str]:
    yield "| | requests | failed | median, ms | 99 % within, ms | slowest, ms | target |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    with statistics_file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if (target := _TARGETS.get(row["Name"])) is not None:
                numbers = (row["Request Count"], row["Failure Count"], row["50%"], row["99%"])
                cells = " | ".join((*numbers, f"{float(row['Max Response Time']):.0f}"))
                yield f"| {row['Name']} | {cells} | ≤ {target} |"


def _order(database: Database, number: int) -> Iterator[str]:
    """Sentences: how many were accepted and graded, and whether in their order."""
    with database.reading() as session:
        gradings = session.scalars(
            select(Grading).options(joinedload(Grading.submission)).order_by(Grading.id)
        ).all()
    begun = sorted((each for each in gradings if each.started_at), key=lambda each: each.started_at)
    done = sum(each.state == GradingState.DONE for each in gradings)
    early = [
        sum(other.submission.created_at < each.submission.created_at for other in begun[at + 1 :])
        for at, each in enumerate(begun)
    ]
    yield f"{len(gradings)} of {number} accepted; {done} graded by the end, {len(begun)} begun."
    yield f"Before earlier ones began: {sum(map(bool, early))}, of {max(early, default=0)} at most."
