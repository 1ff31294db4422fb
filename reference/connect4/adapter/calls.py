"""Calls of a student's functions and methods."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import math
import re
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .forms import Board, Convention, kind_of, to_move
from .objects import grid_of, holder_of, object_in, state_of, taken_apart
from .parameters import bound, facts, has_switch, made_with, meaning_of, parameters_of
from .sizes import set_for


class Called(NamedTuple):
    """A call in a convention.

    Attributes:
        given: its plain arguments by name; ``board`` and ``player`` always.
        grid: the board of the student's that was passed, as it is after the call.
        whole: what came back,
        answer: and the part of it that counts.
    """

    how: Convention
    given: Mapping[str, Any]
    grid: Any
    whole: Any = None
    answer: Any = None

    @property
    def board(self) -> Board:
        """The board that was passed."""
        board: Board = self.given["board"]
        return board

    def seen(self, value: Any) -> Any:
        """A number from the other of two points of view: the student's, and the player's asked."""
        viewers = {"x": "x", "mover": to_move(self.board)}
        return value if viewers.get(str(self.how["view"]), self.player) == self.player else -value

    @property
    def player(self) -> str:
        """The player that was asked for."""
        return str(self.given["player"])


_COLUMN_KEYS = re.compile(r"action|move|col(umn)?|best_?(action|move|col(umn)?)", re.IGNORECASE)

_READ = ("part", "view", "scale")
"""What a convention says of reading an answer alone; with ``answer``, if nothing is printed."""

_TRIED: dict[Any, Any] = {}


def asked_once(target: Any, how: Convention, given: Mapping[str, Any]) -> Called:
    """The answer of ``target``, which is kept for conventions that read the same one otherwise."""
    reading = {*_READ, *(() if how["answer"] == "text" else ("answer",))}
    if "action" not in given:
        reading.add("first")
    called = tuple(value for name, value in sorted(how.items()) if name not in reading)
    key = id(target), called, repr(given)
    if key not in _TRIED:
        try:
            _TRIED[key] = asked(target, how, given, {})
        except Exception as problem:  # noqa: BLE001 - it comes again below
            _TRIED[key] = problem
    kept = _TRIED[key]
    if isinstance(kept, NotImplementedError):
        raise kept
    if not isinstance(kept, Called):
        raise ValueError("Expected an answer; there was none before.") from kept
    return kept._replace(how=how, answer=part_of(kept.whole, how))


def asked(target: Any, how: Convention, given: Mapping[str, Any], made: dict[Any, Any]) -> Called:
    """The answer of ``target``; objects are ``made`` once for each player, depth and size."""
    board, player = given["board"], str(given["player"])
    set_for(_asked_about(given), player, how)
    if how["held"] and not how["holder"]:
        how = {**how, "holder": target.__name__}
    if how["held"] and how["role"] == "result":
        plays = str(how["order"])
        game = object_in(target, board, player, {**how, "played": how["call"], "plays": plays})
        return _answered(game, how, given, {**facts(how, given), "game": game})
    values = _values(how, given)
    if how["held"]:
        return _answered(values["board"], how, given, values)
    if how["flag"] and not has_switch(target, how):
        raise ValueError(f"It has no parameter that switches {how['flag']} on.")
    if not how["call"] and not how["maker"]:
        return _answered(target, how, given, values)
    meanings = {meaning for _, meaning in parameters_of(target, how)}
    limit = made_with(how)
    if how["maker"] and ("board" in meanings or limit not in meanings):
        raise ValueError(f"Expected a function that is given the {limit}; this one is not.")
    position = board if "board" in meanings else (len(board), len(board[0]))
    owner = player, given.get(limit), position
    if owner not in made:
        positional, named = bound(target, how, values, [])
        made[owner] = target(*positional, **named)
        if how["limited"] and "cutoff" not in meanings:
            _set_depth(made[owner], given["cutoff"])
    return _answered(made[owner], {**how, "maker": False}, given, values)


def _asked_about(given: Mapping[str, Any]) -> Board:
    """The board that is asked about, or an empty one of the size that is."""
    if "shape" not in given:
        board: Board = given["board"]
        return board
    rows, columns = given["shape"]
    return (" " * int(columns),) * int(rows)


def _set_depth(agent: Any, cutoff: int) -> None:
    """Let an agent that keeps its depth in an attribute look as far ahead as is asked.

    Raises:
        ValueError: if there is no such attribute.
    """
    found = [name for name in dir(agent) if meaning_of(name) in {"cutoff", "depth"}]
    found = [name for name in found if _is_depth(getattr(agent, name, None))]
    if not found:
        raise ValueError("Expected an agent with a depth; it has none.")
    for name in found:
        setattr(agent, name, cutoff)


def _is_depth(value: Any) -> bool:
    """Whether an attribute may say how far to look, and is no count of what was searched."""
    return value == math.inf or (type(value) is int and value > 0)


def _values(how: Convention, given: Mapping[str, Any]) -> dict[str, Any]:
    """What can be passed, by meaning: a state, with what else it is, for a board."""
    board, player = given["board"], str(given["player"])
    state = state_of(board, player, how)
    about = {"game": state} if how["state"] == "object" else {}
    return {
        **facts(how, given),
        **about,
        "grid": taken_apart(state, how)["board"],
        "board": state,
        "new game": lambda: object_in(holder_of(how), board, player, how),
    }


def _answered(
    owner: Any, how: Convention, given: Mapping[str, Any], values: Mapping[str, Any]
) -> Called:
    """What ``owner``, or a method of it, answers to the plain arguments ``given``."""
    target = getattr(owner, str(how["call"]), None) if how["call"] else owner
    if not callable(target) or isinstance(target, type):
        raise ValueError(f"Expected {how['call'] or 'a function'}; there is none.")
    positional, named = bound(target, how, values, str(how["order"]).split())
    if how["answer"] == "text":
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            shown = target(*positional, **named)  # what a cell ends with, a notebook shows
        answer: Any = printed.getvalue() or (shown if isinstance(shown, str) else "")
        sys.stdout.write(answer)
    else:
        answer = target(*positional, **named)
    if how["held"]:
        grid = grid_of(owner)
    else:
        grid = grid_of(values["board"]) if how["state"] == "object" else values["grid"]
    part = answer if how.get("tried") else part_of(answer, how)
    return Called(how, given, grid, answer, part)


def _named(answer: Any) -> Mapping[Any, Any]:
    """What a dictionary, or the attributes of an object, have names for."""
    if dataclasses.is_dataclass(answer):
        return {each.name: getattr(answer, each.name) for each in dataclasses.fields(answer)}
    return answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})


def part_of(answer: Any, how: Convention) -> Any:
    """The part of ``answer`` that counts."""
    part = how["part"]
    if part == -1:
        return answer
    if part == "key":
        named = _named(answer)
        found = [name for name in named if _COLUMN_KEYS.fullmatch(str(name))]
        if len(found) != 1:
            raise ValueError(f"Expected something that names one action; a {kind_of(answer)} came.")
        return named[found[0]]
    if isinstance(answer, np.ndarray) and answer.ndim == 1:
        answer = answer.tolist()
    fewest = 1 if how["role"] == "actions" else 2  # numpy.where answers with one array in a tuple
    if not isinstance(answer, tuple | list) or len(answer) < fewest:
        raise ValueError(f"Expected a pair; a {kind_of(answer)} came.")
    return answer[int(part)]
