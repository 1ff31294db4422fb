"""Figures as reports of version 1 had them, brought into today's form; plain JSON data throughout.

Version 1 knew the game of one problem set: boards of ``B``, ``W`` and ``_``, tours, and a
``margin`` of each attempt. What is not as it should be is left as it is, for the reader of today's
form to complain about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_LEGEND = (("B", "Black", "filled"), ("W", "White", "hollow"), ("_", "empty", "empty"))
_SHARES = {"margin": ("margin", True), "above_best": ("above best", False)}
"""Keys of attempts that held shares: what they are called, and whether they sum up the attempt."""

Json = dict[str, Any]


def upgraded(report: Any) -> Any:
    """``report`` with the figures, calls and attempts of its cases as they are today."""
    return _with(report, tasks=_each(_task))


def figure(old: Any) -> Any:
    """A figure: ``board`` becomes ``grid``, ``tours`` become ``routes``, a chart stays."""
    match old:
        case {"kind": "board", "rows": list(), "arrows": _, "caption": _}:
            return _grid(old["rows"]) | {"arrows": old["arrows"], "caption": old["caption"]}
        case {"kind": "tours", "points": _, "tours": list(), "caption": _}:
            routes = [_route(tour) for tour in old["tours"]]
            kept = {"points": old["points"], "routes": routes, "caption": old["caption"]}
            return {"kind": "routes"} | kept
    return old


def call(old: Any) -> Any:
    """A call: its ``board`` becomes the argument that is drawn, the first that looks like one."""
    if not isinstance(old, dict) or "board" not in old:
        return old
    rest = {key: value for key, value in old.items() if key != "board"}
    if old["board"] is None:
        return rest | {"drawn": None}
    words = old["arguments"] if isinstance(old.get("arguments"), list) else []
    boards = (n for n, text in enumerate(words) if str(text).startswith("[["))
    drawn = {"index": next(boards, len(words)), "name": "board", "figure": _grid(old["board"])}
    return rest | {"drawn": drawn}


def line(old: Any) -> Any:
    """A line of play: its ``boards`` become ``positions``."""
    if not isinstance(old, dict) or not isinstance(old.get("boards"), list):
        return old
    rest = {key: value for key, value in old.items() if key != "boards"}
    return rest | {"positions": [figure(board) for board in old["boards"]]}


def measures(attempts: Any) -> list[Json]:
    """How the values of ``attempts`` are shown, which version 1 knew by their keys."""
    listed = attempts if isinstance(attempts, list) else []
    seen = [attempt for attempt in listed if isinstance(attempt, dict)]
    return [
        {"key": key, "label": label, "unit": "", "share": True, "sums_up": sums_up}
        for key, (label, sums_up) in _SHARES.items()
        if any(key in attempt for attempt in seen)
    ]


def _task(task: Any) -> Any:
    return _with(task, cases=_each(_case))


def _case(case: Any) -> Any:
    if not isinstance(case, dict):
        return case
    new = _with(case, figures=_each(figure), call=call, explanation=_explanation)
    return new | {"measures": measures(case.get("attempts"))}


def _explanation(old: Any) -> Any:
    return _with(old, lines=_each(line), counterexample=lambda found: _with(found, figure=figure))


def _grid(rows: Any) -> Json:
    legend = [{"text": text, "name": name, "look": look} for text, name, look in _LEGEND]
    cells = _each(lambda row: list(row) if isinstance(row, str) else row)(rows)
    bare: Json = {"kind": "grid", "cells": cells, "legend": legend, "arrows": [], "spots": []}
    return bare | {"caption": "", "row_labels": [], "column_labels": []}


def _route(old: Any) -> Any:
    if not isinstance(old, dict) or "route" not in old:
        return old
    rest = {key: value for key, value in old.items() if key != "route"}
    return rest | {"stops": old["route"], "closed": True}


def _with(old: Any, **changes: Callable[[Any], Any]) -> Any:
    """``old`` with members changed, where there are such."""
    if not isinstance(old, dict):
        return old
    return {**old, **{key: change(old[key]) for key, change in changes.items() if key in old}}


def _each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda old: [change(item) for item in old] if isinstance(old, list) else old
