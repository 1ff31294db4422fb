"""Selects parts of a report: some of its tasks, or one case."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from difflib import get_close_matches

from grader.model.escape import escape_to_one_line
from grader.model.report import Report, TaskResult
from grader.model.user_error import UsageError

_LOOKED_AT = 10_000
_NEAR = 5
"""Cases that are named when there is none of the id that was asked for."""


class NotInReport(UsageError):
    """The report lacks the selected task or case; the message is a sentence, safe to print."""


def keep_only_tasks(report: Report, tasks: Collection[str]) -> Report:
    """Return ``report`` with these tasks (3 is 3.1 and 3.2); incomplete if others are left out.

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
    return replace(report, tasks=kept, complete=report.complete and len(kept) == len(known))


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
    return replace(report, tasks=kept, complete=False)


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
