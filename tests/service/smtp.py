"""A mail server for tests, by aiosmtpd: it keeps what it takes, and answers as it is told."""

from __future__ import annotations

import asyncio
import email
import email.policy
import ssl
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from grader.service.mail.mail_settings import ConnectionSecurity
from tests.service.ports import free_port


@dataclass
class Mailbox:
    """What came, and how the server answers.

    Attributes:
        at_recipient: answers to ``RCPT TO``, by address; others are taken.
        at_data: the answer to a message's end.
        silent: seconds of silence before that.
        arrived: counts the messages that came.
        password: without which nothing is taken, if there is one.
    """

    port: int = 0
    got: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    at_sender: str = ""
    at_recipient: dict[str, str] = field(default_factory=dict)
    at_data: str = "250 OK"
    silent: float = 0.0
    password: str = ""
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    async def handle_MAIL(  # noqa: N802 - as aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.at_sender:
            return self.at_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 - as aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.at_recipient.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - as aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        if self.at_data.startswith("250"):
            self.raw.append(envelope.content)
            message = email.message_from_bytes(envelope.content, policy=email.policy.SMTP)
            assert isinstance(message, EmailMessage)
            self.got.append(message)
            self.arrived.release()
        await asyncio.sleep(self.silent)
        return self.at_data

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        right = data.password.decode() == self.password
        return AuthResult(success=right, handled=False)


@contextmanager
def mail_server(
    mailbox: Mailbox,
    certificate: Path | None = None,
    security: ConnectionSecurity = ConnectionSecurity.NONE,
) -> Iterator[Mailbox]:
    """Run a mail server until the context ends, with TLS if there is a certificate."""
    mailbox.port = mailbox.port or free_port()
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    at_once = context if security is ConnectionSecurity.TLS else None
    controller = Controller(
        mailbox, hostname="localhost" if certificate else "127.0.0.1", port=mailbox.port,
        ssl_context=at_once, tls_context=context if at_once is None else None,
        authenticator=mailbox.authenticate, auth_required=bool(mailbox.password),
        # Where all of it is TLS, aiosmtpd does not know that it is.
        auth_require_tls=at_once is None,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Requiring AUTH", UserWarning)
        warnings.filterwarnings("ignore", "tls_context.verify_mode", UserWarning)
        controller.start()
        try:
            yield mailbox
        finally:
            controller.stop()


def make_certificate(folder: Path) -> Path:
    """A certificate of ``localhost`` that signs itself; beside it, the key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    file.with_suffix(".key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return file
