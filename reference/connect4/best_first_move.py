"""The best first move on the usual board, by a search that looks a few plies ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from reference.connect4.cutoff_search import cutoff_search


def best_first_move() -> int | None:
    """A column. With the one in the middle the first player can force a win, and with no other."""
    return cutoff_search(np.full((6, 7), " "), "x", 4)[1]
