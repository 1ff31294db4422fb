"""The student's functions as hidden tests see them: calls go out, plain answers come back."""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from grader.examine.own_time import unbounded
from grader.model.limits import Limits
from grader.model.report import CallTrace
from grader.sandbox.protocol import Call, Ending, Outcome, Starved
from grader.testing.failures import InvalidReturn, of_call
from grader.testing.shared import SharedProcess
from grader.wire import Injected, Untransferable
from grader.wire import Own as OwnReference

Lent = Injected | OwnReference
"""A function passed as an argument: the reference's, a stub, or the student's own."""

_MAX_ARGUMENT = 400


def seed_of(origin: str, number: int) -> int:
    """The seed of the call ``number`` of a case, derived from its ``origin``."""
    digest = hashlib.sha256(f"{origin}|{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call returned, and what it did on the way.

    Attributes:
        value: plain data; lists and tuples are kept apart.
        changed: positions of arguments that the call left different from how they were passed.
        calls: how often each injected function was called.
        log: what stubs wrote down, in order.
    """

    value: Any
    changed: tuple[int, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)
    log: Sequence[Any] = ()


class Inject:
    """Reference functions and stubs, as arguments: ``inject.transition``.

    Functions named in ``own`` are replaced by the student's.
    """

    def __init__(
        self, functions: Sequence[str], stubs: Sequence[str], own: Collection[str] = ()
    ) -> None:
        self._functions = functions
        self._stubs = stubs
        self._own = own

    def __getattr__(self, name: str) -> Lent:
        if name not in self._functions:
            raise AttributeError(f"assignment.toml injects no {name!r} into this task")
        return OwnReference(name) if name in self._own else Injected(name)

    def stub(self, name: str, **config: Any) -> Injected:
        """The scripted function ``name`` of the hidden tests, made with ``config``."""
        if name not in self._stubs:
            raise AttributeError(f"assignment.toml names no stub {name!r} for this task")
        return Injected(name, config)


class Own:
    """The student's own functions, as arguments: ``own.transition``."""

    def __getattr__(self, name: str) -> OwnReference:
        return OwnReference(name)


@dataclass(slots=True)
class Caller:
    """Makes the calls of one case, and remembers what a report needs of them.

    Attributes:
        fresh: whether the next call gets a process of its own.
        isolated: whether every call does.
        origin: what the seed of each call is derived from.
        reference_seconds: CPU time that the reference solution needs here for one call.
        foreseen: the next calls with their outcomes, as far as they were carried out beforehand.
        until: when to stop a call at the latest (``time.monotonic()``), where nothing depends on
            what becomes of it.
    """

    process: SharedProcess
    limits: Limits
    origin: str
    fresh: bool
    isolated: bool
    reference_seconds: float | None = None
    foreseen: list[tuple[Call, Outcome]] = field(default_factory=list)
    until: float = math.inf
    in_series: bool = False
    """Whether calls were carried out together with the next ones, so that less is known of them."""
    outcomes: list[Outcome] = field(default_factory=list)
    made: list[Call] = field(default_factory=list)
    """The calls, each with its outcome at the same place, but for one that was not carried out."""

    def call(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Answer:
        """Carry out one call.

        Raises:
            CallFailure: unless it comes to an answer.
            Starved: if the machine was too busy for it.
        """
        if self.foreseen and self.foreseen[0][0].asks(function, args, kwargs):
            call, outcome = self.foreseen.pop(0)
            self.made.append(call)
        else:
            self.foreseen.clear()
            limits = self.limits.within(self.until - time.monotonic())
            call = Call(function, args, kwargs, self.seed(len(self.outcomes)), limits)
            self.made.append(call)
            outcome = self._carried_out(call)
            self.fresh = self.isolated
        self.outcomes.append(outcome)
        if outcome.ending is Ending.STARVED:
            raise Starved(f"this machine was too busy: {function} did not get to run in time")
        if outcome.ending is not Ending.ANSWER:
            raise of_call(function, outcome, self.limits, self.reference_seconds) from None
        return Answer(outcome.value, outcome.changed, outcome.calls, outcome.log)

    def each(
        self, function: str, arguments: Sequence[tuple[Any, ...]]
    ) -> Generator[Answer, None, None]:
        """Carry out calls that do not depend on each other's answers: as :meth:`call` for each.

        A call counts as made when its answer is looked at.

        Raises:
            CallFailure, Starved: as :meth:`call` does.
        """
        if not self.isolated and not self.foreseen and len(arguments) > 1:
            self._foresee(function, arguments)
        for args in arguments:
            yield self.call(function, args, {})

    def _foresee(self, function: str, arguments: Sequence[tuple[Any, ...]]) -> None:
        """Have calls carried out together, as far as that goes well."""
        made = len(self.outcomes)
        calls = [
            Call(function, args, {}, self.seed(made + place), self.limits)
            for place, args in enumerate(arguments)
        ]
        with contextlib.suppress(Untransferable), unbounded():
            outcomes = self.process.call_each(calls, fresh=self.fresh)
            self.foreseen = list(zip(calls, outcomes, strict=False))
            self.fresh = self.isolated
            self.in_series = len(outcomes) > 1

    def _carried_out(self, call: Call) -> Outcome:
        try:
            with unbounded():
                return self.process.call(call, fresh=self.fresh)
        except Untransferable as refusal:
            if not self.outcomes:  # nothing of the student's is among the arguments yet
                raise
            raise InvalidReturn(
                f"What was returned before is too large to be passed on to {call.function}.",
                actual=str(refusal),
            ) from None

    def seed(self, number: int) -> int:
        """The seed of the call ``number`` of this case: the same in every run."""
        return seed_of(self.origin, number)

    def next_seed(self) -> int:
        """The seed of the next call."""
        return self.seed(len(self.outcomes))

    @property
    def last(self) -> Call | None:
        """The last call."""
        return self.made[-1] if self.made else None

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of all calls."""
        return sum(outcome.cpu_seconds for outcome in self.outcomes)

    @property
    def wall_seconds(self) -> float:
        """Wall seconds of all calls."""
        return sum(outcome.wall_seconds for outcome in self.outcomes)

    @property
    def pressed(self) -> bool:
        """Whether a call ran out of time on a machine that had more to do than it could."""
        return any(outcome.pressed for outcome in self.outcomes)

    @property
    def was_alone(self) -> bool:
        """Whether each call had a process of its own, if the first one had."""
        return self.isolated or (len(self.outcomes) <= 1 and not self.in_series)

    @property
    def overran(self) -> bool:
        """Whether a call used up its CPU time."""
        return any(outcome.ending is Ending.CPU for outcome in self.outcomes)

    @property
    def overtime_seconds(self) -> float:
        """Seconds that went into calls which were stopped at a limit."""
        ended = [outcome for outcome in self.outcomes if outcome.ending is not Ending.ANSWER]
        return sum(map(self._overtime, ended), 0.0)

    def _overtime(self, outcome: Outcome) -> float:
        match outcome.ending:
            case Ending.CPU:
                return self.limits.cpu_seconds
            case Ending.WALL:
                return self.limits.wall_seconds
            case Ending.MEMORY | Ending.OUTPUT:
                return outcome.cpu_seconds
        return 0.0

    def trace(self) -> CallTrace | None:
        """The last call, for people."""
        if self.last is None:
            return None
        outcome = self.outcomes[-1] if self.outcomes else Outcome(Ending.ANSWER)
        words = [expression(value) for value in self.last.args]
        words += [f"{name}={expression(value)}" for name, value in self.last.kwargs.items()]
        return CallTrace(
            self.last.function,
            tuple(words),
            next((board for arg in self.last.args if (board := as_board(arg))), None),
            outcome.stdout,
            outcome.stderr,
            outcome.traceback,
        )


class Calls(Protocol):
    """Whatever becomes of the calls that a test makes."""

    def call(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Answer:
        """Answer one call, or end the test."""

    def each(self, function: str, arguments: Sequence[tuple[Any, ...]]) -> Iterator[Answer]:
        """Answer calls that do not depend on each other, or end the test."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the student's, to be called."""

    _calls: Calls
    _name: str

    def __call__(self, *args: Any, **kwargs: Any) -> Answer:
        """What it answers.

        Raises:
            CallFailure: if it does not come to an answer, which decides the case.
        """
        return self._calls.call(self._name, args, kwargs)

    def each(self, arguments: Iterable[Iterable[Any]]) -> Iterator[Answer]:
        """What it answers to each of ``arguments``, one after another.

        The same as to call it so often, and faster: the calls travel together.

        Raises:
            CallFailure: if one does not come to an answer.
        """
        return self._calls.each(self._name, [tuple(args) for args in arguments])


class Student:
    """The student's functions: ``student.minimax(board, …)`` calls his ``minimax``."""

    def __init__(self, caller: Calls) -> None:
        self._caller = caller

    def __getattr__(self, function: str) -> Function:
        return Function(self._caller, function)


def expression(value: object) -> str:
    """``value`` as a Python expression for people, shortened in the middle where long."""
    if isinstance(value, Injected):
        config = "" if value.config is None else f"({', '.join(value.config)})"
        return f"<provided {value.name}{config}>"
    if isinstance(value, OwnReference):
        return value.name
    if isinstance(value, Enum):
        return f"{type(value).__module__.rpartition('.')[2]}.{value}"
    return shortened(repr(value), _MAX_ARGUMENT)


def shortened(text: str, longest: int) -> str:
    """``text``, with its middle left out where it is longer than ``longest`` characters."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} … {text[-half:]}"


def as_board(value: object) -> tuple[str, ...] | None:
    """The rows of ``value`` as texts if it is a list of equally long rows of single characters."""
    if not isinstance(value, list) or not value:
        return None
    for row in value:
        if not isinstance(row, list) or len(row) != len(value[0]) or not row:
            return None
        if not all(isinstance(cell, str) and len(cell) == 1 for cell in row):
            return None
    return tuple("".join(row) for row in value)
