"""Positions whose moves are listed in another order than usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hidden_tests.ps2.positions import Position

Order = Literal["reversed", "shuffled"]
ORDERS: tuple[Order, ...] = ("reversed", "shuffled")


@dataclass(frozen=True, slots=True)
class Reordered:
    """A position whose moves are listed in another order than usual."""

    position: Position
    order: Order

    def __str__(self) -> str:
        return f"{self.position}_{self.order}"

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return self.position.size

    def smaller(self) -> Iterator[Reordered]:
        """Smaller positions, in the same order of moves."""
        return (replace(self, position=position) for position in self.position.smaller())
