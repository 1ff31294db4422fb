"""Decides which points of tests count, and which tests a person has to review.

- Before tests are run, their points have to add up.
- Points that a test has only beside others are dropped where those are not passed.
- Tests whose result only a person can decide are marked for manual review: those of roles that a
  person has to settle, because nobody can tell how the submission is called for them; and those of
  a task of which no test earns a point, if it builds on a role whose function is wrong. The mistake
  may be in code that both use, and that nothing can be lent for. It has cost its points there. Of a
  task of which others do, those for which nothing could be lent for that function. Which of these
  it is, no test can say. Code behind functions that were lent, or that are right, is none of it.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from grader.assignment import Assignment, assignment_toml
from grader.assignment.model import Task
from grader.examine.hidden_test import HiddenTest, hidden_test_id
from grader.examine.reference_substitution import MarkedResult
from grader.examine.role_binding import Bindings
from grader.examine.role_candidates import is_class, names_reached_from
from grader.model.report import CaseResult, TestResult
from grader.model.submission_survey import Survey
from grader.model.verdict import MISSING_FUNCTION_VERDICTS, OPEN_VERDICTS, Verdict
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
            return replace(_undecided_as_wrong(result), note=f"{note}: nobody has to look")
    return result


def _undecided_as_wrong(result: TestResult) -> TestResult:
    """Return ``result`` as wrong instead of undecided, where a person could change nothing."""
    cases = (
        replace(case, verdict=Verdict.WRONG_ANSWER) if case.verdict is Verdict.UNDECIDED else case
        for case in result.cases
    )
    return replace(result, verdict=Verdict.WRONG_ANSWER, cases=tuple(cases))


_PLAIN = OPEN_VERDICTS | {Verdict.ACCEPTED, Verdict.NOT_IMPLEMENTED}
"""Verdicts that do not depend on how a function is called."""

_SHARED = (
    "{} got some known answers wrong, and this function may use the same code, so a person has to "
    "look at it."
)


def mark_for_manual_review(
    results: Sequence[MarkedResult], bindings: Bindings, assignment: Assignment
) -> list[MarkedResult]:
    """Return ``results`` with the verdict undecided for tests that only a person can decide."""
    earn = ids_earning_points(results)
    with_points = {mark.task for mark, result in results if result.id in earn}
    found: list[MarkedResult] = []
    for mark, result in results:
        task = assignment.task(mark.task)
        why = bindings.open.get(task.function or "", "")
        if (
            not why
            and (mark.task not in with_points or bindings.wrong & {*result.unlent})
            and result.verdict not in MISSING_FUNCTION_VERDICTS
        ):
            lent = {*task.globals} - {*result.unlent} if mark.lend else set()
            why = _describe_wrong_dependencies(task, bindings, lent)
        found.append((mark, _undecided(result, why) if why else result))
    return found


def _describe_wrong_dependencies(task: Task, bindings: Bindings, lent: Set[str]) -> str:
    """Return a sentence on wrong functions that ``task`` builds on; empty if there are none.

    One that has no code in common with the task's own function is none of these.

    Args:
        lent: roles for which right functions have not made the test pass.
    """
    own = bindings.fits.get(task.function or "")
    doubtful = {fit.name for role, fit in bindings.fits.items() if role in bindings.wrong - lent}
    right = {fit.name for fit in bindings.fits.values()} - doubtful
    wrong = [
        fit.name
        for role, fit in bindings.fits.items()
        if role in bindings.wrong
        and role in task.globals
        and role != task.function
        and (own is None or _share_code(bindings.survey, own.name, fit.name, right))
    ]
    return _SHARED.format(" and ".join(dict.fromkeys(wrong))) if wrong else ""


def _share_code(survey: Survey, first: str, second: str, right: Collection[str]) -> bool:
    """Return whether two definitions use a third one, or each other, as far as is known.

    Args:
        right: functions behind which there is no mistake.
    """
    known = [survey.definitions.get(name) for name in (first, second)]
    if any(one is None or one.kind == "object" for one in known):
        return True
    right = {name for name in right if not is_class(survey, name)}
    used = _names_in_code(survey, first, right) - right
    return not used.isdisjoint(_names_in_code(survey, second, right) - right)


def _names_in_code(survey: Survey, name: str, right: Collection[str]) -> set[str]:
    """Return definitions and methods that ``name`` uses by name, directly or through others."""
    reached = [survey.definitions[one] for one in names_reached_from(survey, name, right)]
    methods = {method for one in survey.definitions.values() for method in one.methods}
    mentioned = {used for one in reached for used in (*one.methods, *one.mentions)}
    return {name} | mentioned & {*survey.definitions, *methods}


def _undecided(result: TestResult, why: str) -> TestResult:
    if result.verdict in _PLAIN:
        return result
    cases = tuple(_case(case, why) for case in result.cases)
    return replace(result, verdict=Verdict.worst(case.verdict for case in cases), cases=cases)


def _case(case: CaseResult, why: str) -> CaseResult:
    if case.verdict in _PLAIN:
        return case
    return replace(case, verdict=Verdict.UNDECIDED, message=f"{why} {case.message}".rstrip())
