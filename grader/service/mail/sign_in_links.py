"""Has links mailed that sign somebody in once. The link itself is made when its mail is sent."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service.data.mail_tables import Mail, MailKind
from grader.service.data.tables import Course, Person
from grader.service.mail.addresses import address_of
from grader.service.mail.digests import enqueue_immediate_mail
from grader.service.mail.sender import OUTBOX

_REQUESTED = (
    "Somebody, perhaps you, asked for a link that signs you in. It works once, within an hour. "
    "If it was not you, do nothing.\n"
)


def make_invitation_text(course: Course, by: Person, provider: str = "") -> str:
    """Return the text of a mail that invites somebody to a course.

    Args:
        by: who invites.
        provider: name of the other server by whose accounts people may sign in, if there is one.
    """
    title, name = (escape_to_one_line(each, 100) for each in (course.title, by.name or by.login))
    otherwise = f", or sign in with your account of {provider}" if provider else ""
    return (
        f"You were added to {title} by {name}. This link signs you in once, within seven days; "
        f"then choose a password{otherwise}.\n"
    )


def has_confirmed_address(session: Session, person: Person) -> bool:
    """Return whether a link can be mailed to a person."""
    found = address_of(session, person.id)
    return found is not None and found.confirmed_at > 0.0


def enqueue_link(session: Session, url: str, person: Person, invitation: str = "") -> None:
    """Store a mail with a link, if the person has a confirmed address and none waits already.

    Args:
        url: the public address of the service.
        invitation: its text, if the person did not ask for the link.
    """
    kind = MailKind.INVITATION if invitation else MailKind.SIGN_IN
    waits = select(Mail.id).where(
        Mail.person_id == person.id, Mail.kind == kind.value, Mail.refused_at == 0.0,
        OUTBOX.is_waiting(),
    )  # fmt: skip
    if has_confirmed_address(session, person) and session.scalars(waits).first() is None:
        text = invitation or _REQUESTED
        enqueue_immediate_mail(
            session, person.id, kind, "A link to sign in", text, url, time.time()
        )
