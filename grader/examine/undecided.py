"""Tests that only a person can decide.

- Of functions of which nothing could be read: such a function may be wrong, or right in a
  convention that the assignment does not know.
- Of functions that may not be given what they expect, because nothing can be read of the functions
  that should have shown what that is.
- Of functions that cannot be asked what tests ask: as a search that does not take the depth.
- Of a task of which no test earns a point, if it builds on a role whose function is wrong: the
  mistake may be in code that both use, and that nothing can be lent for. It has cost its points
  there.

Which of these it is, no test can say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from grader.assignment import Assignment
from grader.assignment.model import Task
from grader.examine.fitting import Fitting
from grader.examine.lending import Marked
from grader.examine.points import earning
from grader.model.contract import Found
from grader.model.report import CaseResult, TestResult
from grader.model.verdict import ABSENT, UNSAID, Verdict

_PLAIN = UNSAID | {Verdict.ACCEPTED, Verdict.NOT_IMPLEMENTED}
"""Verdicts that do not depend on how a function is called."""

_UNREAD = (
    "No known way to call this function leads to an answer that can be read, so a person has to "
    "look at it."
)
_SHARED = (
    "Some known answers of {} are wrong, and this function may use the same code, so a person has "
    "to look at it."
)
_UNSHOWN = (
    "{}, so this function may expect other arguments than these, and a person has to look at it."
)
_UNSUITED = "This function lacks a parameter that the test needs, so a person has to look at it."
_WHICH = "A person has to say which function does this."


def for_a_person(
    results: Sequence[Marked],
    fitting: Fitting,
    assignment: Assignment,
    reread: Collection[str] = (),
) -> list[Marked]:
    """``results``, in which tests that nobody but a person can decide are undecided.

    These are tests of functions that cannot be read, of roles for which a person has to say
    which function fills them, and of tasks in which a mistake may show that is in another one's.

    Args:
        reread: roles of which more could be read with lent functions: these can be read.
    """
    earn = earning(results)
    with_points = {mark.task for mark, result in results if result.id in earn}
    unread = {name for name, score in fitting.doubtful.items() if not score.total} - {*reread}
    said = (
        dict.fromkeys(fitting.unsuited, _UNSUITED)
        | {role: _UNSHOWN.format(why) for role, why in fitting.unshown.items()}
        | dict.fromkeys(unread, _UNREAD)
        | {role.role: _WHICH for role in fitting.roles if role.found is Found.UNDECIDED}
    )
    found: list[Marked] = []
    for mark, result in results:
        task = assignment.task(mark.task)
        why = said.get(task.function or "", "")
        if not why and mark.task not in with_points and result.verdict not in ABSENT:
            why = _shared(task, fitting)
        found.append((mark, _undecided(result, why) if why else result))
    return found


def _shared(task: Task, fitting: Fitting) -> str:
    """Why a mistake in ``task`` may be that of a function it builds on; empty if none is wrong."""
    wrong = [
        score.fit.name
        for role, score in fitting.doubtful.items()
        if role in task.globals and role != task.function
    ]
    return _SHARED.format(" and ".join(dict.fromkeys(wrong))) if wrong else ""


def _undecided(result: TestResult, why: str) -> TestResult:
    if result.verdict in _PLAIN:
        return result
    cases = tuple(_case(case, why) for case in result.cases)
    return replace(result, verdict=Verdict.worst(case.verdict for case in cases), cases=cases)


def _case(case: CaseResult, why: str) -> CaseResult:
    if case.verdict in _PLAIN:
        return case
    return replace(case, verdict=Verdict.UNDECIDED, message=f"{why} {case.message}".rstrip())
