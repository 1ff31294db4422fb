"""One submission after the other, nobody else there: how long until the verdict is shown."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.service.site import COURSE, Browser, Site, site
from grader.render.report_json import loads
from grader.service.data.tables import Grading, StoredReport
from tests.made_up import made_up
from tests.orphans import children
from tests.service.scene import RIGHT

_ASSIGNMENT = "demo"
_REST = 10.0
"""Seconds in which it is seen what a service takes that has nothing to do."""
_TICKS = os.sysconf("SC_CLK_TCK")


def table(runs: int) -> Iterator[str]:
    """The lines of a Markdown table: so many submissions of one small task."""
    with tempfile.TemporaryDirectory() as folder:
        made_up(Path(folder))
        with site(Path(folder), runs + 1) as running:
            _hand_in(running, running.students[0], 0)  # until workers have loaded the assignment
            resting = _spent(running, lambda: time.sleep(_REST)) / _REST
            seen: list[tuple[float, int]] = []
            spent = _spent(
                running,
                lambda: seen.extend(
                    _hand_in(running, student, number)
                    for number, student in enumerate(running.students[1:], start=1)
                ),
            )
            beside = [shown - _of_student(running, submission) for shown, submission in seen]
    added = 1000 * (spent - resting * sum(shown for shown, _ in seen)) / runs
    yield "| one submission, nobody else there | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield Figure("from upload to verdict, beside the student's CPU time", "s", beside, 2).row()
    yield Figure("CPU time it adds to server and workers, on average", "ms", [added], 50).row()
    yield Figure("CPU time of both in a second of rest", "ms", [1000 * resting]).row()


def _spent(running: Site, work: Callable[[], object]) -> float:
    """Seconds of CPU time of server and workers meanwhile, without the processes that grade."""
    processes = (running.process, *children(running.process))
    before = sum(map(_seconds, processes))
    work()
    return sum(map(_seconds, processes)) - before


def _hand_in(running: Site, student: Browser, number: int) -> tuple[float, int]:
    """Seconds until a page that is open shows the verdict, and the submission."""
    with student.at(running.address) as browser:
        began = time.monotonic()
        answer = browser.post(
            f"/c/{COURSE}/{_ASSIGNMENT}/submissions",
            data={"csrf": student.csrf, "key": "idle"},
            files={"file": ("mine.py", RIGHT + f"# {number}\n".encode())},
        )
        page = answer.headers["location"]
        with browser.stream("GET", f"{page}/events") as events:
            for _ in events.iter_lines():
                pass
        browser.get(page).raise_for_status()
        return time.monotonic() - began, int(page.rpartition("/")[2])


def _of_student(running: Site, submission: int) -> float:
    """Seconds of CPU time of the student's code."""
    with running.database.reading() as session:
        grading = session.query(Grading).filter_by(submission_id=submission).one()
        return loads(session.get_one(StoredReport, grading.id).text).cpu_seconds


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / _TICKS
