"""Examines one submission: runs hidden tests on it, case by case, and makes their results.

A case is put to the submission (:mod:`grader.examine.hidden_test`) where the schedule
(:mod:`grader.examine.plan_case_batches`) says, run (:mod:`grader.examine.case_runner`) as often as
is needed to decide it (:mod:`grader.examine.retry_policy`), and becomes a result
(:mod:`grader.examine.case_runner`).
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.assignment import Assignment, Task
from grader.examine import hidden_test_limits, lent_call_recorder
from grader.examine.case_caller import CaseCaller
from grader.examine.case_runner import CaseRunner, drop_later_outputs, result_without_call
from grader.examine.hidden_test import GradedCase, HiddenTest
from grader.examine.hidden_test_limits import HiddenTestTimeout, describe_test_fault
from grader.examine.plan_case_batches import CaseScheduler
from grader.examine.retry_policy import RetryPolicy, StoppedCallLedger
from grader.examine.role_binding import Bindings, bind_roles
from grader.examine.submission_processes import SubmissionProcesses
from grader.examine.time_budgets import TaskTimeAccounts, TimeBudgets
from grader.model.figures import Explanation
from grader.model.report import CaseResult, TestResult
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission import Cell
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Injection, Loaded, Outcome, SandboxFailure, Session
from grader.sandbox.call_request import Call
from grader.testing.planned_calls import Question
from grader.testing.roles import Contract


class Examiner:
    """An examiner of one submission, which runs hidden tests on it.

    Args:
        session: the submission in its sandbox.
        origin: digest and seed, from which the seed of every call is derived.
        on_case: is given the id of the task after each of its cases.
        speed: how much longer things take here than where budgets were made.
        slowdown: says how many times as much as that a limit has to be at this moment.
        pace: says how many times as long as that they take at this moment.
        processes: of another examiner of the same session.

    Attributes:
        errors: sentences about failures that are not the student's.
        loads: how the submission was loaded, each time.
        explanations: what works out why a case is not accepted, by the case's id.
        wrong_in_turn: ids of cases that are right by themselves.
    """

    def __init__(
        self,
        session: Session,
        assignment: Assignment,
        origin: str,
        on_case: Callable[[str], None] = lambda _: None,
        speed: float = 1.0,
        slowdown: Callable[[], float] = lambda: 1.0,
        pace: Callable[[], float] = lambda: 1.0,
        processes: SubmissionProcesses | None = None,
    ) -> None:
        self.session = session
        self.assignment = assignment
        self._origin = origin
        self._speed = speed
        self._budgets = TimeBudgets(assignment, speed)
        self._processes = SubmissionProcesses(session) if processes is None else processes
        self._runs = CaseRunner(self._processes, self._budgets)
        self._slowdown = slowdown
        self._pace = pace
        totals = TaskTimeAccounts(self._budgets, pace)
        self._retries = RetryPolicy(
            self._runs, StoppedCallLedger(self._budgets), self._slowness, totals
        )
        self._schedule = CaseScheduler(self._processes, self._retries, on_case)
        self._roles: frozenset[str] = frozenset()
        self._unsettled = ""
        """Why it could not be found out what fills the roles."""
        self._lends = False
        self._accepted: dict[str, bool] = {}
        """By task, whether all of its tests so far were passed."""
        self._only_lent: set[str] = set()
        """Tasks that were not passed with the submission's own functions in place of lent ones."""
        self._endless: dict[str, str] = {}
        """By task, a hidden test of it that did not end: another of its tests may use the same."""
        self.errors: Sequence[str] = self._runs.errors
        self.loads: Sequence[Loaded] = self._processes.loads
        self.explanations: Mapping[str, Callable[[], Explanation]] = self._runs.explanations
        self.wrong_in_turn: Collection[str] = self._retries.wrong_in_turn

    def bind(
        self, contract: Contract, cells: Sequence[Cell], where: Mapping[str, str], task: Task
    ) -> Bindings:
        """Find out how the submission is called for ``contract``, and use that from now on.

        Args:
            cells: the submission's, which may hold hints.
            where: bindings by role, as a person says.
            task: the first one to be examined, so that the submission need not be loaded twice.

        Raises:
            UnknownRole: if ``where`` names what is no role.
        """
        self._roles = frozenset(role.name for role in contract.roles)
        try:
            self._processes.load(self._injection(task))
            bindings = bind_roles(
                self.session, self._processes.loads[-1], contract, cells, where, self._origin,
                self._speed,
            )  # fmt: skip
        except SandboxFailure as failure:
            self._unsettled = str(failure)
            return Bindings()
        self._runs.errors += bindings.errors
        self.follow(bindings.roles)
        return bindings

    def follow(self, roles: Sequence[RoleResult]) -> None:
        """Direct calls of ``roles`` to the functions that an earlier search has found for them."""
        self._roles = frozenset(role.role for role in roles)
        self._processes.fits = Bindings(tuple(roles)).fits
        self._processes.vacant = {role.role: role for role in roles if not role.settled}

    def _slowness(self) -> float:
        """Return how many times as much as usual a limit has to be now, with the submission frozen.

        Threads that were started while the submission was loaded must not be what takes so long:
        they would widen its budgets.
        """
        self._processes.freeze()
        return self._slowdown()

    def with_lent_reference(self) -> Examiner:
        """Return an examiner of the same session that lends the reference's functions for roles."""
        other = Examiner(
            self.session, self.assignment, self._origin, speed=self._speed, slowdown=self._slowdown,
            pace=self._pace, processes=self._processes,
        )  # fmt: skip
        other._roles, other._lends = self._roles, True
        return other

    def lent(self, task: Task) -> list[str]:
        """Return the roles of ``task`` for which the reference's functions can be lent."""
        return [name for name in task.globals if name in self._processes.fits]

    @contextlib.contextmanager
    def _without_lent(self, task: Task) -> Iterator[None]:
        """Refuse calls by tests of functions that are lent: these are the reference's."""
        vacant = self._processes.vacant
        if self._lends:
            lent = {name: RoleResult(name, BindingSource.NOT_FOUND) for name in self.lent(task)}
            self._processes.vacant = {**vacant, **lent}
        try:
            yield
        finally:
            self._processes.vacant = vacant

    def is_role(self, function: str) -> bool:
        """Return whether calls of ``function`` go through the assignment's adapter."""
        return function in self._roles

    def examine(self, test: HiddenTest) -> TestResult:
        """Run ``test`` and return its result. Never raises for anything that a student did."""
        task = self.assignment.task(test.mark.task)
        note = ""
        results: list[CaseResult] = []
        try:
            if task.id in self._endless:
                raise SandboxFailure(f"not run, as {self._endless[task.id]} did not end")
            if self._unsettled:
                raise SandboxFailure(self._unsettled)
            self._processes.load(self._injection(task))
            test = self._suited(test, task)
            with (
                self._without_lent(task),
                hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS * self._speed),
            ):
                # Of the last ones, which were drawn of a pool, nothing is known beforehand.
                known = itertools.chain(test.known, itertools.repeat(None))
                cases = [
                    self._graded(test, task, case, questions)
                    for case, questions in zip(test.cases, known, strict=False)
                ]
                tried = self._with_own_functions(test, task)
                if tried and (passed := self._schedule.try_own_functions(test, tried)):
                    results += passed
                else:
                    if tried:
                        self._only_lent.add(task.id)
                    note = self._schedule.run(test, cases, results)
        except (SandboxFailure, HiddenTestTimeout) as failure:
            said = f"{test.id}: {failure}"
            if isinstance(failure, HiddenTestTimeout):
                self._endless[task.id] = test.id
                said = describe_test_fault(test.id, failure, self.assignment.course)
            self._runs.errors.append(said)
            nothing = self._graded(test, task, None)
            results.append(result_without_call(nothing, Verdict.INTERNAL_ERROR, said))
        result = test.result(drop_later_outputs(results), note)
        self._accepted[task.id] = self._accepted.get(task.id, True) and result.verdict.passed
        return result

    def _with_own_functions(self, test: HiddenTest, task: Task) -> list[GradedCase]:
        """Return the cases of ``test`` with the submission's own functions lent to it.

        That is done where all tests of a function were passed, and there is one right answer to
        everything: it answers in the submission's own process, which is faster. The first test of a
        task is run with what is lent, and so is all that comes after a test that was not passed,
        with own functions or with lent ones.

        Returns:
            the cases; none if the test has to be run with what is lent.
        """
        own = frozenset(
            name for name in self.assignment.interchangeable_in(task) if self._is_right(name)
        )
        if task.id in self._only_lent or not self._accepted.get(task.id):
            return []
        if not own or test.ask is None or test.mark.isolated:
            return []
        try:
            cases = [
                self._graded(test, task, case, test.questions(task, case, own))
                for case in test.cases
            ]
        except Exception:  # noqa: BLE001 - the run that counts will say what is wrong
            return []
        lent = (question.lends for case in cases for question in case.questions)
        return [] if any(lent) else cases

    def _is_right(self, function: str) -> bool:
        """Return whether the tests of ``function`` have been run and passed."""
        tasks = [task.id for task in self.assignment.tasks if task.function == function]
        return any(self._accepted.get(task) for task in tasks)

    def _suited(self, test: HiddenTest, task: Task) -> HiddenTest:
        """Return ``test`` with the cases that suit the convention of the function for ``task``."""
        fit = self._processes.fits.get(task.function or "")
        return test.with_cases_for(None if fit is None else fit.how)

    def again(
        self, test: HiddenTest, case: Any, *, own: Collection[str] = (), until: float = math.inf
    ) -> tuple[CaseResult, CaseCaller]:
        """Run one case again, each call in a process of its own, and return result and caller.

        If it has to be right in turn and is not, that is its result.

        Args:
            case: one of the test's, or one like them.
            own: functions for which the student's own are lent.
            until: when its calls are stopped at the latest (``time.monotonic()``). No load begins
                that would not be done by then.

        Raises:
            SandboxFailure, HiddenTestTimeout: if nothing can be said of it.
        """
        task = self.assignment.task(test.mark.task)
        test = self._suited(test, task)
        self._schedule.end()
        self._processes.load(self._injection(task), until)
        graded = self._graded(test, task, case)
        caller = graded.caller(self._processes, alone=True)
        caller.until = until
        with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS * self._speed):
            result = self._runs.run(graded, caller, own)
            if result.verdict.passed and test.mark.in_turn and case in test.cases:
                before = test.cases[: test.cases.index(case)]
                cases = [*(self._graded(test, task, one) for one in before), graded]
                wrong, last = self._retries.in_turn(cases)
                if wrong is not None:
                    return wrong, last
        return result, caller

    def repeat_calls(
        self, test: HiddenTest, calls: Sequence[Call], until: float = math.inf
    ) -> list[Outcome]:
        """Make calls of a test again, each in a process of its own, and stop them at ``until``.

        No load begins that would not be done by then.

        Returns:
            their outcomes, of which the logs say what lent functions were asked and answered.

        Raises:
            SandboxFailure, HiddenTestTimeout: if nothing can be said of it.
        """
        lent = self._injection(self.assignment.task(test.mark.task))
        recording_too = replace(
            lent, stubs={**lent.stubs, lent_call_recorder.STUB: lent_call_recorder.SOURCE}
        )
        self._schedule.end()
        self._processes.load(recording_too, until)
        outcomes: list[Outcome] = []
        for call in map(lent_call_recorder.wrap_lent_functions, calls):
            in_time = replace(call, limits=call.limits.within(until - time.monotonic()))
            outcomes.append(self._processes.fork().call(in_time))
        return outcomes

    def _injection(self, task: Task) -> Injection:
        own = _make_injection(self.assignment, task, self._roles)
        if not self._lends:
            return own
        lent = self.lent(task)
        return replace(
            own,
            globals={**own.globals, **{name: self.assignment.source(name) for name in lent}},
            fits={name: self._processes.fits[name] for name in lent},
        )

    def _graded(
        self, test: HiddenTest, task: Task, case: Any, known: Sequence[Question] | None = None
    ) -> GradedCase:
        return GradedCase(test, task, case, self._origin, self._budgets, known)


@functools.cache
def _make_injection(assignment: Assignment, task: Task, roles: frozenset[str]) -> Injection:
    """Return what ``task`` lends; equal each time, so that a submission is loaded once for it.

    For ``roles`` the student's own functions stay.
    """
    source = assignment.source
    return Injection(
        {name: source(name) for name in task.inject},
        {name: assignment.stub_source(name) for name in task.stubs},
        {name: source(name) for name in task.globals if name not in roles},
        assignment.adapter_sources(),
        docs=assignment.handout_docs(),
        pure=assignment.pure,
    )
