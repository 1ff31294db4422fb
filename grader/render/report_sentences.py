"""Writes the sentences that all formats of a report share, and chooses the case to show of a task.

Nothing here is escaped yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from textwrap import shorten

from grader.model.figures import Counterexample, Diagnosis, OwnFunctionOutcome
from grader.model.formatting import (
    TO_MARK,
    format_count,
    format_number,
    format_odds,
    format_percent_rounded_down,
    format_points_with_noun,
    format_score,
    format_seconds,
    format_signed_percent,
    format_some_names,
)
from grader.model.report import (
    CallTrace,
    CaseResult,
    Measure,
    Report,
    SandboxInfo,
    Selection,
    StochasticDecision,
    TaskResult,
    TestResult,
)
from grader.model.verdict import (
    MISSING_FUNCTION_VERDICTS,
    NOT_CALLED,
    OPEN_VERDICTS,
    WRONG_ARGUMENTS,
    Verdict,
)

KNOWN_MISTAKE = "looks like a known mistake"

_SUMS = 5
"""Attempts whose values a summary names."""

_ARGUMENT = 80
"""Characters of an argument that are shown; long ones are nobody's reading matter."""


def is_worth_reading(test: TestResult) -> bool:
    """Return whether ``test`` has to be shown: it failed, or its points were withheld."""
    return not test.verdict.passed or test.score < test.points


def title_of_test(test: TestResult) -> str:
    """Return the title of ``test``, marked as a hint if the hint stands in its place."""
    return f"Hint: {test.title}" if test.title == test.hint else test.title


def is_function_missing(failing: Sequence[TestResult]) -> bool:
    """Return whether these tests fail only as the function is missing or miscalled."""
    return bool(failing) and all(
        test.verdict in MISSING_FUNCTION_VERDICTS
        or (not test.verdict.passed and _takes_other_arguments(test))
        for test in failing
    )


def _takes_other_arguments(test: TestResult) -> bool:
    """Return whether ``test`` fails only as the function takes other arguments."""
    return all(case.code == WRONG_ARGUMENTS for case in test.cases if not case.verdict.passed)


def failing_cases_to_show(test: TestResult) -> list[CaseResult]:
    """Return the failing cases of ``test`` that have something to show."""
    return [] if test.not_run else [case for case in test.cases if not case.verdict.passed]


def describe_traceback_end(case: CaseResult) -> str:
    """Return where the last call of ``case`` raised or stopped; empty if it did not."""
    return "" if case.call is None else case.call.traceback


def describe_test(test: TestResult) -> str:
    """Return a test in words: ``private test, wrong answer in 6 of 24 cases, …``."""
    return f"{test.visibility.value} test, {_describe_outcome(test)}, {describe_lost_points(test)}"


def _describe_outcome(test: TestResult) -> str:
    """Return the verdict and its count, ``wrong answer in 6 of 24 cases``, for each verdict."""
    counts = Counter(case.verdict for case in test.cases if not case.verdict.passed)
    if not counts or len(test.cases) == 1:
        return test.verdict.words
    words = [f"{verdict.words} in {counts[verdict]}" for verdict in Verdict if counts[verdict]]
    return f"{', '.join(words)} of {len(test.cases)} cases"


def describe_lost_points(*tests: TestResult) -> str:
    """Return the points that ``tests`` lost: ``0.25 points lost``, ``1 point withheld``."""
    undecided = [test for test in tests if test.verdict in OPEN_VERDICTS]
    if undecided:
        decided = [test for test in tests if test.verdict not in OPEN_VERDICTS]
        missing = sum(test.points - test.score for test in undecided)
        others = (
            f"{describe_lost_points(*decided)}, "
            if any(test.points > test.score for test in decided)
            else ""
        )
        return f"{others}{format_points_with_noun(missing)} undecided"
    missing = sum(test.points - test.score for test in tests)
    if missing <= 0:
        return "no points lost"
    passed = all(test.verdict.passed for test in tests)
    return f"{format_points_with_noun(missing)} {'withheld' if passed else 'lost'}"


def describe_verdict_and_time(case: CaseResult) -> str:
    """Return the verdict and the time of a case: ``wrong answer, 42 ms CPU``."""
    if case.call is None and not case.cpu_seconds:
        return case.verdict.words
    words = f"{case.verdict.words}, {format_seconds(case.cpu_seconds)} CPU"
    # Sleeping or waiting costs no CPU; without this the verdict would look like a mistake.
    if case.verdict is Verdict.TIME_LIMIT_EXCEEDED and case.wall_seconds > 2 * case.cpu_seconds:
        words += f", {format_seconds(case.wall_seconds)} by the clock"
    return words


def format_full_call(call: CallTrace) -> str:
    """Return the call as one expression, with no argument shortened."""
    return f"{call.function}({', '.join(call.arguments)})"


def format_short_call(call: CallTrace) -> str:
    """Return the call as one expression, with a drawn argument by its name."""
    arguments = [_shorten_argument(text) for text in call.arguments]
    if call.drawn is not None and 0 <= call.drawn.index < len(arguments):
        arguments[call.drawn.index] = call.drawn.name
    return f"{call.function}({', '.join(arguments)})"


def _shorten_argument(argument: str) -> str:
    """Return the beginning and the end of a long argument."""
    if len(argument) <= _ARGUMENT:
        return argument
    return f"{argument[: _ARGUMENT - 20]} … {argument[-16:]}"


def describe_trial_decision(
    decision: StochasticDecision, attempts: Sequence[Mapping[str, object]]
) -> str:
    """Return how many attempts succeeded, and how often luck would decide otherwise."""
    won = sum(attempt.get("success") is True for attempt in attempts)
    words = f"{won} of {format_count(len(attempts), 'attempt')} succeeded."
    if decision.passed is None:
        return f"{words} The trial ended before it was decided."
    if decision.passed:
        return (
            f"{words} {format_odds(decision.alpha)} wrong solutions (with "
            f"{format_percent_rounded_down(decision.wrong)} successes) would pass by luck."
        )
    return (
        f"{words} {format_odds(decision.beta)} right solutions (with "
        f"{format_percent_rounded_down(decision.right)} successes) would fail by bad luck."
    )


def measure_heading(key: str, measures: Sequence[Measure]) -> str:
    """Return the heading for values of attempts that have this key."""
    labels = (each.label for each in measures if each.key == key)
    return next(labels, key.replace("_", " "))


def format_measure(key: str, value: object, measures: Sequence[Measure]) -> str:
    """Return a value recorded for an attempt: ``128.5``, ``0.3 s``, ``+1.3 %``, ``yes``."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if not isinstance(value, int | float):
        return str(value)
    measure = next((each for each in measures if each.key == key), None)
    if measure is None:
        return format_number(value)
    return (
        format_signed_percent(value)
        if measure.share
        else f"{format_number(value)} {measure.unit}".rstrip()
    )


def describe_attempts(test: TestResult) -> str:
    """Return how attempts went: ``3 of 3 attempts succeeded``; empty if there are none.

    For a passed trial, the text also says how often that would be a mistake.
    """
    attempts = [attempt for case in test.cases for attempt in case.attempts]
    if not attempts:
        return ""
    won = sum(attempt.get("success") is True for attempt in attempts)
    words = f"{won} of {format_count(len(attempts), 'attempt')} succeeded"
    measures = [each for case in test.cases for each in case.measures if each.sums_up]
    if measures and (sums := _sums(measures[0], attempts)):
        shown = ", ".join(sums[:_SUMS]) + (", …" if len(sums) > _SUMS else "")
        words += f", {measures[0].label}s {shown}"
    decisions = [case.decision for case in test.cases if case.decision is not None]
    if decisions and decisions[-1].passed:
        words += f"; {format_odds(decisions[-1].alpha)} wrong solutions would pass by luck"
    return words


def _sums(measure: Measure, attempts: Sequence[Mapping[str, object]]) -> list[str]:
    found = (attempt.get(measure.key) for attempt in attempts)
    numbers = (value for value in found if isinstance(value, int | float))
    return [format_measure(measure.key, value, [measure]) for value in numbers if abs(value) < inf]


def describe_score(report: Report) -> str:
    """Return the score of a report: ``2 of 9 points (22 %)``."""
    words = f"{format_score(report.score, report.max_score)}"
    return (
        f"{words} ({format_percent_rounded_down(report.score, report.max_score)})"
        if report.max_score
        else words
    )


def describe_open_points(report: Report) -> str:
    """Return ``2 points to be graded by hand and 1 point undecided``, or nothing."""
    undecided = sum(task.to_decide for task in report.tasks if task.score is not None)
    by_hand = report.undecided - undecided
    parts = [
        f"{format_points_with_noun(by_hand)} {TO_MARK}" if round(by_hand, 9) else "",
        f"{format_points_with_noun(undecided)} undecided" if round(undecided, 9) else "",
    ]
    return " and ".join(filter(None, parts))


def describe_open_points_in_clause(report: Report) -> str:
    """Return the open points as a clause after a comma; or nothing."""
    left = describe_open_points(report)
    return f", {left}" if left else ""


def list_doubts(report: Report) -> list[str]:
    """Return a sentence for each thing to know before relying on the score."""
    said = describe_sandbox_gaps(report.sandbox)
    if report.questions:
        open_roles = [role.role for role in report.roles if role.open]
        what = f"say how the submission is called for {format_some_names(open_roles, 5)}"
        what = what if open_roles else "look at the undecided tests"
        said.insert(0, f"Not final: a person has to {what}.")
    elif report.errors:
        said.insert(0, "Not final: the grader itself failed on some tests.")
    elif not report.complete and report.selection is Selection.WHOLE:
        said.insert(0, "Not final: some tasks were not graded.")
    elif not report.complete:
        said.insert(0, "Not final: the whole report is not complete.")
    if report.selection is not Selection.WHOLE:
        said.insert(0, _describe_selection(report))
    return said


def _describe_selection(report: Report) -> str:
    """Return which tasks, or the case of which task, are here of a report: ``Only task 3.1 …``."""
    tasks = format_some_names([task.id for task in report.tasks], 20)
    of_case = "one case of " if report.selection is Selection.CASE else ""
    several = len(report.tasks) > 1
    are = "are" if several and not of_case else "is"
    return f"Only {of_case}task{'s' if several else ''} {tasks} {are} shown."


def describe_sandbox_gaps(sandbox: SandboxInfo) -> list[str]:
    """Return at most one sentence, on protections that the sandbox lacked."""
    missing = [name for name, held in sandbox.enforced.items() if not held]
    if sandbox.warning:
        return [sandbox.warning]
    return [f"Not enforced while this code ran: {', '.join(missing)}."] if missing else []


def title_of_counterexample(example: Counterexample) -> str:
    """Return a title for a counterexample, smaller than its case or the case itself."""
    return "A smaller case that fails, too" if example.smaller else "This case as Python"


def describe_agreement(diagnosis: Diagnosis) -> str:
    """Return how many cases a known mistake explains; empty if that is kept back."""
    if not diagnosis.failing:
        return ""
    return f"{diagnosis.agreeing} of {format_count(diagnosis.failing, 'failing case')}"


def relevant_dependencies(dependencies: Sequence[OwnFunctionOutcome]) -> list[OwnFunctionOutcome]:
    """Return the ``dependencies`` that make a difference."""
    return [each for each in dependencies if each.passed_with_own != each.passed_with_reference]


def describe_dependency_effect(each: OwnFunctionOutcome) -> str:
    """Say how a task's outcome changes with the student's own function in place of the lent one."""
    if each.passed_with_own == each.passed_with_reference:
        return "makes no difference"
    if each.passed_with_reference:
        return "passes with a correct version of it"
    return "passes only with your own"


_NUMBER = re.compile(r"[-−]?\d[^\n]{0,20}")
"""What was expected and what came are part of the sentence where both are numbers: ``1 call``."""

_RAISED = " raised an exception."
_EXCEPTION = 160
"""Characters of an exception that are shown in its place; the case has all of it."""


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
        return _message_with_values(found[1])
    if failed:
        test = max(failed, key=lambda test: (test.verdict is task.verdict, test.points))
        return _explain_hidden_failures(task, test if found is None else found[0], failed)
    notes = (test.note for test in losing if test.note)
    return next(notes, task.note or f"{task.verdict.words}.")


def _message_with_values(case: CaseResult) -> str:
    """Return the message with the exception, or with expected and actual value if numbers."""
    if case.actual and case.message.endswith(_RAISED):
        raised = shorten(case.actual, _EXCEPTION, placeholder=" …")
        end = "" if raised.endswith((".", "!", "?", "…")) else "."
        return f"{case.message.removesuffix(_RAISED)} raised {raised}{end}"
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
