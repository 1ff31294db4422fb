"""Finds, for the API, the person whose bearer token a request carries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPBearer

from grader.service.auth.access import Visitor
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
