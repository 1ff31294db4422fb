from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import pytest

from reference.connect4 import oracle, rules
from reference.connect4.oracle import OutOfReachError, Solver
from reference.connect4.oracle.bitboard import layout
from reference.connect4.oracle.plain import Plain, plain
from reference.connect4.rules import Board, Player
from tests.reference.connect4.played import played


@cache
def searched(board: Board, player: Player, length: int) -> tuple[int, int]:
    """By plain minimax: the value, and after how many plies the game ends.

    Who wins hurries, who loses holds out.
    """
    winner = rules.winner(board, length)
    if winner is not None or rules.over(board, length):
        return (0 if winner is None else 1 if winner == player else -1), 0
    answers = [
        searched(rules.drop(board, player, column), rules.other(player), length)
        for column in rules.moves(board, length)
    ]
    value = max(-value for value, _ in answers)
    ends = [1 + plies for answer, plies in answers if -answer == value]
    return value, (min(ends) if value == 1 else max(ends))


def small_positions() -> Iterator[tuple[Board, int]]:
    for seed in range(15):
        for length, rows, columns, plies in (
            (4, 4, 4, 7),
            (4, 4, 5, 12),
            (4, 5, 4, 12),
            (4, 6, 4, 16),
            (3, 4, 4, 6),
            (3, 4, 4, 11),
            (3, 4, 5, 9),
        ):
            yield played(seed, rows, columns, plies, length), length


@pytest.mark.slow
def test_values_and_best_columns_are_those_of_plain_minimax() -> None:
    seen = set()
    for board, length in small_positions():
        for player in (rules.to_move(board), rules.other(rules.to_move(board))):
            expected = {
                column: -searched(rules.drop(board, player, column), rules.other(player), length)[0]
                for column in rules.moves(board, length)
            }
            value = max(expected.values())
            assert oracle.values(board, length, player) == expected
            assert oracle.solve(board, length, player) == value
            assert oracle.best(board, length, player) == {
                column for column, found in expected.items() if found == value
            }
            seen.add((length, value))
    assert len(seen) == 6


def test_a_game_ends_when_plain_minimax_says() -> None:
    seen = set()
    for board, length in small_positions():
        value, plies = searched(board, rules.to_move(board), length)
        expected = plies if value else None
        assert oracle.plies_to_end(board, 20, length) == expected
        if expected is not None:
            assert oracle.plies_to_end(board, expected - 1, length) is None
            seen.add(expected)
    assert seen >= {1, 2, 3, 4, 5}


def test_winning_columns_are_those_that_win_soon_enough() -> None:
    for board, length in small_positions():
        player = rules.to_move(board)
        for plies in range(6):
            expected = set()
            for column in rules.moves(board, length):
                after = rules.drop(board, player, column)
                value, rest = searched(after, rules.other(player), length)
                if value == -1 and 1 + rest <= plies:
                    expected.add(column)
            assert oracle.winning_columns(board, plies, length) == expected


@pytest.mark.parametrize(("rows", "columns", "value"), [(4, 4, 0), (4, 5, 0), (5, 4, 0)])
def test_truths(rows: int, columns: int, value: int) -> None:
    assert oracle.solve(rules.start(rows, columns)) == value


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "value"), [(5, 5, 0), (4, 6, -1), (6, 5, 0)])
def test_truths_about_larger_boards(rows: int, columns: int, value: int) -> None:
    assert oracle.solve(rules.start(rows, columns)) == value


def test_a_question_may_be_too_hard() -> None:
    solver = Solver(5, 5)
    with pytest.raises(OutOfReachError, match="after 1000 nodes"):
        solver.value(rules.start(5, 5), at_most=1000)
    assert solver.nodes == 1001
    # Each question has its own limit.
    assert solver.value(played(0, 5, 5, 20), at_most=1000) in {-1, 0, 1}


def test_what_was_learnt_helps() -> None:
    solver = Solver(4, 4)
    solver.value(rules.start(4, 4))
    first = solver.nodes
    assert solver.values(rules.start(4, 4)) == dict.fromkeys(range(4), 0)
    assert solver.nodes < 4 * first
    before = solver.nodes
    assert solver.value(rules.start(4, 4)) == 0
    assert solver.nodes == before + 2


def test_a_decided_game() -> None:
    won = ("    ", "    ", "ooo ", "xxxx")
    assert oracle.solve(won) == -1
    assert oracle.solve(won, player="x") == 1
    assert oracle.values(won) == {}
    assert oracle.best(won) == frozenset()
    assert oracle.plies_to_end(won, 9) == 0
    assert oracle.plies_to_end(won, 9, player="x") is None
    assert oracle.winning_columns(won, 9) == frozenset()
    drawn = ("xoxo", "xoxo", "oxox", "xoxo")
    assert oracle.solve(drawn) == 0
    assert oracle.plies_to_end(drawn, 9) is None


@pytest.mark.parametrize(
    ("board", "match"),
    [
        (("   x", "    ", "    ", "    "), "lie on each other"),
        (("    ", "    ", "    ", "X o "), "lie on each other"),
    ],
)
def test_a_board_that_is_none_is_refused(board: Board, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        oracle.solve(board, player="x")


def test_a_line_has_three_or_four_discs() -> None:
    with pytest.raises(ValueError, match="3 or 4 discs; got 5"):
        oracle.solve(rules.start(), length=5)


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 7), (6, 5)])
@pytest.mark.parametrize("length", [3, 4])
def test_cells_that_complete_a_line(rows: int, columns: int, length: int) -> None:
    """Where a disc falls, it completes a line if and only if the rules see a winner."""
    here = layout(rows, columns, length)
    for seed in range(30):
        board = played(seed, rows, columns, seed % (rows * columns // 2), length)
        for player in ("x", "o"):
            own, taken = here.read(board, player)
            found = here.completing(own) & here.playable(taken)
            for column in range(columns):
                legal = column in rules.moves(board, length)
                wins = legal and (rules.winner(rules.drop(board, player, column), length) == player)
                assert bool(found & here.stacks[column]) == wins


def test_a_board_in_a_mirror() -> None:
    here = layout(5, 6)
    for seed in range(20):
        board = played(seed, 5, 6, 12)
        mirrored = tuple(row[::-1] for row in board)
        for cells, other in zip(here.read(board, "x"), here.read(mirrored, "x"), strict=True):
            assert here.mirrored(cells) == other
            assert here.mirrored(other) == cells


def test_a_plain_search_finds_the_same_with_more_nodes() -> None:
    for board, length in small_positions():
        found = plain(board, length)
        assert found.value == oracle.solve(board, length)
        solver = Solver(len(board), len(board[0]), length)
        solver.value(board)
        # One node for each question is all that the oracle needs where there is nothing to search.
        assert solver.nodes <= max(2, found.nodes)


def test_nodes_of_a_plain_search() -> None:
    # The position itself, a move on the left, its two answers, each with the last move; then one
    # move that wins.
    board = ("  xx", "ooxo", "xxoo", "ooxx")
    assert rules.to_move(board) == "x"
    assert plain(board).nodes == 5
    with pytest.raises(OutOfReachError, match="after 4 nodes"):
        plain(board, at_most=4)
    assert plain(("xoxo", "xoxo", "oxox", "xoxo")).nodes == 1


def test_a_plain_search_takes_the_nodes_that_the_textbook_s_takes() -> None:
    looked_at: list[Board] = []

    def value(board: Board, player: Player, alpha: float, beta: float, length: int) -> float:
        looked_at.append(board)
        winner = rules.winner(board, length)
        if rules.over(board, length):
            return 0 if winner is None else 1 if winner == player else -1
        best = -math.inf
        for column in rules.moves(board, length):
            after = rules.drop(board, player, column)
            best = max(best, -value(after, rules.other(player), -beta, -alpha, length))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    for board, length in small_positions():
        looked_at.clear()
        found = value(board, rules.to_move(board), -math.inf, math.inf, length)
        assert plain(board, length) == Plain(round(found), len(looked_at))
