"""Game trees of small positions: exact values, optimal columns, and what searches look into.

Everything is followed to the end of the game without a bound, so only positions with few free cells
can be asked about.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from reference.connect4 import rules
from reference.connect4.rules import Board, Player

Order = Callable[[Board], tuple[int, ...]]
"""Columns in the order in which a search looks at them."""
WIN = 1


@functools.cache
def value(board: Board) -> int:
    """1, 0 or -1: what the side to move gets if both sides play perfectly."""
    if rules.over(board):
        return 0 if rules.winner(board) is None else -WIN
    return max(-value(child) for _, child in children(board))


@functools.cache
def wins_within(board: Board, plies: int) -> bool:
    """Whether the side to move can force a line within so many plies."""
    return plies > 0 and any(keeps_win(child, plies - 1) for _, child in children(board))


def keeps_win(child: Board, plies: int) -> bool:
    """Whether the side that has just moved has won, or can force a line within ``plies``."""
    if rules.over(child):
        return rules.winner(child) is not None
    return plies > 1 and all(wins_within(reply, plies - 1) for _, reply in children(child))


def best(board: Board) -> tuple[int, ...]:
    """All columns with which the side to move gets the value of the position."""
    return tuple(column for column, child in children(board) if -value(child) == value(board))


def children(board: Board) -> Iterator[tuple[int, Board]]:
    """The columns that can be played, each with the board after it."""
    player = rules.to_move(board)
    for column in rules.moves(board):
        yield column, rules.drop(board, player, column)


def left_to_right(board: Board) -> tuple[int, ...]:
    """From the first column to the last."""
    return rules.moves(board)


def right_to_left(board: Board) -> tuple[int, ...]:
    """From the last column to the first."""
    return rules.moves(board)[::-1]


def centre_first(board: Board) -> tuple[int, ...]:
    """From the middle to the edges."""
    middle = (len(board[0]) - 1) / 2
    return tuple(sorted(rules.moves(board), key=lambda column: abs(column - middle)))


def centre_first_from_the_right(board: Board) -> tuple[int, ...]:
    """From the middle to the edges; of two that are as near, the right one first."""
    middle = (len(board[0]) - 1) / 2 + 0.01
    return tuple(sorted(rules.moves(board), key=lambda column: abs(column - middle)))


def wins_first(board: Board) -> tuple[int, ...]:
    """Columns that win at once first, then those where the opponent would; then left to right."""
    player = rules.to_move(board)

    def rank(column: int) -> int:
        if rules.winner(rules.drop(board, player, column)) is not None:
            return 0
        taken = rules.drop(board, rules.other(player), column)
        return 1 if rules.winner(taken) is not None else 2

    return tuple(sorted(rules.moves(board), key=rank))


def best_looking_first(board: Board) -> tuple[int, ...]:
    """By the lines that are still open to the mover after the move, less those of the opponent."""
    player = rules.to_move(board)

    def worth(column: int) -> int:
        after = rules.drop(board, player, column)
        return open_lines(after, player) - open_lines(after, rules.other(player))

    return tuple(sorted(rules.moves(board), key=worth, reverse=True))


def open_lines(board: Board, player: Player) -> int:
    """Lines without a disc of the opponent, each counted by the square of the discs in it."""
    total = 0
    for cells in lines(len(board), len(board[0])):
        line = [board[row][column] for row, column in cells]
        if rules.other(player) not in line:
            total += line.count(player) ** 2
    return total


@functools.cache
def lines(rows: int, columns: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The cells of every line of four, as (row, column)."""
    return tuple(
        tuple((row + i * down, column + i * right) for i in range(4))
        for row in range(rows)
        for column in range(columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
        if 0 <= row + 3 * down < rows and column + 3 * right < columns
    )


SENSIBLE: tuple[Order, ...] = (
    centre_first, centre_first_from_the_right, wins_first, best_looking_first,
)  # fmt: skip
"""Orders that are meant to look at good moves first."""
ORDERS: tuple[Order, ...] = (
    left_to_right, right_to_left, *SENSIBLE,
)  # fmt: skip


def undecided(board: Board) -> set[Board]:
    """The positions of the whole tree in which the game goes on, ``board`` among them."""
    found: set[Board] = set()
    waiting = [board]
    while waiting:
        position = waiting.pop()
        if position not in found and not rules.over(position):
            found.add(position)
            waiting += [child for _, child in children(position)]
    return found


@functools.cache
def entered(board: Board) -> int:
    """How many undecided positions the whole tree has, each counted as often as it comes up."""
    return 0 if rules.over(board) else 1 + sum(entered(child) for _, child in children(board))


def looked_into(board: Board, order: Order, *, weak: bool = False) -> int:
    """How many different undecided positions alpha-beta looks into.

    Args:
        weak: cut off only where a value is beyond the bound, and not where it equals it.
    """
    seen: set[Board] = set()
    _alpha_beta(board, -2, 2, order, weak, seen)
    return len(seen)


def _alpha_beta(
    board: Board, alpha: int, beta: int, order: Order, weak: bool, seen: set[Board]
) -> int:
    if rules.over(board):
        return 0 if rules.winner(board) is None else -WIN
    seen.add(board)
    player = rules.to_move(board)
    found = -2
    for column in order(board):
        child = rules.drop(board, player, column)
        found = max(found, -_alpha_beta(child, -beta, -alpha, order, weak, seen))
        if found > beta or (found == beta and not weak):
            break
        alpha = max(alpha, found)
    return found


def stopped_at_wins(board: Board, order: Order) -> tuple[int, int]:
    """What minimax looks into that leaves out what comes after a winning move, and nothing else.

    Returns:
        how many different undecided positions, and how many when each counts as often as it comes
        up.
    """
    seen: list[Board] = []
    _stop_at_wins(board, order, seen)
    return len({*seen}), len(seen)


def _stop_at_wins(board: Board, order: Order, seen: list[Board]) -> int:
    if rules.over(board):
        return 0 if rules.winner(board) is None else -WIN
    seen.append(board)
    found = -WIN
    for column in order(board):
        child = rules.drop(board, rules.to_move(board), column)
        found = max(found, -_stop_at_wins(child, order, seen))
        if found == WIN:
            break
    return found
