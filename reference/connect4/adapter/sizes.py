"""Sizes of boards that a student keeps in global variables, as ``ROWS`` and ``COLS`` or in a game.

Functions that use such variables work on boards of every size, once these are set: that is what
their author does to try a smaller board.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

from .forms import Board, Convention
from .objects import holder_of, object_in

_PREFIX = r"(?i:(n|num|number|no|max|board|grid)_?(of_?)?)?"
_SUFFIX = r"_?(count|num|number|n|max|size)"
_ROWS = re.compile(rf"{_PREFIX}(?i:(rows|height)({_SUFFIX})?|row{_SUFFIX})|R|H|NR")
_COLUMNS = re.compile(rf"{_PREFIX}(?i:(cols|columns|width)({_SUFFIX})?|col(umn)?{_SUFFIX})|C|W|NC")
_SHAPES = re.compile(r"(?i:(default_?)?(board|grid)?_?(size|shape|dim(ension)?s?))")


def set_for(board: Board, player: str, how: Convention) -> None:
    """Let the globals say the size of ``board``, if the convention says that they are to be set.

    A game among them is exchanged for a new one, in which ``player`` is to move on ``board``.

    Raises:
        ValueError: if there are none.
    """
    if not how["sized"]:
        return
    module = vars(sys.modules["submission"]) if "submission" in sys.modules else {}
    found, games = _named(module), _games(module, how)
    if not found and not games:
        raise ValueError("Expected global variables with the size of boards; there are none.")
    size = {"rows": len(board), "columns": len(board[0])}
    for name, what in found.items():
        module[name] = (size["rows"], size["columns"]) if what == "shape" else size[what]
    for name in games:
        module[name] = object_in(holder_of(how), board, player, how)


def _games(module: Mapping[str, object], how: Convention) -> list[str]:
    """The globals that hold an object of the class of games."""
    if not how["holder"]:
        return []
    holder = holder_of(how)
    return [name for name, value in module.items() if type(value) is holder]


def _named(module: Mapping[str, object]) -> dict[str, str]:
    """What the globals are that say a size, by name; none if one of the two is missing."""
    found: dict[str, str] = {}
    for name, value in module.items():
        if type(value) is int and 2 < value < 100:
            for what, names in (("rows", _ROWS), ("columns", _COLUMNS)):
                if names.fullmatch(name):
                    found[name] = what
        elif _SHAPES.fullmatch(name) and isinstance(value, tuple) and len(value) == 2:
            found[name] = "shape"
    both = {"rows", "columns"} <= {*found.values()} or "shape" in found.values()
    return found if both else {}
