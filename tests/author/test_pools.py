"""What authors are promised of cases that are drawn: it holds for every draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import pytest

from grader import sandbox
from grader.author import (
    grading_jobs,
    known_wrong_check,
    mutant_detection_limits,
    record_known_mistakes,
    right_solution_checks,
    solution_variants,
)
from grader.author.measure_reference_costs import measure_costs
from grader.author.read_mutant_families import read_families as families
from grader.author.validation_check import CheckResult, ValidationCheck
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests
from grader.jobs.grading_context import GradingContext
from tests.author.conftest import Author
from tests.made_up import TEST_DOUBLE

if TYPE_CHECKING:
    from grader.jobs.forked_worker import ParentLink

pytestmark = pytest.mark.bubblewrap

DRAWING = TEST_DOUBLE.replace("[1, 2, 3]", "[1, 2, 3], pool=range(10, 30), draw=1")
WRONG_FOR_17 = "def double(number):\n    return 2 * number if number != 17 else 0\n"
FAMILY = """\"\"\"Numbers from SIZE on are wrong.\"\"\"
#: tasks = 1
#: sizes = 2, 3, 10, 15
#: accepted = from 10
#: because = larger numbers are drawn, for some


def double(number):
    return 2 * number if number < SIZE else 0
"""


def context(author: Author, **files: str) -> GradingContext:
    chosen = author(
        DRAWING, files={name.replace("__", "/") + ".py": t for name, t in files.items()}
    )
    return GradingContext(
        chosen, sandbox.choose_backend("bubblewrap"), tests=find_hidden_tests(chosen)
    )


def judged(check: ValidationCheck) -> CheckResult:
    return check.judge(
        {name: work(cast("ParentLink", lambda *_: None)) for name, work in check.works.items()}
    )


def named(result: CheckResult) -> list[tuple[str, Sequence[str]]]:
    return [(each.name, each.does) for table in result.tables for each in table.findings]


def test_the_reference_is_tried_on_the_whole_pool_once(author: Author) -> None:
    made = context(author, double=WRONG_FOR_17)
    result = judged(right_solution_checks.make_reference_check(made, 3))
    ((test, seeds),) = named(result)
    assert test == "1/doubles"
    # With the others, only if it is drawn.
    assert seeds[0] == "0"
    assert len(seeds) < 3


def test_right_solutions_are_tried_on_the_whole_pool(author: Author) -> None:
    made = context(author, rights__doubling__by_adding='"""Adds."""\n\n\n' + WRONG_FOR_17)
    found, problems = solution_variants.read_variants(made.assignment, "rights")
    assert not problems
    assert [
        name
        for name, _ in named(judged(right_solution_checks.make_right_solutions_check(made, found)))
    ] == ["doubling/by_adding"]


def test_a_mutant_has_to_fail_without_the_pool(author: Author) -> None:
    text = '"""Wrong from ten on."""\n#: fails = 1\n\n\n' + FAMILY.partition("\n\n\n")[2]
    made = context(author, mutants__doubling__squares=text.replace("SIZE", "10"))
    result = judged(
        known_wrong_check.make_mutants_check(made, solution_variants.read_mutants(made.assignment))
    )
    assert result.figures["surviving"] == 1


def test_a_limit_is_that_without_the_pool(author: Author) -> None:
    made = context(author, families__doubling__from_a_number_on=FAMILY)
    found, problems = families(made.assignment)
    assert not problems
    result = judged(mutant_detection_limits.make_detection_limits_check(made, found))
    assert (result.figures["worse"], result.figures["better"]) == (0, 0)


def test_of_mistakes_no_drawn_case_is_recorded(author: Author) -> None:
    known = record_known_mistakes.record_mistakes(context(author), seeds=(0,))
    (mistake,) = known.of("1")
    assert set(mistake.outcomes) == {"1/doubles[1]", "1/doubles[2]", "1/doubles[3]"}


def test_costs_are_those_of_the_whole_pool(author: Author) -> None:
    made = context(author)
    found = measure_costs(made.assignment, made.sandbox, seeds=(0,))
    assert set(found.cpu) == {f"1/doubles[{number}]" for number in (1, 2, 3, *range(10, 30))}


def test_tests_are_found_if_nobody_has(author: Author) -> None:
    chosen = GradingContext(author(DRAWING), sandbox.choose_backend("bubblewrap"))
    solution = solution_variants.whole_reference_submission(chosen.assignment)
    totals: set[int] = set()
    grading_jobs.grade_to_report(
        chosen,
        solution,
        lambda _task, _done, total: totals.add(total),
        cases=HiddenTests.with_whole_pools,
    )
    assert totals == {23}
