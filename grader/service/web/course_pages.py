"""Pages on which courses are made, copied to the next year, and archived."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.assignment import AssignmentError
from grader.service import ServiceProblem, course_editions
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.course_archive import archive_course, restore_course
from grader.service.course_checklist import find_open_points
from grader.service.course_copy import MOST_WEEKS, copy_course_decisions
from grader.service.course_creation import (
    choose_course_folder,
    create_course,
    digests_known_in_order,
    list_course_folders,
    require_free_slug,
)
from grader.service.course_editions import FoundAssignment
from grader.service.web.form_fields import FormReader
from grader.service.web.request_context import (
    Posting,
    PostingInArchive,
    Reading,
    Signed,
    Text,
    app_state,
    find_course_for,
    refusal_page,
    render_page,
)

router = APIRouter(include_in_schema=False)


@router.get("/courses/new")
def new_course_page(request: Request, who: Signed) -> Response:
    """Serve the folders on the server of which a course can be made."""
    _require_making(who)
    root = app_state(request).settings.courses
    return render_page(
        "new_course.html", who, folders=list_course_folders(root), configured=root is not None
    )


@router.post("/courses/new")
def make_course(
    request: Request, who: Posting, folder: Text = "", to: Text = "", title: Text = ""
) -> Response:
    """Make a course of a folder on the server; the visitor instructs it."""
    _require_making(who)
    server = app_state(request)
    try:
        chosen = choose_course_folder(server.settings.courses, folder)
        found = _read(request, chosen.path, to.strip())
        with server.database.writing() as session:
            course = create_course(session, who.id, to.strip(), title, chosen.path, found)
    except (ServiceProblem, AssignmentError) as problem:
        return refusal_page(who, problem, "/courses/new", "No course was made")
    return RedirectResponse(f"/c/{course.slug}/manage", 303)


def _require_making(who: Visitor) -> None:
    if not who.may_anywhere(Permission.DECIDE):
        raise Forbidden


def _read(request: Request, path: Path, slug: str) -> list[FoundAssignment]:
    """Return what is in a folder. That takes seconds, so it is not done in a transaction."""
    with app_state(request).database.reading() as session:
        require_free_slug(session, slug)
        good = digests_known_in_order(session)
    return course_editions.read_course_folder(path, course_editions.find_edition_problem, good)


@router.get("/c/{slug}/manage")
def manage_page(request: Request, session: Reading, who: Signed, slug: str) -> Response:
    """Serve what is still open before students come, and forms that copy or archive a course."""
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return render_page(
        "manage_course.html", who, course=found, points=find_open_points(session, found),
        folders=list_course_folders(app_state(request).settings.courses),
    )  # fmt: skip


@router.post("/c/{slug}/copy")
def copy_course(
    request: Request, who: PostingInArchive, slug: str, to: Text = "", title: Text = "",
    folder: Text = "", weeks: Text = "",
) -> Response:  # fmt: skip
    """Copy a course to the next year without its people, perhaps with another folder."""
    server, back = app_state(request), f"/c/{slug}/manage"
    fields = FormReader()
    moved = fields.whole("Weeks", weeks, 0, MOST_WEEKS) if weeks.strip() else None
    try:
        with server.database.reading() as session:
            source = find_course_for(session, who, slug, Permission.DECIDE)
            path = Path(source.folder)
        fields.require_no_problems()
        if folder:
            path = choose_course_folder(server.settings.courses, folder).path
        found = _read(request, path, to.strip())
        with server.database.writing() as session:
            source = find_course_for(session, who, slug, Permission.DECIDE)
            made = create_course(session, who.id, to.strip(), title, path, found)
            copy_course_decisions(session, source, made, who.id, moved)
    except (ServiceProblem, AssignmentError) as problem:
        return refusal_page(who, problem, back, "Nothing was copied")
    return RedirectResponse(f"/c/{made.slug}/manage", 303)


@router.post("/c/{slug}/archive")
def archive(request: Request, who: PostingInArchive, slug: str) -> Response:
    """Archive a course: it can be read, and nothing in it changes any more."""
    with app_state(request).database.writing() as session:
        archive_course(session, who.id, find_course_for(session, who, slug, Permission.DECIDE))
    return RedirectResponse(f"/c/{slug}/manage", 303)


@router.post("/c/{slug}/restore")
def restore(request: Request, who: PostingInArchive, slug: str) -> Response:
    """Take a course out of the archive."""
    with app_state(request).database.writing() as session:
        restore_course(session, who.id, find_course_for(session, who, slug, Permission.DECIDE))
    return RedirectResponse(f"/c/{slug}/manage", 303)
