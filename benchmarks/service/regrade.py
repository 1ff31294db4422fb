"""A course that is graded anew: a stricter edition, killed halfway, compared, and released."""

from __future__ import annotations

import operator
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
from sqlalchemy import func, select

from benchmarks.service.site import COURSE, Browser, enrolled, serving
from grader.service import submission_queries
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.data.database import Database
from grader.service.data.tables import AssignmentEdition, Grading, GradingState, Person, Role
from tests.made_up import made_up
from tests.orphans import children
from tests.service.empty import EmptyFile
from tests.service.scene import RIGHT, WRONG

_ASSIGNMENT = "demo"
_BY_HEART = b"def double(n):\n    return {1: 2, 2: 4, 3: 6}.get(n)\n"
"""Has all answers of the first edition, and lacks the one that the second asks for as well."""
_SOLUTIONS = ((RIGHT, 2.0, 2.0), (WRONG, 0.0, 0.0), (_BY_HEART, 2.0, 0.0))
"""What is handed in, in turn, with its points by the first edition and by the second."""
_PATIENCE = 3600.0
"""Seconds for a course to be graded. Only a service that hangs takes so long."""


def table(number: int) -> Iterator[str]:
    """The lines of a Markdown table.

    Args:
        number: of students; each has handed in once.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made_up(folder / "course")
        database = Database(EmptyFile(folder / "empty").new(folder / "data"))
        yield from _rows(database, folder / "course", number)
        database.close()


def _rows(database: Database, course: Path, number: int) -> Iterator[str]:
    students = enrolled(database, course, number)
    (instructor,) = enrolled(database, course, 1, Role.INSTRUCTOR)
    submissions = _handed_in(database, number)
    with serving(database, course):
        at_first = _wait(database, number)
    _stricter(course)
    with serving(database, course) as (address, process):
        began = time.monotonic()
        _Visit(address, instructor).send("regrade")
        asked = time.monotonic() - began
        _wait(database, number + number // len(_SOLUTIONS))
        killed = _kill(process)
        halfway = _done(database) - number
    with serving(database, course) as (address, _):
        _wait(database, 2 * number)
        again = time.monotonic() - began
        before = _points(database, submissions)
        instructors, student = _Visit(address, instructor), _Visit(address, students[2])
        shown = instructors.seconds("regrade")
        began = time.monotonic()
        instructors.send("release")
        student.seconds()
        released = time.monotonic() - began
    after = _points(database, submissions)
    fell = sum(map(operator.gt, before, after))
    _, at_once, once_released = zip(*map(_solution, range(number)), strict=True)
    amiss = {
        "seen too early": sum(map(operator.ne, before, at_once)),
        "wrong after the release": sum(map(operator.ne, after, once_released)),
        "graded more than once by an edition": _repeated(database),
    }
    yield f"| regrade of {number} | |"
    yield "|---|---:|"
    yield f"| graded at first in | {at_first:.0f} s |"
    yield f"| asking for the regrade | {asked:.2f} s |"
    yield f"| graded again when server and workers ({killed} processes) were killed | {halfway} |"
    yield f"| from asking until all were graded again, the new start included | {again:.0f} s |"
    yield f"| page of the difference: {fell} fall | {shown:.2f} s |"
    yield f"| from releasing until a student sees it | {released:.2f} s |"
    yield from (f"| {what} | {count} |" for what, count in amiss.items())


@dataclass(frozen=True, slots=True)
class _Visit:
    """Somebody at the pages of the assignment."""

    address: str
    browser: Browser

    def send(self, page: str) -> None:
        """Press the button of a page that concerns the whole assignment."""
        with self.browser.at(self.address) as client:
            answer = client.post(
                f"/c/{COURSE}/{_ASSIGNMENT}/{page}", data={"csrf": self.browser.csrf}
            )
        if answer.status_code != httpx2.codes.SEE_OTHER:
            raise RuntimeError(f"{page}: {answer.status_code}")

    def seconds(self, page: str = "") -> float:
        """How long a page takes; without a name it is the course's own."""
        began = time.monotonic()
        path = f"/c/{COURSE}/{_ASSIGNMENT}/{page}" if page else f"/c/{COURSE}"
        with self.browser.at(self.address) as client:
            client.get(path).raise_for_status()
        return time.monotonic() - began


def _handed_in(database: Database, number: int) -> list[int]:
    """Submissions by their students' numbers, all before anything is graded."""
    with database.writing() as session:
        edition = session.scalars(select(AssignmentEdition)).one()
        people = session.scalars(
            select(Person).where(Person.login.startswith(Role.STUDENT.value)).order_by(Person.id)
        ).all()
        found = []
        for at, person in enumerate(people):
            content = _solution(at)[0] + f"# {at}\n".encode()
            found.append(
                accept_submission(
                    session, edition, IncomingSubmission.now(person.id, "mine.py", content, "form")
                ).id
            )
    if len(found) != number:
        raise RuntimeError(f"{len(found)} of {number} have handed in.")
    return found


def _solution(student: int) -> tuple[bytes, float, float]:
    return _SOLUTIONS[student % len(_SOLUTIONS)]


def _stricter(course: Path) -> None:
    """Change the hidden test: it asks for one number more."""
    (test,) = (course / "hidden_tests" / _ASSIGNMENT).glob("test_*.py")
    test.write_text(test.read_text().replace("@cases([1, 2, 3])", "@cases([1, 2, 3, 10])"))


def _done(database: Database) -> int:
    with database.reading() as session:
        return session.scalars(select(func.count()).where(Grading.state == GradingState.DONE)).one()


def _wait(database: Database, number: int) -> float:
    """Wait until so many gradings are done; the seconds."""
    began = time.monotonic()
    while (done := _done(database)) < number:
        if time.monotonic() - began > _PATIENCE:
            raise RuntimeError(f"{done} of {number} gradings are done.")
        time.sleep(0.2)
    return time.monotonic() - began


def _kill(server: int) -> int:
    """Kill the server and its workers; how many processes that are."""
    processes = [server, *children(server)]
    for process in processes:
        os.kill(process, signal.SIGKILL)
    return len(processes)


def _points(database: Database, submissions: list[int]) -> list[float]:
    """What their students see that they have."""
    found = []
    with database.reading() as session:
        for each in submissions:
            seen = submission_queries.find_submission(session, each, staff=False)
            if seen is None or seen.result is None:
                raise RuntimeError(f"Submission {each} has no result.")
            found.append(seen.result.score)
    return found


def _repeated(database: Database) -> int:
    with database.reading() as session:
        counts = Counter(
            session.execute(select(Grading.submission_id, Grading.edition_id)).tuples().all()
        )
    return sum(count > 1 for count in counts.values())
