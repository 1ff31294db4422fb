"""The measurement of what students see first of a task that they have failed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.first_screen import Seen, first_screen, seen
from grader.model.figures import Counterexample, Diagnosis, Explanation
from grader.model.report import Visibility
from grader.model.verdict import Verdict
from tests.render.samples import RIGHT, a_test, case, grid, report, task

HIDDEN = a_test(case(visibility=Visibility.PRIVATE), visibility=Visibility.PRIVATE)
SMALL = Counterexample("f(board)", "1", "0", "2 pawns", grid("B_W"))


def test_a_hint_is_neither_a_cause_nor_an_example() -> None:
    assert list(seen(report(task(HIDDEN), RIGHT))) == [Seen("3.1", cause=False, example=False)]


def test_a_known_mistake_is_a_cause() -> None:
    known = task(HIDDEN, diagnoses=(Diagnosis("The last move counts.", 3, 3),))
    assert list(seen(report(known))) == [Seen("3.1", cause=True, example=False)]


def test_a_function_that_is_not_there_is_a_cause() -> None:
    absent = case(verdict=Verdict.NOT_ATTEMPTED, message="There is no function minimax.")
    assert list(seen(report(task(a_test(absent))))) == [Seen("3.1", cause=True, example=False)]


@pytest.mark.parametrize("shared", [True, False])
def test_a_small_case_is_an_example_where_it_may_be_seen(shared: bool) -> None:
    explained = replace(
        HIDDEN.cases[0], explanation=Explanation(counterexample=replace(SMALL, shared=shared))
    )
    (one,) = seen(report(task(replace(HIDDEN, cases=(explained,)))))
    assert one == Seen("3.1", cause=False, example=shared)
    assert one.helps == shared


def test_a_public_case_is_an_example() -> None:
    (one,) = seen(report(task(a_test(case()))))
    assert one.example
    assert "expected  21092109" in first_screen(task(a_test(case())))


@pytest.mark.parametrize(("lines", "example"), [(1, True), (15, False)])
def test_what_stands_below_the_first_screen_does_not_count(lines: int, example: bool) -> None:
    note = "\n".join("wide " * 80 for _ in range(lines))
    assert [each.example for each in seen(report(task(a_test(case()), note=note)))] == [example]
