"""Breakthrough as the arena plays it: the rules, and how agents are asked for moves.

Agents only ever play Black. White is shown the board upside down with the colours exchanged, and
its answer is turned back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.figures import Arrow, GridFigure, Look, Mark, Symbol
from grader.model.game_record import Result
from grader.play.game import Malformed
from hidden_tests.breakthrough_agent.judging import BreakthroughJudge
from hidden_tests.breakthrough_agent.notation import AlgebraicNotation
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

LEGEND = (
    Symbol("B", "Black", Look.FILLED),
    Symbol("W", "White", Look.HOLLOW),
    Symbol("_", "empty", Look.EMPTY),
)
_WINNERS = {"B": Result.FIRST, "W": Result.SECOND}
_WANTED = "A move is two lists of a row and a column of the board, [row, column], [row, column]"
_LONGEST = 60
"""Characters that are quoted of what is no move."""


@dataclass(frozen=True, slots=True)
class Breakthrough:
    """The game on a board of ``rows`` × ``columns``."""

    rows: int = 6
    columns: int = 6
    sides: tuple[str, str] = ("Black", "White")

    def start(self) -> State:
        """Two rows of pawns on each side."""
        return rules.start(self.rows, self.columns)

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves, in the order in which the mover would list them."""
        return rules.moves(state)

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal move."""
        return rules.after(state, move)

    def result(self, state: State) -> Result | None:
        """Who has won."""
        winner = rules.winner(state)
        return None if winner is None else _WINNERS[winner]

    def figure(self, state: State, move: Move | None = None) -> GridFigure:
        """The board as Black sees it."""
        arrows = () if move is None else (Arrow(*move, Mark.PLAYED),)
        return GridFigure(tuple(map(tuple, rules.figure(state))), LEGEND, arrows)

    def written(self, move: Move) -> str:
        """Row and column of both cells: ``1.2-2.3``."""
        return "-".join(f"{row}.{column}" for row, column in move)

    def read(self, state: State, word: str) -> Move:
        """The legal move that is written so."""
        for move in rules.moves(state):
            if self.written(move) == word:
                return move
        raise Malformed(f"{word!r} is not a legal move here.")

    def arguments(self, state: State) -> tuple[Any, ...]:
        """The board, as the mover sees it as Black."""
        return (rules.board_of(state),)

    def understood(self, state: State, answer: object) -> Move:
        """The move that an agent means by two cells, as lists or tuples, of plain numbers."""
        match answer:
            case [[int(row), int(column)], [int(to_row), int(to_column)]]:
                move = (row, column), (to_row, to_column)
                if all(y in range(state.rows) and x in range(state.cols) for y, x in move):
                    return rules.as_mover_sees(state, move)
        came = repr(answer)
        if len(came) > _LONGEST:
            came = f"{came[: _LONGEST - 1]}…"
        raise Malformed(f"{_WANTED}; {came} came.")

    def agent_view(self, state: State) -> str:
        """White is shown the board upside down, as Black."""
        if state.black_to_move:
            return ""
        return "coordinates of its own inverted board, on which it is Black"

    def substitute(self, state: State) -> Move:
        """The first legal move, which is what ``generate_rand_move`` gives."""
        return rules.moves(state)[0]


GAME = Breakthrough()


def most_plies(game: Breakthrough) -> int:
    """All steps that pawns can make without reaching the last row, and the one that does."""
    back_row, front_row = game.rows - 2, game.rows - 3
    return 2 * game.columns * (back_row + front_row) + 1


def judge(game: Breakthrough = GAME) -> BreakthroughJudge:
    """Says who stands better in the positions of one game."""
    return BreakthroughJudge(game.rows, game.columns)


def notation(game: Breakthrough = GAME) -> AlgebraicNotation:
    """How people write moves of one game."""
    return AlgebraicNotation(game.rows, game.columns)
