"""What students choose when they write the functions of a role, by how usual it is.

Each dimension is what ``reference/connect4/adapter`` explains, or several that go together.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

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


SYMBOLS = _choices(
    "cells players",
    ("characters", "letters"), ("signs", "signs"), ("numbers", "numbers"),
    ("signs", "letters"), ("capitals", "capitals"), ("characters", "signs"),
    ("numbers", "letters"), ("underscores", "letters"), ("dots", "letters"), ("dashes", "letters"),
    ("nothing", "letters"), ("none", "letters"), ("characters", "numbers"),
    ("signs", "numbers"), ("colours", "colours"), ("colours on dots", "colours"),
    ("characters", "booleans"), ("signs", "booleans"), *itertools.product(
        ("characters", "signs", "numbers", "capitals"), ("x maximizes", "o maximizes")
    ),
    ("own", "own"), ("own spaces", "own"), ("own none", "own"), ("own zeros", "own"),
    *itertools.product(("characters", "signs", "numbers", "own", "members"), ("members",)),
)  # fmt: skip

LAYOUTS = _choices(
    "container across state",
    ("array", False, "board"), ("lists", False, "board"), ("array", False, "board player"),
    ("array", True, "board"), ("lists", True, "board"), ("array", False, "record"),
    ("lists", False, "board player"),
    ("array", False, "player board"), ("lists", False, "player board"),
    ("array", True, "board player"), ("lists", True, "board player"),
    ("tuples", False, "board"), ("tuples", False, "board player"),
    ("lists", False, "record"),
)  # fmt: skip

UPTURNED = Dimension(_one("upturned", False), (), _one("upturned", True))

_ACTIONS: list[Choice] = [
    {"action": "cell"},
    {"action": "cell", "upturned": True},
    {"action": "player column", "order": "board action"},
    {"action": "column player", "order": "board action"},
]
"""What a move is beside a column. Of moves that are cells, 0 is as often the bottom row."""

FIRST = Dimension(_one("first", 0), (), _one("first", 1))

SIZES = Dimension(_one("sized", False), _one("sized", True))

TURNED = Dimension(_one("turned", ""), (), _one("turned", "each", "kept"))

_COLUMN = Dimension(
    _choices("part answer", (-1, "column"), (1, "column"), (0, "column")),
    _choices("part answer", (-1, "next board"), (1, "next board"), (0, "next board")),
    _choices("part answer", (-1, "cell"), ("key", "column"), ("key", "cell")),
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
        (1, "line", "player"), (1, "line", "x"), (1, "line", "none"),
        ("key", "column", "none"), ("key", "cell", "none"),
        (1, "column", "halves"), (0, "column", "halves"),
        (1, "cell", "halves"), (0, "cell", "halves"),
    ),
)  # fmt: skip

_ASKED = Dimension(
    _one("order", "board player", "board"),
    _one("order", "player board"),
)

_LIMITED = Dimension(
    _one("order", "board player cutoff", "board cutoff player"),
    _one("order", "board cutoff", "player board cutoff", "cutoff board player", "board player",
         "board"),
)  # fmt: skip

ROW_GIVEN = [
    dict(one)
    for one in itertools.chain.from_iterable(
        [
            {**symbols, "container": container, "upturned": upturned, "sized": sized,
             "order": "board row action player", "answer": "changed board"}
            for container in ("array", "lists")
            for upturned in (False, True)
            for sized in (True, False)
        ]
        for symbols in SYMBOLS[:5]
    )
]  # fmt: skip
"""A function that is also given the row in which the disc lands, as one well-known program has it.

All these choices go together, and would each be rare by themselves.
"""

BOOLEANS_FROM_ONE = [
    {"cells": cells, "players": "booleans", "container": container, "first": 1, "order": order}
    for cells in ("characters", "signs")
    for container in ("array", "lists")
    for order in ("board player action", "board action player")
]
"""Players that are True and False, with columns counted from 1: each is rare by itself."""

_FULL_DEPTH = Dimension(_one("more", False), _one("more", True))

_WIN = Dimension(
    _choices("answer scale", ("number", 1), ("number or none", 1)),
    _choices("answer scale", ("number", 100), ("number", 1000), ("number", 10), ("winner", 1)),
    _choices(
        "answer scale",
        ("number", 10_000), ("number", 100_000), ("number", 1_000_000), ("number or none", 100),
        ("number or none", 1000), ("halves", 1), ("number", 0), ("number or none", 0),
    ),
)  # fmt: skip

_PART = Dimension(_one("part", -1), _one("part", 1, 0))

_METHOD_ORDERS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "result": (
        ("action", "action player", "player action"),
        ("board action", "board player action", "board action player"),
    ),
    "actions": (("",), ("board", "board player")),
    "terminal": (("",), ("board", "board player")),
    "utility": (("player", ""), ("board player", "board")),
    "visualize": (("",), ("board",)),
    "evaluate": (("player", ""), ("board player", "board")),
    "cutoff_search": (
        ("player cutoff", "cutoff", "player", ""),
        ("board player cutoff", "board cutoff player", "board cutoff", "board player", "board", ""),
    ),
}
"""Arguments of methods: of an object that holds the board, and of one that is given it."""

_PLAYING: tuple[Sequence[str], Sequence[str]] = (
    ("player", ""), ("board", "board player", "player board", "")
)  # fmt: skip

TO_THE_CUTOFF = {"cutoff_search", "forward_pruning_search"}
"""Roles that are asked with a cutoff,"""
OF_THE_CUTOFF = {*TO_THE_CUTOFF, "agent"}
"""and those that may be made for one."""

MADE: Choice = {"maker": True, "order": "board player"}
"""A function of the cutoff, or of the number of playouts, that makes an agent."""
MAY_BE_MADE = {*OF_THE_CUTOFF, "monte_carlo_search"}
"""Roles that such a function may fill."""


def _limited(
    role: str, ways: Sequence[tuple[bool, str, str]]
) -> list[tuple[bool, tuple[bool, str, str]]]:
    """Ways to ask, each with whether the object is made with the cutoff.

    Where the method takes a cutoff, that of its object is another matter.
    """
    if role not in TO_THE_CUTOFF:
        return [(False, way) for way in ways]
    taking = [(False, way) for way in ways if "cutoff" in way[2] and not way[0]]
    made = [(True, way) for way in ways if "cutoff" not in way[2] and not way[0]]
    return [*taking, *made, *((False, way) for way in ways if (False, way) not in taking)]


def methods(role: str) -> Dimension:
    """Ways to ask an object of a class; ``*`` stands for each of its methods."""
    held, given = _METHOD_ORDERS.get(role.replace("forward_pruning", "cutoff"), _PLAYING)
    ways = [(False, "", order) for order in given] + [(True, "object", order) for order in held]
    choices: list[Choice] = []
    for limited, (holds, state, order) in _limited(role, ways):
        choices.append({"call": "*", "held": holds, "order": order, "limited": limited})
        if state:
            choices[-1]["state"] = state
    return Dimension(choices)


OF_ROLE: Mapping[str, Sequence[Dimension]] = {
    "empty_board": (
        Dimension(_one("order", "shape", "rows columns", ""), _one("order", "columns rows")),
    ),
    "result": (
        Dimension(
            _one("order", "board player action", "board action player", "board action"),
            _one("order", "player board action", "player action board", "action player board",
                 "action board player", "action board"),
        ),
        Dimension(_one("answer", "board", "same board"), _one("answer", "changed board")),
        Dimension(_one("action", "column"), (), _ACTIONS),
        Dimension(_one("part", -1), (), _one("part", 0)),
    ),
    "actions": (
        Dimension(
            _one("order", "board"),
            _one("order", "board player", "player board"),
        ),
        Dimension(_one("answer", "columns", "mask", "cells")),
        Dimension(_one("part", -1), (), _one("part", 0)),
    ),
    "terminal": (
        Dimension(
            _one("order", "board"),
            _one("order", "board player", "board opponent", "player board"),
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
        ),
        _WIN,
        _PART,
    ),
    "visualize": (Dimension(_one("order", "board")),),
    "random_player": (_ASKED, _COLUMN),
    "alpha_beta_search": (_ASKED, _VALUED, _FULL_DEPTH),
    "ordered_search": (_ASKED, _VALUED, _FULL_DEPTH, Dimension(_one("flag", "", "ordering"))),
    "evaluate": (
        Dimension(
            _choices("order view", ("board player", "player"), ("board", "x"),
                     ("player board", "player")),
            _choices("order view", ("board player", "x"), ("board", "mover")),
        ),
        _PART,
    ),
    "cutoff_search": (_LIMITED, _VALUED),
    "forward_pruning_search": (_LIMITED, _VALUED, Dimension(_one("flag", "", "pruning"))),
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
