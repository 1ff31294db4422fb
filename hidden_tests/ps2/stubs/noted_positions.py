"""A move generator that notes down which positions it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Moves = Callable[[Any, Any], list[Any]]


def make(log: list[Any], *, moves: Moves) -> Moves:
    """Wraps ``moves``. Each different position is logged once, as its 36 cells and the mover.

    Once is enough, and keeps the log small however often a search asks.
    """
    noted: set[str] = set()

    def noted_positions(board: Any, current_player: Any) -> list[Any]:
        cells = "".join("".join(row) for row in board)
        note = f"{cells} {getattr(current_player, 'name', current_player)}"
        if note not in noted:
            noted.add(note)
            log.append(note)
        return moves(board, current_player)

    return noted_positions
