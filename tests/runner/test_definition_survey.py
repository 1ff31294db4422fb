from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from typing import Any, NamedTuple

import pytest

from grader.model.submission_survey import Definition, Parameter, Survey
from grader.runner.definition_survey import survey_definitions


class Game:
    lines = 4

    def __init__(self, rows: int, cols: int = 7) -> None:
        self.size = rows, cols

    def drop(self, column: int, player: str = "x") -> int:
        return column

    def _hidden(self) -> None: ...

    @staticmethod
    def wins(board: object, /) -> object:
        return board

    @classmethod
    def usual(cls, *, size: int) -> int:
        return size

    @property
    def width(self) -> int:
        return 7


class Agent(Game):
    def __call__(self, board: object) -> object:
        return board

    def __str__(self) -> str:
        return "agent"

    def drop(self, column: int, *more: int, **named: int) -> int:  # type: ignore[override]
        return column + 1


class Disc(Enum):
    RED = "r"
    YELLOW = "y"


def surveyed(**namespace: Any) -> Survey:
    """The survey of ``namespace``, all of whose functions and classes are listed."""
    names = [name for name, value in namespace.items() if callable(value)]
    return Survey.read(survey_definitions(names, namespace))


def test_functions_with_their_parameters() -> None:
    def play(
        board: object, player: int = 1, *rest: int, depth: int = 4, who: str, **more: int
    ) -> None:
        """It is not called."""

    (found,) = surveyed(play=play).definitions.values()
    assert found == Definition(
        "function",
        (
            Parameter("board"),
            Parameter("player", required=False, default="1"),
            Parameter("rest", "VAR_POSITIONAL"),
            Parameter("depth", "KEYWORD_ONLY", required=False, default="4"),
            Parameter("who", "KEYWORD_ONLY"),
            Parameter("more", "VAR_KEYWORD"),
        ),
    )


def test_functions_that_are_taken_are_used() -> None:
    def judge(heap: int) -> int:
        return heap

    def made(inner: object, search: object = judge) -> object:
        def agent(heap: int, *, show: object = print) -> object:
            return inner, show

        return agent

    found = surveyed(made=made, agent=made(judge)).definitions
    assert found["made"].parameters is not None
    assert found["made"].parameters[1].default == "judge"
    assert "judge" in found["made"].mentions
    assert "judge" in found["agent"].mentions


def test_what_code_uses() -> None:
    class Search:
        def best(self, heap: list[int]) -> object:
            return [min(one for one in sorted(heap)) for _ in heap]

    def play(heap: list[int]) -> object:
        return Search().best(heap)

    found = surveyed(play=play, Search=Search).definitions
    assert "best" in found["play"].mentions
    assert {"sorted", "min"} <= {*found["Search"].mentions}
    assert surveyed(play=play, five=partial(play, [5])).definitions["five"].mentions == ("play",)


def test_methods_that_can_be_called_from_outside() -> None:
    found = surveyed(Game=Game, Agent=Agent).definitions
    column = Parameter("column")
    assert found["Game"] == Definition(
        "class",
        (Parameter("rows"), Parameter("cols", required=False, default="7")),
        {
            "drop": (column, Parameter("player", required=False, default="'x'")),
            "wins": (Parameter("board", "POSITIONAL_ONLY"),),
            "usual": (Parameter("size", "KEYWORD_ONLY"),),
        },
    )
    agent = found["Agent"]
    assert list(agent.methods) == ["__call__", "__str__", "drop", "wins", "usual"]
    assert agent.methods["drop"] == (
        column, Parameter("more", "VAR_POSITIONAL"), Parameter("named", "VAR_KEYWORD"),
    )  # fmt: skip


class Player(ABC):
    @abstractmethod
    def choose(self, board: object) -> int: ...


class First(Player):
    def choose(self, board: object) -> int:
        return 0


def test_of_an_abstract_class_nothing_can_be_called() -> None:
    found = surveyed(Player=Player, First=First).definitions
    assert found["Player"] == Definition("class", None)
    assert found["First"].methods == {"choose": (Parameter("board"),)}


class Rules:
    def moves(self) -> list[int]:
        raise NotImplementedError

    def name(self) -> str:
        return type(self).__name__


class Heap(Rules):
    def moves(self) -> list[int]:
        return [1, 2]


def test_of_a_class_that_leaves_methods_to_others_nothing_can_be_called() -> None:
    found = surveyed(Rules=Rules, Heap=Heap).definitions
    assert found["Rules"] == Definition("class", None, {}, found["Rules"].mentions)
    assert {*found["Heap"].methods} == {"moves", "name"}


def test_a_class_that_is_not_written_yet_is_one() -> None:
    class Alone:
        def moves(self) -> list[int]:
            raise NotImplementedError

    assert {*surveyed(Alone=Alone).definitions["Alone"].methods} == {"moves"}


def test_what_a_data_class_comes_with_is_no_method_of_its_author() -> None:
    @dataclass
    class Board:
        cells: list[str]

    class Pair(NamedTuple):
        board: Board
        player: str

    class Shown(Board):
        def __repr__(self) -> str:
            return "shown"

    found = surveyed(Board=Board, Pair=Pair, Shown=Shown).definitions
    assert {name: [*one.methods] for name, one in found.items()} == {
        "Board": [], "Pair": [], "Shown": ["__repr__"]
    }  # fmt: skip


def test_objects_that_can_be_called() -> None:
    found = surveyed(bot=Agent(6), act=partial(Game(6).drop, player="o")).definitions
    assert found["bot"] == Definition("object", (Parameter("board"),))
    assert found["act"].kind == "object"


def test_a_wrapped_function_has_the_parameters_of_its_own() -> None:
    def own(board: object) -> object:
        return board

    @wraps(own)
    def timed(*args: Any) -> Any:
        return own(*args)

    assert surveyed(timed=timed).definitions["timed"].parameters == (Parameter("board"),)


def test_objects_of_the_submissions_classes() -> None:
    namespace = {"Game": Game, "game": Game(6), "_hidden": Game(5), "number": 3}
    assert Survey.read(survey_definitions(["Game"], namespace)).objects == {"game": "Game"}


def test_constants_members_and_literals() -> None:
    def mark(player: int) -> Any:
        return (
            "x"
            if player == 3
            else ["o", "a text that is much too long to be the symbol of anything"]
        )

    found = surveyed(
        EMPTY=".", ROWS=6, PI=3.5, NONE=None, BOARD=[1], __name__="m", mark=mark, Disc=Disc
    )
    assert found.constants == {"EMPTY": "'.'", "ROWS": "6", "PI": "3.5", "NONE": "None"}
    assert found.members == {"Disc": ("RED", "YELLOW")}
    assert {"'x'", "'o'", "3"} <= {*found.literals}
    assert max(map(len, found.literals)) <= 40


def test_names_up_to_which_code_cuts_sequences_off() -> None:
    def best(moves: list[int], keep: int, start: int, n: int) -> Any:
        def inner() -> list[int]:
            return sorted(moves)[:keep]

        return inner, moves[start:n], moves[:3], moves[1:], moves[:], moves[:n:2]

    class Agent:
        def __init__(self) -> None:
            self.width = 3

        def act(self, moves: list[int]) -> list[int]:
            return moves[: self.width]

    assert surveyed(best=best, Agent=Agent).bounds == ("keep", "width")


def test_code_that_sorts_by_something_says_so() -> None:
    def by_key(moves: list[int]) -> list[int]:
        return sorted(moves, key=abs)

    def method(moves: list[int]) -> None:
        moves.sort(reverse=True, key=lambda move: -move)

    def plain(moves: list[int]) -> list[int]:
        return sorted(moves)

    def best(moves: list[int]) -> int:
        return max(moves, key=abs)

    found = surveyed(by_key=by_key, method=method, plain=plain, best=best).definitions
    sorting = [name for name, one in found.items() if "sort_by_key" in one.mentions]
    assert sorting == ["by_key", "method"]


class Lying:
    @property
    def __signature__(self) -> object:
        raise RuntimeError("no")

    def __call__(self) -> None: ...


class Signed:
    __signature__ = 3

    def __call__(self) -> None: ...


@pytest.mark.parametrize("value", [Lying(), Signed(), dict.fromkeys])
def test_what_has_no_signature_is_listed_without_parameters(value: object) -> None:
    found = Survey.read(survey_definitions(["f"], {"f": value})).definitions["f"]
    assert found.parameters is None or found.parameters[0].name == "iterable"


@pytest.mark.parametrize(
    "said",
    [
        None, [], {"definitions": {"f": 3}}, {"definitions": {"f": {"kind": 3}}},
        {"objects": {"a": 1}}, {"literals": "x"},
    ],
)  # fmt: skip
def test_what_is_no_survey_is_an_empty_one(said: object) -> None:
    assert Survey.read(said) == Survey()


def test_names_that_are_none_are_left_out() -> None:
    plain = {"kind": "function", "parameters": [{"name": "a"}], "methods": {}}
    said = {
        "definitions": {
            "f": plain,
            "a b": plain,
            "\x1b[31m": plain,
            "℘": plain,
            "g": {**plain, "parameters": [{"name": "a)"}]},
            "C": {**plain, "methods": {"m(": []}},
            "D": {**plain, "methods": {"m": [{"name": "x y"}]}},
            "n" * 101: plain,
        },
        "objects": {"a.b": "C"},
        "constants": {"x\ny": "1"},
        "members": {"E": ["ok", "no no"], "F G": []},
    }
    found = Survey.read(said)
    assert list(found.definitions) == ["f"]
    assert (found.objects, found.constants, found.members) == ({}, {}, {"E": ("ok",)})
