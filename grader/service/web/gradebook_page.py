"""The page of gradebooks, and downloads of them as platforms of courses take them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from grader.service.api.bearer_token import Bearer
from grader.service.assignment_gradebook import make_gradebook
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.auth.access import READ, Forbidden, Permission, Visitor
from grader.service.deadlines import current_terms
from grader.service.gradebook_export import SHAPES, dump_gradebook
from grader.service.sections import filter_by_section
from grader.service.text_input import contains_all_words
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import Reading, Signed, app_state, csv_file, render_page
from grader.service.web.student_pages import assignment_for

router = APIRouter()


@router.get("/c/{slug}/{assignment}/gradebook", include_in_schema=False)
def gradebook_page(
    session: Reading, who: Signed, slug: str, assignment: str, name: str = "", page: int = 1,
    section: str = "",
) -> Response:  # fmt: skip
    """Serve the page with each student's points, and links to the files."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    book = make_gradebook(session, edition)
    chosen = filter_by_section(session, who, found.id, section)
    rows = [
        row
        for row in book.rows
        if contains_all_words(name, row.person.name, row.person.login)
        and chosen.takes(row.person.id)
    ]
    return render_page(
        "gradebook.html", who, course=edition.course, edition=edition, shapes=SHAPES, book=book,
        rows=make_list_page(rows, page, name=name, section=chosen.chosen), name=name, chosen=chosen,
        rule=current_terms(session, found.id)[assignment].counts,
    )  # fmt: skip


@router.get("/c/{slug}/{assignment}/gradebook/{shape}", include_in_schema=False)
def gradebook_file(
    request: Request, who: Signed, slug: str, assignment: str, shape: str
) -> Response:
    """Serve a gradebook as a CSV file in one of the formats."""
    return _file(request, who, slug, assignment, shape)


@router.get("/api/v1/courses/{slug}/assignments/{assignment}/gradebook")
def gradebook_for_programs(
    request: Request, who: Bearer, slug: str, assignment: str, shape: str = "csv"
) -> Response:
    """A gradebook as CSV; ``shape`` is csv, canvas, moodle or gradescope."""
    who.require_scope(READ)
    return _file(request, who, slug, assignment, shape)


def _file(request: Request, who: Visitor, slug: str, assignment: str, shape: str) -> Response:
    database = app_state(request).database
    with database.reading() as session:
        _, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
        if shape not in SHAPES:
            raise Forbidden
        text = dump_gradebook(make_gradebook(session, edition), shape)
    with database.writing() as session:
        place = AssignmentDecisions(edition.course_id, assignment, who.id)
        place.note(session, "gradebook", f"downloaded as {shape}")
    return csv_file(text, f"gradebook-{shape}")
