from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.report import Report, StochasticDecision, StoppedCallBudget, View
from grader.model.submission import LoadNote
from grader.render.json_conversion import ReportError
from grader.render.report_json import dumps, loads
from tests.render.report_schema import make_schema
from tests.render.samples import RIGHT, WRITTEN, a_test, case, report, task
from tests.render.strategies import REPORTS

HERE = Path(__file__).parent
PUBLISHED = HERE.parents[1] / "docs" / "report-schema.json"
SCHEMA: dict[str, Any] = json.loads(PUBLISHED.read_text("ascii"))
GRADED = report(
    WRITTEN,
    RIGHT,
    task(
        a_test(
            case(
                attempts=({"length": 12.5, "won": True, "margin": -0.1},),
                decision=StochasticDecision(
                    False, wrong=0.1, right=0.9, alpha=1e-6, beta=1e-4, most=9
                ),
            ),
            case(
                call=None, budget=StoppedCallBudget(2.0, 0.08, {"moves": 212_480}, {"moves": 1204})
            ),
        )
    ),
    speed=1.3,
    load_notes=(LoadNote("The import was left out.", "bob.py", 3), LoadNote("Odd.")),
)


@pytest.mark.slow
@given(REPORTS)
def test_a_report_survives_the_round_trip(graded: Report) -> None:
    text = dumps(graded, View.STAFF)
    assert all(char == "\n" or " " <= char <= "~" for char in text)
    assert "##" not in text
    assert loads(text) == graded


@pytest.mark.slow
@given(REPORTS, st.sampled_from(View))
def test_every_report_fits_the_schema(graded: Report, view: View) -> None:
    jsonschema.Draft202012Validator(_closed(SCHEMA)).validate(json.loads(dumps(graded, view)))


def _closed(schema: Any) -> Any:
    """``schema`` without room for keys that it does not describe."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items()}
    return closed | {"additionalProperties": False} if "required" in schema else closed


def test_the_published_schema_is_what_the_classes_give() -> None:
    """Otherwise: ``make schema``."""
    assert make_schema() == SCHEMA


def test_the_schema_is_one_and_describes_every_field() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(_undescribed(SCHEMA, "report")) == []


def _undescribed(schema: Any, where: str) -> list[str]:
    found = []
    for key, part in schema.get("properties", {}).items():
        place = f"{where}.{key}"
        found += [place] if not part.get("description") else []
        found += [place] if key not in schema["required"] else []
        found += _undescribed(part, place)
    for key, part in schema.get("$defs", {}).items():
        found += _undescribed(part, key)
    return found + (_undescribed(schema["items"], where) if schema.get("items") else [])


def test_the_keys_that_others_rely_on() -> None:
    document = json.loads(dumps(GRADED, View.STAFF))
    assert document["schema"] == "grade-report/2"
    assert (document["path"], document["digest"]) == (GRADED.path, GRADED.digest)
    assert (document["score"], document["max_score"], document["undecided"]) == (1, 2, 2)
    written, _, minimax = document["tasks"]
    assert (written["verdict"], written["score"]) == (None, None)
    (test,) = minimax["tests"]
    assert (test["id"], len(test["cases"])) == ("test_forced_win", 2)
    assert test["cases"][1]["call"] is None


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_nonfinite_values_are_named(value: float) -> None:
    graded = report(task(a_test(case(attempts=({"length": value, "all": [value]},)))))
    text = dumps(graded, View.STAFF)
    json.loads(text, parse_constant=pytest.fail)
    attempt = loads(text).tasks[0].cases[0].attempts[0]
    assert repr(attempt) == repr({"length": value, "all": (value,)})


def test_a_measurement_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ReportError, match="cannot be written"):
        dumps(replace(GRADED, duration=math.inf), View.STAFF)


def test_huge_integers_and_odd_values_become_texts() -> None:
    recorded = {"length": 10**5000, "tour": {1, 2}, "raw": b"x"}
    attempt = (
        loads(dumps(report(task(a_test(case(attempts=(recorded,))))), View.STAFF))
        .tasks[0]
        .cases[0]
        .attempts[0]
    )
    assert attempt == {"length": hex(10**5000), "tour": "{1, 2}", "raw": "b'x'"}


def test_numbers_of_other_libraries_are_numbers() -> None:
    class Length(float):
        pass

    class Name(str):
        __slots__ = ()

    graded = report(duration=Length(2.5), seed=np.int64(3), load_stdout=Name("a"))
    assert loads(dumps(graded, View.STAFF)) == report(duration=2.5, seed=3, load_stdout="a")


def test_tests_of_one_task_may_share_an_id() -> None:
    twice = report(task(a_test(case()), a_test(case(), case())))
    assert loads(dumps(twice, View.STAFF)) == twice


def test_a_report_from_before_a_key_was_added_is_read() -> None:
    document = json.loads(dumps(GRADED, View.STAFF))
    del document["cpu_seconds"], document["tasks"][2]["tests"][0]["cases"][1]["call"]
    assert loads(json.dumps(document)) == replace(GRADED, cpu_seconds=0.0)


def test_unknown_keys_are_ignored() -> None:
    document = json.loads(dumps(GRADED, View.STAFF))
    document["later"] = document["tasks"][0]["later"] = "addition"
    assert loads(json.dumps(document)) == GRADED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is not valid JSON"),
        ("{", "it is not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"schema": NaN}', "NaN is not a finite number"),
        ("9" * 5000, "it is not valid JSON"),
        ("[]", 'does not say "schema": "grade-report/2"'),
        ("{}", 'does not say "schema": "grade-report/2"'),
        ('{"schema": 1}', 'does not say "schema": "grade-report/2"'),
        ('{"schema": "grade-report/3"}', "'grade-report/3', but this version of the grader reads"),
        ('{"schema": "grade-report/2"}', '"grader_version" is missing'),
        ('{"schema": "grade-report/1"}', "'grade-report/1', but this version of the grader reads"),
    ],
)
def test_what_is_no_report_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ReportError) as refused:
        loads(text)
    assert sentence in str(refused.value)
    assert str(refused.value).count("\n") == 0


CASE = ("tasks", 2, "tests", 0, "cases", 0)


def _at(document: Any, *way: Any) -> Any:
    for step in way:
        document = document[step]
    return document


def _set(*path: Any) -> Callable[[Any], None]:
    """A change to a document: the last item of ``path`` is put where the others lead."""
    *way, key, value = path

    def change(document: Any) -> None:
        _at(document, *way)[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_set("seed", "5"), '"seed" should be a whole number'),
        (_set("tasks", 0, "max_score", True), '"tasks[0].max_score" should be a finite number'),
        (_set("complete", 1), '"complete" should be true or false'),
        (_set("duration", 10**400), '"duration" should be a finite number'),
        (_set("score", 2), '"score" should be 1, the sum of its tasks'),
        (_set("tasks", {}), '"tasks" should be an array'),
        (_set("tasks", 0, []), '"tasks[0]" should be an object'),
        (_set("tasks", 0, "score", 1), '"score" should be '),
        (_set("tasks", 1, "score", None), '"tasks[1]" has a verdict and no score'),
        (_set("tasks", 1, "verdict", "ok"), '"tasks[1].verdict" should be one of internal_error'),
        (_set(*CASE, "expected", 3), '[2].tests[0].cases[0].expected" should be a string or null'),
        (_set(*CASE, "attempts", 0, "length", {"float": "x"}), "inf, -inf or nan"),
        (_set(*CASE, "visibility", "all"), '.visibility" should be one of public, private, eval'),
        (_set("sandbox", "enforced", "files", None), 'value in "sandbox.enforced" should be true'),
        (_set(*CASE, "figures", [{"kind": 3}]), '.figures[0].kind" should be a string'),
        (_set(*CASE, "figures", [{"kind": "x"}]), '.kind" should be one of grid, routes, chart'),
        (_set(*CASE, "figures", [{"kind": "chart"}]), '.figures[0].caption" is missing'),
        (lambda document: _at(document, *CASE).pop("verdict"), 'cases[0].verdict" is missing'),
    ],
)
def test_a_wrong_shape_is_refused_with_its_place(
    change: Callable[[Any], None], complaint: str
) -> None:
    document = json.loads(dumps(GRADED, View.STAFF))
    change(document)
    with pytest.raises(ReportError) as refused:
        loads(json.dumps(document))
    assert complaint in str(refused.value)


@pytest.mark.parametrize("change", [{"view": "\ud800"}, {"seed": "\udfff"}, {"\ud800": 1}])
def test_half_a_character_in_place_of_something_else_is_refused(change: Any) -> None:
    document = json.loads(dumps(GRADED, View.STAFF)) | change
    with pytest.raises(ReportError, match="half a character"):
        loads(json.dumps(document))


def test_values_nested_too_deeply_are_refused() -> None:
    graded = report(task(a_test(case(attempts=({"length": 1.25},)))))
    for depth in (500, 5_000, 50_000):
        text = dumps(graded, View.STAFF).replace("1.25", "[" * depth + "]" * depth)
        with pytest.raises(ReportError, match="nested too deeply"):
            loads(text)


def test_infinity_in_disguise_is_refused() -> None:
    text = dumps(GRADED, View.STAFF).replace('"duration": 3.456', '"duration": 1e999')
    with pytest.raises(ReportError, match="finite number"):
        loads(text)


def test_a_student_report_says_so_and_stays_one() -> None:
    text = dumps(GRADED, View.STUDENT)
    assert json.loads(text)["view"] == "student"
    assert dumps(loads(text), View.STAFF) == text


def test_json_reports_do_without_rich() -> None:
    script = "import sys, grader.render.report_json; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
