"""Pages for mail: one's own address and kinds, those to which mails lead, and the queue."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.auth.rate_limit import describe_wait
from grader.service.data import audit
from grader.service.data.mail_tables import OPTIONAL, MailAddress, MailKind
from grader.service.data.tables import Person
from grader.service.mail import addresses, digests, mail_queue_admin
from grader.service.mail.message import CONFIRM
from grader.service.web.own_account_pages import check_own_password, with_retry_after
from grader.service.web.request_context import (
    AppState,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    form_transaction,
    message_page,
    refusal_page,
    render_page,
    require_own_form,
)

router = APIRouter(include_in_schema=False)

_HERE = "/account/mail"


@router.get("/account/mail")
def own_mail_page(request: Request, session: Reading, who: Signed) -> Response:
    """Serve the page with the visitor's mail address and the kinds of mail they get."""
    return _own_mail(session, app_state(request), who)


@router.post("/account/mail/address")
async def change_address(
    request: Request, who: Posting, address: Text = "", old: Text = ""
) -> Response:
    """Change or remove the visitor's address. Who has a password has to enter it.

    A link for signing in may be sent there, so that a session alone must not decide about it.
    """
    problem, wait = await check_own_password(request, who, old)
    if problem:
        refused = refusal_page(who, ServiceProblem(problem), _HERE)
        return with_retry_after(refused, wait) if wait else refused
    return await run_in_threadpool(_change_address, request, who, address.strip())


def _change_address(request: Request, who: Visitor, address: str) -> Response:
    server = app_state(request)
    with form_transaction(request, who, _HERE) as session:
        if address:
            stored = addresses.set_address(session, who.id, address, confirmed=False)
            if not stored.confirmed_at:
                if wait := server.address_mails.take(str(who.id)):
                    raise ServiceProblem(
                        f"A link was sent several times already; try again {describe_wait(wait)}."
                    )
                digests.enqueue_immediate_mail(
                    session, who.id, MailKind.ADDRESS, "Is this your address?",
                    f"Somebody who is signed in as {who.login} said that this is their mail "
                    "address. If it was you, confirm it:\n",
                    server.settings.url, time.time(),
                )  # fmt: skip
        else:
            addresses.remove_address(session, who.id)
        audit.add_audit_entry(session, who.id, "changed mail address", f"person {who.id}")
    return RedirectResponse(_HERE, 303)


@router.post("/account/mail/kinds")
def choose_kinds(
    request: Request, who: Posting, kinds: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Store which kinds of mail the visitor wants; all others are turned off."""
    with app_state(request).database.writing() as session:
        person = session.get_one(Person, who.id)
        shown = {kind for kind, _ in digests.kinds_for_person(person, instructs=_instructs(who))}
        unwanted = {kind for kind in shown if kind.value not in (kinds or [])}
        hidden = addresses.kinds_turned_off(session, who.id) - shown
        addresses.set_kinds_turned_off(session, who.id, unwanted | hidden)
    return RedirectResponse(f"{_HERE}#saved", 303)


def _own_mail(session: Session, server: AppState, who: Visitor) -> Response:
    person = session.get_one(Person, who.id)
    off = addresses.kinds_turned_off(session, who.id)
    return render_page(
        "mail.html", who, address=addresses.address_of(session, who.id),
        kinds=[(kind, title, kind not in off)
               for kind, title in digests.kinds_for_person(person, instructs=_instructs(who))],
        has_password=bool(person.password), sends=server.settings.mail is not None,
    )  # fmt: skip


def _instructs(who: Visitor) -> bool:
    return who.may_anywhere(Permission.OVERSEE)


@router.get("/mail/confirm/{person}/{signature}")
def confirm_page(session: Reading, person: int, signature: str) -> Response:
    """Serve a form that confirms an address; opening the page, as mail scanners do, does not."""
    _require_signed_address(session, person, CONFIRM, signature)
    return render_page(
        "mail_link.html", None, title="Your mail address", button="This is my address",
        sentence="Confirm that mails of this service may be sent to this address.",
    )  # fmt: skip


@router.post("/mail/confirm/{person}/{signature}")
def confirm_address(request: Request, person: int, signature: str) -> Response:
    """Confirm an address, by the link that was sent there."""
    require_own_form(request)
    with app_state(request).database.writing() as session:
        found = _require_signed_address(session, person, CONFIRM, signature)
        found.confirmed_at = found.confirmed_at or time.time()
    return message_page(None, "Your mail address", "It is confirmed. You can close this page.")


@router.get("/mail/stop/{person}/{kind}/{signature}")
def stop_page(session: Reading, person: int, kind: str, signature: str) -> Response:
    """Serve a form that turns off a kind of mail."""
    _require_signed_address(session, person, _require_optional_kind(kind), signature)
    title = digests.TITLES[MailKind(kind)]
    return render_page(
        "mail_link.html", None, title="No more mails of this kind", button="Turn them off",
        sentence=f"You would not get these any more: {title.lower()}.",
    )  # fmt: skip


@router.post("/mail/stop/{person}/{kind}/{signature}")
def stop_mail(request: Request, person: int, kind: str, signature: str) -> Response:
    """Turn off a kind of mail. A mail program may send this, which has no page of the service."""
    with app_state(request).database.writing() as session:
        _require_signed_address(session, person, _require_optional_kind(kind), signature)
        addresses.turn_off(session, person, MailKind(kind))
    sentence = "You get no more mails of this kind. Your account can undo this."
    return message_page(None, "Turned off", sentence)


def _require_optional_kind(kind: str) -> str:
    """Return a kind of mail that people can turn off; raise Forbidden for any other text."""
    if kind not in [*OPTIONAL]:
        raise Forbidden
    return kind


def _require_signed_address(
    session: Session, person: int, purpose: str, signature: str
) -> MailAddress:
    """Return the address to which a link was sent; raise Forbidden if it was not."""
    found = addresses.find_signed_address(session, person, purpose, signature)
    if found is None:
        raise Forbidden
    return found


# Administrators ---------------------------------------------------------------------------------


_QUEUE = "/admin/mail"


@router.get(_QUEUE)
def mail_queue_page(request: Request, who: Signed) -> Response:
    """Serve the page with the state of the mail server and of the mails."""
    who.require_admin()
    server = app_state(request)
    now = time.time()
    with server.database.reading() as session:
        counts = mail_queue_admin.count_mails(session, now)
        failed = mail_queue_admin.list_failed(session)
        waiting = mail_queue_admin.list_waiting(session)
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
            return refusal_page(who, problem, _QUEUE, "No test mail")
        digests.enqueue_immediate_mail(
            session, who.id, MailKind.TEST, "A test mail", "The service can send mail.\n",
            server.settings.url, time.time(),
        )  # fmt: skip
    return RedirectResponse(_QUEUE, 303)


@router.post("/admin/mail/{mail}/again")
def send_again(request: Request, who: Posting, mail: int) -> Response:
    """Send a mail again that was refused or given up."""
    who.require_admin()
    with app_state(request).database.writing() as session:
        mail_queue_admin.send_again(session, mail, time.time())
    return RedirectResponse(_QUEUE, 303)
