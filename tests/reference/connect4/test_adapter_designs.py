"""Designs of notebooks that differ from the template in more than names and orders."""

from __future__ import annotations

# ruff: noqa: ARG005 - functions of students do not use all that they take
import math
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from reference.connect4 import adapter, rules
from reference.connect4.adapter import forms

EARLY = ("     ", "     ", " o   ", "xx  o")
LATER = ("     ", "     ", " o   ", "xxx o")


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The student's module, which is empty so far."""
    module = ModuleType("submission")
    monkeypatch.setitem(sys.modules, "submission", module)
    return module


@pytest.mark.parametrize("names", [("ROWS", "COLS"), ("ROW_COUNT", "COLUMN_COUNT"), ("R", "C")])
def test_sizes_in_globals_are_set(notebook: ModuleType, names: tuple[str, str]) -> None:
    vars(notebook).update({names[0]: 6, names[1]: 7, "WINDOW_LENGTH": 4, "row": 5})

    def actions(board: Any) -> list[int]:
        size = vars(notebook)[names[0]], vars(notebook)[names[1]]
        assert board.shape == size
        return [column for column in range(size[1]) if board[0, column] == " "]

    called = adapter.adapted(actions, how("actions", sized=True))
    assert called(EARLY) == (0, 1, 2, 3, 4)
    assert called(("x o", "oxo")) == (1,)
    assert vars(notebook)["WINDOW_LENGTH"] == 4
    assert vars(notebook)["row"] == 5


def test_without_such_globals_the_convention_does_not_fit(notebook: ModuleType) -> None:
    vars(notebook)["ROWS"] = 6
    called = adapter.adapted(lambda board: [0], how("actions", sized=True))
    with pytest.raises(ValueError, match="there are none"):
        called(EARLY)


@pytest.mark.parametrize("upturned", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_the_row_in_which_a_disc_lands_is_passed(
    notebook: ModuleType, upturned: bool, own: bool
) -> None:
    def get_next_open_row(board: Any, column: int) -> int:
        free = [row for row in range(len(board)) if board[row, column] == 0]
        return free[0] if upturned else free[-1]

    def drop_piece(board: Any, row: int, col: int, piece: int) -> None:
        board[row, col] = piece

    if own:
        vars(notebook)["get_next_open_row"] = get_next_open_row
    convention = how(
        "result", order="board row action player", cells="numbers", players="numbers",
        answer="changed board", upturned=upturned,
    )  # fmt: skip
    called = adapter.adapted(drop_piece, convention)
    assert called(EARLY, "x", 1) == rules.drop(EARLY, "x", 1)
    assert called(EARLY, "x", 2) == rules.drop(EARLY, "x", 2)
    with pytest.raises(LookupError):
        adapter.lent(drop_piece, convention)


@pytest.mark.parametrize("turned", ["each", "kept"])
def test_boards_that_whoever_is_to_move_sees(turned: str) -> None:
    def play(board: Any, column: int) -> Any:
        after = board.copy()
        after[np.flatnonzero(after[:, column] == 0)[-1], column] = 1
        return -after if turned == "each" else after

    convention = how("result", order="board action", cells="signs", turned=turned)
    called = adapter.adapted(play, convention)
    for board in (EARLY, LATER):
        for column in rules.moves(board):
            mover = rules.to_move(board)
            assert called(board, mover, column) == rules.drop(board, mover, column)


def test_numbers_about_such_boards_are_the_movers() -> None:
    convention = how("utility", order="board", cells="signs", turned="each", view="mover")
    called = adapter.adapted(lambda board: int(np.sign(board.sum())), convention)
    lead = ("xx  ", "xoo ")  # x, who has a disc less to come, is not to move
    assert [called(lead, "x"), called(lead, "o")] == [1, -1]


def _by_depth(depth: int) -> Callable[[Any, str], int]:
    return lambda board, player: depth


def test_a_function_that_makes_agents_is_given_the_cutoff() -> None:
    convention = how("cutoff_search", order="board player", part=-1, view="none", maker=True)
    called = adapter.adapted(_by_depth, convention)
    assert [called(EARLY, "x", 2), called(EARLY, "x", 3)] == [(2, None), (3, None)]
    searching = adapter.adapted(lambda board, player, depth: 0, convention)
    with pytest.raises(ValueError, match="given the cutoff"):
        searching(EARLY, "x", 2)


class Agent:
    max_depth: float = math.inf
    depth = 0

    def __init__(self, player: str) -> None:
        self.player = player

    def act(self, board: Any) -> float:
        return self.max_depth + self.depth


class Forgetful:
    depth = 0

    def act(self, board: Any) -> int:
        return 0


def test_an_agent_with_a_depth_of_its_own_is_set_to_the_cutoff() -> None:
    convention = how(
        "cutoff_search", call="act", order="board", part=-1, view="none", limited=True
    )  # fmt: skip
    called = adapter.adapted(Agent, convention)
    assert [called(EARLY, "x", 2), called(EARLY, "x", 3)] == [(2, None), (3, None)]
    with pytest.raises(ValueError, match="has none"):
        adapter.adapted(Forgetful, convention)(EARLY, "x", 2)


def _switched(board: Any, player: str, move_ordering: bool = True, forward: bool = False) -> int:
    return 2 * move_ordering + forward


@pytest.mark.parametrize(
    ("role", "flag", "column"),
    [
        ("alpha_beta_search", "", 0),
        ("ordered_search", "ordering", 2),
        ("cutoff_search", "", 2),
        ("forward_pruning_search", "pruning", 3),
    ],
)
def test_switches_are_set_for_each_role(role: str, flag: str, column: int) -> None:
    convention = how(role, order="board player", part=-1, view="none", flag=flag)
    called = adapter.adapted(_switched, convention)
    assert called(EARLY, "x", *([2] if "cutoff" in forms.ARGUMENTS[role] else [])) == (column, None)


def test_what_has_no_switch_does_not_fit() -> None:
    convention = how("ordered_search", part=-1, view="none", flag="ordering")
    for search in (lambda board, player: 0, lambda board, player, order=sorted: 0):
        with pytest.raises(ValueError, match="no parameter"):
            adapter.adapted(search, convention)(EARLY, "x")


def _beam(board: Any, player: str, depth: int, beam: int | None = None) -> int:
    return beam or 9


def _of_width(board: Any, player: str, depth: int, width: int) -> int:
    return width


def _made(depth: int, beam_width: int | None = None) -> Callable[[Any, str], int]:
    return lambda board, player: beam_width or 9


@pytest.mark.parametrize(
    ("role", "flag", "columns"),
    [("cutoff_search", "", (9, 5, 9)), ("forward_pruning_search", "pruning", (3, 3, 3))],
)
def test_the_number_of_moves_that_are_kept_switches_forward_pruning_on(
    role: str, flag: str, columns: tuple[int, ...]
) -> None:
    choices: dict[str, str | int] = {"part": -1, "view": "none", "flag": flag}
    designs = (
        (_beam, how(role, **choices)),
        (_of_width, how(role, **choices)),
        (_made, how(role, order="board player", maker=True, **choices)),
    )
    found = [adapter.adapted(search, convention)(EARLY, "x", 2) for search, convention in designs]
    assert found == [(column, None) for column in columns]


def test_an_agent_is_made_with_the_number_of_playouts() -> None:
    def make(playouts: int = 7) -> Callable[[Any, str], int]:
        return lambda board, player: playouts

    def other(seed: int) -> Callable[[Any, str], int]:
        return lambda board, player: seed

    convention = how("monte_carlo_search", order="board player", maker=True)
    called = adapter.adapted(make, convention)
    assert [called(EARLY, "x", 50), called(EARLY, "x", 20)] == [50, 20]
    with pytest.raises(ValueError, match="given the playouts"):
        adapter.adapted(other, convention)(EARLY, "x", 50)


def test_a_beam_with_a_width_of_its_own_is_no_switch() -> None:
    convention = how("forward_pruning_search", part=-1, view="none", flag="pruning")
    with pytest.raises(ValueError, match="no parameter"):
        adapter.adapted(lambda board, player, depth, beam=4: beam, convention)(EARLY, "x", 2)


def test_an_object_is_made_with_the_number_of_playouts() -> None:
    class Player:
        def __init__(self, n_simulations: int = 5000) -> None:
            self.n = n_simulations

        def act(self, board: Any, player: str) -> int:
            return self.n

    called = adapter.adapted(Player, how("monte_carlo_search", call="act", order="board player"))
    assert called(EARLY, "x", 30) == 30


def test_agents_have_little_time_while_they_are_tried() -> None:
    def deepening(board: Any, player: str, time_limit: float = 2.0) -> int:
        return int(10 * time_limit)

    def patient(board: Any, player: str, max_time: float) -> int:
        return int(10 * max_time)

    asked = how("agent")
    assert adapter.adapted(deepening, {**asked, "tried": True})(EARLY, "x") == 1
    assert adapter.adapted(deepening, asked)(EARLY, "x") == 20
    assert adapter.adapted(patient, asked)(EARLY, "x") == 10


def test_columns_are_lent_in_an_array_where_the_own_are(notebook: ModuleType) -> None:
    def free(board: Any) -> Any:
        return np.flatnonzero(board[0] == " ")

    def listed(board: Any) -> list[int]:
        return [int(column) for column in free(board)]

    def broken(board: Any) -> Any:
        raise RuntimeError

    board = np.array([[" ", "x", " "], ["o", "x", " "]])
    for own, kind in ((free, np.ndarray), (listed, list), (broken, list)):
        vars(notebook)["columns"] = own
        lent = adapter.lent(listed, how("actions", function="columns"))
        vars(notebook)["columns"] = lent  # as for the student's code
        answer: Any = lent(board)
        assert type(answer) is kind
        assert list(answer) == [0, 2]


def test_n_is_the_length_of_a_line_or_the_number_of_playouts() -> None:
    def wins(board: Any, player: str, n: int) -> int:
        return n

    def move(board: Any, player: str, N: int = 4, budget: int = 700) -> int:  # noqa: N803
        return N + budget

    def playing(board: Any, player: str, N: int = 50) -> int:  # noqa: N803
        return N

    assert adapter.adapted(wins, how("utility", scale=4))(EARLY, "x") == 1
    searching = adapter.adapted(move, how("monte_carlo_search", order="board player"))
    assert searching(EARLY, "x", 20) == 704
    assert adapter.adapted(playing, how("monte_carlo_search"))(EARLY, "x", 20) == 20


@pytest.mark.parametrize(("beside", "is_value"), [(0, True), (-3, True), (100, True), (37, False)])
def test_a_value_beside_a_column_is_not_taken_for_something_else(
    beside: int, is_value: bool
) -> None:
    def search(board: Any, player: str) -> tuple[int, int]:
        return beside, 2

    def flagged(board: Any, maximizing: bool) -> tuple[int, int]:
        return beside, 2

    choices: dict[str, str | int | bool] = {"part": 1, "view": "none", "tried": True}
    called = adapter.adapted(search, how("alpha_beta_search", **choices))
    if is_value:
        with pytest.raises(ValueError, match="beside the column"):
            called(EARLY, "x")
    else:
        assert called(EARLY, "x") == (2, None)
    choices["players"] = "o maximizes"
    assert adapter.adapted(flagged, how("alpha_beta_search", **choices))(EARLY, "x") == (2, None)


def test_whose_turn_it_is_has_to_be_passed_where_it_can_be() -> None:
    convention = how("alpha_beta_search", order="board", part=-1, view="none")
    for search in (lambda board, player="x": 0, lambda board, maximizing=True: 0):
        with pytest.raises(ValueError, match=r"player|flag"):
            adapter.adapted(search, convention)(EARLY, "x")


def test_what_is_not_written_yet_says_so_while_it_is_tried() -> None:
    def utility(board: Any, player: str) -> int:
        raise NotImplementedError

    called = adapter.adapted(utility, {**how("utility"), "tried": True})
    for _ in range(2):
        with pytest.raises(NotImplementedError):
            called(EARLY, "x")


@pytest.mark.parametrize(("default", "depth"), [(None, 4), (50, 4), (math.inf, 4), (5, 5)])
def test_who_plays_whole_games_does_not_look_to_their_end(
    default: float | None, depth: int
) -> None:
    def play(board: Any, player: str, depth: float | None = default) -> Any:
        return depth

    class Player:
        def __init__(self, max_depth: float | None = default) -> None:
            self.max_depth = max_depth

        def act(self, board: Any, player: str) -> Any:
            return self.max_depth

    assert adapter.adapted(play, how("agent"))(EARLY, "x") == depth
    assert adapter.adapted(Player, how("agent", call="act"))(EARLY, "x") == depth
