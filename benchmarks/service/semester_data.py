"""Fills a database with a whole semester: people, submissions, reports, marks and an audit."""

from __future__ import annotations

import json
import lzma
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, select, text

from benchmarks.explanations import done
from benchmarks.service.site import COURSE, Browser
from grader import assignment as assignments
from grader.author import new_assignment, solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import View
from grader.render import report_json
from grader.render.json_conversion import encode_json
from grader.sandbox import choose_backend
from grader.service import course_editions, people
from grader.service.assignment_policies import AssignmentDecisions, set_terms
from grader.service.assignment_terms import AssignmentConditions
from grader.service.auth import auth_secrets
from grader.service.auth.authentication import sign_in
from grader.service.data.database import Database
from grader.service.data.decision_tables import CountingRule
from grader.service.data.extract_failed_tests import extract_failures
from grader.service.data.tables import AssignmentEdition, Person, Role, Secret, SecretKind

KEPT = Path(__file__).parents[2] / "build" / "semester"
_GRADINGS, _VARIATIONS = 12, 4
"""Real gradings that reports are made of, and how many variations there are of each."""
_DAY = 86_400.0
_AUDIT = 100_000
"""Entries of the audit."""
_MARKED = 500
"""Submissions of the first assignment that have a mark by hand."""
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class CourseSize:
    """How large a course is: everybody hands in twice for the first assignment.

    The other submissions are shared out by chance.
    """

    students: int = 800
    assignments: int = 20
    submissions: int = 80_000


@dataclass(frozen=True, slots=True)
class PackedReport:
    """A report as the database keeps it, and its result in short."""

    text: str
    report: bytes
    result: str
    reachable: float
    failures: str


# Reports ------------------------------------------------------------------------------------


def real_reports() -> list[str]:
    """Return reports of known-wrong solutions, graded in full; kept for the next time."""
    assignment, sandbox = assignments.load_assignment("ps2"), choose_backend("auto")
    KEPT.mkdir(parents=True, exist_ok=True)
    every = solution_variants.read_mutants(assignment)
    chosen = every[:: max(1, len(every) // _GRADINGS)][:_GRADINGS]
    files = [KEPT / f"{number}.json" for number in range(len(chosen))]
    lacking = [number for number, file in enumerate(files) if not file.exists()]
    tests = prepare_hidden_tests(assignment) if lacking else None

    def graded(number: int) -> Work:
        def work(_: object) -> str:
            submission = solution_variants.variant_submission(assignment, chosen[number])
            report = grade(submission, assignment, sandbox, tests=tests, explain=True)
            files[number].write_text(report_json.dumps(report, View.STAFF))
            return ""

        return work

    done([graded(number) for number in lacking])
    return [file.read_text() for file in files]


def variations_of_report(report: str) -> Iterator[PackedReport]:
    """Compress reports that differ in all times and in lines of the student's code."""
    result = GradingAnswer.of(report_json.loads(report)).result
    for number in range(_VARIATIONS):
        chance = random.Random(f"{len(report)} {number}")
        found = _other(json.loads(report), chance, {})
        for cell in found["cells"]:
            remarks = (f"# {chance.getrandbits(160):x}" for _ in range(10))
            cell["source"] += "\n" + "\n".join(remarks)
        whole = encode_json(found)
        yield PackedReport(
            whole,
            lzma.compress(whole.encode(), preset=1),
            dump_summary_line(result),
            result.reachable,
            extract_failures(whole),
        )


def _other(value: Any, chance: random.Random, times: dict[float, float], key: str = "") -> Any:
    """The same document with other times; what was the same time is the same time again."""
    if isinstance(value, dict):
        return {name: _other(each, chance, times, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_other(each, chance, times, key) for each in value]
    if isinstance(value, float) and ("seconds" in key or key == "duration"):
        return times.setdefault(value, value * chance.uniform(0.8, 1.25))
    return value


# The database -------------------------------------------------------------------------------


def enrol_everybody(database: Database, folder: Path, size: CourseSize) -> None:
    """Enrol everybody; the course has small assignments' files."""
    for number in range(size.assignments):
        if not (folder / "hidden_tests" / assignment_name(number)).exists():
            new_assignment.make_new_assignment(folder, assignment_name(number))
    with database.writing() as session:
        course = course_editions.register_course(session, COURSE, folder, "A course")
        for number in range(size.students):
            student = people.add_person(session, f"student{number}", f"Student {number}")
            people.enrol_person(session, student, course, Role.STUDENT)
        assistant = people.add_person(session, "assistant", "Ann Assistant")
        instructor = people.add_person(session, "instructor", "Ines Instructor")
        people.add_person(session, "administrator", "Administrator", admin=True)
        people.enrol_person(session, assistant, course, Role.ASSISTANT)
        people.enrol_person(session, instructor, course, Role.INSTRUCTOR)


def sign_everybody_in(database: Database) -> dict[str, Browser]:
    """Sign one of each kind in, and nobody else."""
    found = {}
    with database.writing() as session:
        session.execute(delete(Secret))
        students = session.scalars(
            select(Person).where(Person.login.startswith("student")).order_by(Person.id)
        ).all()
        own = {"student": students[len(students) // 2]}
        for login in ("assistant", "instructor", "administrator"):
            (own[login],) = session.scalars(select(Person).where(Person.login == login))
        for role, person in own.items():
            cookie = sign_in(session, person.id)
            found[role] = Browser(cookie, auth_secrets.csrf_token(cookie))
        raw = auth_secrets.issue_secret(
            session, own["administrator"].id, SecretKind.API, scopes="read measure"
        )
        found["program"] = Browser(raw, "")
    return found


def assignment_name(number: int) -> str:
    """Return the name of the assignment of that number from 0."""
    return f"a{number + 1:03}"


def fill_course(database: Database, packed: Sequence[PackedReport], size: CourseSize) -> int:
    """Have everybody hand in, late and early, and grade it all; return how many submissions.

    Rows are written as they are: to compress each report anew would take an hour.
    """
    chance = random.Random(1)
    with database.reading() as session:
        editions = {
            assignment: (edition, course)
            for edition, assignment, course in session.execute(
                select(
                    AssignmentEdition.id, AssignmentEdition.assignment, AssignmentEdition.course_id
                )
            )
        }
        students = session.scalars(
            select(Person.id).where(Person.login.startswith("student")).order_by(Person.id)
        ).all()
        (boss,) = session.scalars(select(Person.id).where(Person.login == "instructor"))
    names = sorted(editions)
    handed = [(person, names[0]) for person in students for _ in range(2)]
    handed += [
        (chance.choice(students), chance.choice(names[1:] or names))
        for _ in range(size.submissions - len(handed))
    ]
    place = {name: number for number, name in enumerate(names)}
    now = time.time()
    dates = {name: now - (len(names) - place[name]) * 7 * _DAY for name in names}
    handed.sort(key=lambda each: place[each[1]])
    content = Path("submissions/alice.py").read_bytes()
    with database.writing() as session:
        for name in names:
            conditions = AssignmentConditions(
                due_at=dates[name] + 4 * _DAY, late_days=3, per_day=0.1, last_day=7,
                counts=CountingRule.BEST if name == names[0] else CountingRule.LATEST,
            )  # fmt: skip
            set_terms(session, AssignmentDecisions(editions[name][1], name, boss), conditions)
    for start in range(0, len(handed), _AT_ONCE):
        with database.writing() as session:
            rows = [
                _row(number, person, name, dates[name], chance, content, packed, editions)
                for number, (person, name) in enumerate(handed[start : start + _AT_ONCE], start + 1)
            ]
            _insert(session.connection(), rows)
    with database.writing() as session:
        connection = session.connection()
        connection.execute(
            text(
                "INSERT INTO audit (at, person_id, deed, about) VALUES (:at, :who, 'read', :what)"
            ),
            [
                {
                    "at": now - _AUDIT + each,
                    "who": boss,
                    "what": f"submission {each % size.students}",
                }
                for each in range(_AUDIT)
            ],
        )
        connection.execute(
            text("INSERT INTO mark (submission_id, task, points, items, reason, settles, by_id, at)"
                 " VALUES (:id, '1.1', 0.5, '', 'by hand', :no, :who, :at)"),
            [
                {"id": 1 + 2 * each, "no": False, "who": boss, "at": now}
                for each in range(min(_MARKED, size.students))
            ],
        )  # fmt: skip
        if database.file is None:
            for table in ("submission", "grading"):
                connection.execute(text(
                    f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))"
                ))  # fmt: skip
            connection.execute(text("ANALYZE"))  # which a server does by itself, in time
    database.sweep()
    return len(handed)


def _row(
    number: int, person: int, name: str, start: float, chance: random.Random, content: bytes,
    packed: Sequence[PackedReport], editions: dict[str, tuple[int, int]],
) -> dict[str, Any]:  # fmt: skip
    edition, course = editions[name]
    one = chance.choice(packed)
    return {
        "id": number, "person": person, "course": course, "assignment": name, "edition": edition,
        "content": content + f"# {number}\n".encode(), "sha": f"{number:064x}", "key": f"k{number}",
        "at": start + 5 * _DAY * chance.random(), "no": False, "one": one, "result": one.result,
        "report": one.report, "reachable": one.reachable, "failures": one.failures,
    }  # fmt: skip


def _insert(connection: Connection, rows: list[dict[str, Any]]) -> None:
    plain = [{key: value for key, value in row.items() if key != "one"} for row in rows]
    connection.execute(
        text("INSERT INTO submission (id, course_id, person_id, assignment, filename, content,"
             " sha256, key, created_at) VALUES (:id, :course, :person, :assignment, 'mine.py',"
             " :content, :sha, :key, :at)"),
        plain,
    )  # fmt: skip
    connection.execute(
        text("INSERT INTO grading (id, submission_id, edition_id, regrade, state, worker, claim,"
             " turn, losses, failures, queued_at, started_at, finished_at, result,"
             " reachable, reason, trace)"
             " VALUES (:id, :id, :edition, :no, 'done', '', '', 0, 0, 0, :at, :at, :at + 9.0,"
             " :result, :reachable, '', '')"),
        plain,
    )  # fmt: skip
    connection.execute(
        text("INSERT INTO report (grading_id, failures, text) VALUES (:id, :failures, :report)"),
        plain,
    )
