"""What staff of a course see: everybody's submissions, scores in a table, and who is there."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem, blind, looking, people
from grader.service.auth import tokens
from grader.service.auth.access import Deed, Visitor
from grader.service.data.tables import Audit, Course, Kind, Membership, Person, Role
from grader.service.looking import Seen
from grader.service.queue import queue
from grader.service.web.context import Posting, Reading, Signed, course, kept, shown
from grader.service.web.handing_in import edition_of, seen_by

router = APIRouter(include_in_schema=False)

_MOST_LINES = 2000


@router.get("/c/{slug}/{assignment}/submissions")
def submissions(
    session: Reading, who: Signed, slug: str, assignment: str, task: str = "", verdict: str = ""
) -> Response:
    """The newest submission of everybody, those with a verdict if one is asked for."""
    found = course(session, slug)
    who.require(Deed.READ_ALL, found.id)
    edition = edition_of(session, found, assignment)
    every = looking.newest_of_each(session, found.id, assignment)
    return shown(
        "submissions.html", who, course=found, edition=edition,
        names=blind.for_overview(session, who, found.id, assignment), tasks=_tasks(every),
        task=task, chosen=verdict, total=len(every),
        rows=[seen for seen in every if not verdict or _has(seen, task, verdict)],
    )  # fmt: skip


def _has(seen: Seen, task: str, verdict: str) -> bool:
    tasks = seen.result.tasks if seen.result is not None and seen.has_report else ()
    return any(
        each.verdict is not None and each.verdict.value == verdict
        for each in tasks
        if not task or each.id == task
    )


def _tasks(every: list[Seen]) -> list[str]:
    """The ids of all tasks, in the order of the assignment."""
    ids: dict[str, None] = {}
    for seen in every:
        if seen.result is not None and seen.has_report:
            ids |= dict.fromkeys(task.id for task in seen.result.tasks)
    return list(ids)


@router.post("/s/{id}/again")
def again(request: Request, who: Posting, id: int) -> Response:
    """Have a grading that failed done again."""
    with kept(request).database.writing() as session:
        seen, _ = seen_by(session, who, id)
        who.require(Deed.OVERSEE, seen.submission.course_id)
        if queue.again(session, seen.grading.id):
            _audit(session, who, "graded again", f"submission {id}")
    return RedirectResponse(f"/s/{id}", 303)


@router.get("/c/{slug}/people")
def people_page(session: Reading, who: Signed, slug: str) -> Response:
    """Who is in the course."""
    found = course(session, slug)
    who.require(Deed.ENROL, found.id)
    return _people(session, who, found, [])


@router.post("/c/{slug}/people")
def add_people(
    request: Request, who: Posting, slug: str, lines: Annotated[str, Form()]
) -> Response:
    """Add people, or change their roles. All of them, or none if a line is wrong."""
    server = kept(request)
    try:
        with server.database.writing() as session:
            found = course(session, slug)
            who.require(Deed.ENROL, found.id)
            links = []
            for person, role in _read(session, lines):
                people.enrol(session, person, found, role)
                _audit(session, who, "enrolled", f"{person.login} as {role} in {slug}")
                # Whoever administers one course must not get into an account of another.
                if not person.password and not person.admin and _only_in(session, person, found):
                    link = tokens.issue(session, person.id, Kind.LINK)
                    links.append((person.login, f"{server.settings.url}/link/{link}"))
            return _people(session, who, found, links)
    except ServiceProblem as problem:
        return shown(
            "message.html", who, 400, title="Nobody was added", sentence=str(problem),
            back=f"/c/{slug}/people",
        )  # fmt: skip


def _read(session: Session, lines: str) -> list[tuple[Person, Role]]:
    """Who stands in these lines; raises ServiceProblem if one cannot be read."""
    found = []
    given = [line for line in lines.splitlines() if line.strip()]
    if len(given) > _MOST_LINES:
        raise ServiceProblem(f"Add at most {_MOST_LINES} people at a time.")
    for number, line in enumerate(given, start=1):
        parts = [part.strip() for part in line.split(",")]
        if len(parts) != 3 or parts[2] not in [*Role]:
            raise ServiceProblem(
                f"Line {number} is not a login, a name and a role (student, assistant or "
                "instructor) with commas between them."
            )
        login, name, role = parts
        known = session.scalars(select(Person).where(Person.login == login.lower())).one_or_none()
        # The name of somebody who is known is their own.
        found.append((known or people.add(session, login, name), Role(role)))
    return found


def _only_in(session: Session, person: Person, course: Course) -> bool:
    elsewhere = select(Membership).where(
        Membership.person_id == person.id, Membership.course_id != course.id
    )
    return session.scalars(elsewhere).first() is None


def _people(
    session: Session, who: Visitor, course: Course, links: list[tuple[str, str]]
) -> Response:
    rows = session.execute(
        select(Person, Membership.role)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course.id)
        .order_by(Membership.role, Person.name)
    ).all()
    return shown("people.html", who, course=course, people=rows, links=links)


def _audit(session: Session, who: Visitor, deed: str, about: str) -> None:
    session.add(Audit(at=time.time(), person_id=who.id, deed=deed, about=about))
