"""Makes the results of cases, as reports hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.examine.argument_figures import is_small_enough
from grader.examine.call_budgets import Budgets
from grader.examine.case_caller import CaseCaller
from grader.examine.graded_case import GradedCase
from grader.examine.reported_call import make_call_trace, shorten_middle
from grader.examine.task_budget import TaskAccount
from grader.model.formatting import NOT_RUN_AFTER
from grader.model.report import Budget, CallTrace, CaseResult, Visibility
from grader.model.verdict import LIMIT_VERDICTS, MISSING_FUNCTION_VERDICTS, OPEN_VERDICTS, Verdict
from grader.sandbox.backend_interface import Ending, Outcome
from grader.testing.case_failures import CaseFailure
from grader.testing.stochastic_trial import Trial

_MOST_TEXT = 4_000
"""Characters of a message, or of a value as text: what a person can still look through."""

_SHOWN_IN_FULL = 5
"""Cases of a test of which all output is kept."""

_SHOWN_IN_PART = 500
"""Characters of output that are kept of any other case."""

TOTAL_USED_UP = "task_total_used_up"
"""Code of a case that was stopped, or not run, because its task had used up its total."""

NOT_NEEDED = "not_needed"
"""Code of a case that was not run to its end because it could earn no points, in a slow task."""

VERDICTS_ON_ANSWERS = frozenset(
    {Verdict.INVALID_RETURN, Verdict.RUNTIME_ERROR, Verdict.WRONG_ANSWER}
)
"""Verdicts on calls that came to an end by themselves: no lack of time or memory is behind them."""

LAST = LIMIT_VERDICTS | MISSING_FUNCTION_VERDICTS | OPEN_VERDICTS
"""Verdicts that the other cases of a test would only repeat: nothing more of it is run."""


def result_without_call(
    case: GradedCase, verdict: Verdict, message: str, code: str = ""
) -> CaseResult:
    """Return the result of a case in which no call counts."""
    test = case.test
    return CaseResult(
        id=case.id,
        verdict=verdict,
        visibility=test.mark.visibility,
        points=test.mark.points / len(test.cases),
        message=shorten_middle(message, _MOST_TEXT),
        code="" if verdict.passed else code or verdict.value,
    )


def result_of_calls(
    case: GradedCase,
    ended: CaseFailure | str,
    caller: CaseCaller,
    trial: Trial,
    budgets: Budgets,
) -> CaseResult:
    """Return the result of a case from its outcome ``ended``, its calls and its attempts.

    Args:
        ended: why the case is not accepted, or what the test says where it is.
    """
    if isinstance(ended, str):
        result = result_without_call(case, Verdict.ACCEPTED, ended)
    else:
        result = replace(
            result_without_call(case, ended.verdict, ended.message, ended.code),
            expected=ended.expected and shorten_middle(ended.expected, _MOST_TEXT),
            actual=ended.actual and shorten_middle(ended.actual, _MOST_TEXT),
            figures=tuple(filter(is_small_enough, ended.figures)),
        )
    call: CallTrace | None = None
    shown = caller.shown
    if shown and (not result.verdict.passed or result.visibility is Visibility.PUBLIC):
        call = make_call_trace(shown, caller.outcome_of(shown) or _NO_OUTCOME)
    budget: Budget | None = None
    if result.verdict is Verdict.TIME_LIMIT_EXCEEDED and caller.outcomes:
        last = caller.outcomes[-1]
        if last.ending in {Ending.CPU, Ending.WALL}:
            budget = budgets.compared(case.id, caller.limits, last)
    return replace(
        result,
        cpu_seconds=caller.cpu_seconds / caller.limits.speed,
        wall_seconds=caller.wall_seconds,
        seed=caller.last.seed if caller.last else None,
        attempts=tuple(trial.reported()),
        measures=trial.measures,
        decision=trial.decision(),
        budget=budget,
        call=call,
    )


_NO_OUTCOME = Outcome(Ending.ANSWER)
"""Of a call that could not be sent."""


def drop_later_outputs(results: Sequence[CaseResult]) -> list[CaseResult]:
    """Return ``results``, of which only the first few long ones keep all that was printed.

    A report on thousands of cases that print as much as they may would be of no use to anybody.
    """
    left = _SHOWN_IN_FULL
    found: list[CaseResult] = []
    for result in results:
        call = result.call
        if call is not None and _is_long(call):
            left -= 1
            if left < 0:
                call = replace(
                    call,
                    stdout=shorten_middle(call.stdout, _SHOWN_IN_PART),
                    stderr=shorten_middle(call.stderr, _SHOWN_IN_PART),
                    traceback=shorten_middle(call.traceback, _SHOWN_IN_PART),
                )
        found.append(result if call is result.call else replace(result, call=call))
    return found


def _is_long(call: CallTrace) -> bool:
    return max(map(len, (call.stdout, call.stderr, call.traceback))) > _SHOWN_IN_PART


def result_of_omitted_case(
    case: GradedCase, account: TaskAccount, lost: Verdict | None, stopped: CaseResult | None = None
) -> CaseResult:
    """Return the result of a case that was not run to its end, as its task has used too much.

    Args:
        lost: what its test comes to if it can earn no points anyway.
        stopped: the result of the call that was stopped; ``None`` if none was made.
    """
    how = "Not run" if stopped is None else "Stopped"
    if lost is None:
        message, code = f"{how}: {account.why()}.", TOTAL_USED_UP
    else:
        message, code = f"{how}, as it can earn no points and {account.why()}.", NOT_NEEDED
    verdict = lost or Verdict.TIME_LIMIT_EXCEEDED
    if stopped is None:
        return result_without_call(case, verdict, message, code)
    return replace(
        stopped, verdict=verdict, message=message, code=code, budget=None, expected=None,
        actual=None, figures=(),
    )  # fmt: skip


def note_on_omitted_cases(left: int, why: str = "") -> str:
    """Return the note of a test that ended with ``left`` cases left; ``why`` is a clause."""
    if left == 0:
        return ""
    note = f"{left} more {'case was' if left == 1 else 'cases were'} {NOT_RUN_AFTER}"
    return f"{note}: {why}" if why else note
