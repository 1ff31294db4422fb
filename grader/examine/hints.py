"""Hints in a submission that say which function fills a role: ``# grade: search = my_search``.

A submission is text here: lines are looked at, nothing is parsed or executed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from grader.model.submission import Cell, LoadNote

_HINT = re.compile(r"[ \t]*#+[ \t]*grade:[ \t]*(\w{1,100})[ \t]*=[ \t]*(\w{1,100})[ \t]*")
_BEGUN = re.compile(r"^[ \t]*#+[ \t]*grade:.*$", re.MULTILINE)
_MOST = 100
"""Hints of one submission that are looked at."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What a submission says of itself.

    Attributes:
        named: functions by role.
        notes: what is wrong with hints that are not followed.
    """

    named: Mapping[str, str]
    notes: tuple[LoadNote, ...] = ()


def hints(cells: Iterable[Cell], roles: Collection[str]) -> Hints:
    """The hints in ``cells``. Of a role with several different ones, none is followed."""
    named: dict[str, str] = {}
    contradictory: set[str] = set()
    notes: list[LoadNote] = []
    lines = ((cell, line) for cell in cells for line in _BEGUN.finditer(cell.source))
    for cell, line in itertools.islice(lines, _MOST):
        number = cell.source.count("\n", 0, line.start()) + 1
        hint = _HINT.fullmatch(line.group())
        if hint is None:
            said = "A hint was not understood. It has to look like: # grade: role = function"
            notes.append(LoadNote(said, cell.name, number))
            continue
        role, function = hint.groups()
        if role not in roles:
            said = f"A hint names the role {role}, which this assignment does not have."
            notes.append(LoadNote(said, cell.name, number))
        elif named.setdefault(role, function) != function:
            contradictory.add(role)
            said = (
                f"This hint says that {role} is {function}, an earlier one says "
                f"{named[role]}. Neither was followed: keep one of them."
            )
            notes.append(LoadNote(said, cell.name, number))
    followed = {role: name for role, name in named.items() if role not in contradictory}
    return Hints(followed, tuple(notes))
