"""Forms for links that sign somebody in once: sent by mail, or as a table for a whole course."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from grader.model.formatting import format_count
from grader.render.csv_rows import as_csv, escape_cell
from grader.service import people
from grader.service.auth import auth_secrets
from grader.service.auth.access import Permission
from grader.service.auth.rate_limit import describe_wait
from grader.service.data import audit
from grader.service.data.tables import Person, SecretKind
from grader.service.mail.sign_in_links import (
    enqueue_link,
    has_confirmed_address,
    make_invitation_text,
)
from grader.service.web.own_account_pages import with_retry_after
from grader.service.web.request_context import (
    AppState,
    Posting,
    Text,
    app_state,
    csv_file,
    find_course_for,
    message_page,
    require_own_form,
)

router = APIRouter(include_in_schema=False)


@router.post("/sign-in/mail")
def mail_sign_in_link(request: Request, login: Text) -> Response:
    """Send a one-time link to the person of a login, if they have a confirmed address.

    The answer is the same for every login, so that nobody learns who has an account.
    """
    require_own_form(request)
    server = app_state(request)
    name = people.normalise_login(login)
    if wait := server.sign_in_mails.take(name[:100]):
        sentence = f"Links were sent several times already. Try again {describe_wait(wait)}."
        return with_retry_after(message_page(None, "No link", sentence, "/sign-in", 429), wait)
    if server.settings.mail is not None:
        with server.database.writing() as session:
            person = people.find_person(session, name)
            # Who administers the service signs in with a password: much hangs on their account.
            if person is not None and not person.admin:
                enqueue_link(session, server.settings.url, person)
    sentence = (
        "If somebody with this login has a confirmed mail address, a link was sent there. It works "
        "once, within an hour."
    )
    return message_page(None, "Look into your mail", sentence, "/sign-in")


@router.post("/c/{slug}/people/links")
def make_links(request: Request, who: Posting, slug: str, how: Text = "table") -> Response:
    """Make a link for each person who has no way in yet: mailed, or as a CSV file."""
    server = app_state(request)
    mails = server.settings.mail is not None
    with server.database.writing() as session:
        course = find_course_for(session, who, slug, Permission.ENROL)
        without = people.find_sign_in_link_recipients(session, course)
        reached = {
            person.id for person in without if mails and has_confirmed_address(session, person)
        }
        rows: list[list[str]] = []
        if how == "mail":
            accounts = server.settings.accounts
            by = session.get_one(Person, who.id)
            text = make_invitation_text(course, by, accounts.name if accounts else "")
            for person in without:
                if person.id in reached:
                    enqueue_link(session, server.settings.url, person, text)
            done = f"{format_count(len(reached), 'link')} by mail"
        else:
            rows = [
                [*map(escape_cell, (person.login, person.name)), _new_link(session, server, person)]
                for person in without
                if person.id not in reached
            ]
            done = f"{format_count(len(rows), 'link')} as a table"
        audit.add_audit_entry(session, who.id, "made links", f"{slug}: {done}")
    if how == "mail":
        return message_page(who, "Links", f"Made: {done}.", f"/c/{slug}/people")
    return csv_file(as_csv([["login", "name", "link"], *rows]), "links")


def _new_link(session: Session, server: AppState, person: Person) -> str:
    raw = auth_secrets.issue_secret(session, person.id, SecretKind.LINK)
    return f"{server.settings.url}/link/{raw}"
