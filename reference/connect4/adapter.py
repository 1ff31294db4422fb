"""Between the plain form of Connect 4 and what a student's functions take and answer.

Runs beside the student's code, as one source. A plain board is a tuple of strings, the top row
first, of ``' '``, ``'x'`` and ``'o'``; a column is a number from 0. A convention says how a student
has it instead, by one choice for each of these:

========= ==========================================================================================
role      whose arguments and answer these are, see ``ARGUMENTS``
call      ``""`` for a function; else a method of an object that is made of the class
held      whether that object holds the board itself, and so is not given one
holder    class of objects that hold a board; ``""`` if there is none, or it is the class asked
played    method by which a disc is dropped in such an object; ``""`` if it is not known
plays     the arguments of that method in order
order     the arguments in order: words of ``ARGUMENTS``, ``rows``, ``columns`` and ``opponent``
more      whether parameters for depth and window are filled even if they have a default
cells     a key of ``CELLS``
players   a key of ``PLAYERS``
container ``array``, ``lists`` or ``tuples``
across    whether ``board[column][row]``, and not ``board[row][column]``
upturned  whether the bottom row comes first
state     what a board comes with: ``board``, ``board player`` or ``player board``; or ``object``
first     the number of the first column
part      where in a tuple the answer stands; -1 if it is the whole; ``key`` for a dictionary
answer    how the answer is read, a key of ``READINGS``
view      whose point of view a number takes: ``player``, ``x``, ``mover``; ``none``: not read
scale     what a win is worth in numbers; 0 if only signs count
========= ==========================================================================================
"""

from __future__ import annotations

import contextlib
import inspect
import io
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

Convention = Mapping[str, "str | int | bool"]
Board = tuple[str, ...]

CELLS: dict[str, tuple[Any, Any, Any]] = {
    "characters": (" ", "x", "o"),
    "signs": (0, 1, -1),
    "numbers": (0, 1, 2),
    "capitals": (" ", "X", "O"),
    "underscores": ("_", "x", "o"),
    "dots": (".", "x", "o"),
    "dashes": ("-", "x", "o"),
    "nothing": ("", "x", "o"),
    "none": (None, "x", "o"),
}
"""Empty, x and o."""
PLAYERS: dict[str, tuple[Any, Any]] = {
    "letters": ("x", "o"),
    "signs": (1, -1),
    "numbers": (1, 2),
    "capitals": ("X", "O"),
    "x maximizes": (True, False),
    "o maximizes": (False, True),
}
"""x and o."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "empty_board": ("shape",),
    "actions": ("board",),
    "result": ("board", "player", "action"),
    "terminal": ("board",),
    "utility": ("board", "player"),
    "visualize": ("board",),
    "random_player": ("board", "player"),
    "alpha_beta_search": ("board", "player"),
    "ordered_search": ("board", "player"),
    "evaluate": ("board", "player"),
    "cutoff_search": ("board", "player", "cutoff"),
    "forward_pruning_search": ("board", "player", "cutoff"),
    "monte_carlo_search": ("board", "player", "playouts"),
    "best_first_move": (),
    "agent": ("board", "player"),
}
"""What each role takes in the plain form, in order."""
_ANSWERS = {
    "empty_board": "board", "actions": "columns", "result": "board", "terminal": "bool",
    "utility": "number", "visualize": "text", "evaluate": "number",
}  # fmt: skip
_EXACT = {"alpha_beta_search", "ordered_search"}
_LIMITED = {"cutoff_search", "forward_pruning_search"}
_SEARCHES = {*_EXACT, *_LIMITED}
_TWINS: dict[str, tuple[str, str]] = {
    "signs": ("numbers", "numbers"),
    "numbers": ("signs", "signs"),
    "characters": ("capitals", "capitals"),
    "capitals": ("characters", "letters"),
}
"""Cells and players that a helper which only writes them does not tell apart."""


def template(role: str) -> dict[str, str | int | bool]:
    """The convention of the recommended template."""
    return {
        "role": role, "call": "", "held": False, "holder": "", "played": "", "plays": "",
        "order": " ".join(ARGUMENTS[role]), "more": False,
        "cells": "characters", "players": "letters", "container": "array", "across": False,
        "upturned": False, "state": "board", "first": 0, "part": 1 if role in _SEARCHES else -1,
        "answer": _ANSWERS.get(role, "column"), "view": "player", "scale": 1,
    }  # fmt: skip


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
        viewers = {"x": "x", "mover": _to_move(self.board)}
        return value if viewers.get(str(self.how["view"]), self.player) == self.player else -value

    @property
    def player(self) -> str:
        """The player that was asked for."""
        return str(self.given["player"])


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
        given.setdefault("player", _to_move(board))
        if how.get("tried"):
            called = _asked_once(target, how, given)
        else:
            called = _asked(target, how, given, made)
        changed = not np.array_equal(called.grid, _theirs(board, how))
        function.changed = (0,) if changed else ()  # type: ignore[attr-defined]
        return READINGS[str(how["answer"])](called)

    function.changed = ()  # type: ignore[attr-defined]
    return function


def lent(function: Callable[..., Any], convention: Convention) -> Callable[..., Any]:
    """``function`` of the reference, which follows the template, in a student's convention.

    Raises:
        LookupError: if nothing can stand in for a function of this convention.
    """
    how = convention
    role, cells = str(how["role"]), str(how["cells"])
    if how["call"] or how["state"] == "object":
        raise LookupError(f"{role} is asked about an object here")
    express = _EXPRESSED.get(str(how["answer"]))
    if express is None or how["part"] != -1 or (role == "utility" and how["scale"] == 0):
        raise LookupError(f"what {role} answers here ({how['answer']}) cannot be made up")
    reference = adapted(function, template(role))
    twin = {**how, **dict(zip(("cells", "players"), _TWINS.get(cells, ()), strict=False))}

    def stands_in(*args: Any, **kwargs: Any) -> Any:
        try:
            called = _received(args, kwargs, how)
        except ValueError:
            called = _received(args, kwargs, twin)
        return express(
            called,
            reference(*(called.given[name] for name in ARGUMENTS[role] if name in called.given)),
        )

    return stands_in


# Boards and players

_CONTAINERS: dict[str, type[Any]] = {"array": np.ndarray, "lists": list, "tuples": tuple}


def _theirs(board: Board, how: Convention) -> Any:
    """A plain board as the student has it."""
    marks = dict(zip(" xo", CELLS[str(how["cells"])], strict=True))
    grid = [[marks[cell] for cell in row] for row in board]
    if how["upturned"]:
        grid.reverse()
    if how["across"]:
        grid = [list(line) for line in zip(*grid, strict=True)]
    if how["container"] == "tuples":
        return tuple(map(tuple, grid))
    return np.array(grid) if how["container"] == "array" else grid


def _plain(board: Any, how: Convention) -> Board:
    """A student's board in the plain form."""
    if not isinstance(board, _CONTAINERS[str(how["container"])]):
        raise ValueError(f"Expected a board as {how['container']}; a {_kind(board)} came.")
    cells = CELLS[str(how["cells"])]
    try:
        lines = board.tolist() if isinstance(board, np.ndarray) else board
        grid = [[" xo"[cells.index(cell)] for cell in line] for line in lines]
        if how["across"] or len({*map(len, grid)}) != 1:
            grid = [list(line) for line in zip(*grid, strict=True)]
    except (TypeError, ValueError):
        raise ValueError(f"Expected a board of the cells {cells!r}; others came.") from None
    return tuple("".join(row) for row in (reversed(grid) if how["upturned"] else grid))


def _state(board: Board, player: str, how: Convention) -> Any:
    """What a student passes for a board: the board itself, or a pair with the player."""
    parts = {"board": _theirs(board, how), "player": _player(player, how)}
    names = str(how["state"]).split()
    if names == ["object"]:
        return _object(_holder(how), board, player, how)
    return parts["board"] if names == ["board"] else tuple(parts[name] for name in names)


def _taken_apart(state: Any, how: Convention) -> dict[str, Any]:
    """The board of a student's state by name, and the player if it comes with it."""
    names = str(how["state"]).split()
    if names == ["board"]:
        return {"board": state}
    if names == ["object"]:
        return {"board": _grid_of(state)}
    if not isinstance(state, tuple | list) or len(state) != len(names):
        raise ValueError(f"Expected a state ({', '.join(names)}); a {_kind(state)} came.")
    return dict(zip(names, state, strict=True))


def _to_move(board: Board) -> str:
    discs = "".join(board)
    return "x" if discs.count("x") == discs.count("o") else "o"


def _other(player: str) -> str:
    return "o" if player == "x" else "x"


def _player(player: str, how: Convention) -> Any:
    return PLAYERS[str(how["players"])]["xo".index(player)]


def _kind(value: object) -> str:
    return type(value).__name__


# Calls

_MEANINGS = [
    (meaning, re.compile(names, re.IGNORECASE))
    for meaning, names in (
        (
            "board",
            r"b|s|((cur(rent)?|game|new|init(ial)?)_?)?(board|state|grid|position)(_?state)?",
        ),
        (
            "player",
            r"p|who|((cur(rent)?|my|next)_?)?(player|turn|mark(er)?|symbol|piece|disc)(_?(mark|piece))?",
        ),
        ("action", r"a|c|action|move|col(umn)?(_?(index|idx|num|no|number|choice))?"),
        ("cutoff", r"cut_?off(_?\w+)?|(max|limit)_?(d|depth|ply)|depth_?(limit|max)|look_?ahead"),
        ("depth", r"d|depth|plies|ply|level|(cur(rent)?|search)_?depth"),
        (
            "playouts",
            r"n|(n|num|number|max)?_?(of_?)?(playouts?|sim\w*|games|rollouts?|iter\w*|trials|runs)",
        ),
        ("alpha", r"alpha|alfa"),
        ("beta", r"beta"),
        ("quiet", r"verb(ose)?|debug|trace|(show|print)\w*"),
        ("game", r"g|(the_?)?(game|env(ironment)?|connect_?(4|four)|c4)(_?(obj(ect)?|instance))?"),
        ("label", r"name|label"),
        ("shape", r"shape|size|(board_?)?(shape|size|dim(ension)?s?)"),
        ("length", r"k|connect\w*|(n_?)?in_?a?_?row|win_?len(gth)?|length|n_?connect"),
        ("maximizing", r"(is_?)?max(imi[sz]ing)?(_?player)?|is_?max\w*"),
        ("opponent", r"opp(onent)?\w*|other(_?player)?|enemy"),
        ("rows", r"(n_?|num_?)?rows?|height|h"),
        ("columns", r"(n_?|num_?)?(col(umn)?s)|width|w"),
    )
]
"""What parameters are for, by their names."""
_DEEPER = {"cutoff", "alpha", "beta"}
"""Parameters that are filled in spite of their defaults if a convention says so."""
_MADE_FOR = {"board", "rows", "columns", "shape", "player", "opponent", "cutoff"}
"""Parameters of classes that are filled in spite of their defaults."""
_PLIES = 4
"""Of an agent that has to be told how far to look ahead."""
_COLUMN_KEYS = re.compile(r"action|move|col(umn)?|best_?(action|move|col(umn)?)", re.IGNORECASE)


_READ = ("part", "view", "scale")
"""What a convention says of reading an answer alone; with ``answer``, if nothing is printed."""
_TRIED: dict[Any, Any] = {}


def _asked_once(target: Any, how: Convention, given: Mapping[str, Any]) -> Called:
    """The answer of ``target``, which is kept for conventions that read the same one otherwise."""
    reading = {*_READ, *(() if how["answer"] == "text" else ("answer",))}
    if "action" not in given:
        reading.add("first")
    called = tuple(value for name, value in sorted(how.items()) if name not in reading)
    key = id(target), called, repr(given)
    if key not in _TRIED:
        try:
            _TRIED[key] = _asked(target, how, given, {})
        except Exception as problem:  # noqa: BLE001 - it comes again below
            _TRIED[key] = problem
    kept = _TRIED[key]
    if not isinstance(kept, Called):
        raise ValueError("Expected an answer; there was none before.") from kept
    return kept._replace(how=how, answer=_part(kept.whole, how))


def _asked(target: Any, how: Convention, given: Mapping[str, Any], made: dict[Any, Any]) -> Called:
    """The answer of ``target``; objects of classes are ``made`` once for a player and a depth."""
    board, player = given["board"], str(given["player"])
    if how["held"] and not how["holder"]:
        how = {**how, "holder": target.__name__}
    if how["held"] and how["role"] == "result":
        plays = str(how["order"])
        game = _object(target, board, player, {**how, "played": how["call"], "plays": plays})
        return _answered(
            game, how, given, {**_values({**how, "state": "board"}, given), "game": game}
        )
    values = _values(how, given)
    if how["held"]:
        return _answered(values["board"], how, given, values)
    if not how["call"]:
        return _answered(target, how, given, values)
    about = any(meaning == "board" for _, meaning in _parameters(target, how))
    owner = player, given.get("cutoff"), board if about else ()
    if owner not in made:
        positional, named = _bound(target, how, values, [])
        made[owner] = target(*positional, **named)
    return _answered(made[owner], how, given, values)


def _answered(
    owner: Any, how: Convention, given: Mapping[str, Any], values: Mapping[str, Any]
) -> Called:
    """What ``owner``, or a method of it, answers to the plain arguments ``given``."""
    target = getattr(owner, str(how["call"]), None) if how["call"] else owner
    if not callable(target) or isinstance(target, type):
        raise ValueError(f"Expected {how['call'] or 'a function'}; there is none.")
    positional, named = _bound(target, how, values, str(how["order"]).split())
    if how["answer"] == "text":
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            shown = target(*positional, **named)  # what a cell ends with, a notebook shows
        answer: Any = printed.getvalue() or (shown if isinstance(shown, str) else "")
        sys.stdout.write(answer)
    else:
        answer = target(*positional, **named)
    if how["held"]:
        grid = _grid_of(owner)
    else:
        grid = _grid_of(values["board"]) if how["state"] == "object" else values["grid"]
    part = answer if how.get("tried") else _part(answer, how)
    return Called(how, given, grid, answer, part)


def _values(how: Convention, given: Mapping[str, Any]) -> dict[str, Any]:
    """What can be passed, by meaning, as the student has it."""
    board, player = given["board"], given["player"]
    state = _state(board, player, how)
    rows, columns = given.get("shape", (len(board), len(board[0])))
    about = {"game": state} if how["state"] == "object" else {}
    return {
        **about,
        **{name: given[name] for name in ("cutoff", "playouts") if name in given},
        "grid": _taken_apart(state, how)["board"],
        "board": state,
        "player": _player(player, how),
        "opponent": _player(_other(player), how),
        "action": given.get("action", 0) + how["first"],
        "shape": (rows, columns),
        "rows": rows,
        "columns": columns,
        "empty": "".join(board).count(" "),
        "position": (board, player),
    }


def _bound(
    target: Callable[..., Any], how: Convention, values: Mapping[str, Any], wanted: list[str]
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for ``target``: what is ``wanted`` in order, and what further parameters are for.

    Those of a class, for which nothing is wanted, may be for anything.
    """
    further = {
        "alpha": -np.inf, "beta": np.inf, "quiet": False, "length": 4, "maximizing": True,
        "depth": 0, "cutoff": values["empty"] if how["role"] in _EXACT else _PLIES, "playouts": 100,
        "label": "agent", "position": values["position"],
        **(values if isinstance(target, type) else {}),
    }  # fmt: skip
    positional: list[Any] = []
    named: dict[str, Any] = {}
    skipped = False
    for parameter, meaning in _parameters(target, how):
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += [values[name] for name in wanted]
            wanted = []
            continue
        if meaning in wanted[1:]:
            raise ValueError(f"Its parameter {parameter.name} comes too early for {how['order']}.")
        if wanted and meaning in {"", wanted[0]} and wanted[0] in values:
            value = values[wanted.pop(0)]
        elif _has_default(parameter, meaning, target, how):
            skipped = True
            continue
        else:
            value = _further(parameter, meaning, further, how)
        if skipped or parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    if wanted:
        raise ValueError(f"It takes fewer arguments than {how['order']}.")
    return positional, named


def _has_default(parameter: inspect.Parameter, meaning: str, target: Any, how: Convention) -> bool:
    """Whether it can be left out; a search without a limit cannot play a whole game."""
    made_for = isinstance(target, type) and meaning in _MADE_FOR
    if made_for and (meaning != "cutoff" or how["role"] in _LIMITED):
        return False
    unlimited = meaning == "cutoff" and parameter.default is None
    deeper = how["more"] and meaning in _DEEPER
    return parameter.default is not parameter.empty and not unlimited and not deeper


def _further(
    parameter: inspect.Parameter, meaning: str, further: Mapping[str, Any], how: Convention
) -> Any:
    """What is passed for a parameter beside what is wanted."""
    if meaning in further:
        return further[meaning]
    if meaning == "game":
        board, player = further["position"]
        return _object(_holder(how), board, player, how)
    raise ValueError(f"Nothing is passed for its parameter {parameter.name}.")


def _parameters(target: Callable[..., Any], how: Convention) -> list[tuple[inspect.Parameter, str]]:
    """Parameters and what they seem to be for; ``""`` if their names do not say."""
    try:
        parameters = list(inspect.signature(target).parameters.values())
    except (TypeError, ValueError):
        raise ValueError("Its parameters are not known.") from None
    meanings = [_meaning(parameter.name) for parameter in parameters]
    if how["state"] == "object" and "board" not in meanings:
        meanings = ["board" if meaning == "game" else meaning for meaning in meanings]
    if "cutoff" not in meanings:  # with a limit beside it, a depth says how deep the search is now
        meanings = ["cutoff" if meaning == "depth" else meaning for meaning in meanings]
    if "maximizes" in str(how["players"]):
        meanings = ["player" if meaning == "maximizing" else meaning for meaning in meanings]
    return list(zip(parameters, meanings, strict=True))


def _meaning(name: str) -> str:
    return next((meaning for meaning, names in _MEANINGS if names.fullmatch(name)), "")


# Objects that hold their board


def _holder(how: Convention) -> Any:
    holder = getattr(sys.modules.get("submission"), str(how["holder"]), None)
    if not isinstance(holder, type):
        raise ValueError("Expected a class of games; there is none.")
    return holder


def _object(holder: Any, board: Board, player: str, how: Convention) -> Any:
    """An object of the class ``holder`` in the position ``board``, in which ``player`` is to move.

    If discs can be dropped one after another, all that the object keeps is as it is in a game.
    Otherwise the board is exchanged for another one.
    """
    made = _started(holder, board, how)
    moves = _order_of(board) if how["played"] else None
    if moves is not None and player == _to_move(board):
        try:
            for column, mover in moves:
                _drop(made, column, mover, how)
            if _place(made) is None or _plain(_grid_of(made), how) == board:
                return made
        except Exception:  # noqa: BLE001 - then it is made in another way
            pass
        made = _started(holder, board, how)
    _fill(made, board, player, how)
    return made


def _started(holder: Any, board: Board, how: Convention) -> Any:
    """A new object with an empty board, of the cells and in the container that are expected."""
    blank = tuple(" " * len(row) for row in board)
    usual = {**how, "state": "board"}
    values = _values(usual, {"board": blank, "player": "x", "shape": (len(board), len(board[0]))})
    made = holder(*_bound(holder, usual, values, [])[0])
    if _place(made) is not None and _plain(_grid_of(made), how) != blank:
        raise ValueError("Expected an empty board of the size asked for; another one came.")
    return made


def _drop(game: Any, column: int, player: str, how: Convention) -> None:
    given = {"action": column + int(how["first"]), "player": _player(player, how)}
    getattr(game, str(how["played"]))(*(given[name] for name in str(how["plays"]).split()))


def _fill(made: Any, board: Board, player: str, how: Convention) -> None:
    """Make ``board`` the one that the object holds, and what follows from it agree with it."""
    place = _place(made)
    if place is None:
        raise ValueError("Expected an object that holds a board; there is none in it.")
    grid, kept = _theirs(board, how), getattr(*place)
    setattr(*place, grid.astype(kept.dtype) if isinstance(kept, np.ndarray) else grid)
    discs = len(board) * len(board[0]) - "".join(board).count(" ")
    for name, value in list(vars(made).items()):
        if _meaning(name) == "player" and value in PLAYERS[str(how["players"])]:
            setattr(made, name, _player(player, how))
        elif type(value) is int and value == 0 and _COUNTED.fullmatch(name):
            setattr(made, name, discs)


_COUNTED = re.compile(r"((n|num|number)_?(of_?)?)?(moves?|turns?|pl(y|ies)|discs|pieces)(_?\w+)?")
"""Attributes that may say how many discs there are."""


def _place(owner: Any) -> tuple[Any, str] | None:
    """Where ``owner`` holds its board: an object, itself or one that it has, and an attribute."""
    held = list(getattr(owner, "__dict__", {}).items())
    for name, value in held:
        if _is_grid(value):
            return owner, name
    for _, value in held:
        for name, inner in list(getattr(value, "__dict__", {}).items()):
            if _is_grid(inner) and not isinstance(value, type):
                return value, name
    return None


def _grid_of(owner: Any) -> Any:
    """The board that ``owner`` holds; ``None`` if it holds none that can be seen."""
    place = _place(owner)
    return None if place is None else getattr(*place)


def _is_grid(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    if not isinstance(value, list | tuple) or len(value) < 2:
        return False
    return all(isinstance(line, list | tuple) for line in value) and len({*map(len, value)}) == 1


def _order_of(board: Board) -> list[tuple[int, str]] | None:
    """Columns and players in an order in which ``board`` may have come about, x being the first.

    The line that ends a game is finished last. ``None`` if no game leads there.
    """
    stacks = [[row[column] for row in reversed(board)] for column in range(len(board[0]))]
    stacks = [[cell for cell in stack if cell != " "] for stack in stacks]
    lines = _lines(board)
    total = sum(map(len, stacks))
    dead: set[tuple[int, ...]] = set()
    moves: list[tuple[int, str]] = []

    def goes_on(heights: tuple[int, ...]) -> bool:
        if len(moves) == total:
            return True
        if heights in dead:
            return False
        mover = "xo"[len(moves) % 2]
        for column, stack in enumerate(stacks):
            at = heights[column]
            if at == len(stack) or stack[at] != mover:
                continue
            last = len(moves) + 1 == total
            after = (*heights[:column], at + 1, *heights[column + 1 :])
            if not last and any(all(row < after[c] for c, row in line) for line in lines):
                continue
            moves.append((column, mover))
            if goes_on(after):
                return True
            moves.pop()
        dead.add(heights)
        return False

    return moves if goes_on((0,) * len(stacks)) else None


def _lines(board: Board) -> list[list[tuple[int, int]]]:
    """Lines of four on the board, each as columns and rows from below."""
    grid = board[::-1]
    rows, columns = len(grid), len(grid[0])
    lines = [
        [(column + i * right, row + i * up) for i in range(4)]
        for row in range(rows)
        for column in range(columns)
        for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
        if 0 <= row + 3 * up < rows and column + 3 * right < columns
    ]
    return [
        line for line in lines if grid[line[0][1]][line[0][0]] != " "
        and len({grid[row][column] for column, row in line}) == 1
    ]  # fmt: skip


# Answers

_GOES_ON = {"", "none", "no", "false", "ongoing", "continue", "not over", "in progress", "playing"}
_NOBODY = {*_GOES_ON, "draw", "tie", "0"}


def _part(answer: Any, how: Convention) -> Any:
    """The part of ``answer`` that counts."""
    part = how["part"]
    if part == -1:
        return answer
    if part == "key":
        keys = answer if isinstance(answer, dict) else ()
        found = [key for key in keys if _COLUMN_KEYS.fullmatch(str(key))]
        if len(found) != 1:
            raise ValueError(f"Expected a dictionary with one action; a {_kind(answer)} came.")
        return answer[found[0]]
    if isinstance(answer, np.ndarray) and answer.ndim == 1:
        answer = answer.tolist()
    if not isinstance(answer, tuple | list) or len(answer) < 2:
        raise ValueError(f"Expected a pair; a {_kind(answer)} came.")
    return answer[int(part)]


def _number(value: Any) -> Any:
    """A plain number for a number of whatever kind; ``None`` for everything else."""
    if isinstance(value, np.ndarray | np.generic) and value.size == 1:
        value = value.item()
    return value if isinstance(value, int | float) and not math.isnan(value) else None


def _column(value: Any, how: Convention) -> int:
    number = _number(value)
    if number is None or isinstance(number, bool) or number % 1:
        raise ValueError(f"Expected the number of a column; a {_kind(value)} came.")
    return int(number) - int(how["first"])


def _items(answer: Any) -> list[Any]:
    """The members of a collection, as plain values where they are NumPy's."""
    if isinstance(answer, str) or not hasattr(answer, "__iter__"):
        raise ValueError(f"Expected a collection; a {_kind(answer)} came.")
    return list(answer.tolist() if isinstance(answer, np.ndarray) else answer)


def _board(called: Called) -> Board:
    board = _taken_apart(called.answer, called.how)["board"]
    if board is called.grid or board is None:
        raise ValueError("Expected a new board; the board of the argument came.")
    return _plain(board, called.how)


def _same_board(called: Called) -> Board:
    holds = called.how["state"] == "object"
    if (_grid_of(called.answer) if holds else called.answer) is not called.grid:
        raise ValueError("Expected the board of the argument, changed; something else came.")
    return _plain(called.grid, called.how)


def _changed_board(called: Called) -> Board:
    board = _plain(called.grid, called.how)
    if board == called.board:
        raise ValueError("Expected the board to be changed; it is what it was.")
    return board


def _columns(called: Called) -> tuple[int, ...]:
    return tuple(_column(one, called.how) for one in _items(called.answer))


def _mask(called: Called) -> tuple[int, ...]:
    flags = _items(called.answer)
    if len(flags) != len(called.board[0]) or not all(isinstance(flag, bool) for flag in flags):
        raise ValueError("Expected True or False for each column; something else came.")
    return tuple(column for column, flag in enumerate(flags) if flag)


def _cells(called: Called) -> tuple[int, ...]:
    cells = _items(called.answer)
    if not all(isinstance(cell, tuple | list) and len(cell) == 2 for cell in cells):
        raise ValueError("Expected pairs of row and column; something else came.")
    return tuple(_column(cell[0 if called.how["across"] else 1], called.how) for cell in cells)


def _is_over(called: Called) -> bool:
    number = _number(called.answer)
    if number not in {0, 1}:
        raise ValueError(f"Expected True or False; a {_kind(called.answer)} came.")
    return bool(number)


def _says_over(called: Called) -> bool:
    answer, number = called.answer, _number(called.answer)
    if isinstance(answer, str):
        return answer.strip().lower() not in _GOES_ON
    if answer is not None and number is None:
        raise ValueError(f"Expected a word or a number; a {_kind(answer)} came.")
    return bool(number)


def _unless_none(called: Called) -> bool:
    return called.answer is not None and called.answer is not False


def _unless_two(called: Called) -> bool:
    number = _number(called.answer)
    if number is None:
        raise ValueError(f"Expected a number; a {_kind(called.answer)} came.")
    return bool(number != 2)


def _worth(called: Called) -> Any:
    """A number from the point of view of the player that was asked about."""
    number, scale = _number(called.answer), called.how["scale"]
    if number is None or isinstance(number, bool):
        raise ValueError(f"Expected a number; a {_kind(called.answer)} came.")
    if called.how["role"] == "utility":
        if scale and abs(number) not in {0, scale}:
            raise ValueError(f"Expected 0 or ±{scale}; {number!r} came.")
        number = (number > 0) - (number < 0)
    return called.seen(number)


def _worth_or_none(called: Called) -> Any:
    return 0 if called.answer is None else _worth(called)


def _winner(called: Called) -> int:
    """1, 0 or -1 from the name of the winner."""
    answer = called.answer
    if isinstance(answer, np.generic):
        answer = answer.item()
    if answer is True:
        raise ValueError("Expected who has won; True came.")
    if answer is None or answer is False or str(answer).strip().lower() in _NOBODY:
        return 0
    if answer == _player(called.player, called.how):
        return 1
    if answer == _player(_other(called.player), called.how):
        return -1
    raise ValueError(f"Expected who has won; {str(answer)[:40]!r} came.")


def _move(called: Called) -> Any:
    if called.how["role"] == "best_first_move" and _number(called.answer) is None:
        return _first_move(called)
    return _with_value(called, _column(called.answer, called.how))


def _first_move(called: Called) -> Any:
    """The column that is meant by what is no number: trials would take too long to find out."""
    if isinstance(called.answer, dict):
        return _column(_part(called.answer, {**called.how, "part": "key"}), called.how)
    return _next_board(called)


def _cell(called: Called) -> Any:
    if not isinstance(called.answer, tuple | list) or len(called.answer) != 2:
        raise ValueError(f"Expected a cell; a {_kind(called.answer)} came.")
    across = called.how["across"]
    return _with_value(called, _column(called.answer[0 if across else 1], called.how))


def _next_board(called: Called) -> Any:
    """The column in which a whole new board differs."""
    after = _plain(_taken_apart(called.answer, called.how)["board"], called.how)
    rows = zip(called.board, after, strict=True)
    cells = [(column, a, b) for one, two in rows for column, (a, b) in enumerate(zip(one, two))]  # noqa: B905
    differ = {column for column, a, b in cells if a != b}
    if len(differ) != 1:
        raise ValueError(f"Expected the board after one move; {len(differ)} columns differ.")
    return _with_value(called, differ.pop())


def _with_value(called: Called, column: int) -> Any:
    """``column`` alone, or for searches the value beside it; its sign if the search is exact."""
    how, part = called.how, called.how["part"]
    if how["role"] not in _SEARCHES:
        return column
    if how["view"] == "none" or not isinstance(part, int) or part not in {0, 1}:
        return column, None
    value = _worth(called._replace(answer=called.whole[1 - part]))
    return column, ((value > 0) - (value < 0) if how["role"] in _EXACT else value)


READINGS: dict[str, Callable[[Called], Any]] = {
    "board": _board,
    "same board": _same_board,
    "changed board": _changed_board,
    "columns": _columns,
    "mask": _mask,
    "cells": _cells,
    "bool": _is_over,
    "words": _says_over,
    "unless none": _unless_none,
    "unless two": _unless_two,
    "number": _worth,
    "number or none": _worth_or_none,
    "winner": _winner,
    "column": _move,
    "cell": _cell,
    "next board": _next_board,
    "text": lambda called: called.answer,
}
"""How an answer, or a part of one, becomes plain."""


# The other way: calls that a student's own code makes of what it is lent


def _received(args: Sequence[Any], kwargs: Mapping[str, Any], how: Convention) -> Called:
    """A call that a student's code has written, its arguments plain."""
    values = dict(zip(str(how["order"]).split(), args, strict=False))
    values |= {_meaning(name) or name: value for name, value in kwargs.items()}
    given: dict[str, Any] = {"board": (" " * 7,) * 6, "player": "x"}
    grid = None
    if "board" in values:
        values = {
            **_taken_apart(values["board"], how),
            **{k: values[k] for k in values if k != "board"},
        }
        grid = values["board"]
        given["board"] = _plain(grid, how)
        given["player"] = "x" if how["view"] == "x" else _to_move(given["board"])
    if "player" in values:
        given["player"] = "xo"[PLAYERS[str(how["players"])].index(values["player"])]
    if "action" in values:
        given["action"] = _column(values["action"], how)
    if how["role"] == "empty_board":
        given["shape"] = values.get("shape", (values.get("rows", 6), values.get("columns", 7)))
    given |= {name: values[name] for name in ("cutoff", "playouts") if name in values}
    return Called(how, given, grid)


def _written(called: Called, board: Board) -> Any:
    """The board of the argument becomes ``board``, and is the answer if it is one here."""
    called.grid[:] = _theirs(board, called.how)
    return called.grid if called.how["answer"] == "same board" else None


def _scaled(called: Called, value: Any) -> Any:
    return called.seen(value) * (called.how["scale"] if called.how["role"] == "utility" else 1)


def _scaled_or_none(called: Called, value: Any) -> Any:
    return None if value == 0 and " " in "".join(called.board) else _scaled(called, value)


_EXPRESSED: dict[str, Callable[[Called, Any], Any]] = {
    "board": lambda called, board: _state(board, _other(called.player), called.how),
    "same board": _written,
    "changed board": _written,
    "columns": lambda called, columns: [column + called.how["first"] for column in columns],
    "mask": lambda called, columns: np.isin(np.arange(len(called.board[0])), columns),
    "bool": lambda _, over: over,
    "number": _scaled,
    "number or none": _scaled_or_none,
    "column": lambda called, column: column + called.how["first"],
    "text": lambda *_: None,
}
"""How a plain answer is put for a student's code; what is missing here cannot be."""
