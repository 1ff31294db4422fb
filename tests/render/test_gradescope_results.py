"""``results.json``, held against what Gradescope documents of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from grader.model.figures import OwnFunctionOutcome
from grader.model.report import Report, View, Visibility
from grader.model.verdict import Verdict
from grader.render.gradescope_results import render
from tests.render.samples import (
    EVERYTHING,
    EVIL,
    RIGHT,
    WRITTEN,
    a_test,
    case,
    hostile,
    report,
    task,
)

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tests"],
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number", "minimum": 0},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "dependentRequired": {"score": ["max_score"], "max_score": ["score"]},
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "name_format": FORMAT,
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "output_format": FORMAT,
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
            },
        },
        "leaderboard": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "value"],
                "properties": {
                    "name": {"type": "string"},
                    "value": {},
                    "order": {"enum": ["asc", "desc"]},
                },
            },
        },
    },
}


def results(graded: Report, view: View = View.STAFF) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render(graded, view))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return document


def visible_to_students(document: dict[str, Any]) -> dict[str, Any]:
    tests = [test for test in document["tests"] if test["visibility"] != "hidden"]
    return document | {"tests": tests}


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("graded", [EVERYTHING, report(), hostile(EVIL)])
def test_it_fits_the_schema(graded: Report, view: View) -> None:
    results(graded, view)


def test_points_add_up_to_the_score() -> None:
    document = results(EVERYTHING)
    assert document["score"] == EVERYTHING.score
    assert sum(test.get("score", 0) for test in document["tests"]) == EVERYTHING.score
    assert sum(test.get("max_score", 0) for test in document["tests"]) == EVERYTHING.max_score


def test_points_are_decimal_numbers() -> None:
    document = results(report(task(a_test(case(), points=0.5, score=0.1 + 0.2))))
    assert (document["score"], document["tests"][0]["score"]) == (0.3, 0.3)


def test_tests_pass_or_fail_and_have_numbers() -> None:
    passed, failed = results(report(RIGHT, task(a_test(case()))))["tests"]
    assert (passed["number"], passed["status"], passed["output"]) == (
        "2.1.1",
        "passed",
        "Accepted.",
    )
    assert (failed["number"], failed["status"]) == ("3.1.1", "failed")
    assert failed["name"] == "3.1 Finds a forced win"
    assert "│ The score is wrong." in failed["output"]
    assert failed["tags"] == ["wrong_answer", "public"]


def test_points_that_were_withheld_are_no_pass() -> None:
    withheld = a_test(case(verdict=Verdict.ACCEPTED), score=0.0)
    (test,) = results(report(task(withheld)))["tests"]
    assert test["status"] == "failed"
    assert "1 point withheld" in test["output"]


def test_a_task_for_a_person_has_no_points_of_ours() -> None:
    (test,) = results(report(WRITTEN))["tests"]
    assert test == {
        "name": "1.1 State representation",
        "number": "1.1",
        "output": "2 points, to be graded by hand.",
        "visibility": "visible",
    }


BUILDS_ON = (OwnFunctionOutcome("transition", passed_with_own=False, passed_with_reference=True),)
CORRECT_GIVEN = "builds on transition: passes with a correct version of it"


@pytest.mark.parametrize("view", list(View))
def test_what_is_said_about_a_task_is_said_where_all_tests_passed(view: View) -> None:
    passed = a_test(case(verdict=Verdict.ACCEPTED, message=""))
    graded = report(task(passed, passed, note="A note.", dependencies=BUILDS_ON))
    first, second = results(graded, view)["tests"]
    assert first["output"] == f"A note.\n{CORRECT_GIVEN}\nAccepted."
    assert (first["status"], first["visibility"]) == ("passed", "visible")
    assert second["output"] == "Accepted."


def test_what_is_said_about_a_task_is_said_once_with_what_was_lost() -> None:
    passed = a_test(case(verdict=Verdict.ACCEPTED, message=""))
    graded = report(task(passed, a_test(case()), a_test(case()), dependencies=BUILDS_ON))
    outputs = [test["output"] for test in results(graded)["tests"]]
    assert [CORRECT_GIVEN in output for output in outputs] == [False, True, False]
    assert outputs[0] == "Accepted."


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize(
    ("note", "said"), [("It was lost.", "It was lost."), ("", Verdict.INTERNAL_ERROR.words)]
)
def test_a_task_that_was_lost_has_an_entry_without_points(view: View, note: str, said: str) -> None:
    lost = task(max_score=4.0, score=0.0, verdict=Verdict.INTERNAL_ERROR, note=note)
    assert results(report(lost, complete=False), view)["tests"] == [
        {"name": "3.1 Minimax search", "number": "3.1", "output": said, "visibility": "visible"}
    ]


def test_a_task_for_a_person_has_its_note() -> None:
    (test,) = results(report(replace(WRITTEN, note="Hand it in on paper.")))["tests"]
    assert test["output"] == "2 points, to be graded by hand.\nHand it in on paper."


@pytest.mark.parametrize("view", list(View))
def test_students_read_the_student_view_whoever_it_is_for(view: View) -> None:
    hidden = a_test(
        case(message="secret", expected="secret"), title="secret", visibility=Visibility.PRIVATE
    )
    graded = report(task(hidden), errors=("secret",), complete=False)
    shown = visible_to_students(results(graded, view))
    assert "secret" not in json.dumps(shown)
    assert shown["tests"][0]["name"] == "3.1 Think about the last ply."
    assert visible_to_students(results(EVERYTHING, view)) == results(EVERYTHING, View.STUDENT)


def test_staff_find_the_rest_hidden_and_without_points() -> None:
    hidden = a_test(case(message="secret"), title="The title", visibility=Visibility.PRIVATE)
    tests = results(report(task(hidden), errors=("It broke.",)))["tests"]
    _, trouble, details = tests
    assert trouble["output"] == "It broke."
    assert details["name"] == "3.1 The title (staff)"
    assert "secret" in details["output"]
    for test in (trouble, details):
        assert test["visibility"] == "hidden"
        assert "score" not in test


def test_nothing_that_is_printed_is_shown_to_students() -> None:
    assert results(EVERYTHING)["stdout_visibility"] == "hidden"


def test_the_top_says_what_is_to_be_known() -> None:
    output = results(EVERYTHING)["output"]
    assert output.startswith("2 of 9 points.\n2 points to be graded by hand.\n")
    assert "Not final: the grader itself failed on some tests" in output
    assert "bob.py, line 3: No module named 'turtle'" in output
    assert "all my tests passed" in output
