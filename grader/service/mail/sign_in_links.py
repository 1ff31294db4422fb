"""Has links mailed that sign somebody in once. The link itself is made when its mail is sent."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.data.mail_tables import Mail, MailKind
from grader.service.data.tables import Person
from grader.service.mail.addresses import address_of
from grader.service.mail.digests import add_mail
from grader.service.mail.sender import OUTBOX

_TEXTS = {
    MailKind.SIGN_IN: (
        "Somebody, perhaps you, asked for a link that signs you in. It works once, within an hour. "
        "If it was not you, do nothing.\n"
    ),
    MailKind.INVITATION: (
        "You were added to a course. This link signs you in once, within seven days; then choose a "
        "password, or sign in with an account of your university.\n"
    ),
}


def has_confirmed_address(session: Session, person: Person) -> bool:
    """Return whether a link can be mailed to a person."""
    found = address_of(session, person.id)
    return found is not None and found.confirmed_at > 0.0


def enqueue_link(session: Session, url: str, person: Person, kind: MailKind) -> None:
    """Store a mail with a link, if the person has a confirmed address and none waits already.

    Args:
        url: the public address of the service.
        kind: ``SIGN_IN`` or ``INVITATION``.
    """
    waits = select(Mail.id).where(
        Mail.person_id == person.id, Mail.kind == kind.value, Mail.refused_at == 0.0,
        OUTBOX.is_waiting(),
    )  # fmt: skip
    if has_confirmed_address(session, person) and session.scalars(waits).first() is None:
        add_mail(session, person.id, kind, "A link to sign in", _TEXTS[kind], url, time.time())
