"""Objects that hold a board, and other states that come with more than a board."""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np

from .boards import is_grid, plain_of, theirs_of
from .forms import Board, Convention, kind_of, to_move
from .games import order_of
from .parameters import bound, facts, meaning_of
from .records import parts_of, record_of
from .symbols import players_of, symbol_of

_COUNTED = re.compile(r"((n|num|number)_?(of_?)?)?(moves?|turns?|pl(y|ies)|discs|pieces)(_?\w+)?")
"""Attributes that may say how many discs there are."""


def holder_of(how: Convention) -> Any:
    """The student's class of games."""
    holder = getattr(sys.modules.get("submission"), str(how["holder"]), None)
    if not isinstance(holder, type):
        raise ValueError("Expected a class of games; there is none.")
    return holder


def object_in(holder: Any, board: Board, player: str, how: Convention) -> Any:
    """An object of the class ``holder`` in the position ``board``, in which ``player`` is to move.

    If discs can be dropped one after another, all that the object keeps is as it is in a game.
    Otherwise the board is exchanged for another one.
    """
    made = _started(holder, board, how)
    if _place(made) is None and how["state"] != "object" and not how["held"]:
        return made  # rules, which are given the board each time
    moves = order_of(board) if how["played"] else None
    if moves is not None:
        try:
            for column, mover in moves:
                made = _dropped(made, column, mover, how)
            if _place(made) is None or plain_of(grid_of(made), how) == board:
                if player != to_move(board):
                    _let_move(made, player, how)
                return made
        except Exception:  # noqa: BLE001 - then it is made in another way
            pass
        made = _started(holder, board, how)
    _fill(made, board, player, how)
    return made


def _started(holder: Any, board: Board, how: Convention) -> Any:
    """A new object with an empty board, of the cells and in the container that are expected."""
    blank = tuple(" " * len(row) for row in board)
    values = facts(how, {"board": blank, "player": "x", "shape": (len(board), len(board[0]))})
    made = holder(*bound(holder, {**how, "state": "board"}, values, [])[0])
    if _place(made) is not None and plain_of(grid_of(made), how) != blank:
        raise ValueError("Expected an empty board of the size asked for; another one came.")
    return made


def _dropped(game: Any, column: int, player: str, how: Convention) -> Any:
    """``game`` after a move, or the new game that a move makes."""
    given = {"action": column + int(how["first"]), "player": symbol_of(player, how)}
    play = getattr(game, str(how["played"]))
    after = play(*(given[name] for name in str(how["plays"]).split()))
    return after if type(after) is type(game) else game


def _fill(made: Any, board: Board, player: str, how: Convention) -> None:
    """Make ``board`` the one that the object holds, and what follows from it agree with it."""
    place = _place(made)
    if place is None:
        raise ValueError("Expected an object that holds a board; there is none in it.")
    grid, kept = theirs_of(board, how), getattr(*place)
    setattr(*place, grid.astype(kept.dtype) if isinstance(kept, np.ndarray) else grid)
    discs = len(board) * len(board[0]) - "".join(board).count(" ")
    _let_move(made, player, how)
    for name, value in kept_in(made):
        if type(value) is int and value == 0 and _COUNTED.fullmatch(name):
            setattr(made, name, discs)


def _let_move(made: Any, player: str, how: Convention) -> None:
    """Let it be the turn of ``player``, if the object says whose turn it is."""
    for name, value in kept_in(made):
        if meaning_of(name) == "player" and value in players_of(how):
            setattr(made, name, symbol_of(player, how))


def _place(owner: Any) -> tuple[Any, str] | None:
    """Where ``owner`` holds its board: an object, itself or one that it has, and an attribute."""
    held = kept_in(owner)
    for name, value in held:
        if is_grid(value):
            return owner, name
    for _, value in held:
        for name, inner in kept_in(value):
            if is_grid(inner) and not isinstance(value, type):
                return value, name
    return None


def kept_in(owner: Any) -> list[tuple[str, Any]]:
    """The attributes that ``owner`` keeps, with their values, also those in slots."""
    names = dict.fromkeys(getattr(owner, "__dict__", ()))
    for each in type(owner).__mro__:
        slots = vars(each).get("__slots__", ())
        names |= dict.fromkeys((slots,) if isinstance(slots, str) else slots)
    return [(name, getattr(owner, name)) for name in names if hasattr(owner, name)]


def grid_of(owner: Any) -> Any:
    """The board that ``owner`` holds; ``None`` if it holds none that can be seen."""
    place = _place(owner)
    return None if place is None else getattr(*place)


def state_of(board: Board, player: str, how: Convention) -> Any:
    """What a student passes for a board: the board itself, or a pair with the player."""
    parts = {"board": theirs_of(board, how), "player": symbol_of(player, how)}
    names = str(how["state"]).split()
    if names == ["object"]:
        return object_in(holder_of(how), board, player, how)
    if names == ["record"]:
        return record_of(parts)
    return parts["board"] if names == ["board"] else tuple(parts[name] for name in names)


def taken_apart(state: Any, how: Convention) -> dict[str, Any]:
    """The board of a student's state by name, and the player if it comes with it."""
    names = str(how["state"]).split()
    if names == ["board"]:
        return {"board": state}
    if names == ["object"]:
        return {"board": grid_of(state)}
    if names == ["record"]:
        return parts_of(state)
    if not isinstance(state, tuple | list) or len(state) != len(names):
        raise ValueError(f"Expected a state ({', '.join(names)}); a {kind_of(state)} came.")
    return dict(zip(names, state, strict=True))
