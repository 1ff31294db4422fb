"""Which names, and which words of the code, say that a function fills a role."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from grader.examine.probing import folded, names_among
from grader.model.submission import Cell
from grader.sandbox.protocol import Loaded
from grader.testing.contract import Role

_MOST_LIKE = 8
"""Functions with names like usual ones that are tried for a role."""
_NEAR = 0.8
"""Likeness from which on a name is taken for another one misspelt."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


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


def found_instead(asked: str, loaded: Loaded, functions: Collection[str]) -> str:
    """Say where the function ``asked`` is instead, or which one has nearly its name.

    Args:
        functions: that the assignment asks for, none of which is another one misspelt.

    Returns:
        what goes on from a sentence without its full stop; only that if there is no such function.
    """
    if asked in loaded.elsewhere:
        return f": it {loaded.elsewhere[asked]}."
    there = [name for name in (*loaded.names, *loaded.elsewhere) if name not in functions]
    near = max(there, key=lambda name: _likeness(asked, name), default="")
    if not near or _likeness(asked, near) < _NEAR:
        return "."
    said = f": there is {near}, whose name is nearly the same. Call it {asked}."
    return f"{said} It {loaded.elsewhere[near]}." if near in loaded.elsewhere else said


def _likeness(one: str, other: str) -> float:
    """How much two names have in common, from 0 to 1; underscores and capitals make no difference.

    Nor does the order of words.
    """
    if _words(one) == _words(other):
        return 1.0
    return difflib.SequenceMatcher(None, folded(one), folded(other), autojunk=False).ratio()


def _words(name: str) -> list[str]:
    return sorted(word.lower() for word in _WORD.findall(name))


def speaks_of(code: Iterable[Cell], traces: str) -> bool:
    """Whether the regular expression ``traces`` is found in ``code``, in whatever letters.

    The code is text here, comments and what does not parse included.
    """
    return any(re.search(traces, cell.source, re.IGNORECASE) for cell in code)
