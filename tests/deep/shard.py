"""A share of a list of tests: ``3/8`` is the third eighth."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Shard:
    """The ``number``-th (from 1) of ``of`` shares that together are everything."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read it as people write it.

        Raises:
            ValueError: if it is not of the form 3/8, or there is no such share.
        """
        match = re.fullmatch(r"(\d+)/(\d+)", text)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise ValueError(f"{text!r} is no share: write K/N with K from 1 to N, as in 3/8.")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def numbers(self, shares: int) -> Collection[int]:
        """Which shares are meant when not one but ``shares`` are wanted, beginning with this."""
        return {(self.number - 1 + more) % self.of for more in range(min(shares, self.of))}

    def pick(self, items: Sequence[Item], shares: int = 1) -> list[Item]:
        """This share of ``items``, or as many as are wanted: every so-many-th, in order."""
        numbers = self.numbers(shares)
        return [item for place, item in enumerate(items) if place % self.of in numbers]
