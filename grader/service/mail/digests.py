"""Makes mails of notices: one of all of a kind that a person has got within some minutes."""

from __future__ import annotations

from email.utils import make_msgid
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from grader.service.data.mail_tables import (
    OPTIONAL,
    Mail,
    MailKind,
    QueuedNotice,
)
from grader.service.data.tables import Person
from grader.service.mail.notices import find_recipients

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
_MOST_MAILS = 50
"""Mails that are made in one transaction, for which everybody else waits."""
_MOST_NOTICES = 30
"""Notices that one mail spells out."""
_KEPT = 30 * 86400.0
"""Seconds for which notices are kept, so that nothing is said twice."""


def find_ready_groups(session: Session, now: float, digest: float) -> list[tuple[int, str]]:
    """Return the persons and kinds of which a notice has waited long enough for others."""
    rows = session.execute(
        select(QueuedNotice.person_id, QueuedNotice.kind)
        .where(_waits(now), QueuedNotice.at <= now - digest)
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
    if not groups:
        return 0
    notices: dict[tuple[int, str], list[QueuedNotice]] = {group: [] for group in groups}
    people = {person for person, _ in groups}
    waiting = select(QueuedNotice).where(_waits(now), QueuedNotice.person_id.in_(people))
    for each in session.scalars(waiting.order_by(QueuedNotice.id)):
        if (each.person_id, each.kind) in notices:
            notices[each.person_id, each.kind].append(each)
            each.mailed_at = now
    for person, kind in _groups_still_wanted(session, groups):
        own = notices[person, kind]
        title = f"{TITLES[MailKind(kind)]}: {len(own)}"
        subject = own[0].subject if len(own) == 1 else title
        session.add(
            _new_mail(person, MailKind(kind), subject, _text_of_notices(own, url), url, now)
        )
    session.flush()
    old = QueuedNotice.mailed_at > 0.0, QueuedNotice.at < now - _KEPT
    session.execute(delete(QueuedNotice).where(*old).execution_options(synchronize_session=False))
    return len(groups)


def _groups_still_wanted(session: Session, groups: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the groups of people who still get mails of that kind."""
    people = {person for person, _ in groups}
    kinds = {kind for _, kind in groups}
    readers = {kind: find_recipients(session, MailKind(kind), people) for kind in kinds}
    return [(person, kind) for person, kind in groups if person in readers[kind]]


def _text_of_notices(notices: list[QueuedNotice], url: str) -> str:
    text = "\n".join(f"{each.text}\n{url}{each.path}\n" for each in notices[:_MOST_NOTICES])
    if more := len(notices[_MOST_NOTICES:]):
        text += f"\nAnd {more} more of this kind; see {url}/\n"
    return text


def enqueue_immediate_mail(
    session: Session, person: int, kind: MailKind, subject: str, text: str, url: str, now: float
) -> Mail:
    """Store a mail that is sent at once, without waiting for others of its kind.

    Args:
        url: the public address of the service, whose host stands in the mail's id.
    """
    made = _new_mail(person, kind, subject, text, url, now)
    session.add(made)
    session.flush()
    return made


def _new_mail(
    person: int, kind: MailKind, subject: str, text: str, url: str, now: float
) -> Mail:  # fmt: skip
    host = urlsplit(url).hostname or "localhost"
    return Mail(
        person_id=person, kind=kind.value, message_id=make_msgid(domain=host), subject=subject,
        text=text, at=now, next_at=now,
    )  # fmt: skip


def kinds_for_person(person: Person, *, instructs: bool) -> list[tuple[MailKind, str]]:
    """Return the kinds of mail that a person can get, with what they are called."""
    mine = {MailKind.FAILURE: instructs, MailKind.QUEUE: person.admin}
    return [(kind, TITLES[kind]) for kind in OPTIONAL if mine.get(kind, True)]


def _waits(now: float) -> ColumnElement[bool]:
    return (QueuedNotice.mailed_at == 0.0) & (QueuedNotice.ready_at <= now)
