"""Represents a person as one side of a game: how they write moves, and what they are advised."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from grader.model.figures import GridFigure
from grader.model.game_record import Result
from grader.play.game import Game, Malformed, Move, State
from grader.play.move_evaluation import PositionEvaluator, find_proven_move

_State_contra = TypeVar("_State_contra", contravariant=True)
_Move_contra = TypeVar("_Move_contra", contravariant=True)

Adviser = Callable[[State], Move | None]
"""What plays well: a position to a legal move, or ``None`` if it has none."""

_SHARE = 0.5
"""Of the time for a hint, how much the proof of who wins may take."""


class Notation(Protocol[_State_contra, _Move_contra]):
    """The notation in which people write the moves of a game.

    An assignment may supply one: ``notation(game)`` in ``hidden_tests/<id>/game.py`` makes it.
    """

    @property
    def help(self) -> str:
        """Return how a move is typed, as part of a sentence: ``the number of a column``."""

    def names(self, state: _State_contra, move: _Move_contra) -> Sequence[str]:
        """Return all ways to write a legal move, the one that people are shown first."""

    def labelled(self, figure: GridFigure) -> GridFigure:
        """Return ``figure`` with rows and columns labelled as moves name them."""


@dataclass(frozen=True, slots=True)
class RecordNotation:
    """The notation of the game's records, for a game that has no other notation."""

    game: Game[Any, Any]

    @property
    def help(self) -> str:
        """Return the first move of the game as an example."""
        return f"such as {self.game.written(self.game.moves(self.game.start())[0])}"

    def names(self, _: Any, move: Any) -> Sequence[str]:
        """Return the one way to write a move."""
        return (self.game.written(move),)

    def labelled(self, figure: GridFigure) -> GridFigure:
        """Return the figure unchanged."""
        return figure


def parse_typed_move(
    game: Game[State, Move], state: State, word: str, notation: Notation[State, Move]
) -> Move:
    """Return the legal move that typed text means; ``12-23`` means ``1.2-2.3``.

    Raises:
        Malformed: if there is none, or more than one.
    """
    moves = list(game.moves(state))
    names = [tuple(notation.names(state, move)) for move in moves]
    for move, ways in zip(moves, names, strict=True):
        if word in ways:
            return move
    bare = _bare(word)
    found = [n for n, ways in enumerate(names) if bare in map(_bare, ways)]
    if len(found) == 1:
        return moves[found[0]]
    if not found:
        raise Malformed(f"{word!r} is not a legal move here; ? lists them.")
    raise Malformed(
        f"{word!r} can be {' or '.join(names[n][0] for n in found)}; write it as one of these."
    )


def _bare(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold()))


@dataclass(frozen=True, slots=True)
class MoveAdvice(Generic[Move]):
    """A move that a person is advised to make.

    Attributes:
        worth: what it is proved to lead to for them: 1 a win, 0 a draw, -1 a loss, as every move
            is then; ``None`` if it is not proved.
        advised: whether it is the adviser's move, and not a guess.
    """

    move: Move
    worth: int | None
    advised: bool = False


def advise_move(
    game: Game[State, Move],
    state: State,
    side: int,
    judge: PositionEvaluator[State],
    seconds: float,
    adviser: Adviser[State, Move] | None = None,
) -> MoveAdvice[Move]:
    """Return a hint for ``side``: by a proof, else from the adviser or the judge's estimate.

    Without an adviser it is a guess by the judge's estimate, two moves ahead. A move that is proved
    to lose is no hint, unless all are.

    Args:
        seconds: of CPU time for proofs, about.
    """
    end = time.process_time() + seconds
    worth = judge.value(state, _SHARE * seconds)
    if worth is not None and worth >= 0:
        move = find_proven_move(game, state, side, worth, judge, end)
        if move is not None:
            return MoveAdvice(move, worth)
    moves = list(game.moves(state))
    guesses = moves
    if worth != -1:
        share = max(0.0, end - time.process_time()) / len(moves)
        values = [_proved_value(game, game.apply(state, move), judge, share) for move in moves]
        if -1 in values:
            return MoveAdvice(moves[values.index(-1)], 1)
        guesses = [move for move, value in zip(moves, values, strict=True) if value != 1] or moves
        advised = None if adviser is None else adviser(state)
        if advised in guesses:
            return MoveAdvice(advised, None, advised=True)
    best = max(
        guesses,
        key=lambda move: _estimate_after_best_reply(game, game.apply(state, move), side, judge),
    )
    return MoveAdvice(best, -1 if worth == -1 else None)


def _proved_value(
    game: Game[State, Move], state: State, judge: PositionEvaluator[State], seconds: float
) -> int | None:
    """Return the proved value for the side to move; ``None`` if no proof is found."""
    result = game.result(state)
    if result is None:
        return judge.value(state, seconds)
    return 0 if result is Result.DRAW else -1


def _estimate_after_best_reply(
    game: Game[State, Move], state: State, side: int, judge: PositionEvaluator[State]
) -> float:
    """Return the judge's estimate for ``side`` after the opponent's best reply."""
    if game.result(state) is not None:
        return _value_for_side(game, state, side, judge)
    replies = (game.apply(state, move) for move in game.moves(state))
    return min(_value_for_side(game, reply, side, judge) for reply in replies)


def _value_for_side(
    game: Game[State, Move], state: State, side: int, judge: PositionEvaluator[State]
) -> float:
    result = game.result(state)
    if result is not None:
        return 4 * result.points(side) - 2  # beyond every estimate
    ahead = judge.advantage(state)
    return -ahead if side else ahead
