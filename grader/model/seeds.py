"""Derives random seeds from their purposes, so that every run can be repeated."""

from __future__ import annotations

import hashlib


def derive_seed(*parts: object, size: int = 4) -> int:
    """Return a seed of ``size`` bytes for ``parts``, the same on any machine."""
    # Names may come from file names that are no valid text.
    text = "|".join(map(str, parts)).encode(errors="backslashreplace")
    return int.from_bytes(hashlib.sha256(text).digest()[:size], "big")
