"""Groups the cases of a test: which run together, which alone, and which not at all.

1. The cases of a task share one forked process as long as every one of them is accepted. What a
   test asks beforehand about its cases is even sent together, because thousands of round trips
   would cost more than the calls.
2. Which run of a case counts is decided in :mod:`grader.examine.retry_policy`. After the second
   case that is not accepted, the rest of the test runs alone from the start.
3. A test ends early when more of the same would say nothing new: after a case that really ran into
   a limit, or when the function is missing or unfinished.
   A case that only a person can decide is none of these: another one may be certainly wrong.
4. Once the task's allowance is spent, its other cases are left out; once its total is, too, and
   what cannot change points once the total for that is (:mod:`grader.examine.time_budgets`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.examine.case_caller import derive_call_seed
from grader.examine.case_runner import (
    LAST,
    note_on_omitted_cases,
    result_of_omitted_case,
    result_without_call,
)
from grader.examine.hidden_test import GradedCase, HiddenTest, hidden_test_id
from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.examine.retry_policy import DISTRUST, RetryPolicy
from grader.examine.submission_processes import SubmissionProcess, SubmissionProcesses
from grader.examine.time_budgets import CallPurpose, TaskTimeAccount
from grader.model.report import CaseResult
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome, Starved
from grader.sandbox.call_request import Call
from grader.wire import Untransferable


@dataclass(slots=True)
class _CallBatch:
    """The calls of all cases of a test, carried out together in one process, and their outcomes.

    Attributes:
        calls: with their outcomes, by the index of their case.
        outcomes: how many there are.
        broken_off: index of the case whose call ended them all, if one did.
        process: in which that was.
    """

    calls: dict[int, list[tuple[Call, Outcome]]] = field(default_factory=dict)
    outcomes: int = 0
    broken_off: int | None = None
    process: SubmissionProcess | None = None


def _purpose(lost: Verdict | None, failed: int) -> CallPurpose:
    """Return what calls of a test are made for of which so many cases have ``failed``."""
    return CallPurpose.EXPLANATION if lost is not None or failed else CallPurpose.POINTS


@dataclass(slots=True)
class CaseScheduler:
    """Runs the cases of each test on one submission, and makes calls together where it can.

    Attributes:
        on_case: is given the id of the task after each of its cases.
    """

    processes: SubmissionProcesses
    retries: RetryPolicy
    on_case: Callable[[str], None]
    _process: SubmissionProcess | None = None
    """The process that the next test may share,"""
    _task: str = ""
    """and the task that it has to belong to for that."""
    _failed: dict[str, Verdict] = field(default_factory=dict)
    """The verdicts of tests that were not passed, by their ids."""

    def run(self, test: HiddenTest, cases: Sequence[GradedCase], results: list[CaseResult]) -> str:
        """Run ``cases``, all of ``test``, and append their results to ``results``.

        Returns:
            a note if some of them were not run.
        """
        ledger = self.retries.ledger
        task, failed = test.mark.task, 0
        shared = self._take_shared(task)
        account = self.retries.totals.begin(
            cases[0].task, cases[0].limits,
            moves=test.mark.moves * len(cases), surplus=test.surplus,
        )  # fmt: skip
        self.processes.charge_to(account)
        lost = self._lost(test)
        account.begin(_purpose(lost, 0))
        series = self._together(test, cases, None if test.mark.in_turn else shared)
        process = series.process or shared
        for index, case in enumerate(cases):
            account.begin(_purpose(lost, failed))
            if ledger.is_spent(case):
                results.append(result_without_call(case, ledger.verdict(task), ledger.note(task)))
                return self._ended(test, results, ledger.note(task))
            if account.is_spent():
                if not failed:
                    results.append(result_of_omitted_case(case, account, lost))
                return self._ended(
                    test, results, note_on_omitted_cases(len(cases) - len(results), account.why())
                )
            # A series that broke off did so in this case's call; alone, more is known of that.
            alone = failed >= DISTRUST or index == series.broken_off
            anew = alone or test.mark.isolated or (index == 0 and shared is None)
            caller = case.caller(self.processes, None if anew else process, alone=alone)
            if not alone:
                caller.waiting = series.calls.get(index, [])
            # What a call printed is known only if it was sent on its own.
            on_its_own = alone or index not in series.calls or series.outcomes == 1
            result, last = self.retries.decided(cases, index, caller, certain=anew and on_its_own)
            process = last or process
            if account.cut and not result.verdict.passed:
                if not failed:
                    results.append(result_of_omitted_case(case, account, lost, result))
                return self._ended(
                    test, results, note_on_omitted_cases(len(cases) - len(results), account.why())
                )
            failed += not result.verdict.passed
            results.append(result)
            self.on_case(task)
            # What a person has to decide may be decided by the next case, if anything was called.
            if result.verdict in LAST and not (result.verdict is Verdict.UNDECIDED and result.call):
                return self._ended(test, results, note_on_omitted_cases(len(cases) - len(results)))
        if not failed and not test.mark.isolated:
            self._process, self._task = process, task
        return self._ended(test, results, "")

    def try_own_functions(
        self, test: HiddenTest, cases: Sequence[GradedCase]
    ) -> list[CaseResult] | None:
        """Return the results of ``cases``, all of ``test``, if every one of them is accepted.

        Args:
            cases: they ask with the submission's own functions in place of those that are lent.

        Returns:
            ``None`` if one of them is not, so that the test has to be run as usual.

        Raises:
            SandboxFailure, HiddenTestTimeout: if nothing can be said of it.
        """
        task = test.mark.task
        shared = self._take_shared(task)
        account = self.retries.totals.of(task)
        self.processes.charge_to(account)
        account.begin(CallPurpose.TRIAL)
        series = self._together(test, cases, None if test.mark.in_turn else shared)
        process = series.process or shared
        results: list[CaseResult] = []
        for index, case in enumerate(cases):
            caller = case.caller(self.processes, process)
            caller.waiting = series.calls.get(index, [])
            try:
                results.append(self.retries.runs.run(case, caller))
            except Starved:
                return None
            if not results[-1].verdict.passed:
                return None
            process = caller.process
        self._process, self._task = process, task
        for _ in cases:
            self.on_case(task)
        return results

    def _ended(self, test: HiddenTest, results: Sequence[CaseResult], note: str) -> str:
        """Remember the verdict of ``test`` if it was not passed, and return ``note``."""
        verdict = Verdict.worst(result.verdict for result in results)
        if not verdict.passed:
            self._failed[test.id] = verdict
        return note

    def _lost(self, test: HiddenTest) -> Verdict | None:
        """Return a verdict for ``test`` if it can earn no points, else ``None``.

        That is the verdict of a test beside which it counts and which has failed: the task has it
        already. A test that is worth nothing decides nothing.
        """
        beside = (self._failed.get(hidden_test_id(test.mark, name)) for name in test.mark.beside)
        verdict = next((verdict for verdict in beside if verdict is not None), None)
        return verdict or (None if test.mark.points else Verdict.TIME_LIMIT_EXCEEDED)

    def end(self) -> None:
        """Charge further calls to no task, because they no longer decide a test."""
        self.end_sharing()
        self.processes.charge_to(TaskTimeAccount())

    def _take_shared(self, task: str) -> SubmissionProcess | None:
        """Return the process that a test of ``task`` may share; the next one shares none."""
        shared = self._process if self._task == task else None
        self.end_sharing()
        return shared

    def end_sharing(self) -> None:
        """Make the next test start in a new process."""
        self._process, self._task = None, ""

    def _together(
        self, test: HiddenTest, cases: Sequence[GradedCase], process: SubmissionProcess | None
    ) -> _CallBatch:
        """Carry out the questions of all cases together, as far as the process lasts.

        Nothing is decided here: each case is then run as usual and finds its outcomes waiting, or
        asks for them anew.
        """
        if test.ask is None or len(cases) < 2 or test.mark.isolated:
            return _CallBatch()
        if self.retries.ledger.is_spent(cases[0]) or self.processes.account.is_spent():
            return _CallBatch()
        try:
            calls = [
                (index, question.call(derive_call_seed(case.origin, number), case.limits))
                for index, case in enumerate(cases)
                for number, question in enumerate(case.questions)
            ]
        except (HiddenTestTimeout, KeyboardInterrupt):
            raise
        except BaseException:  # noqa: BLE001 - the run that counts will say what is wrong
            return _CallBatch()
        if not calls or any(call.function in self.processes.vacant for _, call in calls):
            return _CallBatch()
        process = process or self.processes.fork()
        try:
            outcomes = process.call_each([call for _, call in calls])
        except Untransferable:  # some case asks what cannot be asked; its run will say so
            return _CallBatch()
        series = _CallBatch(outcomes=len(outcomes), process=process)
        failed: set[int] = set()
        for (index, call), outcome in zip(calls, outcomes, strict=False):
            series.calls.setdefault(index, []).append((call, outcome))
            if outcome.ending is not CallEnding.ANSWER:
                failed.add(index)
        left = (index for index, _ in calls[len(outcomes) :] if index not in failed)
        series.broken_off = next(left, None)
        return series
