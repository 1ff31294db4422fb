"""Issues and finds secrets that stand for a person: links, sessions, API tokens, known browsers.

Each is 256 random bits. The database holds a hash alone, so that whoever reads it can use none.
"""

from __future__ import annotations

import hashlib
import secrets
import time

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.service.data.tables import Secret, SecretKind

LIFETIME = {
    SecretKind.LINK: 7 * 86400.0,
    SecretKind.SESSION: 14 * 86400.0,
    SecretKind.API: 0.0,
    SecretKind.BROWSER: 180 * 86400.0,
}
"""Seconds that each kind is good for; 0 until somebody revokes it."""


def issue_secret(
    session: Session, person: int, kind: SecretKind, *, note: str = "", scopes: str = "",
    lifetime: float | None = None,
) -> str:  # fmt: skip
    """Return a new secret of a person, of which the database keeps a hash only.

    A new link of a person ends their earlier links.

    Args:
        lifetime: seconds that it is good for, if not as many as others of its kind.
    """
    if kind is SecretKind.LINK:
        revoke_secrets(session, person, SecretKind.LINK)
    raw, now = secrets.token_urlsafe(32), time.time()
    lifetime = LIFETIME[kind] if lifetime is None else lifetime
    session.add(
        Secret(
            person_id=person, kind=kind.value, hash=hash_secret(raw), note=note[:100],
            scopes=scopes, created_at=now, expires_at=now + lifetime if lifetime else 0.0,
        )
    )  # fmt: skip
    session.flush()
    return raw


def find_secret(session: Session, raw: str, kind: SecretKind) -> Secret | None:
    """Return the row of the secret ``raw``; ``None`` if it has expired or was revoked."""
    secret = session.scalars(
        select(Secret).where(Secret.hash == hash_secret(raw), Secret.kind == kind.value)
    ).one_or_none()
    if secret is None or 0.0 < secret.expires_at < time.time():
        return None
    return secret


def use_one_time_link(session: Session, raw: str) -> int | None:
    """Delete a one-time link, and return its person's id; ``None`` if there is no such link."""
    secret = find_secret(session, raw, SecretKind.LINK)
    if secret is None:
        return None
    session.delete(secret)
    return secret.person_id


def revoke_secrets(session: Session, person: int, *kinds: SecretKind) -> None:
    """Revoke all secrets of these kinds of a person."""
    session.execute(delete(Secret).where(Secret.person_id == person, Secret.kind.in_(kinds)))


def csrf_token(raw: str) -> str:
    """Return a session's CSRF token, a hash that does not reveal the session's secret."""
    return hash_secret(f"form {raw}")


def hash_secret(raw: str) -> str:
    """Return the hash of a secret, which does not reveal it."""
    return hashlib.sha256(raw.encode("utf-8", "replace")).hexdigest()
