"""Calls the evaluation function of the module that it is lent to. Runs in the sandbox."""

from __future__ import annotations

import copy
import inspect
import math
import re
import sys
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FrameType
from typing import Any

_NAMES = re.compile(r"eval|heuristic|utility|score|value", re.IGNORECASE)
_FIRST = re.compile(r"eval|heuristic", re.IGNORECASE)
_DEPTH = re.compile(r"depth|ply|plies|level|^d$", re.IGNORECASE)
_SIDES: tuple[tuple[object, object], ...] = (("B", "W"), (True, False), (1, -1))
"""What Black and White may be called where a function wants to know for whom, or who is to move."""
_MOST_BESIDE = 3
"""Arguments beside the board."""
_LOOKED_AT = 500_000
"""Calls and returns at the beginning of a move, those of built-in functions included."""

Board = list[list[str]]

_FORMS: tuple[Callable[[Board], object], ...] = (
    copy.deepcopy,
    lambda board: tuple(map(tuple, board)),
    lambda board: ["".join(row) for row in board],
    lambda board: tuple("".join(row) for row in board),
    lambda board: [cell for row in board for cell in row],
    lambda board: "".join(cell for row in board for cell in row),
)
"""How students keep boards, the handout's way first."""


def evaluations(
    boards: list[Board], ends: Collection[str] = (), parts: Collection[str] = ()
) -> tuple[str, list[float]] | None:
    """What an evaluation function says of each of ``boards``, under its name.

    It is a function of the module, or a method of a class whose objects are made without arguments.
    It can be called with a board. One that ``ends`` names comes first, and is given a side and a
    depth where it asks for them. Others need a name such as ``evaluate``, get the board alone, and
    count only if the agent calls them when it moves on the first board.

    Args:
        ends: functions, by name, that value the positions where a search ends.
        parts: functions that value something of a position only, whatever their names.

    Returns:
        ``None`` if there is none that tells any boards apart.
    """

    def rank(found: tuple[str, Callable[..., Any]]) -> tuple[bool, bool]:
        name = _own_name(found[0])
        return name not in ends, not _FIRST.search(name)

    called = _called_in_a_move(boards[0])
    for name, function in sorted(_candidates(ends), key=rank):
        own = _own_name(name)
        if own in parts or (own not in ends and called and _code(function) not in called):
            continue
        for more in _beside(function) if own in ends else [()]:
            values = _values(function, boards, more)
            if values is not None:
                return name, values
    return None


def _called_in_a_move(board: Board) -> set[CodeType]:
    """What the submission calls when its agent moves on ``board``; nothing if it cannot move.

    Any search comes to its leaves soon. After that nobody looks, so that it takes no longer.
    """
    module = vars(sys.modules["submission"])
    called: dict[int, CodeType] = {}
    left = _LOOKED_AT

    def event(frame: FrameType, event: str, _: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            sys.setprofile(None)
        if event == "call" and id(frame.f_code) not in called and frame.f_globals is module:
            called[id(frame.f_code)] = frame.f_code

    try:
        agent = module["PlayerAI"]()
        sys.setprofile(event)
        agent.make_move(copy.deepcopy(board))
    except (Exception, SystemExit):  # noqa: BLE001 - other tests say what is wrong with it
        return set()
    finally:
        sys.setprofile(None)
    return set(called.values())


def _code(function: Callable[..., Any]) -> CodeType | None:
    """The code that a call of ``function`` executes, as far as that can be known."""
    function = inspect.unwrap(function)
    if not hasattr(function, "__code__"):
        function = getattr(function, "func", type(function).__call__)  # a partial, or an object
    return getattr(function, "__code__", None)


def _own_name(name: str) -> str:
    return name.rpartition(".")[2]


def _candidates(ends: Collection[str]) -> Iterator[tuple[str, Callable[..., Any]]]:
    module = sys.modules["submission"]
    classes = []
    for name, value in list(vars(module).items()):
        if isinstance(value, type):
            classes += [value] if value.__module__ == module.__name__ else []
        elif callable(value) and name != "evaluations" and _may_be(name, ends):
            yield name, value
    for each in sorted(classes, key=lambda each: each.__name__ != "PlayerAI"):
        if not any(_may_be(name, ends) for name in dir(each)):
            continue
        try:
            holder = each()
        except Exception:  # noqa: BLE001 - the student's; other tests say what is wrong with it
            holder = each
        for name in dir(holder):
            if _may_be(name, ends) and callable(getattr(holder, name, None)):
                yield f"{each.__name__}.{name}", getattr(holder, name)


def _may_be(name: str, ends: Collection[str]) -> bool:
    return name in ends or _NAMES.search(name) is not None


def _beside(function: Callable[..., Any]) -> list[tuple[object, ...]]:
    """What to call ``function`` with beside a board, in turn."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [()]
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    more = [each for each in parameters[1:] if each.kind in plain and each.default is each.empty]
    if not more or len(more) > _MOST_BESIDE:
        return [()]
    sides = [each.name for each in more if not _DEPTH.search(each.name)]
    found = []
    for black, white in _SIDES:
        given = (
            {sides[0]: black, sides[1]: white} if len(sides) == 2 else dict.fromkeys(sides, black)
        )
        found.append(tuple(given.get(each.name, 0) for each in more))
    return found


def _values(
    function: Callable[..., Any], boards: list[Board], more: tuple[object, ...]
) -> list[float] | None:
    """What ``function`` says, in the first form of the boards in which it tells some apart."""
    for form in _FORMS:
        values = _said(function, [form(board) for board in boards], more)
        if len(set(values)) > 1:
            return values
    return None


def _said(
    function: Callable[..., Any], boards: list[object], more: tuple[object, ...]
) -> list[float]:
    """What ``function`` says; nothing if it does not say a number of each board."""
    values = []
    for board in boards:
        try:
            value = function(board, *more)
            # Numbers of NumPy are numbers, too; a text is none, even if it reads like one.
            number = math.nan if isinstance(value, str | bytes) else float(value)
        except Exception:  # noqa: BLE001 - it is not to be called like this
            return []
        if not math.isfinite(number):
            return []
        values.append(number)
    return values
