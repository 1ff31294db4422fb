"""What a student has for cells and players: usual symbols, or those that the submission names.

A submission names its own by a pair of global variables, as ``RED = "R"`` and ``YELLOW = "Y"``, or
by an ``Enum`` of players. The first of the two that it defines is x, who begins. Where it names two
texts, and letters are nowhere in its code, it does not play with letters: most of its functions
would work with them, and some would not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .forms import CELLS, OWN, PLAYERS, Convention

_PAIRS = [
    {"red", "yellow"}, {"x", "o"}, {"p1", "p2"}, {"player1", "player2"}, {"player_1", "player_2"},
    {"player_x", "player_o"}, {"player_one", "player_two"}, {"one", "two"}, {"first", "second"},
    {"red_player", "yellow_player"}, {"player_red", "player_yellow"}, {"black", "white"},
    {"red", "blue"}, {"red", "black"}, {"yellow", "blue"}, {"human", "ai"}, {"player", "ai"},
    {"human", "computer"}, {"player", "opponent"}, {"me", "opponent"}, {"max", "min"},
    {"max_player", "min_player"}, {"cross", "nought"}, {"a", "b"},
]  # fmt: skip
"""Names of two players, in small letters."""
_EMPTY = re.compile(r"(no_?one|nobody|none|empty|blank|free|unset|vacant)(_?\w+)?|_", re.IGNORECASE)
_DRAW = re.compile(r"draw\w*|tie\w*|both", re.IGNORECASE)
_LETTERS = re.compile(r"[ xo._|-]*x[ xo._|-]*", re.IGNORECASE)
"""Texts of the letters of discs."""
_KIND = re.compile(
    r"(player|piece|disc|disk|mark|marker|colou?r|token|cell|side|symbol|turn|stone|chip)s?",
    re.IGNORECASE,
)
"""Names of an ``Enum`` of players."""
_X = ("x", "X")
"""Letters of x."""


def cells_of(how: Convention) -> tuple[Any, Any, Any]:
    """Empty, x and o on the student's boards.

    Raises:
        ValueError: if these are symbols of the submission's own, and it names none.
    """
    cells = CELLS[str(how["cells"])]
    if OWN not in cells:
        _check_letters(cells[1], how)
        return cells
    kind, module = str(how["cells"]), _submission()
    empty = _own_empty(kind, module) if cells[0] == OWN else cells[0]
    return (empty, *_own_pair(kind, module))


def players_of(how: Convention) -> tuple[Any, Any]:
    """What the student's functions are given for x and o.

    Raises:
        ValueError: if these are symbols of the submission's own, and it names none.
    """
    players = PLAYERS[str(how["players"])]
    if OWN in players:
        return _own_pair(str(how["players"]), _submission())
    _check_letters(players[0], how)
    return players


def symbol_of(player: str, how: Convention) -> Any:
    """``player`` as the student has it."""
    return players_of(how)["xo".index(player)]


def _check_letters(x: object, how: Convention) -> None:
    """Refuse to try a convention in which ``x`` is a letter, if the submission has other texts.

    Raises:
        ValueError: if it has.
    """
    if how.get("tried") and x in _X and _has_other_texts(_submission()):
        raise ValueError("Expected players that the submission names; letters came.")


@cache
def _has_other_texts(module: ModuleType | None) -> bool:
    pair = _named(module)
    if not pair or not all(isinstance(each, str) for each in pair):
        return False
    return not any(_LETTERS.fullmatch(text) for value in _values(module) for text in _texts(value))


def _values(module: ModuleType | None) -> Iterator[Any]:
    """The submission's global variables, and the members of its classes."""
    for value in _globals(module).values():
        yield value
        if isinstance(value, type) and value.__module__ == "submission":
            yield from vars(value).values()


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value: in a collection, and in the code of a function."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, FunctionType):
        yield from _texts([value.__code__, value.__defaults__, value.__kwdefaults__])
    elif isinstance(value, CodeType):
        yield from _texts(value.co_consts)


@cache
def _own_pair(kind: str, module: ModuleType | None) -> tuple[Any, Any]:
    members = [
        each for each in _members(module) if not _is_empty(each) and not _DRAW.match(each.name)
    ]
    if kind == "members" and len(members) == 2:
        return members[0], members[1]
    if kind != "members":
        pair = _named(module) or tuple(each.value for each in members)
        if len(pair) == 2:
            return pair[0], pair[1]
    raise ValueError("Expected two players that the submission names; there are none.")


@cache
def _own_empty(kind: str, module: ModuleType | None) -> Any:
    """What the submission calls an empty cell."""
    empty = [each for each in _members(module) if _is_empty(each)]
    if kind == "members":
        return empty[0] if empty else None
    values = [value for name, value in _plain(module).items() if _EMPTY.fullmatch(name)]
    values += [each.value for each in empty]
    if not values:
        raise ValueError("Expected an empty cell that the submission names; there is none.")
    return values[0]


def _named(module: ModuleType | None) -> tuple[Any, ...]:
    """Two different values that the submission calls as pairs of players are called."""
    there = {name.lower(): value for name, value in _plain(module).items()}
    for names in _PAIRS:
        if names <= {*there}:
            pair = tuple(value for name, value in there.items() if name in names)
            if pair[0] != pair[1]:
                return pair
    return ()


def _plain(module: ModuleType | None) -> dict[str, Any]:
    """The submission's global variables that are texts, numbers or nothing."""
    kinds = (str, int, type(None))
    return {name: value for name, value in _globals(module).items() if type(value) in kinds}


def _members(module: ModuleType | None) -> list[Enum]:
    """The members of the submission's ``Enum`` of players, in order."""
    for name, value in _globals(module).items():
        if isinstance(value, type) and issubclass(value, Enum) and _KIND.fullmatch(name):
            return list(value)
    return []


def _is_empty(member: Enum) -> bool:
    return _EMPTY.fullmatch(member.name) is not None


def _globals(module: ModuleType | None) -> dict[str, Any]:
    return dict(vars(module)) if module else {}


def _submission() -> ModuleType | None:
    return sys.modules.get("submission")
