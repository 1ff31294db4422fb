"""What a hostile program would have to know."""

from __future__ import annotations

import hashlib

KEY = "5f0c1be7d0b14f77a6dd36b2c1f98e04"


def secret(number: int) -> str:
    """A text that nobody can guess without the key."""
    return hashlib.sha256(f"{KEY}|{number}".encode()).hexdigest()
