"""Which failures are for a person because a function that the task builds on is wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.examine.points_that_count import mark_for_manual_review
from grader.examine.role_binding import Bindings
from grader.model.report import CaseResult, TestResult, Visibility
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission_survey import Definition, Survey
from grader.model.verdict import Verdict
from grader.testing import task

RIGHT, WRONG, OPEN = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.UNDECIDED


FUNCTION = Definition("function", (), mentions=("line",))
CLASS = Definition("class", (), {"moves": ()})


@pytest.mark.parametrize(
    ("helper", "mentions", "expected", "if_lent"),
    [
        (FUNCTION, ("take",), OPEN, WRONG),
        (FUNCTION, ("take", "line"), OPEN, OPEN),
        (FUNCTION, ("moves", "print"), WRONG, WRONG),
        # What is done by a method is in no function's name.
        (CLASS, ("moves", "print"), OPEN, OPEN),
        (CLASS, ("print",), WRONG, WRONG),
    ],
)
@pytest.mark.parametrize(
    ("others", "unlent", "is_wrong", "counts"),
    [
        (WRONG, (), True, OPEN),
        (RIGHT, (), True, WRONG),
        (RIGHT, ("take",), True, OPEN),
        (RIGHT, ("take",), False, WRONG),
        (RIGHT, ("moves",), True, WRONG),
    ],
)
def test_a_failure_beside_a_wrong_function(
    helper: Definition,
    mentions: tuple[str, ...],
    expected: Verdict,
    if_lent: Verdict,
    others: Verdict,
    unlent: tuple[str, ...],
    is_wrong: bool,
    counts: Verdict,
) -> None:
    how = {"call": "f()", "answer": "heap"}
    bindings = Bindings(
        tuple(RoleResult(role, BindingSource.NAME, role, how=how) for role in ("take", "search")),
        frozenset({"take"} if is_wrong else ()),
        survey=Survey({
            "take": helper, "search": Definition("function", (), mentions=mentions),
            "line": Definition("function", ()),
        }),
    )  # fmt: skip
    about = SimpleNamespace(function="search", globals=("take", "moves"))
    assignment: Any = SimpleNamespace(task=lambda _: about)
    mark = task("2", points=1).args[0]
    results = [
        TestResult(
            f"2/{name}", name, "", Visibility.PRIVATE, 1, 0, verdict,
            (CaseResult("a case", verdict, Visibility.PRIVATE, 1),), unlent=which,
        )
        for name, verdict, which in (("other", others, ()), ("failing", WRONG, unlent))
    ]  # fmt: skip
    marked = mark_for_manual_review([(mark, one) for one in results], bindings, assignment)
    expected = expected if unlent else if_lent
    assert marked[1][1].verdict is (expected if counts is OPEN else counts)
