"""Boards of rows of ``B``, ``W`` and ``_``, as agents are given them; Black goes towards row 5."""

from __future__ import annotations

ROWS, COLS = 6, 6

Board = list[list[str]]
Move = tuple[tuple[int, int], tuple[int, int]]
Answer = tuple[list[int], list[int]]


def moves(board: Board, side: str = "B") -> list[Move]:
    """The moves of ``side``: row by row, forward, then to the next column and to the previous."""
    forward = 1 if side == "B" else -1
    found = []
    for row in range(ROWS):
        ahead = row + forward
        if not 0 <= ahead < ROWS:
            continue
        for col in range(COLS):
            if board[row][col] != side:
                continue
            if board[ahead][col] == "_":
                found.append(((row, col), (ahead, col)))
            found.extend(
                ((row, col), (ahead, aside))
                for aside in (col + 1, col - 1)
                if 0 <= aside < COLS and board[ahead][aside] != side
            )
    return found


def after(board: Board, move: Move) -> Board:
    """A new board, after a legal move of either side."""
    (row, col), (to_row, to_col) = move
    changed = [list(cells) for cells in board]
    changed[to_row][to_col] = changed[row][col]
    changed[row][col] = "_"
    return changed


def is_over(board: Board) -> bool:
    """Whether a side has arrived or has no pawn left."""
    if "W" in board[0] or "B" in board[ROWS - 1]:
        return True
    return not all(any(side in cells for cells in board) for side in "BW")


def answer(move: Move) -> Answer:
    """A move as it is returned: two lists."""
    src, dst = move
    return list(src), list(dst)
