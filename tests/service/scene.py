"""A course of one small assignment, its people, and a database for them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from grader.jobs import fork_server as hosts
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import Report
from grader.sandbox import choose_backend
from grader.service import course_editions, people
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.assignment_policies import AssignmentDecisions, set_release
from grader.service.data.database import Database
from grader.service.data.tables import (
    AssignmentEdition,
    Course,
    Grading,
    GradingState,
    Person,
    Role,
)
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.worker.loop import run_worker
from tests.made_up import made_up
from tests.service.empty import Empty

RIGHT = b"def double(n):\n    return 2 * n\n"
WRONG = b"def double(n):\n    return n\n"

_keys = itertools.count()


@dataclass
class Scene:
    """One course, ``demo``, with the assignment ``demo``."""

    database: Database
    course: Course
    folder: Path
    server: FastAPI | None = None

    @classmethod
    def made(cls, folder: Path, empty: Empty) -> Scene:
        """``empty`` makes a database without any rows."""
        made_up(folder / "course")
        database = Database(empty.new(folder / "data"))
        with database.writing() as session:
            course = course_editions.register_course(session, "demo", folder / "course", "A course")
        return cls(database, course, folder)

    def person(
        self, login: str, role: Role | None = Role.STUDENT, *, admin: bool = False
    ) -> Person:
        with self.database.writing() as session:
            person = people.add_person(session, login, login.title(), admin=admin)
            if role is not None:
                people.enrol_person(session, person, self.course, role)
        return person

    @property
    def edition(self) -> AssignmentEdition:
        with self.database.reading() as session:
            (edition,) = course_editions.current_editions(session, self.course)
        return edition

    def hand_in(
        self, person: Person, content: bytes = RIGHT, filename: str = "student.py", key: str = ""
    ) -> int:
        """The id of a new submission."""
        edition = self.edition
        handed = IncomingSubmission.now(person.id, filename, content, key or f"key {next(_keys)}")
        with self.database.writing() as session:
            return accept_submission(session, edition, handed).id

    def graded(
        self,
        person: Person,
        report: Report,
        filename: str = "student.py",
        content: bytes = RIGHT,
    ) -> int:
        """The id of a submission that has that report, made by nobody."""
        submission = self.hand_in(person, content, filename)
        answer = GradingAnswer.of(report)
        outcome = GradingOutcome(GradingState.DONE, dump_summary_line(answer.result), answer.report)
        with self.database.writing() as session:
            claim = queue.claim_next(session, "nobody", {self.edition.id})
            assert claim is not None
            assert claim.submission == submission
            queue.finish_claim(session, claim, outcome)
        return submission

    def release(self, *, shown: bool = True) -> None:
        """Release the whole assignment, or take that back."""
        who, edition = self.person("jonas", Role.INSTRUCTOR), self.edition
        place = AssignmentDecisions(self.course.id, edition.assignment, who.id)
        with self.database.writing() as session:
            set_release(session, place, edition, "", "", shown=shown)

    def work(self, folders: Mapping[str, Path] = MappingProxyType({})) -> None:
        """Grade what waits, in this process; the one beside it ends as well."""
        run_worker(self.database, choose_backend("bubblewrap"), folders=folders, until_empty=True)
        if (host := getattr(hosts._hosts, "host", None)) is not None:
            hosts._hosts.host = None
            host.close()

    def grading(self, submission: int) -> Grading:
        with self.database.reading() as session:
            return session.scalars(
                select(Grading)
                .where(Grading.submission_id == submission)
                .options(joinedload(Grading.submission), joinedload(Grading.edition))
                .order_by(Grading.id.desc())
            ).first() or pytest_fail(submission)


def pytest_fail(submission: int) -> Grading:
    raise AssertionError(f"Submission {submission} has no grading.")
