"""A hidden test as a value: its mark, its cases, and the function that decides one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.assignment import Task
from grader.examine.openings import Opener, Opening
from grader.examine.seeds import seed_of
from grader.model.report import CaseResult, TestResult
from grader.model.verdict import Verdict
from grader.testing.marks import TaskMark
from grader.testing.student import Calls, Inject, Own, Student
from grader.testing.trial import Trial
from grader.wire import Codec


@dataclass(frozen=True, slots=True)
class HiddenTest:
    """A collected test.

    Attributes:
        run: takes the keyword arguments ``student``, ``inject``, ``own``, ``trial``, ``seed`` and
            ``case``, of which the function uses what it declared.
        prepare: works out beforehand, for all submissions, what checks of a case need.
        chance: whether what it calls may differ between submissions.
        openings: what its cases ask first, if that has been found for all submissions.
    """

    mark: TaskMark
    name: str
    title: str
    cases: Sequence[Any]
    run: Callable[[Mapping[str, Any]], object]
    prepare: Callable[[Any], object] | None = None
    chance: bool = True
    openings: Sequence[Sequence[Opening]] = ()

    @property
    def id(self) -> str:
        """Unique within the assignment."""
        return id_of(self.mark, self.name)

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
        supplied = arguments(task, case, opener, trial, seed_of(origin, -1))
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


def id_of(mark: TaskMark, name: str) -> str:
    """The id of the test function ``name``: ``3.1/forced_win``."""
    return f"{mark.task}/{name.removeprefix('test_')}"


def arguments(
    task: Task, case: Any, calls: Calls, trial: Trial, seed: int, own: Collection[str] = ()
) -> dict[str, Any]:
    """What a hidden test can ask for as arguments; ``own`` functions stand in for lent ones."""
    return {
        "student": Student(calls),
        "inject": Inject(task.inject, task.stubs, own),
        "own": Own(),
        "trial": trial,
        "seed": seed,
        "case": case,
    }
