"""The audit: who did what that others should be able to look up."""

from __future__ import annotations

import time

from sqlalchemy.orm import Session

from grader.service.data.tables import Audit


def note(session: Session, who: int, deed: str, about: str) -> None:
    """Leave an entry: the person ``who`` did something now."""
    session.add(Audit(at=time.time(), person_id=who, deed=deed, about=about))
    session.flush()
