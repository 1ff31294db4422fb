"""Authenticates who asks, from a cookie or a token, and signs people in and out."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.service.auth import auth_secrets
from grader.service.auth.access import Visitor
from grader.service.data.tables import Membership, Person, Role, Secret, SecretKind
from grader.service.people import find_person


def visitor_by_session(session: Session, cookie: str) -> Visitor | None:
    """Return the visitor whose session has the cookie; ``None`` if there is none."""
    secret = auth_secrets.find_secret(session, cookie, SecretKind.SESSION)
    if secret is None:
        return None
    return replace(_visitor(session, secret.person_id), csrf=auth_secrets.csrf_token(cookie))


def visitor_by_token(session: Session, token: str) -> Visitor | None:
    """Return the visitor who owns the token; ``None`` if there is none."""
    secret = auth_secrets.find_secret(session, token, SecretKind.API)
    if secret is None:
        return None
    visitor = _visitor(session, secret.person_id)
    # Their role may be another one by now than when they made the token.
    scopes = frozenset(secret.scopes.split()) & frozenset(visitor.own_scopes)
    return replace(visitor, scopes=scopes)


def find_password_hash(session: Session, login: str) -> tuple[int, str]:
    """Return the person's id and password hash for a login; 0 and empty if there is none.

    No password fits the empty hash.
    """
    person = find_person(session, login)
    return (0, "") if person is None else (person.id, person.password)


def sign_in(session: Session, person: int, before: str = "") -> str:
    """Start a session and return its secret. The session ``before`` ends."""
    sign_out(session, before)
    return auth_secrets.issue_secret(session, person, SecretKind.SESSION)


def find_known_browser_id(session: Session, login: str, cookie: str) -> int:
    """Return the number of a browser that the person has used before; 0 if unknown."""
    person = find_person(session, login)
    secret = None if person is None else _browser(session, person.id, cookie)
    return 0 if secret is None else secret.id


def known_browser_cookie(session: Session, person: int, cookie: str) -> str:
    """Return the cookie that marks a browser as known: the present one, or a new one."""
    if _browser(session, person, cookie) is not None:
        return cookie
    return auth_secrets.issue_secret(session, person, SecretKind.BROWSER)


def _browser(session: Session, person: int, cookie: str) -> Secret | None:
    secret = auth_secrets.find_secret(session, cookie, SecretKind.BROWSER)
    return secret if secret is not None and secret.person_id == person else None


def sign_out(session: Session, cookie: str) -> None:
    """End the session that has the cookie."""
    secret = auth_secrets.find_secret(session, cookie, SecretKind.SESSION)
    if secret is not None:
        session.execute(delete(Secret).where(Secret.id == secret.id))


def _visitor(session: Session, id: int) -> Visitor:
    rows = session.execute(
        select(Person, Membership)
        .outerjoin(Membership, Membership.person_id == Person.id)
        .where(Person.id == id)
    ).all()
    person = rows[0][0]
    roles = {own.course_id: Role(own.role) for _, own in rows if own is not None}
    return Visitor(person.id, person.login, person.name, person.admin, roles)
