"""``results.json``, held against what PrairieLearn documents of external graders."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from grader.model.report import Report, View, Visibility
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.prairielearn_results import MOST_BYTES, render
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

IMAGE = {
    "type": "object",
    "required": ["url"],
    "properties": {"label": {"type": "string"}, "url": {"pattern": "^data:image/"}},
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["gradable"],
    "properties": {
        "gradable": {"type": "boolean"},
        "format_errors": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "message": {"type": "string"},
        "output": {"type": "string"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "dependentRequired": {"points": ["max_points"], "max_points": ["points"]},
                "properties": {
                    "name": {"type": "string"},
                    "points": {"type": "number"},
                    "max_points": {"type": "number"},
                    "message": {"type": "string"},
                    "output": {"type": "string"},
                    "images": {"type": "array", "items": IMAGE},
                },
            },
        },
    },
    "if": {"properties": {"gradable": {"const": True}}},
    "then": {"required": ["score"]},
    "else": {"required": ["format_errors"], "not": {"required": ["score"]}},
}


def rendered(graded: Report, view: View = View.STAFF) -> Any:
    text = render(graded, view)
    assert len(text.encode()) <= MOST_BYTES
    results = json.loads(text)
    jsonschema.validate(results, SCHEMA)
    return results


def with_verdict(verdict: Verdict) -> Report:
    failing = a_test(case(verdict=verdict))
    return report(task(failing), load_notes=(LoadNote("unexpected indent", "ps2.py", 3),))


def test_the_score_is_a_share_of_what_the_grader_decides() -> None:
    wrong = task(a_test(case()), id="3.1")
    results = rendered(report(WRITTEN, RIGHT, wrong))
    assert results["score"] == 0.5
    assert [entry.get("max_points") for entry in results["tests"]] == [None, 1.0, 1.0]


def test_pictures_of_public_cases_are_images_that_stand_alone() -> None:
    images = [
        image
        for test in rendered(replace(EVERYTHING, errors=()))["tests"]
        for image in test.get("images", ())
    ]
    assert images
    for image in images:
        picture = base64.b64decode(image["url"].partition(",")[2]).decode()
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in picture


def test_students_see_nothing_of_private_cases() -> None:
    private = replace(case(expected="the secret"), visibility=Visibility.PRIVATE)
    graded = report(task(a_test(private, visibility=Visibility.PRIVATE)))
    assert "the secret" not in render(graded, View.STAFF)
    assert "the secret" in render(report(task(a_test(case(expected="the secret")))), View.STUDENT)


@pytest.mark.parametrize("verdict", [Verdict.LOAD_ERROR, Verdict.NOT_ATTEMPTED])
def test_an_attempt_of_which_nothing_could_be_loaded_does_not_count(verdict: Verdict) -> None:
    results = rendered(with_verdict(verdict))
    assert results["gradable"] is False
    assert any("unexpected indent" in error for error in results["format_errors"])


@pytest.mark.parametrize("verdict", [Verdict.NOT_IMPLEMENTED, Verdict.WRONG_ANSWER])
def test_an_attempt_that_was_loaded_counts(verdict: Verdict) -> None:
    results = rendered(with_verdict(verdict))
    assert (results["gradable"], results["score"]) == (True, 0)


def test_an_attempt_on_which_the_grader_failed_does_not_count() -> None:
    assert rendered(report(RIGHT, errors=("It broke.",)))["gradable"] is False


def test_a_report_of_any_length_fits() -> None:
    tests = [a_test(case(message=f"{n}" + "x" * 20_000), id=f"t{n}") for n in range(60)]
    results = rendered(report(task(*tests)))
    assert len(results["tests"]) == 60


def test_hostile_text_shows_as_text() -> None:
    graded = replace(hostile(EVIL), errors=())
    assert render(graded, View.STUDENT).isascii()
    shown = rendered(graded)
    assert "\x1b" not in json.dumps(shown, ensure_ascii=False)
    for image in (image for test in shown["tests"] for image in test.get("images", ())):
        picture = base64.b64decode(image["url"].partition(",")[2]).decode()
        assert not ET.fromstring(picture).findall(".//{*}script")
