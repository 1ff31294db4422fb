"""Writes entries into the audit log, and searches it: who did what, and when."""

from __future__ import annotations

import time

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from grader.service.data.tables import AuditEntry, Person


def add_audit_entry(session: Session, who: int, deed: str, about: str) -> None:
    """Add an entry to the audit: the person ``who`` did something now."""
    session.add(AuditEntry(at=time.time(), person_id=who, deed=deed, about=about))
    session.flush()


def select_audit_entries(
    words: str = "", since: float = 0.0, until: float = 0.0
) -> Select[tuple[AuditEntry, str]]:
    """Return a query for the matching entries with their logins, the latest first.

    Args:
        words: each of them stands in the login, the deed, or what it was about.
        since: seconds since 1970; 0 for all.
        until: seconds since 1970; entries of that moment are left out. 0 for all.
    """
    every: list[ColumnElement[bool]] = [
        or_(*(column.icontains(word, autoescape=True)
              for column in (Person.login, AuditEntry.deed, AuditEntry.about)))
        for word in words.split()
    ]  # fmt: skip
    if since:
        every.append(AuditEntry.at >= since)
    if until:
        every.append(AuditEntry.at < until)
    return (
        select(AuditEntry, Person.login)
        .join(Person, Person.id == AuditEntry.person_id)
        .where(*every)
        .order_by(AuditEntry.id.desc())
    )
