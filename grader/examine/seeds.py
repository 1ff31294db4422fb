"""Where the random numbers of a grading come from: one text, and a number for each call."""

from __future__ import annotations

import hashlib


def seed_of(origin: str, number: int) -> int:
    """The seed of the call ``number`` of a case, derived from its ``origin``: 48 bits."""
    digest = hashlib.sha256(f"{origin}|{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
