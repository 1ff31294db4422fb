"""The same search, which looks at columns in the middle first: more lines go through them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.alpha_beta_search import search_to_the_end
    from reference.connect4.boards import Board


def ordered_search(board: Board, player: str = "x") -> tuple[float, int | None]:
    """As ``alpha_beta_search``; fewer positions are looked at."""
    return search_to_the_end(board, player, player, -math.inf, math.inf, middle_first)


def middle_first(board: Board) -> list[int]:
    """The actions, those in the middle first."""
    middle = (board.shape[1] - 1) / 2
    return sorted(actions(board), key=lambda column: abs(column - middle))
