"""Pages of the people of a course: rosters, sections, and seeing pages as a student does."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import people, sections, view_as_student
from grader.service.auth import auth_secrets
from grader.service.auth.access import Permission, Visitor
from grader.service.data import audit
from grader.service.data.tables import Course, Membership, Person, SecretKind
from grader.service.mail import addresses
from grader.service.roster import Roster, read_roster
from grader.service.text_input import contains_all_words
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    AppState,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    delete_cookie,
    find_course,
    find_course_for,
    form_transaction,
    render_page,
    set_cookie,
)
from grader.service.web.server_settings import Cookie

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/people")
def people_page(
    request: Request, session: Reading, who: Signed, slug: str, name: str = "", page: int = 1,
    section: str = "",
) -> Response:  # fmt: skip
    """Serve the page with the people of a course."""
    found = find_course_for(session, who, slug, Permission.ENROL)
    return _page(app_state(request), session, who, found, name=name, page=page, section=section)


@router.post("/c/{slug}/people/section")
def change_sections(
    request: Request, who: Posting, slug: str, person: Annotated[int, Form()] = 0,
    section: Text = "", back: Text = "",
) -> Response:  # fmt: skip
    """Let a person be in other sections, or in none."""
    here = f"/c/{slug}/people"
    with form_transaction(request, who, here) as session:
        found = find_course_for(session, who, slug, Permission.ENROL)
        names = sections.parse_sections(section)
        sections.set_sections(session, who.id, found, person, names)
    return RedirectResponse(f"{here}?{back}" if back else here, 303)


@router.post("/c/{slug}/people")
def add_people(
    request: Request,
    who: Posting,
    slug: str,
    lines: Text = "",
    file: Annotated[UploadFile | None, File()] = None,
    look: Text = "",
    sure: Text = "",
) -> Response:
    """Add people or change their roles, all or none; with ``look``, only show the effect.

    Args:
        sure: whether the course may be left without an instructor.
    """
    server = app_state(request)
    given = file.file.read() if file is not None and file.filename else b""
    with server.database.writing() as session:
        found = find_course_for(session, who, slug, Permission.ENROL)
        roster = read_roster(session, found, given or lines)
        if roster.problems or look or (roster.demoted and not sure):
            return _page(server, session, who, found, roster, looked=bool(look))
        links = []
        for entry in roster.entries:
            # The name of somebody who is known is their own.
            person = entry.known or people.add_person(session, entry.login, entry.name)
            people.enrol_person(session, person, found, entry.role)
            if entry.sections is not None:
                sections.set_sections(session, who.id, found, person.id, entry.sections)
            about = f"{person.login} as {entry.role} in {slug}"
            audit.add_audit_entry(session, who.id, "enrolled", about)
            if people.may_give_sign_in_link(session, person, found):
                if entry.email:
                    addresses.set_address(session, person.id, entry.email, confirmed=True)
                link = auth_secrets.issue_secret(session, person.id, SecretKind.LINK)
                links.append((person.login, f"{server.settings.url}/link/{link}"))
        return _page(server, session, who, found, links=links, doubt=roster.doubt)


@router.post("/c/{slug}/people/out")
def remove_person(
    request: Request, who: Posting, slug: str, person: Annotated[int, Form()] = 0
) -> Response:
    """Remove a person from the course."""
    back = f"/c/{slug}/people"
    with form_transaction(request, who, back) as session:
        found = find_course_for(session, who, slug, Permission.ENROL)
        people.remove_from_course(session, person, found, who.id)
    return RedirectResponse(back, 303)


def _page(
    server: AppState,
    session: Session,
    who: Visitor,
    course: Course,
    roster: Roster | None = None,
    links: list[tuple[str, str]] | None = None,
    *,
    looked: bool = False,
    doubt: str = "",
    name: str = "",
    page: int = 1,
    section: str = "",
) -> Response:
    chosen = sections.filter_by_section(session, who, course.id, section)
    rows = session.execute(
        select(Person, Membership.role)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course.id)
        .order_by(Membership.role, Person.name)
    ).all()
    refused = roster is not None and (roster.problems or not looked)
    wanted = [
        row
        for row in rows
        if contains_all_words(name, row[0].name, row[0].login) and chosen.takes(row[0].id)
    ]
    return render_page(
        "people.html", who, 400 if refused else 200, course=course,
        total=len(rows), name=name,
        people=make_list_page(wanted, page, name=name, section=chosen.chosen), chosen=chosen,
        links=links or [], roster=roster, doubt=roster.doubt if roster else doubt,
        mails=server.settings.mail is not None,
    )  # fmt: skip


# As a student does ------------------------------------------------------------------------------


@router.post("/c/{slug}/view-as")
def begin_viewing(
    request: Request, who: Posting, slug: str, login: Text = "",
    submission: Annotated[int, Form()] = 0,
) -> Response:  # fmt: skip
    """Let the visitor see the course as a student does, from one of their submissions on."""
    back = f"/s/{submission}" if submission else f"/c/{slug}"
    with form_transaction(request, who, back, "Not possible") as session:
        found = find_course(session, slug)
        cookie = view_as_student.begin_viewing(session, who, found, login)
    response = RedirectResponse(back, 303)
    set_cookie(request, response, Cookie.VIEW, cookie)
    return response


@router.post("/view-as/end")
def end_viewing(request: Request, who: Posting, back: Text = "") -> Response:
    """Let the visitor see pages as themselves again."""
    del who  # whoever is signed in may
    # No other page than one of this service: two slashes would name another host.
    own = back.startswith(("/c/", "/s/")) and "\\" not in back
    response = RedirectResponse(back if own else "/", 303)
    delete_cookie(request, response, Cookie.VIEW)
    return response
