"""Keeps the keys with which the service signs what it sends to platforms, and replaces them.

A new key is published at once and signs an hour later, because platforms keep what was published
for a while. The key before it stays published for a day, so that what it signed can be checked.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

from joserfc import jwt
from joserfc.jwk import RSAKey
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.lti_tables import LtiKey

ALGORITHM = "RS256"
"""By which every platform can check what is signed."""
_BITS = 2048
_ANNOUNCED = 3600.0
"""Seconds for which a new key is published before it signs."""
_KEPT = 86400.0
"""Seconds for which a replaced key is published."""


def ensure_key(session: Session) -> None:
    """Make the first key, which signs at once, unless there is one. Needs a writing session."""
    now = time.time()
    if not _published(session, now):
        _make(session, now)


def rotate_keys(session: Session, who: int) -> LtiKey:
    """Make a key that replaces those there are, and return it."""
    now = time.time()
    before = _published(session, now)
    made = _make(session, now + _ANNOUNCED if before else now)
    for each in before:
        each.ends_at = each.ends_at or made.starts_at + _KEPT
    audit.add_audit_entry(session, who, "made LTI key", made.kid)
    return made


def withdraw_key(session: Session, who: int, key: int) -> None:
    """Withdraw a key at once, because somebody else may know it.

    Raises:
        ServiceProblem: if it is the only one.
    """
    now = time.time()
    every = _published(session, now)
    found = next((each for each in every if each.id == key), None)
    if found is None:
        return
    others = [each for each in every if each is not found]
    if not others:
        raise ServiceProblem("It is the only key. Make a new one first, then withdraw this one.")
    session.delete(found)
    if not any(each.starts_at <= now for each in others):
        others[-1].starts_at = now
    session.flush()
    audit.add_audit_entry(session, who, "withdrew LTI key", found.kid)


def list_keys(session: Session) -> Sequence[LtiKey]:
    """Return the keys that are published, the newest first."""
    return _published(session, time.time())[::-1]


def public_key_set(session: Session) -> dict[str, Any]:
    """Return the public keys as a JSON Web Key Set."""
    return {
        "keys": [
            {
                **RSAKey.import_key(json.loads(each.private_key)).as_dict(private=False),
                "kid": each.kid, "use": "sig", "alg": ALGORITHM,
            }
            for each in _published(session, time.time())
        ]
    }  # fmt: skip


def sign_claims(session: Session, claims: dict[str, Any]) -> str:
    """Return a token with these claims, signed by the newest key that signs already.

    Raises:
        ServiceProblem: if there is no key yet.
    """
    now = time.time()
    ready = [each for each in _published(session, now) if each.starts_at <= now]
    if not ready:
        raise ServiceProblem("The service has no key for LTI yet; register a platform first.")
    key = RSAKey.import_key(json.loads(ready[-1].private_key))
    header = {"alg": ALGORITHM, "kid": ready[-1].kid}
    return jwt.encode(header, claims, key, algorithms=[ALGORITHM])


def _make(session: Session, starts_at: float) -> LtiKey:
    kid = secrets.token_hex(8)
    key = RSAKey.generate_key(_BITS, {"kid": kid})
    made = LtiKey(kid=kid, private_key=json.dumps(key.as_dict(private=True)), starts_at=starts_at)
    session.add(made)
    session.flush()
    return made


def _published(session: Session, now: float) -> list[LtiKey]:
    """Return the keys that are published, in the order in which they begin to sign."""
    every = session.scalars(select(LtiKey).order_by(LtiKey.starts_at, LtiKey.id)).all()
    return [each for each in every if not 0.0 < each.ends_at < now]
