"""Between the plain form of Connect 4 and what a student's functions take and answer.

Runs beside the student's code, in the sandbox. A plain board is a tuple of strings, the top row
first, of ``' '``, ``'x'`` and ``'o'``; a column is a number from 0. A convention says how a student
has it instead, by one choice for each of these:

========= ==========================================================================================
role      whose arguments and answer these are, see :mod:`.forms`
call      ``""`` for a function; else a method of an object that is made of the class
held      whether that object holds the board itself, and so is not given one
holder    class of objects that hold a board; ``""`` if there is none, or it is the class asked
played    method by which a disc is dropped in such an object; ``""`` if it is not known
plays     the arguments of that method in order
order     the arguments in order: words of ``ARGUMENTS``, ``rows``, ``columns`` and ``opponent``
more      whether parameters for depth and window are filled even if they have a default
cells     a key of ``CELLS``, see also :mod:`.symbols`
players   a key of ``PLAYERS``
container ``array``, ``lists`` or ``tuples``
across    whether ``board[column][row]``, and not ``board[row][column]``
upturned  whether the bottom row comes first
turned    whether boards are seen by the player whose turn it is, who is x to them: ``""`` if they
          are not, ``each`` if what ``result`` answers is, too, ``kept`` if that is not turned
cell      whether an action is a pair of row and column, or of column and row
fixed     whether only boards of 6 rows and 7 columns are played on
sized     whether global variables say the size of boards, and are set to it
flag      ``ordering`` or ``pruning``, if a parameter of a search switches that on; else ``""``
evaluator function that searches are passed as their heuristic; ``""`` if none is known
maker     whether a function is given the cutoff, or the number of playouts, and makes the one asked
limited   whether an object is made with the cutoff, or has an attribute that is set to it
state     what a board comes with: ``board``, ``board player`` or ``player board``; ``record`` for
          an object of a class that is made of these; or ``object`` for a game
first     the number of the first column
part      where in a tuple the answer stands; -1 if it is the whole; ``key`` for a dictionary
answer    how the answer is read, a key of ``READINGS``
view      whose point of view a number takes: ``player``, ``x``, ``mover``; ``none``: not read;
          ``halves``: the player's, 1 for a win, a half for a draw and 0 for a loss
scale     what a win is worth in numbers; 0 if only signs count
========= ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .boards import theirs_of
from .calls import asked, asked_once
from .forms import ARGUMENTS, Convention, template, to_move
from .imitations import (
    EXPRESSED,
    answers_array,
    answers_something,
    by_example,
    own_of,
    received,
)
from .readings import READINGS


def adapted(target: Callable[..., Any], convention: Convention) -> Callable[..., Any]:
    """``target`` as a function of plain arguments with a plain answer, see ``ARGUMENTS``.

    Searches answer ``(column, value)``, the value ``None`` if it is not read; ``visualize``
    answers what was printed. The function's attribute ``changed`` holds the positions of the
    arguments that the last call has changed. Where ``target`` cannot be called so, or its answer
    not be read so, the function raises ``ValueError``.
    """
    how = convention
    names = ARGUMENTS[str(how["role"])]
    made: dict[Any, Any] = {}

    def function(*args: Any, **kwargs: Any) -> Any:
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        board = given.setdefault("board", (" " * 7,) * 6)
        given.setdefault("player", to_move(board))
        if how.get("tried"):
            called = asked_once(target, how, given)
        else:
            called = asked(target, how, given, made)
        changed = not np.array_equal(called.grid, theirs_of(board, how))
        function.changed = (0,) if changed else ()  # type: ignore[attr-defined]
        return READINGS[str(how["answer"])](called)

    function.changed = ()  # type: ignore[attr-defined]
    return function


_TWINS: dict[str, tuple[str, str]] = {
    "signs": ("numbers", "numbers"),
    "numbers": ("signs", "signs"),
    "characters": ("capitals", "capitals"),
    "capitals": ("characters", "letters"),
}
"""Cells and players that a helper which only writes them does not tell apart."""


def lent(function: Callable[..., Any], convention: Convention) -> Callable[..., Any]:
    """``function`` of the reference, which follows the template, in a student's convention.

    Raises:
        LookupError: if nothing can stand in for a function of this convention.
    """
    how = convention
    role, cells = str(how["role"]), str(how["cells"])
    if how["call"] or how["maker"] or how["state"] == "object":
        raise LookupError(f"{role} is asked about an object here")
    turned = how["turned"] and role in {"result", "utility"}
    if turned or "row" in str(how["order"]).split():
        raise LookupError(f"{role} is given what does not say whose turn it is, or where to drop")
    if how["answer"] == "changed board" and answers_something(how):
        raise LookupError(f"{role} changes the board, and answers something beside")
    reference = adapted(function, template(role))
    express = EXPRESSED.get(str(how["answer"]))
    if role == "terminal" and (express is None or how["part"] != -1):
        return by_example(reference, how)
    if express is None or how["part"] != -1 or (role == "utility" and how["scale"] == 0):
        raise LookupError(f"what {role} answers here ({how['answer']}) cannot be made up")
    own = own_of(how)
    in_array: bool | None = None
    twin = {**how, **dict(zip(("cells", "players"), _TWINS.get(cells, ()), strict=False))}

    def stands_in(*args: Any, **kwargs: Any) -> Any:
        nonlocal in_array
        try:
            called = received(args, kwargs, how)
        except ValueError:
            called = received(args, kwargs, twin)
        right = reference(*(called.given[name] for name in ARGUMENTS[role] if name in called.given))
        answer = express(called, right)
        if in_array is None:
            in_array = answers_array(own, how, args, kwargs)
        return np.array(answer, int) if in_array else answer

    return stands_in
