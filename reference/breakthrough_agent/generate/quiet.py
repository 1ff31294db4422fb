"""Positions in which nothing is won or lost soon, and sensible evaluations agree on the move.

1. Play games at random, and look at the positions with few pawns and many moves.
2. Search each two, three and four plies deep, with several evaluations that all count pawns, and
   count them the more the further they have come, by more or by less.
3. Keep the position if all of these searches together have at most two best moves, and if none of
   them sees the end of the game.
4. Of these, keep those with a capture that is wrong: to capture is not enough.

So an agent that looks two to four plies ahead makes these moves because of how it rates positions,
and hardly ever without doing so. Evaluations may differ more than these do: not all is asked for.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.generate.games import captures, positions
from reference.breakthrough_agent.rules import Move, State

_NUMBER = 12
_FIRST_GAME = 5000
_GAMES = 20_000
_PAWNS = range(6, 12)
_LEAST_MOVES = 7
_MOST_RIGHT = 2
_WON = 1e6

_WORTH: Sequence[Sequence[float]] = (
    (10, 11, 12, 13, 14, 0),
    (2, 4, 6, 9, 13, 0),
    (10, 11, 14, 19, 26, 0),
    (20, 21, 22, 23, 24, 0),
    (10, 6, 8, 12, 18, 0),
)
"""What a black pawn counts on each row, from its home on; a white one the same from the other end.
The last one also likes pawns that stay at home, as those who know the game do."""

Values = tuple[float, ...]


def entries() -> list[str]:
    """The positions as JSON, each with its right moves.

    Raises:
        LookupError: if there are not enough.
    """
    found: list[str] = []
    for game in range(_FIRST_GAME, _FIRST_GAME + _GAMES):
        for state in positions(game):
            right = _right(state)
            if right:
                board = ["".join(row) for row in rules.board_of(state)]
                found.append(json.dumps({"board": board, "right": sorted(right)}))
                break
        if len(found) == _NUMBER:
            return found
    raise LookupError(f"{_GAMES} games have only {len(found)} positions of this kind.")


def _right(state: State) -> set[Move]:
    """The moves that searches with all evaluations make; none if they do not agree."""
    pawns = (state.black | state.white).bit_count()
    taking = set(captures(state))
    if pawns not in _PAWNS or len(rules.moves(state)) < _LEAST_MOVES or len(taking) < 2:
        return set()
    right: set[Move] = set()
    for plies in (2, 3, 4):
        after = {move: _values(rules.after(state, move), plies - 1) for move in rules.moves(state)}
        if any(abs(value) >= _WON for values in after.values() for value in values):
            return set()
        best = [max(values) for values in zip(*after.values(), strict=True)]
        right |= {
            move
            for move, values in after.items()
            if any(value == top for value, top in zip(values, best, strict=True))
        }
        if len(right) > _MOST_RIGHT:
            return set()
    return set() if taking <= right else right


@functools.lru_cache(maxsize=500_000)
def _values(state: State, plies: int) -> Values:
    """What a position is worth for Black by each evaluation, so many plies ahead."""
    winner = rules.winner(state)
    if winner is not None:
        return (_WON if winner == "B" else -_WON,) * len(_WORTH)
    if plies == 0:
        return _rated(state)
    best: Callable[..., float] = max if state.black_to_move else min
    after = (_values(rules.after(state, move), plies - 1) for move in rules.moves(state))
    return tuple(best(values) for values in zip(*after, strict=True))


def _rated(state: State) -> Values:
    rows = range(0, 36, 6)
    black = [(state.black >> row & 63).bit_count() for row in rows]
    white = [(state.white >> row & 63).bit_count() for row in reversed(rows)]
    return tuple(
        sum(value * (own - others) for value, own, others in zip(worth, black, white, strict=True))
        for worth in _WORTH
    )
