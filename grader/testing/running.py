"""Runs the cases of one hidden test and decides what became of them.

In words:

1. The cases of a task share one forked process as long as every one of them is accepted. The
   first calls of a test's cases are even sent together, because thousands of round trips would
   cost more than the calls.
2. A case that is not accepted is run again, each of its calls alone, and that verdict counts.
   After the second such case the rest of the test runs alone from the start.
3. A test ends early when more of the same would tell nothing: after a case that really ran into a
   limit, or when the function is missing or unfinished.
4. Calls that were stopped at a limit draw on an allowance of the task; once it is spent, the
   task's other cases are left out.
"""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.assignment import Assignment, Limits, Task
from grader.report.model import CallTrace, CaseResult, TestResult
from grader.sandbox.protocol import Call, Injection, Loaded, Outcome, SandboxFailure, Session
from grader.testing.failures import CallFailure, CaseFailure
from grader.testing.marks import TaskMark
from grader.testing.student import Caller, Foreseen, Inject, Own, Rehearsal, Student, shortened
from grader.testing.trial import Trial
from grader.verdict import Verdict

_DISTRUST = 2
"""Cases not accepted after which the rest of a test runs alone."""

_MOST_TEXT = 4_000
"""Characters of a message, or of a value as text: what a person can still look through."""

_COSTLY = {
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
    Verdict.TIME_LIMIT_EXCEEDED,
}
"""Verdicts that take long to find, and which the other cases would most likely share."""

_SAME_FOR_ALL = {
    Verdict.INTERNAL_ERROR,
    Verdict.LOAD_ERROR,
    Verdict.NOT_ATTEMPTED,
    Verdict.NOT_IMPLEMENTED,
}
"""Verdicts that the other cases of a test would only repeat."""


@dataclass(frozen=True, slots=True)
class HiddenTest:
    """A collected test: its mark, its cases, and the function itself.

    ``run`` takes the keyword arguments ``student``, ``inject``, ``own``, ``trial``, ``seed`` and
    ``case``, of which the function uses what it declared.
    """

    mark: TaskMark
    name: str
    title: str
    cases: Sequence[Any]
    run: Callable[[Mapping[str, Any]], object]

    @property
    def id(self) -> str:
        """Unique within the assignment."""
        return test_id(self.mark, self.name)


def test_id(mark: TaskMark, name: str) -> str:
    """The id of the test function ``name``: ``3.1/forced_win``."""
    return f"{mark.task}/{name.removeprefix('test_')}"


test_id.__test__ = False  # type: ignore[attr-defined]


@dataclass(slots=True)
class Examiner:
    """Runs hidden tests on one submission.

    Attributes:
        origin: digest and seed, from which the seed of every call is derived.
        errors: sentences about failures that are not the student's.
        on_case: told after each case which task it was of.
    """

    session: Session
    assignment: Assignment
    origin: str
    on_case: Callable[[str], None]
    errors: list[str] = field(default_factory=list)
    loads: list[Loaded] = field(default_factory=list)
    _injection: Injection | None = None
    _sharing: str = ""
    """The task whose process may be shared by its next test; empty if none may."""
    _overtime: dict[str, float] = field(default_factory=dict)
    _spent_on: dict[str, Verdict] = field(default_factory=dict)
    """What the calls that drew on a task's allowance came to."""

    def examine(self, test: HiddenTest) -> TestResult:
        """Run ``test`` and decide it. Never raises for anything a student did."""
        task = self.assignment.task(test.mark.task)
        note = ""
        results: list[CaseResult] = []
        try:
            self._prepare(task)
            results, note = self._cases(test, task)
        except SandboxFailure as failure:
            self.errors.append(f"{test.id}: {failure}")
            results.append(self._case(test, None, Verdict.INTERNAL_ERROR, str(failure)))
        verdict = Verdict.worst(result.verdict for result in results)
        return TestResult(
            id=test.id,
            title=test.title,
            hint=test.mark.hint,
            visibility=test.mark.visibility,
            points=test.mark.points,
            score=test.mark.points if verdict.passed else 0.0,
            verdict=verdict,
            cases=tuple(results),
            note=note,
        )

    def _prepare(self, task: Task) -> None:
        """Load the submission with what the task lends it, unless it is loaded so already."""
        injection = _injection(self.assignment, task)
        if injection != self._injection:
            self._injection = None
            self.loads.append(self.session.load(injection))
            self._injection = injection

    def _cases(self, test: HiddenTest, task: Task) -> tuple[list[CaseResult], str]:
        results: list[CaseResult] = []
        failed, pristine = 0, self._sharing != task.id
        self._sharing = ""
        foreseen = self._rehearse(test, task, fresh=pristine)
        for place, case in enumerate(test.cases):
            if self._overtime.get(task.id, 0.0) >= self.assignment.overtime_seconds:
                return self._left_out(test, task, results)
            # A series that broke off did so in this case's call, which alone tells more.
            broken_off = bool(foreseen) and place == len(foreseen)
            alone = failed >= _DISTRUST or broken_off
            fresh = pristine or alone or test.mark.isolated
            caller = Caller(*self._way(test, case), fresh=fresh, isolated=alone)
            if not alone:
                caller.foreseen = foreseen.get(place)
            result, calls = self._run(test, task, case, caller)
            if not result.verdict.passed:
                # What a call printed is told only if it was sent on its own.
                on_its_own = caller.foreseen is None or len(foreseen) == 1
                if not (alone or (fresh and calls <= 1 and on_its_own)):
                    caller = Caller(*self._way(test, case), fresh=True, isolated=True)
                    result, _ = self._run(test, task, case, caller)
                failed += not result.verdict.passed
            pristine = False
            results.append(result)
            self.on_case(task.id)
            if result.verdict in _COSTLY or result.verdict in _SAME_FOR_ALL:
                return results, _not_run(len(test.cases) - len(results))
        self._sharing = "" if failed or test.mark.isolated else task.id
        return results, ""

    def _rehearse(
        self, test: HiddenTest, task: Task, *, fresh: bool
    ) -> dict[int, tuple[Call, Outcome]]:
        """Carry out the first calls of all cases together; by place, as far as that went well.

        The cases are run up to their first call to learn what it is. Nothing is decided here:
        each case is then run as usual and finds its first outcome waiting, or asks for it anew.
        """
        spent = self._overtime.get(task.id, 0.0) >= self.assignment.overtime_seconds
        if test.mark.isolated or len(test.cases) == 1 or spent:
            return {}
        calls: dict[int, Call] = {}
        for place, case in enumerate(test.cases):
            rehearsal = Rehearsal(*self._way(test, case), fresh=True, isolated=False)
            try:
                test.run(self._arguments(task, case, rehearsal, Trial(rehearsal.next_seed)))
            except Foreseen:
                assert rehearsal.last is not None
                calls[place] = rehearsal.last
            except Exception:  # noqa: BLE001 - the run that counts will say what is wrong
                return {}
        if not calls:
            return {}
        outcomes = self.session.call_together(list(calls.values()), fresh=fresh)
        return {
            place: (call, outcome)
            for (place, call), outcome in zip(calls.items(), outcomes, strict=False)
        }

    def _way(self, test: HiddenTest, case: Any) -> tuple[Session, Limits, str]:
        """Where the calls of a case go, within which limits, seeded from what."""
        limits = self.assignment.limits(test.mark.cpu_seconds)
        return self.session, limits, f"{self.origin}|{test.id}|{case}"

    def _arguments(self, task: Task, case: Any, caller: Caller, trial: Trial) -> dict[str, Any]:
        return {
            "student": Student(caller),
            "inject": Inject(task.inject, task.stubs),
            "own": Own(),
            "trial": trial,
            "seed": caller.seed(-1),
            "case": case,
        }

    def _left_out(
        self, test: HiddenTest, task: Task, results: list[CaseResult]
    ) -> tuple[list[CaseResult], str]:
        note = (
            f"left out: calls of this task that had to be stopped had already taken "
            f"{self._overtime[task.id]:g} s"
        )
        verdict = self._spent_on[task.id]
        return [*results, self._case(test, test.cases[len(results)], verdict, note)], note

    def _run(
        self, test: HiddenTest, task: Task, case: Any, caller: Caller
    ) -> tuple[CaseResult, int]:
        """Run one case once; the result and the number of calls that it made."""
        trial = Trial(caller.next_seed)
        verdict, message = Verdict.ACCEPTED, ""
        expected: str | None = None
        actual: str | None = None
        try:
            test.run(self._arguments(task, case, caller, trial))
            if not caller.outcomes:
                raise LookupError("the test found nothing wrong, but called nothing either")
            trial.finish()
        except CaseFailure as failure:
            verdict, message = failure.verdict, failure.message
            expected, actual = failure.expected, failure.actual
            if isinstance(failure, CallFailure):
                verdict, message = self._why_absent(caller.last, verdict, message)
        except SandboxFailure:
            raise
        except Exception as bug:  # noqa: BLE001 - must not look like the student's mistake
            where = traceback.extract_tb(bug.__traceback__)[-1]
            verdict = Verdict.INTERNAL_ERROR
            message = "The hidden test itself failed; this is not the submission's fault."
            self.errors.append(
                f"{test.id}[{case}]: {type(bug).__name__}: {bug} "
                f"({where.filename.rpartition('/')[2]}, line {where.lineno})"
            )
        if caller.overtime_seconds:
            self._overtime[task.id] = self._overtime.get(task.id, 0.0) + caller.overtime_seconds
            # A test may have caught the failure and decided something else.
            costly = verdict if verdict in _COSTLY else Verdict.TIME_LIMIT_EXCEEDED
            self._spent_on[task.id] = costly
        result = self._case(
            test, case, verdict, message, expected, actual, caller=caller, trial=trial
        )
        return result, len(caller.outcomes)

    def _why_absent(self, call: Call | None, verdict: Verdict, message: str) -> tuple[Verdict, str]:
        """Tell a function that nobody wrote from one that was lost while loading."""
        if verdict is not Verdict.NOT_ATTEMPTED or call is None:
            return verdict, message
        reason = self.loads[-1].lost.get(call.function)
        return (Verdict.LOAD_ERROR, reason) if reason else (verdict, message)

    def _case(
        self,
        test: HiddenTest,
        case: Any,
        verdict: Verdict,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
        *,
        caller: Caller | None = None,
        trial: Trial | None = None,
    ) -> CaseResult:
        call: CallTrace | None = None
        if caller is not None and (not verdict.passed or test.mark.visibility.value == "public"):
            call = caller.trace()
        return CaseResult(
            id=test.id if case is None else f"{test.id}[{case}]",
            verdict=verdict,
            visibility=test.mark.visibility,
            points=test.mark.points / len(test.cases),
            message=shortened(message, _MOST_TEXT),
            expected=expected and shortened(expected, _MOST_TEXT),
            actual=actual and shortened(actual, _MOST_TEXT),
            cpu_seconds=caller.cpu_seconds if caller else 0.0,
            wall_seconds=caller.wall_seconds if caller else 0.0,
            seed=caller.last.seed if caller and caller.last else None,
            attempts=tuple(trial.told()) if trial else (),
            decision=trial.decision() if trial else None,
            call=call,
        )


def _not_run(left: int) -> str:
    if left == 0:
        return ""
    return f"{left} more {'case was' if left == 1 else 'cases were'} not run after this one"


@functools.cache
def _injection(assignment: Assignment, task: Task) -> Injection:
    source = assignment.source
    return Injection(
        {name: source(name) for name in task.inject},
        {name: assignment.stub_source(name) for name in task.stubs},
        {name: source(name) for name in task.globals},
    )
