"""Links accounts of another server, by which people sign in, to people of this one."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.auth import auth_secrets
from grader.service.data import audit
from grader.service.data.tables import ExternalIdentity, Person, SecretKind
from grader.service.people import find_person
from grader.service.settings_file import read_settings_file, required_text

SECRET = "GRADE_OIDC_SECRET"
"""Environment variable with the client's secret, in place of the file's."""
_KEYS = {"issuer", "client_id", "client_secret", "name", "domains"}


@dataclass(frozen=True, slots=True)
class AccountProvider:
    """A provider of accounts, with the client's id and secret there.

    Attributes:
        issuer: its address, exactly as it says itself.
        name: what people call it.
        domains: of mail addresses whose part before the @ is a login here.
    """

    issuer: str
    client_id: str
    client_secret: str
    name: str
    domains: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class IdentityClaims:
    """The claims of the provider about the person who signs in.

    Attributes:
        subject: by which the provider knows them, for ever.
        email: empty if it says none; ``verified`` if it knows that it is theirs.
    """

    issuer: str
    subject: str
    email: str
    verified: bool


def read_account_provider(file: Path) -> AccountProvider:
    """Return the provider of accounts that a TOML file describes (see docs/running.md).

    Raises:
        ServiceProblem: if the file cannot be read, or describes no provider.
    """
    found = read_settings_file(file, _KEYS)
    issuer = required_text(file, found, "issuer")
    if not _is_safe_issuer(issuer):
        raise ServiceProblem(f"{file}: issuer has to be an address with https://, not {issuer!r}.")
    otherwise = f", or set {SECRET}"
    secret = os.environ.get(SECRET) or required_text(file, found, "client_secret", otherwise)
    domains = found.get("domains", [])
    if not isinstance(domains, list) or not all(isinstance(each, str) for each in domains):
        raise ServiceProblem(f'{file}: domains has to be a list, as ["example.edu"].')
    return AccountProvider(
        issuer,
        required_text(file, found, "client_id"),
        secret,
        escape_to_one_line(str(found.get("name") or urlsplit(issuer).hostname), 60),
        frozenset(each.strip().lower() for each in domains),
    )


def _is_safe_issuer(issuer: str) -> bool:
    """Return whether an issuer has HTTPS, or HTTP on this machine alone."""
    parts = urlsplit(issuer)
    if parts.scheme == "https":
        return bool(parts.hostname)
    try:
        return parts.scheme == "http" and ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False


def person_of_account(session: Session, accounts: AccountProvider, claims: IdentityClaims) -> int:
    """Return the id of the person to whom an account belongs.

    After the first time, the account's subject says who it is. The first time, its mail address
    decides, if the provider has verified it. A login is the whole address, or the part before the @
    where the provider gives addresses of that domain to its own people alone. An account is never
    linked to an administrator, and a person never has two accounts.

    Raises:
        ServiceProblem: if there is nobody; the sentence is for who tries.
    """
    known = find_by_identity(session, claims.issuer, claims.subject)
    if known is not None:
        return known.id
    person = _by_address(session, accounts, claims)
    before = f"signed in with another account of {accounts.name}"
    link_identity(session, person, claims.issuer, claims.subject, before)
    return person.id


def find_by_identity(session: Session, issuer: str, subject: str) -> Person | None:
    """Return the person whom a server knows by a subject; ``None`` if nobody was linked."""
    return session.scalars(
        select(Person)
        .join(ExternalIdentity, ExternalIdentity.person_id == Person.id)
        .where(ExternalIdentity.issuer == issuer, ExternalIdentity.subject == subject)
    ).one_or_none()


def link_identity(session: Session, person: Person, issuer: str, subject: str, before: str) -> None:
    """Link an account of a server to a person, who signs in by it from now on.

    Args:
        before: what they did if they have another account there, for the refusal.

    Raises:
        ServiceProblem: if they administer the service, or have another account there.
    """
    if person.admin:
        raise ServiceProblem("Who administers the service signs in with a password.")
    other = session.scalars(
        select(ExternalIdentity).where(
            ExternalIdentity.issuer == issuer, ExternalIdentity.person_id == person.id
        )
    ).first()
    if other is not None and other.subject == subject:
        return
    if other is not None:
        raise ServiceProblem(
            f"{person.login} {before} before. Ask the administrator for a new link: it makes the "
            "service forget the other account."
        )
    session.add(
        ExternalIdentity(person_id=person.id, issuer=issuer, subject=subject, at=time.time())
    )
    # From now on they sign in by that account. Somebody else may know a link that is still good.
    auth_secrets.revoke_secrets(session, person.id, SecretKind.LINK)
    session.flush()
    about = f"an account of {escape_to_one_line(issuer, 200)}"
    audit.add_audit_entry(session, person.id, "linked", about)


def _by_address(session: Session, accounts: AccountProvider, claims: IdentityClaims) -> Person:
    address = claims.email.strip().lower()
    if not claims.verified or not address:
        raise ServiceProblem(
            f"{accounts.name} does not say that a mail address is yours. Verify it there, or sign "
            "in with a password."
        )
    before, _, domain = address.rpartition("@")
    logins = [address, *([before] if before and domain in accounts.domains else [])]
    for login in logins:
        if (person := find_person(session, login)) is not None:
            return person
    raise ServiceProblem(
        f"Nobody here has the login {escape_to_one_line(logins[-1], 80)!r}. Ask the staff of your "
        "course to add you with it."
    )
