"""Adds explanations to the results of a submission, while its sandbox is still there."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from grader.examine import recording
from grader.examine.caller import Caller
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.own_time import OutOfOwnTime
from grader.examine.results import ANSWERED
from grader.examine.trace import expression, shortened
from grader.explain.excerpt import excerpt
from grader.explain.shrink import Shrinkable, smallest
from grader.explain.snippet import Snippet
from grader.model.figures import Counterexample, Explanation
from grader.model.report import CaseResult, TestResult, Visibility
from grader.model.submission import Cell
from grader.model.verdict import Verdict
from grader.sandbox.protocol import Call, Ending, Outcome, SandboxFailure

SECONDS = 2.0
"""For all explanations of what one process grades, by the clock; processes work side by side. They
decide nothing, so that it is no matter what a busy machine leaves out."""
_SHRINKING = 1.5
"""For one counterexample."""
_SHOWN = 3
"""Failing cases of a test that are explained; reports show no more."""
_SEEDS = 7
"""Seeds with which calls are made, to see whether they draw random numbers. Of two cities there are
but two routes."""
_MOST_CALLS = 4
"""Calls in a snippet; of a case that makes more, the last ones are shown."""

_MOST_TEXT = 1_000
"""Characters of an explanation: a few sentences. What it quotes may be a student's."""
_MOST_SOURCE = 8_000
"""Characters of a snippet."""

_STOPPED = {
    Ending.MEMORY: "runs out of memory",
    Ending.ABSENT: "there is no such function",
    Ending.UNREADABLE: "returns what cannot be read",
    Ending.DIED: "ends the whole process",
    Ending.CPU: "does not end within its CPU time",
    Ending.WALL: "waits for something until its time is up",
    Ending.STARVED: "got no turn: the machine is too busy",
    Ending.OUTPUT: "prints more than is allowed",
    Ending.BREACH: "writes where only the grader may",
}
"""Calls that did not come to an end by themselves, or not to one that can be shown."""

_NUMBER = re.compile(r"\d+")
"""What tells two messages of the same kind apart: which route it was, of how many."""


@dataclass(slots=True)
class Explainer:
    """Explains the failing cases of one submission.

    Attributes:
        examiner: has decided the results, and can ask the submission again.
        tests: the hidden tests by id.
        cells: the student's source.
    """

    examiner: Examiner
    tests: Mapping[str, HiddenTest]
    cells: Sequence[Cell]
    _give_up: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def explained(self, results: Sequence[TestResult]) -> list[TestResult]:
        """``results``, with explanations at the failing cases of each test.

        The first failing case of each task that has smaller versions gets a counterexample.
        """
        explained = [self._in_words(result) for result in results]
        done: set[str] = set()
        try:
            for index, result in enumerate(explained):
                test = self.tests.get(result.id)
                if test is None or test.mark.task in done or result.verdict.passed:
                    continue
                if found := self._with_counterexample(test, result):
                    done.add(test.mark.task)
                    explained[index] = found
        except (SandboxFailure, OutOfOwnTime):
            pass  # every verdict stands already; what could not be asked any more is left out
        return explained

    def _in_words(self, result: TestResult) -> TestResult:
        """With what is known without asking the submission."""
        failing = [case.id for case in result.cases if not case.verdict.passed][:_SHOWN]
        cases = (self._case_in_words(c) if c.id in failing else c for c in result.cases)
        return replace(result, cases=tuple(cases))

    def _case_in_words(self, case: CaseResult) -> CaseResult:
        call = case.call
        if call is not None:
            call = replace(call, excerpt=excerpt(call.traceback, self.cells))
        explain = self.examiner.explanations.get(case.id)
        late = time.monotonic() > self._give_up
        return replace(
            case, call=call, explanation=_said(explain) if explain and not late else None
        )

    def _with_counterexample(self, test: HiddenTest, result: TestResult) -> TestResult | None:
        """``result`` with a counterexample, or with a sentence on why none could be worked out."""
        try:
            found = self._counterexample(test, result)
        except Exception as bug:  # noqa: BLE001 - a verdict must not be lost over its explanation
            cases = result.cases
            index = next(n for n, case in enumerate(cases) if not case.verdict.passed)
            before = cases[index].explanation or Explanation()
            text = f"{before.text}\n{_not_worked_out('smallest case', bug)}".strip()
            found = index, replace(before, text=text)
        if found is None:
            return None
        index, explanation = found
        explained = replace(result.cases[index], explanation=explanation)
        return replace(result, cases=(*result.cases[:index], explained, *result.cases[index + 1 :]))

    def _counterexample(
        self, test: HiddenTest, result: TestResult
    ) -> tuple[int, Explanation] | None:
        """The index of the case to explain, and its explanation with a counterexample."""
        by_id = {test.case_id(case): case for case in test.cases}
        for index, failing in enumerate(result.cases):
            case = by_id.get(failing.id)
            if failing.verdict not in ANSWERED or not isinstance(case, Shrinkable):
                continue
            if failing.id in self.examiner.wrong_in_turn:
                continue  # a snippet has one case only, and that is right by itself
            example = self._smallest(test, case, failing)
            before = failing.explanation or Explanation()
            return None if example is None else (index, replace(before, counterexample=example))
        return None

    def _smallest(
        self, test: HiddenTest, case: Shrinkable, failing: CaseResult
    ) -> Counterexample | None:
        """The smallest case that fails as this one does.

        With the student's own functions in place of lent ones if they do: that makes for a short
        snippet. But they must not be what fails: with what is lent, the case has to fail in the
        same words.
        """
        give_up = min(self._give_up, time.monotonic() + _SHRINKING)

        def fails(candidate: Shrinkable, own: Collection[str]) -> tuple[CaseResult, Caller] | None:
            found, caller = self.examiner.again(test, candidate, own=own, until=give_up)
            return (found, caller) if _kind(found) == _kind(failing) else None

        for own in dict.fromkeys((self._stand_ins(test), frozenset[str]())):
            found = smallest(case, partial(fails, own=own), lambda: time.monotonic() > give_up)
            if found is None:
                continue
            smaller, (result, caller) = found
            if own:
                lent, _ = self.examiner.again(test, smaller, until=self._give_up)
                if _words(lent) != _words(result):
                    continue
            shown = snippet(self.examiner, test, caller, result, own, self._give_up)
            if not shown.whole:
                continue
            if smaller is case:
                return Counterexample(str(shown), expected="", actual="", size=case.size)
            return Counterexample(
                source=str(shown),
                expected=result.expected or "",
                actual=result.actual or result.message,
                size=smaller.size,
                figure=next(iter(result.figures), None),
                shared=test.mark.example and test.mark.visibility is Visibility.PRIVATE,
            )
        return None

    def _stand_ins(self, test: HiddenTest) -> frozenset[str]:
        """Functions that are lent, were the student's to write, and have only one right answer."""
        assignment = self.examiner.assignment
        lent = assignment.task(test.mark.task).inject
        return frozenset(
            task.function
            for task in assignment.tasks
            if task.function in assignment.interchangeable and task.function in lent
        )


def snippet(
    examiner: Examiner,
    test: HiddenTest,
    caller: Caller,
    result: CaseResult,
    own: Collection[str] = (),
    until: float = math.inf,
) -> Snippet:
    """The calls that a case has just made and what they came to, for people to make themselves.

    Args:
        own: lent functions for which the student's own stand in.
        until: when a call that is made to find out is stopped at the latest; what that leaves
            unknown makes the snippet less than whole.

    Raises:
        SandboxFailure: if the sandbox does not work.
    """
    assignment = examiner.assignment
    calls = caller.made[-_MOST_CALLS:]
    outcomes = examiner.repeated(test, calls, until)
    seeded = _draws(examiner, test, calls, outcomes, until)
    if not seeded:
        calls, outcomes = _without_repetitions(calls, outcomes)
    handed_out = map(assignment.handed_out, assignment.task(test.mark.task).globals)
    right = f"right: {result.expected}" if result.expected else result.message
    changed: dict[int, Sequence[int]] = {}
    comment: list[str] = []
    for number, outcome in enumerate(outcomes):
        if outcome.changed:
            changed[number] = outcome.changed
        comment += [ended(outcome, returns="prints"), *("prints False" for _ in outcome.changed)]
    # Nobody knows what was asked by a call until it was stopped, or beyond what is recorded.
    whole = not any(
        outcome.ending in _STOPPED or len(outcome.log) >= recording.MOST for outcome in outcomes
    )
    # An adapted call is not what anybody would write behind the student's code.
    adapted = any(examiner.is_role(call.function) for call in calls)
    whole = whole and not adapted
    # Code may look at the clock.
    steady = _same(examiner.repeated(test, calls, until), outcomes)
    if right:
        comment.append(right)
    if adapted:
        comment.append("The grader calls these functions in the way in which they are written.")
    elif not whole:
        comment.append("Not all that the lent functions were asked is known.")
    if not steady:
        comment.append("Not the same every time, although the random numbers are.")
    full = Snippet(
        calls,
        recording.read((outcome.log for outcome in outcomes), recording.lent_to(calls)),
        handed_out=[source for source in handed_out if source is not None],
        own=frozenset(own),
        seeded=seeded,
        changed=changed,
        comment=comment,
        whole=whole and steady,
    )
    if len(str(full)) <= _MOST_SOURCE:
        return full
    missing = "What the lent functions were asked is too long to be printed here."
    return replace(full, given=(), comment=[*full.comment, missing], whole=False)


def _kind(result: CaseResult) -> tuple[Verdict, str]:
    """What went wrong: a smaller case may fail for another reason, which would explain nothing."""
    return result.verdict, _NUMBER.sub("0", result.message)


def _words(result: CaseResult) -> tuple[object, ...]:
    return result.verdict, result.message, result.expected, result.actual


def _said(explain: Callable[[], Explanation]) -> Explanation:
    """What a hidden test has to say. If it fails at that, it says so and the verdict stands."""
    try:
        explanation = explain()
        return replace(explanation, text=shortened(explanation.text, _MOST_TEXT))
    except Exception as bug:  # noqa: BLE001 - a verdict must not be lost over its explanation
        return Explanation(_not_worked_out("explanation", bug))


def _not_worked_out(what: str, bug: Exception) -> str:
    """A sentence on why there is no ``what``."""
    reason = shortened(f"{type(bug).__name__}: {bug}", _MOST_TEXT)
    return f"No {what} could be worked out ({reason})."


def _draws(
    examiner: Examiner,
    test: HiddenTest,
    calls: Sequence[Call],
    outcomes: Sequence[Outcome],
    until: float,
) -> bool:
    """Whether calls come to something else with other seeds, of which two may do the same."""
    for more in range(1, _SEEDS):
        reseeded = [replace(call, seed=call.seed + more) for call in calls]
        if not _same(examiner.repeated(test, reseeded, until), outcomes):
            return True
    return False


def _without_repetitions(
    calls: Sequence[Call], outcomes: Sequence[Outcome]
) -> tuple[list[Call], list[Outcome]]:
    """Calls that differ from the last one in their seeds only, to no effect, are left out."""
    kept = list(zip(calls, outcomes, strict=True))[:1]
    for call, outcome in zip(calls[1:], outcomes[1:], strict=True):
        last, before = kept[-1]
        alike = outcome.changed == before.changed and _same([outcome], [before])
        if not (alike and replace(call, seed=last.seed) == last):
            kept.append((call, outcome))
    return [call for call, _ in kept], [outcome for _, outcome in kept]


def _same(some: Sequence[Outcome], others: Sequence[Outcome]) -> bool:
    """Whether the student's code had the same to do with, each time, and came to the same."""
    one, other = (
        [(outcome.ending, outcome.value, outcome.log) for outcome in outcomes]
        for outcomes in (some, others)
    )
    return one == other or repr(one) == repr(other)  # what is no number does not equal itself


def ended(outcome: Outcome, *, returns: str) -> str:
    """How a call ended, in a line.

    Args:
        returns: the verb for a call that came to an answer: ``returned``, ``prints``.
    """
    # Some values do not look printed as they are written.
    plain = returns.replace("prints", "returns")
    match outcome.ending:
        case Ending.ANSWER:
            verb = plain if isinstance(outcome.value, str) else returns
            return f"{verb} {expression(outcome.value)}"
        case Ending.OPAQUE:
            return f"{plain} {outcome.detail}"
        case Ending.RAISED | Ending.UNFINISHED:
            return f"raises {outcome.detail}"
    how = _STOPPED[outcome.ending]
    return f"{how} ({outcome.detail})" if outcome.detail else how
