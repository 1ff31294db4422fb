"""Symbols of cells and players that a notebook names itself."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from reference.connect4 import adapter
from reference.connect4.adapter import calls, forms
from reference.connect4.result import result as reference_result

BOARD = ("    ", "    ", " o  ", "xx o")


class Player(Enum):
    X = "x"
    O = "o"  # noqa: E741


class Cell(Enum):
    EMPTY = 0
    FIRST = 1
    SECOND = 2


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


def notebook(monkeypatch: pytest.MonkeyPatch, **names: Any) -> None:
    module = ModuleType("submission")
    vars(module).update(names)
    monkeypatch.setitem(sys.modules, "submission", module)
    monkeypatch.setattr(calls, "_TRIED", {})


def received(convention: Mapping[str, str | int | bool]) -> tuple[Any, Any]:
    """The bottom row and the player that a student's utility gets for o."""
    seen: list[Any] = []

    def utility(board: Any, player: Any) -> int:
        seen.extend((list(board[-1]), player))
        return 0

    assert adapter.adapted(utility, convention)(BOARD, "o") == 0
    row, player = seen
    return row, player


def test_two_constants_name_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook(monkeypatch, Yellow="yellow", RED="red", EMPTY=".")
    own = how("utility", cells="own", players="own")
    # The first that is defined is x. Longer texts are not cut off in an array.
    assert received(own) == (["yellow", "yellow", ".", "red"], "red")
    nothing = how("utility", cells="own none", players="own", container="lists")
    assert received(nothing) == (["yellow", "yellow", None, "red"], "red")


def test_an_enum_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook(monkeypatch, Player=Player, BLANK="-")
    values = how("utility", cells="own", players="members")
    assert received(values) == (["x", "x", "-", "o"], Player.O)


def test_cells_may_be_its_members(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook(monkeypatch, Cell=Cell)
    members = how("utility", cells="members", players="members")
    first, empty, second = Cell.FIRST, Cell.EMPTY, Cell.SECOND
    assert received(members) == ([first, first, empty, second], second)
    values = how("utility", cells="own", players="members")
    assert received(values) == ([1, 1, 0, 2], second)


def test_without_such_names_the_convention_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Outcome(Enum):
        X_WINS = 1
        O_WINS = 2

    notebook(monkeypatch, Outcome=Outcome, RED="red", RIGHT=1, LEFT=2)
    for players in ("own", "members"):
        with pytest.raises(ValueError, match="there are none"):
            received(how("utility", cells="own spaces", players=players))
    notebook(monkeypatch, RED="red", YELLOW="yellow")
    with pytest.raises(ValueError, match="Expected an empty cell"):
        received(how("utility", cells="own", players="own"))


def test_letters_are_not_for_those_that_play_with_other_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def speaks(board: Any) -> str:
        return "x" if board else "o"

    def silent(board: Any) -> str:
        return f"{board} is next"

    names = {"RED": "red", "YELLOW": "yellow"}
    letters = how("utility", tried=True)
    notebook(monkeypatch, **names, silent=silent)
    with pytest.raises(ValueError, match="none before"):
        received(how("utility", cells="none", container="lists", tried=True))
    # Colours of a picture, as likely as not: the code speaks of letters, or they are no texts.
    notebook(monkeypatch, **names, speaks=speaks)
    assert received(letters) == (["x", "x", " ", "o"], "o")
    notebook(monkeypatch, **names, PLAYERS={"x": 1})
    assert received(letters) == (["x", "x", " ", "o"], "o")
    notebook(monkeypatch, RED=(1, 0, 0), YELLOW=(1, 1, 0))
    assert received(letters) == (["x", "x", " ", "o"], "o")
    notebook(monkeypatch, **names)
    signs = how("utility", cells="signs", players="signs", tried=True)
    assert received(signs) == ([1, 1, 0, -1], -1)


def test_what_is_lent_takes_them_and_answers_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook(monkeypatch, RED="red", YELLOW="yellow", EMPTY="_")
    result = adapter.lent(reference_result, how("result", cells="own", players="own"))
    board = np.array([list("____")] * 4, dtype=object)
    board[3, 0] = "red"
    after = result(board, "yellow", 0)
    assert list(after[2]) == ["yellow", "_", "_", "_"]


def test_the_move_may_come_first_in_a_line_of_play() -> None:
    line = how("alpha_beta_search", answer="line")
    assert adapter.adapted(lambda *_: (1, [2, 0, 3]), line)(BOARD, "x") == (2, 1)
    answers: tuple[Any, ...] = ((1, []), (1, None), (1, 3))
    for answer in answers:
        with pytest.raises(ValueError, match="Expected"):
            adapter.adapted(lambda *_, got=answer: got, line)(BOARD, "x")
