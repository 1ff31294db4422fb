"""Sends due webhooks, beside the gradings of a worker: signed, and to public addresses alone."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import time
from collections.abc import Mapping

from grader.service import ServiceProblem
from grader.service.background_loop import repeat_in_thread
from grader.service.data.database import Database
from grader.service.data.tables import Delivery
from grader.service.outgoing_http import NotReached, send_request
from grader.service.webhooks import outbox

_EVERY = 1.0
"""Seconds between two looks whether something is due."""


class NotDelivered(ServiceProblem):
    """The error of a message that did not arrive; its text says why."""


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
    answer = send_request("POST", url, headers, body, private=private)
    if not answer.is_success:
        raise NotDelivered(f"It answered with status {answer.status}; expected 200 to 299.")


def send_in_background(database: Database) -> contextlib.AbstractContextManager[None]:
    """Send messages that are due in a thread until the context ends."""
    return repeat_in_thread(lambda: deliver_next(database), "webhooks", _EVERY)
