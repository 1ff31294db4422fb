"""Asks functions of a submission what is known, to see which of them fit a role, and how.

A function is tried in all conventions of the role, in its own process. What hangs, crashes or ends
the process costs its own convention; after a few of these the function is given up. All of it comes
out of one budget, which neither a function that computes nor one that sleeps can exceed by much.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.account import Account
from grader.examine.caller import seed_of
from grader.examine.own_time import unbounded
from grader.machine.alone import alone
from grader.model.contract import Convention, Fit
from grader.model.limits import Limits
from grader.sandbox.call import Call
from grader.sandbox.protocol import Ending, Outcome, Session, Starved
from grader.testing.contract import READABLE, RIGHT, SURELY, UNFIT, Probe, Role

_UNFIT_BY_RAISING = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError)
"""What a check may raise because of an answer of a kind that it does not expect."""

TRIALS = Limits(1.0, 8.0)
"""Of all calls that travel together of a function that most likely fills the role,"""
SCREENING = Limits(0.25, 2.0)
"""and of one about which nothing is known."""
BUDGET = 8.0
"""CPU seconds for everything that is tried on one submission."""
_SHARE = 0.25
"""How much of it one function may take for one role, so that something is left for the others."""
_OF_FINALISTS = 0.5
"""How much of that is kept for asking everything in the conventions that fit best so far."""
_SLEEP = 16
"""Seconds of sleep that count as one of it."""
_BREAKS = 3
"""Calls of a function that had to be stopped, after which nothing more of it is tried."""
_SCREENED = 2
"""The same of a function about which nothing is known."""
_OPENING = 2
"""Trials that are asked in all conventions."""
_FINALISTS = 12
"""Conventions in which all trials of a function are asked."""
_LIKELY = 1500
"""Conventions of a role that are tried with a function that most likely fills it,"""
_CONVENTIONS = 400
"""with one about which nothing is known,"""
_OF_CLASS = 1200
"""and with a class, of which most methods refuse at once what does not suit them."""


TRIED = "tried"
"""What a convention says while it is only tried: that a target may be asked once for several."""
_ENDED = frozenset(
    {Ending.CPU, Ending.WALL, Ending.MEMORY, Ending.OUTPUT, Ending.DIED, Ending.BREACH}
)
"""Endings of a call with which its process ends, or may."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well a function fits a role in one convention.

    Attributes:
        marks: of the trials, in order.
        passed_over: how many of them the convention does not suit.
    """

    fit: Fit
    marks: tuple[int, ...] = ()
    passed_over: int = 0

    @property
    def total(self) -> int:
        """What the marks come to: the more, the better it fits."""
        return sum(self.marks)

    @property
    def percent(self) -> int:
        """How many of a hundred answers are right."""
        return 100 * self.marks.count(RIGHT) // max(1, len(self.marks))

    @property
    def full(self) -> bool:
        """Whether every answer is right."""
        return all(mark == RIGHT for mark in self.marks)

    @property
    def sound(self) -> bool:
        """Whether every answer is right that the convention leads to expect."""
        return self.marks.count(RIGHT) + self.passed_over == len(self.marks)

    @property
    def readable(self) -> bool:
        """Whether every answer can be read."""
        return all(mark >= READABLE for mark in self.marks)

    @property
    def convincing(self) -> bool:
        """Whether a function with an unknown name fills the role.

        Every answer can be read, and more than half of them are right.
        """
        return self.readable and self.mostly_right

    @property
    def mostly_right(self) -> bool:
        """Whether more than half of the answers are right."""
        return 2 * self.marks.count(RIGHT) > len(self.marks) - self.passed_over


@dataclass(slots=True)
class Prober:
    """Tries functions of one loaded submission.

    Attributes:
        session: the submission, loaded with the adapter.
        origin: what the seeds of calls are derived from.
        speed: how much longer things take here than where budgets were made.
        pace: says how many times as long as that they take at this moment.
        members: the methods of each class of the submission.
        errors: sentences about trials that fail by themselves.
        unwritten: functions that say, or show, that they are not written yet.
    """

    session: Session
    origin: str
    speed: float
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    unwritten: set[str] = field(default_factory=set)
    pace: Callable[[], float] = lambda: 1.0
    _until: float = math.inf
    _account: Account = field(init=False)

    def __post_init__(self) -> None:
        self._account = Account(BUDGET * self.speed, self.pace)

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self._account.is_spent()

    @property
    def _at_an_end(self) -> bool:
        """Whether nothing more is asked of the function that is tried."""
        return self.exhausted or self._account.used >= self._until

    def best(
        self, role: Role, name: str, conventions: Sequence[Convention], *, likely: bool = True
    ) -> Score:
        """The convention in which the function ``name`` fits ``role`` best, the first of equals.

        Args:
            likely: whether something but its answers says that it fills the role. One that is
                unlikely to is given up sooner.

        Raises:
            SandboxFailure: if the sandbox does not work, or the machine is too busy.
            OutOfOwnTime: if a check of an answer takes too long.
        """
        self.session.allow_reloads()
        share = _SHARE * BUDGET * self.speed
        self._until = self._account.used + share * (1 - _OF_FINALISTS)
        fits = [Fit(name, how) for how in self._of_kind(role, name, conventions, likely)]
        if not fits:
            return Score(Fit(name, conventions[0]), tuple(UNFIT for _ in role.trials))
        scores = [*self._first(role, fits[0])] if likely else []
        if not scores or not scores[0].full:
            finalists = self._finalists(role, fits[len(scores) :], likely=likely)
            self._until += share * _OF_FINALISTS
            for fit in finalists:
                scores.append(self._score(role, fit))
                if scores[-1].full:
                    break
        unfit = Score(fits[0], tuple(UNFIT for _ in role.trials))
        scores = [score for score in scores if score.sound or not score.fit.how.get(SURELY)]
        best = max(scores, key=lambda score: score.total, default=unfit)
        first = scores[0] if role.whole and likely and scores else unfit
        return first if first.readable and not best.full else best

    def _of_kind(
        self, role: Role, name: str, conventions: Sequence[Convention], likely: bool
    ) -> list[Convention]:
        """Those of ``conventions`` that may be of ``name``: only classes have methods."""
        if name not in self.members:
            fitting = (how for how in conventions if not how.get("call"))
            return list(itertools.islice(fitting, _LIKELY if likely else _CONVENTIONS))
        there = self.members[name]
        usual = names_among(there, (*role.methods, role.name, *role.names))
        methods = [*usual, *(each for each in there if role.any_method and each not in usual)]
        return list(itertools.islice(_of_class(conventions, methods), _OF_CLASS))

    def _finalists(self, role: Role, fits: Sequence[Fit], *, likely: bool) -> list[Fit]:
        """Those of ``fits`` in which an opening trial is answered, the most right ones first."""
        opening = role.trials[:_OPENING]
        marks = self._marks(
            role, fits, opening, *((TRIALS, _BREAKS) if likely else (SCREENING, _SCREENED))
        )
        totals = [
            sum(marks[index * len(opening) : (index + 1) * len(opening)])
            for index in range(len(fits))
        ]
        order = sorted(range(len(fits)), key=lambda index: -totals[index])
        return [fits[index] for index in order[:_FINALISTS] if totals[index]]

    def _first(self, role: Role, fit: Fit) -> Iterator[Score]:
        """The score of the most usual convention, if it suits so far that all is worth asking."""
        opening, rest = role.trials[:_OPENING], role.trials[_OPENING:]
        marks = self._marks(role, [fit], opening, TRIALS, _BREAKS)
        if role.whole or all(mark == RIGHT for mark in marks):
            marks += self._marks(role, [fit], rest, TRIALS, _BREAKS)
            yield narrowed(role, Score(fit, tuple(marks)))

    def _score(self, role: Role, fit: Fit) -> Score:
        marks = tuple(self._marks(role, [fit], role.trials, TRIALS, _BREAKS))
        return narrowed(role, Score(fit, marks))

    def _marks(
        self,
        role: Role,
        fits: Sequence[Fit],
        trials: Sequence[Probe],
        limits: Limits,
        most_breaks: int,
    ) -> list[int]:
        """The marks of all ``trials`` in each of ``fits``, one after another.

        They are asked in one process. When it ends, a new one goes on: with the same call, if
        the limits of all calls together were reached, or with the next convention, if it was this
        call that ended it.
        """
        asked = [(fit, trial) for fit in fits for trial in trials]
        marks: list[int] = []
        breaks = 0
        while len(marks) < len(asked) and breaks < most_breaks and not self._at_an_end:
            calls = [self._call(role, fit, trial, limits) for fit, trial in asked[len(marks) :]]
            outcomes = self._outcomes(calls)
            for outcome in outcomes:
                fit, trial = asked[len(marks)]
                if outcome.ending is Ending.UNFINISHED:
                    self.unwritten.add(fit.name)
                marks.append(self._mark(role, trial, outcome))
            if outcomes[-1].ending in _ENDED:
                breaks += 1
                marks += [UNFIT] * (-len(marks) % len(trials))
        return marks + [UNFIT] * (len(asked) - len(marks))

    def _call(self, role: Role, fit: Fit, trial: Probe, limits: Limits) -> Call:
        seed = seed_of(f"{self.origin}|{role.name}|{fit.name}", 0)
        tried = replace(fit, how={**fit.how, TRIED: True})
        return Call(role.name, trial.args, {}, seed, limits.times(self.speed), fit=tried)

    def _outcomes(self, calls: Sequence[Call]) -> list[Outcome]:
        """What becomes of ``calls`` in a new process.

        Raises:
            Starved: if the machine is too busy to tell.
        """
        outcomes = self._carried_out(calls)
        if outcomes[0].pressed or outcomes[0].ending is Ending.STARVED:
            with alone():
                outcomes = self._carried_out(
                    [replace(call, limits=call.limits.patient()) for call in calls]
                )
            if outcomes[0].ending is Ending.STARVED:
                raise Starved("this machine was too busy to find out what fills the roles")
        return outcomes

    def _carried_out(self, calls: Sequence[Call]) -> list[Outcome]:
        cpu, idle = self.session.cpu_seconds, self.session.idle_seconds
        with unbounded():
            outcomes = self.session.fork().call_each(calls)
            cpu, idle = self.session.cpu_seconds - cpu, self.session.idle_seconds - idle
            self._account.charge(cpu + idle / _SLEEP)
        return outcomes

    def _mark(self, role: Role, trial: Probe, outcome: Outcome) -> int:
        if outcome.ending is not Ending.ANSWER:
            return UNFIT
        try:
            mark = trial.fits(outcome.value)
        except _UNFIT_BY_RAISING:
            return UNFIT
        except Exception as bug:  # noqa: BLE001 - the author's
            self.errors.append(f"a trial of the role {role.name}: {type(bug).__name__}: {bug}")
            return UNFIT
        if mark not in {UNFIT, READABLE, RIGHT}:
            self.errors.append(f"a trial of the role {role.name}: fits returned {mark!r}, not 0–2")
            return UNFIT
        return mark


def narrowed(role: Role, score: Score) -> Score:
    """``score`` in the narrower convention, if what was asked does only a part of it."""
    how = role.narrower(score.fit.how)
    if how is None or score.full:
        return score
    suits = [trial.suits(how) for trial in role.trials]
    asked = [mark for mark, counts in zip(score.marks, suits, strict=True) if counts]
    others = [mark for mark, counts in zip(score.marks, suits, strict=True) if not counts]
    if 2 * asked.count(RIGHT) <= len(asked) or RIGHT in others or UNFIT not in others:
        return score
    marks = (mark if counts else READABLE for mark, counts in zip(score.marks, suits, strict=True))
    return Score(replace(score.fit, how=how), tuple(marks), len(others))


def _of_class(conventions: Sequence[Convention], methods: Sequence[str]) -> Iterator[Convention]:
    """Conventions of a class, in which ``*`` stands for each of its methods."""
    for how in conventions:
        if how.get("call") not in {"", "*"}:
            yield how
    for method in methods:
        for how in conventions:
            if how.get("call") == "*":
                yield {**how, "call": method}


def names_among(there: Iterable[str], usual: Iterable[str]) -> list[str]:
    """Those of ``there`` that are written like one of ``usual``, in the order of these.

    Underscores and capitals make no difference, but what is written just so comes first.
    """
    alike: dict[str, list[str]] = {}
    for name in there:
        alike.setdefault(folded(name), []).append(name)
    return list(
        dict.fromkeys(
            name
            for each in usual
            for name in sorted(alike.get(folded(each), ()), key=lambda one: one != each)
        )
    )


def folded(name: str) -> str:
    """``name`` in small letters and without underscores, unless it is a special method's."""
    return name.lower() if name.startswith("__") else name.replace("_", "").lower()
