"""Connect 4 as the arena plays it: the rules, and how agents are asked for moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.figures import GridFigure, Look, Mark, Spot, Symbol
from grader.model.game_record import Result
from grader.play.game import Malformed
from hidden_tests.connect4.judging import ConnectFourJudge
from reference.connect4 import rules
from reference.connect4.rules import Board

LEGEND = (
    Symbol("x", "x", Look.FILLED),
    Symbol("o", "o", Look.HOLLOW),
    Symbol(" ", "empty", Look.EMPTY),
)
_WINNERS = {"x": Result.FIRST, "o": Result.SECOND}


@dataclass(frozen=True, slots=True)
class ConnectFour:
    """The game on a board of ``rows`` × ``columns``. A state is a board; whose turn it is shows."""

    rows: int = 6
    columns: int = 7
    sides: tuple[str, str] = ("x", "o")

    def start(self) -> Board:
        """The empty board."""
        return rules.start(self.rows, self.columns)

    def moves(self, state: Board) -> Sequence[int]:
        """Columns that are not full, from left to right."""
        return rules.moves(state)

    def apply(self, state: Board, move: int) -> Board:
        """The board with one more disc."""
        return rules.drop(state, rules.to_move(state), move)

    def result(self, state: Board) -> Result | None:
        """Who has a line; a draw if the board is full without one."""
        winner = rules.winner(state)
        if winner is not None:
            return _WINNERS[winner]
        return Result.DRAW if rules.over(state) else None

    def figure(self, state: Board, move: int | None = None) -> GridFigure:
        """The board, with the disc marked that ``move`` has put there."""
        spots: tuple[Spot, ...] = ()
        if move is not None:
            row = next(row for row, cells in enumerate(state) if cells[move] != " ")
            spots = (Spot((row, move), Mark.PLAYED),)
        return GridFigure(tuple(map(tuple, state)), LEGEND, spots=spots)

    def written(self, move: int) -> str:
        """The number of the column, from 0, as agents count."""
        return str(move)

    def read(self, state: Board, word: str) -> int:
        """The column of that number."""
        for move in rules.moves(state):
            if self.written(move) == word:
                return move
        raise Malformed(f"{word!r} is no legal move here.")

    def arguments(self, state: Board) -> tuple[Any, ...]:
        """The board and whose turn it is; the adapter makes of them what the agent takes."""
        return state, rules.to_move(state)

    def understood(self, state: Board, answer: object) -> int:
        """The column that an agent means."""
        if isinstance(answer, int):
            return answer
        raise Malformed(f"A move is the number of a column; a {type(answer).__name__} came.")

    def substitute(self, state: Board) -> int:
        """The leftmost legal column: seldom a good one, so that no agent gains by failing."""
        return rules.moves(state)[0]


GAME = ConnectFour()


def judge() -> ConnectFourJudge:
    """Says who stands better in the positions of one game, on a board of any size."""
    return ConnectFourJudge()
