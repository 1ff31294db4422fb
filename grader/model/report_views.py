"""Reduces a report to what its readers may see of it, or to some of its tasks, or to one case."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import PurePath

from grader.model.escape import escape_to_one_line
from grader.model.figures import Counterexample, Diagnosis, Explanation
from grader.model.formatting import GIVEN_BACK, LEFT_OVER
from grader.model.report import (
    CaseResult,
    Report,
    Selection,
    TaskResult,
    TestResult,
    View,
    Visibility,
)
from grader.model.user_error import UsageError
from grader.model.verdict import WRONG_ARGUMENTS, Verdict

WITHHELD = "Accepted, but these points count only when other tests of this task are accepted too."
NOT_RUN = "Not run: other calls of this task had to be stopped, and used up its time."
GRADER_FAILED = (
    "The grader itself failed on some tests, which is not your doing: tell your teaching staff."
)


def redact_for_view(report: Report, view: View) -> Report:
    """Returns what ``view`` may see of ``report``; staff see everything that it holds.

    Students see public cases in full. Of every other test they see the verdict, the points and
    the hint, which also stands in for the title; its cases become one bare row. Where no public
    case shows what is wrong with a task, one row has the smallest case that the grader found and
    its author lets them see. Of a known mistake they see what it is, and of a test that is wrong
    after earlier calls only, that it is. The hidden data cannot come
    back: a report for students stays one, whatever view is asked for later.

    New fields are hidden until somebody decides otherwise, because tests and cases that are not
    public are built anew here instead of being copied and thinned out.
    """
    if view is View.STAFF or report.view is View.STUDENT:
        return report
    return replace(
        report,
        view=View.STUDENT,
        path=shareable_path(report.path),
        tasks=tuple(_redact_task(task) for task in report.tasks),
        # A sentence about a failure may quote the very case that the grader failed on.
        errors=(GRADER_FAILED,) if report.errors else (),
    )


def shareable_path(path: str) -> str:
    """Return ``path`` for readers elsewhere: its last part if it is absolute or holds ``..``.

    A relative one is what somebody has typed, in a repository for example, and says nothing of
    where this machine keeps anything.
    """
    parts = PurePath(path)
    return parts.name or path if parts.is_absolute() or ".." in parts.parts else path


def remove_folders_from_paths(text: str) -> str:
    """Return ``text`` without the folders of each absolute path in it."""
    return _FOLDERS.sub("", text)


_FOLDERS = re.compile(r"(?<![\w/.:])/(?:[^\s/'\"<>|:,;()]++/)++(?=[^\s/'\"<>|:,;()])")
"""The folders of a full path, up to the name at its end."""


def _redact_task(task: TaskResult) -> TaskResult:
    example = _counterexample_for_students(task)
    tests = [
        _redact_test(test, f"{task.id}-{n}", example) for n, test in enumerate(task.tests, start=1)
    ]
    # Students read of a known mistake as they read a hint, but not how many cases are hidden.
    diagnoses = tuple(Diagnosis(diagnosis.sentence) for diagnosis in task.diagnoses)
    return replace(task, tests=tuple(tests), diagnoses=diagnoses)


def _counterexample_for_students(task: TaskResult) -> Counterexample | None:
    """Return the counterexample that students may see; ``None`` if a public case fails."""
    if any(
        case.visibility is test.visibility is Visibility.PUBLIC and not case.verdict.passed
        for test in task.tests
        for case in test.cases
    ):
        return None
    found = (example for test in task.tests for example in _counterexamples_to_share(test))
    return next(found, None)


def _counterexamples_to_share(test: TestResult) -> Iterator[Counterexample]:
    if test.visibility is not Visibility.PRIVATE:
        return
    for case in test.cases:
        found = None if case.explanation is None else case.explanation.counterexample
        if found is not None and found.shared and found.smaller:
            yield found


def _redact_test(test: TestResult, alias: str, example: Counterexample | None) -> TestResult:
    """Return ``test`` as students may see it; ``alias`` replaces a hidden test's name."""
    # The note may name the test, perhaps a hidden one, that these points depend on.
    withheld = test.verdict.passed and test.score < test.points
    note = WITHHELD if withheld else NOT_RUN if test.not_run else ""
    if not note:
        note = _message_on_earlier_calls(test)  # what the hint says may well be right
    if test.visibility is not Visibility.PUBLIC:
        row = _redact_case(test.cases, test.visibility, alias, test.verdict)
        if example is not None and any(each is example for each in _counterexamples_to_share(test)):
            row = replace(row, explanation=Explanation(counterexample=example))
        if note == NOT_RUN:
            row = replace(row, message=NOT_RUN)
        elif miscalled := _case_of_wrong_arguments(test):
            row = replace(row, message=miscalled.message, code=miscalled.code)
        return TestResult(
            id=alias,
            title=test.hint or "A hidden test",
            hint=test.hint,
            visibility=test.visibility,
            points=test.points,
            score=test.score,
            verdict=test.verdict,
            cases=(row,),
            note=note,
            helpers=test.helpers,
            unlent=test.unlent,
        )
    hidden = [case for case in test.cases if case.visibility is not Visibility.PUBLIC]
    if not hidden:
        return replace(test, note=note or test.note)
    shown = [case for case in test.cases if case.visibility is Visibility.PUBLIC]
    worst = Verdict.worst(case.verdict for case in hidden)
    row = _redact_case(hidden, hidden[0].visibility, alias, worst)
    return replace(test, note=note, cases=(*shown, row))


def _message_on_earlier_calls(test: TestResult) -> str:
    """Return the remark on earlier calls that all failing cases share; else nothing."""
    failed = [case for case in test.cases if not case.verdict.passed]
    for sentence in (LEFT_OVER, GIVEN_BACK):
        if failed and all(case.message.endswith(sentence) for case in failed):
            return sentence
    return ""


def _case_of_wrong_arguments(test: TestResult) -> CaseResult | None:
    """Return a case that says how many parameters a function takes, if all that fail say so.

    Nothing of a hidden case is in that: every call of the task passes as many arguments.
    """
    failed = [case for case in test.cases if not case.verdict.passed]
    if not failed or any(case.code != WRONG_ARGUMENTS for case in failed):
        return None
    return failed[0]


def _redact_case(
    cases: Sequence[CaseResult], visibility: Visibility, alias: str, verdict: Verdict
) -> CaseResult:
    points = sum(case.points for case in cases)
    return CaseResult(id=f"{alias}-hidden", verdict=verdict, visibility=visibility, points=points)


_LOOKED_AT = 10_000
_NEAR = 5
"""Cases that are named when there is none of the id that was asked for."""


class NotInReport(UsageError):
    """The report lacks the selected task or case; the message is a sentence, safe to print."""


def keep_only_tasks(report: Report, tasks: Collection[str]) -> Report:
    """Return ``report`` with these tasks only (3 is 3.1 and 3.2).

    Raises:
        NotInReport: it has no such task.
    """
    known = [task.id for task in report.tasks]
    chosen: set[str] = set()
    for number in tasks:
        meant = [each for each in known if each == number or each.startswith(f"{number}.")]
        chosen.update(meant)
        if not meant:
            there = ", ".join(escape_to_one_line(each) for each in known[:50])
            raise NotInReport(
                f"There is no task {escape_to_one_line(number)} in this report; its tasks are "
                f"{there}."
            )
    kept = tuple(task for task in report.tasks if task.id in chosen)
    if len(kept) == len(known):
        return report
    return replace(report, tasks=kept, selection=Selection.TASKS)


def keep_only_case(report: Report, id: str) -> Report:
    """Return ``report`` with the case ``id`` only, in its test and task; these keep their points.

    Raises:
        NotInReport: it has no such case.
    """
    kept = tuple(task for task in (_with_case(task, id) for task in report.tasks) if task.tests)
    if not kept:
        raise NotInReport(
            f"There is no case {escape_to_one_line(id)} in this report; {_suggest_ids(report, id)}."
        )
    return replace(report, tasks=kept, selection=Selection.CASE)


def _with_case(task: TaskResult, id: str) -> TaskResult:
    tests = [
        replace(test, cases=tuple(case for case in test.cases if case.id == id))
        for test in task.tests
    ]
    return replace(task, tests=tuple(test for test in tests if test.cases))


def _suggest_ids(report: Report, id: str) -> str:
    """Return a hint at ids that contain, or are spelled like, the one asked for."""
    known = [case.id for task in report.tasks for case in task.cases][:_LOOKED_AT]
    holding = [name for name in known if id and id in name][:_NEAR]
    siblings = [name for name in known if name.startswith(f"{id.partition('/')[0]}/")]
    if near := holding or get_close_matches(id, siblings or known, _NEAR, cutoff=0.4):
        return f"near it are {', '.join(map(escape_to_one_line, near))}"
    if near := siblings[:_NEAR]:
        return f"near it are {', '.join(map(escape_to_one_line, near))}"
    return "its JSON form lists the cases"
