"""What functions use beside their arguments: games of a size, heuristics, and what makes agents."""

from __future__ import annotations

# ruff: noqa: ARG005 - functions of students do not use all that they take
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from hidden_tests.connect4 import conventions
from hidden_tests.connect4.names import TRACES
from reference.connect4 import adapter
from reference.connect4.adapter import forms

SMALL = ("    ", "    ", " o  ", "xx o")
USUAL = (*[" " * 7] * 5, "xx   oo")


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


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
        ("forward_pruning_search", "# alpha-beta pruning; b = board[:-3, 2:]; best_move", False),
    ],
)
def test_what_code_says_of_ordering_and_forward_pruning(role: str, code: str, speaks: bool) -> None:
    assert bool(re.search(TRACES[role], code, re.IGNORECASE)) is speaks
