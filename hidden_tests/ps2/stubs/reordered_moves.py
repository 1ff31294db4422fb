"""A move generator that lists the moves of another one in a different order."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Moves = Callable[[Any, Any], list[Any]]


def make(log: list[Any], *, moves: Moves, order: str) -> Moves:  # noqa: ARG001
    """``order`` is ``reversed`` or ``shuffled``, the latter the same in every run."""
    rng = random.Random(order)

    def reordered_moves(board: Any, current_player: Any) -> list[Any]:
        found = list(moves(board, current_player))
        if order == "reversed":
            found.reverse()
        else:
            rng.shuffle(found)
        return found

    return reordered_moves
