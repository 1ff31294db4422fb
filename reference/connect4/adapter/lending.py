"""The other way: calls that a student's own code makes of the reference's functions.

Where nobody knows how an end of the game is put, the student's own function says it of a simple
board with the same end.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from .boards import Board, Edition, grid_in
from .forms import column_of, number_of
from .games import simplest, winner_of
from .words import ARGUMENTS, Words, other_than, set_sizes, to_move

_OWN = "own"
"""Attribute of a function that stands in: the student's, which may fill another role as well."""


def lent(function: Callable[..., Any], scope: Any, how: Edition) -> Callable[..., Any]:
    """Return ``function`` of the reference, as the student's own code calls it.

    Raises:
        LookupError: if nothing can stand in for a function that is called like this.
    """
    role, form = str(how["role"]), str(how["answer"])
    own, meant = _called(scope, str(how["call"]), role)
    _refuse(role, form, {*_names(meant)})
    if role in {"result", "utility"} and how.get("turned"):
        raise LookupError(f"{role} has boards that turn here")
    if form == "changed" and _answers_beside(scope, how):
        raise LookupError(f"{role} answers something beside the changed board")
    express = None if role == "terminal" and form != "over" else _EXPRESSED.get(form)
    signature = inspect.signature(own)
    flags: list[bool] = []
    array: list[bool] = []
    scales: list[float] = []

    def stands_in(*args: Any, **kwargs: Any) -> Any:
        passed = signature.bind(*args, **kwargs)
        passed.apply_defaults()
        words = _understood(scope, how, meant, passed.arguments)
        known = [words.given[name] for name in ARGUMENTS[role] if name in words.given]
        right = _from_reference(function(*map(_to_reference, known)))
        if express is None or role == "terminal":
            if not flags:
                flags.append(
                    express is not None
                    and _is_flag(own, words, meant, signature.bind(*args, **kwargs))
                )
            return right if flags[0] else _by_example(own, words, meant, passed, over=right)
        if role == "utility":
            if right == 0 and " " in "".join(words.board):  # what the student says of such boards
                return _by_example(own, words, meant, passed, over=False)
            if not scales:
                scales.append(_scale(own, words, meant, signature.bind(*args, **kwargs)))
            right *= scales[0] if "share" not in form else 1
        if form == "[column]" and not array:
            array.append(_is_array(own, args, kwargs))
        answer = express(words, right)
        return np.array(answer, int) if array and array[0] else answer

    setattr(stands_in, _OWN, own)
    return stands_in


def _called(scope: Any, call: str, role: str) -> tuple[Any, dict[str, Any]]:
    """Return the student's own function that ``call`` calls, and what its parameters mean."""
    tree = scope.parsed(call)[0]
    if tree[0] == "call" and tree[1][0] == "name":
        own = scope.module.__dict__.get(tree[1][1])
        own = getattr(own, _OWN, own)
        if callable(own) and not isinstance(own, type):
            return own, _meanings(own, tree)
    raise LookupError(f"{role} is no plain function here")


def _answers_beside(scope: Any, how: Edition) -> bool:
    """Whether the student's own answers something as well when it changes a board."""
    words = Words(scope, how, {"player": "x", "column": 0})
    set_sizes(scope, words)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return scope.evaluate(str(how["call"]), words) is not None
    except Exception:  # noqa: BLE001 - then nothing relies on what it answers
        return False


def _refuse(role: str, form: str, names: set[str]) -> None:
    """Raise ``LookupError`` if no function can take these words and answer in this form."""
    if {"x_moves", "o_moves", "with_board"} & names and role != "actions":
        raise LookupError(f"{role} is given what the reference does not understand")
    if not {"board", "column"} & {*ARGUMENTS[role]} <= names:
        raise LookupError(f"{role} is given its board in a way that cannot be understood")
    if form not in _EXPRESSED and role != "terminal":
        raise LookupError(f"what {role} answers here ({form}) cannot be made up")


def _to_reference(value: Any) -> Any:
    """Return a plain argument as the reference takes it: boards are arrays there."""
    is_board = isinstance(value, tuple) and all(isinstance(row, str) for row in value)
    return np.array([list(row) for row in value]) if is_board else value


def _from_reference(value: Any) -> Any:
    """Return an answer of the reference in the plain form."""
    return tuple("".join(row) for row in value) if isinstance(value, np.ndarray) else value


def _meanings(own: Any, tree: Any) -> dict[str, Any]:
    """Return the expression that is passed for each parameter, as a tree."""
    _, _, positional, named = tree
    names = [each.name for each in inspect.signature(own).parameters.values()]
    return {**dict(zip(names, positional, strict=False)), **dict(named)}


def _names(meant: Mapping[str, Any]) -> Iterator[str]:
    for tree in meant.values():
        if tree[0] == "name":
            yield tree[1]
        elif tree[0] in {"tuple", "list"}:
            yield from _names(dict(enumerate(tree[1])))  # type: ignore[arg-type]
        elif tree[0] == "dict":
            yield from _names({str(key): part for key, part in tree[1]})


def _understood(
    scope: Any, how: Edition, meant: Mapping[str, Any], passed: Mapping[str, Any]
) -> Words:
    """Return the plain arguments of a call that a student's code has written."""
    values: dict[str, Any] = {}
    for name, tree in meant.items():
        _take_apart(tree, passed.get(name), values)
    empty = Words(scope, how, {})
    given: dict[str, Any] = {}
    if "board" in values:
        given["board"] = empty.plain(grid_in(values["board"]))
        given["player"] = to_move(given["board"])
    if "player" in values:
        x = empty.symbol("x")
        given["player"] = "x" if values["player"] is x or values["player"] == x else "o"
    if "column" in values:
        about = Words(scope, how, {"board": given.get("board", empty.board)})
        given["column"] = column_of(values["column"], about)
    if how["role"] == "empty_board":
        shape = values.get("shape", (values.get("rows", 6), values.get("columns", 7)))
        given["shape"] = tuple(shape)
    given |= {name: values[name] for name in ("depth", "playouts") if name in values}
    words = Words(scope, how, given)
    words.given = {**given, "grid": values.get("board")}
    return words


def _take_apart(tree: Any, value: Any, values: dict[str, Any]) -> None:
    if tree[0] == "name":
        values[tree[1]] = value
    elif tree[0] in {"tuple", "list"}:
        for part, one in zip(tree[1], value, strict=True):
            _take_apart(part, one, values)
    elif tree[0] == "dict":
        for (_, key), part in tree[1]:
            _take_apart(part, value[key], values)


def _board(words: Words, board: Board) -> Any:
    return Words(words.scope, words.how, {"board": board})["board"]


def _pair(words: Words, board: Board) -> Any:
    after = Words(words.scope, words.how, {"board": board, "player": other_than(words.player)})
    return after["board"], after["player"]


def _cell(words: Words, column: int) -> tuple[int, int]:
    return words.landing(column), column + int(words.how["first"])


def _changed(words: Words, board: Board) -> Any:
    grid = words.given["grid"]
    grid[:] = _board(words, board)
    return grid if words.how["answer"] == "board, changed" else None


def _x_value(words: Words, value: Any) -> Any:
    return value if words.player == "x" else -value


_EXPRESSED: dict[str, Callable[[Words, Any], Any]] = {
    "board": _board,
    "(board, _)": _pair,
    "changed": _changed,
    "board, changed": _changed,
    "[column]": lambda words, columns: [one + int(words.how["first"]) for one in columns],
    "[(_, column)]": lambda words, columns: [_cell(words, one) for one in columns],
    "[(column, _)]": lambda words, columns: [_cell(words, one)[::-1] for one in columns],
    "mask": lambda words, columns: np.isin(np.arange(len(words.board[0])), columns),
    "over": lambda _, over: over,
    "value": lambda _, value: value,
    "x_value": _x_value,
    "share": lambda _, value: (value + 1) / 2,
    "x_share": lambda words, value: (_x_value(words, value) + 1) / 2,
    "column": lambda words, column: column + int(words.how["first"]),
    "picture": lambda *_: None,
}
"""How a plain answer is put for a student's code; what is missing here cannot be."""


def _is_array(own: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    """Whether ``own`` answers with an array: its callers may reckon with all columns at once."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return isinstance(own(*args, **kwargs), np.ndarray)
    except Exception:  # noqa: BLE001 - then nothing relies on what it answers
        return False


def _is_flag(own: Any, words: Words, meant: Mapping[str, Any], passed: Any) -> bool:
    """Whether ``own`` says by true and false if a game is over: others may tell who has won."""
    passed.apply_defaults()
    try:
        said = _by_example(own, words, meant, passed, over=True)
    except Exception:  # noqa: BLE001 - then nothing relies on what it answers
        return True
    return isinstance(said, bool | np.bool_)


def _scale(own: Any, words: Words, meant: Mapping[str, Any], passed: Any) -> float:
    """Return what a win is worth to ``own``; 1 if it does not say."""
    won = Words(words.scope, words.how, {"board": simplest("x", (6, 7), over=True), "player": "x"})
    try:
        worth = number_of(_by_example(own, won, meant, passed, over=True))
    except Exception:  # noqa: BLE001 - then nothing relies on what it answers
        return 1
    finally:
        set_sizes(words.scope, words)  # which the rest of the search is about
    return abs(worth) if worth else 1


def _by_example(
    own: Any, words: Words, meant: Mapping[str, Any], passed: Any, *, over: bool
) -> Any:
    """Return what ``own`` says of the simplest board that ends as the board of ``words`` does."""
    size = len(words.board), len(words.board[0])
    board = simplest(winner_of(words.board), size, over=over)
    example = Words(words.scope, words.how, {"board": board, "player": words.player})
    set_sizes(words.scope, example)
    for name, tree in meant.items():
        if "board" in {*_names({name: tree})}:
            passed.arguments[name] = _rebuilt(tree, passed.arguments[name], example["board"])
    return own(*passed.args, **passed.kwargs)


def _rebuilt(tree: Any, value: Any, grid: Any) -> Any:
    if tree[0] == "name":
        return grid
    if tree[0] == "dict":
        return {**value, **{key: grid for (_, key), part in tree[1] if part == ("name", "board")}}
    return tuple(
        grid if part == ("name", "board") else one for part, one in zip(tree[1], value, strict=True)
    )
