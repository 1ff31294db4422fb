"""Boards on which the positions of a search are counted, and how many there are at each ply.

Few pawns, all near home: for six plies no game is over and no side is without pawns, so that every
search has the same tree, whatever it takes for an end. Nor is there anything to gain so soon that a
search might stop early.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import State

PLIES = 5
_SEED = 2026
_PAWNS = (2, 3, 3)
"""Of each side, on each board. The first one only shows which functions search."""
_MOVES = range(7, 10)


def entries() -> Iterator[str]:
    """The boards as JSON, each with the number of ways to each ply."""
    draw = random.Random(_SEED)
    for pawns in _PAWNS:
        state = _drawn(draw, pawns)
        while pawns > _PAWNS[0] and len(rules.moves(state)) not in _MOVES:
            state = _drawn(draw, pawns)
        board = ["".join(row) for row in rules.board_of(state)]
        plain = [ways(state, plies) for plies in range(PLIES + 1)]
        yield json.dumps({"board": board, "plain": plain})


def ways(state: State, plies: int) -> int:
    """In how many ways a game can go on for so many plies."""
    if plies == 0:
        return 1
    return sum(ways(rules.after(state, move), plies - 1) for move in rules.moves(state))


def _drawn(draw: random.Random, pawns: int) -> State:
    """A board with so many pawns of each side on its two home rows."""
    cells = [["_"] * 6 for _ in range(6)]
    for side, rows in (("B", (0, 1)), ("W", (4, 5))):
        for row, column in draw.sample([(row, c) for row in rows for c in range(6)], pawns):
            cells[row][column] = side
    return rules.state_of(cells)
