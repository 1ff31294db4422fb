"""Represents hidden tests as they were collected, and their cases as they are graded.

A test has its mark, its cases, and the function that decides one of them. It may have a pool of
further cases, of which some are drawn for each submission. What is to be promised of every draw is
looked at in two ways: right solutions on the whole pool, and wrong ones without it.

A case that is graded on a submission has seeds and limits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from grader.assignment import Task
from grader.examine.case_caller import CaseCaller
from grader.examine.submission_processes import SubmissionProcess, SubmissionProcesses
from grader.examine.time_budgets import TimeBudgets
from grader.model.report import CaseResult, TestResult
from grader.model.role_binding import Edition
from grader.model.seeds import derive_seed
from grader.model.time_limits import CallLimits
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.testing.planned_calls import Ask, Question
from grader.testing.student import Inject, Own
from grader.testing.test_decorators import TaskMark
from grader.wire import Codec


@dataclass(frozen=True, slots=True)
class HiddenTest:
    """A hidden test: its mark, its cases, and the function that decides a case.

    Attributes:
        cases: those that a submission gets, or those that every submission gets if some of
            ``pool`` are still to be drawn.
        run: takes the arguments by name: if the test asks beforehand, ``case``, ``questions`` and
            an iterator of ``answers``, or else what :mod:`grader.examine.case_runner` supplies.
        ask: what it asks about a case; ``None`` if it makes its calls itself.
        prepare: works out beforehand, for all submissions, what checks of a case need.
        suits: whether a case is asked of what fills the task's role in a convention.
        known: what it asks about the first of its cases, as far as that has been worked out.
        with_object: whether it takes ``agent``. Each of its cases then has a process of its own.
        callable: names of the student's functions that it may call; ``None`` if any will do.
        where: its file and line, as in ``hidden_tests/ps2/test_games.py:12``.
        pool: cases that a submission may get besides, or might have got.
        draw: how many of them are still to be drawn.
        surplus: how many more cases these are than any submission gets.
        function: the test as its author wrote it, which ``run`` calls.
    """

    mark: TaskMark
    name: str
    title: str
    cases: Sequence[Any]
    run: Callable[[Mapping[str, Any]], object]
    ask: Callable[[Mapping[str, Any]], Question | Iterable[Question]] | None = None
    prepare: Callable[[Any], object] | None = None
    suits: Callable[[Any, Edition], bool] | None = None
    known: Sequence[Sequence[Question]] = ()
    with_object: bool = False
    callable: frozenset[str] | None = None
    where: str = ""
    pool: Sequence[Any] = ()
    draw: int = 0
    surplus: int = 0
    function: Callable[..., object] | None = None

    @property
    def id(self) -> str:
        """Return an id that is unique within the assignment."""
        return hidden_test_id(self.mark, self.name)

    def drawn(self, origin: str) -> HiddenTest:
        """Return the test as one submission gets it: its cases, and some drawn from its pool.

        The pool is cut into as many equal parts as there are cases to draw, and each part gives
        one. So a pool that is sorted by kinds gives some of each kind.

        Args:
            origin: what all seeds of the grading are derived from: the same one draws the same.
        """
        if not self.draw:
            return self
        cuts = [len(self.pool) * part // self.draw for part in range(self.draw + 1)]
        chosen = {
            start + derive_seed(origin, self.id, "drawn", part, size=6) % (end - start)
            for part, (start, end) in enumerate(pairwise(cuts))
        }
        return replace(
            self,
            cases=(*self.cases, *(case for n, case in enumerate(self.pool) if n in chosen)),
            pool=tuple(case for n, case in enumerate(self.pool) if n not in chosen),
            draw=0,
        )

    def with_whole_pool(self) -> HiddenTest:
        """Return the test with every case that any submission may get."""
        surplus = len(self.pool) - self.draw
        cases = (*self.cases, *self.pool)
        return replace(self, cases=cases, pool=(), draw=0, surplus=surplus)

    def without_pool(self) -> HiddenTest:
        """Return the test with only the cases that every submission gets."""
        return replace(self, pool=(), draw=0)

    def with_cases_for(self, how: Edition | None) -> HiddenTest:
        """Return the test with the cases that suit the convention ``how``, or all if none does."""
        if self.suits is None or how is None:
            return self
        chosen = [number for number, case in enumerate(self.cases) if self.suits(case, how)]
        return self.only(chosen) if chosen else self

    def only(self, numbers: Sequence[int]) -> HiddenTest:
        """Return the test with the cases numbered ``numbers``, in this order."""
        known = [self.known[number] for number in numbers if number < len(self.known)]
        return replace(self, cases=[self.cases[number] for number in numbers], known=known)

    def asked(self, task: Task, codec: Codec) -> HiddenTest:
        """Return the test with its questions prepared and encoded once for all submissions.

        Questions about its pool are not prepared, of which a submission gets a small part.

        Raises:
            Exception: whatever the test itself raises.
        """
        if self.ask is None:
            return self
        known = [
            [question.sent_by(codec) for question in self.questions(task, case)]
            for case in self.cases
        ]
        return replace(self, known=known)

    def questions(self, task: Task, case: Any, own: Collection[str] = ()) -> list[Question]:
        """Return the questions about ``case`` that the test asks beforehand.

        Args:
            own: functions for which the student's own are lent.
        """
        if self.ask is None:
            raise LookupError("a test that makes its calls itself asks nothing beforehand")
        inject = Inject(task.inject, task.stubs, own)
        asked = self.ask(
            {
                "ask": Ask(self.callable),
                "inject": inject,
                "own": Own(self.callable),
                "case": case,
            }
        )
        return [asked] if isinstance(asked, Question) else list(asked)

    def result(self, cases: Sequence[CaseResult], note: str = "") -> TestResult:
        """Return the result of the test from the results of its cases.

        A case that is certainly wrong decides it, so that no person is asked about another one.
        """
        if any(case.verdict not in OPEN_VERDICTS and not case.verdict.passed for case in cases):
            cases = [case for case in cases if case.verdict is not Verdict.UNDECIDED]
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
        """Return the id of one of the test's cases, ``None`` in a test without ``@cases``."""
        return self.id if case is None else f"{self.id}[{case}]"


def hidden_test_id(mark: TaskMark, name: str) -> str:
    """Return the id of the test function ``name``: ``3.1/forced_win``."""
    return f"{mark.task}/{name.removeprefix('test_')}"


@dataclass(frozen=True, eq=False)
class GradedCase:
    """A case of a test for one submission.

    Attributes:
        grading: what the seeds of the whole grading are derived from.
        known: what is asked about the case, if that has been worked out for all submissions.
    """

    test: HiddenTest
    task: Task
    case: Any
    grading: str
    budgets: TimeBudgets
    known: Sequence[Question] | None = None

    @cached_property
    def id(self) -> str:
        """Return the id of the case's result."""
        return self.test.case_id(self.case)

    @property
    def origin(self) -> str:
        """Return the text from which the seeds of the case's calls are derived."""
        return f"{self.grading}|{self.test.id}|{self.case}"

    @cached_property
    def limits(self) -> CallLimits:
        """Return the limits of each call of the case."""
        limits = self.budgets.limits(self.id, self.test.mark.cpu_seconds)
        if self.test.with_object:  # an agent is promised seconds of real time
            return replace(limits, real_seconds=limits.cpu_seconds / limits.speed)
        return limits

    @cached_property
    def questions(self) -> Sequence[Question]:
        """Return the questions that the test asks beforehand; raise what the test raises."""
        return self.test.questions(self.task, self.case) if self.known is None else self.known

    def caller(
        self,
        processes: SubmissionProcesses,
        process: SubmissionProcess | None = None,
        *,
        alone: bool = False,
    ) -> CaseCaller:
        """Return a caller for the case in ``process``, or in new ones; ``alone``: in one per call.

        All calls about an object are made in one process, also if they are ``alone``.
        """
        return CaseCaller(
            processes, self.limits, self.origin, process, alone,
            reference_seconds=self.budgets.reference_seconds(self.id),
            with_object=self.test.with_object,
            watching={*self.task.globals} - self.budgets.assignment.functions,
        )  # fmt: skip
