"""Games that lead to a board, and boards at which they end, whatever the student's functions say.

Objects come into a position by their own moves.
"""

from __future__ import annotations

from .boards import Board


def order_of(board: Board) -> list[tuple[int, str]] | None:
    """Columns and players in an order in which ``board`` may have come about, x being the first.

    The line that ends a game is finished last. ``None`` if no game leads there.
    """
    stacks = [[row[column] for row in reversed(board)] for column in range(len(board[0]))]
    stacks = [[cell for cell in stack if cell != " "] for stack in stacks]
    lines = _lines(board)
    total = sum(map(len, stacks))
    dead: set[tuple[int, ...]] = set()
    moves: list[tuple[int, str]] = []

    def goes_on(heights: tuple[int, ...]) -> bool:
        if len(moves) == total:
            return True
        if heights in dead:
            return False
        mover = "xo"[len(moves) % 2]
        for column, stack in enumerate(stacks):
            at = heights[column]
            if at == len(stack) or stack[at] != mover:
                continue
            last = len(moves) + 1 == total
            after = (*heights[:column], at + 1, *heights[column + 1 :])
            if not last and any(all(row < after[c] for c, row in line) for line in lines):
                continue
            moves.append((column, mover))
            if goes_on(after):
                return True
            moves.pop()
        dead.add(heights)
        return False

    return moves if goes_on((0,) * len(stacks)) else None


def dropped(board: Board, column: int, player: str) -> Board:
    """The board after a disc of ``player``; the same if the column is full."""
    landing = sum(row[column] == " " for row in board) - 1
    return tuple(
        row[:column] + player + row[column + 1 :] if number == landing else row
        for number, row in enumerate(board)
    )


def winner_of(board: Board) -> str:
    """Whose line is on the board; empty if there is none."""
    return next((board[::-1][row][column] for (column, row), *_ in _lines(board)), "")


def simplest(winner: str, size: tuple[int, int], *, over: bool) -> Board:
    """A board of ``size`` rows and columns with the end, if it is one, that is easiest to see.

    A win is a line in the bottom row.
    """
    rows, columns = size
    if not over:
        return (" " * columns,) * rows
    if not winner:
        return tuple(
            "".join("xo"[(column // 2 + row) % 2] for column in range(columns))
            for row in range(rows)
        )
    below = {"x": ("", "ooo", "xxxx"), "o": ("x", "xxx", "oooo")}[winner]
    return tuple(row.ljust(columns) for row in ("",) * (rows - len(below)) + below)


def _lines(board: Board) -> list[list[tuple[int, int]]]:
    """Lines of four on the board, each as columns and rows from below."""
    grid = board[::-1]
    rows, columns = len(grid), len(grid[0])
    lines = [
        [(column + i * right, row + i * up) for i in range(4)]
        for row in range(rows)
        for column in range(columns)
        for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
        if 0 <= row + 3 * up < rows and column + 3 * right < columns
    ]
    return [
        line for line in lines if grid[line[0][1]][line[0][0]] != " "
        and len({grid[row][column] for column, row in line}) == 1
    ]  # fmt: skip
