"""Builds the replay of a recorded game: its positions, and what its moves were worth."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from grader.model.game_record import GameRecord, Ply
from grader.model.game_replay import BetterMove, Replay
from grader.model.game_replay import ReplayMove as Made
from grader.play.game import Game, Move, State
from grader.play.match import replay_positions
from grader.play.move_evaluation import (
    PositionEvaluator,
    evaluate_position,
    find_proven_move,
    prove_positions,
    rate_move_quality,
)


def build_replay(
    game: Game[State, Move],
    record: GameRecord,
    title: str,
    judge: PositionEvaluator[State] | None = None,
    seconds: float = 0.0,
) -> Replay:
    """Return the replay of a recorded game.

    Args:
        title: of the assignment.
        judge: says who stands better; without one nothing is said about that.
        seconds: of CPU time for proofs, for the whole game.

    Raises:
        Malformed: if a move of the record is not legal.
    """
    end = time.process_time() + seconds
    positions = replay_positions(game, record)
    states = [state for state, _ in positions]
    given = len(record.opening)
    plies = (*map(Ply, record.opening), *record.plies)
    moves = [
        Made(
            number % 2, ply, number < given, game.figure(states[number + 1], positions[number][1]),
            result=game.result(states[number + 1]),
        )
        for number, ply in enumerate(plies)
    ]  # fmt: skip
    start = game.figure(states[0])
    replay = Replay(record, title, game.sides, start, None, tuple(moves))
    return replay if judge is None else _add_evaluations(game, replay, states, judge, end)


def _add_evaluations(
    game: Game[State, Move],
    replay: Replay,
    states: Sequence[State],
    judge: PositionEvaluator[State],
    end: float,
) -> Replay:
    """Return ``replay`` with the quality of each move and the value of each position."""
    known = prove_positions(game, states, judge, end - time.process_time())
    standings = [
        evaluate_position(state, number % 2, proof, judge)
        for number, (state, proof) in enumerate(zip(states, known, strict=True))
    ]
    moves = []
    for number, (before, after) in enumerate(pairwise(known)):
        said = rate_move_quality(before, None if after is None else -after)
        better = None
        if said.wrong and before is not None:
            better = _find_better_move(game, states[number], number % 2, before, judge, end)
        made = replay.moves[number]
        moves.append(replace(made, word=said, standing=standings[number + 1], better=better))
    estimate = str(getattr(judge, "estimate", ""))
    return replace(replay, standing=standings[0], moves=tuple(moves), estimate=estimate)


def _find_better_move(
    game: Game[State, Move],
    state: State,
    side: int,
    worth: int,
    judge: PositionEvaluator[State],
    end: float,
) -> BetterMove | None:
    """Return the move that would have kept the proved value of ``state``, as a replay shows it."""
    move = find_proven_move(game, state, side, worth, judge, end)
    if move is None:
        return None
    return BetterMove(game.written(move), worth == 1, game.figure(game.apply(state, move), move))
