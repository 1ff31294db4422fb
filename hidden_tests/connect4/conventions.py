"""The conventions in which students write the functions of each role, most usual first.

A convention is one choice for each dimension that ``reference/connect4/adapter`` explains. What
belongs together is chosen together, from usual, seen and rare alternatives. Combinations with fewer
rare ones come first. What a helper has settled about boards, later roles do not question.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.testing import Convention
from reference.connect4.adapter import forms

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
    ("signs", "numbers"), *itertools.product(
        ("characters", "signs", "numbers", "capitals"), ("x maximizes", "o maximizes")
    ),
)  # fmt: skip
_LAYOUTS = _choices(
    "container across state",
    ("array", False, "board"), ("lists", False, "board"), ("array", False, "board player"),
    ("array", True, "board"), ("lists", True, "board"), ("lists", False, "board player"),
    ("array", False, "player board"), ("lists", False, "player board"),
    ("array", True, "board player"), ("lists", True, "board player"),
    ("tuples", False, "board"), ("tuples", False, "board player"),
)  # fmt: skip
_UPTURNED = Dimension(_one("upturned", False), (), _one("upturned", True))
_FIRST = Dimension(_one("first", 0), (), _one("first", 1))

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
    _one("order", "board player", "board"),
    _one("order", "player board"),
)
_LIMITED = Dimension(
    _one("order", "board player cutoff", "board cutoff player"),
    _one("order", "board cutoff", "player board cutoff", "cutoff board player", "board player",
         "board"),
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


def _methods(role: str) -> Dimension:
    """Ways to ask an object of a class; ``*`` stands for each of its methods."""
    held, given = _METHOD_ORDERS.get(role.replace("forward_pruning", "cutoff"), _PLAYING)
    ways = [(False, "", order) for order in given] + [(True, "object", order) for order in held]
    choices: list[Choice] = []
    for holds, state, order in ways:
        choices.append({"call": "*", "held": holds, "order": order})
        if state:
            choices[-1]["state"] = state
    return Dimension(choices)


_OF_ROLE: Mapping[str, Sequence[Dimension]] = {
    "empty_board": (
        Dimension(_one("order", "shape", "rows columns", ""), _one("order", "columns rows")),
    ),
    "result": (
        Dimension(
            _one("order", "board player action", "board action player", "board action"),
            _one("order", "player board action", "player action board", "action player board",
                 "action board player", "action board"),
        ),
        Dimension(_one("answer", "board", "same board", "changed board")),
        Dimension(_one("part", -1), (), _one("part", 0)),
    ),
    "actions": (
        Dimension(
            _one("order", "board"),
            _one("order", "board player", "player board"),
        ),
        Dimension(_one("answer", "columns", "mask", "cells")),
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
    """What lists the conventions of ``role``, given what fills those before it, and how."""

    def conventions(found: Mapping[str, Convention]) -> Iterator[Convention]:
        usual = forms.template(role)
        dimensions = (*_edition(role, found), *_OF_ROLE[role])
        most = 2 if "result" in found else 3  # more is open as long as nothing is known of boards
        yield from _different({**usual, **one} for one in _combined(dimensions, most))
        if role != "empty_board":
            asked, *others = _OF_ROLE[role]
            dimensions = (*_edition(role, found), _viewed(asked), *others, _methods(role))
            yield from _different({**usual, **one} for one in _combined(dimensions, most))

    return conventions


def _viewed(asked: Dimension) -> Dimension:
    """What is open of a function beside the order of its arguments."""
    kept: list[Choice] = []
    for choice in itertools.chain(*asked):
        rest = {name: value for name, value in choice.items() if name != "order"}
        if rest not in kept:
            kept.append(rest)
    return Dimension(kept[:2], kept[2:])


def _different(made: Iterable[Choice]) -> Iterator[Choice]:
    """The first of ``made`` that make sense, each once."""
    seen: set[tuple[object, ...]] = set()
    for one in made:
        key = tuple(one.values())
        if _makes_sense(one) and key not in seen:
            seen.add(key)
            yield one
        if len(seen) == MOST:
            return


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
    usual = 1 if "players" in known else 2
    return (
        Dimension(symbols[:usual], symbols[usual:8], symbols[8:]),
        _layouts(role, known),
        *(() if own else (_open("upturned", known, _UPTURNED), _open("first", known, _FIRST))),
        *(Dimension([one]) for one in _objects(found)),
    )


def _layouts(role: str, known: Choice) -> Dimension:
    """Containers and states. Helpers agree with each other, and agents with the handout, too."""
    if "container" not in known:
        return Dimension(_LAYOUTS[:2], _LAYOUTS[2:5], _LAYOUTS[5:])
    layout = {name: known.get(name, False) for name in ("container", "across")}
    states = [known["state"], *(() if role in _HELPERS else ("board",))]
    return Dimension([{**layout, "state": state} for state in dict.fromkeys(states)])


_HELPERS = {"result", "actions", "terminal", "utility"}


def _objects(found: Mapping[str, Convention]) -> Iterator[Choice]:
    """The class whose objects hold a board, if the helpers are methods of one."""
    game = found.get("result")
    if game is not None and game["call"]:
        held = bool(game["held"])
        yield {
            "holder": game["function"],
            "played": game["call"] if held else "",
            "plays": game["order"] if held else "",
        }


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
    if "players" not in known:
        return same
    agreeing = [one for one in same if one["players"] == known["players"]]
    return [
        *sorted(agreeing, key=lambda one: one["cells"] != known["cells"]),
        *(one for one in same if _flagged(one) and one["cells"] == known["cells"]),
        *(one for one in same if one["cells"] == one["players"] and one not in agreeing),
    ]


def _flagged(how: Mapping[str, str | int | bool]) -> bool:
    """Whether a flag tells a function whose turn it is, as it does in searches alone."""
    return "maximizes" in str(how["players"])


def _blank(symbols: Choice) -> object:
    return forms.CELLS[str(symbols["cells"])][0]


def _combined(dimensions: Sequence[Dimension], most: int) -> Iterator[Choice]:
    """Combinations of one choice in each dimension, rare ones last.

    Args:
        most: what one may come to: a choice that is seen counts 1, a rare one 2.
    """
    for cost in range(most + 1):
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
    """Whether the choices of a convention go together."""
    order = str(how["order"]).split()
    if how["held"] and "board" in order:
        return False
    if not how["held"] and how["state"] == "object" and not how["holder"]:
        return False
    if _flagged(how):
        plays = forms.template(str(how["role"]))["answer"] == "column"
        return plays and "player" in order and how["state"] == "board"
    if how["role"] in {"utility", "evaluate"} and how["view"] == "player":
        return "player" in order or how["state"] != "board"
    return True
