"""Makes mails of notices: one of all of a kind that a person has got within some minutes."""

from __future__ import annotations

from email.utils import make_msgid
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from grader.service.data.mail_tables import (
    OPTIONAL,
    Mail,
    MailAddress,
    MailKind,
    MailNotice,
    MailOptOut,
)
from grader.service.data.tables import Person

TITLES = {
    MailKind.RECEIPT: "Receipts for what you hand in",
    MailKind.DEADLINE: "Deadlines that are near, if you have handed in nothing",
    MailKind.RELEASE: "Released marks",
    MailKind.ANSWER: "Answers to your requests, and comments on your submissions",
    MailKind.ANNOUNCEMENT: "Announcements",
    MailKind.FAILURE: "Submissions over which the grader failed",
    MailKind.QUEUE: "Long queues",
}
"""What the kinds of mail that people can turn off are called."""
_MOST_MAILS = 200
"""Mails that are made in one transaction, for which everybody else waits."""
_MOST_NOTICES = 30
"""Notices that one mail spells out."""
_KEPT = 30 * 86400.0
"""Seconds for which notices are kept, so that nothing is said twice."""


def find_ready_groups(session: Session, now: float, digest: float) -> list[tuple[int, str]]:
    """Return the persons and kinds of which a notice has waited long enough for others."""
    rows = session.execute(
        select(MailNotice.person_id, MailNotice.kind)
        .where(_waits(now), MailNotice.at <= now - digest)
        .distinct()
        .limit(_MOST_MAILS)
    )
    return [(person, kind) for person, kind in rows]


def make_ready_mails(session: Session, url: str, now: float, digest: float) -> int:
    """Make a mail of each group of notices that is ready, and return how many groups there were.

    Args:
        url: the public address of the service, to which links lead.
    """
    groups = find_ready_groups(session, now, digest)
    for person, kind in groups:
        own = (MailNotice.person_id == person) & (MailNotice.kind == kind) & _waits(now)
        notices = session.scalars(select(MailNotice).where(own).order_by(MailNotice.id)).all()
        if _is_wanted(session, person, kind):
            text = "\n".join(f"{each.text}\n{url}{each.path}\n" for each in notices[:_MOST_NOTICES])
            if more := len(notices[_MOST_NOTICES:]):
                text += f"\nAnd {more} more of this kind; see {url}/\n"
            subject = (
                notices[0].subject
                if len(notices) == 1
                else f"{TITLES[MailKind(kind)]}: {len(notices)}"
            )
            add_mail(session, person, MailKind(kind), subject, text, url, now)
        session.execute(update(MailNotice).where(own).values(mailed_at=now))
    if groups:
        session.execute(
            delete(MailNotice).where(MailNotice.mailed_at > 0.0, MailNotice.at < now - _KEPT)
        )
    return len(groups)


def add_mail(
    session: Session, person: int, kind: MailKind, subject: str, text: str, url: str, now: float
) -> Mail:
    """Store a mail that is sent at once.

    Args:
        url: the public address of the service, whose host stands in the mail's id.
    """
    host = urlsplit(url).hostname or "localhost"
    made = Mail(
        person_id=person, kind=kind.value, message_id=make_msgid(domain=host), subject=subject,
        text=text, at=now, next_at=now,
    )  # fmt: skip
    session.add(made)
    session.flush()
    return made


def shown_kinds(person: Person, *, instructs: bool) -> list[tuple[MailKind, str]]:
    """Return the kinds of mail that a person can get, with what they are called."""
    mine = {MailKind.FAILURE: instructs, MailKind.QUEUE: person.admin}
    return [(kind, TITLES[kind]) for kind in OPTIONAL if mine.get(kind, True)]


def _waits(now: float) -> ColumnElement[bool]:
    return (MailNotice.mailed_at == 0.0) & (MailNotice.ready_at <= now)


def _is_wanted(session: Session, person: int, kind: str) -> bool:
    """Return whether a person still has an address, and did not turn the kind off."""
    address = session.get(MailAddress, person)
    turned_off = session.get(MailOptOut, (person, kind)) is not None
    return address is not None and address.confirmed_at > 0.0 and not turned_off
