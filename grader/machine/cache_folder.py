"""Finds the cache folder: what the grader remembers between runs, for each user."""

from __future__ import annotations

import os
from pathlib import Path

_NAME = "search-autograder"


def cache_folder() -> Path | None:
    """Return the cache folder of this user, made if need be; ``None`` if that is impossible.

    Nothing may depend on it: it may vanish, be read-only, or hold files of any origin.
    """
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        # The specification has relative paths ignored.
        found = (base if base.is_absolute() else Path.home() / ".cache") / _NAME
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):
        return None
    return found
