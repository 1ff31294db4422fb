"""Divides long lists into pages of a hundred, with links that keep what was searched for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

AT_ONCE = 100
"""Rows of a page."""

_Row = TypeVar("_Row")
_Other = TypeVar("_Other")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[_Row]):
    """One page of a list, with its number and the parameters of its address.

    Attributes:
        number: of the page, from 1.
        pages: how many there are, at least one.
        total: rows of the whole list.
        query: what the address of each page holds beside its number.
    """

    rows: Sequence[_Row]
    number: int
    pages: int
    total: int
    query: str

    def with_rows(self, rows: Sequence[_Other]) -> ListPage[_Other]:
        """Return the same page with other rows, such as what the rows are the numbers of."""
        return ListPage(rows, self.number, self.pages, self.total, self.query)

    def __iter__(self) -> Iterator[_Row]:
        return iter(self.rows)


def make_list_page(
    every: Sequence[_Row], number: int, *, at_once: int = 0, **query: str
) -> ListPage[_Row]:
    """Return the page of that number, or the nearest one that exists.

    Args:
        at_once: rows of a page, if not :data:`AT_ONCE`.
        query: parameters of the address by their names; empty ones are left out.
    """
    at_once = at_once or AT_ONCE
    pages = max(1, -(-len(every) // at_once))
    number = min(max(number, 1), pages)
    rows = every[(number - 1) * at_once : number * at_once]
    kept = {name: text for name, text in query.items() if text}
    return ListPage(rows, number, pages, len(every), urlencode(kept, errors="backslashreplace"))
