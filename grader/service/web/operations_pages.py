"""Pages for whoever runs the service: workers, the queue, and the audit log."""

from __future__ import annotations

import time
from collections import Counter
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from sqlalchemy import Select, exists, func, select
from sqlalchemy.orm import aliased, joinedload
from starlette.responses import Response

from grader.render.csv_rows import as_csv, escape_cell
from grader.service import course_editions, people
from grader.service.audited_report_views import audit_viewing
from grader.service.data import audit
from grader.service.data.tables import AuditEntry, Grading, GradingState, Submission, Worker
from grader.service.queue.live_workers import leases_of_database
from grader.service.queue.queue import list_waiting
from grader.service.queue.queue_time_estimates import is_queue_late, oldest_waiting_since
from grader.service.web.form_fields import FormReader
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    csv_file,
    form_transaction,
    message_page,
    render_page,
)

router = APIRouter(include_in_schema=False)

_SHOWN = 50
_A_PAGE = 100
"""Entries of the audit."""
_later = aliased(Grading)
_failed = (Grading.state == GradingState.FAILED) & ~exists().where(
    _later.submission_id == Grading.submission_id,
    _later.id > Grading.id,
)
"""Gradings over which the grader failed, unless the submission was or is graded again since."""


@router.get("/admin")
def administration_page(request: Request, who: Signed) -> Response:
    """Serve the page with workers, the queue, failed gradings and the latest audit entries."""
    who.require_admin()
    database = app_state(request).database
    with database.reading() as session:
        workers = session.scalars(select(Worker).order_by(Worker.started_at)).all()
        gone = leases_of_database(database).gone(session, [each.id for each in workers])
        counts = Counter(dict(
            session.execute(select(Grading.state, func.count()).group_by(Grading.state))
            .tuples().all()
        ))  # fmt: skip
        gradings = select(Grading).options(
            joinedload(Grading.submission).joinedload(Submission.person)
        )
        oldest = oldest_waiting_since(session)
        next_ones = [each.id for each in list_waiting(session)][:_SHOWN]
        waiting = {
            each.id: each for each in session.scalars(gradings.where(Grading.id.in_(next_ones)))
        }
        failed = session.scalars(
            gradings.where(_failed).order_by(Grading.id.desc()).limit(_SHOWN)
        ).all()
        counts[GradingState.FAILED.value] = session.scalars(
            select(func.count()).select_from(Grading).where(_failed)
        ).one()
        faulty = course_editions.all_faulty_editions(session)
        entries = session.execute(audit.select_audit_entries().limit(_SHOWN)).all()
    return render_page(
        "admin.html", who,
        workers=[(each, each.id in gone) for each in workers],
        late=is_queue_late(oldest), oldest=oldest,
        counts=[(state, counts[state.value]) for state in GradingState],
        waiting=[waiting[each] for each in next_ones], failed=failed, entries=entries,
        faulty=faulty,
    )  # fmt: skip


@router.get("/admin/audit")
def audit_page(
    session: Reading, who: Signed, words: str = "", since: str = "", until: str = "", page: int = 1
) -> Response:
    """Serve a page of audit entries that match a search."""
    who.require_admin()
    wanted, problems = _select_wanted(words, since, until)
    first = max(0, page - 1) * _A_PAGE
    found = session.execute(wanted.offset(first).limit(_A_PAGE + 1)).all()
    return render_page(
        "audit.html", who, 400 if problems else 200, entries=found[:_A_PAGE], problems=problems,
        words=words, since=since, until=until, page=max(1, page), more=len(found) > _A_PAGE,
        query=urlencode({"words": words, "since": since, "until": until}),
    )  # fmt: skip


@router.get("/admin/audit.csv")
def audit_file(
    request: Request, who: Signed, words: str = "", since: str = "", until: str = ""
) -> Response:
    """Serve all audit entries that match a search, as a CSV file."""
    who.require_admin()
    wanted, problems = _select_wanted(words, since, until)
    if problems:
        return message_page(who, "No file", problems[0], "/admin", 400)
    database = app_state(request).database
    with database.reading() as session:
        rows = session.execute(wanted).all()
    text = as_csv([
        ["time", "login", "deed", "about"],
        *(
            [_utc(each.at), *map(escape_cell, (login, each.deed, each.about))]
            for each, login in rows
        ),
    ])  # fmt: skip
    audit_viewing(database, who, f"{len(rows)} entries of the audit")
    return csv_file(text, "audit")


def _select_wanted(
    words: str, since: str, until: str
) -> tuple[Select[tuple[AuditEntry, str]], list[str]]:
    """Return a query for the entries that a search asks for, and the problems in its fields."""
    fields = FormReader()
    wanted = audit.select_audit_entries(
        words, fields.moment("From", since), fields.moment("Until", until)
    )
    return wanted, fields.problems


def _utc(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


@router.post("/admin/link")
def reset_access_by_link(request: Request, who: Posting, login: Text) -> Response:
    """Make a new one-time link for a person; all their other ways to sign in end."""
    who.require_admin()
    server = app_state(request)
    with form_transaction(request, who, "/admin", "No link") as session:
        raw = people.reset_access(session, login, who.id)
    sentence = (
        "Shown only now. It signs them in once, within seven days; their old password is gone: "
        f"{server.settings.url}/link/{raw}"
    )
    return message_page(who, "A new link", sentence, "/admin")
