"""Sends signed messages without names to webhooks when a submission is graded or released.

What they have to send is stored in an :class:`Outbox`, and sent beside the gradings of a worker, to
public addresses alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping, Sequence

from sqlalchemy import Select, case, select, update
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.background_loop import repeat_in_thread
from grader.service.data import audit
from grader.service.data.database import Database
from grader.service.data.decision_tables import Release
from grader.service.data.tables import Course, Delivery, Grading, Webhook
from grader.service.outgoing_http import NotReached, check_webhook_url, send_request
from grader.service.transactional_outbox import Outbox

DELAYS = (10.0, 60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Seconds until the next try, after each that failed; then it is given up."""
MOST = 5
"""Webhooks of a course."""
_LAST = 1.0
"""Seconds by which one that found nobody lets those pass that waited for it."""
_OUTBOX = Outbox(Delivery, DELAYS)


def add_webhook(
    session: Session, who: int, course: Course, url: str, *, private: bool = False
) -> Webhook:
    """Add a webhook, to which the events of a course are sent from now on.

    Raises:
        ServiceProblem: if nothing can be sent there.
    """
    url = check_webhook_url(url, private=private)
    known = active_webhooks(session, course.id)
    for each in known:
        if (each.url, each.private) == (url, private):
            return each
    if len(known) >= MOST:
        raise ServiceProblem(f"A course has {MOST} webhooks at most; remove one first.")
    made = Webhook(
        course_id=course.id, url=url, secret=secrets.token_urlsafe(32), private=private,
        by_id=who, at=time.time(),
    )  # fmt: skip
    session.add(made)
    _note(session, who, "added webhook", course, url)
    return made


def remove_webhook(session: Session, who: int, course: Course, hook: int) -> None:
    """Remove a webhook. It gets no more messages, not even delayed ones."""
    for each in active_webhooks(session, course.id):
        if each.id == hook:
            each.removed_at = time.time()
            _note(session, who, "removed webhook", course, each.url)


def active_webhooks(session: Session, course: int) -> Sequence[Webhook]:
    """Return the webhooks of a course that were not removed."""
    return session.scalars(
        select(Webhook)
        .where(Webhook.course_id == course, Webhook.removed_at == 0.0)
        .order_by(Webhook.id)
    ).all()


def enqueue_graded(session: Session, grading: int) -> None:
    """Queue messages that a fresh submission has been graded; for a regrade, queue none."""
    found = session.get_one(
        Grading, grading, options=[joinedload(Grading.submission), joinedload(Grading.edition)],
        populate_existing=True,
    )  # fmt: skip
    if not found.regrade:
        _put(session, found.submission.course_id, "graded", {
            "assignment": found.submission.assignment,
            "submission": found.submission_id,
            "state": found.state,
            "edition": found.edition.digest,
        })  # fmt: skip


def enqueue_released(session: Session, release: Release) -> None:
    """Queue messages that a release was made or taken back."""
    _put(session, release.course_id, "released", {
        "assignment": release.assignment,
        "task": release.task,
        "shown": release.shown,
    })  # fmt: skip


def _put(session: Session, course: int, event: str, about: dict[str, object]) -> None:
    hooks = active_webhooks(session, course)
    if not hooks:
        return
    now, slug = time.time(), session.get_one(Course, course).slug
    body = json.dumps({"event": event, "course": slug, **about, "at": now})
    for hook in hooks:
        session.add(Delivery(webhook_id=hook.id, event=event, body=body, at=now, next_at=now))
    session.flush()


def is_any_due(session: Session, now: float) -> bool:
    """Return whether a message is due."""
    due = _to_active().where(_OUTBOX.is_due(now)).limit(1)
    return session.scalars(due).first() is not None


def take_next_delivery(session: Session, now: float) -> Delivery | None:
    """Take the next message that is due, with its webhook; ``None`` if there is none."""
    _OUTBOX.delete_old(session, now)
    return _OUTBOX.take_first(session, _to_active().options(joinedload(Delivery.webhook)), now)


def record_delivery(
    session: Session, taken: Delivery, now: float, problem: str, *, reached: bool = True
) -> None:
    """Record that a message has arrived, or the problem and the time of the next try.

    An address that does not answer takes a worker's patience each time. So if nobody was reached,
    what else is due there counts as tried as well, each waits for its own next try, and other
    webhooks come first.
    """
    failed = _OUTBOX.record(session, taken, now, problem)
    if failed is not None and not reached:
        # In case that it is this one which the receiver never answers, others are tried first.
        failed.next_at += _LAST
        _count_as_tried(session, failed.webhook_id, now, failed.problem)


def _count_as_tried(session: Session, hook: int, now: float, problem: str) -> None:
    wait = case(dict(enumerate(DELAYS)), value=Delivery.tries, else_=DELAYS[-1])
    session.flush()
    session.execute(
        update(Delivery)
        .where(Delivery.webhook_id == hook, _OUTBOX.is_due(now))
        .values(tries=Delivery.tries + 1, next_at=now + wait, problem=problem)
        .execution_options(synchronize_session=False)
    )


def latest_deliveries(session: Session, course: int, most: int = 20) -> Sequence[Delivery]:
    """Return the latest messages to a course's webhooks, sent or not."""
    return session.scalars(
        select(Delivery)
        .join(Webhook, Webhook.id == Delivery.webhook_id)
        .where(Webhook.course_id == course)
        .options(joinedload(Delivery.webhook))
        .order_by(Delivery.id.desc())
        .limit(most)
    ).all()


def _to_active() -> Select[tuple[Delivery]]:
    return (
        select(Delivery)
        .join(Webhook, Webhook.id == Delivery.webhook_id)
        .where(Webhook.removed_at == 0.0)
    )


def _note(session: Session, who: int, deed: str, course: Course, url: str) -> None:
    about = f"{course.slug}: {escape_to_one_line(url, 200)}"
    audit.add_audit_entry(session, who, deed, about)


# Sending ----------------------------------------------------------------------------------------


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
        if not is_any_due(session, time.time()):
            return False
    with database.writing() as session:
        taken = take_next_delivery(session, time.time())
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
            record_delivery(session, taken, time.time(), problem, reached=reached)
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
