"""States, actions and values that students write in other ways than the template."""

from __future__ import annotations

# ruff: noqa: ARG005 - functions of students do not use all that they take
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from hidden_tests.connect4 import conventions
from hidden_tests.connect4.wording import words
from reference.connect4 import adapter, rules
from reference.connect4.adapter import forms

EARLY = ("     ", "     ", " o   ", "xx  o")
WON = ("     ", "     ", "ooo  ", "xxxx ")
LATER = ("     ", "     ", " o   ", "xxx o")


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


@dataclass
class State:
    board: Any
    current_player: str = "x"
    depth: int = 0


class Position(NamedTuple):
    to_move: str
    grid: Any


def _dropped(board: Any, player: str, column: int) -> Any:
    after = board.copy()
    after[np.flatnonzero(after[:, column] == " ")[-1], column] = player
    return after


def _by_state(state: State, action: int) -> State:
    other = "o" if state.current_player == "x" else "x"
    return State(_dropped(state.board, state.current_player, action), other)


def _by_position(state: Position, action: int) -> Position:
    other = "o" if state.to_move == "x" else "x"
    return Position(other, _dropped(state.grid, state.to_move, action))


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("submission")
    monkeypatch.setitem(sys.modules, "submission", module)
    for made in (State, Position):
        monkeypatch.setattr(made, "__module__", "submission")
    return module


@pytest.mark.parametrize(("made", "play"), [(State, _by_state), (Position, _by_position)])
def test_a_state_is_made_of_a_board_and_a_player(
    notebook: ModuleType, made: type[Any], play: Any
) -> None:
    vars(notebook).update(made=made, play=play, array=np.ndarray)
    convention = how("result", order="board action", state="record")
    called = adapter.adapted(play, convention)
    for board in (EARLY, LATER):
        for column in rules.moves(board):
            mover = rules.to_move(board)
            assert called(board, mover, column) == rules.drop(board, mover, column)
    with pytest.raises(ValueError, match=f"Expected a {made.__name__}; a list came"):
        adapter.adapted(lambda state, action: [state], convention)(EARLY, "o", 0)

    lent = adapter.lent(_dropped, convention)
    state = made(*((_dropped(_grid(EARLY), "o", 0), "x") if made is State else ("o", _grid(EARLY))))
    assert isinstance(lent(state, 1), made)


def _grid(board: tuple[str, ...]) -> Any:
    return np.array([list(row) for row in board])


def test_without_such_a_class_there_is_no_such_state(notebook: ModuleType) -> None:
    class Node:
        def __init__(self, board: Any, parent: Any) -> None: ...

    def counted(board: Any) -> Any:
        return {"board": board, "turn": 1, "count": 2}

    vars(notebook).update(Node=Node, counted=counted)
    with pytest.raises(ValueError, match="there are none"):
        adapter.adapted(lambda state: [], how("actions", state="record"))(EARLY)


def test_a_state_may_be_a_dictionary(notebook: ModuleType) -> None:
    def play(state: dict[str, Any], action: int) -> dict[str, Any]:
        mover = state["to_move"]
        after = _dropped(state["grid"], mover, action)
        return {"to_move": "o" if mover == "x" else "x", "grid": after}

    vars(notebook).update(play=play)
    convention = how("result", order="board action", state="record")
    called = adapter.adapted(play, convention)
    assert called(EARLY, "o", 1) == rules.drop(EARLY, "o", 1)
    with pytest.raises(ValueError, match="Expected a dict; a list came"):
        adapter.adapted(lambda state, action: [state], convention)(EARLY, "o", 0)
    with pytest.raises(ValueError, match="Expected a dict with"):
        adapter.adapted(lambda state, action: {"grid": state["grid"]}, convention)(EARLY, "o", 0)
    lent = adapter.lent(_dropped, convention)
    assert "".join(lent({"to_move": "x", "grid": _grid(EARLY)}, 1)["grid"][1]) == " x   "


@pytest.mark.parametrize("across", [False, True])
def test_an_action_may_be_the_cell_in_which_the_disc_lands(across: bool) -> None:
    def play(board: Any, action: tuple[int, int], player: str) -> Any:
        after = board.copy()
        assert after[action] == " "
        after[action] = player
        return after

    choices: dict[str, str | int | bool] = {"order": "board action player", "action": "cell"}
    convention = how("result", across=across, **choices)
    called = adapter.adapted(play, convention)
    for column in rules.moves(EARLY):
        assert called(EARLY, "o", column) == rules.drop(EARLY, "o", column)
    assert words(how("result", **choices)) == (
        "called with (board, action, player); an action is a cell"
    )
    found = [one for one in conventions.of("result")({}) if one["action"] == "cell"]
    assert {one["upturned"] for one in found} == {False, True}


@pytest.mark.parametrize("form", ["player column", "column player"])
def test_an_action_may_be_a_pair_of_player_and_column(form: str) -> None:
    def play(board: Any, action: tuple[Any, Any]) -> Any:
        player, column = action if form == "player column" else action[::-1]
        return _dropped(board, player, column)

    choices: dict[str, str | int | bool] = {"order": "board action", "action": form}
    convention = how("result", **choices)
    called = adapter.adapted(play, convention)
    assert called(EARLY, "o", 1) == rules.drop(EARLY, "o", 1)
    lent = adapter.lent(_dropped, convention)
    pair = ("x", 1) if form == "player column" else (1, "x")
    assert "".join(lent(_grid(EARLY), pair)[1]) == " x   "
    assert words(convention) == (
        f"called with (board, action); an action is a pair of {' and '.join(form.split())}"
    )
    assert any(one["action"] == form for one in conventions.of("result")({}))


def test_cells_are_lent_as_actions() -> None:
    lent = adapter.lent(lambda board: [0, 1], how("actions", answer="cells"))
    assert lent(_grid(EARLY)) == [(2, 0), (1, 1)]
    convention = how("result", order="board action player", action="cell")
    played = adapter.lent(_dropped, convention)
    assert "".join(played(_grid(EARLY), (1, 1), "o")[1]) == " o   "


def test_a_draw_may_be_worth_a_half() -> None:
    convention = how("utility", answer="halves")
    for board, value, right in ((WON, 1, 1), (EARLY, 0.5, 0), (WON, 0, -1)):
        assert adapter.adapted(lambda board, player, v=value: v, convention)(board, "x") == right
        assert (
            adapter.lent(lambda board, player, v=right: v, convention)(_grid(EARLY), "x") == value
        )
    for board, value in ((EARLY, -1), (EARLY, 0), (EARLY, 1), (WON, 0.5)):
        tried = adapter.adapted(lambda board, player, v=value: v, {**convention, "tried": True})
        with pytest.raises(ValueError, match=r"0\.5"):
            tried(board, "x")
    assert adapter.adapted(lambda board, player: 0.5, convention)(WON, "x") == 0
    searched = how("alpha_beta_search", part=1, view="halves")
    for value, right in ((1, 1), (0.5, 0), (0, -1)):
        called = adapter.adapted(lambda board, player, v=value: (v, 3), searched)
        assert called(EARLY, "o") == (3, right)


@pytest.mark.parametrize(
    ("word", "over"),
    [
        ("Player x wins", True), ("draw", True), ("O", True), ("nobody can win", True),
        ("game not over", False), ("Still playing", False), ("continue", False), ("n", False),
        ("in progress", False), ("", False), ("isn't over", False), ("on-going", False),
    ],
)  # fmt: skip
def test_words_say_whether_a_game_goes_on(word: str, over: bool) -> None:
    called = adapter.adapted(lambda board: word, how("terminal", answer="words"))
    assert called(EARLY) is over


def test_free_columns_may_be_what_numpy_finds() -> None:
    called = adapter.adapted(lambda board: np.where(board[0] == " "), how("actions", part=0))
    assert called(("x o ", "oxox")) == (1, 3)
    assert any(one["part"] == 0 for one in conventions.of("actions")({"result": how("result")}))
