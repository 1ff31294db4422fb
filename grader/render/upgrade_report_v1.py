"""Upgrades reports of version 1 to this version: JSON data in, JSON data out.

Version 1 knew the game of one problem set: boards of ``B``, ``W`` and ``_``, round trips, and which
two values of an attempt are shares.
"""

from __future__ import annotations

from typing import Any

from grader.render.json_conversion import ReportError

SCHEMA = "grade-report/1"
"""The version that is still read."""
_LEGEND = (("B", "Black", "filled"), ("W", "White", "hollow"), ("_", "empty", "empty"))
_SHARES = (("margin", "margin", True), ("above_best", "above best", False))
"""Keys, labels, and whether they sum up an attempt."""
_UNLIKE = f'This is not a grade report: it says "schema": "{SCHEMA}", but is none'

Json = dict[str, Any]


def migrate_to_version_2(document: Json) -> Json:
    """Return a ``document`` of version 1 in the form of version 2.

    Raises:
        ReportError: parts of it are not where version 1 has them.
    """
    try:
        # What was submitted, loaded and used were objects of their own.
        document |= document.pop("submission")
        document["speed"] = document.pop("machine")["speed"]
        load = document.pop("load")
        document["load_notes"], document["load_stdout"] = load["notes"], load["stdout"]
        # The time of a grading that is not on record was null.
        document["graded_at"] = document["graded_at"] or ""
        for task in document["tasks"]:
            _put_cases_into_tests(task)
    except KeyError as missing:
        raise ReportError(f"{_UNLIKE}: {str(missing)[:100]} is missing.") from None
    except (TypeError, AttributeError):
        raise ReportError(f"{_UNLIKE}: an object or an array is something else.") from None
    document["schema"] = "grade-report/2"
    return document


def _put_cases_into_tests(task: Json) -> None:
    """Move the cases of a task into the tests that they name."""
    tests = {test["id"]: test for test in task["tests"]}
    for test in task["tests"]:
        test["cases"] = []
    for case in task.pop("cases"):
        tests[case.pop("test")]["cases"].append(_migrate_case(case))


def _migrate_case(old: Json) -> Json:
    """Return a case of version 2, with its figures, call, explanation and attempts converted."""
    return old | {
        "measures": migrate_measures(old["attempts"]),
        "call": old["call"] and migrate_call(old["call"]),
        "figures": [migrate_figure(each) for each in old["figures"]],
        "explanation": old["explanation"] and _explanation(old["explanation"]),
    }


def migrate_figure(old: Json) -> Json:
    """Return a figure of version 2: a ``board`` as a ``grid``, ``tours`` as ``routes``."""
    if old["kind"] == "board":
        return _grid(old["rows"]) | {"arrows": old["arrows"], "caption": old["caption"]}
    if old["kind"] == "tours":
        routes = [_renamed(tour, "route", "stops") | {"closed": True} for tour in old["tours"]]
        return _renamed(old, "tours", "routes") | {"kind": "routes", "routes": routes}
    return old


def migrate_call(old: Json) -> Json:
    """Return a call of version 2, whose ``board`` becomes the drawn argument."""
    new = _renamed(old, "board", "drawn")
    if old["board"] is not None:
        words = old["arguments"]
        index = next((n for n, text in enumerate(words) if text.startswith("[[")), len(words))
        new["drawn"] = {"index": index, "name": "board", "figure": _grid(old["board"])}
    return new


def migrate_play_line(old: Json) -> Json:
    """Return a line of play of version 2, whose ``boards`` are ``positions``."""
    return _renamed(old, "boards", "positions") | {
        "positions": [migrate_figure(b) for b in old["boards"]]
    }


def migrate_measures(attempts: list[Json]) -> list[Json]:
    """Return the measures of ``attempts``, which version 1 knew by their keys."""
    return [
        {"key": key, "label": label, "unit": "", "share": True, "sums_up": sums_up}
        for key, label, sums_up in _SHARES
        if any(key in attempt for attempt in attempts)
    ]


def _explanation(old: Json) -> Json:
    found = old["counterexample"]
    if found is not None and found["figure"] is not None:
        found = found | {"figure": migrate_figure(found["figure"])}
    return old | {
        "lines": [migrate_play_line(each) for each in old["lines"]],
        "counterexample": found,
    }


def _grid(rows: list[str]) -> Json:
    legend = [{"text": text, "name": name, "look": look} for text, name, look in _LEGEND]
    cells = [list(row) for row in rows]
    bare: Json = {"kind": "grid", "cells": cells, "legend": legend, "arrows": [], "spots": []}
    return bare | {"caption": "", "row_labels": [], "column_labels": []}


def _renamed(old: Json, key: str, new: str) -> Json:
    return {new if name == key else name: value for name, value in old.items()}
