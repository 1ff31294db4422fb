"""Which names, and which words of the code, say that a function fills a role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from grader.examine.probing import folded, names_among
from grader.model.submission import Cell
from grader.testing.contract import Role

_MOST_LIKE = 8
"""Functions with names like usual ones that are tried for a role."""


def usual(role: Role) -> Iterable[str]:
    """The names to look for, the most usual one first."""
    return dict.fromkeys((role.name, *role.names))


def usual_groups(role: Role, roles: Sequence[Role], there: Sequence[str]) -> Iterator[list[str]]:
    """Names of ``there`` that are usual, in groups of which an earlier one comes before a later.

    A function with another role's own name is most likely meant for that.
    """
    own = names_among(there, [role.name])
    others = {each.name for each in roles} - {role.name}
    named = names_among(there, [each for each in role.names if each not in others])
    for group in (own, [name for name in named if name not in own]):
        if group:
            yield group


def other_groups(role: Role, roles: Sequence[Role], there: Sequence[str]) -> Iterator[list[str]]:
    """Names of ``there`` that are like usual ones, and then of other roles."""
    known = {*names_among(there, usual(role))}
    like = [
        name
        for name in there
        if name not in known and role.like and re.fullmatch(role.like, folded(name))
    ]
    own = {each.name for each in roles} & {*role.names}
    for group in (like[:_MOST_LIKE], names_among(there, own - {role.name})):
        if group:
            yield group


def speaks_of(code: Iterable[Cell], traces: str) -> bool:
    """Whether the regular expression ``traces`` is found in ``code``, in whatever letters.

    The code is text here, comments and what does not parse included.
    """
    return any(re.search(traces, cell.source, re.IGNORECASE) for cell in code)
