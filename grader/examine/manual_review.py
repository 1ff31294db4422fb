"""Marks tests whose result only a person can decide, for manual review.

- Of roles that a person has to settle, because nobody can tell how the submission is called for
  them.
- Of a task of which no test earns a point, if it builds on a role whose function is wrong: the
  mistake may be in code that both use, and that nothing can be lent for. It has cost its points
  there. Of a task of which others do, those for which nothing could be lent for that function.

Which of these it is, no test can say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.assignment import Assignment
from grader.assignment.model import Task
from grader.examine.reference_substitution import MarkedResult
from grader.examine.role_binding import Bindings
from grader.examine.role_candidates import names_reached_from
from grader.examine.test_points import ids_earning_points
from grader.model.report import CaseResult, TestResult
from grader.model.submission_survey import Survey
from grader.model.verdict import MISSING_FUNCTION_VERDICTS, OPEN_VERDICTS, Verdict

_PLAIN = OPEN_VERDICTS | {Verdict.ACCEPTED, Verdict.NOT_IMPLEMENTED}
"""Verdicts that do not depend on how a function is called."""

_SHARED = (
    "Some known answers of {} are wrong, and this function may use the same code, so a person has "
    "to look at it."
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
            why = _reason_of_shared_mistake(task, bindings)
        found.append((mark, _undecided(result, why) if why else result))
    return found


def _reason_of_shared_mistake(task: Task, bindings: Bindings) -> str:
    """Return why a mistake may be in a function that ``task`` builds on; empty if none is wrong.

    One that has no code in common with the task's own function is none of these.
    """
    own = bindings.fits.get(task.function or "")
    wrong = [
        fit.name
        for role, fit in bindings.fits.items()
        if role in bindings.wrong
        and role in task.globals
        and role != task.function
        and (own is None or _share_code(bindings.survey, own.name, fit.name))
    ]
    return _SHARED.format(" and ".join(dict.fromkeys(wrong))) if wrong else ""


def _share_code(survey: Survey, *names: str) -> bool:
    """Return whether two definitions use a third one, or each other, as far as is known."""
    if any(one is None or one.kind == "object" for one in map(survey.definitions.get, names)):
        return True
    first, second = ({*names_reached_from(survey, name)} for name in names)
    return not first.isdisjoint(second)


def _undecided(result: TestResult, why: str) -> TestResult:
    if result.verdict in _PLAIN:
        return result
    cases = tuple(_case(case, why) for case in result.cases)
    return replace(result, verdict=Verdict.worst(case.verdict for case in cases), cases=cases)


def _case(case: CaseResult, why: str) -> CaseResult:
    if case.verdict in _PLAIN:
        return case
    return replace(case, verdict=Verdict.UNDECIDED, message=f"{why} {case.message}".rstrip())
