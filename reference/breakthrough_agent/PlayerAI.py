"""A reference solution of the mini project: alpha-beta to a fixed depth."""
# ruff: noqa: N999 -- named for the class, as every reference solution is named

from __future__ import annotations

Board = list[list[str]]
Cell = tuple[int, int]
Move = tuple[Cell, Cell]

BLACK, WHITE, EMPTY = "B", "W", "_"
LAST = 5
INFINITY = 10**9
WIN = 10**6
DEPTH = 4
DEPTH_OF_FEW = 5
FEW = 12
"""Pawns of both sides together, up to which the search goes deeper."""
WEIGHTS = (20, 21, 23, 26, 36, 0)
"""What a pawn is worth that has come so many rows."""


def other(colour: str) -> str:
    """The opponent of ``colour``."""
    return WHITE if colour == BLACK else BLACK


def moves(board: Board, colour: str) -> list[Move]:
    """Legal moves of ``colour``; captures and the foremost pawns come first."""
    ahead = 1 if colour == BLACK else -1
    captures: list[Move] = []
    quiet: list[Move] = []
    for row in range(LAST, -1, -1) if colour == BLACK else range(LAST + 1):
        to = row + ahead
        if not 0 <= to <= LAST:
            continue
        for col in range(LAST + 1):
            if board[row][col] != colour:
                continue
            if board[to][col] == EMPTY:
                quiet.append(((row, col), (to, col)))
            for aside in (col + 1, col - 1):
                if 0 <= aside <= LAST and board[to][aside] != colour:
                    found = quiet if board[to][aside] == EMPTY else captures
                    found.append(((row, col), (to, aside)))
    return captures + quiet


def played(board: Board, move: Move, colour: str) -> Board:
    """The board after ``move``; ``board`` itself stays as it is."""
    (row, col), (to, aside) = move
    after = list(board)
    after[row] = list(board[row])
    after[to] = list(board[to])
    after[row][col] = EMPTY
    after[to][aside] = colour
    return after


def winner(board: Board) -> str | None:
    """Who has won."""
    if BLACK in board[LAST]:
        return BLACK
    if WHITE in board[0]:
        return WHITE
    if not any(WHITE in row for row in board):
        return BLACK
    if not any(BLACK in row for row in board):
        return WHITE
    return None


def evaluate(board: Board) -> int:
    """How good ``board`` is for Black; as bad, with the sides exchanged."""
    won = winner(board)
    if won is not None:
        return WIN if won == BLACK else -WIN
    value = 0
    for row, cells in enumerate(board):
        for cell in cells:
            if cell == BLACK:
                value += WEIGHTS[row]
            elif cell == WHITE:
                value -= WEIGHTS[LAST - row]
    return value


def alpha_beta(board: Board, colour: str, depth: int, alpha: int, beta: int) -> int:
    """The value of ``board`` for Black, with ``colour`` to move."""
    if winner(board) is not None:
        # An early win is better than a late one.
        return evaluate(board) + (depth if winner(board) == BLACK else -depth)
    if depth == 0:
        return evaluate(board)
    if colour == BLACK:
        value = -INFINITY
        for move in moves(board, BLACK):
            after = played(board, move, BLACK)
            value = max(value, alpha_beta(after, WHITE, depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = INFINITY
    for move in moves(board, WHITE):
        after = played(board, move, WHITE)
        value = min(value, alpha_beta(after, BLACK, depth - 1, alpha, beta))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def depth_for(board: Board) -> int:
    """How many plies to look ahead."""
    pawns = sum(cell != EMPTY for row in board for cell in row)
    return DEPTH_OF_FEW if pawns <= FEW else DEPTH


def best_move(board: Board, depth: int) -> Move:
    """A move of Black with the highest value."""
    best, alpha = None, -INFINITY
    for move in moves(board, BLACK):
        value = alpha_beta(played(board, move, BLACK), WHITE, depth - 1, alpha, INFINITY)
        if best is None or value > alpha:
            best, alpha = move, value
    assert best is not None, "as long as a game goes on, there is a move"
    return best


class PlayerAI:
    """An agent that looks a few plies ahead."""

    def make_move(self, board: Board) -> tuple[list[int], list[int]]:
        """The move of Black: where from and where to, as ``[row, column]``."""
        source, target = best_move(board, depth_for(board))
        return list(source), list(target)
