"""The conventions in which students write the functions of each role, most usual first.

A convention is one choice for each dimension that ``reference/connect4/adapter.py`` explains. What
belongs together is chosen together, from usual, seen and rare alternatives. Combinations with fewer
rare ones come first. What a helper has settled about boards, later roles do not question.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.testing import Convention
from reference.connect4 import adapter

MOST = 400
"""Conventions of a role that are worth trying."""

Choice = dict[str, str | int | bool]


class Dimension(NamedTuple):
    """Alternatives, by how usual they are."""

    usual: Sequence[Choice]
    seen: Sequence[Choice] = ()
    rare: Sequence[Choice] = ()


def _choices(names: str, *rows: tuple[str | int | bool, ...]) -> list[Choice]:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


def _one(name: str, *values: str | int | bool) -> list[Choice]:
    return [{name: value} for value in values]


_SYMBOLS = _choices(
    "cells players",
    ("characters", "letters"), ("signs", "signs"), ("numbers", "numbers"),
    ("signs", "letters"), ("capitals", "capitals"), ("characters", "signs"),
    ("numbers", "letters"), ("underscores", "letters"), ("dots", "letters"), ("dashes", "letters"),
    ("nothing", "letters"), ("none", "letters"), ("characters", "numbers"),
    ("signs", "booleans"), ("characters", "booleans"), ("signs", "numbers"),
)  # fmt: skip
_LAYOUTS = _choices(
    "container across state",
    ("array", False, "board"), ("lists", False, "board"), ("array", False, "board player"),
    ("array", True, "board"), ("lists", True, "board"), ("lists", False, "board player"),
    ("array", False, "player board"), ("lists", False, "player board"),
    ("array", True, "board player"), ("lists", True, "board player"),
)  # fmt: skip
_UPTURNED = Dimension(_one("upturned", False), (), _one("upturned", True))
_FIRST = Dimension(_one("first", 0), (), _one("first", 1))

_METHODS = (
    "act", "__call__", "get_move", "move", "play", "choose_move", "get_action", "search",
    "choose_action", "make_move", "next_move", "select_move", "best_move", "choose",
)  # fmt: skip
_COLUMN = Dimension(
    _choices("part answer", (-1, "column"), (1, "column"), (0, "column")),
    _choices("part answer", (-1, "next board"), (1, "next board"), (0, "next board")),
    _choices("part answer", (-1, "cell"), ("key", "column")),
)
_VALUED = Dimension(
    _choices(
        "part answer view",
        (1, "column", "player"), (0, "column", "player"), (-1, "column", "none"),
    ),
    _choices(
        "part answer view",
        (1, "column", "x"), (0, "column", "x"), (1, "column", "none"), (0, "column", "none"),
        (1, "next board", "player"), (0, "next board", "player"), (-1, "next board", "none"),
    ),
    _choices(
        "part answer view",
        (1, "next board", "x"), (0, "next board", "x"), (1, "next board", "none"),
        (1, "cell", "player"), (0, "cell", "player"), (-1, "cell", "none"),
        ("key", "column", "none"),
    ),
)  # fmt: skip
_ASKED = Dimension(
    _choices("call order", ("", "board player"), ("", "board")),
    _choices("call order", ("", "player board")),
    _choices("call order", *itertools.product(_METHODS, ("board", "board player"))),
)
_LIMITED = Dimension(
    _choices("call order", ("", "board player cutoff"), ("", "board cutoff player")),
    _choices(
        "call order",
        ("", "board cutoff"), ("", "player board cutoff"), ("", "cutoff board player"),
        ("", "board player"), ("", "board"),
    ),
    _choices("call order", *itertools.product(_METHODS, ("board", "board player"))),
)  # fmt: skip
_FULL_DEPTH = Dimension(_one("more", False), _one("more", True))
_WIN = Dimension(
    _choices("answer scale", ("number", 1), ("number or none", 1)),
    _choices("answer scale", ("number", 100), ("number", 1000), ("number", 10), ("winner", 1)),
    _choices(
        "answer scale",
        ("number", 10_000), ("number", 100_000), ("number", 1_000_000), ("number or none", 100),
        ("number or none", 1000), ("number", 0), ("number or none", 0),
    ),
)  # fmt: skip
_PART = Dimension(_one("part", -1), _one("part", 1, 0))


_HELD = ("board", "grid")


def _methods(names: str, passed: Sequence[str], kept: Sequence[str]) -> list[Choice]:
    """Ways to ask an object of a class, by the order of arguments.

    Args:
        passed: for boards that are arguments.
        kept: for the board that the object holds.
    """
    return _choices(
        "call held order",
        *((name, "", order) for name in names.split() for order in passed),
        *(
            (name, attribute, order)
            for name in names.split()
            for attribute in _HELD
            for order in kept
        ),
    )


_OF_ROLE: Mapping[str, Sequence[Dimension]] = {
    "empty_board": (
        Dimension(_one("order", "shape", "rows columns", ""), _one("order", "columns rows")),
    ),
    "result": (
        Dimension(
            _one("order", "board player action", "board action player", "board action"),
            _one("order", "player board action", "player action board", "action player board",
                 "action board player", "action board"),
            _methods("result drop make_move drop_piece play",
                     ("board action", "board player action"), ("action player", "action")),
        ),
        Dimension(_one("answer", "board", "same board", "changed board")),
        Dimension(_one("part", -1), (), _one("part", 0)),
    ),
    "actions": (
        Dimension(
            _one("order", "board"),
            _one("order", "board player", "player board"),
            _methods("actions legal_moves valid_moves get_valid_moves available_moves",
                     ("board",), ("",)),
        ),
        Dimension(_one("answer", "columns", "mask", "cells")),
    ),
    "terminal": (
        Dimension(
            _one("order", "board"),
            _one("order", "board player", "board opponent", "player board"),
            _methods("terminal is_terminal is_over game_over", ("board",), ("",)),
        ),
        Dimension(
            _choices("part answer", (-1, "bool"), (-1, "words"), (-1, "unless none"), (0, "bool")),
            _choices("part answer", (-1, "unless two"), (1, "bool")),
            _choices("part answer", (0, "words"), (1, "words"), (0, "unless none")),
        ),
    ),
    "utility": (
        Dimension(
            _choices("order view", ("board player", "player"), ("board", "x"),
                     ("player board", "player")),
            _choices("order view", ("board player", "x"), ("board", "mover"),
                     ("board player", "mover")),
            [
                {**way, "view": "player"}
                for way in _methods("utility", ("board player",), ("player",))
            ],
        ),
        _WIN,
        _PART,
    ),
    "visualize": (Dimension(_one("order", "board")),),
    "random_player": (_ASKED, _COLUMN),
    "alpha_beta_search": (_ASKED, _VALUED, _FULL_DEPTH),
    "ordered_search": (_ASKED, _VALUED, _FULL_DEPTH),
    "evaluate": (
        Dimension(
            _choices("order view", ("board player", "player"), ("board", "x"),
                     ("player board", "player")),
            _choices("order view", ("board player", "x"), ("board", "mover")),
        ),
        _PART,
    ),
    "cutoff_search": (_LIMITED, _VALUED),
    "forward_pruning_search": (_LIMITED, _VALUED),
    "monte_carlo_search": (
        Dimension(
            _one("order", "board player playouts", "board playouts player", "board player"),
            _one("order", "board playouts", "player board playouts", "board"),
        ),
        _COLUMN,
    ),
    "best_first_move": (
        Dimension(_one("order", "", "board player", "board"), _one("order", "shape")),
        _COLUMN,
    ),
    "agent": (_ASKED, _COLUMN),
}  # fmt: skip


def of(role: str) -> Callable[[Mapping[str, Convention]], Iterable[Convention]]:
    """What lists the conventions of ``role``, given those of the roles found before."""

    def conventions(found: Mapping[str, Convention]) -> Iterator[Convention]:
        usual = adapter.template(role)
        dimensions = (*_edition(role, found), *_OF_ROLE[role])
        made = ({**usual, **choice} for choice in _combined(dimensions))
        return itertools.islice(filter(_makes_sense, made), MOST)

    return conventions


_KNOWN_FROM: Mapping[str, Sequence[str]] = {
    "container state": ("result", "empty_board", "terminal", "utility", "actions"),
    "across": ("result", "empty_board"),
    "cells": ("cutoff_search", "alpha_beta_search", "terminal", "utility", "result", "empty_board"),
    "players": ("cutoff_search", "alpha_beta_search", "result", "utility"),
    "upturned": ("result",),
    "first": ("result", "actions"),
}
"""What is known of boards from which helpers, those first that tell most."""


def _edition(role: str, found: Mapping[str, Convention]) -> Sequence[Dimension]:
    """What is open about boards, players and the numbers of columns."""
    known: Choice = {}
    for names, helpers in _KNOWN_FROM.items():
        teller = next((found[helper] for helper in helpers if helper in found), None)
        if teller is not None:
            known |= {name: teller[name] for name in names.split()}
    if "players" in known and {name: known[name] for name in ("cells", "players")} not in _SYMBOLS:
        known["players"] = known["cells"]  # those that result could not tell apart, terminal did
    own = role == "empty_board"
    symbols = _symbols(known, own_blank_only=own)
    layouts = [
        one for one in _LAYOUTS if all(known.get(name, one[name]) == one[name] for name in one)
    ]
    usual = 1 if "players" in known else 2
    return (
        Dimension(symbols[:usual], symbols[usual:4], symbols[4:]),
        Dimension(layouts[:2], layouts[2:5], layouts[5:]),
        *(() if own else (_open("upturned", known, _UPTURNED), _open("first", known, _FIRST))),
    )


def _open(name: str, known: Choice, dimension: Dimension) -> Dimension:
    return Dimension([{name: known[name]}]) if name in known else dimension


def _symbols(known: Choice, *, own_blank_only: bool) -> list[Choice]:
    """Cells and players, those first that agree with what is ``known``."""
    if own_blank_only:  # an empty board shows nothing else
        blanks = [_blank(one) for one in _SYMBOLS]
        return [one for number, one in enumerate(_SYMBOLS) if _blank(one) not in blanks[:number]]
    if "cells" not in known:
        return _SYMBOLS
    same = [one for one in _SYMBOLS if _blank(one) == _blank(known)]
    agreeing = [one for one in same if known.get("players", one["players"]) == one["players"]]
    return sorted(agreeing, key=lambda one: one["cells"] != known["cells"]) + [
        one for one in same if one not in agreeing and one["cells"] == one["players"]
    ]


def _blank(symbols: Choice) -> object:
    return adapter.CELLS[str(symbols["cells"])][0]


def _combined(dimensions: Sequence[Dimension]) -> Iterator[Choice]:
    """All combinations of one choice in each dimension, rare ones last."""
    for cost in range(2 * len(dimensions) + 1):
        yield from _costing(cost, dimensions)


def _costing(cost: int, dimensions: Sequence[Dimension]) -> Iterator[Choice]:
    if not dimensions:
        if cost == 0:
            yield {}
        return
    first, *others = dimensions
    if cost > 2 * len(dimensions):
        return
    for spent, choices in enumerate(first[: cost + 1]):
        rest = list(_costing(cost - spent, others)) if choices else []
        for choice in choices:
            yield from ({**choice, **one} for one in rest)


def _makes_sense(how: Mapping[str, str | int | bool]) -> bool:
    """Whether a function of this convention can know whose point of view it takes."""
    if how["role"] not in {"utility", "evaluate"} or how["view"] != "player":
        return True
    return "player" in str(how["order"]) or how["state"] != "board"
