"""Pages of long lists in the API: so many items, and where the next page begins."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from grader.service.keyset_pagination import Piece

_Item = TypeVar("_Item")
_LARGEST = 2**31 - 1
"""An id that every database can look for."""


class ListPage(BaseModel, Generic[_Item]):
    """A page of a list, the oldest items first."""

    items: list[_Item]
    next: Annotated[
        int | None,
        Field(description="What `after` is for the next page; null on the last one."),
    ]


def _piece(
    after: Annotated[
        int, Query(ge=0, le=_LARGEST, description="`next` of the page before; 0 for the first one.")
    ] = 0,
    limit: Annotated[int, Query(ge=1, le=200, description="Items of a page, at most.")] = 100,
) -> Piece:
    return Piece(after, limit)


Paged = Annotated[Piece, Depends(_piece)]
