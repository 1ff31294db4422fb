"""Sends due webhooks, beside the gradings of a worker: signed, and to public addresses alone."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from grader.service import ServiceProblem
from grader.service.background_loop import repeat_in_thread
from grader.service.data.database import Database
from grader.service.data.tables import Delivery
from grader.service.webhooks import outbox
from grader.service.webhooks.public_address_check import check_webhook_url, resolve_public_address

_EVERY = 1.0
"""Seconds between two looks whether something is due."""
_PATIENCE = 10.0
"""Seconds for an answer altogether."""
_BROKEN = (OSError, http.client.HTTPException, ValueError)
"""What a connection raises; ValueError, where a name or what comes back cannot be decoded."""


class NotDelivered(ServiceProblem):
    """The error of a message that did not arrive; its text says why."""


class NotReached(NotDelivered):
    """The error of a receiver that did not answer in time."""


def sign_delivery(secret: str, timestamp: int, body: str) -> str:
    """Return the HMAC-SHA256 of the time, a point and the body, in hexadecimal digits."""
    return hmac.new(secret.encode(), f"{timestamp}.{body}".encode(), hashlib.sha256).hexdigest()


def deliver_next(database: Database) -> bool:
    """Send the next message that is due, and return whether there was one.

    Whatever is raised while it is sent, it counts as tried.
    """
    with database.reading() as session:
        if not outbox.is_any_due(session, time.time()):
            return False
    with database.writing() as session:
        taken = outbox.take_next_delivery(session, time.time())
    if taken is None:
        return False
    hook = taken.webhook
    # Stays if something is raised that nobody thought of: that, too, is a try that failed.
    problem, reached = "The service could not send it; the log of its worker says why.", True
    try:
        post_without_redirects(hook.url, _headers(taken), taken.body.encode(), private=hook.private)
        problem = ""
    except ServiceProblem as failure:
        problem, reached = str(failure), not isinstance(failure, NotReached)
    finally:
        with database.writing() as session:
            outbox.record_delivery(session, taken, time.time(), problem, reached=reached)
    return True


def _headers(delivery: Delivery) -> dict[str, str]:
    now = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": "grade-webhook",
        "Grade-Event": delivery.event,
        "Grade-Delivery": str(delivery.id),
        "Grade-Timestamp": str(now),
        "Grade-Signature": f"sha256={sign_delivery(delivery.webhook.secret, now, delivery.body)}",
    }


def post_without_redirects(
    url: str, headers: Mapping[str, str], body: bytes, *, private: bool
) -> None:
    """Post a body to a webhook, follow no redirect, and read only the status.

    Raises:
        ServiceProblem: if it did not arrive.
    """
    parts = urlsplit(check_webhook_url(url, private=private))
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    host, port = parts.hostname or "", parts.port or (443 if tls else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        begun = time.monotonic()
        address = resolve_public_address(host, port, private=private)
        # Nothing bounds that. What is sent much later might be sent by another worker as well.
        if time.monotonic() - begun > _PATIENCE:
            raise TimeoutError("its name took too long to look up")
        connection = _PinnedConnection(host, port, address, tls)
        with contextlib.closing(connection), _cut_off_later(connection):
            connection.request("POST", path, body, dict(headers))
            status = connection.getresponse().status
    except _BROKEN as problem:
        why = str(problem) or type(problem).__name__
        raise NotReached(f"It cannot be reached: {why}.") from None
    if not 200 <= status < 300:
        raise NotDelivered(f"It answered with status {status}; expected 200 to 299.")


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to a checked address, whatever the host's name leads to by now."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=_PATIENCE)
        self._address = address
        self._tls = tls
        self.is_cut = False

    def connect(self) -> None:
        """Connect to the checked address.

        Raises:
            OSError: if that fails, or if the connection was cut before or meanwhile.
        """
        self.sock = socket.create_connection((self._address, self.port), _PATIENCE)
        if self._tls is not None:
            # Wrapping takes the connection away from the plain socket, so that a cut before the
            # wrapped one is in its place ends nothing. Hands are shaken after that alone.
            self.sock = self._tls.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self._end_if_cut()
            self.sock.do_handshake()
        self._end_if_cut()

    def cut(self) -> None:
        """End the connection, from any thread and at any moment."""
        self.is_cut = True  # first: who sets a socket from now on sees this
        if self.sock is not None:
            with contextlib.suppress(OSError):
                # Not the method of SSLSocket: that takes away what the other thread is using.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def _end_if_cut(self) -> None:
        if self.is_cut:
            raise ConnectionAbortedError("cut")


@contextlib.contextmanager
def _cut_off_later(connection: _PinnedConnection) -> Iterator[None]:
    """Cut a connection after ten seconds, however slowly the receiver goes on answering."""
    timer = threading.Timer(_PATIENCE, connection.cut)
    timer.start()
    try:
        yield
    except _BROKEN:
        if connection.is_cut:  # what a cut connection raises says nothing to people
            raise TimeoutError(f"no answer within {_PATIENCE:g} seconds") from None
        raise
    finally:
        timer.cancel()


def send_in_background(database: Database) -> contextlib.AbstractContextManager[None]:
    """Send messages that are due in a thread until the context ends."""
    return repeat_in_thread(lambda: deliver_next(database), "webhooks", _EVERY)
