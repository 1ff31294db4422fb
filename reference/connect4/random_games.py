"""Plays games of one agent against itself. Runs in the sandbox, where a move takes no message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Board = tuple[str, ...]


def random_games(
    agent: Callable[..., Any], rows: int, columns: int, games: int
) -> tuple[int, int, int, Any]:
    """Let ``agent`` play so many games against itself.

    Args:
        agent: takes a plain board and the player, and answers with a column.

    Returns:
        games that x has won, those that o has won, draws, and the first answer that is no column
        of a free cell, after which no more is played; ``None`` if there is none.
    """
    results = {"x": 0, "o": 0, " ": 0}
    for _ in range(games):
        board: Board = (" " * columns,) * rows
        player = "x"
        while True:
            column = agent(board, player)
            if type(column) is not int or not 0 <= column < columns or board[0][column] != " ":
                return results["x"], results["o"], results[" "], [board, column]
            board, row = _dropped(board, player, column)
            if _makes_line(board, row, column):
                results[player] += 1
                break
            if " " not in board[0]:
                results[" "] += 1
                break
            player = "o" if player == "x" else "x"
    return results["x"], results["o"], results[" "], None


def _dropped(board: Board, player: str, column: int) -> tuple[Board, int]:
    row = max(row for row, cells in enumerate(board) if cells[column] == " ")
    cells = board[row]
    changed = cells[:column] + player + cells[column + 1 :]
    return (*board[:row], changed, *board[row + 1 :]), row


def _makes_line(board: Board, row: int, column: int) -> bool:
    """Whether the disc in this cell is one of four in a line."""
    disc = board[row][column]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == disc:
                length += 1
                r, c = r + sign * down, c + sign * right
        if length >= 4:
            return True
    return False
