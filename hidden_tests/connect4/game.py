"""Connect 4 as the arena plays it: the rules, and how agents are asked for moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.figures import GridFigure, Look, Mark, Spot, Symbol
from grader.model.game_record import Result
from grader.play.game import Malformed
from hidden_tests.connect4.judging import ConnectFourJudge
from hidden_tests.connect4.notation import ColumnNotation
from reference.connect4 import rules
from reference.connect4.rules import Board

LEGEND = (
    Symbol("x", "x", Look.FILLED),
    Symbol("o", "o", Look.HOLLOW),
    Symbol(" ", "empty", Look.EMPTY),
)
_WINNERS = {"x": Result.FIRST, "o": Result.SECOND}
_LARGEST = 12
"""Rows or columns of a board."""
_BOARD = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)(-connect-3)?")


@dataclass(frozen=True, slots=True)
class ConnectFour:
    """The game on a board of ``rows`` × ``columns``. A state is a board; whose turn it is shows.

    Attributes:
        length: discs of a line that wins. Agents are not told.
    """

    rows: int = 6
    columns: int = 7
    length: int = 4
    sides: tuple[str, str] = ("x", "o")

    def start(self) -> Board:
        """The empty board."""
        return rules.start(self.rows, self.columns)

    def moves(self, state: Board) -> Sequence[int]:
        """Columns that are not full, from left to right."""
        return rules.moves(state, self.length)

    def apply(self, state: Board, move: int) -> Board:
        """The board with one more disc."""
        return rules.drop(state, rules.to_move(state), move)

    def result(self, state: Board) -> Result | None:
        """Who has a line; a draw if the board is full without one."""
        winner = rules.winner(state, self.length)
        if winner is not None:
            return _WINNERS[winner]
        return Result.DRAW if rules.over(state, self.length) else None

    def figure(self, state: Board, move: int | None = None) -> GridFigure:
        """The board, with the disc marked that ``move`` has put there, and the line that wins."""
        marked = rules.completed(state, self.length)
        if move is not None:
            row = next(row for row, cells in enumerate(state) if cells[move] != " ")
            marked |= {(row, move)}
        spots = tuple(Spot(cell, Mark.PLAYED) for cell in sorted(marked))
        return GridFigure(tuple(map(tuple, state)), LEGEND, spots=spots)

    def written(self, move: int) -> str:
        """The number of the column, from 0, as agents count."""
        return str(move)

    def read(self, state: Board, word: str) -> int:
        """The column of that number."""
        for move in self.moves(state):
            if self.written(move) == word:
                return move
        raise Malformed(f"{word!r} is not a legal move here.")

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
        return self.moves(state)[0]


GAME = ConnectFour()


def on_board(word: str) -> ConnectFour:
    """The game on the board that ``word`` stands for: ``5x4`` or ``5x4-connect-3``.

    Raises:
        Malformed: if it stands for none.
    """
    found = _BOARD.fullmatch(word)
    if found is not None:
        rows, columns = int(found[1]), int(found[2])
        if min(rows, columns) >= rules.SMALLEST and max(rows, columns) <= _LARGEST:
            return ConnectFour(rows, columns, 3 if found[3] else 4)
    raise Malformed(
        f"A board is ROWSxCOLUMNS, from {rules.SMALLEST}x{rules.SMALLEST} to "
        f"{_LARGEST}x{_LARGEST}: 5x4, for example; with -connect-3 after it three discs in a line "
        f"win: 5x4-connect-3. No board is {word!r}."
    )


def most_plies(game: ConnectFour) -> int:
    """One for each cell."""
    return game.rows * game.columns


def judge(game: ConnectFour = GAME) -> ConnectFourJudge:
    """Says who stands better in the positions of one game, on a board of any size."""
    return ConnectFourJudge(game.length)


def notation(game: ConnectFour = GAME) -> ColumnNotation:
    """How people write moves of one game."""
    return ColumnNotation(game.columns)
