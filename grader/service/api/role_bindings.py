"""API of the bindings of a submission: how it is called for each role, and what was given."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from grader.jobs.bindings_toml import LONGEST, find_binding_fault
from grader.model.escape import escape_to_one_line
from grader.service import staff_bindings
from grader.service.api.parameters import DESCRIBED, Bearer
from grader.service.audited_report_views import audit_reading
from grader.service.auth.access import MARK, READ, Permission
from grader.service.staff_bindings import RoleRow
from grader.service.submission_queries import SubmissionView
from grader.service.web.marking_page import submission_to_mark
from grader.service.web.request_context import Reading, app_state
from grader.service.web.student_pages import assignment_for

router = APIRouter(prefix="/api/v1", dependencies=[DESCRIBED])

Line = Annotated[str, Field(max_length=LONGEST)]


class NewBindings(BaseModel):
    """New bindings of a submission, by role."""

    bindings: Annotated[
        dict[Annotated[str, Field(max_length=100)], Line],
        Field(
            max_length=100,
            description="By role, as `search(board, player) -> (value, column)`; an empty one "
            "takes back what was given.",
        ),
    ]


@router.get("/submissions/{id}/bindings")
def bindings_of_submission(request: Request, who: Bearer, id: int) -> dict[str, Any]:
    """Return to staff how a submission is called for each role, and which bindings people gave."""
    who.require_scope(READ)
    database = app_state(request).database
    with database.reading() as session:
        seen = submission_to_mark(session, who, id)
        found = _shown(session, seen)
    audit_reading(database, who, seen.submission)
    return found


@router.put("/submissions/{id}/bindings")
def store_bindings(request: Request, who: Bearer, id: int, wanted: NewBindings) -> dict[str, Any]:
    """Give lines, and have the submission graded again with those that have changed.

    Roles that are not named keep their lines. A line that is no binding is refused with the
    position of the character that is wrong, and nothing is kept.
    """
    who.require_scope(MARK)
    with app_state(request).database.writing() as session:
        seen = submission_to_mark(session, who, id)
        for role, line in wanted.bindings.items():
            if (found := find_binding_fault(line)) is not None:
                sentence = f"{found.sentence.rstrip('.')} (character {found.position + 1})"
                raise HTTPException(
                    422, f"The binding of {escape_to_one_line(role, 60)}: {sentence}."
                )
        changed = staff_bindings.give_bindings(session, who.id, seen, wanted.bindings)
        session.expire_all()
        seen = submission_to_mark(session, who, id)
        return {**_shown(session, seen), "changed": changed}


@router.get("/courses/{slug}/assignments/{assignment}/open-roles")
def open_roles_for_assignment(
    session: Reading, who: Bearer, slug: str, assignment: str
) -> list[dict[str, Any]]:
    """Return to staff the open roles of all submissions that count for an assignment."""
    who.require_scope(READ)
    found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
    rows = staff_bindings.open_roles_of_assignment(session, found.id, assignment)
    return [
        {
            "submission": each.seen.submission.id,
            "role": each.role.role,
            "reason": each.role.reason,
            "candidates": list(each.role.candidates),
        }
        for each in rows
    ]


def _shown(session: Session, seen: SubmissionView) -> dict[str, Any]:
    return {
        "id": seen.submission.id,
        "state": seen.state.value,
        "roles": [_role(each) for each in staff_bindings.list_role_rows(session, seen)],
    }


def _role(row: RoleRow) -> dict[str, Any]:
    given = row.given
    return {
        "role": row.role,
        "line": row.current,
        "open": row.open,
        "found": None if row.result is None else row.result.found.value,
        "reason": row.reason,
        "candidates": list(row.candidates),
        "given": None if given is None else {"line": given.line, "by": given.by.login,
                                             "at": given.at},
        "offered": None if row.offered is None else row.offered.line,
    }  # fmt: skip
