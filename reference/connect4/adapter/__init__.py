"""Between the plain form of Connect 4 and what a student's functions take and answer.

Runs beside the student's code, in the sandbox. A plain board is a tuple of strings, the top row
first, of ``' '``, ``'x'`` and ``'o'``; a column is a number from 0. How a submission writes these
is its edition:

================== =================================================================================
container          ``array``, ``lists``, ``tuples``, ``texts`` or ``tuple of texts``
empty, x, o        expressions of the three kinds of cells
player_x, player_o expressions of the two players
across             whether ``board[column][row]``, and not ``board[row][column]``
upturned           whether the bottom row comes first
first              the number of the first column
drop               a call that drops a disc in the object ``game``; empty if none is known
blind              whether nobody knows the form of boards: they come about by ``drop``
rules              an object that knows the rules on a board of this size; missing if there is none
================== =================================================================================

``call`` is the expression that asks a role, of the words of :mod:`.words`; ``answer`` the form of
what comes back, of :mod:`.forms`. Without a form, the answer is read in every one that suits.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import Any

from .boards import Edition, FirstBoard, described
from .forms import forms
from .lending import lent
from .words import ARGUMENTS, Words, set_sizes

__all__ = ["adapted", "lent"]

FIRST = "?"
"""A form that stands for the first one that suits."""


def adapted(scope: Any, how: Edition) -> Callable[..., Any]:
    """Return a function of plain arguments with a plain answer, see ``ARGUMENTS``.

    Searches answer ``(column, value)``, the value ``None`` if it is not read; ``visualize`` answers
    what was printed, and ``best_first_move`` a column and ``(rows, columns)`` of the board that was
    seen, or ``None``. The function's attribute ``changed`` holds the positions of the arguments
    that the last call has changed. Where an answer cannot be read, it raises ``ValueError``.
    """
    role, form = str(how["role"]), str(how.get("answer", ""))
    names = ARGUMENTS[role]
    at_first: dict[tuple[int, int], list[Any]] = {}

    def function(*args: Any, **kwargs: Any) -> Any:
        function.changed = ()  # type: ignore[attr-defined]
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        words = Words(scope, how, given)
        words.at_first = at_first
        set_sizes(scope, words)
        answer, size = _asked(scope, how, words)
        if "answer" not in how:
            return described(answer)
        function.changed = (0,) if words.board_is_changed() else ()  # type: ignore[attr-defined]
        found = forms(words, answer)
        if role == "best_first_move":
            found = ((name, (value, size)) for name, value in found)
        if not form:
            return [[name, value] for name, value in found]
        for name, value in found:
            if form in {name, FIRST}:
                return value
        raise ValueError(f"Expected {form}; {_kind_of(answer)} came.")

    function.changed = ()  # type: ignore[attr-defined]
    return function


def _asked(scope: Any, how: Edition, words: Words) -> tuple[Any, tuple[int, int] | None]:
    """What the submission answers, of a picture what it prints; and the size of the board.

    That is the first one that its functions use for the best first move, if one is seen.
    """
    if how["role"] == "best_first_move":
        with FirstBoard() as seen:
            answer = scope.evaluate(how["call"], words, words.lasting)
        return answer, seen.size[::-1] if seen.size and how.get("across") else seen.size
    if how["role"] != "visualize":
        return scope.evaluate(how["call"], words, words.lasting), None
    picture = _picture(scope, how, words)
    sys.stdout.write(picture)
    if "beside" not in words.given:
        return picture, None
    others = (Words(scope, how, {"board": board}) for board in words.given["beside"])
    return (picture, *(_picture(scope, how, other) for other in others)), None


def _picture(scope: Any, how: Edition, words: Words) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        shown = scope.evaluate(how["call"], words)
    return printed.getvalue() or (shown if isinstance(shown, str) else "")


def _kind_of(value: object) -> str:
    if isinstance(value, tuple | list) and len(value) < 5:
        return f"({', '.join(map(_kind_of, value))})"
    name = type(value).__name__
    return "None" if value is None else f"a{'n' * (name[:1] in 'aeiou')} {name}"
