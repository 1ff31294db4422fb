"""Calls and answers of Connect 4: what students' functions are given, and how they are read."""

from __future__ import annotations

import importlib
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from grader.model.submission_survey import Definition, Parameter
from grader.testing import Reading, Survey
from hidden_tests.connect4 import known_answers, usual_names
from hidden_tests.connect4.contract import CONTRACT
from hidden_tests.connect4.editions import editions
from reference.connect4 import oracle, rules
from reference.connect4.adapter.boards import described
from reference.connect4.adapter.words import ARGUMENTS
from reference.connect4.rules import Board
from tests.reference.connect4.notebooks import (
    EDITIONS,
    LETTERS,
    SIGNS,
    Edition,
    Notebook,
    array,
    rows,
)

EARLY: Board = ("     ", "     ", " o   ", "xx  o")
BOARD: Board = ("    ", "    ", "  o ", "x xo", "xoxo")
AFTER: Board = ("    ", "    ", "o o ", "x xo", "xoxo")
SMALL: Board = ("x ", "o ")


class Disc(Enum):
    NONE = 0
    RED = 1
    YELLOW = 2


@pytest.mark.parametrize("name", EDITIONS)
def test_boards_players_and_columns_are_passed_as_a_student_has_them(name: str) -> None:
    seen: list[Any] = []
    edition = EDITIONS[name]
    notebook = Notebook(f=lambda *args: seen.append(args), EMPTY=".", Disc=Disc)
    notebook.asked("result", "f(board, player, column)", edition=edition)(SMALL, "o", 1)
    ((board, player, column),) = seen
    red, yellow, none = Disc.RED, Disc.YELLOW, Disc.NONE
    expected: dict[str, tuple[Any, Any, int]] = {
        "letters": ([["x", " "], ["o", " "]], "o", 1),
        "signs": ([[1, 0], [-1, 0]], -1, 1),
        "numbers": ([[1, 0], [2, 0]], 2, 1),
        "signs for letters": ([[1, 0], [-1, 0]], "o", 1),
        "lists": ([["X", " "], ["O", " "]], "o", 1),
        "tuples": ((("x", " "), ("o", " ")), "o", 1),
        "texts": (["x.", "o."], "o", 1),
        "tuple of texts": (("x ", "o "), "o", 1),
        "columns first": ([["x", "o"], [" ", " "]], "o", 1),
        "bottom first": ([[-1, 0], [1, 0]], -1, 1),
        "counted from one": ([["x", " "], ["o", " "]], "o", 2),
        "words": ([["red", "."], ["yellow", "."]], "yellow", 1),
        "nothing": ([["x", None], ["o", None]], "o", 1),
        "flags": ([["x", " "], ["o", " "]], False, 1),
        "members": ([[red, none], [yellow, none]], yellow, 1),
        "bottom columns from one": ([[-1, 1], [0, 0]], -1, 2),
    }
    assert isinstance(board, np.ndarray) is (edition["container"] == "array")
    plain = board.tolist() if isinstance(board, np.ndarray) else board
    assert (plain, player, column) == expected[name]


@pytest.mark.parametrize("name", EDITIONS)
def test_boards_are_read_as_a_student_has_them(name: str) -> None:
    notebook = Notebook(f=lambda board: board, EMPTY=".", Disc=Disc)
    asked = notebook.asked("empty_board", "f(board)", "board, changed", EDITIONS[name])
    with pytest.raises(ValueError, match=r"^Expected board, changed"):
        asked((4, 5))
    # Another board than the one that was passed is read.
    copies = Notebook(f=lambda board: board.copy() if hasattr(board, "copy") else (*board,),
                      EMPTY=".", Disc=Disc)  # fmt: skip
    if not str(EDITIONS[name]["container"]).startswith("tuple"):  # of which a copy is the same
        made = copies.asked("empty_board", "f(board)", "board", EDITIONS[name])
        assert made((4, 5)) == rules.start(4, 5)


@pytest.mark.parametrize(
    ("call", "values"),
    [
        ("f(opponent, row, rows, columns, shape)", ("x", 3, 4, 5, (4, 5))),
        ("f(x_moves, o_moves, -inf, [board, player][1])", (False, True, -math.inf, "o")),
        ("f((row, column), {'who': player})", ((3, 3), {"who": "o"})),
    ],
)
def test_words(call: str, values: tuple[Any, ...]) -> None:
    seen: list[Any] = []
    Notebook(f=lambda *args: seen.append(args)).asked("result", call)(EARLY, "o", 3)
    assert seen == [values]


@pytest.mark.parametrize(("upturned", "row"), [(False, 2), (True, 1)])
def test_the_row_in_which_a_disc_lands(upturned: bool, row: int) -> None:
    seen: list[int] = []
    asked = Notebook(f=seen.append).asked("result", "f(row)", edition={"upturned": upturned})
    asked(EARLY, "o", 4)
    assert seen == [row]


@pytest.mark.parametrize(
    ("role", "args", "depth"),
    [
        ("alpha_beta_search", (BOARD, "o"), 12),
        ("ordered_search", (BOARD, "o"), 12),
        ("cutoff_search", (BOARD, "o", 3), 3),
        ("agent", (BOARD, "o"), 4),
    ],
)
def test_how_far_a_search_looks(role: str, args: tuple[Any, ...], depth: int) -> None:
    seen: list[int] = []
    Notebook(f=seen.append).asked(role, "f(depth)")(*args)
    assert seen == [depth]


def test_an_agent_has_little_time_while_its_binding_is_sought() -> None:
    seen: list[float] = []
    notebook = Notebook(f=seen.append)
    notebook.asked("agent", "f(seconds)")(BOARD, "o")
    with pytest.raises(ValueError, match="None came"):
        notebook.asked("agent", "f(seconds)", "column")(BOARD, "o")
    assert seen == [0.1, 1.0]


@dataclass(frozen=True, slots=True)
class Decision:
    column: int
    score: float = 0.0


PAIR = "(value, column)"


@pytest.mark.parametrize(
    ("answer", "form", "edition", "right"),
    [
        (3, "column", {}, (3, None)),
        (np.int64(3), "column", {}, (3, None)),
        (3.0, "column", {}, (3, None)),
        ((1, 3), PAIR, {}, (3, 1)),
        ((np.float64(700), np.int64(3)), PAIR, {}, (3, 1)),
        ((3, -5.5), "(column, value)", {}, (3, -1)),
        ((1, 3), "(_, column)", {}, (3, None)),
        ((1, 3), "(x_value, column)", {}, (3, -1)),
        ([1, 3], PAIR, {}, (3, 1)),
        ((1, 3, 99), "(_, column, _)", {}, (3, None)),
        ((1, [3, 0, 2]), "(value, [column, ...])", {}, (3, 1)),
        ((None, 3), "(_, column)", {}, (3, None)),
        ({"move": 3, "value": 1}, "{'move': column}", {}, (3, None)),
        ({"move": 3, "value": 1}, "{'move': column, 'value': value}", {}, (3, 1)),
        (SimpleNamespace(move=3), "{'move': column}", {}, (3, None)),
        (Decision(3, 2.5), "{'column': column, 'score': value}", {}, (3, 1)),
        ((1, 4), PAIR, {"first": 1}, (3, 1)),
        ((1, (2, 3)), "(value, (row, column))", {"action": "(row, column)"}, (3, 1)),
        ((2, 3), "(row, column)", {"action": "(row, column)"}, (3, None)),
        (array(AFTER), "board", {}, (0, None)),
        ((1, array(AFTER)), "(_, board)", {}, (0, None)),
        (3, "?", {}, (3, None)),
        ((1, 3), "?", {}, (3, 1)),
    ],
)  # fmt: skip
def test_answers_of_searches(answer: Any, form: str, edition: Edition, right: Any) -> None:
    notebook = Notebook(f=lambda *_: answer)
    assert notebook.asked("alpha_beta_search", "f(board)", form, edition)(BOARD, "o") == right
    if form != "?":
        # While the binding is sought, this form is among all that suit.
        found = notebook.asked("alpha_beta_search", "f(board)", edition=edition)(BOARD, "o")
        assert [form, right] in found


@pytest.mark.parametrize(
    ("answer", "form", "came"),
    [
        (None, "column", "None"),
        ("3", "column", "a str"),
        (True, "column", "a bool"),
        (2.5, "column", "a float"),
        (float("nan"), "column", "a float"),
        (4, "column", "an int"),
        (-1, "column", "an int"),
        (3, PAIR, "an int"),
        ((None, 3), PAIR, "(None, an int)"),
        ((1, 7), PAIR, "(an int, an int)"),
        ({"a": 1}, "{'move': column}", "a dict"),
        (SimpleNamespace(a=1), "{'move': column}", "a SimpleNamespace"),
        (array(BOARD), "board", "a ndarray"),
        (np.zeros((5, 4)), "board", "a ndarray"),
        (3, "no such form", "an int"),
    ],
)
def test_answers_that_cannot_be_read(answer: Any, form: str, came: str) -> None:
    asked = Notebook(f=lambda *_: answer).asked("alpha_beta_search", "f(board)", form)
    with pytest.raises(ValueError, match=r"^Expected .* came\.$") as caught:
        asked(BOARD, "o")
    assert str(caught.value) == f"Expected {form}; {came} came."


@pytest.mark.parametrize(
    ("answer", "form", "over"),
    [
        (True, "over", True), (False, "over", False), (np.bool_(False), "over", False),
        (1, "over", True), (0, "over", False), (-1, "over", True), (None, "over", False),
        ("draw", "over", True), ("", "over", False),
        (0, "!= None", True), (None, "!= None", False), ("x", "!= None", True),
        (-1, "!= 2", True), (2, "!= 2", False), (0, "!= False", True), (False, "!= False", False),
        ("n", "!= 'n'", False), ("d", "!= 'n'", True), (" ", "!= ' '", False),
        ((True, "x"), "(over, _)", True), ((0, None), "(_, over)", False),
        (("x", [1]), "(!= None, _)", True), (Decision(3), "!= None", True),
        (-1, "!= -1", False), ((0, "go"), "(_, != 'go')", False),
    ],
)  # fmt: skip
def test_ways_to_say_that_a_game_is_over(answer: Any, form: str, over: bool) -> None:
    asked = Notebook(f=lambda _: answer).asked("terminal", "f(board)", form)
    assert asked(BOARD) is over


@pytest.mark.parametrize("goes_on", [-1, 2, "n", "go on", np.int64(-1), (None, "go on")])
def test_what_is_said_of_an_empty_board_tells_that_a_game_goes_on(goes_on: Any) -> None:
    ends = {BOARD: 1, AFTER: 0}
    said = Notebook(f=lambda board: ends.get(rows(board), goes_on)).asked("terminal", "f(board)")
    won, drawn, going_on = (dict(said(board)) for board in (BOARD, AFTER, EARLY))
    if isinstance(goes_on, tuple):
        assert going_on["(_, != 'go on')"] is False
    else:
        assert [True, True, False] in [[won[f], drawn.get(f), going_on.get(f)] for f in won]


def test_an_empty_board_of_each_size_is_asked_about_once() -> None:
    seen: list[Board] = []
    said = Notebook(f=lambda board: seen.append(rows(board))).asked("terminal", "f(board)")
    for board in (BOARD, BOARD, EARLY):
        said(board)
    blank = [board for board in seen if not "".join(board).strip()]
    assert len(blank) == len({(len(board), len(board[0])) for board in (BOARD, EARLY)})


@pytest.mark.parametrize(
    ("word", "over"),
    [
        ("Player x wins", True), ("draw", True), ("O", True), ("nobody can win", True),
        ("game not over", False), ("Still playing", False), ("continue", False), ("n", False),
        ("in progress", False), ("", False), ("isn't over", False), ("on-going", False),
    ],
)  # fmt: skip
def test_words_say_whether_a_game_goes_on(word: str, over: bool) -> None:
    assert Notebook(f=lambda _: word).asked("terminal", "f(board)", "over")(EARLY) is over


@pytest.mark.parametrize(
    ("answer", "form", "player", "value"),
    [
        (1, "value", "o", 1), (-100, "value", "o", -1), (0, "value", "x", 0),
        (1, "x_value", "o", -1), (1, "x_value", "x", 1), (1, "o_value", "o", 1),
        (1, "mover_value", "o", -1), (1, "mover_value", "x", 1),
        (0.5, "share", "o", 0), (0, "share", "o", -1), (1, "x_share", "o", -1),
        ("o", "winner", "o", 1), ("x", "winner", "o", -1), ("draw", "winner", "o", 0),
        (None, "winner", "o", 0), ((True, "o"), "(_, winner)", "o", 1),
        ((1, True), "(x_value, _)", "o", -1), (np.float64(-3), "value", "x", -1),
    ],
)  # fmt: skip
def test_what_a_board_is_worth(answer: Any, form: str, player: str, value: int) -> None:
    asked = Notebook(f=lambda _: answer).asked("utility", "f(board)", form)
    assert asked(BOARD, player) == value


@pytest.mark.parametrize(("draw", "value"), [(0, 0), (0.5, 0), (-0.1, 0), (1, 1), (-1, -1)])
def test_a_draw_is_worth_anything_between_a_win_and_a_loss(draw: float, value: int) -> None:
    drawn = ("oxox", "oxox", "xoxo", "xoxo")

    def worth(board: Any, player: str) -> float:
        return draw if rows(board) == drawn else 1 if player == "x" else -1

    for form in ("value", ""):
        asked = Notebook(f=worth).asked("utility", "f(board, player)", form)
        said = asked(drawn, "x")
        assert (said if form else dict(said)["value"]) == value


@pytest.mark.parametrize(
    ("value", "views"),
    [
        (lambda _, player: 3 if player == "x" else -3, {"value"}),
        (lambda *_: 3, {"value", "x_value", "mover_value", "o_value"}),
        (lambda _, player: (0.5 if player == "x" else -0.5, False), {"(value, _)"}),
    ],
)
def test_what_turns_with_the_player_is_no_view_of_one_side(value: Any, views: set[str]) -> None:
    asked = Notebook(f=value).asked("evaluate", "f(board, player)")
    assert {form for form, _ in asked(BOARD, "x")} == views


def test_who_is_told_the_player_does_not_answer_for_who_is_to_move() -> None:
    asked = Notebook(f=lambda *_: -1).asked("utility", "f(board, player)")
    assert "mover_value" not in {form for form, _ in asked(BOARD, "x")}


def test_a_state_of_an_unknown_kind_is_known_by_what_else_it_is_made_of() -> None:
    def drop(cells: str, column: int) -> str:
        found = [*cells]
        found[max(place for place in range(column, 20, 5) if cells[place] == " ")] = "o"
        return "".join(found)

    made = Notebook(of_array=lambda board: "".join(board.ravel()), drop=drop)
    edition = {"state": "of_array(board)\nboard"}
    asked = made.asked("result", "drop(of_array(board), column)", "object", edition)
    assert asked(EARLY, "o", 2) == rules.drop(EARLY, "o", 2)
    wrong = made.asked("result", "of_array(board)", "object", edition)
    with pytest.raises(ValueError, match="Expected object; a str came"):
        wrong(EARLY, "o", 2)


@pytest.mark.parametrize(
    ("best", "edition", "size"),
    [
        (lambda: 3, {}, None),
        (lambda: with_board(array((" " * 4,) * 5)), {}, (5, 4)),
        (lambda: with_board([[" "] * 6] * 7), {"container": "lists", "across": True}, (6, 7)),
        (lambda: int(np.full((4, 5), " ").shape[0] > 0) * 3, {}, (4, 5)),
    ],
)
def test_on_which_board_a_first_move_is_looked_for(best: Any, edition: Any, size: Any) -> None:
    asked = Notebook(f=best).asked("best_first_move", "f()", "column", edition)
    assert asked() == (3, size)


def with_board(board: Any) -> int:
    return 3


def test_two_pictures_can_be_compared() -> None:
    asked = Notebook(f=print).asked("visualize", "f(board)", "picture")
    one, other = asked(BOARD, [BOARD[::-1]])
    assert [one, other] == [asked(BOARD), asked(BOARD[::-1])]
    assert one != other


def test_a_heuristic_keeps_its_numbers() -> None:
    asked = Notebook(f=lambda _: 37.5).asked("evaluate", "f(board)", "x_value")
    assert [asked(BOARD, player) for player in "xo"] == [37.5, -37.5]


@pytest.mark.parametrize(
    ("answer", "form", "columns"),
    [
        ([0, 2], "[column]", (0, 2)),
        ((0, 2), "[column]", (0, 2)),
        ({0, 2}, "[column]", (0, 2)),
        (range(3), "[column]", (0, 1, 2)),
        (np.array([0, 2]), "[column]", (0, 2)),
        ([np.int64(0)], "[column]", (0,)),
        ([True, False, True, False], "mask", (0, 2)),
        (np.array([True, False, True, False]), "mask", (0, 2)),
        ([(2, 0), (3, 2)], "[(_, column)]", (0, 2)),
        ([(0, 2), (2, 3)], "[(column, _)]", (0, 2)),
        ([(0, array(AFTER))], "[(column, board)]", (0,)),
        ({0: "a", 2: "b"}, "{[column]: _}", (0, 2)),
        ((np.array([0, 2]),), "([column],)", (0, 2)),
        ([], "[column]", ()),
    ],
)  # fmt: skip
def test_columns_that_are_free(answer: Any, form: str, columns: tuple[int, ...]) -> None:
    notebook = Notebook(f=lambda _: answer)
    assert notebook.asked("actions", "f(board)", form)(BOARD) == columns


@pytest.mark.parametrize("answer", [None, 3, "012", [9], ["a"], [[0], 1], object()])
def test_what_is_no_list_of_columns(answer: Any) -> None:
    asked = Notebook(f=lambda _: answer).asked("actions", "f(board)", "[column]")
    with pytest.raises(ValueError, match=r"^Expected \[column\]; .* came\.$"):
        asked(BOARD)


def silent(board: Any, player: str, column: int) -> None:
    board[max(np.flatnonzero(board[:, column] == " ")), column] = player


def returned(board: Any, player: str, column: int) -> Any:
    silent(board, player, column)
    return board


def copied(board: Any, player: str, column: int) -> Any:
    return returned(board.copy(), player, column)


def in_a_pair(board: Any, player: str, column: int) -> Any:
    return copied(board, player, column), "x"


def changed_and_copied(board: Any, player: str, column: int) -> Any:
    return returned(board, player, column).copy()


@pytest.mark.parametrize(
    ("play", "form", "is_changed"),
    [
        (silent, "changed", True),
        (returned, "board, changed", True),
        (copied, "board", False),
        (in_a_pair, "(board, _)", False),
        (changed_and_copied, "board", True),
    ],
)
def test_a_board_that_is_changed_is_told_from_a_new_one(
    play: Callable[..., Any], form: str, is_changed: bool
) -> None:
    asked = Notebook(play=play).asked("result", "play(board, player, column)", form)
    assert asked.changed == ()
    for _ in range(2):
        assert asked(EARLY, "o", 2) == rules.drop(EARLY, "o", 2)
        assert asked.changed == ((0,) if is_changed else ())


def test_a_picture_may_be_printed_or_returned(capsys: pytest.CaptureFixture[str]) -> None:
    for show in (print, str):
        shown = Notebook(show=show).asked("visualize", "show(board)", "picture")(SMALL)
        assert "x" in shown
        assert capsys.readouterr().out == shown
    assert not Notebook(show=lambda board: board).asked("visualize", "show(board)", "picture")(
        SMALL
    )


@pytest.mark.parametrize("names", [("ROWS", "COLS"), ("ROW_COUNT", "COLUMN_COUNT"), ("R", "C")])
def test_sizes_in_globals_are_those_of_the_board(names: tuple[str, str]) -> None:
    def actions(board: Any) -> list[int]:
        size = vars(notebook.module)[names[0]], vars(notebook.module)[names[1]]
        assert board.shape == size
        return [column for column in range(size[1]) if board[0, column] == " "]

    kept = {"WINDOW_LENGTH": 4, "row": 5, "DEPTH": 6}
    notebook = Notebook(actions=actions, **{names[0]: 6, names[1]: 7}, **kept)
    asked = notebook.asked("actions", "actions(board)", "[column]")
    assert asked(EARLY) == (0, 1, 2, 3, 4)
    assert asked(("x o", "oxo")) == (1,)
    assert kept.items() <= vars(notebook.module).items()


def test_so_is_a_shape() -> None:
    notebook = Notebook(BOARD_SHAPE=(6, 7), LIMITS=(1, 2), actions=lambda _: [])
    notebook.asked("actions", "actions(board)")(EARLY)
    assert vars(notebook.module)["BOARD_SHAPE"] == (4, 5)
    assert vars(notebook.module)["LIMITS"] == (1, 2)


def test_boards_that_whoever_is_to_move_sees() -> None:
    def play(board: Any, column: int) -> Any:
        after = board.copy()
        after[np.flatnonzero(after[:, column] == 0)[-1], column] = 1
        return -after

    asked = Notebook(play=play).asked(
        "result", "play(board, column)", "board", {**SIGNS, "turned": True}
    )
    later = rules.drop(EARLY, "x", 2)
    for board in (EARLY, later):
        for column in rules.moves(board):
            mover = rules.to_move(board)
            assert asked(board, mover, column) == rules.drop(board, mover, column)


class Dropping:
    """A game that keeps how high its columns are, which only its moves keep right."""

    def __init__(self, rows: int = 6, cols: int = 7) -> None:
        self.board = np.full((rows, cols), " ")
        self.height = [0] * cols
        self.turn = "x"
        self.moves = 0

    def drop(self, column: int) -> None:
        self.board[len(self.board) - 1 - self.height[column], column] = self.turn
        self.height[column] += 1
        self.moves += 1
        self.turn = "o" if self.turn == "x" else "x"

    def after(self, column: int) -> Any:
        made = Dropping(*self.board.shape)
        made.board, made.height, made.turn = self.board.copy(), [*self.height], self.turn
        made.drop(column)
        return made

    def look(self) -> list[Any]:
        return [rows(self.board), self.turn, self.height, self.moves]


HELD = "with_board(Dropping(rows, columns), board, player)"


@pytest.mark.parametrize("drop", ["game.drop(column)", "game.after(column)"])
@pytest.mark.parametrize(("method", "form"), [("drop", "changed"), ("after", "object")])
def test_an_object_comes_into_a_position_by_its_own_moves(
    drop: str, method: str, form: str
) -> None:
    asked = Notebook(Dropping=Dropping).asked(
        "result", f"{HELD}.{method}(column)", form, {"drop": drop, "holder": "Dropping"}
    )
    board = rules.start(4, 5)
    for column in (2, 2, 3, 1, 1, 4):
        after = rules.drop(board, rules.to_move(board), column)
        assert asked(board, rules.to_move(board), column) == after
        assert asked.changed == ()
        board = after


def test_an_object_in_which_no_game_leads_there_is_filled() -> None:
    seen: list[Any] = []
    notebook = Notebook(Dropping=Dropping, note=seen.extend)
    more_of_o = ("   ", "   ", "   ", "oo ")
    asked = notebook.asked(
        "evaluate", f"note({HELD}.look())", edition={"drop": "game.drop(column)"}
    )
    asked(more_of_o, "x")
    assert seen == [more_of_o, "x", [0, 0, 0], 2]  # only what tells by its name what it counts


def test_a_frozen_object_is_asked_for_either_player() -> None:
    @dataclass(frozen=True)
    class Frozen:
        cells: Any
        to_move: str = "x"

        def mover(self) -> int:
            return "ox".index(self.to_move)

    notebook = Notebook(made=Frozen([[" "] * 7 for _ in range(6)]))
    asked = notebook.asked(
        "evaluate", "with_board(made, board, player).mover()", edition={"container": "lists"}
    )
    start = rules.start()
    assert [dict(asked(start, player))["value"] for player in "xo"] == [1, 0]


@pytest.mark.parametrize("name", ["current", "to_play", "active", "next_player", "side_to_move"])
def test_an_attribute_that_says_whose_turn_it_is_is_set(name: str) -> None:
    state = SimpleNamespace(cells=[[" "] * 7 for _ in range(6)], current_depth=1)
    setattr(state, name, "x")
    asked = Notebook(made=state, look=lambda held: "ox".index(getattr(held, name))).asked(
        "evaluate", "look(with_board(made, board, player))", edition={"container": "lists"}
    )
    assert [dict(asked(rules.start(), player))["value"] for player in "xo"] == [1, 0]
    assert state.current_depth == 1


def test_a_class_without_a_board_holds_none() -> None:
    class Empty:
        def actions(self) -> list[int]:
            return []

    asked = Notebook(Empty=Empty).asked("actions", "with_board(Empty(), board, player).actions()")
    with pytest.raises(ValueError, match="an object that holds a board; there is none"):
        asked(BOARD)


class Agent:
    """An agent as an object."""

    made: ClassVar[list[Any]] = []
    max_depth: float = math.inf

    def __init__(self, player: str = "x", depth: int = 3) -> None:
        self.player, self.depth, self.asked = player, depth, 0
        Agent.made.append((player, depth))

    def act(self, board: Any) -> int:
        self.asked += 1
        return self.asked

    def look(self, board: Any) -> int:
        return self.depth


def test_an_agent_lasts_for_each_player_and_depth() -> None:
    Agent.made.clear()
    asked = Notebook(Agent=Agent).asked(
        "cutoff_search", "Agent(player, depth).act(board)", "column"
    )
    found = [asked(BOARD, player, depth)[0] for player, depth in (("x", 2), ("o", 2)) * 2]
    assert found == [1, 1, 2, 2]
    assert asked(BOARD, "x", 3) == (1, None)
    assert Agent.made == [("x", 2), ("o", 2), ("x", 3)]


def test_an_agent_with_a_depth_of_its_own_is_set_to_the_one_asked_for() -> None:
    asked = Notebook(Agent=Agent).asked(
        "cutoff_search", "with_depth(Agent(), depth).look(board)", "column"
    )
    assert [asked(BOARD, "x", depth)[0] for depth in (2, 3)] == [2, 3]
    none = Notebook(Dropping=Dropping).asked("agent", "with_depth(Dropping(), depth).look()")
    with pytest.raises(ValueError, match="an object with a depth; it has none"):
        none(BOARD, "x")


def test_what_the_submission_raises_is_its_own() -> None:
    def fails(_: object) -> None:
        raise KeyError(3)

    asked = Notebook(f=fails).asked("agent", "f(board)", "column")
    with pytest.raises(KeyError):
        asked(BOARD, "x")


@pytest.mark.parametrize(
    "puzzle",
    [
        *known_answers.NEAR,
        *known_answers.SOON_OVER,
        *known_answers.FAR,
        known_answers.FARTHEST,
    ],
)
def test_puzzles_are_as_the_oracle_says(puzzle: known_answers.Puzzle) -> None:
    assert oracle.best(puzzle.board) == {puzzle.best}
    assert oracle.solve(puzzle.board) == puzzle.value


def test_every_role_has_names_and_known_answers() -> None:
    assert {role.name for role in CONTRACT.roles} == {*usual_names.USUAL} == {*ARGUMENTS}
    for role in CONTRACT.roles:
        assert role.known
        assert len(role.known) <= 14
        assert any(known.common for known in role.known)
        assert {*role.takes} <= {*ARGUMENTS[role.name], "board"}


def test_the_skeleton_has_every_role_as_the_template_has_it() -> None:
    skeleton = importlib.import_module("reference.connect4.skeleton")  # students' code: no types
    for role, arguments in ARGUMENTS.items():
        function = getattr(skeleton, role)
        own = [*inspect.signature(function).parameters]
        if role == "empty_board":
            continue  # which is written already
        passed = ", ".join("column" if name == "action" else name for name in own)
        passed = passed.replace("cutoff", "depth")
        asked = Notebook(**{role: function}).asked(role, f"{role}({passed})", "?")
        given = {"shape": (4, 5), "board": BOARD, "player": "o", "column": 1}
        with pytest.raises(NotImplementedError):
            asked(*(given.get(name, 2) for name in arguments))


HOSTILE_DESCRIPTIONS: list[object] = [
    None, 3, {}, {"container": 3, "rows": [], "columns": None, "cell": {}, "state": "object"},
    *({"container": "lists", "rows": 6, "columns": 7, "cell": "0", "inner": "", **of} for of in (
        {"state": "object", "parts": [], "values": []},
        {"state": "dict", "parts": [3], "values": ["1"]},
        {"state": "dict", "parts": ["a"], "values": [1]},
        {"state": "dict", "parts": ["a", "b"], "values": ["1"]},
        {"state": "dict", "parts": "ab", "values": []},
    )),
]  # fmt: skip


@pytest.mark.parametrize("told", HOSTILE_DESCRIPTIONS)
def test_what_a_submission_says_of_its_board_is_checked(told: Any) -> None:
    found = list(editions(Survey(), lambda *_: told, {"empty_board": ["empty_board()"]}))
    assert found == list(editions(Survey(), lambda *_: None, {}))
    assert found[0].items() >= {"container": "lists", "empty": "' '", "x": "'x'"}.items()
    assert {*LETTERS} <= {*found[0]}


class Named(NamedTuple):
    """A state with more than a board and whose turn it is."""

    board: Any
    to_move: str
    moves: Any


EMPTY = np.full((6, 7), " ")


@pytest.mark.parametrize(
    ("made", "states"),
    [
        ({"board": EMPTY, "to_move": 1, "k": 4}, ["{'board': board, 'to_move': player, 'k': 4}"]),
        ({"cells": EMPTY, "turn": "x", "width": 7, "last": None},
         ["{'cells': board, 'turn': player, 'width': columns, 'last': None}"]),
        ({"board": EMPTY, "flag": 1},
         ["{'board': board, 'flag': player}", "{'board': board, 'flag': 1}"]),
        ({"board": EMPTY}, ["{'board': board}"]),
        ((EMPTY, "x"), ["(board, player)"]),
        ((EMPTY, 1, 0), ["(board, player, 0)"]),
        ((None, EMPTY), ["(player, board)"]),
        (Named(EMPTY, "x", [0, 1]), ["Named(board, player, None)"]),
    ],
)  # fmt: skip
def test_parts_of_a_state_are_what_their_names_say_or_as_in_the_empty_one(
    made: Any, states: list[str]
) -> None:
    told = described(made)
    found = next(iter(editions(Survey(), lambda *_: told, {"empty_board": ["empty_board()"]})))
    assert str(found["state"]).split("\n")[: len(states)] == states


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        ([" "] * 42, "list of 42 str"),
        ("." * 42, "str of 42"),
        ({(0, 0): "x", (0, 1): "o"}, "dict of 2 tuple"),
        ([1, "x"], "list of 2"),
        (7, "int"),
    ],
)
def test_a_board_of_an_unknown_form_casts_doubt(board: object, kind: str) -> None:
    told = described(board)
    assert told == {"unknown": kind}
    *tried, last = editions(Survey(), lambda *_: told, {"empty_board": ["new()"]})
    assert tried
    assert not any("doubt" in one for one in tried)
    assert str(last["doubt"]).startswith(f"new() makes a board of a kind ({kind}) that")
    assert last["state"] == "of_array(board)"


def test_arrays_come_first_where_there_is_numpy() -> None:
    survey = Survey({"f": Definition("function", (), mentions=("np",))})
    first, *_ = editions(survey, lambda *_: None, {})
    assert first["container"] == "array"


def test_flags_and_numbers_are_discs_where_none_is_nothing() -> None:
    survey = Survey(
        {"play": Definition("function", (Parameter("who", default="True"),))},
        constants={"EMPTY": "None"}, literals=("'x'", "'o'"),
    )  # fmt: skip
    found = [(one["x"], one["player_x"]) for one in editions(survey, lambda *_: None, {})]
    assert {("'x'", "'x'"), ("True", "True"), ("1", "1")} <= {*found}


@pytest.mark.parametrize(
    ("constants", "x"),
    [
        ({"RED": "'1'", "YELLOW": "'2'"}, "'1'"),
        ({"RED": "'1'", "YELLOW": "'2'", "red": "53", "yellow": "47"}, "'1'"),  # games that are won
        ({"red": "53", "yellow": "47"}, "'R'"),
        ({"BLEU": "'B'", "JAUNE": "'J'", "j": "'J'", "INF": "inf"}, "'B'"),
        ({"RED": "'#ff0000'", "YELLOW": "'#ffff00'"}, "'R'"),  # of a picture
    ],
)
def test_players_with_names_come_before_letters(constants: dict[str, str], x: str) -> None:
    survey = Survey(constants={**constants, "EMPTY": "'.'"}, literals=("'R'", "'Y'"))
    first, *_ = editions(survey, lambda *_: None, {})
    assert (first["x"], first["player_x"]) == (x, x)


@pytest.mark.parametrize("told", [True, False])
def test_a_class_whose_methods_are_told_boards_is_no_state(told: bool) -> None:
    given = (Parameter("board"),) if told else ()
    made = Definition("class", (), dict.fromkeys(("actions", "result", "over"), given))
    game = type("Game", (), {})()
    game.board = [[0] * 7 for _ in range(6)]
    first, *_ = editions(Survey({"Game": made}), lambda *_: described(game), {})
    states = str(first["state"]).split("\n")
    assert states == (["board"] if told else ["with_board(Game(), board, player)", "board"])


def test_what_makes_a_state_of_an_array_is_passed_for_a_board() -> None:
    calls = {"": ["play(board)", "to_state(board, player)", "from_array(board)"]}
    asked: list[str] = []

    def ask(_: str, call: str, how: Any) -> Any:
        asked.append(call)
        return {"unknown": "dict"} if call.startswith("to_") and how["empty"] == "' '" else None

    found = editions(Survey(literals=("'.'",)), ask, calls)
    made = [one for one in found if one["state"] == "to_state(board, player)\nboard"]
    assert {(one["container"], one["empty"]) for one in made} == {
        ("lists", "' '"), ("array", "' '")
    }  # fmt: skip
    assert not any(call.startswith("play") for call in asked)


def test_a_class_that_is_made_of_cells_is_asked_for_its_first_state() -> None:
    state = type("State", (), {})()
    state.cells = ((" ",) * 7,) * 6
    made = Definition(
        "class", (Parameter("cells"),), dict.fromkeys(("first", "winner", "over"), ())
    )
    survey = Survey({"State": made})
    call = "State.first(rows, columns)"
    first, *_ = editions(survey, lambda *_: described(state), {"empty_board": [call]})
    assert first["state"] == f"with_board({call}, board, player)\nboard"
    reading = Reading(CONTRACT.roles[1], survey, first, {})
    assert CONTRACT.objects("State", [], reading) == [f"with_board({call}, board, player)"]


def test_boards_of_an_unknown_form_come_about_by_the_moves_of_a_function() -> None:
    calls = {"empty_board": ["start()"], "": ["place(board, columns, player)", "look(board)"]}
    tried = list(editions(Survey(), lambda *_: {"unknown": "dict"}, calls))
    first = tried[0]
    assert first["state"] == "with_board(start(), board, player)"
    assert first["drop"] == "place(game, column, player)"
    assert "doubt" not in first
    assert "doubt" in tried[-1]

    def place(board: dict[Any, str], column: int, player: str) -> dict[Any, str]:
        return {**board, (column, sum(one == column for one, _ in board)): player}

    seen: list[Any] = []
    notebook = Notebook(start=dict, place=place, look=seen.append)
    asked = notebook.asked("evaluate", f"look({first['state']})", edition=first)
    asked(("    ", "    ", " o  ", "xx o"), "x")
    assert seen[0] == {(0, 0): "x", (1, 0): "x", (1, 1): "o", (3, 0): "o"}
    with pytest.raises(ValueError, match="none leads to this one"):
        asked(("    ", "    ", "    ", "xx  "), "x")


def test_objects_of_an_unknown_form_are_moved_and_compared() -> None:
    class Stacks:
        def __init__(self, rows: int = 6, cols: int = 7, columns: Any = None) -> None:
            self.columns = columns or [[] for _ in range(cols)]

        def play(self, col: int, player: str) -> Stacks:
            columns = enumerate(self.columns)
            return Stacks(6, 7, [each + [player] * (c == col) for c, each in columns])

    defaults = {"rows": "6", "cols": "7", "columns": "None"}
    made = tuple(Parameter(name, required=False, default=of) for name, of in defaults.items())
    survey = Survey({
        "Stacks": Definition("class", made, {"play": (Parameter("col"), Parameter("player"))})
    })  # fmt: skip
    first, *_ = editions(survey, lambda *_: {"unknown": "Stacks"}, {})
    assert first["state"] == "with_board(Stacks(rows=rows, cols=columns), board, player)"
    call = f"{first['state']}.play(column, player)"
    found = dict(Notebook(Stacks=Stacks).asked("result", call, edition=first)(EARLY, "x", 3))
    assert found["object"] == rules.drop(EARLY, "x", 3)


def drawn(*rows: str) -> str:
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("one", "two", "none", "right"),
    [
        (drawn("..", ".x"), drawn(".o", ".x"), drawn("..", ".."), True),
        (drawn(".x", ".."), drawn(".x", ".o"), drawn("..", ".."), False),
        # Whoever is to move has the discs 1, and a minus makes room in all lines.
        (drawn(" 0  0", " 0 -1"), drawn(" 0 -1", " 0  1"), drawn("0 0", "0 0"), True),
        (drawn(" 0 -1", " 0  0"), drawn(" 0  1", " 0 -1"), drawn("0 0", "0 0"), False),
        ("..x.", "..xo", "....", True),  # nobody knows where the discs are
        # The first line is the whole board.
        (drawn(".... x", "..", ".x"), drawn("o.x", ".o", ".x"), drawn("....", "..", ".."), True),
        (drawn("x ....", ".x", ".."), drawn("x.o", ".x", ".o"), drawn("....", "..", ".."), False),
        ("o", "x", "x", False),  # whose turn it is
        (drawn("..", ".x"), drawn("..", ".x"), drawn("..", ".."), False),
        ("", drawn(".o", ".x"), drawn("..", ".."), False),
    ],
)
def test_a_picture_shows_discs_where_they_are(one: str, two: str, none: str, right: bool) -> None:
    (question,) = known_answers.of("visualize")
    assert question.right((one, two, none)) is right
