"""A transition function that remembers whose neighbours it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Transition = Callable[[list[int]], list[list[int]]]


def make(log: list[Any], *, transition: Transition) -> Transition:
    """Wrap ``transition``; each route it is called with is logged first.

    A climb can move only to a route that the transition gave it, so the first entry is where
    the climb started, however its steps are chosen.
    """

    def asked_routes(route: list[int]) -> list[list[int]]:
        log.append(list(route))
        return transition(route)

    return asked_routes
