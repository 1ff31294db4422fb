"""What a report says about the functions that were found for roles, in the same words everywhere.

Nothing here is escaped yet: names of functions are the student's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.model.contract import Found, RoleResult
from grader.model.report import Report, View
from grader.model.wording import count

HEADING = "Which functions were found"

_CANDIDATES = 8
"""Functions that are named where one has to be chosen,"""
_UNNAMED = 4
"""and where nobody knows whether it is one of them."""

_BY = {
    Found.MARKER: "named by the marker",
    Found.HINT: "named in a comment",
    Found.NAME: "found by its name",
    Found.BEHAVIOUR: "found by what it answers",
}


def lines(report: Report) -> list[str]:
    """What a reader should know, a line for each role and each task; nothing if all is as usual."""
    for_students = report.view is View.STUDENT
    found = [_line(role, for_students) for role in report.roles if role.remarkable]
    return found + list(_helped(report))


def _line(role: RoleResult, for_students: bool) -> str:
    said = f"{role.role}: "
    if role.perhaps_in:
        said += (
            f"no separate function was found. Your {role.perhaps_in} may do it as well, so a "
            "person has to look."
        )
    elif role.found is Found.UNDECIDED and role.names:
        may = _among(role.candidates, _UNNAMED)
        said += f"no function with a known name. It may be {may}, so a person has to look."
    elif role.found is Found.UNDECIDED:
        first = next(iter(role.candidates), "name")
        said += (
            f"{_among(role.candidates)}? They fit equally well, so a person has to choose. Or a "
            f"comment in the submission says which one it is: # grade: {role.role} = {first}"
        )
        if not for_students:
            said += f" (or grade again with --where {role.role}={first})"
    elif role.found in _BY:
        parts = [f"your {role.function}, {_BY[role.found]}", role.words]
        said += f"{'; '.join(filter(None, parts))}."
    else:
        said += "nothing was found."
    return f"{said} {role.note}".rstrip()


def _among(candidates: Sequence[str], most: int = _CANDIDATES) -> str:
    left = len(candidates) - most
    shown = [*candidates[:most], *([f"{left} more"] if left > 0 else [])]
    return " or ".join(shown)


def _helped(report: Report) -> Iterator[str]:
    for task in report.tasks:
        helped = [test for test in task.tests if test.helpers]
        if helped:
            names = dict.fromkeys(name for test in helped for name in test.helpers)
            verb = "passes" if len(helped) == 1 else "pass"
            yield (
                f"Task {task.id}: {count(len(helped), 'test')} {verb} only with the reference's "
                f"{', '.join(names)} in place of your own."
            )
        unlent = dict.fromkeys(name for test in task.tests for name in test.unlent)
        if unlent:
            yield (
                f"Task {task.id}: it was only tried with your own {', '.join(unlent)}, because "
                "the reference's cannot be called in the same way."
            )
