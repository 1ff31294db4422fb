from __future__ import annotations

import inspect
import itertools
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from hidden_tests.connect4 import conventions, names, trials
from hidden_tests.connect4.contract import ROLES
from hidden_tests.connect4.wording import words
from reference.connect4 import adapter, oracle, rules, skeleton
from reference.connect4.adapter import forms
from reference.connect4.rules import Board

HELPERS = ("result", "terminal", "actions", "utility", "empty_board")


def how(role: str, **choices: str | int | bool) -> dict[str, str | int | bool]:
    return {**forms.template(role), **choices}


def rows(board: Any) -> Board:
    return tuple("".join(row) for row in board)


def array(board: Board) -> np.ndarray:
    return np.array([list(row) for row in board])


def worth(board: Board, player: rules.Player) -> int:
    winner = rules.winner(board)
    return 0 if winner is None else 1 if winner == player else -1


REFERENCE: dict[str, Callable[..., Any]] = {
    "result": lambda board, player, action: array(rules.drop(rows(board), player, action)),
    "terminal": lambda board: rules.over(rows(board)),
    "actions": lambda board: list(rules.moves(rows(board))),
    "utility": lambda board, player: worth(rows(board), player),
    "empty_board": lambda shape: array(rules.start(*shape)),
}


def asked(role: str) -> list[tuple[Any, ...]]:
    """Arguments for a helper, of games on boards with different rows, columns and diagonals."""
    if role == "empty_board":
        return [((4, 5),), ((6, 7),)]
    chance = random.Random(role)
    found: list[tuple[Any, ...]] = []
    for size in ((4, 5), (5, 4)):
        board = rules.start(*size)
        while not rules.over(board):
            mover, column = rules.to_move(board), chance.choice(rules.moves(board))
            given = {"board": board, "player": mover, "action": column}
            found.append(tuple(given[name] for name in forms.ARGUMENTS[role]))
            board = rules.drop(board, mover, column)
        if role in {"terminal", "utility"}:
            found.append((board, "x")[: len(forms.ARGUMENTS[role])])
    return found


def right(role: str, args: tuple[Any, ...]) -> Any:
    reads: dict[str, Callable[..., Any]] = {
        "result": rules.drop,
        "terminal": rules.over,
        "actions": rules.moves,
        "utility": worth,
        "empty_board": lambda shape: rules.start(*shape),
    }
    return reads[role](*args)


class State(NamedTuple):
    """What functions of some conventions are given for a board."""

    board: Any
    player: Any


class Piece(Enum):
    """What stands on boards, and who plays, in some conventions."""

    EMPTY = "-"
    RED = "r"
    YELLOW = "y"


@pytest.mark.slow
@pytest.mark.parametrize("role", HELPERS)
def test_what_is_lent_is_read_back_in_every_convention(
    role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_sizes = ModuleType("submission")
    vars(with_sizes).update(ROWS=6, COLS=7, State=State, Piece=Piece)
    monkeypatch.setattr(State, "__module__", "submission")
    monkeypatch.setitem(sys.modules, "submission", with_sizes)
    lent = 0
    for convention in conventions.of(role)({}):
        try:
            stands_in = adapter.lent(REFERENCE[role], convention)
        except LookupError:
            continue
        told = str(convention["order"]).split()
        if role == "empty_board" and not told:
            continue  # it has one size
        lent += 1
        called = adapter.adapted(_named(stands_in, told), convention)
        for args in asked(role):
            assert called(*args) == right(role, args), (convention, args)
    assert lent > 25


def _named(function: Callable[..., Any], order: list[str]) -> Callable[..., Any]:
    """``function`` with parameters that are named as students name them."""
    scope = {"function": function}
    parameters = ", ".join(order)
    exec(f"def named({parameters}):\n    return function({parameters})", scope)  # noqa: S102
    return scope["named"]


def test_keywords_are_understood_as_well() -> None:
    lent = adapter.lent(REFERENCE["result"], how("result", order="board action player"))
    board = array(rules.start(4, 5))
    after = lent(state=board, col=2, piece="x")
    assert rows(after) == rules.drop(rules.start(4, 5), "x", 2)


def test_a_board_of_ones_and_twos_is_understood_where_minus_one_was_expected() -> None:
    signs = how("result", cells="signs", players="signs")
    lent = adapter.lent(REFERENCE["result"], signs)
    board = lent(np.zeros((4, 5), dtype=int), 1, 0)
    board = lent(board, 2, 0)
    assert board[:, 0].tolist() == [0, 0, 2, 1]


@pytest.mark.parametrize(
    "convention",
    [
        how("result", call="drop"),
        how("result", part=0),
        how("terminal", answer="words"),
        how("utility", scale=0),
    ],
)
def test_what_cannot_be_made_up_is_not_lent(convention: dict[str, Any]) -> None:
    with pytest.raises(LookupError):
        adapter.lent(REFERENCE[str(convention["role"])], convention)


def test_a_changed_board_is_noticed() -> None:
    def in_place(board: Any, player: str, action: int) -> Any:
        board[max(np.flatnonzero(board[:, action] == " ")), action] = player
        return board

    called: Any = adapter.adapted(in_place, how("result", answer="same board"))
    assert called.changed == ()
    assert called(rules.start(4, 5), "x", 2) == rules.drop(rules.start(4, 5), "x", 2)
    assert called.changed == (0,)
    clean: Any = adapter.adapted(REFERENCE["result"], how("result"))
    clean(rules.start(4, 5), "x", 2)
    assert clean.changed == ()


@dataclass(frozen=True, slots=True)
class Decision:
    column: int
    score: float = 0.0


BOARD = ("    ", "    ", "  o ", "x xo", "xoxo")
AFTER = ("    ", "    ", "o o ", "x xo", "xoxo")


@pytest.mark.parametrize(
    ("answer", "choices", "right"),
    [
        (3, {"part": -1}, (3, None)),
        (np.int64(3), {"part": -1}, (3, None)),
        ((1, 3), {}, (3, 1)),
        ((np.float64(700), np.int64(3), 99), {}, (3, 1)),
        ((3, -5.5), {"part": 0}, (3, -1)),
        ((1, 3), {"view": "x"}, (3, -1)),
        ((1, 3), {"view": "none"}, (3, None)),
        ({"move": 3, "value": 1}, {"part": "key"}, (3, None)),
        (SimpleNamespace(move=3, value=1), {"part": "key"}, (3, None)),
        (Decision(3), {"part": "key"}, (3, None)),
        ({"action": (2, 3), "value": 1}, {"part": "key", "answer": "cell"}, (3, None)),
        ((0, 4), {"first": 1}, (3, 0)),
        (array(AFTER), {"part": -1, "answer": "next board"}, (0, None)),
        ((1, (2, 3)), {"answer": "cell"}, (3, 1)),
    ],
)
def test_answers_of_searches(answer: Any, choices: dict[str, Any], right: Any) -> None:
    called = adapter.adapted(lambda *_: answer, how("alpha_beta_search", **choices))
    assert called(BOARD, "o") == right


@pytest.mark.parametrize(
    ("answer", "choices"),
    [
        (None, {"part": -1}),
        ("3", {"part": -1}),
        (True, {"part": -1}),
        (2.5, {"part": -1}),
        (float("nan"), {"part": -1}),
        (3, {}),
        ((None, 3), {}),
        ({"a": 1}, {"part": "key"}),
        (SimpleNamespace(a=1), {"part": "key"}),
        (SimpleNamespace(move=3, column=2), {"part": "key"}),
        (array(BOARD), {"part": -1, "answer": "next board"}),
        (np.zeros((5, 4)), {"part": -1, "answer": "next board"}),
    ],
)
def test_answers_that_cannot_be_read(answer: Any, choices: dict[str, Any]) -> None:
    called = adapter.adapted(lambda *_: answer, how("alpha_beta_search", **choices))
    with pytest.raises(ValueError, match=r"^Expected .* came\.$|differ\.$"):
        called(BOARD, "o")


@pytest.mark.parametrize(
    ("answer", "reading", "over"),
    [
        (True, "bool", True), (np.bool_(False), "bool", False), (1, "bool", True),
        ("draw", "words", True), ("", "words", False), (None, "words", False), (-1, "words", True),
        (0, "unless none", True), (None, "unless none", False), (False, "unless none", False),
        (-1, "unless two", True), (2, "unless two", False),
    ],
)  # fmt: skip
def test_ways_to_say_that_it_is_over(answer: Any, reading: str, over: bool) -> None:
    called = adapter.adapted(lambda *_: answer, how("terminal", answer=reading))
    assert called(BOARD) is over


def test_boards_of_a_student() -> None:
    seen: list[Any] = []
    for choices in (
        {"cells": "signs"},
        {"container": "lists", "cells": "capitals"},
        {"container": "lists", "across": True},
        {"container": "lists", "upturned": True},
        {"state": "board player", "container": "lists", "players": "signs"},
    ):
        adapter.adapted(seen.append, how("visualize", answer="text", **choices))(("x ", "o "))
    signs, capitals, across, upturned, pair = seen
    assert signs.tolist() == [[1, 0], [-1, 0]]
    assert capitals == [["X", " "], ["O", " "]]
    assert across == [["x", "o"], [" ", " "]]
    assert upturned == [["o", " "], ["x", " "]]
    assert pair == ([["x", " "], ["o", " "]], 1)


def test_further_parameters() -> None:
    def search(
        board: Any, depth: int, alpha: float, beta: float, player: str, verbose: bool = True
    ) -> Any:
        return (depth, alpha, beta, player, verbose), 3

    seen: list[Any] = []

    def with_defaults(board: Any, player: str, depth: int = 4, alpha: float = -9) -> int:
        seen.append((player, depth, alpha))
        return 3

    taken = adapter.adapted(search, how("alpha_beta_search", part=1, view="none"))
    assert taken(BOARD, "o") == (3, None)
    for more in (False, True):
        adapter.adapted(with_defaults, how("alpha_beta_search", part=-1, more=more))(BOARD, "o")
    assert seen == [("o", 4, -9), ("o", 12, -np.inf)]


def test_an_agent_without_a_limit_gets_one() -> None:
    seen: list[Any] = []

    def search(board: Any, cutoff: int | None = None, player: str = "x") -> int:
        seen.append(cutoff)
        return 0

    adapter.adapted(search, how("agent"))(BOARD, "o")
    assert seen == [4]


def test_a_flag_says_who_maximizes() -> None:
    def search(board: Any, depth: int, maximizing_player: bool) -> int:
        return int(maximizing_player)

    for players, columns in (("x maximizes", [1, 0]), ("o maximizes", [0, 1])):
        called = adapter.adapted(search, how("agent", players=players))
        assert [called(BOARD, player) for player in "xo"] == columns


def test_a_limit_goes_where_the_depth_of_the_search_does_not() -> None:
    def limited(state: Any, player: str, depth: int = 0, cutoff: int = 4) -> Any:
        return 0, depth * 10 + cutoff

    assert adapter.adapted(limited, how("cutoff_search"))(BOARD, "o", 2) == (2, 0)


def test_arguments_in_an_order_that_their_names_deny_are_refused() -> None:
    def result(board: Any, col: int, player: str) -> Any:
        return board, col, player

    called = adapter.adapted(result, how("result"))
    with pytest.raises(ValueError, match=r"^Its parameter col comes too early"):
        called(BOARD, "o", 1)


class Agent:
    """An agent as an object, which is made once for each player and depth."""

    made: ClassVar[list[Any]] = []

    def __init__(self, player: str, depth: int = 3) -> None:
        self.player = player
        Agent.made.append((player, depth))

    def act(self, board: Any) -> int:
        return 1 if self.player == "x" else 2


def test_an_agent_that_is_an_object() -> None:
    Agent.made.clear()
    called = adapter.adapted(Agent, how("agent", call="act", order="board"))
    assert [called(BOARD, player) for player in "xoxo"] == [1, 2, 1, 2]
    assert Agent.made == [("x", 3), ("o", 3)]


@pytest.mark.parametrize("puzzle", [*trials.NEAR, *trials.FAR, trials.FARTHEST])
def test_puzzles_are_as_the_oracle_says(puzzle: trials.Puzzle) -> None:
    assert oracle.best(puzzle.board) == {puzzle.best}
    assert oracle.solve(puzzle.board) == puzzle.value


def test_every_role_has_names_trials_and_the_templates_convention_first() -> None:
    assert {role.name for role in ROLES} == set(names.USUAL)
    for role in ROLES:
        assert role.trials
        first = next(iter(role.conventions({})))
        assert words(first) == ""
        settled = {"result": forms.template("result")}
        assert words(next(iter(role.conventions(settled)))) == ""


def test_conventions_follow_from_what_is_known_of_boards() -> None:
    known = {"result": how("result", cells="numbers", players="numbers", across=True, first=1)}
    kept = ("cells", "players", "across", "first")
    for role in ("terminal", "alpha_beta_search", "agent"):
        usual = list(itertools.islice(conventions.of(role)(known), 3))
        assert all(one[name] == known["result"][name] for one in usual for name in kept)


def test_conventions_are_all_different() -> None:
    for role in names.USUAL:
        found = [tuple(sorted(one.items())) for one in conventions.of(role)({})]
        assert len(found) == len(set(found))
        assert len(found) <= conventions.MOST_OF_THE_FIRST + 2 * conventions.MOST


def test_words() -> None:
    assert words(how("result")) == ""
    assert words(how("result", order="board action", cells="signs", answer="changed board")) == (
        "called with (board, action); whose turn it is follows from the board; cells are 0, 1, -1; "
        "it changes the board that it is given"
    )
    assert words(how("agent", call="act", order="board", part=0)) == (
        "its method act is asked, of an object made of the class; called with (board); "
        "whose turn it is follows from the board; the first part of what it returns counts"
    )
    assert words(how("agent", players="o maximizes")) == (
        "a flag says whether o, who maximizes, is to move"
    )
    assert words(how("utility", scale=100, view="mover")) == (
        "its numbers are from the point of view of who is to move; a win is worth 100"
    )


def test_the_skeleton_has_every_role_as_the_template_has_it() -> None:
    for role, arguments in forms.ARGUMENTS.items():
        function = getattr(skeleton, role)
        assert tuple(inspect.signature(function).parameters) == arguments
        if role == "empty_board":
            continue  # which is written already
        called = adapter.adapted(function, forms.template(role))
        given = {"shape": (4, 5), "board": BOARD, "player": "o", "action": 1}
        with pytest.raises(NotImplementedError):
            called(*(given.get(name, 2) for name in arguments))


class Dropping:
    """A game that keeps how high its columns are, which only its moves keep right."""

    def __init__(self, rows: int = 6, cols: int = 7) -> None:
        self.board = np.full((rows, cols), " ")
        self.height = [0] * cols
        self.turn = "x"

    def drop(self, column: int) -> None:
        self.board[len(self.board) - 1 - self.height[column], column] = self.turn
        self.height[column] += 1
        self.turn = "o" if self.turn == "x" else "x"


def test_an_object_comes_into_a_position_by_its_own_moves() -> None:
    called = adapter.adapted(
        Dropping, how("result", call="drop", held=True, state="object", order="action",
                      answer="changed board")
    )  # fmt: skip
    board = rules.start(4, 5)
    for column in (2, 2, 3, 1, 1, 4):
        after = rules.drop(board, rules.to_move(board), column)
        assert called(board, rules.to_move(board), column) == after
        board = after


def test_a_move_may_make_a_new_object() -> None:
    class Successive(Dropping):
        def after(self, column: int) -> Any:
            made = Successive(*self.board.shape)
            made.board, made.height, made.turn = self.board.copy(), [*self.height], self.turn
            made.drop(column)
            return made

    called = adapter.adapted(
        Successive, how("result", call="after", held=True, state="object", order="action")
    )
    board = rules.start(4, 5)
    for column in (2, 2, 3, 1, 1, 4):
        after = rules.drop(board, rules.to_move(board), column)
        assert called(board, rules.to_move(board), column) == after
        board = after


def test_what_is_made_for_exact_answers_looks_to_the_end_of_any_board() -> None:
    class Searcher:
        def __init__(self, depth: int | None = None, n: int = 4) -> None:
            assert n == 4
            self.depth = depth

        def choose(self, board: Any, player: str) -> tuple[int | None, int]:
            return self.depth, 0

    called = adapter.adapted(
        Searcher, how("alpha_beta_search", call="choose", part=0, order="board player")
    )
    assert called(AFTER, "x") == (20, 0)  # not 10, as many as are empty
    assert called(("    ",) * 5, "x") == (20, 0)


def test_a_third_number_of_a_board_is_the_length_of_lines() -> None:
    class Sized(Dropping):
        def __init__(self, rows: int = 6, cols: int = 7, n: int = 4) -> None:
            super().__init__(rows, cols)
            assert n == 4

    called = adapter.adapted(
        Sized, how("result", call="drop", held=True, state="object", order="action",
                   answer="changed board")
    )  # fmt: skip
    assert called(rules.start(4, 5), "x", 2) == rules.drop(rules.start(4, 5), "x", 2)


@pytest.mark.parametrize("player", ["x", "o"])
def test_moves_lead_to_a_position_of_either(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Remembering(Dropping):
        last = ""

        def drop(self, column: int) -> None:
            self.last = self.turn
            super().drop(column)

        def utility(self, player: str) -> int:
            return 1 if self.last == player else -1  # as who won is seen from the last disc

    submission = ModuleType("submission")
    vars(submission)["Remembering"] = Remembering
    monkeypatch.setitem(sys.modules, "submission", submission)
    called = adapter.adapted(
        Remembering,
        how("utility", call="utility", held=True, state="object", order="player", played="drop",
            plays="action"),
    )  # fmt: skip
    assert called(("   ", "   ", "oo ", "xxx"), player) == (1 if player == "x" else -1)


def test_an_object_in_which_no_game_leads_there_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Kept(Dropping):
        def look(self) -> int:
            seen.append((rows(self.board), self.turn))
            return 0

    submission = ModuleType("submission")
    vars(submission)["Kept"] = Kept
    monkeypatch.setitem(sys.modules, "submission", submission)
    called = adapter.adapted(
        Kept, how("evaluate", call="look", held=True, state="object", order="")
    )
    more_of_o = ("   ", "   ", "   ", "oo ")
    assert called(more_of_o, "x") == 0
    assert seen == [(more_of_o, "x")]


def test_a_picture_may_be_printed_or_returned() -> None:
    board = ("x ", "o ")
    assert adapter.adapted(print, how("visualize", answer="text"))(board)
    assert adapter.adapted(lambda board: f"{board}", how("visualize", answer="text"))(board)
    assert not adapter.adapted(lambda board: board, how("visualize", answer="text"))(board)
