"""Reports of version 1 are read as they were meant."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.figures import Mark, RouteFigure
from grader.model.report import View
from grader.render import figures_v1
from grader.render.jsonfile import dumps, loads
from tests.render.samples import EVERYTHING, MEASURES, SMALL, drawn, grid

LEGEND = [
    {"text": "B", "name": "Black", "look": "filled"},
    {"text": "W", "name": "White", "look": "hollow"},
    {"text": "_", "name": "empty", "look": "empty"},
]
GRID = {
    "kind": "grid", "cells": [["B", "_"], ["_", "W"]], "legend": LEGEND, "arrows": [], "spots": [],
    "caption": "", "row_labels": [], "column_labels": [],
}  # fmt: skip


def as_version_1(document: Any) -> Any:
    """A report of today's form as version 1 had it: the way back, for what it knew."""
    if isinstance(document, list):
        return [as_version_1(item) for item in document]
    if not isinstance(document, dict):
        return document
    old = {key: as_version_1(value) for key, value in document.items()}
    match document:
        case {"kind": "grid"}:
            rows = ["".join(row) for row in document["cells"]]
            kept = {key: old[key] for key in ("arrows", "caption")}
            return {"kind": "board", "rows": rows} | kept
        case {"kind": "routes"}:
            return {"kind": "tours", "tours": old.pop("routes")} | old | {"kind": "tours"}
        case {"stops": _, "closed": True}:
            del old["closed"]
            return old | {"route": old.pop("stops")}
        case {"positions": _}:
            return old | {"boards": old.pop("positions")}
        case {"drawn": argument, "function": _}:
            board = as_version_1(argument["figure"])["rows"] if argument else None
            del old["drawn"]
            return old | {"board": board}
        case {"measures": _}:
            del old["measures"]
            return old
        case {"schema": _}:
            return old | {"schema": "grade-report/1"}
    return old


def forgotten(document: Any) -> Any:
    """A report of today's form without what version 1 had no words for."""
    if isinstance(document, list):
        return [forgotten(item) for item in document]
    if not isinstance(document, dict):
        return document
    lost = ("measures", "spots", "row_labels", "column_labels", "legend")
    return {key: forgotten(value) for key, value in document.items() if key not in lost}


def test_a_whole_report_comes_back() -> None:
    new = json.loads(dumps(EVERYTHING, View.STAFF))
    old = as_version_1(new)
    text = json.dumps(old)
    assert '"board"' in text
    assert '"tours"' in text
    for word in ("grid", "routes", "stops", "positions", "drawn", "measures", "legend"):
        assert f'"{word}":' not in text
    read = loads(text)
    (lost,) = read.tasks[2].tests[1].cases
    # Version 1 did not say which keys of attempts are shares: those that there are, are known.
    assert list(lost.measures) == [MEASURES[0]]
    again = json.loads(dumps(read, View.STAFF))
    assert forgotten(again) == forgotten(new)


def test_a_board_becomes_a_grid() -> None:
    old = {"kind": "board", "rows": ["B_", "_W"], "arrows": [], "caption": ""}
    assert figures_v1.figure(old) == GRID
    arrow = {"start": [0, 0], "end": [1, 0], "mark": "yours"}
    moved = figures_v1.figure(old | {"arrows": [arrow], "caption": "Black to move"})
    assert moved == GRID | {"arrows": [arrow], "caption": "Black to move"}


def test_tours_become_closed_routes() -> None:
    tour = {"mark": "yours", "label": "yours", "route": [0, 1], "length": 2.0}
    old = {"kind": "tours", "points": [[0, 0], [1, 1]], "tours": [tour], "caption": "Map"}
    assert figures_v1.figure(old) == {
        "kind": "routes",
        "points": [[0, 0], [1, 1]],
        "routes": [
            {"mark": "yours", "label": "yours", "stops": [0, 1], "length": 2.0, "closed": True}
        ],
        "caption": "Map",
    }


def test_a_chart_stays() -> None:
    chart = {"kind": "chart", "caption": "", "bars": [{"label": "yours", "value": 3}]}
    assert figures_v1.figure(chart) == chart


@pytest.mark.parametrize(
    ("arguments", "index"),
    [(["[['B', …", "3"], 0), (["0", "[['B', …", "[['B', …"], 1), (["0"], 1)],
)
def test_the_board_of_a_call_becomes_the_argument_that_is_drawn(
    arguments: list[str], index: int
) -> None:
    old = {"function": "f", "arguments": arguments, "board": ["B_", "_W"], "stdout": ""}
    assert figures_v1.call(old) == {
        "function": "f",
        "arguments": arguments,
        "stdout": "",
        "drawn": {"index": index, "name": "board", "figure": GRID},
    }
    assert figures_v1.call(old | {"board": None})["drawn"] is None


def test_boards_of_a_line_become_positions() -> None:
    old = {"kind": "board", "rows": ["B_", "_W"], "arrows": [], "caption": ""}
    line = {"title": "t", "boards": [old], "outcome": "o"}
    assert figures_v1.line(line) == {"title": "t", "outcome": "o", "positions": [GRID]}


def test_shares_of_attempts_are_known_by_their_keys() -> None:
    attempts = [{"seed": 1}, {"seed": 2, "margin": 0.1, "above_best": 0.2, "length": 3}]
    margin = {"key": "margin", "label": "margin", "unit": "", "share": True, "sums_up": True}
    above = {"key": "above_best", "label": "above best", "unit": "", "share": True}
    assert figures_v1.measures(attempts) == [margin, above | {"sums_up": False}]
    assert figures_v1.measures([]) == figures_v1.measures([{"seed": 1}]) == []


def test_values_of_the_model_are_meant() -> None:
    """What the plain data come to, once they are read."""
    read = loads(json.dumps(as_version_1(json.loads(dumps(EVERYTHING, View.STAFF)))))
    (win, *_) = read.tasks[3].tests[0].cases
    assert win.call is not None
    assert win.call.drawn == drawn(SMALL)
    assert win.explanation is not None
    assert win.explanation.lines[0].positions[2] == grid(
        win_rows(win.explanation.lines[0].positions[2].cells), caption="no black piece is left"
    )
    (tours,) = read.tasks[2].tests[1].cases[0].figures
    assert isinstance(tours, RouteFigure)
    assert [(route.mark, route.closed) for route in tours.routes] == [
        (Mark.YOURS, True), (Mark.BASELINE, True), (Mark.RIGHT, True),
    ]  # fmt: skip


def win_rows(cells: tuple[tuple[str, ...], ...]) -> list[str]:
    return ["".join(row) for row in cells]


KEYS = (
    "tasks cases figures call explanation lines counterexample figure kind rows arrows caption "
    "points tours route board arguments boards attempts margin x"
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS.split()),
            inner | st.sampled_from(["board", "tours", "chart"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)
CHANGES = ("upgraded", "figure", "call", "line", "measures")


@given(JSON, st.sampled_from(CHANGES))
def test_anything_else_is_left_for_the_reader_to_refuse(document: Any, change: str) -> None:
    before = json.dumps(document)
    json.dumps(getattr(figures_v1, change)(document))
    assert json.dumps(document) == before
