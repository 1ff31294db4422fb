"""Fills the database with people and submissions to look around with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import select

from grader.service import ServiceProblem, course_editions, people
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.auth import auth_secrets
from grader.service.data.database import Database
from grader.service.data.tables import Course, Role, SecretKind

_STUDENTS = ("Ada", "Ben", "Chiara", "Dmitri", "Emeka", "Freya")


def require_no_other_course(database: Database, slug: str) -> None:
    """Raise ServiceProblem if a database has another course: its people would be among others."""
    with database.reading() as session:
        other = session.scalars(select(Course.slug).where(Course.slug != slug)).first()
    if other is not None:
        raise ServiceProblem(
            f"{database.shown} has the course {other}, and --demo adds people and submissions that "
            "nobody can delete; name an empty folder: --data demo-data."
        )


def fill_with_demo_data(database: Database, slug: str, files: Sequence[Path]) -> dict[str, str]:
    """Add demonstration staff and students, who submit ``files`` in turn, to a course.

    Doing it again changes nothing but the links.

    Returns:
        one-time links, without the address of the service, by login.
    """
    with database.writing() as session:
        course = session.query(Course).filter_by(slug=slug).one()
        cast = [(f"demo-{name.lower()}", name, Role.STUDENT) for name in _STUDENTS]
        cast += [
            ("demo-assistant", "Ines (assistant)", Role.ASSISTANT),
            ("demo-instructor", "Jonas (instructor)", Role.INSTRUCTOR),
        ]
        links = {}
        for login, name, role in cast:
            person = people.add_person(session, login, name)
            people.enrol_person(session, person, course, role)
            links[login] = f"/link/{auth_secrets.issue_secret(session, person.id, SecretKind.LINK)}"
        edition = course_editions.current_editions(session, course)[0]
        for number, name in enumerate(_STUDENTS):
            person = people.add_person(session, f"demo-{name.lower()}")
            file = files[number % len(files)]
            key = f"demo {file.name}"
            accept_submission(
                session,
                edition,
                IncomingSubmission.now(person.id, file.name, file.read_bytes(), key),
            )
    return links
