"""Ids on a page, so that a person can link to a task, a test or a case."""

from __future__ import annotations

import re
from collections.abc import Iterable

_STRANGE = re.compile(r"[^A-Za-z0-9_./:\[\]-]+")
_LONGEST = 120


class Anchors:
    """Gives out ids, each once: as a report has them, if that can be, and always the same ones.

    Args:
        taken: ids of the page itself.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def name(self, wanted: str) -> str:
        """An id that reads like ``wanted``; of equal ones, all but the first are numbered."""
        plain = _STRANGE.sub("-", wanted)[:_LONGEST] or "-"
        name, number = plain, 1
        while name in self._taken:
            number += 1
            name = f"{plain}~{number}"
        self._taken.add(name)
        return name
