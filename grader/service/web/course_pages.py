"""Pages of a course: how it is made, copied and archived, its announcements and its webhooks."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.assignment import AssignmentError
from grader.service import ServiceProblem, announcements, course_editions, webhooks
from grader.service.archived_courses import archive_course, restore_course
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.course_copy import MOST_WEEKS, copy_course_decisions
from grader.service.course_creation import (
    choose_course_folder,
    create_course,
    find_setup_problems,
    list_course_folders,
    require_free_slug,
)
from grader.service.course_editions import FoundAssignment
from grader.service.data.mail_tables import Announcement
from grader.service.data.tables import Course, Webhook
from grader.service.web.form_fields import FormReader
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Posting,
    PostingInArchive,
    Reading,
    Signed,
    Text,
    app_state,
    find_course_for,
    form_transaction,
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
    """Return the assignments in a folder. It takes seconds, so no transaction may be open."""
    with app_state(request).database.reading() as session:
        require_free_slug(session, slug)
        good = course_editions.valid_edition_digests(session)
    return course_editions.read_course_folder(path, course_editions.find_edition_problem, good)


@router.get("/c/{slug}/manage")
def manage_page(request: Request, session: Reading, who: Signed, slug: str) -> Response:
    """Serve the page with a course's setup problems, and forms that copy or archive the course."""
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return render_page(
        "manage_course.html", who, course=found, points=find_setup_problems(session, found),
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


# Announcements ----------------------------------------------------------------------------------


@router.get("/c/{slug}/announcements")
def announcements_page(
    request: Request, session: Reading, who: Signed, slug: str, page: int = 1
) -> Response:
    """Serve all announcements of a course, and for staff a form for a new one."""
    found = find_course_for(session, who, slug, Permission.SUBMIT)
    every = announcements.list_announcements(session, found.id)
    return render_page(
        "announcements.html", who, course=found, longest=announcements.LONGEST,
        announcements=make_list_page(every, page),
        mails=app_state(request).settings.mail is not None,
    )  # fmt: skip


@router.post("/c/{slug}/announcements")
def announce(
    request: Request, who: Posting, slug: str, title: Text = "", text: Text = "", mailed: Text = ""
) -> Response:
    """Store an announcement, and have it mailed if that was ticked."""
    back = f"/c/{slug}/announcements"
    with form_transaction(request, who, back) as session:
        found = find_course_for(session, who, slug, Permission.ANNOUNCE)
        announcements.write_announcement(session, who.id, found, title, text, mailed=bool(mailed))
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/announcements/{announcement}/remove")
def remove(request: Request, who: Posting, slug: str, announcement: int) -> Response:
    """Remove an announcement from the course's pages."""
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.ANNOUNCE)
        known = session.get(Announcement, announcement)
        if known is None or known.course_id != found.id:
            raise Forbidden
        announcements.remove_announcement(session, who.id, known)
    return RedirectResponse(f"/c/{slug}/announcements", 303)


# Webhooks ---------------------------------------------------------------------------------------


@router.get("/c/{slug}/webhooks")
def webhooks_page(session: Reading, who: Signed, slug: str) -> Response:
    """Serve the page with the webhooks of a course."""
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return _page(session, who, found)


@router.post("/c/{slug}/webhooks")
def add_hook(request: Request, who: Posting, slug: str, url: Text, private: Text = "") -> Response:
    """Add a webhook to a course, and show its secret once."""
    with form_transaction(request, who, f"/c/{slug}/webhooks", "Nothing was added") as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        if private:
            who.require_admin()
        made = webhooks.add_webhook(session, who.id, found, url, private=bool(private))
        return _page(session, who, found, made)


@router.post("/c/{slug}/webhooks/{hook}/remove")
def remove_hook(request: Request, who: Posting, slug: str, hook: int) -> Response:
    """Remove a webhook from a course."""
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        webhooks.remove_webhook(session, who.id, found, hook)
    return RedirectResponse(f"/c/{slug}/webhooks", 303)


def _page(session: Session, who: Visitor, course: Course, made: Webhook | None = None) -> Response:
    return render_page(
        "webhooks.html", who, course=course, made=made,
        hooks=webhooks.active_webhooks(session, course.id),
        deliveries=webhooks.latest_deliveries(session, course.id), tries=len(webhooks.DELAYS) + 1,
    )  # fmt: skip
