"""What tests are worth: whether their points add up, and which count only beside others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from grader.assignment import Assignment
from grader.examine.hidden_test import HiddenTest, id_of
from grader.model.report import TestResult
from grader.testing.marks import TaskMark


def contradictions(
    assignment: Assignment, found: Sequence[HiddenTest], tasks: Collection[str]
) -> list[str]:
    """Points of ``tasks`` that do not add up, and references to tests that do not exist."""
    problems: list[str] = []
    for number in tasks:
        names = [test.name for test in found if test.mark.task == number]
        tests = {test.name: test.mark for test in found if test.mark.task == number}
        if len(names) > len(tests):
            twice = max(names, key=names.count)
            problems.append(f"task {number} has more than one test called {twice}")
        total = sum(mark.points for mark in tests.values())
        points = assignment.task(number).points
        if not tests:
            problems.append(f"task {number} has no hidden tests")
        elif abs(total - points) > 1e-9:
            problems.append(
                f"the tests of task {number} are worth {total:g} points together, "
                f"but assignment.toml gives it {points:g}"
            )
        for name, mark in tests.items():
            missing = set(mark.beside) - set(tests)
            problems += (f"{name} counts beside {other}, which does not exist" for other in missing)
    return problems


def counted(results: Iterable[tuple[TaskMark, TestResult]]) -> list[TestResult]:
    """The results, without the points that count only beside tests that were not passed."""
    by_id = {result.id: (mark, result) for mark, result in results}
    return [_counted(mark, result, by_id) for mark, result in by_id.values()]


def _counted(
    mark: TaskMark, result: TestResult, by_id: Mapping[str, tuple[TaskMark, TestResult]]
) -> TestResult:
    for name in mark.beside:
        _, other = by_id.get(id_of(mark, name), (None, None))
        if result.score and other is not None and not other.verdict.passed:
            note = f"counts only beside “{other.title}”, which is not accepted"
            return replace(result, score=0.0, note=note)
    return result
