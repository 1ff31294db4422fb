"""The forms in which answers come back, and what is plain of each.

=================== ================================================================================
``column``          a number; as a part of a pair, with ``value`` or ``x_value`` beside it, or ``_``
                    for what is not read: ``(value, column)``; ``[column, ...]`` is a list that
                    begins with it, ``(row, column)`` a cell, and ``{'move': column}`` a dictionary
                    or an object with such an attribute
``board``           a board; ``(board, _)`` one with something beside it, ``changed`` the board that
                    was passed, changed, and ``object`` an object that holds one
``[column]``        columns; ``[cell]`` cells, ``[(_, column)]`` pairs, ``mask`` a flag for each
``over``            true, or a word that says so; ``!= 'n'`` anything but what is said while the
                    game goes on
``value``           a number, 1 for a win, from the view of the player asked for; ``x_value``
                    that of x, ``o_value`` that of o, ``mover_value`` that of who is to move
``share``           1, a half and 0 for a win, a draw and a loss, or between; also ``x_share``
``winner``          who has won
``picture``         what is printed
=================== ================================================================================
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from .boards import Board, grid_in, is_grid, kept_in
from .games import dropped, simplest, winner_of
from .words import EXACT, Words, other_than, to_move

Forms = Iterator[tuple[str, Any]]

_COLUMN_KEYS = re.compile(r"(best_?)?(action|move|col(umn)?)", re.IGNORECASE)
_VALUE_KEYS = re.compile(r"(best_?)?(value|score|utility|eval\w*)", re.IGNORECASE)
_GOES_ON = re.compile(
    r"|n|c|no|none|false|active|open|playing|running|pending|unfinished|undecided"
    r"|.*\b(not|isn'?t|still|continu\w*|on-?going|going on|goes on|in[ _](progress|play))\b.*"
)
"""Words for a game that is not over, in small letters."""
_LONGEST = 40
"""Characters of a word for it."""
_UNEQUAL = re.compile(r"!= ('[^']*'|\"[^\"]*\"|[^,)]+)")
_NOBODY = {"draw", "tie", "d", "t", "0", "none", "false"}


def forms(words: Words, answer: Any) -> Forms:
    """Yield the forms in which ``answer`` can be read as its role asks, likeliest first."""
    return _BY_ROLE.get(str(words.how["role"]), _of_move)(words, answer)


def number_of(value: Any) -> Any:
    """Return a plain number for a number of whatever kind; ``None`` for everything else."""
    if isinstance(value, np.ndarray | np.generic) and value.size == 1:
        value = value.item()
    return value if isinstance(value, int | float) and not math.isnan(value) else None


def column_of(value: Any, words: Words) -> int | None:
    """Return the plain number of a student's column; ``None`` if it is none."""
    number = number_of(value)
    if number is None or isinstance(number, bool) or number % 1:
        return None
    column = int(number) - int(words.how["first"])
    return column if 0 <= column < len(words.board[0]) else None


def _of_move(words: Words, answer: Any) -> Forms:
    for form, column, _ in _columns_in(words, answer):
        yield form, column


def _of_search(words: Words, answer: Any) -> Forms:
    exact = words.how["role"] in EXACT
    for form, column, value in _columns_in(words, answer):
        known = value if value is None or not exact else (value > 0) - (value < 0)
        yield form, (column, known)
        if known is not None:
            of_x = known if words.player == "x" else -known
            yield form.replace("value", "x_value"), (column, of_x)


def _columns_in(words: Words, answer: Any) -> Iterator[tuple[str, int, Any]]:
    """Yield form, column and value beside it of what may say a column."""
    if is_grid(answer) or not isinstance(answer, tuple | list | dict | np.ndarray):
        yield from _alone(words, answer)
    if isinstance(answer, np.ndarray) and answer.ndim == 1:
        answer = answer.tolist()
    if isinstance(answer, tuple | list) and not is_grid(answer):
        yield from _in_sequence(words, answer)
        return
    named = _named(answer)
    keys = [key for key in named if type(key) is str and _COLUMN_KEYS.fullmatch(key)]
    values = [key for key in named if type(key) is str and _VALUE_KEYS.fullmatch(key)]
    for key in keys:
        for form, column, _ in _columns_in(words, named[key]):
            if values and (value := number_of(named[values[0]])) is not None:
                yield f"{{{key!r}: {form}, {values[0]!r}: value}}", column, value
            yield f"{{{key!r}: {form}}}", column, None


def _alone(words: Words, answer: Any) -> Iterator[tuple[str, int, None]]:
    column = column_of(answer, words)
    if column is not None:
        yield "column", column, None
        return
    grid = grid_in(answer)
    if grid is not None and (played := _played(words, grid)) is not None:
        yield ("board" if grid is answer else "object"), played, None


def _played(words: Words, grid: Any) -> int | None:
    """Return the column in which ``grid`` is one disc ahead of the board that was asked about."""
    try:
        after = words.plain(grid)
    except ValueError:
        return None
    rows = zip(words.board, after, strict=False)
    cells = [(column, a, b) for one, two in rows for column, (a, b) in enumerate(zip(one, two))]  # noqa: B905
    differ = [column for column, a, b in cells if a != b]
    return differ[0] if len(differ) == 1 else None


def _in_sequence(words: Words, parts: Any) -> Iterator[tuple[str, int, Any]]:
    if len(parts) == 2 and _may_be_action(words, parts):
        yield from _action(words, parts)
    for place in (1, 0, *range(2, min(len(parts), 5))):
        if place >= len(parts):
            continue
        inner = [*_alone(words, parts[place])]
        if not inner and isinstance(parts[place], tuple | list) and len(parts[place]):
            first = parts[place]
            inner = [
                (f"[{form}, ...]", column, None) for form, column, _ in _alone(words, first[0])
            ]
            if len(first) == 2:
                inner = [*_action(words, first), *inner]
        for form, column, _ in inner:
            around = ["_"] * len(parts)
            around[place] = form
            value = number_of(parts[1 - place]) if len(parts) == 2 else None
            if value is not None and not isinstance(value, bool) and form != "board":
                beside = list(around)
                beside[1 - place] = "value"
                yield f"({', '.join(beside)})", column, value
            yield f"({', '.join(around)}{',' * (len(parts) == 1)})", column, None


def _action(words: Words, pair: Any) -> Iterator[tuple[str, int, None]]:
    """Yield the column of an action, where actions are pairs."""
    action = str(words.how.get("action"))
    if action in {"(row, column)", "(column, row)"}:
        column = column_of(pair[action.startswith("(row")], words)
        if column is not None:
            yield action, column, None


def _may_be_action(words: Words, pair: Any) -> bool:
    """Say whether ``pair`` is no value beside a column: a cell is where a disc lands."""
    first, second = (number_of(one) for one in pair)
    if first is None or second is None:
        return True
    if str(words.how.get("action")).startswith("(column"):
        first, second = second, first
    column = column_of(second, words)
    return column is not None and first == words.landing(column)


def _named(answer: Any) -> Mapping[Any, Any]:
    """Return what a dictionary, or the attributes of an object, have names for."""
    if dataclasses.is_dataclass(answer):
        return {each.name: getattr(answer, each.name) for each in dataclasses.fields(answer)}
    if isinstance(answer, tuple) and hasattr(answer, "_asdict"):
        return answer._asdict()  # type: ignore[no-any-return]
    return answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})


def _of_board(words: Words, answer: Any) -> Forms:
    passed = words.passed
    grid = grid_in(answer)
    if grid is not None and grid is not passed and (board := _plain(words, grid)):
        if grid is answer:
            yield "board", board
        elif isinstance(answer, tuple | list):
            parts = ["board" if part is grid else "_" for part in answer]
            if not _says_nobody(words, [part for part in answer if part is not grid]):
                yield f"({', '.join(parts)})", board
        else:
            yield "object", board
    if grid is None and (board := _made_again(words, answer)):
        yield "object", board
    if words.how.get("blind") and (board := _made_again(words, words.holder)):
        yield "changed", board
    if passed is not None and (board := _plain(words, passed)) and board != words.board:
        yield ("board, changed" if answer is passed else "changed"), board


def _made_again(words: Words, answer: Any) -> Board | None:
    """Return the board after a move of which the submission makes the same state as ``answer``."""
    state = str(words.how.get("state", "")).partition("\n")[0]
    known = state in {"", "board"} or state.startswith(("(", "{", "with_board"))
    if answer is None or (known and not words.how.get("blind")):
        return None
    for column in range(len(words.board[0])):
        after = dropped(words.board, column, words.player)
        given = {"board": after, "player": other_than(words.player)}
        made = words.scope.evaluate(state, Words(words.scope, words.how, given))
        if _is_same(made, answer):
            return after
    return None


def _is_same(one: Any, other: Any) -> bool:
    """Say whether two states are equal, or objects that keep the same."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, list) and all(map(_is_cell, (*one, *other))):
        return sorted(one) == sorted(other)  # moves, in the order in which they became possible
    kept, others = dict(kept_in(one)), dict(kept_in(other))
    alike = kept and kept.keys() == others.keys()
    return one == other or bool(alike and all(_is_same(kept[key], others[key]) for key in kept))


def _is_cell(part: Any) -> bool:
    """Say whether ``part`` is a pair of numbers."""
    return isinstance(part, tuple) and len(part) == 2 and all(type(one) is int for one in part)


def _says_nobody(words: Words, beside: list[Any]) -> bool:
    """Say whether what is ``beside`` a board in a state, where its player is, is no player.

    Then players are written in another way than in this edition.
    """
    if len(beside) != 1 or "player" not in str(words.how.get("state", "")).partition("\n")[0]:
        return False
    players = (words.symbol("x"), words.symbol("o"))
    return type(beside[0]) is type(players[0]) and beside[0] not in players


def _plain(words: Words, grid: Any) -> Board | None:
    try:
        return words.plain(grid)
    except ValueError:
        return None


def _of_actions(words: Words, answer: Any) -> Forms:
    for form, items in _collections(answer):
        flags = len(items) == len(words.board[0]) and all(isinstance(one, bool) for one in items)
        if flags:
            yield form.format("mask"), tuple(column for column, one in enumerate(items) if one)
        columns = [column_of(one, words) for one in items]
        if None not in columns and not flags:
            yield form.format("[column]"), tuple(columns)
        pairs = [one for one in items if isinstance(one, tuple | list) and len(one) == 2]
        if len(pairs) < len(items) or not items:
            continue
        for place in (1, 0):
            found = [column_of(pair[place], words) for pair in pairs]
            if None not in found:
                parts = ["board" if is_grid(part) else "_" for part in pairs[0]]
                parts[place] = "column"
                yield form.format(f"[({', '.join(parts)})]"), tuple(found)
        places = [_played(words, grid) for pair in pairs for grid in pair if is_grid(grid)]
        if places and None not in places:
            yield form.format("[board]"), tuple(places)


def _collections(answer: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield what may be a collection of moves, and in what form it comes."""
    if isinstance(answer, dict):
        yield "{{{}: _}}", list(answer)
        yield "{{_: {}}}", list(answer.values())
        return
    if isinstance(answer, str) or not hasattr(answer, "__iter__"):
        return
    items = list(answer.tolist() if isinstance(answer, np.ndarray) else answer)
    yield "{}", [one.item() if isinstance(one, np.generic) else one for one in items]
    for place, part in enumerate(items[:3] if isinstance(answer, tuple) else ()):
        if isinstance(part, list | np.ndarray) and not is_grid(part):
            around = ["_"] * len(items)
            around[place] = "{}"
            comma = "," * (len(items) == 1)
            inner = list(part.tolist() if isinstance(part, np.ndarray) else part)
            yield f"({', '.join(around)}{comma})", inner


def _of_end(words: Words, answer: Any) -> Forms:
    going_on = _said_at_first(words)
    yield from _over(answer, going_on)
    if isinstance(answer, tuple | list) and not is_grid(answer):
        for place, part in enumerate(answer[:3]):
            around = ["_"] * len(answer)
            for form, over in _over(part, going_on):
                around[place] = form
                yield f"({', '.join(around)})", over


def _said_at_first(words: Words) -> list[Any]:
    """Return what is answered about an empty board, where every game goes on.

    Once the form is known, that tells.
    """
    if form := str(words.how.get("answer", "")):
        said = _UNEQUAL.search(form)
        return [words.scope.evaluate(said[1])] if said else []
    size = len(words.board), len(words.board[0])
    if size not in words.at_first:
        words.at_first[size] = _said_of_nothing(words, size)
    return words.at_first[size]


def _said_of_nothing(words: Words, size: tuple[int, int]) -> list[Any]:
    """Return the plain values that are answered about an empty board of ``size``."""
    try:
        first = Words(words.scope, words.how, {"board": (" " * size[1],) * size[0]})
        answer = words.scope.evaluate(words.how["call"], first, words.lasting)
    except Exception:  # noqa: BLE001 - the submission's, which says nothing of this answer
        return []
    parts = answer[:3] if isinstance(answer, tuple | list) and not is_grid(answer) else [answer]
    plain = dict.fromkeys(part for part in map(_plain_value, parts) if _is_short(part))
    return [*plain]


def _is_short(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and len(value) < _LONGEST)


def _over(answer: Any, going_on: list[Any]) -> Forms:
    """Yield whether a game is over, where ``going_on`` may be said of one that is not."""
    number = number_of(answer)
    if isinstance(answer, str):
        yield "over", _GOES_ON.fullmatch(answer.strip().lower()) is None
    elif answer is None or number in {0, 1}:
        yield "over", bool(number)
    elif number is not None:
        yield "over", number != 0
    plain = _plain_value(answer)
    for said in (None, *going_on):
        yield f"!= {said!r}", type(plain) is not type(said) or plain != said


def _plain_value(value: Any) -> Any:
    """Return ``value``, as Python's own if it is one of NumPy's."""
    return value.item() if isinstance(value, np.generic) else value


def _of_value(words: Words, answer: Any) -> Forms:
    parts = [("{}", answer)]
    if isinstance(answer, tuple | list) and not is_grid(answer):
        for place, part in enumerate(answer[:3]):
            around = ["_"] * len(answer)
            around[place] = "{}"
            parts.append((f"({', '.join(around)})", part))
    for form, part in parts:
        for name, value in _values(words, part):
            yield form.format(name), value


def _values(words: Words, answer: Any) -> Forms:
    """Yield a number from the point of view of the player asked for, by whose it may be."""
    exact = words.how["role"] == "utility"
    number = number_of(answer)
    if number is not None and not isinstance(number, bool):
        views = {"value": words.player}
        turns = _turns_with_player(words, number)
        if not turns:
            views |= {"x_value": "x", "mover_value": to_move(words.board), "o_value": "o"}
        if exact and "player" in str(words.how["call"]):
            views.pop("mover_value", None)  # who moves next has always lost, whoever is meant
        shown = _outcome(words, number) if exact else number
        for name, viewer in views.items():
            yield name, shown if viewer == words.player else -shown
        if not turns and (number in {0, 0.5, 1} or (0 < number < 1 and not exact)):
            share = 2 * number - 1
            yield "share", int(share) if exact else share
            yield "x_share", (int(share) if exact else share) * (1 if words.player == "x" else -1)
    if exact and (result := _won(words, answer)) is not None:
        yield "winner", result


def _turns_with_player(words: Words, number: Any) -> bool:
    """Say whether a call for the other player answers ``number`` with the opposite sign.

    Then it is no view of one side, whoever is asked for. Nothing is asked once the form is known.
    """
    if words.how.get("answer") or not number:
        return False
    said = _number_said(words, {**words.given, "player": other_than(words.player)})
    return said is not None and said * number < 0


def _outcome(words: Words, number: Any) -> int:
    """Return 1, 0 or -1 for what a finished game is worth.

    A draw may be worth anything between a win and a loss, such as half a win.
    """
    if number and " " not in "".join(words.board) and not winner_of(words.board):
        won = simplest("x", (len(words.board), len(words.board[0])), over=True)
        win = _number_said(words, {**words.given, "board": won, "player": "x"})
        if win is not None and abs(number) < abs(win):
            return 0
    return int(number > 0) - int(number < 0)


def _number_said(words: Words, given: Mapping[str, Any]) -> Any:
    """Return the first number in the answer to what is ``given``; ``None`` without one."""
    try:
        answer = words.scope.evaluate(
            words.how["call"], Words(words.scope, words.how, given), words.lasting
        )
    except Exception:  # noqa: BLE001 - the submission's, which says nothing of other answers
        return None
    parts = answer if isinstance(answer, tuple | list) and not is_grid(answer) else [answer]
    numbers = [one for one in map(number_of, parts) if one is not None and type(one) is not bool]
    return numbers[0] if numbers else None


def _won(words: Words, answer: Any) -> int | None:
    """Return 1, 0 or -1 from the name of the winner; ``None`` if it is no name."""
    if isinstance(answer, np.generic):
        answer = answer.item()
    if answer is True:
        return None
    for player, result in ((words.player, 1), (other_than(words.player), -1)):
        symbol = words.symbol(player)
        if answer is symbol or (answer == symbol and type(answer) is type(symbol)):
            return result
    said = str(answer).strip().lower()
    return 0 if said in _NOBODY or _GOES_ON.fullmatch(said) else None


def _of_picture(_: Words, answer: Any) -> Forms:
    yield "picture", answer


_BY_ROLE = {
    "empty_board": _of_board, "result": _of_board, "actions": _of_actions, "terminal": _of_end,
    "utility": _of_value, "evaluate": _of_value, "visualize": _of_picture,
    "alpha_beta_search": _of_search, "ordered_search": _of_search, "cutoff_search": _of_search,
    "forward_pruning_search": _of_search,
}  # fmt: skip
