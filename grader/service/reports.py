"""Reports for their readers: what each may see, and served so that nothing in them can act."""

from __future__ import annotations

from grader.model.report import View
from grader.render import forms
from grader.render.jsonfile import loads
from grader.service.auth.access import Visitor
from grader.service.data import audit
from grader.service.data.database import Database
from grader.service.data.tables import Submission

SANDBOXED = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The policy of everything that students have written: no script, and an origin of its own. The
page of a report says itself, by a hash, which style sheet it may have."""


def as_page(text: str, *, staff: bool) -> str:
    """The stored report ``text`` as a page."""
    return forms.write("html", loads(text), _view(staff=staff))


def as_json(text: str, *, staff: bool) -> str:
    """The stored report ``text`` as JSON."""
    return forms.write("json", loads(text), _view(staff=staff))


def note_reading(database: Database, who: Visitor, submission: Submission) -> None:
    """Leave an entry in the audit if somebody reads another's work."""
    if who.id != submission.person_id:
        note_look(database, who, f"submission {submission.id}")


def note_look(database: Database, who: Visitor, about: str) -> None:
    """Leave an entry in the audit that somebody looked at something."""
    with database.writing() as session:
        audit.note(session, who.id, "read", about)


def _view(*, staff: bool) -> View:
    return View.STAFF if staff else View.STUDENT
