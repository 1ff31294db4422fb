"""JUnit XML, read by the schema of Jenkins' xUnit plugin and by a library that merges reports.

``data/junit-10.xsd`` is under the MIT licence, which it holds; it comes with pytest's own tests.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
import xmlschema
from hypothesis import given, settings
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite

from grader.model.report import Report, View, Visibility
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.render.junit import render
from tests.render.samples import EVERYTHING, EVIL, RIGHT, a_test, call, case, hostile, report, task

SCHEMA = xmlschema.XMLSchema(Path(__file__).parent / "data" / "junit-10.xsd")


def suites(graded: Report, view: View = View.STAFF) -> list[TestSuite]:
    """The document as a reader has it, once it fits the schema."""
    text = render(graded, view)
    SCHEMA.validate(text)
    return list(JUnitXml.fromstring(text.encode()))


def suite(graded: Report, name: str) -> TestSuite:
    (found,) = [each for each in suites(graded) if each.name == name]
    return found


def xml(graded: Report) -> Element:
    return fromstring(render(graded, View.STAFF))


@pytest.mark.parametrize("view", list(View))
@pytest.mark.parametrize("graded", [EVERYTHING, report(), hostile(EVIL)])
def test_it_fits_the_schema(graded: Report, view: View) -> None:
    suites(graded, view)


def test_suites_say_when_they_were_graded() -> None:
    graded = report(RIGHT)
    assert [each.timestamp for each in suites(graded)] == ["2026-11-21T23:14:59"]
    assert {each.timestamp for each in suites(replace(graded, graded_at=""))} == {None}
    assert {each.timestamp for each in suites(replace(graded, graded_at=EVIL))} == {None}


@given(st.text(st.characters(codec=None), max_size=40))
@settings(max_examples=60)
def test_any_text_whatever_fits_the_schema(evil: str) -> None:
    assert len(suites(hostile(evil))) == 2


def test_a_suite_per_task_a_test_case_per_case() -> None:
    found = suites(EVERYTHING)
    assert [each.name for each in found[:-1]] == [
        f"{task.id} {task.title}" for task in EVERYTHING.tasks
    ]
    assert [len(list(each)) for each in found[:-1]] == [
        len(task.cases) or 1 for task in EVERYTHING.tasks
    ]


def test_the_counts_agree() -> None:
    document = xml(EVERYTHING)
    assert (document.get("tests"), document.get("failures"), document.get("errors")) == (
        str(len(document.findall(".//testcase"))),
        str(len(document.findall(".//failure"))),
        str(len(document.findall(".//error"))),
    )
    minimax = suite(EVERYTHING, "3.1 Minimax search")
    assert (minimax.tests, minimax.failures, minimax.errors, minimax.skipped) == (5, 3, 0, 0)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_is_the_type_of_a_failure(verdict: Verdict) -> None:
    (found,) = suite(report(task(a_test(case(verdict=verdict)))), "3.1 Minimax search")
    if verdict is Verdict.ACCEPTED:
        assert found.is_passed
        return
    (problem,) = found.result
    assert isinstance(problem, Error if verdict in OPEN_VERDICTS else Failure)
    assert (problem.type, problem.message) == (verdict.value, "The score is wrong.")


def test_a_failure_says_what_there_is_to_see() -> None:
    trace = call(stdout="searching\n", stderr="hm\n", traceback="Traceback\n  x\nTypeError: no")
    (found,) = suite(report(task(a_test(case(call=trace)))), "3.1 Minimax search")
    text = found.result[0].text or ""
    for part in (
        "test: Finds a forced win",
        "hint: Think about the last ply.",
        "call: minimax(board, 0, 3, Player.BLACK, generate_valid_moves)",
        "expected: 21092109",
        "got: 3",
        "traceback:\nTraceback",
        "___B__\n",
    ):
        assert part in text
    assert (found.system_out, found.system_err) == ("searching\n", "hm\n")


def test_tasks_for_a_person_are_skipped() -> None:
    (found,) = suite(EVERYTHING, "1.1 State representation")
    assert isinstance(found.result[0], Skipped)
    assert found.result[0].message == "by hand"


def test_cases_of_one_name_are_told_apart() -> None:
    same = a_test(case(), case(), case(id="win_in_3-07 (2)"), case(id="other"))
    names = [each.name for each in suite(report(task(same)), "3.1 Minimax search")]
    assert len(set(names)) == 4


def test_viewers_take_dots_for_packages() -> None:
    (found,) = suite(report(RIGHT), "2.1 Moves")
    assert found.classname == "ps2.2_1.test_forced_win"


def test_properties_say_what_was_graded() -> None:
    (found,) = xml(EVERYTHING).findall("testsuite[@name='1.6 Hill climbing']/properties")
    facts = {each.get("name"): each.get("value") for each in found}
    assert facts["submission"] == "submissions/bob.py"
    assert (facts["score"], facts["max_score"]) == ("1", "3")
    assert (facts["verdict"], facts["view"]) == ("wrong_answer", "staff")


def test_trouble_without_a_case_is_an_error() -> None:
    (found,) = suite(report(RIGHT, errors=("A worker was lost.",)), "the grader itself")
    assert isinstance(found.result[0], Error)
    assert found.result[0].message == "A worker was lost."


def test_times_are_by_the_clock() -> None:
    (found,) = suite(report(RIGHT), "2.1 Moves")
    assert found.time == 0.05


def test_long_output_is_cut_in_the_middle() -> None:
    trace = call(stdout="a" * 60_000 + "the end")
    (found,) = suite(report(task(a_test(case(call=trace)))), "3.1 Minimax search")
    assert len(found.system_out) < 9000
    assert found.system_out.endswith("the end")
    assert "more characters" in found.system_out


def test_students_see_hints_instead_of_hidden_cases() -> None:
    hidden = a_test(case(message="secret"), visibility=Visibility.PRIVATE)
    (found,) = next(iter(suites(report(task(hidden)), View.STUDENT)))
    assert found.result[0].message == "Think about the last ply."
    assert found.name == "3.1-1-hidden"
