"""What the champion takes for won or lost without a search is so, by the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.agents.champion_board import BITS, Position, mirrored, seen
from reference.breakthrough_agent.oracle import Prover
from reference.breakthrough_agent.rules import State

GAMES = 100


def game(seed: int) -> Iterator[State]:
    """The undecided positions of a game in which captures are more likely than other moves."""
    draw = random.Random(seed)
    state = rules.start()
    while rules.winner(state) is None:
        yield state
        moves = rules.moves(state)
        captures = [move for move in moves if move[0][1] != move[1][1] and _taken(state, move)]
        state = rules.after(state, draw.choice(captures or moves if draw.random() < 0.5 else moves))


def _taken(state: State, move: rules.Move) -> bool:
    before, after = state, rules.after(state, move)
    return (before.black | before.white).bit_count() > (after.black | after.white).bit_count()


def as_integers(state: State) -> Position:
    own = opp = 0
    for cell, tile in enumerate(tile for row in rules.board_of(state) for tile in row):
        own |= BITS[cell] * (tile == "B")
        opp |= BITS[cell] * (tile == "W")
    return own, opp, mirrored(own), mirrored(opp)


def test_what_is_seen_is_proved() -> None:
    found: Counter[bool] = Counter()
    for seed in range(GAMES):
        prover = Prover()
        for state in game(seed):
            if end := seen(*as_integers(state)):
                mover = "B" if state.black_to_move else "W"
                winner = prover.prove(state).winner
                assert winner is not None
                assert (winner == mover) == (end > 0), rules.board_of(state)
                found[end > 0] += 1
    assert min(found[True], found[False]) > GAMES
