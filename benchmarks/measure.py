"""A measured figure, how it is printed, and the surroundings of what is measured."""

from __future__ import annotations

import os
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Several measurements of one quantity."""

    what: str
    unit: str
    values: Sequence[float]
    target: float | None = None

    def row(self) -> str:
        """A row of the table."""
        numbers = (statistics.median(self.values), min(self.values), max(self.values))
        cells = " | ".join(self._number(number) for number in numbers)
        target = "" if self.target is None else f"≤ {self._number(self.target)}"
        return f"| {self.what} | {cells} | {target} |"

    def _number(self, number: float) -> str:
        return f"{number:.3g} {self.unit}"


def surroundings(**changes: str) -> dict[str, str]:
    """The environment of a measured command.

    Compiled modules are kept, as on any machine where something is used more than once.
    """
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | changes
