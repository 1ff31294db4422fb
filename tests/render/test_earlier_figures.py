"""What becomes of the figures of version 1. Whole reports of it: ``test_earlier.py``."""

from __future__ import annotations

import pytest

from grader.render import upgrade_report_v1

LEGEND = [
    {"text": "B", "name": "Black", "look": "filled"},
    {"text": "W", "name": "White", "look": "hollow"},
    {"text": "_", "name": "empty", "look": "empty"},
]
GRID = {
    "kind": "grid", "cells": [["B", "_"], ["_", "W"]], "legend": LEGEND, "arrows": [], "spots": [],
    "caption": "", "row_labels": [], "column_labels": [],
}  # fmt: skip


def test_a_board_becomes_a_grid() -> None:
    old = {"kind": "board", "rows": ["B_", "_W"], "arrows": [], "caption": ""}
    assert upgrade_report_v1.migrate_figure(old) == GRID
    arrow = {"start": [0, 0], "end": [1, 0], "mark": "yours"}
    moved = upgrade_report_v1.migrate_figure(old | {"arrows": [arrow], "caption": "Black to move"})
    assert moved == GRID | {"arrows": [arrow], "caption": "Black to move"}


def test_tours_become_closed_routes() -> None:
    tour = {"mark": "yours", "label": "yours", "route": [0, 1], "length": 2.0}
    old = {"kind": "tours", "points": [[0, 0], [1, 1]], "tours": [tour], "caption": "Map"}
    assert upgrade_report_v1.migrate_figure(old) == {
        "kind": "routes",
        "points": [[0, 0], [1, 1]],
        "routes": [
            {"mark": "yours", "label": "yours", "stops": [0, 1], "length": 2.0, "closed": True}
        ],
        "caption": "Map",
    }


def test_a_chart_stays() -> None:
    chart = {"kind": "chart", "caption": "", "bars": [{"label": "yours", "value": 3}]}
    assert upgrade_report_v1.migrate_figure(chart) == chart


@pytest.mark.parametrize(
    ("arguments", "index"),
    [(["[['B', …", "3"], 0), (["0", "[['B', …", "[['B', …"], 1), (["0"], 1)],
)
def test_the_board_of_a_call_becomes_the_argument_that_is_drawn(
    arguments: list[str], index: int
) -> None:
    old = {"function": "f", "arguments": arguments, "board": ["B_", "_W"], "stdout": ""}
    assert upgrade_report_v1.migrate_call(old) == {
        "function": "f",
        "arguments": arguments,
        "stdout": "",
        "drawn": {"index": index, "name": "board", "figure": GRID},
    }
    assert upgrade_report_v1.migrate_call(old | {"board": None})["drawn"] is None


def test_boards_of_a_line_become_positions() -> None:
    old = {"kind": "board", "rows": ["B_", "_W"], "arrows": [], "caption": ""}
    line = {"title": "t", "boards": [old], "outcome": "o"}
    assert upgrade_report_v1.migrate_play_line(line) == {
        "title": "t",
        "outcome": "o",
        "positions": [GRID],
    }


def test_shares_of_attempts_are_known_by_their_keys() -> None:
    attempts: list[upgrade_report_v1.Json] = [
        {"seed": 1},
        {"seed": 2, "margin": 0.1, "above_best": 0.2, "length": 3},
    ]
    margin = {"key": "margin", "label": "margin", "unit": "", "share": True, "sums_up": True}
    above = {"key": "above_best", "label": "above best", "unit": "", "share": True}
    assert upgrade_report_v1.migrate_measures(attempts) == [margin, above | {"sums_up": False}]
    assert (
        upgrade_report_v1.migrate_measures([])
        == upgrade_report_v1.migrate_measures([{"seed": 1}])
        == []
    )
