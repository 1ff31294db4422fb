"""Sends mails by SMTP beside the server: what was stored goes out at least once.

A mail that the server took is never sent again, unless the service ends between the server's answer
and the commit that records it. Then it is sent once more, with the same Message-ID. What concerns
the mail server and not a mail (it cannot be reached, it refuses the password or the sender) counts
as a try of no mail: everything waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass, field

import aiosmtplib
from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.auth import auth_secrets
from grader.service.background_loop import repeat_in_thread
from grader.service.data.database import Database
from grader.service.data.mail_tables import Mail, MailAddress, MailKind, QueuedNotice
from grader.service.data.tables import SecretKind
from grader.service.mail import digests, reminders
from grader.service.mail.mail_settings import ConnectionSecurity, MailSettings
from grader.service.mail.message import make_email_message
from grader.service.mail.notices import enqueue_long_queue
from grader.service.queue.queue_time_estimates import is_queue_late, oldest_waiting_since
from grader.service.transactional_outbox import Outbox

_log = logging.getLogger(__name__)

DELAYS = (60.0, 300.0, 900.0, 3600.0, 10800.0, 21600.0, 43200.0, 86400.0)
"""Seconds until the next try of a mail that was put off, as by greylisting or a full mailbox."""
OUTBOX = Outbox(Mail, DELAYS, lease=120.0)
_LINK_LASTS = {
    MailKind.SIGN_IN: 3600.0,
    MailKind.INVITATION: auth_secrets.LIFETIME[SecretKind.LINK],
}
"""Seconds for which a link for signing in is good, by the kind of mail that has one."""
_PATIENCE = 20.0
"""Seconds for each answer of the mail server."""
_LONGEST = 100.0
"""Seconds for one mail altogether: less than the lease."""
_PAUSES = (10.0, 30.0, 60.0, 300.0)
"""Seconds until a mail server that cannot be used is tried again."""
_EVERY = 2.0
_REMIND_EVERY = 60.0
"""Seconds between two looks for deadlines that are near and for a queue that is too long."""


class _ServerUnusable(ServiceProblem):
    """The error of a mail server that takes no mail at all at the moment."""


class _MailDeferred(ServiceProblem):
    """The error of a mail that was not taken now, and may be later."""


class _MailRefused(ServiceProblem):
    """The error of a mail that the server will never take."""


class _Connection(aiosmtplib.SMTP):
    """A connection to a mail server whose socket is closed as soon as it is.

    TLS waits for the other side's goodbye otherwise, and :func:`asyncio.run` ends before it comes.
    """

    def close(self) -> None:
        """Close the connection at once: what matters was answered before."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        super().close()


@dataclass
class MailStatus:
    """The state of the mail server, as the page about mail shows it.

    Attributes:
        problem: why it cannot be used at the moment; empty if it can, as far as is known.
        since: when that began.
        failures: how often in a row it was tried meanwhile.
        again_at: when it is tried next.
    """

    problem: str = ""
    since: float = 0.0
    failures: int = 0
    again_at: float = 0.0

    def note_success(self) -> None:
        """Note that the mail server can be used."""
        if self.problem:
            _log.warning("The mail server can be used again")
        self.problem, self.failures, self.again_at = "", 0, 0.0

    def note_failure(self, problem: str, now: float) -> None:
        """Note why the mail server cannot be used; it is left alone for a while."""
        if not self.problem:
            self.since = now
            _log.warning("Mail waits: %s", problem)
        self.problem = problem
        self.again_at = now + _PAUSES[min(self.failures, len(_PAUSES) - 1)]
        self.failures += 1


@dataclass
class NoticeMailer:
    """Makes mails of notices, and sends them.

    Attributes:
        url: the public address of the service.
    """

    database: Database
    settings: MailSettings
    url: str
    status: MailStatus = field(default_factory=MailStatus)
    _looked: float = 0.0

    def step(self) -> bool:
        """Do what is due, and return whether there may be more."""
        now = time.time()
        if now - self._looked >= _REMIND_EVERY:
            self._looked = now
            self._look_around(now)
        more = self._make_mails(now)
        if now < self.status.again_at:
            return False
        with self.database.reading() as session:
            if session.scalars(_sendable().where(OUTBOX.is_due(now)).limit(1)).first() is None:
                return more
        return asyncio.run(self._send_all_due()) or more

    def _look_around(self, now: float) -> None:
        with self.database.writing() as session:
            OUTBOX.delete_old(session, now)
            reminders.enqueue_reminders(session, now)
            since = oldest_waiting_since(session)
            if is_queue_late(since):
                enqueue_long_queue(session, since)

    def _make_mails(self, now: float) -> bool:
        with self.database.reading() as session:
            if not digests.find_ready_groups(session, now, self.settings.digest):
                return False
        with self.database.writing() as session:
            made = digests.make_ready_mails(session, self.url, now, self.settings.digest)
        return made > 0

    async def _send_all_due(self) -> bool:
        """Send what is due over one connection, and return whether that went well."""
        try:
            client = await self._connect()
        except _ServerUnusable as problem:
            self.status.note_failure(str(problem), time.time())
            return False
        try:
            # Where something failed, both sides may be out of step: the next mail gets a new one.
            while client.is_connected and (taken := self._take()) is not None:
                if not await self._send(client, *taken):
                    break
        except _ServerUnusable as problem:
            self.status.note_failure(str(problem), time.time())
            return False
        finally:
            await _close(client)
        self.status.note_success()
        return True

    async def _connect(self) -> aiosmtplib.SMTP:
        """Return a connection over which mails can be sent.

        Raises:
            _ServerUnusable: if there is none.
        """
        given = self.settings
        client = _Connection(
            hostname=given.host, port=given.port, timeout=_PATIENCE,
            use_tls=given.security is ConnectionSecurity.TLS,
            start_tls=given.security is ConnectionSecurity.STARTTLS,
            username=given.user or None, password=given.password or None,
        )  # fmt: skip
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError, ValueError) as problem:
            await _close(client)
            raise _ServerUnusable(
                f"{given.host}, port {given.port}: {_describe(problem)}"
            ) from None
        return client

    def _take(self) -> tuple[Mail, MailAddress, str] | None:
        """Take the next mail that is due, with its address and perhaps a link for signing in."""
        now = time.time()
        with self.database.writing() as session:
            taken = OUTBOX.take_first(session, _sendable(), now)
            if taken is None:
                return None
            link = ""
            if lifetime := _LINK_LASTS.get(MailKind(taken.kind)):
                # Made now, so that the database never holds what signs somebody in.
                link = auth_secrets.issue_secret(
                    session, taken.person_id, SecretKind.LINK, lifetime=lifetime
                )
            return taken, session.get_one(MailAddress, taken.person_id), link

    async def _send(
        self, client: aiosmtplib.SMTP, mail: Mail, address: MailAddress, link: str
    ) -> bool:
        """Send one mail, record what came of it, and return whether the server has answered.

        Raises:
            _ServerUnusable: if the server would not take others either.
        """
        # Stays if something is raised that nobody thought of: that, too, is a try that failed.
        problem: ServiceProblem | None = _MailDeferred(
            "The service's log says why it could not be sent."
        )
        try:
            message = make_email_message(mail, address, self.settings, self.url, link)
            async with asyncio.timeout(_LONGEST):
                # As bytes: `send_message` would fold headers its own way.
                await client.sendmail(self.settings.sender, [address.address], bytes(message))
            problem = None
        except aiosmtplib.SMTPSenderRefused as refusal:
            sender = self.settings.sender
            problem = _ServerUnusable(f"It does not take {sender}: {_describe(refusal)}")
            raise problem from None
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            problem = _problem_of_code(refusal.recipients[0])
        except aiosmtplib.SMTPResponseException as refusal:
            problem = _problem_of_code(refusal)
        except (aiosmtplib.SMTPException, OSError) as failure:
            # The server may have taken it: the answer is what did not come.
            problem = _MailDeferred(_describe(failure))
            return False
        finally:
            self._record(mail, problem)
        return True

    def _record(self, mail: Mail, problem: ServiceProblem | None) -> None:
        now = time.time()
        with self.database.writing() as session:
            if isinstance(problem, _ServerUnusable):
                _give_back(session, mail, now)
                return
            failed = OUTBOX.record(session, mail, now, str(problem) if problem else "")
            if failed is not None and isinstance(problem, _MailRefused):
                failed.refused_at = now
        if problem is None:
            _log.info("mail sent", extra={"mail": mail.id, "kind": mail.kind})
        else:
            _log.info("mail not sent", extra={"mail": mail.id, "kind": mail.kind})


def _sendable() -> Select[tuple[Mail]]:
    """Return a query for the mails that may be sent, if they are due."""
    return (
        select(Mail)
        .join(MailAddress, MailAddress.person_id == Mail.person_id)
        .where(
            Mail.refused_at == 0.0,
            (MailAddress.confirmed_at > 0.0) | (Mail.kind == MailKind.ADDRESS.value),
        )
        .options(joinedload(Mail.person))
    )


def _give_back(session: Session, mail: Mail, now: float) -> None:
    """Let a mail wait as if it had not been taken."""
    session.execute(
        update(Mail)
        .where(Mail.id == mail.id, Mail.tries == mail.tries)
        .values(tries=mail.tries - 1, next_at=now)
        .execution_options(synchronize_session=False)
    )


def _problem_of_code(refusal: aiosmtplib.SMTPResponseException) -> ServiceProblem:
    """Return the problem of a mail that is refused for good, or put off (RFC 5321, 4.2.1)."""
    kind = _MailRefused if 500 <= refusal.code < 600 else _MailDeferred
    return kind(_describe(refusal))


def _describe(problem: Exception) -> str:
    if isinstance(problem, aiosmtplib.SMTPResponseException):
        return escape_to_one_line(f"{problem.code} {problem.message}", 250)
    return escape_to_one_line(str(problem) or type(problem).__name__, 250)


async def _close(client: aiosmtplib.SMTP) -> None:
    with contextlib.suppress(aiosmtplib.SMTPException, OSError):
        if client.is_connected:
            await client.quit(timeout=5.0)
    client.close()


def drop_notices(database: Database) -> bool:
    """Drop the notices of which no mail was made; return False, so that a loop pauses.

    A service without a mail server does so. Who turns mail on later would otherwise send what is
    long over.
    """
    waiting = QueuedNotice.mailed_at == 0.0
    with database.reading() as session:
        if session.scalars(select(QueuedNotice.id).where(waiting).limit(1)).first() is None:
            return False
    with database.writing() as session:
        session.execute(update(QueuedNotice).where(waiting).values(mailed_at=time.time()))
    return False


def serve_mail(
    database: Database, settings: MailSettings | None, url: str, status: MailStatus
) -> contextlib.AbstractContextManager[None]:
    """Make and send mails in a thread until the context ends, or drop notices without a server."""
    if settings is None:
        return repeat_in_thread(lambda: drop_notices(database), "mail", _REMIND_EVERY)
    return repeat_in_thread(NoticeMailer(database, settings, url, status).step, "mail", _EVERY)
