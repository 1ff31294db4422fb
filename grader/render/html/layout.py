"""What stands on the page, in which order and under which ids; the templates only set it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from grader.model.report import CaseResult, Report, TaskResult, TestResult
from grader.model.wording import count, points
from grader.render.html import case as cases
from grader.render.html.anchors import Anchors
from grader.render.html.case import CaseView
from grader.render.html.shorten import cut
from grader.render.sentences import about, doubts, failing, lost, luck, nothing_there, tells, trace

_ROOM = 1_400_000
"""Characters that all cases together may fill: a page has to open on a phone."""
_SHOWN = 12
"""Failing cases of a test that are shown in full."""
_NAMED = 20
"""Failing cases of a test that are named beyond those."""

_OWN_IDS = ("summary", "loading", "by-hand", "about")

SetCase = Callable[[CaseView, bool], Markup]
"""Sets one case for the page; the flag says whether it is unfolded from the start."""


@dataclass(frozen=True, slots=True)
class FailingTest:
    """A test that failed.

    Attributes:
        first: the case to look at; empty if there is nothing to see of any.
        others: further failing cases.
        named: failing cases of which only the name is shown: there is not more, or no room for it.
        left: failing cases beyond all those.
    """

    anchor: str
    test: TestResult
    about: str
    first: Markup
    others: tuple[Markup, ...]
    named: tuple[CaseResult, ...]
    left: int

    @property
    def more(self) -> int:
        """Failing cases but the first."""
        return len(self.others) + len(self.named) + self.left


@dataclass(frozen=True, slots=True)
class OtherTest:
    """A test without a case to look at; ``about`` says in a line what became of it."""

    anchor: str
    test: TestResult
    about: str


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task and its tests, those to read about first.

    Attributes:
        absent: what to say once for all tests that failed, because their function is not there.
        missing: those tests.
        withheld: tests that were passed, and whose points count only beside others.
    """

    anchor: str
    task: TaskResult
    absent: str
    missing: tuple[OtherTest, ...]
    failing: tuple[FailingTest, ...]
    withheld: tuple[OtherTest, ...]
    passed: tuple[OtherTest, ...]

    @property
    def accepted(self) -> int:
        """Tests that were passed, whatever became of their points."""
        return len(self.withheld) + len(self.passed)


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page."""

    report: Report
    tasks: tuple[TaskView, ...]
    doubts: Sequence[str]


class _Room:
    """How much of the page is still free. First cases of tests may use all of it, others half."""

    def __init__(self) -> None:
        self._left = _ROOM

    def take(self, piece: Markup, *, first: bool) -> bool:
        """Whether ``piece`` still has a place; if so, it is taken."""
        if len(piece) > self._left - (0 if first else _ROOM // 2):
            return False
        self._left -= len(piece)
        return True


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is shared by everything on one page."""

    anchors: Anchors
    room: _Room
    set_case: SetCase


def lay_out(report: Report, set_case: SetCase) -> Page:
    """Decides what of ``report``, as its reader may see it, stands on the page."""
    anchors = Anchors(_OWN_IDS)
    setting = _Setting(anchors, _Room(), set_case)
    # Tasks are linked to most, so that nothing may take their ids before they do.
    names = [anchors.name(task.id) for task in report.tasks]
    return Page(
        report,
        tuple(_task(task, name, setting) for task, name in zip(report.tasks, names, strict=True)),
        doubts(report),
    )


def _task(task: TaskResult, anchor: str, setting: _Setting) -> TaskView:
    failing = [test for test in task.tests if not test.verdict.passed]
    absent = _absent(failing)
    seen: set[str] = set()
    return TaskView(
        anchor=anchor,
        task=task,
        absent=absent,
        missing=tuple(_other(test, about(test), setting) for test in failing if absent),
        failing=tuple(_failing(test, setting, seen) for test in failing if not absent),
        withheld=tuple(
            _other(test, about(test), setting)
            for test in task.tests
            if test.verdict.passed and lost(test)
        ),
        passed=tuple(_other(test, _passed(test), setting) for test in task.tests if not lost(test)),
    )


def _other(test: TestResult, told: str, setting: _Setting) -> OtherTest:
    return OtherTest(setting.anchors.name(test.id), test, told)


def _absent(failing: Sequence[TestResult]) -> str:
    """What to say once for all tests of a function that is not there; empty if it is."""
    if not nothing_there(failing):
        return ""
    said = (case.message for test in failing for case in test.cases if case.message)
    return cut(next(said, failing[0].verdict.words))


def _passed(test: TestResult) -> str:
    """``public test, 12 cases, 0.5 points``, and how the attempts of a stochastic one went."""
    told = f"{test.visibility.value} test, {count(len(test.cases), 'case')}, {points(test.points)}"
    return f"{told}, {lucky}" if (lucky := luck(test)) else told


def _failing(test: TestResult, setting: _Setting, seen: set[str]) -> FailingTest:
    anchor = setting.anchors.name(test.id)
    # Where there is more to see of one, it is the one to look at.
    failed = sorted(failing(test), key=lambda case: (not tells(case), case.explanation is None))
    pieces = _pieces(failed, setting, seen)
    # What a student may not see has no name that would mean anything to him.
    rest = failed[len(pieces) :] if pieces else [case for case in failed if tells(case)]
    return FailingTest(
        anchor=anchor,
        test=test,
        about=about(test),
        first=pieces[0] if pieces else Markup(),
        others=tuple(pieces[1:]),
        named=tuple(rest[:_NAMED]),
        left=len(rest[_NAMED:]),
    )


def _pieces(failing: Sequence[CaseResult], setting: _Setting, seen: set[str]) -> list[Markup]:
    """The cases that are shown. ``seen`` holds the tracebacks of the task so far."""
    pieces: list[Markup] = []
    for case in failing[:_SHOWN]:
        if not tells(case):
            break
        unfolded = _fresh(case, seen) and not pieces
        piece = setting.set_case(cases.view(case, setting.anchors), unfolded)
        if not setting.room.take(piece, first=not pieces):
            break
        pieces.append(piece)
    return pieces


def _fresh(case: CaseResult, seen: set[str]) -> bool:
    """Whether the page has not shown this crash before: one often fails every test of a task."""
    if not (broke_off := trace(case)):
        return True
    fresh = broke_off not in seen
    seen.add(broke_off)
    return fresh
