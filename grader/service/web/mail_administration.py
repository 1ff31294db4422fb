"""The page for administrators about mail: the mail server, the queue, and what did not arrive."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.data.mail_tables import MailKind
from grader.service.mail import addresses, digests, mail_queue
from grader.service.web.request_context import (
    Posting,
    Signed,
    app_state,
    refusal_page,
    render_page,
)

router = APIRouter(include_in_schema=False)

_HERE = "/admin/mail"


@router.get("/admin/mail")
def mail_queue_page(request: Request, who: Signed) -> Response:
    """Serve the page with the state of the mail server and of the mails."""
    who.require_admin()
    server = app_state(request)
    now = time.time()
    with server.database.reading() as session:
        counts = mail_queue.count_mails(session, now)
        failed = mail_queue.list_failed(session)
        waiting = mail_queue.list_waiting(session)
    return render_page(
        "mail_queue.html", who, settings=server.settings.mail, server=server.mail_status,
        counts=counts, failed=failed, waiting=waiting,
    )  # fmt: skip


@router.post("/admin/mail/test")
def send_test_mail(request: Request, who: Posting) -> Response:
    """Send a test mail to the administrator's own address."""
    who.require_admin()
    server = app_state(request)
    with server.database.writing() as session:
        address = addresses.address_of(session, who.id)
        if address is None or not address.confirmed_at:
            problem = ServiceProblem(
                "You have no confirmed mail address; enter one on the page Account, and follow the "
                "link that is sent there."
            )
            return refusal_page(who, problem, _HERE, "No test mail")
        digests.add_mail(
            session, who.id, MailKind.TEST, "A test mail", "The service can send mail.\n",
            server.settings.url, time.time(),
        )  # fmt: skip
    return RedirectResponse(_HERE, 303)


@router.post("/admin/mail/{mail}/again")
def send_again(request: Request, who: Posting, mail: int) -> Response:
    """Send a mail again that was refused or given up."""
    who.require_admin()
    with app_state(request).database.writing() as session:
        mail_queue.send_again(session, mail, time.time())
    return RedirectResponse(_HERE, 303)
