"""Lays out the page of a report: its tasks, tests and cases, in order and with their ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from grader.model.formatting import format_count, format_points_with_noun
from grader.model.report import CaseResult, Report, TaskResult, TestResult
from grader.model.verdict import Verdict
from grader.render.html import case_figures as cases
from grader.render.html.case_figures import CaseView
from grader.render.html.html_injection_safety import cut_lines
from grader.render.report_sentences import (
    choose_example,
    describe_attempts,
    describe_test,
    describe_traceback_end,
    explain_missing_function,
    failing_cases_to_show,
    is_function_missing,
    is_worth_reading,
    rate_case,
)

_ROOM = 1_400_000
"""Characters that all cases together may fill: a page has to open on a phone."""
_SHOWN = 5
"""Failing cases of a test that are shown in full."""
_PRINTED, _NAMED = 36, 72
"""Failing tests with an example on paper, and those that are at least named there."""

_OWN_IDS = ("causes", "summary", "fold", "loading", "functions", "by-hand", "code", "about")
_UNTOUCHED = {Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}
_STRANGE = re.compile(r"[^A-Za-z0-9_./:\[\]-]+")
_LONGEST_ID = 120

SetCase = Callable[[CaseView, bool], Markup]
"""Sets one case for the page; the flag says whether it is unfolded from the start."""


class AnchorIds:
    """Gives out ids for links to tasks, tests and cases, each once and the same every time.

    What follows a ``~`` in an id is added here or by a template, so that ids stay unique.

    Args:
        taken: ids of the page itself.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def name(self, wanted: str) -> str:
        """Return a unique id like ``wanted``; all but the first of equal ones get a number."""
        plain = _STRANGE.sub("-", wanted)[:_LONGEST_ID] or "-"
        name, number = plain, 1
        while name in self._taken:
            number += 1
            name = f"{plain}~{number}"
        self._taken.add(name)
        return name


@dataclass(frozen=True, slots=True)
class TestView:
    """A test as the page shows it.

    Attributes:
        about: says in a line what became of it.
        cases: failing cases that are shown; the first one is the one to look at.
        named: failing cases of which only the name is shown: there is not more, or no room for it.
        printed: whether its example stands on paper, too,
        titled: and whether at least its title does.
    """

    anchor: str
    test: TestResult
    about: str
    cases: Sequence[Markup]
    named: Sequence[CaseResult]
    printed: bool = True
    titled: bool = True


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task and its tests as the page shows them.

    Attributes:
        absent: what to say once for all failing tests if the function is not there; else empty.
        withheld: tests that were passed, but whose points count only beside others.
    """

    anchor: str
    task: TaskResult
    absent: str
    failing: Sequence[TestView]
    withheld: Sequence[TestView]
    passed: Sequence[TestView]

    @property
    def unfolded(self) -> bool:
        """Return whether the task has more to read than its verdict."""
        untouched = self.task.verdict in _UNTOUCHED and not self.task.note
        return not untouched and bool(self.failing or self.withheld or self.task.note)

    @property
    def printed(self) -> bool:
        """Return whether the task is printed on paper, as it says more than its cause line."""
        broken = self.failing and not self.absent
        return bool(broken or self.withheld or self.task.note or self.task.diagnoses)


def lay_out_tasks(report: Report, set_case: SetCase) -> list[TaskView]:
    """Return the tasks of ``report`` as the page shows them, with their tests and cases."""
    layout = _TaskViewBuilder(set_case)
    # Most links lead to tasks, so that nothing may take their ids before they do.
    anchors = [layout.anchors.name(task.id) for task in report.tasks]
    return [layout.task(*each) for each in zip(report.tasks, anchors, strict=True)]


class _TaskViewBuilder:
    """A builder of the views of tasks, which shows their cases while the page has room."""

    def __init__(self, set_case: SetCase) -> None:
        self.anchors = AnchorIds(_OWN_IDS)
        self._set_case = set_case
        self._room = _ROOM
        self._failing_tests = 0

    def task(self, task: TaskResult, anchor: str) -> TaskView:
        failing = [test for test in task.tests if not test.verdict.passed]
        withheld = [test for test in task.tests if test.verdict.passed and is_worth_reading(test)]
        passed = [test for test in task.tests if not is_worth_reading(test)]
        absent = _describe_missing_function(failing)
        if first := choose_example(failing, task.verdict):  # the page unfolds the first of them
            failing.sort(key=lambda test: test is not first[0])
        seen: set[str] = set()
        return TaskView(
            anchor,
            task,
            absent,
            [self._test(test) if absent else self._failing(test, seen, task) for test in failing],
            [self._test(test) for test in withheld],
            [self._test(test) for test in passed],
        )

    def _test(self, test: TestResult) -> TestView:
        line = describe_test(test) if is_worth_reading(test) else _describe_passed_test(test)
        return TestView(self.anchors.name(test.id), test, line, (), ())

    def _failing(self, test: TestResult, seen: set[str], task: TaskResult) -> TestView:
        anchor = self.anchors.name(test.id)

        def telling(case: CaseResult) -> tuple[bool, ...]:
            # As the terminal chooses its example, so that both show the same.
            return case.verdict is task.verdict, *rate_case(case)

        failed = sorted(failing_cases_to_show(test), key=telling, reverse=True)
        shown = self._cases(failed, seen)
        # A case that a student may not see has no name that would mean anything to them.
        named = failed[len(shown) :] if shown else [case for case in failed if case.tells]
        self._failing_tests += 1
        printed = (
            self._failing_tests <= _PRINTED
            and bool(failed)
            and _shows_more_than_missing_call(failed[0])
        )
        titled = self._failing_tests <= _NAMED
        return TestView(anchor, test, describe_test(test), shown, named, printed, titled)

    def _cases(self, failing: Sequence[CaseResult], seen: set[str]) -> list[Markup]:
        """Return the cases to show; ``seen`` holds the tracebacks of the task so far."""
        pieces: list[Markup] = []
        for case in failing[:_SHOWN]:
            if not case.tells:
                break
            unfolded = _is_new_crash(case, seen) and not pieces
            piece = self._set_case(cases.prepare_case(case, self.anchors.name(case.id)), unfolded)
            # First cases of tests may use all of the room, others half of it.
            if len(piece) > self._room - (_ROOM // 2 if pieces else 0):
                break
            self._room -= len(piece)
            pieces.append(piece)
        return pieces


def _shows_more_than_missing_call(case: CaseResult) -> bool:
    """Return whether ``case`` shows more than that its call was not made."""
    return bool(case.call or case.explanation or case.expected or case.actual or case.figures)


def _describe_missing_function(failing: Sequence[TestResult]) -> str:
    """Return one sentence for all tests of a missing function; empty if it exists."""
    if not is_function_missing(failing):
        return ""
    return cut_lines(explain_missing_function(failing) or failing[0].verdict.words)


def _describe_passed_test(test: TestResult) -> str:
    """Return a passed test in words: ``public test, 12 cases, 0.5 points``."""
    line = (
        f"{test.visibility.value} test, {format_count(len(test.cases), 'case')}, "
        f"{format_points_with_noun(test.points)}"
    )
    return f"{line}, {lucky}" if (lucky := describe_attempts(test)) else line


def _is_new_crash(case: CaseResult, seen: set[str]) -> bool:
    """Return whether the page has not shown this crash yet, and note it as shown."""
    if not (traceback := describe_traceback_end(case)):
        return True
    fresh = traceback not in seen
    seen.add(traceback)
    return fresh
