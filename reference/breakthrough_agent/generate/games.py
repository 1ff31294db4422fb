"""Games at random, in which captures are made half of the time where there are any."""

from __future__ import annotations

import random
from collections.abc import Iterator

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

_SEED = 2022


def positions(game: int) -> Iterator[State]:
    """The positions of a game, all as Black sees them who is to move."""
    draw = random.Random(_SEED * 10_000 + game)
    state = rules.start()
    while rules.winner(state) is None:
        yield state if state.black_to_move else rules.inverted(state)
        moves = rules.moves(state)
        taking = captures(state)
        state = rules.after(state, draw.choice(taking or moves if draw.random() < 0.5 else moves))


def captures(state: State) -> list[Move]:
    """The moves that capture a pawn."""
    enemies = state.white if state.black_to_move else state.black
    return [move for move in rules.moves(state) if enemies >> (6 * move[1][0] + move[1][1]) & 1]
