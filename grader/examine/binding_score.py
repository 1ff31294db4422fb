"""Scores a binding: asks the submission questions of the role with known answers.

Questions that are cheap travel together; each that is stopped is asked once more, with limits of
its own, so that a slow function costs no other one anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.case_caller import derive_call_seed
from grader.examine.hidden_test_limits import pause_cpu_limit
from grader.examine.role_candidates import Candidate
from grader.machine.process_locks import hold_exclusive_lock
from grader.model.role_binding import ANSWER, CALL, Edition, Fit
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Outcome, Session, Starved
from grader.sandbox.call_request import Call
from grader.testing.roles import Known, Role
from grader.wire.binding_expressions import BindingError, find_first_name, parse

LIMITS = CallLimits(1.0, 8.0)
"""Of each question; several that are cheaper than this together travel together."""
SCREENING = CallLimits(0.1, 2.0)
"""Of those of a function whose name says something else."""
EASY = 2
"""Questions, the first of a role, after which a binding that answers nothing is given up."""
_STOPPED = 2
"""Calls that had to be stopped, after which a binding is given up,"""
_STOPPED_IN_ALL = 5
"""and after which all further ones of the role are."""
BY_CHANCE = 0.05
"""A function is judged if chance answers as well with no higher probability than this."""
ROLE, PARTLY = "role", "fixed"
"""Keys of what is sent: the role, and whether only a part of what is asked suits the design."""
AS_IT_CAME = "-"
"""This is no form of an answer: asked for it, the adapter says what came instead."""
_LONGEST = 200
"""Characters of that which are kept."""
_ENDED = frozenset(
    {
        CallEnding.CPU,
        CallEnding.LENT,
        CallEnding.WALL,
        CallEnding.MEMORY,
        CallEnding.OUTPUT,
        CallEnding.DIED,
        CallEnding.BREACH,
    }
)
"""Endings of a call with which its process ends, or may."""


def extract_edition(how: Edition) -> Edition:
    """Return the entries of a role's binding that tell how the submission writes values."""
    own = {ROLE, CALL, ANSWER, PARTLY}
    return {key: value for key, value in how.items() if key not in own}


def make_role_call(
    role: str, fit: Fit, args: tuple[object, ...], origin: str, limits: CallLimits
) -> Call:
    """Return the call that asks ``role`` about ``args``, with a seed derived from ``origin``."""
    return Call(
        role, args, {}, derive_call_seed(f"{origin}|{role}|{fit.how[CALL]}", 0), limits, fit=fit
    )


def remove_expected_form(detail: str) -> str:
    """Return ``detail`` of an answer without the words on its expected form."""
    return detail.removeprefix(f"Expected {AS_IT_CAME}; ")


@dataclass(frozen=True, slots=True)
class BindingScore:
    """The score of a submission's answers when it is called in one way.

    Attributes:
        right: which questions are answered right,
        read: and of which the answer could be read.
        stopped: whether a call had to be stopped.
        constant: whether all answers that could be read are the same.
    """

    fit: Fit
    right: tuple[bool, ...] = ()
    read: tuple[bool, ...] = ()
    stopped: bool = False
    constant: bool = False

    @property
    def edition(self) -> Edition:
        """Return how values are written in this way of calling."""
        return extract_edition(self.fit.how)

    @property
    def total(self) -> tuple[int, int]:
        """Return the numbers of right and of readable answers, to compare forms of an answer."""
        return sum(self.right), sum(self.read)

    @property
    def rank(self) -> tuple[int, bool]:
        """Return the number of right answers, and whether any is readable, to compare calls.

        Of calls with as many right answers, the one that was read first has the better name.
        """
        return sum(self.right), any(self.read)

    @property
    def full(self) -> bool:
        """Return whether every answer is right."""
        return all(self.right)

    def in_form(self, form: str) -> BindingScore:
        """Return the score with ``form`` as the form in which answers are read from now on."""
        return replace(self, fit=replace(self.fit, how={**self.fit.how, ANSWER: form}))

    def convinces(self, chance: float) -> bool:
        """Return whether all answers are right, or chance does not explain those that are.

        Args:
            chance: how likely each is right by chance.
        """
        asked, right = len(self.right), sum(self.right)
        tail = sum(
            math.comb(asked, number) * chance**number * (1 - chance) ** (asked - number)
            for number in range(right, asked + 1)
        )
        return self.full or tail <= BY_CHANCE


@dataclass(slots=True)
class QuestionAsker:
    """An asker of known questions, which calls a submission and scores its answers."""

    session: Session
    origin: str
    speed: float
    errors: list[str] = field(default_factory=list)
    stopped: int = 0
    """Calls that had to be stopped for the role that is bound."""
    unwritten: set[str] = field(default_factory=set)
    """Functions that say, or show, that they are not written yet."""
    endless: set[str] = field(default_factory=set)
    """Functions that have called themselves without end."""

    def describe(self, role: str, call: str, edition: Edition) -> object:
        """Return the adapter's description of an answer to ``call``; ``None`` without one."""
        try:
            fit = Fit(find_first_name(parse(call)[0]), {**edition, ROLE: role, CALL: call})
        except BindingError:  # it has a name of the submission's in it that is too long, as may be
            return None
        outcome = self._answers([self._call(role, fit, (), LIMITS)])[0]
        return outcome.value if outcome.ending is CallEnding.ANSWER else None

    def best(
        self,
        role: Role,
        candidates: Sequence[Candidate],
        editions: Sequence[Edition],
        answer: str = "",
        *,
        screening: bool = False,
    ) -> BindingScore | None:
        """Return the score of the best of ``candidates``; ``None`` if there is none."""
        best: BindingScore | None = None
        for number, edition in enumerate(editions or [{}]):
            for one in candidates:
                if not one.call:
                    continue
                how = {**edition, ROLE: role.name, CALL: one.call, ANSWER: ""}
                score = self.score(role, Fit(one.name, how), answer, screening=screening)
                known = best is not None and number and any(best.read)
                if known and not score.full:
                    continue  # the first one is what other roles are asked in
                # What does all of a part is better than what is right about some of all.
                if best is None or (score.rank > best.rank and score.full >= best.full):
                    best = score
                if best.full and len(best.right) == len(role.known) > 0:
                    return best
            if best is not None and (best.stopped or best.convinces(role.chance)):
                break  # another edition would only fit better by chance
        return best

    def score(
        self, role: Role, fit: Fit, answer: str = "", *, screening: bool = False
    ) -> BindingScore:
        """Ask all questions of ``role``, and score the answers in the form that fits best.

        Args:
            answer: the form, if a person has said it.
            screening: whether its name says something else, so that it is given little time.
        """
        limits = SCREENING if screening else LIMITS
        found: list[dict[str, object]] = []
        until = 1 if screening else min(self.stopped + _STOPPED, _STOPPED_IN_ALL)
        stopped = 0 if screening else self.stopped
        self.session.allow_reloads()
        while len(found) < len(role.known) and stopped < until:
            if len(found) >= EASY and not any(found):
                break
            asked = role.known[len(found) : (EASY if len(found) < EASY else None)]
            calls = [self._call(role.name, fit, known.args, limits) for known in asked]
            outcomes = self._answers(calls)
            found += [self._forms(fit, outcome) for outcome in outcomes]
            if outcomes[-1].ending in _ENDED:
                if len(outcomes) > 1:
                    found.pop()  # it is asked once more, with limits of its own
                else:
                    stopped += 1
        if not screening:
            self.stopped = max(self.stopped, stopped)
        found += [{}] * (len(role.known) - len(found))
        forms = list(dict.fromkeys(form for each in found for form in each))
        forms = [answer] if answer and forms else forms
        scores = [self._scored(role, fit, form, found) for form in forms]
        nothing = BindingScore(
            fit, (False,) * len(role.known), (False,) * len(role.known), bool(stopped)
        )
        return max(scores, key=lambda score: score.total, default=nothing)

    def _scored(
        self, role: Role, fit: Fit, form: str, found: Sequence[Mapping[str, object]]
    ) -> BindingScore:
        read = tuple(form in each for each in found)
        right = tuple(
            form in each and self._is_right(role, known, each[form])
            for known, each in zip(role.known, found, strict=True)
        )
        answers = [each[form] for each in found if form in each]
        constant = all(one == answers[0] for one in answers)
        how = {**fit.how, ANSWER: form}
        score = BindingScore(replace(fit, how=how), right, read, constant=constant)
        return _without_questions_beyond_design(role, score)

    def _is_right(self, role: Role, known: Known, answer: object) -> bool:
        try:
            return is_right(known, answer)
        except Exception as bug:  # noqa: BLE001 - the author's
            self.errors.append(f"a known answer of {role.name}: {type(bug).__name__}: {bug}")
            return False

    def seen(self, role: Role, fit: Fit) -> str:
        """Return a sentence about the answer to the first question, which may quote the student."""
        ending, detail = self._as_it_came(role, fit)
        match ending:
            case CallEnding.UNREADABLE | CallEnding.OPAQUE if detail:
                return f"It answered: {detail}."
            case CallEnding.ANSWER:  # the adapter reads it in any form, and says of none what it is
                return "It answered something else."
            case CallEnding.RAISED:
                return f"It raised {detail}."
        return f"The call ended with: {ending.value}{f', {detail}' if detail else ''}."

    def returns_nothing(self, role: Role, fit: Fit) -> bool:
        """Return whether the answer to the first question is ``None``."""
        ending, detail = self._as_it_came(role, fit)
        return ending in {CallEnding.UNREADABLE, CallEnding.OPAQUE} and detail == "None"

    def _as_it_came(self, role: Role, fit: Fit) -> tuple[CallEnding, str]:
        """Return how the first question ended, and what the answer is, in words."""
        asked = role.known[0].args if role.known else ()
        no_form = replace(fit, how={**fit.how, ANSWER: AS_IT_CAME})
        outcome = self._answers([self._call(role.name, no_form, asked, LIMITS)])[0]
        detail = remove_expected_form(outcome.detail).removesuffix(" came.")[:_LONGEST].rstrip(".")
        return outcome.ending, detail

    def _forms(self, fit: Fit, outcome: Outcome) -> dict[str, object]:
        """Return the values that the adapter reads from an answer, by form."""
        if outcome.ending is CallEnding.UNFINISHED:
            self.unwritten.add(fit.name)
        if outcome.detail.startswith(RecursionError.__name__):
            self.endless.add(fit.name)
        if outcome.ending is not CallEnding.ANSWER or not isinstance(outcome.value, list):
            return {}
        return {
            form: value
            for form, value in (pair for pair in outcome.value if _is_pair(pair))
            if type(form) is str
        }

    def _call(self, role: str, fit: Fit, args: tuple[object, ...], limits: CallLimits) -> Call:
        return make_role_call(role, fit, args, self.origin, limits.times(self.speed))

    def _answers(self, calls: Sequence[Call]) -> list[Outcome]:
        """Return the outcomes of the first of ``calls``, in a new process.

        Raises:
            Starved: if the machine is too busy to tell.
        """
        with pause_cpu_limit():
            outcomes = self.session.fork().call_each(calls)
            if outcomes[0].pressed or outcomes[0].ending is CallEnding.STARVED:
                patient = [replace(call, limits=call.limits.patient()) for call in calls]
                with hold_exclusive_lock():
                    outcomes = self.session.fork().call_each(patient)
        if outcomes[0].ending is CallEnding.STARVED:
            raise Starved("this machine was too busy to find out how the submission is called")
        return outcomes


def is_right(known: Known, answer: object) -> bool:
    """Return whether ``answer`` is the known one; what it makes the author's check raise is not.

    Raises:
        Exception: of another kind than the contract allows, which is the author's mistake.
    """
    try:
        return bool(known.right(answer))
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
        return False


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2


def _without_questions_beyond_design(role: Role, score: BindingScore) -> BindingScore:
    """Return ``score`` without questions that do not apply to a design that does only a part.

    It is one if it answers most of the other questions right, and none of these.
    """
    common = [number for number, known in enumerate(role.known) if known.common]
    special = [number for number, known in enumerate(role.known) if not known.common]
    right = sum(score.right[number] for number in common)
    if not special or any(score.right[number] for number in special) or 2 * right <= len(common):
        return score
    return BindingScore(
        replace(score.fit, how={**score.fit.how, PARTLY: True}),
        tuple(score.right[number] for number in common),
        tuple(score.read[number] for number in common),
    )
