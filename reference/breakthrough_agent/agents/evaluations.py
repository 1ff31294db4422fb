"""What simple agents think of a board, for Black: the more, the better."""

from __future__ import annotations

from reference.breakthrough_agent.agents.boards import COLS, ROWS, Board, moves

INFINITY = float("inf")


def cells_of(board: Board, side: str) -> list[tuple[int, int]]:
    """Where the pawns of a side are."""
    return [
        (row, col)
        for row, cells in enumerate(board)
        for col, tile in enumerate(cells)
        if tile == side
    ]


def decided(board: Board) -> float:
    """Minus or plus infinity once a pawn has arrived, else 0."""
    if "W" in board[0]:
        return -INFINITY
    return INFINITY if "B" in board[ROWS - 1] else 0


def pieces(board: Board) -> float:
    """Black pawns minus white pawns."""
    return len(cells_of(board, "B")) - len(cells_of(board, "W"))


def position(board: Board) -> float:
    """How many rows Black's pawns have come, minus how many White's have."""
    black = sum(row for row, _ in cells_of(board, "B"))
    return black - sum(ROWS - 1 - row for row, _ in cells_of(board, "W"))


def offensive(board: Board) -> float:
    """The row of the farthest black pawn."""
    return max((row for row, _ in cells_of(board, "B")), default=0)


def defensive(board: Board) -> float:
    """The row of the white pawn closest to Black's first row; 6 if there is none."""
    return min((row for row, _ in cells_of(board, "W")), default=ROWS)


def attackers(board: Board, row: int, col: int) -> int:
    """How many white pawns could capture a black pawn in this cell with their next move."""
    if row == ROWS - 1:
        return 0
    return sum(board[row + 1][aside] == "W" for aside in (col - 1, col + 1) if 0 <= aside < COLS)


def endangered(board: Board) -> float:
    """How many black pawns White could capture with its next move."""
    return sum(attackers(board, row, col) > 0 for row, col in cells_of(board, "B"))


def mobility(board: Board) -> float:
    """Black's legal moves minus White's."""
    return len(moves(board, "B")) - len(moves(board, "W"))


def comprehensive(board: Board) -> float:
    """The most of these together, with the defence counting double."""
    return (
        pieces(board)
        + position(board)
        + 2 * defensive(board)
        + 0.5 * offensive(board)
        - endangered(board)
    )
