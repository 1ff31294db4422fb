"""Reports of earlier versions, made into this one's: JSON data in, JSON data out.

What changed from one version to the next is a list of functions, one for each change. Each is given
the document as the one before it left it, and changes it in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.render import earlier_figures
from grader.render.document import ReportError

SCHEMA = "grade-report/1"
"""The version that is still read."""
_UNLIKE = f'This is not a grade report: it says "schema": "{SCHEMA}", but is none'


def migrated(document: dict[str, Any]) -> dict[str, Any]:
    """``document``, of version 1, as version 2 has it.

    Raises:
        ReportError: parts of it are not where version 1 has them.
    """
    try:
        for change in _FROM_1_TO_2:
            change(document)
    except KeyError as missing:
        raise ReportError(f"{_UNLIKE}: {str(missing)[:100]} is missing.") from None
    except (TypeError, AttributeError):
        raise ReportError(f"{_UNLIKE}: an object or an array is something else.") from None
    document["schema"] = "grade-report/2"
    return document


def _facts_beside_each_other(document: dict[str, Any]) -> None:
    """What was submitted, loaded and used were objects of their own."""
    document |= document.pop("submission")
    document["speed"] = document.pop("machine")["speed"]
    load = document.pop("load")
    document["load_notes"], document["load_stdout"] = load["notes"], load["stdout"]


def _no_time_is_an_empty_text(document: dict[str, Any]) -> None:
    """The time of a grading that is not on record was null."""
    document["graded_at"] = document["graded_at"] or ""


def _cases_in_their_tests(document: dict[str, Any]) -> None:
    """Cases stood beside the tests of their task, and named theirs."""
    for task in document["tasks"]:
        tests = {test["id"]: test for test in task["tests"]}
        for test in task["tests"]:
            test["cases"] = []
        for case in task.pop("cases"):
            tests[case.pop("test")]["cases"].append(case)


def _figures_of_any_game(document: dict[str, Any]) -> None:
    """Figures, calls and attempts knew the game of one problem set."""
    for test in (test for task in document["tasks"] for test in task["tests"]):
        test["cases"] = [earlier_figures.case(case) for case in test["cases"]]


_FROM_1_TO_2: list[Callable[[dict[str, Any]], None]] = [
    _facts_beside_each_other,
    _no_time_is_an_empty_text,
    _cases_in_their_tests,
    _figures_of_any_game,
]
