"""Chooses the case to show first of a failing task, and says in a sentence what is wrong.

Nothing here is escaped yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.model.formatting import format_count
from grader.model.report import CaseResult, TaskResult, TestResult
from grader.model.verdict import NOT_CALLED, OPEN_VERDICTS, Verdict
from grader.render.report_sentences import (
    KNOWN_MISTAKE,
    failing_cases_to_show,
    is_function_missing,
    is_worth_reading,
)

_NUMBER = re.compile(r"[-−]?\d[^\n]{0,20}")
"""What was expected and what came are part of the sentence where both are numbers: ``1 call``."""


def choose_example(
    tests: Iterable[TestResult], verdict: Verdict | None = None
) -> tuple[TestResult, CaseResult] | None:
    """Return the best-explained failing case of a test that costs points.

    Return ``None`` if no failing case of ``tests`` says more than that it fails.

    Args:
        verdict: the task's verdict, which is shown beside; cases with this verdict come first.
            Cases whose call was made come before all others, which only tell of earlier calls.
    """
    found = [(test, case) for test in tests for case in failing_cases_to_show(test) if case.tells]
    return max(
        found,
        key=lambda each: (
            each[1].code != NOT_CALLED,
            each[0].points > 0,
            each[1].verdict is verdict,
            *rate_case(each[1]),
        ),
        default=None,
    )


def rate_case(case: CaseResult) -> tuple[bool, bool, bool, bool]:
    """Return how much ``case`` has to show, as a key for sorting: more is greater."""
    explanation = case.explanation
    return (
        case.tells,
        explanation is not None and explanation.counterexample is not None,
        explanation is not None,
        bool(case.figures),
    )


def is_failing(task: TaskResult) -> bool:
    """Return whether ``task`` lost points, or has a verdict that is not "accepted"."""
    if task.verdict is None:
        return False
    return not task.verdict.passed or (task.score or 0) < task.max_score


def explain_missing_function(tests: Iterable[TestResult]) -> str:
    """Return why the function of these tests cannot be called; empty if no case says it."""
    messages = (case.message for test in tests for case in test.cases)
    return next(filter(None, messages), "")


def explain_verdict(task: TaskResult) -> str:
    """Return one sentence on why ``task`` has its verdict; empty if it is not failing.

    That is what the terminal shows of the task: the known mistake if there is just one, or the
    message of its :func:`choose_example`. Of hidden tests a student reads the hint instead.
    """
    losing = [test for test in task.tests if is_worth_reading(test)]
    if task.verdict is None or not is_failing(task):
        return ""
    if is_function_missing(losing):
        return explain_missing_function(losing) or f"{task.verdict.words}."
    if len(task.diagnoses) == 1:
        return f"{KNOWN_MISTAKE}: {task.diagnoses[0].sentence}"
    failed = [test for test in losing if not test.verdict.passed and not test.not_run]
    found = choose_example(failed, task.verdict)
    if found is not None and found[1].message:
        return _message_with_numbers(found[1])
    if failed:
        test = max(failed, key=lambda test: (test.verdict is task.verdict, test.points))
        return _explain_hidden_failures(task, test if found is None else found[0], failed)
    notes = (test.note for test in losing if test.note)
    return next(notes, task.note or f"{task.verdict.words}.")


def _message_with_numbers(case: CaseResult) -> str:
    """Return the message and, if they are numbers, the expected and the actual value."""
    values = case.expected or "", case.actual or ""
    if not all(map(_NUMBER.fullmatch, values)):
        return case.message
    return f"{case.message} Expected {values[0]}, got {values[1]}."


def _explain_hidden_failures(
    task: TaskResult, test: TestResult, failed: Sequence[TestResult]
) -> str:
    """Return the explanation for a reader who may see none of the failing cases."""
    said = f"{test.verdict.words} in {len(failed)} of {format_count(len(task.tests), 'test')}"
    if test.verdict in OPEN_VERDICTS:
        return f"{said}: a person has to look."
    return f"{said}. Hint: {test.hint}" if test.hint else f"{said}."
