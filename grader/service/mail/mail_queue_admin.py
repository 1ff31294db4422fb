"""Shows administrators which mails wait, were sent or failed, and queues failed mails again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session, joinedload

from grader.service.data.mail_tables import Mail, MailAddress, MailKind, QueuedNotice
from grader.service.late_penalty import DAY
from grader.service.mail.sender import OUTBOX

_SHOWN = 50


@dataclass(frozen=True, slots=True)
class MailCounts:
    """The numbers of mails and notices in each state.

    Attributes:
        collecting: notices that wait for others of their kind.
        waiting: mails that are sent or tried again.
        unconfirmed: of those, the ones that wait until somebody confirms an address.
        sent: mails that the mail server took within a day.
        failed: mails that it refused, or that were given up.
    """

    collecting: int
    waiting: int
    unconfirmed: int
    sent: int
    failed: int


def count_mails(session: Session, now: float) -> MailCounts:
    """Return how many mails there are of each state."""
    confirmed = select(MailAddress.person_id).where(MailAddress.confirmed_at > 0.0)
    unconfirmed = Mail.person_id.not_in(confirmed) & (Mail.kind != MailKind.ADDRESS.value)
    return MailCounts(
        _number(session, select(func.count()).where(QueuedNotice.mailed_at == 0.0)),
        _number(session, select(func.count()).where(_waits())),
        _number(session, select(func.count()).where(_waits() & unconfirmed)),
        _number(session, select(func.count()).where(Mail.delivered_at > now - DAY)),
        _number(session, select(func.count()).where(_failed())),
    )


def list_failed(session: Session) -> Sequence[Mail]:
    """Return the mails that were refused or given up, the latest first."""
    return session.scalars(_with_person().where(_failed()).order_by(Mail.id.desc())).all()


def list_waiting(session: Session) -> Sequence[Mail]:
    """Return the mails that wait, those that are sent next first."""
    return session.scalars(_with_person().where(_waits()).order_by(Mail.next_at, Mail.id)).all()


def send_again(session: Session, mail: int, now: float) -> None:
    """Let a mail that was refused or given up wait as if it were new."""
    session.execute(
        update(Mail)
        .where(Mail.id == mail, _failed())
        .values(tries=0, next_at=now, refused_at=0.0, at=now)
        .execution_options(synchronize_session=False)
    )


def _with_person() -> Select[tuple[Mail]]:
    return select(Mail).options(joinedload(Mail.person)).limit(_SHOWN)


def _waits() -> ColumnElement[bool]:
    return OUTBOX.is_waiting() & (Mail.refused_at == 0.0)


def _failed() -> ColumnElement[bool]:
    given_up = (Mail.delivered_at == 0.0) & ~OUTBOX.is_waiting()
    return (Mail.refused_at > 0.0) | given_up


def _number(session: Session, query: Select[tuple[int]]) -> int:
    return session.scalars(query).one()
