"""Compares the tests that a wrong solution fails with those its author expects it to fail.

If the author names tests of a task, these are compared; otherwise the task as a whole. A task or
test has failed if it lost points, even if these are only withheld because of other tests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from grader.assignment import Assignment
from grader.author import grading_jobs
from grader.author.check_results import CheckFinding
from grader.author.solution_variants import (
    Variant,
    find_line_of_entry,
    path_within_course,
    task_id_of_entry,
)
from grader.examine.hidden_test import HiddenTest
from grader.model.report import Report, TaskResult, TestResult
from grader.model.verdict import Verdict


def find_survival(variant: Variant, report: Report) -> CheckFinding | None:
    """Return the finding about ``variant`` if it passes anything that it should fail."""
    failed = _failed_tests(variant, report)
    always = [name for name in variant.tests if not name.endswith("?")]
    kept = [name for name in _match_test_ids(always, report) if name not in failed]
    unknown = [name for name in variant.tests if not list(_match_test_ids([name], report))]
    whole = set(variant.fails) - _tasks_with_named_tests(variant)
    if not (kept or unknown or whole - failed.keys()):
        return None
    missing = [
        *(f"{name} keeps its points." for name in kept),
        *(f"There is no test {name} that is worth points." for name in unknown),
    ]
    return _finding(variant, failed, message="\n".join(missing))


def find_unknown_tests(
    assignment: Assignment, variants: Iterable[Variant], tests: Iterable[HiddenTest]
) -> list[str]:
    """Return sentences about tests that ``variants`` name and that do not exist."""
    known = [test.id for test in tests if test.mark.points]
    problems: list[str] = []
    for variant in variants:
        file = path_within_course(
            assignment, assignment.reference / "mutants" / f"{variant.name}.py"
        )
        for name in variant.tests:
            pattern = name.removesuffix("?")
            if not any(fnmatchcase(test, pattern) for test in known):
                siblings = [
                    test for test in known if task_id_of_entry(test) == task_id_of_entry(name)
                ]
                problems.append(
                    f"{file}:{find_line_of_entry(variant.source, name)}: there is no test {name} "
                    f"that is worth points; those of task {task_id_of_entry(name)} are "
                    f"{', '.join(siblings)}"
                )
    return problems


def find_unexpected_failure(
    variant: Variant, report: Report, also: Collection[str] = ()
) -> CheckFinding | None:
    """Return the first failure of ``variant`` beyond the declared ones, as a finding.

    Tasks that ``variant`` leaves to a person have to be undecided.

    Args:
        also: tasks that may fail as well, as :func:`tasks_building_on` gives them.
    """
    failed = _failed_tests(variant, report)
    allowed = {*variant.fails, *_match_test_ids(variant.tests, report), *also}
    for name, result in failed.items():
        if name in variant.open and result.verdict is Verdict.UNDECIDED:
            continue
        if name not in allowed:
            finding = _finding(
                variant, failed, message=grading_jobs.first_failure_message(result.cases)
            )
            return replace(finding, verdict=result.verdict)
    graded = {task.id for task in report.tasks}
    if decided := [task for task in variant.open if task in graded - failed.keys()]:
        said = f"The grader decides {', '.join(decided)} by now: delete that from `#: open =`."
        return _finding(variant, failed, message=said)
    return None


def tasks_building_on(variant: Variant, assignment: Assignment) -> set[str]:
    """Return tasks that build on a function ``variant`` gets wrong, if roles are bound.

    Functions are lent in the convention that the student's own have shown, and a wrong one may
    show none.
    """
    if assignment.contract is None:
        return set()
    wrong = {task.function for task in assignment.tasks if task.id in variant.fails}
    return {
        task.id
        for task in assignment.tasks
        if task.id not in variant.fails and not wrong.isdisjoint(task.globals)
    }


def _finding(variant: Variant, failed: Iterable[str], message: str) -> CheckFinding:
    whole = [task for task in variant.fails if task not in _tasks_with_named_tests(variant)]
    should = (*whole, *variant.tests)
    return CheckFinding(variant.name, variant.diagnosis, should, list(failed), message=message)


def _failed_tests(variant: Variant, report: Report) -> Mapping[str, TaskResult | TestResult]:
    """Return failed tests where ``variant`` names tests, and other failed tasks, by id."""
    failed: dict[str, TaskResult | TestResult] = {}
    for task in grading_jobs.tasks_losing_points(report):
        if task.id in _tasks_with_named_tests(variant):
            failed |= {test.id: test for test in task.tests if test.score < test.points}
        else:
            failed[task.id] = task
    return failed


def _tasks_with_named_tests(variant: Variant) -> set[str]:
    """Return the tasks in which ``variant`` names tests."""
    return {task_id_of_entry(test) for test in variant.tests}


def _match_test_ids(names: Iterable[str], report: Report) -> Iterable[str]:
    """Return the ids of the tests worth points that ``names`` stand for."""
    tests = [test.id for task in report.tasks for test in task.tests if test.points]
    patterns = [name.removesuffix("?") for name in names]
    return (test for test in tests if any(fnmatchcase(test, pattern) for pattern in patterns))
