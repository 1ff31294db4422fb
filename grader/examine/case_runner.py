"""Runs a case once, and makes its result as reports hold it.

Whether a run counts is decided elsewhere: :mod:`grader.examine.retry_policy`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grader.examine import argument_figures
from grader.examine.argument_figures import is_small_enough
from grader.examine.call_trace import make_call_trace, shorten_middle
from grader.examine.case_caller import CaseCaller, MoveLateAtFastPace
from grader.examine.hidden_test import GradedCase
from grader.examine.hidden_test_limits import (
    HiddenTestTimeout,
    describe_test_fault,
    pause_cpu_limit,
)
from grader.examine.similar_names import suggest_existing_name
from grader.examine.submission_processes import SubmissionProcesses
from grader.examine.time_budgets import TaskTimeAccount, TimeBudgets
from grader.model.figures import Explanation
from grader.model.formatting import NOT_RUN_AFTER
from grader.model.report import CallTrace, CaseResult, StoppedCallBudget, Visibility
from grader.model.verdict import LIMIT_VERDICTS, MISSING_FUNCTION_VERDICTS, OPEN_VERDICTS, Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome, SandboxFailure
from grader.sandbox.call_request import Call
from grader.testing.case_failures import CallFailure, CaseFailure
from grader.testing.stochastic_trial import Trial
from grader.testing.student import Agent, Inject, Own, Student


@dataclass(slots=True)
class CaseRunner:
    """A runner of the cases of one submission.

    Attributes:
        errors: sentences about failures that are not the student's.
        explanations: what works out why a case is not accepted, by the case's id.
    """

    processes: SubmissionProcesses
    budgets: TimeBudgets
    errors: list[str] = field(default_factory=list)
    explanations: dict[str, Callable[[], Explanation]] = field(default_factory=dict)

    def run(self, case: GradedCase, caller: CaseCaller, own: Collection[str] = ()) -> CaseResult:
        """Run ``case`` once, with its calls made by ``caller``, and return the result.

        Args:
            own: functions for which the student's own are lent.

        Raises:
            SandboxFailure, HiddenTestTimeout, MoveLateAtFastPace: if nothing can be said of it.
        """
        trial = Trial(caller.next_seed)
        ended = self._ended(case, caller, trial, own)
        result = result_of_calls(case, ended, caller, trial, self.budgets)
        return replace(result, call=self._with_drawing(result.call, caller.shown))

    def _ended(
        self, case: GradedCase, caller: CaseCaller, trial: Trial, own: Collection[str]
    ) -> CaseFailure | str:
        """Run ``case``; return why it is not accepted, or what the test says if it is."""
        try:
            said = case.test.run(_test_arguments(case, caller, trial, own))
            vacant = caller.vacant  # the test has caught it
            if vacant is not None and (not caller.outcomes or vacant.verdict is Verdict.UNDECIDED):
                raise vacant
            if not caller.outcomes:
                raise LookupError("the test passed without calling a function")
            trial.finish()
        except CaseFailure as failure:
            if failure.explain is not None:
                self.explanations[case.id] = failure.explain
            return self._unless_lost(caller.last, failure)
        except (SandboxFailure, HiddenTestTimeout, MoveLateAtFastPace, KeyboardInterrupt):
            raise
        except BaseException as bug:  # noqa: BLE001 - pytest.fail() and sys.exit(), too
            with pause_cpu_limit():  # it may have taken all memory that it was allowed
                self.errors.append(
                    describe_test_fault(case.id, bug, self.budgets.assignment.course)
                )
                traceback.clear_frames(bug.__traceback__)
            message = "The hidden test itself failed; this is not the submission's fault."
            return CallFailure(Verdict.INTERNAL_ERROR, message)
        return said if isinstance(said, str) else ""

    def _with_drawing(self, trace: CallTrace | None, call: Call | None) -> CallTrace | None:
        """Return the trace of a call with the drawing that the assignment makes of its argument."""
        if trace is None or call is None:
            return trace
        try:
            return replace(
                trace,
                drawn=argument_figures.draw_first_argument(
                    self.budgets.assignment.tests, call.args
                ),
            )
        except Exception as bug:  # noqa: BLE001 - the author's; a verdict must not be lost over it
            self.errors.append(f"{argument_figures.NAME} failed: {type(bug).__name__}: {bug}")
            return trace

    def _unless_lost(self, call: Call | None, failure: CaseFailure) -> CaseFailure:
        """Return ``failure``, or a better one if the function was lost or is misspelt."""
        if failure.verdict is not Verdict.NOT_ATTEMPTED or call is None:
            return failure
        reason = self.processes.why_absent(call.function)
        if reason:
            return CallFailure(Verdict.LOAD_ERROR, reason)
        asked = self.budgets.assignment.functions
        if failure.code != CallEnding.ABSENT.value:
            return failure
        instead = suggest_existing_name(call.function, self.processes.loads[-1], asked)
        message = failure.message.removesuffix(".") + instead
        return CallFailure(failure.verdict, message, failure.actual, code=failure.code)


def _test_arguments(
    case: GradedCase, caller: CaseCaller, trial: Trial, own: Collection[str]
) -> dict[str, Any]:
    """Return the values of all arguments that a test may take.

    Args:
        own: functions for which the student's own are lent.
    """
    if case.test.ask is None:
        return {
            "student": Student(caller.call, case.test.callable),
            "agent": Agent(caller.call, case.task.function or ""),
            "inject": Inject(case.task.inject, case.task.stubs, own),
            "own": Own(case.test.callable),
            "trial": trial,
            "seed": caller.seed(-1),
            "case": case.case,
        }
    questions = case.test.questions(case.task, case.case, own) if own else case.questions
    return {"case": case.case, "questions": questions, "answers": caller.call_each(questions)}


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
    budgets: TimeBudgets,
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
    budget: StoppedCallBudget | None = None
    if result.verdict is Verdict.TIME_LIMIT_EXCEEDED and caller.outcomes:
        last = caller.outcomes[-1]
        if last.ending in {CallEnding.CPU, CallEnding.WALL}:
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


_NO_OUTCOME = Outcome(CallEnding.ANSWER)
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
    case: GradedCase,
    account: TaskTimeAccount,
    lost: Verdict | None,
    stopped: CaseResult | None = None,
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
        message, code = f"{how}: it can earn no points, and {account.why()}.", NOT_NEEDED
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
