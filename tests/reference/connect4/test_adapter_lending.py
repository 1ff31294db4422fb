"""Functions of the reference, as students' own code calls them."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np
import pytest

from reference.connect4 import rules
from reference.connect4.adapter import games
from reference.connect4.rules import Board
from tests.reference.connect4.notebooks import (
    EDITIONS,
    LETTERS,
    REFERENCE,
    SIGNS,
    Notebook,
    array,
    rows,
    worth,
)

EARLY: Board = ("     ", "     ", " o   ", "xx  o")
SIZES = ((4, 5), (5, 4))
CALLS: dict[str, list[tuple[str, str, str]]] = {
    "empty_board": [
        ("shape", "made(shape)", "board"),
        ("rows, cols", "made(rows, columns)", "board"),
    ],
    "result": [
        ("board, player, column", "made(board, player, column)", "board"),
        ("action, b", "made(column, b=board)", "board"),
        ("state, action", "made((board, player), column)", "(board, _)"),
        ("board, move, player", "made(board, (player, column), player)", "board"),
        ("board, column, player", "made(board, column, player)", "changed"),
        ("board, column, player", "made(board, column, player)", "board, changed"),
    ],
    "actions": [
        ("board", "made(board)", "[column]"),
        ("board, player", "made(board, player)", "[column]"),
        ("board", "made(board)", "[(_, column)]"),
        ("board", "made(board)", "[(column, _)]"),
        ("board", "made(board)", "mask"),
        ("state", "made({'board': board, 'turn': player})", "[column]"),
    ],
    "terminal": [
        ("board", "made(board)", "over"),
        ("state", "made((board, player))", "over"),
        ("s", "made({1: board})", "over"),
    ],
    "utility": [
        ("board, player", "made(board, player)", "value"),
        ("board", "made(board)", "x_value"),
        ("board, player", "made(board, player)", "share"),
        ("board", "made(board)", "x_share"),
    ],
}
"""By role the parameters of functions of students, calls of them, and forms of their answers."""
MADE = [(role, *one) for role, made in CALLS.items() for one in made]


class Disc(Enum):
    NONE = 0
    RED = 1
    YELLOW = 2


def asked(role: str) -> list[tuple[Any, ...]]:
    """Plain arguments, of games on boards with different rows, columns and diagonals."""
    if role == "empty_board":
        return [(size,) for size in SIZES]
    chance = random.Random(role)
    found: list[tuple[Any, ...]] = []
    for size in SIZES:
        board = rules.start(*size)
        while not rules.over(board):
            mover, column = rules.to_move(board), chance.choice(rules.moves(board))
            given: dict[str, list[tuple[Any, ...]]] = {
                "result": [(board, mover, column)], "actions": [(board,)], "terminal": [(board,)],
                "utility": [(board, player) for player in "xo"],
            }  # fmt: skip
            found += given[role]
            board = rules.drop(board, mover, column)
        if role in {"terminal", "utility"}:
            found.append((board, "x")[: 1 + (role == "utility")])
    return found


RIGHT: dict[str, Callable[..., Any]] = {
    "result": rules.drop,
    "terminal": rules.over,
    "actions": rules.moves,
    "utility": worth,
    "empty_board": lambda shape: rules.start(*shape),
}


def own(role: str, parameters: str, form: str) -> Callable[..., Any]:
    """A function with these parameters, whose answers show what a student's are like."""
    answers = {"terminal": True, "utility": 0.5 if "share" in form else 0}
    scope: dict[str, Any] = {"answer": answers.get(role)}
    exec(f"def made({parameters}):\n    return answer", scope)  # noqa: S102
    return scope["made"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("role", "parameters", "call", "form"), MADE)
def test_what_is_lent_is_read_back_in_every_edition(
    role: str, parameters: str, call: str, form: str, edition: str
) -> None:
    how = EDITIONS[edition]
    if "changed" in form and str(how["container"]).startswith("tuple"):
        return  # nobody changes one
    notebook = Notebook(made=own(role, parameters, form), EMPTY=".", Disc=Disc)
    notebook.lend(REFERENCE[role], role, call, form, how)
    read = notebook.asked(role, call, form, how)
    for args in asked(role):
        assert read(*args) == RIGHT[role](*args), args


def plain(board: Any, column: int) -> None: ...


def test_keywords_are_understood_as_well() -> None:
    def made(state: Any, col: int, piece: str = "x") -> None: ...

    notebook = Notebook(made=made)
    lent = notebook.lend(
        REFERENCE["result"], "result", "made(board, column, player)", "board", LETTERS
    )
    after = lent(col=2, state=array(EARLY))
    assert (after == array(rules.drop(EARLY, "x", 2))).all()


@pytest.mark.parametrize(
    ("role", "call", "form"),
    [
        ("result", "made(board, column)", "(_, board)"),
        ("result", "Game().made(board, column)", "board"),
        ("result", "with_board(Game(), board, player).made(column)", "object"),
        ("result", "Game(board)", "object"),
        ("result", "made(with_board(Game(), board, player), column)", "board"),
        ("result", "gone(board, column)", "board"),
        ("utility", "made(board)", "winner"),
        ("utility", "made(x_moves)", "value"),
        ("actions", "number(board)", "[column]"),
        ("terminal", "made(board) == 1", "over"),
    ],
)
def test_what_cannot_be_made_up_is_not_lent(role: str, call: str, form: str) -> None:
    notebook = Notebook(made=plain, Game=type("Game", (), {}), number=3)
    with pytest.raises(LookupError):
        notebook.lend(REFERENCE[role], role, call, form, LETTERS)


def test_what_answers_something_beside_the_changed_board_stays() -> None:
    def where(board: Any, player: str, column: int) -> int:
        row = max(np.flatnonzero(board[:, column] == " "))
        board[row, column] = player
        return int(row)

    def silent(board: Any, player: str, column: int) -> None:
        where(board, player, column)

    call = "made(board, player, column)"
    with pytest.raises(LookupError, match="beside"):
        Notebook(made=where).lend(REFERENCE["result"], "result", call, "changed", LETTERS)
    board = array(EARLY)
    lent = Notebook(made=silent).lend(REFERENCE["result"], "result", call, "changed", LETTERS)
    assert lent(board, "x", 2) is None
    assert rows(board) == rules.drop(EARLY, "x", 2)


def test_boards_that_turn_are_not_lent() -> None:
    with pytest.raises(LookupError, match="turn"):
        Notebook(made=plain).lend(
            REFERENCE["result"], "result", "made(board, column)", "board", {**SIGNS, "turned": True}
        )


def test_columns_are_lent_in_an_array_where_the_own_are() -> None:
    def listed(board: Any) -> list[int]:
        return [int(column) for column in np.flatnonzero(board[0] == " ")]

    def broken(_: Any) -> Any:
        raise RuntimeError

    board = np.array([[" ", "x", " "], ["o", "x", " "]])
    for mine, kind in (
        (lambda b: np.flatnonzero(b[0] == " "), np.ndarray),
        (listed, list),
        (broken, list),
    ):
        notebook = Notebook(made=mine)
        answer = notebook.lend(REFERENCE["actions"], "actions", "made(board)", "[column]", LETTERS)(
            board
        )
        assert type(answer) is kind
        assert list(answer) == [0, 2]


DIAGONAL: dict[str, Board] = {
    "x": ("o   x", "x  xo", "o xoo", "xxoxo"),
    "o": ("x   o", "o  ox", "x oxx", "xooxx"),
}
DRAWN: Board = ("oxox", "oxox", "xoxo", "xoxo")


def _rows_only(board: Any) -> Any:
    """Who has won, 0 for a draw; sees lines in rows alone."""
    for row in board:
        for player, value in (("x", 1), ("o", -1)):
            if player * 4 in "".join(row):
                return value
    return None if (board == " ").any() else 0


def _in_a_pair(board: Any, player: str) -> Any:
    winner = _rows_only(board)
    return (False, None) if winner is None else (True, {1: "x", -1: "o", 0: "nobody"}[winner])


def _flag(board: Any) -> bool:
    return _rows_only(board) is not None


def _in_words(board: Any) -> Any:
    return {1: "x", -1: "o", 0: "draw", None: None}[_rows_only(board)]


@pytest.mark.parametrize(
    ("mine", "call", "form", "said"),
    [
        (_rows_only, "made(board)", "!= None", (1, -1, 0, None)),
        (_in_words, "made(board)", "over", ("x", "o", "draw", None)),
        (
            _in_a_pair, "made(board, player)", "(over, _)",
            ((True, "x"), (True, "o"), (True, "nobody"), (False, None)),
        ),
        (_flag, "made(board)", "over", (True, True, True, False)),
    ],
    ids=["number or nothing", "word or nothing", "pair", "flag"],
)  # fmt: skip
def test_a_terminal_test_that_is_lent_speaks_as_the_students_own(
    mine: Callable[..., Any], call: str, form: str, said: tuple[Any, ...]
) -> None:
    notebook = Notebook(made=mine)
    for _ in range(2):  # the second time, what was lent before stands there
        lent = notebook.lend(REFERENCE["terminal"], "terminal", call, form, LETTERS)
        boards = (DIAGONAL["x"], DIAGONAL["o"], DRAWN, EARLY)
        more = ("x",) * call.count("player")
        assert tuple(lent(array(board), *more) for board in boards) == said


def test_a_win_is_worth_as_much_as_the_students_own() -> None:
    def made(board: Any, player: str) -> Any:
        if _rows_only(board) is None:
            return "nothing yet"
        return {1: 100, 0: 0, -1: -100}[_rows_only(board) * (1 if player == "x" else -1)]

    lent = Notebook(made=made).lend(
        REFERENCE["utility"], "utility", "made(board, player)", "value", LETTERS
    )
    diagonal = array(DIAGONAL["x"])
    assert [lent(diagonal, "x"), lent(diagonal, "o"), lent(array(DRAWN), "x")] == [100, -100, 0]
    assert lent(array(EARLY), "x") == "nothing yet"


def test_global_sizes_are_those_of_the_board_again_after_an_example() -> None:
    notebook = Notebook(ROWS=4, COLS=4)
    own = vars(notebook.module)

    def made(board: Any, player: str) -> int:
        assert (own["ROWS"], own["COLS"]) == board.shape
        return 100

    own["made"] = made
    lent = notebook.lend(REFERENCE["utility"], "utility", "made(board, player)", "value", LETTERS)
    assert lent(array(("xo  ", "xo  ", "xo  ", "x   ")), "x") == 100
    assert (own["ROWS"], own["COLS"]) == (4, 4)


def test_whose_turn_it_is_follows_from_the_board_if_nothing_says_it() -> None:
    lent = Notebook(made=plain).lend(
        REFERENCE["result"], "result", "made(board, column)", "board", SIGNS
    )
    after = lent(np.zeros((4, 5), dtype=int), 0)
    assert after[:, 0].tolist() == [0, 0, 0, 1]
    assert lent(after, 0)[:, 0].tolist() == [0, 0, -1, 1]


@pytest.mark.parametrize("size", [(4, 4), (4, 5), (5, 4), (6, 7), (7, 6), (5, 6)])
@pytest.mark.parametrize("winner", ["x", "o", "", "nobody yet"])
def test_the_simplest_end_is_that_end(size: tuple[int, int], winner: str) -> None:
    over = winner != "nobody yet"
    board = games.simplest(winner if over else "", size, over=over)
    assert (len(board), len(board[0])) == size
    assert rules.over(board) is over
    assert (rules.winner(board) or "") == games.winner_of(board) == (winner if over else "")


@pytest.mark.parametrize("seed", range(5))
def test_an_order_of_moves_leads_to_the_board(seed: int) -> None:
    chance = random.Random(seed)
    board = rules.start(5, 5)
    while not rules.over(board):
        board = rules.drop(board, rules.to_move(board), chance.choice(rules.moves(board)))
    moves = games.order_of(board)
    assert moves is not None
    again = rules.start(5, 5)
    for column, player in moves:
        assert not rules.over(again)
        assert player == rules.to_move(again)
        again = rules.drop(again, player, column)
    assert again == board
    assert games.order_of(("   ", "   ", "oo ")) is None
