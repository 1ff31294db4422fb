"""Runs a case once and returns its outcome. Whether that counts is decided elsewhere."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

from grader.examine import argument_figures
from grader.examine.call_budgets import Budgets
from grader.examine.case_caller import CaseCaller, PaceTooFast
from grader.examine.case_results import result_of_calls
from grader.examine.graded_case import GradedCase
from grader.examine.hidden_test_faults import describe_test_fault
from grader.examine.hidden_test_limits import HiddenTestTimeout, pause_cpu_limit
from grader.examine.similar_names import suggest_existing_name
from grader.examine.submission_processes import SubmissionProcesses
from grader.model.figures import Explanation
from grader.model.report import CallTrace, CaseResult
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Ending, SandboxFailure
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
    budgets: Budgets
    errors: list[str] = field(default_factory=list)
    explanations: dict[str, Callable[[], Explanation]] = field(default_factory=dict)

    def run(self, case: GradedCase, caller: CaseCaller, own: Collection[str] = ()) -> CaseResult:
        """Run ``case`` once, with its calls made by ``caller``, and return the result.

        Args:
            own: functions for which the student's own are lent.

        Raises:
            SandboxFailure, HiddenTestTimeout, PaceTooFast: if nothing can be said of it.
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
            if not caller.outcomes:
                if caller.vacant is not None:  # the test has caught it, and nothing else happened
                    raise caller.vacant
                raise LookupError("the test found nothing wrong, but called nothing either")
            trial.finish()
        except CaseFailure as failure:
            if failure.explain is not None:
                self.explanations[case.id] = failure.explain
            return self._unless_lost(caller.last, failure)
        except (SandboxFailure, HiddenTestTimeout, PaceTooFast, KeyboardInterrupt):
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
        if failure.code != Ending.ABSENT.value:
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
