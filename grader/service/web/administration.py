"""What who runs the service sees: workers, the queue, and who did what."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import joinedload
from starlette.responses import Response

from grader.service import ServiceProblem, people
from grader.service.data.tables import Audit, Grading, Person, State, Submission, Worker
from grader.service.queue.alive import seats_of
from grader.service.queue.queue import line
from grader.service.queue.waiting import is_late, waiting_since
from grader.service.web.context import Posting, Signed, kept, refused, shown

router = APIRouter(include_in_schema=False)

_SHOWN = 50


@router.get("/admin")
def admin(request: Request, who: Signed) -> Response:
    """All of it on one page."""
    who.require_admin()
    database = kept(request).database
    with database.reading() as session:
        workers = session.scalars(select(Worker).order_by(Worker.started_at)).all()
        gone = seats_of(database).gone(session, [each.id for each in workers])
        states = session.scalars(select(Grading.state))
        counts = Counter(states)
        gradings = select(Grading).options(
            joinedload(Grading.submission).joinedload(Submission.person)
        )
        oldest = waiting_since(session)
        next_ones = [each.id for each in line(session)][:_SHOWN]
        waiting = {
            each.id: each for each in session.scalars(gradings.where(Grading.id.in_(next_ones)))
        }
        failed = session.scalars(
            gradings.where(Grading.state == State.FAILED).order_by(Grading.id.desc()).limit(_SHOWN)
        ).all()
        audit = session.execute(
            select(Audit, Person.login)
            .join(Person, Person.id == Audit.person_id)
            .order_by(Audit.id.desc())
            .limit(_SHOWN)
        ).all()
    return shown(
        "admin.html", who,
        workers=[(each, each.id in gone) for each in workers],
        late=is_late(oldest), oldest=oldest,
        counts=[(state, counts[state.value]) for state in State],
        waiting=[waiting[each] for each in next_ones], failed=failed, audit=audit,
    )  # fmt: skip


@router.post("/admin/link")
def link(request: Request, who: Posting, login: Annotated[str, Form()]) -> Response:
    """A link for somebody who has no password, or forgot it; the one that they had ends."""
    who.require_admin()
    server = kept(request)
    try:
        with server.database.writing() as session:
            raw = people.let_in_anew(session, login, who.id)
    except ServiceProblem as problem:
        return refused(who, problem, "/admin", "No link")
    sentence = (
        "Shown only now. It signs them in once, within seven days; their old password is gone: "
        f"{server.settings.url}/link/{raw}"
    )
    return shown("message.html", who, title="A new link", sentence=sentence, back="/admin")
