from __future__ import annotations

import pytest

from reference.ps2.provided import breakthrough
from reference.ps2.provided.breakthrough import Board, Player, is_valid_move, make_move

BLACK, WHITE = Player.BLACK, Player.WHITE


def board(*rows: str) -> Board:
    """A board from its first rows; the others are empty."""
    return [list(row) for row in (*rows, *["______"] * (6 - len(rows)))]


def test_constants() -> None:
    assert (breakthrough.ROW, breakthrough.COL) == (6, 6)
    assert (breakthrough.INF, breakthrough.WIN) == (90129012, 21092109)
    assert breakthrough.MOVE_NONE == ((-1, -1), (-1, -1))
    assert breakthrough.TIME_LIMIT == 10


def test_there_is_no_evaluation_or_initial_state_to_rely_on() -> None:
    assert not {"evaluate", "invert_board", "generate_init_state"} & set(vars(breakthrough))


def test_players() -> None:
    assert [(player.name, player.value) for player in Player] == [
        ("BLACK", "black"),
        ("WHITE", "white"),
    ]
    assert BLACK.get_opponent() is WHITE
    assert WHITE.get_opponent() is BLACK


def test_print_state(capsys: pytest.CaptureFixture[str]) -> None:
    breakthrough.print_state(board("B____W"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "+-----+-----+-----+-----+-----+-----+"
    assert lines[1] == "|  B  |     |     |     |     |  W  |"
    assert lines[2] == lines[0]
    assert lines[3] == "|     |     |     |     |     |     |"
    assert len(lines) == 13


@pytest.mark.parametrize(
    ("player", "src", "rows"),
    [
        (BLACK, (2, 2), ("", "", "__B___")),
        (WHITE, (3, 2), ("", "", "", "__W___")),
    ],
)
def test_a_pawn_goes_one_row_forward_and_at_most_one_column_aside(
    player: Player, src: tuple[int, int], rows: tuple[str, ...]
) -> None:
    position = board(*(row or "______" for row in rows))
    forward = 1 if player is BLACK else -1
    valid = {
        (row, column)
        for row in range(6)
        for column in range(6)
        if is_valid_move(position, src, (row, column), player)
    }
    assert valid == {(src[0] + forward, column) for column in (1, 2, 3)}


@pytest.mark.parametrize(
    ("ahead", "columns"),
    [
        ("______", {1, 2, 3}),
        ("_WWW__", {1, 3}),
        ("_BBB__", set()),
        ("_BWB__", set()),
        ("_B_W__", {2, 3}),
    ],
)
def test_straight_onto_empty_cells_and_aside_onto_anything_not_own(
    ahead: str, columns: set[int]
) -> None:
    position = board("__B___", ahead)
    assert {c for c in range(6) if is_valid_move(position, (0, 2), (1, c), BLACK)} == columns


def test_a_destination_off_the_board_is_not_valid() -> None:
    assert not is_valid_move(board("B_____"), (0, 0), (1, -1), BLACK)
    assert not is_valid_move(board("_____B"), (0, 5), (1, 6), BLACK)
    assert not is_valid_move(board("W_____"), (0, 0), (-1, 0), WHITE)
    assert not is_valid_move(board(*["______"] * 5, "B_____"), (5, 0), (6, 0), BLACK)


@pytest.mark.parametrize("src", [(6, 0), (0, 6), (-7, 0)])
def test_a_source_off_the_board_is_read_before_anything_is_checked(src: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        is_valid_move(board(), src, (99, 99), BLACK)


def test_a_negative_source_counts_from_the_far_end() -> None:
    last_row = board(*["______"] * 5, "B_____")
    assert is_valid_move(last_row, (-1, 0), (0, 0), BLACK)
    last_column = board("_____B")
    assert is_valid_move(last_column, (0, -1), (1, 0), BLACK)
    make_move(last_column, (0, -1), (1, 0), BLACK)
    assert last_column == board("______", "B_____")


@pytest.mark.parametrize("nobody", ["black", "BLACK", None, 0])
def test_whoever_is_not_black_is_white(nobody: object) -> None:
    position = board("______", "B_____", "______", "W_____")
    assert is_valid_move(position, (3, 0), (2, 0), nobody)  # type: ignore[arg-type]
    assert not is_valid_move(position, (1, 0), (2, 0), nobody)  # type: ignore[arg-type]
    make_move(position, (3, 0), (2, 1), nobody)  # type: ignore[arg-type]
    assert position == board("______", "B_____", "_W____")


def test_make_move_changes_the_board_and_returns_it() -> None:
    position = board("B_____", "_W____")
    assert make_move(position, (0, 0), (1, 1), BLACK) is position
    assert position == board("______", "_B____")


def test_make_move_on_a_copy_leaves_the_board_alone() -> None:
    position = board("B_____")
    copied = make_move(position, (0, 0), (1, 0), BLACK, in_place=False)
    assert copied == board("______", "B_____")
    assert position == board("B_____")
    assert all(mine is not theirs for mine, theirs in zip(position, copied, strict=True))


def test_a_copy_is_made_even_if_the_move_is_not_valid() -> None:
    position = board("B_____")
    copied = make_move(position, (0, 0), (5, 5), BLACK, in_place=False)
    assert copied == position
    assert copied[0] is not position[0]


def test_a_copy_is_deep_so_that_shared_rows_stay_shared() -> None:
    empty = ["_"] * 6
    position = [["B", *"_____"], empty, empty, empty, empty, empty]
    copied = make_move(position, (0, 0), (1, 0), BLACK, in_place=False)
    assert [row[0] for row in copied] == ["_", "B", "B", "B", "B", "B"]
    assert empty == ["_"] * 6


@pytest.mark.parametrize(
    ("src", "dst", "player"),
    [
        ((0, 0), (1, 2), BLACK),
        ((0, 0), (1, 0), WHITE),
        ((3, 3), (4, 3), BLACK),
        ((0, 0), (0, 1), BLACK),
    ],
)
def test_an_invalid_move_is_ignored_without_a_word(
    src: tuple[int, int], dst: tuple[int, int], player: Player
) -> None:
    position = board("B_____")
    assert make_move(position, src, dst, player) is position
    assert position == board("B_____")


@pytest.mark.parametrize(
    ("rows", "over"),
    [
        (("B_____", "W_____"), False),
        (("______", "W____B"), False),
        (("W_____", "B_____"), True),
        (("W_____", *["______"] * 4, "B_____"), True),
        ((*["______"] * 4, "W_____", "B_____"), True),
        (("B_____",), True),
        (("______", "W_____"), True),
        ((), True),
    ],
)
def test_is_game_over(rows: tuple[str, ...], over: bool) -> None:
    assert breakthrough.is_game_over(board(*rows)) is over


def test_having_no_move_is_not_the_end() -> None:
    position = board("BBBBBB", "BBBBBB", "______", "______", "______", "W_____")
    assert not breakthrough.is_game_over(position)
