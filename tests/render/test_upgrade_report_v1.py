"""Reports as earlier versions of the grader wrote them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.model.report import Report, View
from grader.model.verdict import Verdict
from grader.render import upgrade_report_v1
from grader.render.json_conversion import ReportError
from grader.render.report_json import dumps, loads
from tests.render.samples import KNOWN_TO_VERSION_1

DATA = Path(__file__).parent / "data"
ALL = ("everything", "right", "wrong")
NO_CODE = ("code", "''")
"""Of a case: the key was added later."""


def stored(name: str) -> str:
    """A report that was written when ``grade-report/1`` was the version at hand."""
    return (DATA / f"report-1-{name}.json").read_text("ascii")


def test_every_field_of_version_1_is_read() -> None:
    assert loads(stored("everything")) == KNOWN_TO_VERSION_1


def test_a_right_submission_of_version_1() -> None:
    graded = loads(stored("right"))
    assert (graded.score, graded.max_score, graded.undecided) == (15.0, 15.0, 1.0)
    assert went(graded) == {
        ("1.6", Verdict.ACCEPTED): 10,
        ("3.2", Verdict.ACCEPTED): 16,
        ("4.2", Verdict.ACCEPTED): 21,
        ("5.1", Verdict.ACCEPTED): 5,
    }


def test_a_wrong_submission_of_version_1() -> None:
    graded = loads(stored("wrong"))
    assert (graded.score, graded.max_score, graded.undecided) == (5.0, 11.0, 1.0)
    assert went(graded) == {
        ("1.6", Verdict.ACCEPTED): 10,
        ("1.6", Verdict.WRONG_ANSWER): 7,
        ("1.7", Verdict.ACCEPTED): 10,
        ("1.7", Verdict.INVALID_RETURN): 2,
        ("1.7", Verdict.WRONG_ANSWER): 3,
        ("3.2", Verdict.ACCEPTED): 19,
        ("3.2", Verdict.WRONG_ANSWER): 12,
    }
    cases = {case.id: case for task in graded.tasks for case in task.cases}
    attempt, *others = cases["1.6/beats_greedy"].attempts
    assert (attempt["success"], attempt["margin"], len(others)) == (False, -2.7194, 5)
    explanation = cases["3.2/one_ply[one_ply_1b1]"].explanation
    assert explanation is not None
    assert explanation.text.startswith("After (1, 4) → (2, 3), best play leads to the score 0;")
    assert [line.outcome for line in explanation.lines] == ["the score 0", "the score 1"]


def went(graded: Report) -> Counter[tuple[str, Verdict]]:
    """How many cases of each task have which verdict."""
    return Counter((task.id, case.verdict) for task in graded.tasks for case in task.cases)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_lost_or_added(name: str) -> None:
    old = json.loads(stored(name))
    for task in old["tasks"]:
        task["cases"] = [upgrade_report_v1._migrate_case(case) for case in task["cases"]]
    new = json.loads(dumps(loads(stored(name)), View.STAFF))
    derived = Counter(_leaves({"schema": "grade-report/1"}))
    for task in old["tasks"]:
        derived.update(_leaves({"by_hand": task["by_hand"]}))
        derived.update(leaf for case in task["cases"] for leaf in _leaves({"test": case["test"]}))
    old["load_stdout"] = old["load"].pop("stdout")
    left = Counter(_leaves(old)) - derived
    found = Counter(_leaves(new)) - Counter(_leaves({"schema": "grade-report/2"}))
    assert found.pop(NO_CODE) == sum(len(task["cases"]) for task in old["tasks"])
    found.pop(("shared", "False"), None)  # nothing of it was, then
    for unknown in (("title", "''"), ("student", "''"), ("column", "None")):
        found.pop(unknown, None)
    assert left == found


def _leaves(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Each value that holds no others, and the key that it has."""
    if isinstance(value, dict):
        for inner_key, inner in value.items():
            yield from _leaves(inner, inner_key)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, key)
    else:
        yield key, repr(value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"load": {}}, "'notes' is missing"),
        ({"machine": []}, "an object or an array is something else"),
        ({"tasks": 5}, "an object or an array is something else"),
        ({"tasks": [{"id": "1"}]}, "'tests' is missing"),
        ({"tasks": [{"tests": [], "cases": [{"test": "a"}]}]}, "'a' is missing"),
        ({"submission": 3}, "an object or an array is something else"),
        ({"seed": "x"}, '"seed" should be a whole number'),
    ],
)
def test_what_is_no_report_of_version_1(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ReportError) as refused:
        loads(json.dumps(json.loads(stored("right")) | change))
    assert complaint in str(refused.value)
    assert str(refused.value).startswith("This is not a grade report: ")
