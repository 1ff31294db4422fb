"""The other way: calls that a student's own code makes of what it is lent.

Where nobody knows how an end of the game is put, the student's own function says it of a simple
board with the same end.
"""

from __future__ import annotations

import contextlib
import dis
import io
import itertools
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .boards import plain_of, theirs_of
from .calls import Called
from .forms import Board, Convention, cell_of, other_than, to_move
from .games import simplest, winner_of
from .objects import state_of, taken_apart
from .parameters import meaning_of
from .readings import column_of
from .symbols import players_of


def received(args: Sequence[Any], kwargs: Mapping[str, Any], how: Convention) -> Called:
    """A call that a student's code has written, its arguments plain."""
    values = dict(zip(str(how["order"]).split(), args, strict=False))
    values |= {meaning_of(name) or name: value for name, value in kwargs.items()}
    given: dict[str, Any] = {"board": (" " * 7,) * 6, "player": "x"}
    grid = None
    if "board" in values:
        values = {
            **taken_apart(values["board"], how),
            **{k: values[k] for k in values if k != "board"},
        }
        grid = values["board"]
        given["board"] = plain_of(grid, how)
        given["player"] = "x" if how["view"] == "x" else to_move(given["board"])
    if "action" in values:
        values |= _of_action(values["action"], how)
        given["action"] = column_of(values["action"], how)
    if "player" in values:
        given["player"] = "xo"[players_of(how).index(values["player"])]
    if how["role"] == "empty_board":
        given["shape"] = values.get("shape", (values.get("rows", 6), values.get("columns", 7)))
    given |= {name: values[name] for name in ("cutoff", "playouts") if name in values}
    return Called(how, given, grid)


def _of_action(action: Any, how: Convention) -> dict[str, Any]:
    """What an action of the student's says by itself: a column, and perhaps a player."""
    match how["action"]:
        case "cell":
            return {"action": action[0 if how["across"] else 1]}
        case "player column":
            return {"player": action[0], "action": action[1]}
        case "column player":
            return {"action": action[0], "player": action[1]}
    return {"action": action}


def _written(called: Called, board: Board) -> Any:
    """The board of the argument becomes ``board``, and is the answer if it is one here."""
    called.grid[:] = theirs_of(board, called.how)
    return called.grid if called.how["answer"] == "same board" else None


def _scaled(called: Called, value: Any) -> Any:
    return called.seen(value) * (called.how["scale"] if called.how["role"] == "utility" else 1)


def _scaled_or_none(called: Called, value: Any) -> Any:
    return None if value == 0 and " " in "".join(called.board) else _scaled(called, value)


EXPRESSED: dict[str, Callable[[Called, Any], Any]] = {
    "board": lambda called, board: state_of(board, other_than(called.player), called.how),
    "same board": _written,
    "changed board": _written,
    "columns": lambda called, columns: [column + called.how["first"] for column in columns],
    "cells": lambda called, columns: [cell_of(called.board, one, called.how) for one in columns],
    "mask": lambda called, columns: np.isin(np.arange(len(called.board[0])), columns),
    "bool": lambda _, over: over,
    "number": _scaled,
    "number or none": _scaled_or_none,
    "halves": lambda called, value: (called.seen(value) + 1) / 2,
    "column": lambda called, column: column + called.how["first"],
    "text": lambda *_: None,
}
"""How a plain answer is put for a student's code; what is missing here cannot be."""


def answers_something(how: Convention) -> bool:
    """Whether the student's own function returns something else than ``None`` anywhere.

    One that drops a disc may say in which row it has landed, and its callers rely on that.
    """
    code = getattr(own_of(how), "__code__", None)
    steps = [] if code is None else list(dis.get_instructions(code))
    returned = {
        before.argval if before.opname == "LOAD_CONST" else before.opname
        for before, one in itertools.pairwise(steps)
        if one.opname == "RETURN_VALUE"
    } | {one.argval for one in steps if one.opname == "RETURN_CONST"}
    return not returned <= {None}


def own_of(how: Convention) -> Any:
    """What the student calls the function of this convention, as long as nothing is lent for it."""
    own = vars(sys.modules.get("submission", object)).get(str(how.get("function", "")))
    return getattr(own, _OWN, own)


def answers_array(own: Any, how: Convention, args: Sequence[Any], named: Mapping[str, Any]) -> bool:
    """Whether ``own`` answers with an array: its callers may reckon with all columns at once.

    It is asked just as it would be if nothing were lent, so that no global variable changes in the
    midst of a search.
    """
    if how["answer"] != "columns" or not callable(own):
        return False
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return isinstance(own(*args, **named), np.ndarray)
    except Exception:  # noqa: BLE001 - then nothing relies on what it answers
        return False


def by_example(terminal: Callable[[Board], bool], how: Convention) -> Callable[..., Any]:
    """A terminal test that is right, and puts what it says as the student's own does.

    Args:
        terminal: the plain one.

    Raises:
        LookupError: if the student's own cannot be asked.
    """
    order = str(how["order"]).split()
    own = own_of(how)
    if not callable(own) or how["state"] != "board" or "board" not in order:
        raise LookupError("what terminal answers here is put in a way that nobody knows")
    place = order.index("board")

    def stands_in(*args: Any, **kwargs: Any) -> Any:
        board = received(args, kwargs, how).board
        size = len(board), len(board[0])
        example = theirs_of(simplest(winner_of(board), size, over=terminal(board)), how)
        if place < len(args):
            return own(*args[:place], example, *args[place + 1 :], **kwargs)
        named = {name for name in kwargs if meaning_of(name) == "board"}
        return own(*args, **{**kwargs, **dict.fromkeys(named, example)})

    setattr(stands_in, _OWN, own)
    return stands_in


_OWN = "own"
"""Attribute of a function that stands in: the student's, which may fill another role as well."""
