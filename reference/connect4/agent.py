"""Who plays in matches and in the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board
    from reference.connect4.forward_pruning_search import forward_pruning_search


def agent(board: Board, player: str = "x") -> int | None:
    """A column: what the search with forward pruning finds four plies ahead."""
    return forward_pruning_search(board, player, 4)[1]
