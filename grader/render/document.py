"""Strict, typed access to a JSON document: every complaint says where and what was wanted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn, TypeVar

_Choice = TypeVar("_Choice", bound=Enum)


class ReportError(Exception):
    """A text is no report that can be read, or a report cannot be written; one sentence."""


@dataclass(frozen=True, slots=True)
class Node:
    """One value inside the document, and the path that leads to it.

    Each method but ``wrong`` returns the value as one type, or raises ReportError.
    """

    value: object
    where: str = ""

    def wrong(self, wanted: str) -> NoReturn:
        """Raises ReportError: the value is not what is ``wanted``."""
        place = f'"{self.where}"' if self.where else "the whole document"
        raise ReportError(f"This is not a grade report: {place} should be {wanted}.")

    def __getitem__(self, key: str) -> Node:
        where = f"{self.where}.{key}" if self.where else key
        members = self.members()
        if key not in members:
            raise ReportError(f'This is not a grade report: "{where}" is missing.')
        return Node(members[key], where)

    @property
    def absent(self) -> bool:
        """Whether the value is null."""
        return self.value is None

    def members(self) -> Mapping[str, object]:
        """The members of an object."""
        return self.value if isinstance(self.value, dict) else self.wrong("an object")

    def items(self) -> list[Node]:
        """The items of an array, each with its own path."""
        if not isinstance(self.value, list):
            self.wrong("an array")
        return [Node(item, f"{self.where}[{n}]") for n, item in enumerate(self.value)]

    def text(self) -> str:
        """A string."""
        return self.value if isinstance(self.value, str) else self.wrong("a string")

    def texts(self) -> tuple[str, ...]:
        """An array of strings."""
        return tuple(item.text() for item in self.items())

    def flag(self) -> bool:
        """True or false."""
        return self.value if isinstance(self.value, bool) else self.wrong("true or false")

    def whole(self) -> int:
        """A whole number, of any size."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        self.wrong("a whole number")

    def number(self) -> float:
        """A number that is finite as a float."""
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            try:
                number = float(self.value)
            except OverflowError:
                number = math.inf
            # JSON's own grammar lets infinity in, spelled 1e999.
            if math.isfinite(number):
                return number
        self.wrong("a finite number")

    def choice(self, kind: type[_Choice]) -> _Choice:
        """The member of ``kind`` that has this value."""
        for member in kind:
            if member.value == self.value:
                return member
        self.wrong("one of " + ", ".join(str(member.value) for member in kind))
