"""Decides whether a case is run again, and which of its runs counts.

1. A case that is not accepted is run again, each of its calls alone, and that verdict counts.
2. A case that the machine may have been too busy for is repeated alone on the machine and with more
   patience. So is a case that was stopped at what seemed to be left of its task's total, if more
   turns out to be left. If the machine is too busy again, the grader has failed and not the
   submission.
3. A case that used up its CPU time while the machine was slower than usual is repeated with as much
   more of it, and only that run is charged to its task.
4. A game that is lost, with no move that had to be stopped, is played again if there is time for
   it. An agent that looks at the clock does not move alike each time: the depth of a search that
   its time just suffices for is up to chance. So nothing is held against it that it does not do
   again and again, and the same game twice is enough of one that moves alike.
5. A case of a test with a pace is run at it first, and that run counts if it is accepted or left to
   a person. An agent that uses its time to the full is waited for only where that may matter. What
   is no whole game, and is wrong at both paces, is not run a third time.
6. In a test whose cases have to be right in turn, a wrong answer also counts if it comes again when
   all cases up to that one are run in a new process.

What stopped calls have cost is drawn from the task's allowance.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.case_caller import CaseCaller, MoveLateAtFastPace
from grader.examine.case_runner import VERDICTS_ON_ANSWERS, CaseRunner
from grader.examine.hidden_test import GradedCase
from grader.examine.hidden_test_limits import pause_cpu_limit
from grader.examine.submission_processes import SubmissionProcess
from grader.examine.time_budgets import TaskTimeAccount, TaskTimeAccounts, TimeBudgets
from grader.machine.process_locks import hold_exclusive_lock
from grader.model.formatting import GIVEN_BACK, LEFT_OVER
from grader.model.report import CaseResult
from grader.model.time_limits import describe_seconds_here
from grader.model.verdict import LIMIT_VERDICTS, NOT_CALLED, Verdict
from grader.sandbox.backend_interface import ENDED_ALL, Starved

DISTRUST = 2
"""Cases of a test that are not accepted, after which the rest of it runs alone; and cases for which
its cases are run in turn."""

_SETTLED = (Verdict.ACCEPTED, Verdict.UNDECIDED)
"""Verdicts with which a run at a faster pace counts."""

_MOST_WIDER = 2
"""Times that a case is repeated with a wider limit, because the machine has become slower still."""

_REPLAYS = 4
"""Times that a lost game is played again while the agent moves otherwise than before;"""
_HURRIED_REPLAYS = 2
"""as many of them first at the pace of the test, if it has one: they take little time."""

_MOST_REPEATS = 3
"""Cases of a task that are repeated for the machine's sake: each may take long, and a submission
that sleeps on a busy machine must not keep others waiting."""

CaseRun = tuple[CaseResult, CaseCaller]
"""What a run came to, and what made its calls."""


@dataclass(slots=True)
class StoppedCallLedger:
    """Adds up the seconds of stopped calls in each task, and tells when its allowance is spent."""

    budgets: TimeBudgets
    _seconds: dict[str, float] = field(default_factory=dict)
    _verdicts: dict[str, Verdict] = field(default_factory=dict)

    def draw(self, task: str, seconds: float, verdict: Verdict) -> None:
        """Charge the seconds of a case's stopped calls to the allowance of its task.

        Args:
            seconds: of those that had to be stopped; often 0.
        """
        if not seconds:
            return
        self._seconds[task] = self._seconds.get(task, 0.0) + seconds
        # A test may have caught the failure and decided something else.
        self._verdicts[task] = verdict if verdict in LIMIT_VERDICTS else Verdict.TIME_LIMIT_EXCEEDED

    def is_spent(self, case: GradedCase) -> bool:
        """Return whether the allowance of the task of ``case`` is used up."""
        spent = self._seconds.get(case.task.id, 0.0)
        return spent > 0.0 and spent >= self.budgets.overtime_seconds(case.limits)

    def verdict(self, task: str) -> Verdict:
        """Return the verdict of the cases of ``task`` that are left out."""
        return self._verdicts[task]

    def note(self, task: str) -> str:
        """Return the note that says why cases of ``task`` are left out."""
        taken = describe_seconds_here(self._seconds[task], self.budgets.speed)
        return f"left out: stopped calls of this task had already taken {taken}"


@dataclass(slots=True)
class RetryPolicy:
    """The policy by which cases of one submission are run again and decided.

    Attributes:
        slowdown: says how many times as much as usual a limit has to be at this moment.
        wrong_in_turn: ids of cases that are right by themselves.
    """

    runs: CaseRunner
    ledger: StoppedCallLedger
    slowdown: Callable[[], float]
    totals: TaskTimeAccounts
    wrong_in_turn: set[str] = field(default_factory=set)
    _busy: Counter[str] = field(default_factory=Counter)
    """How many cases of a task were repeated because the machine was busy."""
    _late: set[str] = field(default_factory=set)
    """The tasks in which a call has used up its time at the usual pace."""
    _turns: Counter[str] = field(default_factory=Counter)
    """How often the cases of a test were run in turn for one of them."""

    def decided(
        self, cases: Sequence[GradedCase], index: int, caller: CaseCaller, *, certain: bool
    ) -> tuple[CaseResult, SubmissionProcess | None]:
        """Return the result of the case at ``index``, running it again if need be.

        Args:
            cases: all of its test's.
            certain: whether the first call is alone.

        Returns:
            the result of the run that counts, and the process that was used last.

        Raises:
            Starved: if the machine was too busy, too often.
            SandboxFailure, HiddenTestTimeout: if nothing can be said of it.
        """
        case = cases[index]
        hurried = self._hurried(case) if case.test.mark.pace < 1 else None
        if hurried is not None and hurried[0].verdict in _SETTLED:
            return hurried[0], hurried[1].process
        games = _LostGames(self.totals.of(case.task.id))
        if hurried is not None:
            games.add(hurried[1])
        games.begin()
        run = self._counting(case, caller, certain=certain)
        doubtful = False
        if run is not None and not run[0].verdict.passed:
            # A whole game can be explained. Other wrong moves have come twice now.
            is_game = hurried is None or case.id in self.runs.explanations
            again = is_game and _is_lost_game(case, *run) and games.add(run[1])
            if certain and caller.was_alone and not again:
                return run[0], caller.process
            doubtful = case.test.mark.in_turn and run[0].verdict in VERDICTS_ON_ANSWERS
            run = (
                self._replayed(case, games, hurried=hurried is not None)
                if again
                else self._alone(case)
            )
        result, last = run or self._patiently(case)
        process = last.process
        if doubtful and result.verdict.passed:
            self._turns[case.test.id] += 1
            if self._turns[case.test.id] <= DISTRUST:
                wrong, last = self.in_turn(cases[: index + 1])
                result, process = wrong or result, last.process
        return result, process

    def _replayed(self, case: GradedCase, games: _LostGames, *, hurried: bool) -> CaseRun | None:
        """Play a lost game again, until it is won or the agent moves as it did before.

        Args:
            hurried: whether the first ones are at the pace of the test.

        Returns:
            the run that counts; ``None`` if the machine may have been too busy for it.
        """
        run: CaseRun | None = None
        for _ in range(_HURRIED_REPLAYS if hurried else 0):
            run = self._hurried(case)
            if run is not None and run[0].verdict in _SETTLED:
                return run
        for _ in range(_REPLAYS - _HURRIED_REPLAYS * hurried):
            games.begin()
            run = self._alone(case)
            if not (run and _is_lost_game(case, *run) and games.add(run[1])):
                break
        return run

    def _alone(self, case: GradedCase) -> CaseRun | None:
        return self._counting(case, case.caller(self.runs.processes, alone=True), certain=True)

    def _hurried(self, case: GradedCase) -> CaseRun | None:
        """Run ``case`` at the pace of its test; return ``None`` if that says nothing."""
        caller = case.caller(self.runs.processes, alone=True)
        caller.pace, caller.was_late = case.test.mark.pace, case.task.id in self._late
        try:
            result = self.runs.run(case, caller)
        except (MoveLateAtFastPace, Starved):
            return None
        if result.verdict in _SETTLED:
            self.ledger.draw(case.task.id, caller.overtime_seconds, result.verdict)
        return result, caller

    def in_turn(self, cases: Sequence[GradedCase]) -> tuple[CaseResult | None, CaseCaller]:
        """Run ``cases`` one after another in a new process, and return the last result if wrong.

        Returns:
            the last one's result if it is wrong, and the last run's caller.
        """
        *before, last = cases
        process: SubmissionProcess | None = None
        for case in before:
            caller = case.caller(self.runs.processes, process)
            if self._run_in_turn(case, caller).verdict in LIMIT_VERDICTS:
                return None, caller
            process = caller.process
        caller = last.caller(self.runs.processes, process)
        result = self._run_in_turn(last, caller)
        if result.verdict not in VERDICTS_ON_ANSWERS:
            return None, caller
        self.wrong_in_turn.add(result.id)
        # What ended everything, or was not even called, says so; no variable of the program did it.
        of_processes = ENDED_ALL in result.message or result.code == NOT_CALLED
        if result.message == GIVEN_BACK or of_processes:
            return result, caller
        return replace(result, message=f"{result.message} {LEFT_OVER}".strip()), caller

    def _run_in_turn(self, case: GradedCase, caller: CaseCaller) -> CaseResult:
        result = self.runs.run(case, caller)
        if result.verdict in LIMIT_VERDICTS:
            self.ledger.draw(case.task.id, caller.overtime_seconds, result.verdict)
        return result

    def _counting(self, case: GradedCase, caller: CaseCaller, *, certain: bool) -> CaseRun | None:
        """Run ``case`` once; return ``None`` if the machine may have been too busy for it.

        Raises:
            Starved: if so, and this has happened too often for the case to be repeated.
        """
        repeatable = self._busy[case.task.id] < _MOST_REPEATS
        account = self.totals.of(case.task.id)
        before = account.used
        try:
            result = self.runs.run(case, caller)
            if caller.is_late:
                self._late.add(case.task.id)
            if repeatable and account.doubtful:
                account.lower_used_to(before)
                return None
            if repeatable and caller.pressed:
                return None
            if certain and caller.was_alone and caller.overran and not account.cut:
                return self._unless_slow(case, result, caller, before)
        except Starved:
            if not repeatable:
                raise
            return None
        self.ledger.draw(case.task.id, caller.overtime_seconds, result.verdict)
        return result, caller

    def _unless_slow(
        self, case: GradedCase, result: CaseResult, caller: CaseCaller, used: float
    ) -> CaseRun:
        """Return ``result``, or the result with wider limits if the machine is slow now.

        Args:
            used: what its task had used before.

        Raises:
            Starved: if the machine was too busy to find out.
        """
        task, wider = case.task.id, 1.0
        for _ in range(_MOST_WIDER):
            slowdown = self.slowdown()
            if slowdown <= wider:
                break
            wider = slowdown
            self.totals.of(task).lower_used_to(used)
            caller = case.caller(self.runs.processes, alone=True)
            caller.limits = caller.limits.times(wider)
            result = self.runs.run(case, caller)
            if not caller.overran:
                break
        # The allowance is not meant for a machine that is slow for a while.
        self.ledger.draw(task, caller.overtime_seconds / wider, result.verdict)
        return result, caller

    def _patiently(self, case: GradedCase) -> CaseRun:
        """Run a case again for which the machine was too busy, alone and with more patience."""
        self._busy[case.task.id] += 1
        caller = case.caller(self.runs.processes, alone=True)
        caller.limits = caller.limits.patient()
        with _wait_for_exclusive_lock():
            result = self.runs.run(case, caller)
        self.ledger.draw(case.task.id, caller.overtime_seconds, result.verdict)
        return result, caller


@contextlib.contextmanager
def _wait_for_exclusive_lock() -> Iterator[None]:
    """Hold the lock of gradings that repeat calls; waiting for it costs the hidden test no time."""
    with contextlib.ExitStack() as held:
        with pause_cpu_limit():
            held.enter_context(hold_exclusive_lock())
        yield


@dataclass(slots=True)
class _LostGames:
    """The games that an agent has lost in one case."""

    account: TaskTimeAccount
    _answers: list[list[object]] = field(default_factory=list)
    _before: float = 0.0

    def begin(self) -> None:
        """Note that a game begins."""
        self._before = self.account.used

    def add(self, caller: CaseCaller) -> bool:
        """Add a game; return whether there is time for another one that may go otherwise."""
        answers = [outcome.value for outcome in caller.outcomes]
        known = answers in self._answers
        self._answers.append(answers)
        return not known and self.account.left > self.account.used - self._before


def _is_lost_game(case: GradedCase, result: CaseResult, caller: CaseCaller) -> bool:
    """Return whether the case is a game that was played to its end without overtime, and lost."""
    lost = case.test.mark.moves > 0 and result.verdict is Verdict.WRONG_ANSWER
    return lost and not caller.overtime_seconds
