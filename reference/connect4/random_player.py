"""An agent that plays at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board


def random_player(board: Board, player: str = "x") -> int:  # noqa: ARG001 - agents are given it
    """One of the actions, each as likely as the others."""
    return int(np.random.choice(actions(board)))
