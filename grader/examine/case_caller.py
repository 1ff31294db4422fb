"""Makes the calls of one case, and keeps them for the report."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from grader.examine.submission_processes import SubmissionProcess, SubmissionProcesses
from grader.model.seeds import derive_seed
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Outcome, Starved
from grader.sandbox.call_request import Call
from grader.testing.case_failures import TOO_LARGE, CallFailure, InvalidReturn, failure_of_call
from grader.testing.planned_calls import Question
from grader.testing.student import Answer
from grader.wire import Untransferable

_OVERHEAD = 0.03
"""Seconds that a move may take after its time is up: that gets no faster where clocks do. None of
an agent that has been late at the usual pace."""


class MoveLateAtFastPace(Exception):
    """Raised for a move that was late by a faster clock, and may be in time at the usual pace."""


@dataclass(slots=True)
class CaseCaller:
    """The calls of one case: how they are made, and the outcomes of calls made so far.

    Attributes:
        process: in which the next call is made; without one, a new one is forked for it.
        alone: whether a new process is forked for every call.
        with_object: whether the case is about an object: all of its calls are made in one process
            then, which is its own, whether ``alone`` or not.
        origin: what the seed of each call is derived from.
        reference_seconds: CPU time that the reference solution needs for one call where budgets
            were made.
        waiting: the next calls with their outcomes, as far as they were carried out beforehand.
        until: when to stop a call at the latest (``time.monotonic()``), where nothing depends on
            what becomes of it.
        in_series: whether calls were carried out together with the next ones, so that less is
            known of them.
        made: the calls, each with its outcome at the same index of ``outcomes``, but for one that
            was not carried out.
        vacant: why a call was refused, if one was because nothing fills its role.
        pace: how much of its time a move has; its clocks go faster by as much.
        was_late: whether a call of the task has used up its time at the usual pace.
        watching: functions that are lent to look at the submission from inside, by name.
    """

    processes: SubmissionProcesses
    limits: CallLimits
    origin: str
    process: SubmissionProcess | None = None
    alone: bool = False
    reference_seconds: float | None = None
    waiting: list[tuple[Call, Outcome]] = field(default_factory=list)
    until: float = math.inf
    in_series: bool = False
    with_object: bool = False
    outcomes: list[Outcome] = field(default_factory=list)
    made: list[Call] = field(default_factory=list)
    vacant: CallFailure | None = None
    pace: float = 1.0
    was_late: bool = False
    watching: Collection[str] = ()

    def call(self, question: Question) -> Answer:
        """Carry out one call, after creating the object of a method where there is none yet.

        Raises:
            CallFailure: unless it comes to an answer, or where nothing fills its role.
            Starved: if the machine was too busy for it.
            MoveLateAtFastPace: if a move took too long by its own clocks, which go too fast.
        """
        made = question.on
        vacant = self.processes.why_vacant((made or question).function)
        if vacant is not None:
            self.vacant = vacant
            raise vacant
        if made is not None and not (self.process and self.process.holds(made.function)):
            self._answer(made.call_that_keeps)
        if self.waiting and question.is_of(self.waiting[0][0]):
            call, outcome = self.waiting.pop(0)
            self.made.append(call)
        else:
            self.waiting.clear()
            return self._answer(question.call)
        return self._answered(call, outcome)

    def _answer(self, ask: Callable[[int, CallLimits], Call]) -> Answer:
        """Carry out the call that ``ask`` returns for a seed and limits."""
        limits = self.limits.within(self.until - time.monotonic()).at_pace(self.pace)
        call = ask(self.next_seed(), limits)
        self.made.append(call)
        return self._answered(call, self._carried_out(call))

    def _answered(self, call: Call, outcome: Outcome) -> Answer:
        self.outcomes.append(outcome)
        if outcome.ending is CallEnding.STARVED:
            raise Starved(f"this machine was too busy: {call.function} did not get to run in time")
        if self.pace < 1 and call.on:
            took = call.limits.seconds_inside(outcome.cpu_seconds, outcome.waiting_seconds)
            promised = self.limits.cpu_seconds / self.limits.speed
            if took > promised + (0 if self.was_late else _OVERHEAD) / self.pace:
                raise MoveLateAtFastPace
        if outcome.ending is not CallEnding.ANSWER:
            raise failure_of_call(
                call.function, outcome, self.limits, self.reference_seconds
            ) from None
        return Answer(outcome.value, outcome.changed, outcome.calls, outcome.log)

    def call_each(self, questions: Sequence[Question]) -> Iterator[Answer]:
        """Yield the answers of independent calls, which are carried out together if possible.

        A call counts as made when its answer is looked at.

        Raises:
            CallFailure, Starved: as :meth:`call` does.
        """
        if not self.alone and not self.waiting and len(questions) > 1:
            self._carry_out_together(questions)
        for question in questions:
            yield self.call(question)

    def _carry_out_together(self, questions: Sequence[Question]) -> None:
        """Carry out calls beforehand and keep their outcomes, as far as the process lasts."""
        made = len(self.outcomes)
        if any(question.function in self.processes.vacant for question in questions):
            return
        calls = [
            question.call(self.seed(made + number), self.limits)
            for number, question in enumerate(questions)
        ]
        with contextlib.suppress(Untransferable):
            outcomes = self._where_to_call().call_each(calls)
            self.waiting = list(zip(calls, outcomes, strict=False))
            self.in_series = len(outcomes) > 1

    def _carried_out(self, call: Call) -> Outcome:
        try:
            return self._where_to_call().call(call)
        except Untransferable as refusal:
            if not self.outcomes:  # nothing of the student's is among the arguments yet
                raise
            raise InvalidReturn(
                f"What was returned before is too large to be passed on to {call.function}.",
                actual=str(refusal),
                code=TOO_LARGE,
            ) from None

    def _where_to_call(self) -> SubmissionProcess:
        if self.process is None or (self.alone and not self.with_object):
            self.process = self.processes.fork()
        return self.process

    def seed(self, number: int) -> int:
        """Return the seed of the call ``number`` of this case, which is the same in every run."""
        return derive_call_seed(self.origin, number)

    def next_seed(self) -> int:
        """Return the seed of the next call."""
        return self.seed(len(self.outcomes))

    @property
    def last(self) -> Call | None:
        """Return the last call; ``None`` before the first one."""
        return self.made[-1] if self.made else None

    @property
    def shown(self) -> Call | None:
        """Return the last call of what the student wrote, if there is one: a report shows it."""
        own = (call for call in reversed(self.made) if call.function not in self.watching)
        return next(own, None)

    def outcome_of(self, call: Call) -> Outcome | None:
        """Return the outcome of a call that was made; ``None`` if it was not carried out."""
        pairs = zip(self.made, self.outcomes, strict=False)
        return next((outcome for made, outcome in pairs if made is call), None)

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all calls."""
        return sum(outcome.cpu_seconds for outcome in self.outcomes)

    @property
    def wall_seconds(self) -> float:
        """Return the wall seconds of all calls."""
        return sum(outcome.wall_seconds for outcome in self.outcomes)

    @property
    def pressed(self) -> bool:
        """Return whether a call ran out of time while the machine was overloaded."""
        return any(outcome.pressed for outcome in self.outcomes)

    @property
    def was_alone(self) -> bool:
        """Return whether each call had a process of its own, if the first call had one."""
        return self.alone or self.with_object or (len(self.outcomes) <= 1 and not self.in_series)

    @property
    def overran(self) -> bool:
        """Return whether a call used up its CPU time."""
        return any(outcome.ending is CallEnding.CPU for outcome in self.outcomes)

    @property
    def is_late(self) -> bool:
        """Return whether a call used up its CPU time, or the time by the clock."""
        return any(outcome.ending in (CallEnding.CPU, CallEnding.WALL) for outcome in self.outcomes)

    @property
    def overtime_seconds(self) -> float:
        """Return the seconds that stopped calls have taken."""
        return sum(map(self._overtime, self.outcomes), 0.0)

    def _overtime(self, outcome: Outcome) -> float:
        match outcome.ending:
            case CallEnding.CPU | CallEnding.LENT:
                return self.limits.cpu_seconds
            case CallEnding.WALL:
                return min(self.limits.wall_seconds, self.limits.real_seconds)
            case CallEnding.MEMORY | CallEnding.OUTPUT:
                return outcome.cpu_seconds
        return 0.0


def derive_call_seed(origin: str, number: int) -> int:
    """Return the seed of the call ``number`` of a case: 48 bits derived from ``origin``."""
    return derive_seed(origin, number, size=6)
