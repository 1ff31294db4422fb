"""Checks that the points of tests add up, and drops points that count only beside other tests."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from grader.assignment import Assignment, assignment_toml
from grader.examine.hidden_test import HiddenTest, hidden_test_id
from grader.model.report import TestResult
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.testing.test_decorators import TaskMark


def find_point_problems(
    assignment: Assignment,
    found: Sequence[HiddenTest],
    tasks: Collection[str],
    refused: Collection[str] = (),
) -> list[str]:
    """Return sentences about points of ``tasks`` that do not add up, and names used wrongly.

    Args:
        refused: tasks of which a test is left out, about which there is a sentence already.
    """
    problems: list[str] = []
    for number in tasks:
        tests = [test for test in found if test.mark.task == number]
        names = [test.name for test in tests]
        for name in sorted({name for name in names if names.count(name) > 1}):
            places = " and ".join(test.where for test in tests if test.name == name)
            problems.append(
                f"{places}: task {number} has more than one test called {name}; rename one"
            )
        if number in refused:
            continue
        problems += _problems_of_task_points(assignment, number, tests)
        for test in tests:
            problems += (
                f"{test.where}: {test.name} counts beside {other}, which does not exist; "
                f"the tests of task {number} are {', '.join(sorted(set(names)))}"
                for other in sorted(set(test.mark.beside) - set(names))
            )
    return problems


def _problems_of_task_points(
    assignment: Assignment, number: str, tests: Sequence[HiddenTest]
) -> Iterator[str]:
    """Yield problems with the points of the task ``number``, whose hidden tests are ``tests``."""
    index = [task.id for task in assignment.tasks].index(number)
    points = assignment.tasks[index].points
    total = sum(test.mark.points for test in tests)
    place = functools.partial(
        assignment_toml.locate_key, assignment.tests / assignment_toml.NAME, f"tasks[{index}]"
    )
    if not tests:
        yield (
            f"{place()}: task {number} has no hidden tests; write one, with "
            f'@task("{number}", points={points:g}), or mend what keeps it from being read'
        )
    elif abs(total - points) > 1e-9:
        each = ", ".join(f"{test.mark.points:g} ({test.where})" for test in tests)
        yield (
            f"{place()}: the tests of task {number} are worth {total:g} points together, "
            f"but assignment.toml gives it {points:g}; change points of the task, or of a test: "
            f"{each}"
        )


def drop_conditional_points(results: Iterable[tuple[TaskMark, TestResult]]) -> list[TestResult]:
    """Return the results without points that count only beside tests that were not passed.

    Whether these are earned is no question to a person then. Beside a test that is undecided, they
    are undecided, too.
    """
    by_id = {result.id: (mark, result) for mark, result in results}
    return [_drop_if_conditional(mark, result, by_id) for mark, result in by_id.values()]


def ids_earning_points(results: Sequence[tuple[TaskMark, TestResult]]) -> set[str]:
    """Return the ids of the results that earn points: passed, as are the tests beside them."""
    passed = {result.id for _, result in results if result.verdict.passed}
    return {
        result.id
        for mark, result in results
        if result.points > 0
        and {result.id, *(hidden_test_id(mark, name) for name in mark.beside)} <= passed
    }


def _drop_if_conditional(
    mark: TaskMark, result: TestResult, by_id: Mapping[str, tuple[TaskMark, TestResult]]
) -> TestResult:
    for name in mark.beside:
        _, other = by_id.get(hidden_test_id(mark, name), (None, None))
        if other is None or other.verdict.passed:
            continue
        note = f"its points count only if “{other.title}” is accepted, too"
        if result.score:
            verdict = Verdict.UNDECIDED if other.verdict in OPEN_VERDICTS else result.verdict
            return replace(result, score=0.0, verdict=verdict, note=note)
        if result.verdict is Verdict.UNDECIDED and other.verdict not in OPEN_VERDICTS:
            return replace(_without_manual_question(result), note=note)
    return result


def _without_manual_question(result: TestResult) -> TestResult:
    """Return ``result`` as wrong instead of undecided, where a person could change nothing."""
    cases = (
        replace(case, verdict=Verdict.WRONG_ANSWER) if case.verdict is Verdict.UNDECIDED else case
        for case in result.cases
    )
    return replace(result, verdict=Verdict.WRONG_ANSWER, cases=tuple(cases))
