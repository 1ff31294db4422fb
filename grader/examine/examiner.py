"""Runs the cases of one hidden test and decides what became of them.

In words:

1. The cases of a task share one forked process as long as every one of them is accepted. The
   first calls of a test's cases are even sent together, because thousands of round trips would
   cost more than the calls.
2. A case that is not accepted is run again, each of its calls alone, and that verdict counts.
   After the second such case the rest of the test runs alone from the start. In a test whose
   cases have to be right in turn, a wrong answer also counts if it comes again when all cases up
   to that one are run in a new process.
3. A case that the machine may have been too busy for is repeated alone and with more patience. If
   that was so and is so again, the grader has failed and not the submission. One that used up its
   CPU time while the machine was slower than usual is repeated with as much more of it.
4. A test ends early when more of the same would tell nothing: after a case that really ran into a
   limit, or when the function is missing or unfinished.
5. Calls that were stopped at a limit draw on an allowance of the task; once it is spent, the
   task's other cases are left out.
"""

from __future__ import annotations

import functools
import math
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grader.assignment import Assignment, Task
from grader.examine import own_time, recording
from grader.examine.budgets import Budgets
from grader.examine.openings import Opener, Opening
from grader.examine.own_time import OutOfOwnTime, unbounded
from grader.machine.alone import alone
from grader.model.figures import Explanation, Figure
from grader.model.limits import Limits
from grader.model.report import Budget, CallTrace, CaseResult, TestResult, Visibility
from grader.model.verdict import Verdict
from grader.sandbox.protocol import (
    Call,
    Ending,
    Injection,
    Loaded,
    Outcome,
    SandboxFailure,
    Session,
    Starved,
)
from grader.testing.failures import CallFailure, CaseFailure
from grader.testing.marks import TaskMark
from grader.testing.student import Caller, Calls, Inject, Own, Student, seed_of, shortened
from grader.testing.trial import Trial
from grader.wire import Codec

_DISTRUST = 2
"""Cases not accepted after which the rest of a test runs alone."""

_MOST_REPEATS = 3
"""Cases of a task that are repeated for the machine's sake: each may take long, and a submission
that sleeps on a busy machine must not keep others waiting."""

_MOST_TEXT = 4_000
"""Characters of a message, or of a value as text: what a person can still look through."""

_TOLD_IN_FULL = 5
"""Cases of a test of which all output is kept."""

_LITTLE = 500
"""Characters of output that are kept of any case."""

_COSTLY = {
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
    Verdict.TIME_LIMIT_EXCEEDED,
}
"""Verdicts that take long to find, and which the other cases would most likely share."""

ANSWERED = {Verdict.INVALID_RETURN, Verdict.RUNTIME_ERROR, Verdict.WRONG_ANSWER}
"""Verdicts on calls that came to an end by themselves: no lack of time or memory is behind them."""

LEFT_OVER = (
    "By itself this is right: something is left over from earlier calls, in a global variable or a "
    "default argument."
)
"""What the message of a case ends with that is wrong in turn only."""

_SAME_FOR_ALL = {
    Verdict.INTERNAL_ERROR,
    Verdict.LOAD_ERROR,
    Verdict.NOT_ATTEMPTED,
    Verdict.NOT_IMPLEMENTED,
}
"""Verdicts that the other cases of a test would only repeat."""

_LAST = _COSTLY | _SAME_FOR_ALL
"""Verdicts after which nothing more of a test is run."""


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
    prepare: Callable[[Any], object] | None = None
    """Works out beforehand, for all submissions, what checks of a case need."""
    chance: bool = True
    """Whether what it calls may differ between submissions."""
    openings: Sequence[Sequence[Opening]] = ()
    """What its cases ask first, if that has been found for all submissions."""

    @property
    def id(self) -> str:
        """Unique within the assignment."""
        return test_id(self.mark, self.name)

    def prepare_cases(self) -> None:
        """Work out what checks of its cases need, if it says how."""
        if self.prepare is not None:
            for case in self.cases:
                self.prepare(case)

    def opened(self, task: Task, codec: Codec) -> HiddenTest:
        """The same test; what its cases ask first is found, if it is the same for everybody.

        If it is not, the test still gets as far as that once: what it keeps on its way there
        (``functools.cache``) is then the same for everybody.

        Raises:
            Exception: whatever the test itself raises.
        """
        if self.chance or not self.is_rehearsed:
            for case in self.cases[:1]:
                self.opening(task, case, "")
            return self
        openings = [
            [opening.sent_by(codec) for opening in self.opening(task, case, "")]
            for case in self.cases
        ]
        return replace(self, openings=openings)

    @property
    def is_rehearsed(self) -> bool:
        """Whether the first calls of its cases are carried out together."""
        return len(self.cases) > 1 and not self.mark.isolated

    def opening(self, task: Task, case: Any, origin: str) -> list[Opening]:
        """What a case asks first, seeded from ``origin``. Raises what the test itself raises."""
        opener = Opener()
        trial = Trial(lambda: seed_of(origin, 0))
        supplied = _supplied(task, case, opener, trial, seed_of(origin, -1))
        return opener.openings(lambda: self.run(supplied))

    def result(self, cases: Sequence[CaseResult], note: str = "") -> TestResult:
        """What the results of its cases come to."""
        verdict = Verdict.worst(case.verdict for case in cases)
        return TestResult(
            id=self.id,
            title=self.title,
            hint=self.mark.hint,
            visibility=self.mark.visibility,
            points=self.mark.points,
            score=self.mark.points if verdict.passed else 0.0,
            verdict=verdict,
            cases=tuple(cases),
            note=note,
        )

    def case_id(self, case: Any) -> str:
        """That of one of its cases, of which a test without ``@cases`` has the one ``None``."""
        return self.id if case is None else f"{self.id}[{case}]"


def test_id(mark: TaskMark, name: str) -> str:
    """The id of the test function ``name``: ``3.1/forced_win``."""
    return f"{mark.task}/{name.removeprefix('test_')}"


test_id.__test__ = False  # type: ignore[attr-defined]


def _supplied(
    task: Task, case: Any, caller: Calls, trial: Trial, seed: int, own: Collection[str] = ()
) -> dict[str, Any]:
    """What hidden tests can ask for as arguments."""
    return {
        "student": Student(caller),
        "inject": Inject(task.inject, task.stubs, own),
        "own": Own(),
        "trial": trial,
        "seed": seed,
        "case": case,
    }


def _as_usual() -> float:
    return 1.0


@dataclass(slots=True, eq=False)
class _Posed:
    """A case as it is put to one submission.

    Attributes:
        id: that of its result.
        origin: what the seeds of its calls are derived from.
        limits: of each of its calls.
        reference_seconds: CPU time that the reference solution needs here for one call.
    """

    test: HiddenTest
    task: Task
    case: Any
    id: str
    origin: str
    limits: Limits
    reference_seconds: float | None


@dataclass(slots=True)
class _Foreseen:
    """What became of the first calls of a test's cases, which were carried out together.

    Attributes:
        told: the calls with their outcomes, by the place of their case.
        outcomes: how many there are.
        broken_off: place of the case whose call ended them all, if one did.
    """

    told: dict[int, list[tuple[Call, Outcome]]] = field(default_factory=dict)
    outcomes: int = 0
    broken_off: int | None = None


@dataclass(slots=True)
class Examiner:
    """Runs hidden tests on one submission.

    Attributes:
        origin: digest and seed, from which the seed of every call is derived.
        on_case: told after each case which task it was of.
        speed: how much longer things take here than where budgets were made.
        slowdown: says how much longer than that they take at this moment.
        errors: sentences about failures that are not the student's.
        explanations: what works out why a case is not accepted, by the case's id.
        wrong_in_turn: ids of cases that are right by themselves.
    """

    session: Session
    assignment: Assignment
    origin: str
    on_case: Callable[[str], None]
    speed: float = 1.0
    slowdown: Callable[[], float] = _as_usual
    errors: list[str] = field(default_factory=list)
    loads: list[Loaded] = field(default_factory=list)
    explanations: dict[str, Callable[[], Explanation]] = field(default_factory=dict)
    wrong_in_turn: set[str] = field(default_factory=set)
    _injection: Injection | None = None
    _sharing: str = ""
    """The task whose process may be shared by its next test; empty if none may."""
    _overtime: dict[str, float] = field(default_factory=dict)
    _spent_on: dict[str, Verdict] = field(default_factory=dict)
    """What the calls that drew on a task's allowance came to."""
    _repeats: dict[str, int] = field(default_factory=dict)
    """How many cases of a task were repeated because the machine was busy,"""
    _slow_moments: dict[str, int] = field(default_factory=dict)
    """and how many because it was slow."""
    _turns: dict[str, int] = field(default_factory=dict)
    """How often the cases of a test were run in turn for one of them."""
    _budgets: Budgets = field(init=False)

    def __post_init__(self) -> None:
        self._budgets = Budgets(self.assignment, self.speed)

    def examine(self, test: HiddenTest) -> TestResult:
        """Run ``test`` and decide it. Never raises for anything a student did."""
        task = self.assignment.task(test.mark.task)
        note = ""
        results: list[CaseResult] = []
        try:
            self._prepare(task)
            with own_time.bounded(own_time.SECONDS * self.speed):
                note = self._cases(test, task, results)
        except (SandboxFailure, OutOfOwnTime) as failure:
            self.errors.append(f"{test.id}: {failure}")
            posed = self._posed(test, task, None)
            results.append(self._case(posed, Verdict.INTERNAL_ERROR, str(failure)))
        return test.result(_readable(results), note)

    def again(
        self,
        test: HiddenTest,
        case: Any,
        *,
        own: Collection[str] = (),
        until: float = math.inf,
    ) -> tuple[CaseResult, Caller]:
        """Run one case once more, each call alone, without a decision: its result, and its calls.

        If it has to be right in turn and is not, that is its result.

        Args:
            case: one of the test's, or another one of that kind.
            own: functions in whose place the student's own are lent.
            until: when its calls are stopped at the latest (``time.monotonic()``).

        Raises:
            SandboxFailure, OutOfOwnTime: if nothing can be said of it.
        """
        task = self.assignment.task(test.mark.task)
        self._sharing = ""
        self._prepare(task)
        posed = self._posed(test, task, case)
        caller = _caller(self.session, posed, fresh=True, isolated=True)
        caller.until = until
        with own_time.bounded(own_time.SECONDS * self.speed):
            result = self._run(posed, caller, own)
            wrong = None
            if result.verdict.passed and test.mark.in_turn and case in test.cases:
                before = test.cases[: test.cases.index(case)]
                wrong = self._in_turn([*(self._posed(test, task, one) for one in before), posed])
            return wrong or (result, caller)

    def repeated(
        self, test: HiddenTest, calls: Sequence[Call], until: float = math.inf
    ) -> list[Outcome]:
        """Make calls of a test once more, each alone, and stopped at ``until`` at the latest.

        Returns:
            their outcomes, of which the logs tell what lent functions were asked and answered.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """
        lent = _injection(self.assignment, self.assignment.task(test.mark.task))
        self._load(replace(lent, stubs={**lent.stubs, recording.STUB: recording.SOURCE}))
        outcomes: list[Outcome] = []
        for call in map(recording.recorded, calls):
            in_time = replace(call, limits=call.limits.within(until - time.monotonic()))
            outcomes.append(self.session.call(in_time, fresh=True))
        return outcomes

    def _prepare(self, task: Task) -> None:
        """Load the submission with what the task lends it."""
        self._load(_injection(self.assignment, task))

    def _load(self, injection: Injection) -> None:
        """Load the submission with what is lent, unless it is loaded so already."""
        if injection != self._injection:
            self._injection = None
            self.loads.append(self.session.load(injection))
            self._injection = injection

    def _posed(self, test: HiddenTest, task: Task, case: Any) -> _Posed:
        """``case`` as it is put to this submission."""
        name = test.case_id(case)
        origin = f"{self.origin}|{test.id}|{case}"
        limits = self._budgets.limits(name, test.mark.cpu_seconds)
        reference = self._budgets.reference_seconds(name)
        return _Posed(test, task, case, name, origin, limits, reference)

    def _cases(self, test: HiddenTest, task: Task, results: list[CaseResult]) -> str:
        """Add the results of the cases to ``results``; a note if some of them were not run."""
        failed, pristine = 0, self._sharing != task.id
        self._sharing = ""
        cases = [self._posed(test, task, case) for case in test.cases]
        foreseen = self._rehearse(test, cases, fresh=pristine or test.mark.in_turn)
        for place, posed in enumerate(cases):
            if self._is_spent(posed):
                return self._left_out(posed, results)
            # A series that broke off did so in this case's call, which alone tells more.
            broken_off = place == foreseen.broken_off
            isolated = failed >= _DISTRUST or broken_off
            fresh = pristine or isolated or test.mark.isolated
            caller = _caller(self.session, posed, fresh=fresh, isolated=isolated)
            # What a call printed is told only if it was sent on its own.
            on_its_own = isolated or place not in foreseen.told or foreseen.outcomes == 1
            if not isolated:
                caller.foreseen = foreseen.told.get(place, [])
            result = self._decided(cases, place, caller, certain=fresh and on_its_own)
            failed += not result.verdict.passed
            pristine = False
            results.append(result)
            self.on_case(task.id)
            if result.verdict in _LAST:
                return _not_run(len(cases) - len(results))
        self._sharing = "" if failed or test.mark.isolated else task.id
        return ""

    def _decided(
        self, cases: Sequence[_Posed], place: int, caller: Caller, *, certain: bool
    ) -> CaseResult:
        """The result of the case at ``place``: that of the run that counts.

        Args:
            certain: whether the first call is alone.
        """
        posed = cases[place]
        result = self._counting(posed, caller, certain=certain)
        doubtful = False
        if result is not None and not (result.verdict.passed or (certain and caller.was_alone)):
            doubtful = posed.test.mark.in_turn and result.verdict in ANSWERED
            caller = _caller(self.session, posed, fresh=True, isolated=True)
            result = self._counting(posed, caller, certain=True)
        if result is None:
            result = self._repeated(posed)
        if doubtful and result.verdict.passed:
            result = self._also_in_turn(cases[: place + 1], result)
        return result

    def _repeated(self, posed: _Posed) -> CaseResult:
        """The result of a case that the machine was too busy for."""
        task = posed.task.id
        self._repeats[task] = self._repeats.get(task, 0) + 1
        caller = _caller(self.session, posed, fresh=True, isolated=True)
        caller.limits = caller.limits.patient()
        with alone():
            result = self._run(posed, caller)
        self._draw(posed.task, caller.overtime_seconds, result.verdict)
        return result

    def _also_in_turn(self, cases: Sequence[_Posed], alone: CaseResult) -> CaseResult:
        """What counts of the last of ``cases``, which was accepted ``alone``."""
        test = cases[-1].test.id
        tried = self._turns.get(test, 0)
        self._turns[test] = tried + 1
        wrong = self._in_turn(cases) if tried < _DISTRUST else None
        return alone if wrong is None else wrong[0]

    def _in_turn(self, cases: Sequence[_Posed]) -> tuple[CaseResult, Caller] | None:
        """Run ``cases`` one after another in a new process.

        Returns:
            the last one's result and its calls, if it is wrong.

        Raises:
            SandboxFailure, OutOfOwnTime: if nothing can be said of it.
        """
        for number, posed in enumerate(cases):
            caller = _caller(self.session, posed, fresh=number == 0, isolated=False)
            result = self._run(posed, caller)
            if result.verdict in _COSTLY:
                self._draw(posed.task, caller.overtime_seconds, result.verdict)
                return None
            if posed is cases[-1] and result.verdict in ANSWERED:
                self.wrong_in_turn.add(result.id)
                return replace(result, message=f"{result.message} {LEFT_OVER}".strip()), caller
        return None

    def _counting(self, posed: _Posed, caller: Caller, *, certain: bool) -> CaseResult | None:
        """Run one case once; ``None`` if the machine may have been too busy for it.

        Args:
            certain: whether the first call is alone.

        Raises:
            Starved: if so, and this has happened too often for the case to be repeated.
        """
        repeatable = self._repeats.get(posed.task.id, 0) < _MOST_REPEATS
        try:
            result = self._run(posed, caller)
            if caller.pressed and repeatable:
                return None
            if certain and caller.was_alone and caller.overran:
                return self._in_a_slow_moment(posed, result, caller)
        except Starved:
            if not repeatable:
                raise
            return None
        self._draw(posed.task, caller.overtime_seconds, result.verdict)
        return result

    def _in_a_slow_moment(self, posed: _Posed, result: CaseResult, caller: Caller) -> CaseResult:
        """``result`` of a case that used up its budget, or what a wider one gives if all is slow.

        Raises:
            Starved: if the machine was too busy to find out.
        """
        task = posed.task.id
        tried = self._slow_moments.get(task, 0)
        slowdown = self.slowdown() if tried < _MOST_REPEATS else 1.0
        if slowdown > 1:
            self._slow_moments[task] = tried + 1
            caller = _caller(self.session, posed, fresh=True, isolated=True)
            caller.limits = caller.limits.times(slowdown)
            result = self._run(posed, caller)
        # The allowance is not meant for a machine that is slow for a while.
        self._draw(posed.task, caller.overtime_seconds / slowdown, result.verdict)
        return result

    def _rehearse(self, test: HiddenTest, cases: Sequence[_Posed], *, fresh: bool) -> _Foreseen:
        """Carry out what all cases ask first together, as far as that goes well.

        Nothing is decided here: each case is then run as usual and finds its first outcomes
        waiting, or asks for them anew.
        """
        if not test.is_rehearsed or self._is_spent(cases[0]):
            return _Foreseen()
        openings = test.openings
        if not openings:
            try:
                openings = [test.opening(one.task, one.case, one.origin) for one in cases]
            except Exception:  # noqa: BLE001 - the run that counts will say what is wrong
                return _Foreseen()
        calls = [
            (place, opening.call(seed_of(posed.origin, number), posed.limits))
            for place, (posed, opened) in enumerate(zip(cases, openings, strict=True))
            for number, opening in enumerate(opened)
        ]
        if not calls:
            return _Foreseen()
        with unbounded():
            outcomes = self.session.call_together([call for _, call in calls], fresh=fresh)
        foreseen = _Foreseen(outcomes=len(outcomes))
        failed: set[int] = set()
        for (place, call), outcome in zip(calls, outcomes, strict=False):
            foreseen.told.setdefault(place, []).append((call, outcome))
            if outcome.ending is not Ending.ANSWER:
                failed.add(place)
        left = (place for place, _ in calls[len(outcomes) :] if place not in failed)
        foreseen.broken_off = next(left, None)
        return foreseen

    def _is_spent(self, posed: _Posed) -> bool:
        """Whether calls that had to be stopped have cost the task of a case too much."""
        spent = self._overtime.get(posed.task.id, 0.0)
        return spent > 0.0 and spent >= self._budgets.overtime_seconds(posed.limits)

    def _draw(self, task: Task, seconds: float, verdict: Verdict) -> None:
        """Take what calls that had to be stopped have cost from the task's allowance."""
        if not seconds:
            return
        self._overtime[task.id] = self._overtime.get(task.id, 0.0) + seconds
        # A test may have caught the failure and decided something else.
        costly = verdict if verdict in _COSTLY else Verdict.TIME_LIMIT_EXCEEDED
        self._spent_on[task.id] = costly

    def _left_out(self, posed: _Posed, results: list[CaseResult]) -> str:
        """Add ``posed`` to ``results``, undecided, because its task has no allowance left; why."""
        task = posed.task.id
        note = (
            f"left out: calls of this task that had to be stopped had already taken "
            f"{self._overtime[task]:g} s"
        )
        results.append(self._case(posed, self._spent_on[task], note))
        return note

    def _run(self, posed: _Posed, caller: Caller, own: Collection[str] = ()) -> CaseResult:
        """Run one case once.

        Raises:
            SandboxFailure, OutOfOwnTime: if nothing can be said of it.
        """
        test, case = posed.test, posed.case
        trial = Trial(caller.next_seed)
        verdict, message = Verdict.ACCEPTED, ""
        expected: str | None = None
        actual: str | None = None
        figures: Sequence[Figure] = ()
        try:
            seed = caller.seed(-1) if test.chance else 0
            test.run(_supplied(posed.task, case, caller, trial, seed, own))
            if not caller.outcomes:
                raise LookupError("the test found nothing wrong, but called nothing either")
            trial.finish()
        except CaseFailure as failure:
            verdict, message = failure.verdict, failure.message
            expected, actual, figures = failure.expected, failure.actual, failure.figures
            if failure.explain is not None:
                self.explanations[posed.id] = failure.explain
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
        result = self._case(posed, verdict, message, expected, actual, caller=caller, trial=trial)
        return replace(result, figures=tuple(figures)) if figures else result

    def _why_absent(self, call: Call | None, verdict: Verdict, message: str) -> tuple[Verdict, str]:
        """Tell a function that nobody wrote from one that was lost while loading."""
        if verdict is not Verdict.NOT_ATTEMPTED or call is None:
            return verdict, message
        reason = self.loads[-1].lost.get(call.function)
        return (Verdict.LOAD_ERROR, reason) if reason else (verdict, message)

    def _case(
        self,
        posed: _Posed,
        verdict: Verdict,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
        *,
        caller: Caller | None = None,
        trial: Trial | None = None,
    ) -> CaseResult:
        test = posed.test
        call: CallTrace | None = None
        if caller is not None and (not verdict.passed or test.mark.visibility is Visibility.PUBLIC):
            call = caller.trace()
        budget: Budget | None = None
        if caller is not None and verdict is Verdict.TIME_LIMIT_EXCEEDED and caller.outcomes:
            last = caller.outcomes[-1]
            if last.ending in {Ending.CPU, Ending.WALL}:
                budget = self._budgets.compared(posed.id, caller.limits, last)
        return CaseResult(
            id=posed.id,
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
            budget=budget,
            call=call,
        )


def _caller(session: Session, posed: _Posed, *, fresh: bool, isolated: bool) -> Caller:
    return Caller(session, posed.limits, posed.origin, fresh, isolated, posed.reference_seconds)


def _readable(results: Sequence[CaseResult]) -> list[CaseResult]:
    """``results``, of which only the first few tell everything that was printed.

    A report on thousands of cases that print as much as they may would be of no use to anybody.
    """
    left = _TOLD_IN_FULL
    readable: list[CaseResult] = []
    for result in results:
        call = result.call
        if call is not None and max(map(len, (call.stdout, call.stderr, call.traceback))) > _LITTLE:
            left -= 1
            if left < 0:
                call = replace(
                    call,
                    stdout=shortened(call.stdout, _LITTLE),
                    stderr=shortened(call.stderr, _LITTLE),
                    traceback=shortened(call.traceback, _LITTLE),
                )
        readable.append(result if call is result.call else replace(result, call=call))
    return readable


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
