"""Positions of Breakthrough as they come up in play, the same ones from the same seed.

Both sides look two plies ahead. The first four moves are drawn at random and so is one in ten of
the others, so that no two games are the same and mistakes occur.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.agents import load
from reference.breakthrough_agent.rules import State

_RANDOM_PLIES = 4
_RANDOM_SHARE = 0.1


def positions(plies: int, number: int, seed: int = 0) -> list[State]:
    """``number`` different undecided positions after ``plies`` moves, each from a game of its own.

    Games that end sooner are passed over.
    """
    found: dict[State, None] = {}
    for state in _reached(plies, seed):
        found[state] = None
        if len(found) == number:
            break
    return list(found)


def _reached(plies: int, seed: int) -> Iterator[State]:
    player = load("fixed_depth_2")
    for game in itertools.count():
        chance = random.Random(f"{seed} {game}")
        state = rules.start()
        for ply in range(plies):
            legal = rules.moves(state)
            if not legal:
                break
            if ply < _RANDOM_PLIES or chance.random() < _RANDOM_SHARE:
                move = chance.choice(legal)
            else:
                src, dst = player.make_move(rules.board_of(state))
                move = rules.as_mover_sees(state, ((src[0], src[1]), (dst[0], dst[1])))
            state = rules.apply(state, move)
        else:
            if rules.winner(state) is None:
                yield state
