"""Boards on which the positions of a search are counted, and how many there are at each ply.

Few pawns: for some plies no game is over and no side is without pawns, so that every search has the
same tree, whatever it counts as the end of a game.

On some boards all pawns are near home, so that there is nothing to gain so soon that a search might
stop early. On the others they can be captured soon, so that there are worse moves, whatever an
evaluation goes by, and a search has something to prune.
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
_CLOSE_PAWNS = (4,) * 6
_CLOSE_MOVES = range(5, 9)
_HOME, _AHEAD = ((0, 1), (4, 5)), ((1, 2), (3, 4))
"""Rows on which pawns of Black and of White are drawn."""


def entries() -> Iterator[str]:
    """Yield the quiet boards as JSON, each with the number of ways to each ply."""
    draw = random.Random(_SEED)
    for pawns in _PAWNS:
        state = _drawn(draw, pawns, _HOME)
        while pawns > _PAWNS[0] and len(rules.moves(state)) not in _MOVES:
            state = _drawn(draw, pawns, _HOME)
        yield _entry(state)


def close_entries() -> Iterator[str]:
    """Yield the boards with captures as JSON, each with the number of ways to each ply."""
    draw = random.Random(_SEED)
    for pawns in _CLOSE_PAWNS:
        state = _drawn(draw, pawns, _AHEAD)
        while len(rules.moves(state)) not in _CLOSE_MOVES or not goes_on(state):
            state = _drawn(draw, pawns, _AHEAD)
        yield _entry(state)


def goes_on(state: State) -> bool:
    """Return whether no game is over after fewer than :data:`PLIES` plies."""
    level = {state}
    for _ in range(PLIES):
        if any(map(rules.winner, level)):
            return False
        level = {rules.after(each, move) for each in level for move in rules.moves(each)}
    return True


def _entry(state: State) -> str:
    board = ["".join(row) for row in rules.board_of(state)]
    return json.dumps({"board": board, "plain": [ways(state, ply) for ply in range(PLIES + 1)]})


def ways(state: State, plies: int) -> int:
    """In how many ways a game can go on for so many plies."""
    if plies == 0:
        return 1
    return sum(ways(rules.after(state, move), plies - 1) for move in rules.moves(state))


def _drawn(draw: random.Random, pawns: int, rows: tuple[tuple[int, int], ...]) -> State:
    """A board with so many pawns of each side on two rows of its own."""
    cells = [["_"] * 6 for _ in range(6)]
    for side, own in zip("BW", rows, strict=True):
        for row, column in draw.sample([(row, c) for row in own for c in range(6)], pawns):
            cells[row][column] = side
    return rules.state_of(cells)
