"""Adds explanations to the results of a submission while its sandbox is still running.

Source of the search for the smallest case that still fails: A. Zeller, R. Hildebrandt, "Simplifying
and Isolating Failure-Inducing Input", IEEE Transactions on Software Engineering 28 (2002); here the
author of a case says what its smaller versions are, so that each of them makes sense.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, Self, TypeVar, runtime_checkable

from grader.examine.call_trace import shorten_middle
from grader.examine.case_caller import CaseCaller
from grader.examine.case_runner import VERDICTS_ON_ANSWERS
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.explain.call_snippet import AskAgain, make_snippet
from grader.model.figures import Counterexample, Excerpt, Explanation
from grader.model.report import CaseResult, TestResult, Visibility
from grader.model.submission import Cell, innermost_student_line
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import SandboxFailure
from grader.sandbox.call_request import Call

SECONDS = 6.0
"""For all explanations of what one process grades, by the clock; processes work side by side. They
decide nothing, so that it is no matter what a very busy machine leaves out."""
_SHRINKING = 4.0
"""For one counterexample, by the clock. What ends the search, if anything, is usually one of the
numbers below, so that the same submission and seed come to the same example."""
_TRIES = 200
"""Versions of a case that are tried, for one counterexample."""
_CALLS = 20_000
"""Calls of lent functions in all of these tries together."""

_SHOWN = 3
"""Failing cases of a test that are explained; reports show no more."""
_MOST_TEXT = 1_000
"""Characters of an explanation: a few sentences. What it quotes may be a student's."""
_NUMBER = re.compile(r"\d+")
"""What tells two messages of the same kind apart: which route it was, of how many."""


@dataclass(slots=True)
class Explainer:
    """A maker of explanations for the failing cases of one submission.

    Attributes:
        examiner: has decided the results, and can ask the submission again.
        tests: the hidden tests by id.
        cells: the student's source.
        right: makes the same calls of the reference, if it can be had.
    """

    examiner: Examiner
    tests: Mapping[str, HiddenTest]
    cells: Sequence[Cell]
    right: AskAgain | None = None
    _give_up: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def add_explanations(self, results: Sequence[TestResult]) -> list[TestResult]:
        """Return ``results`` with explanations of the failing cases of each test.

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
        except (SandboxFailure, HiddenTestTimeout):
            pass  # every verdict stands already; what could not be asked any more is left out
        return explained

    def _in_words(self, result: TestResult) -> TestResult:
        """Return ``result`` with explanations that need no further call of the submission."""
        failing = [case.id for case in result.cases if not case.verdict.passed][:_SHOWN]
        cases = (self._case_in_words(c) if c.id in failing else c for c in result.cases)
        return replace(result, cases=tuple(cases))

    def _case_in_words(self, case: CaseResult) -> CaseResult:
        call = case.call
        if call is not None:
            call = replace(call, excerpt=find_excerpt(call.traceback, self.cells))
        explain = self.examiner.explanations.get(case.id)
        late = time.monotonic() > self._give_up
        return replace(
            case,
            call=call,
            explanation=_call_explanation(explain) if explain and not late else None,
        )

    def _with_counterexample(self, test: HiddenTest, result: TestResult) -> TestResult | None:
        """Return ``result`` with a counterexample, or with why there is none."""
        try:
            found = self._counterexample(test, result)
        except Exception as bug:  # noqa: BLE001 - a verdict must not be lost over its explanation
            cases = result.cases
            index = next(n for n, case in enumerate(cases) if not case.verdict.passed)
            before = cases[index].explanation or Explanation()
            text = f"{before.text}\n{_describe_missing_explanation('smallest case', bug)}".strip()
            found = index, replace(before, text=text)
        if found is None:
            return None
        index, explanation = found
        explained = replace(result.cases[index], explanation=explanation)
        return replace(result, cases=(*result.cases[:index], explained, *result.cases[index + 1 :]))

    def _counterexample(
        self, test: HiddenTest, result: TestResult
    ) -> tuple[int, Explanation] | None:
        """Return the index of the case to explain, and its explanation with a counterexample."""
        by_id = {test.case_id(case): case for case in test.cases}
        for index, failing in enumerate(result.cases):
            case = by_id.get(failing.id)
            if failing.verdict not in VERDICTS_ON_ANSWERS or not isinstance(case, ShrinkableCase):
                continue
            if failing.id in self.examiner.wrong_in_turn:
                continue  # a snippet has one case only, and that is right by itself
            example = self._smallest(test, case, failing)
            before = failing.explanation or Explanation()
            return None if example is None else (index, replace(before, counterexample=example))
        return None

    def _smallest(
        self, test: HiddenTest, case: ShrinkableCase, failing: CaseResult
    ) -> Counterexample | None:
        """Return the smallest case that fails in the same way as this one.

        The student's own functions stand in for lent ones if the case fails with them, too, which
        makes the snippet short. It also has to fail in the same words with the lent functions, so
        that the fault is not in the student's other functions.
        """
        give_up = min(self._give_up, time.monotonic() + _SHRINKING)
        tries = calls = 0

        def enough() -> bool:
            return tries >= _TRIES or calls >= _CALLS or time.monotonic() > give_up

        def fails(
            candidate: ShrinkableCase, own: Collection[str]
        ) -> tuple[CaseResult, CaseCaller] | None:
            nonlocal tries, calls
            found, caller = self.examiner.again(test, candidate, own=own, until=give_up)
            tries += 1
            calls += sum(sum(outcome.calls.values()) for outcome in caller.outcomes)
            return (found, caller) if _failure_kind(found) == _failure_kind(failing) else None

        task = self.examiner.assignment.task(test.mark.task)
        for own in dict.fromkeys(
            (self.examiner.assignment.interchangeable_in(task), frozenset[str]())
        ):
            tries = calls = 0
            found = shrink_case(case, partial(fails, own=own), enough)
            if found is None:
                continue
            smaller, (result, caller) = found
            if own:
                lent, _ = self.examiner.again(test, smaller, until=self._give_up)
                if _words(lent) != _words(result):
                    continue
            if self._adapted(caller.made):
                return None if smaller is case else _example(test, smaller, result, source="")
            shown = make_snippet(
                self.examiner, test, caller, result, own, self._give_up, self.right
            )
            if not shown.whole:
                continue
            if smaller is case:
                return Counterexample(str(shown), expected="", actual="", size=case.size)
            return _example(test, smaller, result, str(shown))
        return None

    def _adapted(self, calls: Sequence[Call]) -> bool:
        """Return whether some of ``calls`` go through a role's binding."""
        return any(self.examiner.is_role(call.function) for call in calls)


def _example(
    test: HiddenTest, smaller: ShrinkableCase, result: CaseResult, source: str
) -> Counterexample:
    return Counterexample(
        source=source,
        expected=result.expected or "",
        actual=result.actual or result.message,
        size=smaller.size,
        figure=next(iter(result.figures), None),
        shared=test.mark.example and test.mark.visibility is Visibility.PRIVATE,
    )


def _failure_kind(result: CaseResult) -> tuple[Verdict, str]:
    """Return a failure's verdict and message without numbers, to compare failures by."""
    return result.verdict, _NUMBER.sub("0", result.message)


def _words(result: CaseResult) -> tuple[object, ...]:
    return result.verdict, result.message, result.expected, result.actual


def _call_explanation(explain: Callable[[], Explanation]) -> Explanation:
    """Return the hidden test's own explanation, or a sentence on why it failed."""
    try:
        explanation = explain()
        return replace(explanation, text=shorten_middle(explanation.text, _MOST_TEXT))
    except Exception as bug:  # noqa: BLE001 - a verdict must not be lost over its explanation
        return Explanation(_describe_missing_explanation("explanation", bug))


def _describe_missing_explanation(what: str, bug: Exception) -> str:
    """Return a sentence on why ``what`` could not be worked out."""
    reason = shorten_middle(f"{type(bug).__name__}: {bug}", _MOST_TEXT)
    return f"The grader could not make the {what} ({reason})."


_AROUND = 3
"""Lines shown before and after the one that matters."""
_LONGEST = 200
"""Characters of a line that are shown."""


def find_excerpt(traceback: str, cells: Sequence[Cell]) -> Excerpt | None:
    """Return the innermost line of the student's own source that ``traceback`` names.

    The traceback is the student's word: at worst it points at another line of theirs.
    """
    found = innermost_student_line(traceback, cells)
    if found is None:
        return None
    file, line = found
    source = next(cell.source for cell in reversed(cells) if cell.name == file)
    # Python ends a line at a newline only, str.splitlines at form feeds and others as well.
    lines = source.removesuffix("\n").split("\n")
    first = max(1, line - _AROUND)
    shown = [text[:_LONGEST] for text in lines[first - 1 : line + _AROUND]]
    return Excerpt(file, line, first, tuple(shown))


@runtime_checkable
class ShrinkableCase(Protocol):
    """A case that has smaller versions."""

    @property
    def size(self) -> str:
        """Return the size of the case in words: ``3 pawns, depth 1``."""

    def smaller(self) -> Iterator[Self]:
        """Yield versions that are a step smaller, the most promising first."""


Failure = TypeVar("Failure")


def shrink_case(
    case: ShrinkableCase,
    fails: Callable[[ShrinkableCase], Failure | None],
    enough: Callable[[], bool],
) -> tuple[ShrinkableCase, Failure] | None:
    """Return the smallest version of ``case`` that was found to fail, and its failure.

    Args:
        fails: how a version fails, ``None`` if it does not.
        enough: asked before each try whether to be content with what there is.
    """
    failure = None if enough() else fails(case)
    if failure is None:
        return None
    while True:
        for candidate in case.smaller():
            if enough():
                return case, failure
            found = fails(candidate)
            if found is not None:
                case, failure = candidate, found
                break
        else:
            return case, failure
