"""Describes what routes of the API take: a bearer token, and which part of a long list."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from fastapi import Depends, HTTPException, Query, Request
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field

from grader.service.auth.access import Visitor
from grader.service.keyset_pagination import PageRequest
from grader.service.web.request_context import require_not_archived, visitor_by_token

# It only describes: who has a token, :func:`bearer` finds out.
DESCRIBED = Depends(HTTPBearer(auto_error=False, description="A token of the page Account."))


def bearer(request: Request) -> Visitor:
    """Return the visitor whose token a request carries; answer with status 401 if there is none."""
    found = visitor_by_token(request)
    if found is None:
        raise HTTPException(
            401, "Send a token: Authorization: Bearer TOKEN.", {"WWW-Authenticate": "Bearer"}
        )
    if request.method not in {"GET", "HEAD"}:
        require_not_archived(request, found)
    return found


Bearer = Annotated[Visitor, Depends(bearer)]


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
) -> PageRequest:
    return PageRequest(after, limit)


Paged = Annotated[PageRequest, Depends(_piece)]
