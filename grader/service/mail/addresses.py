"""Stores mail addresses, and what people turned off; signs the links that mails carry.

An address is where something is sent, and never decides who somebody is. Nothing but a link for
confirming goes to an address that nobody has confirmed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.mail_tables import (
    OPTIONAL,
    Mail,
    MailAddress,
    MailKind,
    MailOptOut,
    QueuedNotice,
)

_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{3,254}}\Z)(?=[^@]{{1,64}}@){_LOCAL}@{_LABEL}(\.{_LABEL})*")
"""A dot-atom, an @ and the name of a host, as in RFC 5321, section 4.1.2: no quotes, no comments,
no space, nothing that ends a line."""
ADDRESS_RULE = (
    "expected NAME@HOST with plain letters and digits; write a host in another alphabet as xn--…"
)


def is_mail_address(text: str) -> bool:
    """Return whether a text is a mail address that any mail server takes."""
    return _ADDRESS.fullmatch(text) is not None


def check_mail_address(text: str) -> str:
    """Return a mail address without spaces around it.

    Raises:
        ServiceProblem: if it is none.
    """
    address = text.strip()
    if not is_mail_address(address):
        raise ServiceProblem(
            f"{escape_to_one_line(address, 80)!r} is no mail address; {ADDRESS_RULE}."
        )
    return address


def address_of(session: Session, person: int) -> MailAddress | None:
    """Return the mail address of a person, confirmed or not; ``None`` if there is none."""
    return session.get(MailAddress, person)


def set_address(session: Session, person: int, address: str, *, confirmed: bool) -> MailAddress:
    """Store a person's mail address in place of an earlier one; the same one changes nothing.

    What waits to be sent to the earlier one goes to the new one.

    Raises:
        ServiceProblem: if it is no address.
    """
    address, now = check_mail_address(address), time.time()
    found = session.get(MailAddress, person)
    if found is None:
        found = MailAddress(person_id=person, address="")
        session.add(found)
    if found.address != address:
        found.address, found.key, found.at = address, secrets.token_urlsafe(24), now
        found.confirmed_at = now if confirmed else 0.0
    session.flush()
    return found


def remove_address(session: Session, person: int) -> None:
    """Delete a person's mail address, and what waits to be sent there."""
    session.execute(delete(Mail).where(Mail.person_id == person, Mail.delivered_at == 0.0))
    session.execute(
        delete(QueuedNotice).where(QueuedNotice.person_id == person, QueuedNotice.mailed_at == 0.0)
    )
    if (known := session.get(MailAddress, person)) is not None:
        session.delete(known)
    session.flush()


def kinds_turned_off(session: Session, person: int) -> set[MailKind]:
    """Return the kinds of mail that a person does not want."""
    rows = session.scalars(select(MailOptOut.kind).where(MailOptOut.person_id == person))
    return {MailKind(each) for each in rows}


def set_kinds_turned_off(session: Session, person: int, kinds: Collection[MailKind]) -> None:
    """Store the kinds of mail that a person does not want; nothing else of them is sent."""
    session.execute(delete(MailOptOut).where(MailOptOut.person_id == person))
    session.add_all(
        MailOptOut(person_id=person, kind=kind.value) for kind in OPTIONAL if kind in kinds
    )
    session.flush()


def turn_off(session: Session, person: int, kind: MailKind) -> None:
    """Store that a person does not want a kind of mail."""
    set_kinds_turned_off(session, person, {*kinds_turned_off(session, person), kind})


def sign_mail_link(address: MailAddress, purpose: str) -> str:
    """Return the signature that a link in a mail to this address carries.

    Args:
        purpose: what the link is good for, such as the kind of mail that it turns off.
    """
    return hmac.new(address.key.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:40]


def find_signed_address(
    session: Session, person: int, purpose: str, signature: str
) -> MailAddress | None:
    """Return the address in a mail to which a link stood; ``None`` if the link is not signed."""
    found = session.get(MailAddress, person)
    given = signature.encode("utf-8", "replace")
    if found is None or not hmac.compare_digest(sign_mail_link(found, purpose).encode(), given):
        return None
    return found
