"""The conventions in which students write the functions of each role, most usual first.

A convention is one choice for each dimension that ``reference/connect4/adapter`` explains. What
belongs together is chosen together, from usual, seen and rare alternatives. Combinations with fewer
rare ones come first. What a helper has settled about boards, later roles do not question.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from grader.testing import SURELY, Convention
from hidden_tests.connect4.choices import (
    BOOLEANS_FROM_ONE,
    FIRST,
    LAYOUTS,
    MADE,
    MAY_BE_MADE,
    OF_ROLE,
    OF_THE_CUTOFF,
    ROW_GIVEN,
    SIZES,
    SYMBOLS,
    TURNED,
    UPTURNED,
    Choice,
    Dimension,
    methods,
)
from hidden_tests.connect4.names import ONE_AND_TWO
from reference.connect4.adapter import forms

MOST = 400
"""Conventions of a role that are worth trying,"""
MOST_OF_THE_FIRST = 1450
"""and of ``result``, as long as nothing is known of boards: all with up to one rare choice."""


def of(role: str) -> Callable[[Mapping[str, Convention]], Iterable[Convention]]:
    """What lists the conventions of ``role``, given what fills those before it, and how."""

    def conventions(found: Mapping[str, Convention]) -> Iterator[Convention]:
        usual = forms.template(role)
        dimensions = (*_edition(role, found), *OF_ROLE[role])
        most = 2 if "result" in found else 3  # more is open as long as nothing is known of boards
        most_of_all = MOST_OF_THE_FIRST if role == "result" else MOST
        found_so = _different(
            ({**usual, **one} for one in _combined(dimensions, most)), most_of_all
        )
        yield from itertools.islice(found_so, 1)
        if role == "result":
            yield from ({**usual, **one} for one in (*ROW_GIVEN, *BOOLEANS_FROM_ONE))
        yield from (_cells_surely(one, found) for one in found_so)
        if role in MAY_BE_MADE:
            asked, *others = OF_ROLE[role]
            dimensions = (*_edition(role, found), Dimension([MADE]), *others)
            yield from _different({**usual, **one} for one in _combined(dimensions, most))
        if role != "empty_board":
            asked, *others = OF_ROLE[role]
            dimensions = (*_edition(role, found), _viewed(asked), *others, methods(role))
            yield from _different({**usual, **one} for one in _combined(dimensions, most))

    return conventions


def shown_later(how: Convention, found: Mapping[str, Convention]) -> list[Convention]:
    """For ``result``, conventions with what helpers after it show of boards and columns.

    Often ``result`` takes any disc that it is given, and nested lists as well as arrays, so that
    its own answers do not tell them. From which number columns are counted is rare by itself, and
    may not have been tried with everything else.
    """
    if how["role"] != "result":
        return []
    listed = how["container"] == "array" and _needs_lists(found)
    container: Choice = {"container": "lists" if listed else how["container"]}
    actions = found.get("actions", how)
    first: Choice = {"first": how["first"] if actions.get("doubtful") else actions["first"]}
    seen = _seen(found) or how["cells"]
    same = [one for one in SYMBOLS if one["cells"] == seen]
    same.sort(key=lambda one: one["players"] != how["players"])
    shown: list[Convention] = [{**how, **container, **first, **one} for one in same]
    return shown if listed or first["first"] != how["first"] or seen != how["cells"] else []


def written(how: Convention) -> Mapping[str, Convention]:
    """For ``result``, the convention of code that says who plays in numbers from 1 to 2.

    Cells that are 1 and -1 are more usual, and many functions take them as well.
    """
    if how["role"] != "result" or (how["cells"], how["players"]) != ("signs", "signs"):
        return {}
    return {ONE_AND_TWO: {**how, "cells": "numbers", "players": "numbers"}}


def _cells_surely(how: Choice, found: Mapping[str, Convention]) -> Choice:
    """A pair is the cell of a move where actions are cells; else it may be a value and a column."""
    helpers = [found[role] for role in ("actions", "result") if role in found]
    known = any(one["action"] == "cell" or one["answer"] == "cells" for one in helpers)
    return {**how, SURELY: True} if how["answer"] == "cell" and not known else how


def _viewed(asked: Dimension) -> Dimension:
    """What is open of a function beside the order of its arguments."""
    kept: list[Choice] = []
    for choice in itertools.chain(*asked):
        rest = {name: value for name, value in choice.items() if name != "order"}
        if rest not in kept:
            kept.append(rest)
    return Dimension(kept[:2], kept[2:])


def _different(made: Iterable[Choice], most: int = MOST) -> Iterator[Choice]:
    """The first of ``made`` that make sense, each once, and so many at ``most``."""
    seen: set[tuple[object, ...]] = set()
    for one in made:
        key = tuple(one.values())
        if _makes_sense(one) and key not in seen:
            seen.add(key)
            yield one
        if len(seen) == most:
            return


_SEEN = 10
"""Pairs of cells and players that many students have; the others are rare."""
_KNOWN_FROM: Mapping[str, Sequence[str]] = {
    "container state": ("result", "empty_board", "terminal", "utility", "actions"),
    "across": ("result", "empty_board"),
    "cells": ("cutoff_search", "alpha_beta_search", "terminal", "utility", "result", "empty_board"),
    "players": ("cutoff_search", "alpha_beta_search", "result", "utility"),
    "upturned": ("result",),
    "first": ("result", "actions"),
    "turned": ("result",),
}
"""What is known of boards from which helpers, those first that tell most."""


def _edition(role: str, found: Mapping[str, Convention]) -> Sequence[Dimension]:
    """What is open about boards, players and the numbers of columns."""
    known: Choice = {}
    for names, helpers in _KNOWN_FROM.items():
        # A search that plays badly may play better by chance with cells that are not its own.
        surely = sorted(
            (found[helper] for helper in helpers if helper in found),
            key=lambda one: bool(one.get("doubtful")),
        )
        there: Iterator[Convention] = iter(surely)
        if names == "upturned":  # False says nothing where the row is given
            there = (one for one in there if one[names] or "row" not in str(one["order"]).split())
        elif names == "players":  # a flag says whose turn it is in searches alone
            there = (one for one in there if not _flagged(one))
        elif names == "first":  # a column beyond the first may be the last one, as Python counts
            there = (one for one in there if not one.get("doubtful"))
        teller = next(there, None)
        if teller is not None:
            known |= {name: teller[name] for name in names.split()}
    if "players" in known and {name: known[name] for name in ("cells", "players")} not in SYMBOLS:
        known["players"] = known["cells"]  # those that result could not tell apart, terminal did
    own = role == "empty_board"
    symbols = _symbols(known, own_blank_only=own)
    if (seen := _seen(found)) is not None:
        symbols = [{**one, SURELY: one["cells"] != seen} for one in symbols]
    if role not in _HELPERS and (flag := _flag(found)):
        symbols.sort(key=lambda one: one["players"] != flag)
    usual = 1 if "players" in known else 2
    return (
        Dimension(symbols[:usual], symbols[usual:_SEEN], symbols[_SEEN:]),
        _layouts(role, known, found),
        *(() if own else (_open("upturned", known, UPTURNED), _open("first", known, FIRST))),
        _sizes(found),
        *([] if role == "empty_board" else [_open("turned", known, TURNED)]),
        *(Dimension([one]) for one in (*_objects(found), *_evaluators(role, found))),
    )


def _seen(found: Mapping[str, Convention]) -> str | int | bool | None:
    """The cells with which a helper that looks at discs is right mostly, if there is one.

    It may be right with others, too, as ``numbers`` for ``signs``. But a search that plays badly
    does better by chance with one or the other.
    """
    looking = [found[role] for role in ("terminal", "utility") if role in found]
    right = [one for one in looking if int(one.get("right", 100)) >= _MOSTLY]
    return right[0]["cells"] if len({one["cells"] for one in right}) == 1 else None


def _sizes(found: Mapping[str, Convention]) -> Dimension:
    """Whether global variables are set: always, once one helper has needed it."""
    helpers = [found[role]["sized"] for role in (*_HELPERS, "empty_board") if role in found]
    return Dimension([{"sized": True}]) if any(helpers) else SIZES


def _layouts(role: str, known: Choice, found: Mapping[str, Convention]) -> Dimension:
    """Containers and states. Helpers agree with each other, and agents with the handout, too.

    Helpers that take an array may take nested lists as well. Searches often do not; unless the
    submission's own empty board shows what it uses, both are tried.
    """
    if "container" not in known:
        return Dimension(LAYOUTS[:2], LAYOUTS[2:6], LAYOUTS[6:])
    layout = {name: known.get(name, False) for name in ("container", "across")}
    states = [known["state"], *(() if role in _HELPERS else ("board",))]
    layouts = [{**layout, "state": state} for state in dict.fromkeys(states)]
    if role in _HELPERS or layout["container"] != "array" or "empty_board" in found:
        return Dimension(layouts)
    listed = [{**one, "container": "lists"} for one in layouts if one["state"] == "board"]
    return Dimension(*((listed, layouts) if _needs_lists(found) else (layouts, listed)))


def _needs_lists(found: Mapping[str, Convention]) -> bool:
    """Whether a function that is right takes nested lists: arrays come first where both do."""
    return any(one["container"] == "lists" and not one.get("doubtful") for one in found.values())


_HELPERS = {"result", "actions", "terminal", "utility"}
_MOSTLY = 67
"""Percent of right answers, which no terminal test has that does not see what a disc is."""


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


def _evaluators(role: str, found: Mapping[str, Convention]) -> Iterator[Choice]:
    """The heuristic that searches are given, if it is a function."""
    if role in OF_THE_CUTOFF and "evaluate" in found and not found["evaluate"]["call"]:
        yield {"evaluator": found["evaluate"]["function"]}


def _open(name: str, known: Choice, dimension: Dimension) -> Dimension:
    return Dimension([{name: known[name]}]) if name in known else dimension


def _symbols(known: Choice, *, own_blank_only: bool) -> list[Choice]:
    """Cells and players, those first that agree with what is ``known``."""
    if own_blank_only:  # an empty board shows nothing else
        shown = [(_blank(one), _is_own(one)) for one in SYMBOLS]
        return [one for number, one in enumerate(SYMBOLS) if shown[number] not in shown[:number]]
    if "cells" not in known:
        return [*SYMBOLS]
    same = [one for one in SYMBOLS if _blank(one) in {_blank(known), forms.OWN}]
    if "players" not in known:
        return same
    agreeing = [one for one in same if one["players"] == known["players"]]
    return [
        *sorted(agreeing, key=lambda one: one["cells"] != known["cells"]),
        *(one for one in same if _flagged(one) and one["cells"] == known["cells"]),
        *(one for one in same if _of_one_kind(one) and one not in agreeing),
    ]


def _is_own(symbols: Choice) -> bool:
    """Whether discs are what the submission names."""
    return forms.OWN in forms.CELLS[str(symbols["cells"])]


def _of_one_kind(symbols: Choice) -> bool:
    """Whether players are what stands on boards."""
    kind, *_ = str(symbols["cells"]).split()
    return symbols["players"] in {kind, forms.OWN}


def _flag(found: Mapping[str, Convention]) -> str:
    """The flag by which an earlier search was told whose turn it is; empty if by none."""
    searches = (found[one] for one in ("cutoff_search", "alpha_beta_search") if one in found)
    return next((str(one["players"]) for one in searches if _flagged(one)), "")


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
    if how["container"] == "tuples" and how["answer"] in {"same board", "changed board"}:
        return False
    if how["turned"] and (how["cells"] not in {"signs", "numbers"} or how["state"] != "board"):
        return False
    if how["turned"] and ("player" in order or how["view"] == "x"):
        return False  # there are no players but the one to move
    if how["role"] in {"utility", "evaluate"} and how["view"] == "player":
        return "player" in order or how["state"] != "board" or bool(how["call"])
    return True
