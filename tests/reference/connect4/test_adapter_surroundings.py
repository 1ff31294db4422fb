"""What functions use beside their arguments: games of a size, heuristics, and what makes agents."""

from __future__ import annotations

# ruff: noqa: ARG005 - functions of students do not use all that they take
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hidden_tests.connect4 import conventions
from hidden_tests.connect4.names import TRACES
from reference.connect4 import adapter, rules
from reference.connect4.adapter import forms, games

SMALL = ("    ", "    ", " o  ", "xx o")
USUAL = (*[" " * 7] * 5, "xx   oo")


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


def array(board: tuple[str, ...]) -> Any:
    return np.array([list(row) for row in board])


class Rules:
    """Rules of one size, which are given the board each time."""

    def __init__(self, rows: int = 6, cols: int = 7) -> None:
        self.shape = rows, cols

    def actions(self, board: Any) -> list[int]:
        assert board.shape == self.shape
        return list(range(self.shape[1]))


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The student's module with a class of games, and a game of the size that was tried last."""
    module = ModuleType("submission")
    vars(module).update(Rules=Rules, env=Rules(5, 5), other=3)
    monkeypatch.setitem(sys.modules, "submission", module)
    return module


def test_rules_are_made_anew_for_each_size() -> None:
    called = adapter.adapted(Rules, how("actions", call="actions"))
    assert [len(called(board)) for board in (SMALL, USUAL, SMALL)] == [4, 7, 4]


@pytest.mark.parametrize("board", [SMALL, USUAL])
def test_a_global_game_is_one_of_the_size_asked_about(
    notebook: ModuleType, board: tuple[str, ...]
) -> None:
    def play(board: Any, player: str) -> int:
        return vars(notebook)["env"].actions(board)[-1]  # type: ignore[no-any-return]

    convention = how("random_player", holder="Rules", sized=True)
    assert adapter.adapted(play, convention)(board, "x") == len(board[0]) - 1
    assert vars(notebook)["other"] == 3
    with pytest.raises(ValueError, match="there are none"):
        adapter.adapted(play, {**convention, "holder": ""})(board, "x")


@pytest.mark.parametrize("board", [SMALL, USUAL])
def test_so_is_a_game_that_is_a_default(notebook: ModuleType, board: tuple[str, ...]) -> None:
    def play(board: Any, player: str, env: Rules = Rules(5, 5)) -> int:  # noqa: B008
        return env.actions(board)[-1]

    called = adapter.adapted(play, how("random_player", holder="Rules"))
    assert called(board, "x") == len(board[0]) - 1


def test_a_search_is_given_the_students_own_heuristic(notebook: ModuleType) -> None:
    vars(notebook)["evaluation"] = lambda board: 3
    searches: list[Callable[..., int]] = [
        lambda board, player, cutoff, eval_fn: eval_fn(board),
        lambda board, player, depth, h: h(board),
    ]
    for search in searches:
        convention = how("cutoff_search", part=-1, view="none", evaluator="evaluation")
        assert adapter.adapted(search, convention)(SMALL, "x", 2) == (3, None)
        with pytest.raises(ValueError, match="Nothing is passed"):
            adapter.adapted(search, {**convention, "evaluator": ""})(SMALL, "x", 2)


def test_a_heuristic_that_is_a_default_stays() -> None:
    def make(depth: int, h: Callable[[Any], int] = lambda board: 1) -> Callable[[Any, str], int]:
        return lambda board, player: depth + h(board)

    for role, more in (("cutoff_search", [2]), ("agent", [])):
        convention = how(role, order="board player", part=-1, view="none", maker=True)
        answer = adapter.adapted(make, convention)(SMALL, "x", *more)
        assert answer == ((3, None) if more else 5)


def test_the_heuristic_that_was_found_is_the_one_that_is_passed() -> None:
    found = {"result": how("result"), "evaluate": {**how("evaluate"), "function": "look"}}
    for role in ("cutoff_search", "forward_pruning_search", "agent"):
        assert next(iter(conventions.of(role)(found)))["evaluator"] == "look"
    assert next(iter(conventions.of("alpha_beta_search")(found)))["evaluator"] == ""


def test_players_may_be_true_and_false() -> None:
    found = [one for one in conventions.of("result")({}) if one["players"] == "booleans"]
    assert found
    called = adapter.adapted(
        lambda board, player: 1 if player is True else 2, how("agent", players="booleans")
    )
    assert [called(USUAL, "x"), called(USUAL, "o")] == [1, 2]
    known = {"result": {**found[0], "function": "play"}}
    assert next(iter(conventions.of("agent")(known)))["players"] == "booleans"


@pytest.mark.parametrize(
    ("role", "code", "speaks"),
    [
        ("ordered_search", "for a in sorted(actions(b), key=middle):", True),
        ("ordered_search", "for a in [3, 2, 4, 1, 5, 0, 6]:", True),
        ("ordered_search", "def centerFirst(board):", True),
        ("ordered_search", "# we copy in order to keep the board; the border counts", False),
        ("ordered_search", "plt.Circle((0, 0), zorder=2)", False),
        ("forward_pruning_search", "moves = moves[:keep]", True),
        ("forward_pruning_search", "# Forward-pruning", True),
        ("forward_pruning_search", "def search(board, depth, prune=True):", True),
        ("forward_pruning_search", "def alpha_beta_pruning(board):", False),
        (
            "forward_pruning_search",
            "# alpha-beta pruning; board[:-3, 2:]; b[::-1]; best_move",
            False,
        ),
    ],
)
def test_what_code_says_of_ordering_and_forward_pruning(role: str, code: str, speaks: bool) -> None:
    assert bool(re.search(TRACES[role], code, re.IGNORECASE)) is speaks


DIAGONAL = {
    "x": ("o   x", "x  xo", "o xoo", "xxoxo"),
    "o": ("x   o", "o  ox", "x oxx", "xooxx"),
}
DRAWN = ("oxox", "oxox", "xoxo", "xoxo")


def _over(board: Any) -> bool:
    return rules.over(tuple("".join(row) for row in board))


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


def test_a_terminal_test_that_is_lent_speaks_as_the_students_own(notebook: ModuleType) -> None:
    vars(notebook).update(ended=_rows_only, pair=_in_a_pair)
    convention = how("terminal", answer="unless none", function="ended")
    lent = adapter.lent(_over, convention)
    assert [lent(array(DIAGONAL[player])) for player in "xo"] == [1, -1]
    assert [lent(array(DRAWN)), lent(array(SMALL))] == [0, None]
    vars(notebook)["ended"] = lent  # it fills another role as well
    assert adapter.lent(_over, convention)(array(DIAGONAL["o"])) == -1

    convention = how("terminal", order="board player", part=0, function="pair")
    lent = adapter.lent(_over, convention)
    assert lent(array(DIAGONAL["x"]), "o") == (True, "x")
    assert lent(array(DRAWN), player="x") == (True, "nobody")
    assert lent(board=array(USUAL), player="x") == (False, None)


def test_what_is_no_function_of_the_student_cannot_be_followed(notebook: ModuleType) -> None:
    for choices in ({}, {"function": "gone"}, {"function": "env", "state": "board player"}):
        with pytest.raises(LookupError):
            adapter.lent(_over, how("terminal", answer="unless none", **choices))


def test_what_answers_something_beside_the_changed_board_stays(notebook: ModuleType) -> None:
    def where(board: Any, player: str, action: int) -> int:
        row = max(row for row in range(len(board)) if board[row, action] == " ")
        board[row, action] = player
        return row

    def silent(board: Any, player: str, action: int) -> None:
        if board[0, action] != " ":
            return
        board[where(board, player, action), action] = player

    vars(notebook).update(where=where, silent=silent)
    drop = how("result", answer="changed board", function="where")
    with pytest.raises(LookupError, match="beside"):
        adapter.lent(where, drop)
    for function in ("silent", "gone"):
        assert callable(adapter.lent(where, {**drop, "function": function}))


@pytest.mark.parametrize("size", [(4, 4), (4, 5), (5, 4), (6, 7), (7, 6), (5, 6)])
@pytest.mark.parametrize("winner", ["x", "o", "", "nobody yet"])
def test_the_simplest_end_is_that_end(size: tuple[int, int], winner: str) -> None:
    over = winner != "nobody yet"
    board = games.simplest(winner if over else "", size, over=over)
    assert (len(board), len(board[0])) == size
    assert rules.over(board) is over
    assert (rules.winner(board) or "") == games.winner_of(board) == (winner if over else "")
