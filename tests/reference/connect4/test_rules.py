from __future__ import annotations

import itertools
import random

import pytest

from reference.connect4 import rules
from reference.connect4.rules import Board, Player

SIZES = [(4, 4), (6, 7), (5, 4), (4, 9), (7, 5)]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def lines(rows: int, columns: int, length: int) -> list[list[tuple[int, int]]]:
    """The cells of every line."""
    return [
        cells
        for row, column, (down, right) in itertools.product(range(rows), range(columns), DIRECTIONS)
        for cells in [[(row + down * n, column + right * n) for n in range(length)]]
        if all(0 <= r < rows and 0 <= c < columns for r, c in cells)
    ]


def test_the_start() -> None:
    assert rules.start() == (" " * 7,) * 6
    assert rules.start(4, 5) == (" " * 5,) * 4
    assert rules.to_move(rules.start()) == "x"
    assert rules.moves(rules.start()) == (0, 1, 2, 3, 4, 5, 6)
    assert not rules.over(rules.start())


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (4, 3), (0, 0)])
def test_a_board_too_small_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="at least 4 rows and 4 columns"):
        rules.start(rows, columns)


@pytest.mark.parametrize("length", [3, 4])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
@pytest.mark.parametrize("player", ["x", "o"])
def test_every_line_wins_and_one_disc_less_does_not(
    rows: int, columns: int, player: Player, length: int
) -> None:
    for line in lines(rows, columns, length):
        assert rules.winner(drawn(rows, columns, line, player), length) == player
        for missing in line:
            rest = [cell for cell in line if cell != missing]
            assert rules.winner(drawn(rows, columns, rest, player), length) is None


def drawn(rows: int, columns: int, cells: list[tuple[int, int]], player: str) -> Board:
    """A board with discs in these cells, floating or not."""
    return tuple(
        "".join(player if (row, column) in cells else " " for column in range(columns))
        for row in range(rows)
    )


@pytest.mark.parametrize("length", [3, 4])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_full_boards_have_the_winners_that_their_lines_have(
    rows: int, columns: int, length: int
) -> None:
    chance = random.Random(rows * columns)
    every_line = lines(rows, columns, length)
    for _ in range(100):
        board = tuple("".join(chance.choices("xo  ", k=columns)) for _ in range(rows))
        winners = {
            board[line[0][0]][line[0][1]]
            for line in every_line
            if len({board[row][column] for row, column in line}) == 1
        } - {" "}
        found = rules.winner(board, length)
        assert found in winners if winners else found is None


@pytest.mark.parametrize(
    "board", [("   x", "   x", "   x", "x   "), ("  xx", "xx  ", "    ", "    ")]
)
def test_lines_do_not_go_round_an_edge(board: Board) -> None:
    assert rules.winner(board) is None


def test_a_disc_falls_onto_what_is_there() -> None:
    board = rules.start(4, 4)
    for column in (1, 1, 3):
        board = rules.drop(board, rules.to_move(board), column)
    assert board == ("    ", "    ", " o  ", " x x")
    assert rules.to_move(board) == "o"


def test_a_full_column_takes_no_more() -> None:
    board = (" o  ", " x  ", " o  ", " x  ")
    assert rules.moves(board) == (0, 2, 3)
    with pytest.raises(ValueError, match="Column 1 is full"):
        rules.drop(board, "x", 1)


@pytest.mark.parametrize("column", [-1, 4])
def test_there_is_no_column_beyond_the_edge(column: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 3"):
        rules.drop(rules.start(4, 4), "x", column)


def test_a_full_board_without_a_line_is_a_draw() -> None:
    board = ("xoxo", "xoxo", "oxox", "xoxo")
    assert rules.over(board)
    assert rules.winner(board) is None
    assert rules.moves(board) == ()


def test_nobody_moves_after_a_win() -> None:
    board = ("    ", "    ", "ooo ", "xxxx")
    assert rules.over(board)
    assert rules.moves(board) == ()
    assert rules.moves(("    ", "    ", "oo  ", "xxx "), length=4) == (0, 1, 2, 3)
    assert rules.moves(("    ", "    ", "oo  ", "xxx "), length=3) == ()


@pytest.mark.parametrize("board", [("    ", "    ", "    ", "o   "), ("    ",) * 3 + ("xx  ",)])
def test_discs_that_nobody_can_have_dropped_are_refused(board: Board) -> None:
    with pytest.raises(ValueError, match="as many discs as o, or one more"):
        rules.to_move(board)


def test_numbers_of_positions_are_those_that_others_count() -> None:
    positions = {rules.start()}
    for expected in (7, 49, 238, 1120, 4263, 16422):
        positions = {
            rules.drop(board, rules.to_move(board), column)
            for board in positions
            for column in rules.moves(board)
        }
        assert len(positions) == expected


def test_the_players() -> None:
    assert rules.other("x") == "o"
    assert rules.other("o") == "x"


@pytest.mark.parametrize("length", [3, 4])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_openspiel_plays_the_same_game(rows: int, columns: int, length: int) -> None:
    pyspiel = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: make spiel installs it."
    )
    theirs = pyspiel.load_game(f"connect_four(rows={rows},columns={columns},x_in_row={length})")
    for seed in range(40):
        chance = random.Random(seed)
        board, their_state = rules.start(rows, columns), theirs.new_initial_state()
        while True:
            shown = str(their_state).replace(".", " ").split("\n")
            assert tuple(shown[:rows]) == board
            assert their_state.is_terminal() == rules.over(board, length)
            if their_state.is_terminal():
                expected = {"x": [1, -1], "o": [-1, 1], None: [0, 0]}
                assert their_state.returns() == expected[rules.winner(board, length)]
                assert rules.moves(board, length) == ()
                break
            player = rules.to_move(board)
            assert "xo"[their_state.current_player()] == player
            assert tuple(their_state.legal_actions()) == rules.moves(board, length)
            column = chance.choice(rules.moves(board, length))
            board = rules.drop(board, player, column)
            their_state.apply_action(column)
