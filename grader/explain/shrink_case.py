"""Searches for the smallest case that still fails, one step smaller at a time.

Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
Transactions on Software Engineering 28 (2002); here the author of a case says what its smaller
versions are, so that each of them makes sense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, Self, TypeVar, runtime_checkable


@runtime_checkable
class Shrinkable(Protocol):
    """A case that has smaller versions."""

    @property
    def size(self) -> str:
        """Return the size of the case in words: ``3 pawns, depth 1``."""

    def smaller(self) -> Iterator[Self]:
        """Yield versions that are a step smaller, the most promising first."""


Failure = TypeVar("Failure")


def shrink_case(
    case: Shrinkable,
    fails: Callable[[Shrinkable], Failure | None],
    enough: Callable[[], bool],
) -> tuple[Shrinkable, Failure] | None:
    """Return the smallest version of ``case`` that was found to fail, and its failure.

    Args:
        fails: how a version fails, ``None`` if it does not.
        enough: asked before each try whether to be content with what there is.
    """
    failure = None if enough() else fails(case)
    if failure is None:
        return None
    while True:
        for candidate in case.smaller():
            if enough():
                return case, failure
            found = fails(candidate)
            if found is not None:
                case, failure = candidate, found
                break
        else:
            return case, failure
