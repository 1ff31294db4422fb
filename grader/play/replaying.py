"""A recorded game as somebody sees it: its positions, and what its moves were worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grader.model.game_record import GameRecord, Ply
from grader.model.replay import Move as Made
from grader.model.replay import Replay, Standing, Word
from grader.play.game import Game, Move, State
from grader.play.judging import Judge, proofs, standing, word
from grader.play.match import replayed


def replay_of(
    game: Game[State, Move],
    record: GameRecord,
    title: str,
    judge: Judge[State] | None = None,
    seconds: float = 0.0,
) -> Replay:
    """What there is to see of a game.

    Args:
        title: of the assignment.
        judge: says who stands better; without one nothing is said about that.
        seconds: of CPU time for proofs, for the whole game.

    Raises:
        Malformed: if a move of the record is not legal.
    """
    positions = replayed(game, record)
    states = [state for state, _ in positions]
    words, standings = _judged(game, states, judge, seconds)
    given = len(record.opening)
    plies = (*map(Ply, record.opening), *record.plies)
    moves = [
        Made(
            number % 2, ply, number < given, game.figure(states[number + 1], positions[number][1]),
            words[number], standings[number + 1],
        )
        for number, ply in enumerate(plies)
    ]  # fmt: skip
    start = game.figure(states[0])
    return Replay(record, title, game.sides, start, standings[0], tuple(moves))


def _judged(
    game: Game[State, Move], states: Sequence[State], judge: Judge[State] | None, seconds: float
) -> tuple[list[Word | None], list[Standing | None]]:
    """What each move was worth, and who stood better in each position."""
    if judge is None:
        return [None] * (len(states) - 1), [None] * len(states)
    known = proofs(game, states, judge, seconds)
    words: list[Word | None] = [
        word(before, None if after is None else -after) for before, after in pairwise(known)
    ]
    standings: list[Standing | None] = [
        standing(state, number % 2, proof, judge)
        for number, (state, proof) in enumerate(zip(states, known, strict=True))
    ]
    return words, standings
