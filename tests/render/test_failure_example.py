"""The sentence that says why a task lost points, and that the terminal shows the same one."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grader.model.figures import Counterexample, Diagnosis, Explanation
from grader.model.report import Report, TaskResult, View, Visibility
from grader.model.report_views import redact_for_view
from grader.model.verdict import NOT_CALLED, Verdict
from grader.render.report_json import loads
from grader.render.report_sentences import choose_example, explain_verdict
from grader.render.terminal.report import render_brief
from tests.render.samples import EVERYTHING, RIGHT, WRITTEN, a_test, case, grid, report, task

STORED = loads((Path(__file__).parent / "data" / "report-wrong.json").read_text("utf-8"))
MANY = (Diagnosis("One thing.", 1, 1), Diagnosis("Another.", 1, 1))


def failing(**changes: object) -> TaskResult:
    return task(a_test(case(**changes)))


def test_a_task_that_lost_nothing_has_no_cause() -> None:
    free = replace(a_test(case()), points=0.0, score=0.0)
    right = a_test(case(verdict=Verdict.ACCEPTED, message=""))
    for each in (RIGHT, WRITTEN, task(right, free, verdict=Verdict.ACCEPTED)):
        assert explain_verdict(each) == ""


def test_the_message_of_the_example_is_the_cause() -> None:
    said = "returns a tour that is no local optimum"
    assert explain_verdict(failing(message=said, expected="none above 3", actual="4")) == said
    several = replace(failing(message=said, expected=None), diagnoses=MANY)
    assert explain_verdict(several) == said


def test_numbers_belong_to_the_cause() -> None:
    counted = failing(message="It climbs too seldom.", expected="10 calls", actual="9 calls")
    assert explain_verdict(counted) == "It climbs too seldom. Expected 10 calls, got 9 calls."
    words = failing(message="It was changed.", expected="the board unchanged", actual="a change")
    assert explain_verdict(words) == "It was changed."


def test_an_exception_is_named_by_the_cause() -> None:
    said = {"verdict": Verdict.RUNTIME_ERROR, "message": "climb raised an exception."}
    named = failing(**said, actual="NameError: name 'helper' is not defined")
    assert explain_verdict(named) == "climb raised NameError: name 'helper' is not defined."
    endless = explain_verdict(failing(**said, actual="ValueError: " + "so\n" * 5000))
    assert endless.startswith("climb raised ValueError: so so ")
    assert len(endless) < 200
    assert explain_verdict(failing(**said, actual=None)) == "climb raised an exception."


def test_a_single_known_mistake_is_the_cause() -> None:
    known = replace(failing(), diagnoses=MANY[:1])
    assert explain_verdict(known) == "looks like a known mistake: One thing."


def test_a_case_whose_call_was_made_goes_first() -> None:
    """Whatever points and verdict say: it is the one that did what the others suffer from."""
    spoilt = case(
        id="2", verdict=Verdict.RUNTIME_ERROR, message="f was not called.", code=NOT_CALLED
    )
    made = case(id="3", message="f ended its process.", explanation=None)
    free = replace(a_test(made), points=0.0, score=0.0)
    for tests in ((a_test(spoilt, made),), (a_test(spoilt), free)):
        found = choose_example(tests, Verdict.RUNTIME_ERROR)
        assert found is not None
        assert found[1] is made


def test_of_hidden_tests_the_hint_is_the_cause() -> None:
    hidden = replace(a_test(case()), visibility=Visibility.PRIVATE, hint="Mind the edge.")
    (seen,) = redact_for_view(report(task(hidden)), View.STUDENT).tasks
    assert explain_verdict(seen) == "wrong answer in 1 of 1 test. Hint: Mind the edge."
    (silent,) = redact_for_view(report(task(replace(hidden, hint=""))), View.STUDENT).tasks
    assert explain_verdict(silent) == "wrong answer in 1 of 1 test."


def test_a_hint_does_not_say_why_something_is_undecided() -> None:
    hidden = replace(
        a_test(case(verdict=Verdict.UNDECIDED)), visibility=Visibility.PRIVATE, hint="Play well."
    )
    (seen,) = redact_for_view(report(task(hidden)), View.STUDENT).tasks
    assert explain_verdict(seen) == "undecided in 1 of 1 test: a person has to look."


def test_a_function_that_is_not_there_is_the_cause() -> None:
    said = "No function named minimax was found."
    assert explain_verdict(failing(verdict=Verdict.NOT_ATTEMPTED, message=said)) == said
    assert explain_verdict(failing(verdict=Verdict.NOT_ATTEMPTED, message="")) == "not attempted."


def test_points_that_are_withheld_have_a_cause() -> None:
    passed = a_test(case(verdict=Verdict.ACCEPTED, message=""), score=0.0, note="Counts later.")
    assert explain_verdict(task(passed)) == "Counts later."


def _flat(graded: Report, view: View) -> str:
    page = StringIO()
    render_brief(graded, view, Console(file=page, width=200))
    return " ".join(page.getvalue().replace("│", " ").split())


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("graded", [STORED, EVERYTHING], ids=["stored", "everything"])
def test_the_terminal_says_the_same(graded: Report, view: View) -> None:
    shown = _flat(graded, view)
    causes = [
        said for each in redact_for_view(graded, view).tasks if (said := explain_verdict(each))
    ]
    assert len(causes) >= 3
    for said in causes:
        message = said.partition(" Expected ")[0].partition("Hint: ")
        assert " ".join((message[2] or message[0]).split()) in shown


def test_the_terminal_says_the_cause_beside_a_smaller_case() -> None:
    found = Counterexample("f(board)", "1", "0", "2 pawns", grid("B_W"))
    explained = case(message="It misses the win.", explanation=Explanation("", (), found))
    assert "It misses the win. A small case: 2 pawns" in _flat(
        report(task(a_test(explained))), View.STAFF
    )


def test_the_case_shown_came_to_the_verdict_that_stands_beside_it() -> None:
    """However much better the other one is explained."""
    explained = case(id="1/a[1]", verdict=Verdict.WRONG_ANSWER, figures=(grid(("_",)),))
    raised = case(id="1/b[1]", verdict=Verdict.RUNTIME_ERROR, figures=())
    tests = [a_test(explained, id="1/a", points=1.0), a_test(raised, id="1/b", points=0.25)]
    assert (found := choose_example(tests)) is not None
    assert found[1] is explained
    assert (found := choose_example(tests, Verdict.RUNTIME_ERROR)) is not None
    assert found[1] is raised
    assert (found := choose_example(tests, Verdict.INVALID_RETURN)) is not None
    assert found[1] is explained
