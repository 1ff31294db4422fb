"""Evaluates the moves of a game by proofs of who wins, the last position first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol, TypeVar

from grader.model.game_record import Result
from grader.model.game_replay import MoveQuality, PositionEvaluation
from grader.play.game import Game, Move, State

_State_contra = TypeVar("_State_contra", contravariant=True)

_SHARE = 0.25
"""Of the time that is left, how much a single position may take."""
_PATIENCE = 3
"""After so many positions in a row that could not be proved, nothing more is tried: earlier ones
are harder."""


class PositionEvaluator(Protocol[_State_contra]):
    """Evaluates positions of one game: who stands better. It may remember what it has proved.

    An assignment may supply one: ``judge(game)`` in ``hidden_tests/<id>/game.py``
    makes it for a game that is played there. An attribute ``estimate``, which it need not have,
    says what :meth:`advantage` goes by, as part of a sentence: ``the pawns that are left``.
    """

    def value(self, state: _State_contra, seconds: float) -> int | None:
        """Return what perfect play leads to, for the side to move: 1 a win, 0 a draw, -1 a loss.

        Returns:
            ``None`` if that takes more than about so many seconds of CPU time.
        """

    def advantage(self, state: _State_contra) -> float:
        """Return an estimate for the side that moves first, from -1 to 1."""


def prove_positions(
    game: Game[State, Move],
    states: Sequence[State],
    judge: PositionEvaluator[State],
    seconds: float,
) -> list[int | None]:
    """Return the proved value of each position of a game, for the side to move.

    The last position comes first, because proofs are short there, and are used for the others.

    Args:
        states: all positions, from the first one.
        seconds: of CPU time, for all of them together.
    """
    end = time.process_time() + seconds
    failed = 0 if seconds > 0 else _PATIENCE
    found: list[int | None] = [None] * len(states)
    for number in reversed(range(len(states))):
        result = game.result(states[number])
        if result is not None:
            found[number] = _for_mover(result, number % 2)
            continue
        after = found[number + 1] if number + 1 < len(states) else None
        if after == -1:
            found[number] = 1  # the move that was made wins
        elif failed < _PATIENCE:
            left = end - time.process_time()
            found[number] = judge.value(states[number], max(0.0, _SHARE * left))
            failed = 0 if found[number] is not None else failed + 1
    return found


def find_proven_move(
    game: Game[State, Move],
    state: State,
    side: int,
    worth: int,
    judge: PositionEvaluator[State],
    end: float,
) -> Move | None:
    """Return a move that is proved to be worth at least ``worth`` for its side.

    A move that ends the game with this result at once comes before the others.

    Args:
        worth: what perfect play leads to: 1 or 0.
        end: CPU time of this process at which nothing more is tried.

    Returns:
        ``None`` if there was no time to find one.
    """
    after = [(move, game.apply(state, move)) for move in game.moves(state)]
    for move, reached in after:
        result = game.result(reached)
        if result is not None and _for_mover(result, side) >= worth:
            return move
    for move, reached in after:
        left = end - time.process_time()
        if left <= 0:
            return None
        if game.result(reached) is None:
            value = judge.value(reached, _SHARE * left)
            if value is not None and -value >= worth:
                return move
    return None


def _for_mover(result: Result, side: int) -> int:
    return round(2 * result.points(side) - 1)


def rate_move_quality(before: int | None, after: int | None) -> MoveQuality:
    """Return the quality of a move that led from one position to another.

    Args:
        before: what perfect play led to, for the side that moved; ``None`` if nobody knows.
        after: the same after the move, for the same side.

    Raises:
        ValueError: if both cannot be true, because a move cannot make a position better.
    """
    if before is None or after is None:
        return MoveQuality.UNPROVED
    if after > before:
        raise ValueError(f"A position worth {before} has a move that is worth {after}.")
    if after < before:
        return MoveQuality.BLUNDER if before - after == 2 else MoveQuality.MISTAKE
    return MoveQuality.FINE if after == -1 else MoveQuality.BEST


def evaluate_position(
    state: State, mover: int, proof: int | None, judge: PositionEvaluator[State]
) -> PositionEvaluation:
    """Return the value of a position in which ``mover`` moves, proved or estimated."""
    if proof is not None:
        return PositionEvaluation(float(-proof if mover else proof), proved=True)
    return PositionEvaluation(min(1.0, max(-1.0, judge.advantage(state))), proved=False)
