"""Renders stored reports, without what the reader may not see, and audits who reads them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.report import View
from grader.model.staff_decisions import StaffDecisions
from grader.render import report_formats
from grader.render.report_json import loads
from grader.service.auth.access import Visitor
from grader.service.data import audit
from grader.service.data.database import Database
from grader.service.data.tables import AuditEntry, Submission
from grader.service.team_membership import owners_of_submission

SANDBOXED = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The policy of everything that students have written: no script, and an origin of its own. The
page of a report says itself, by a hash, which style sheet it may have."""

_READ, _ONE = "read", "submission "
"""The deed of reading something, and how an entry about one submission begins."""
_A_WHILE, _LATEST = 600.0, 200
"""Seconds for which somebody may look at a submission, and entries that are looked through."""


def report_as_page(
    text: str, *, staff: bool, whose: str = "", decisions: StaffDecisions | None = None,
    links: Sequence[tuple[str, str]] = (),
) -> str:  # fmt: skip
    """Return the stored report ``text`` as a page, with the student's name if it is given.

    Args:
        decisions: what people decided about the submission, shown at its tasks and lines.
        links: words and addresses of other pages about it.
    """
    report = loads(text)
    named = replace(report, student=whose) if whose else report
    return report_formats.write_report(
        "html", named, _view(staff=staff), decisions=decisions, links=links
    )


def report_as_json(text: str, *, staff: bool) -> str:
    """Return the stored report ``text`` as JSON."""
    return report_formats.write_report("json", loads(text), _view(staff=staff))


def audit_reading(
    database: Database, who: Visitor, submission: Submission, known: Session | None = None
) -> None:
    """Add an entry to the audit if a person reads another person's submission.

    Args:
        known: a session that has perhaps read whose it is already.
    """
    with database.reading() if known is None else nullcontext(known) as session:
        owners = owners_of_submission(session, submission)
    if who.reader not in owners:
        audit_viewing(database, who, f"{_ONE}{submission.id}")


def submissions_open_elsewhere(session: Session, who: int, now: float) -> set[int]:
    """Return the ids of submissions that people other than ``who`` opened last, not long ago."""
    latest = session.execute(
        select(AuditEntry.person_id, AuditEntry.about, AuditEntry.at)
        .where(
            AuditEntry.deed == _READ, AuditEntry.person_id != who, AuditEntry.about.startswith(_ONE)
        )
        .order_by(AuditEntry.id.desc())
        .limit(_LATEST)
    )
    found: dict[int, str] = {}
    for person, about, at in latest:
        if at > now - _A_WHILE:
            found.setdefault(person, about)
    return {int(each.removeprefix(_ONE)) for each in found.values()}


def audit_viewing(database: Database, who: Visitor, about: str) -> None:
    """Add an entry to the audit that a person viewed something."""
    with database.writing() as session:
        audit.add_audit_entry(session, who.reader, _READ, about)


def _view(*, staff: bool) -> View:
    return View.STAFF if staff else View.STUDENT
