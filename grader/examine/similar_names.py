"""Suggests similar names for a function that is not found."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

from grader.sandbox.backend_interface import Loaded

_NEAR = 0.8
"""Likeness from which on a name is taken for another one misspelt."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


def normalise_name(name: str) -> str:
    """Return ``name`` in lower case without underscores, unless it is a special method's."""
    return name.lower() if name.startswith("__") else name.replace("_", "").lower()


def suggest_existing_name(asked: str, loaded: Loaded, functions: Collection[str]) -> str:
    """Return a clause that tells where the function ``asked`` is, or which one is named like it.

    Args:
        functions: that the assignment asks for, none of which is another one misspelt.

    Returns:
        what goes on from a sentence without its full stop; only that if there is no such function.
    """
    if asked in loaded.elsewhere:
        return f": it {loaded.elsewhere[asked]}."
    there = [name for name in (*loaded.names, *loaded.elsewhere) if name not in functions]
    near = max(there, key=lambda name: _name_similarity(asked, name), default="")
    if not near or _name_similarity(asked, near) < _NEAR:
        return "."
    said = f", but {near} has a similar name: rename it to {asked}."
    return f"{said} It {loaded.elsewhere[near]}." if near in loaded.elsewhere else said


def _name_similarity(one: str, other: str) -> float:
    """Return how similar two names are, from 0 to 1.

    Underscores, capitals and the order of words make no difference.
    """
    if _split_name(one) == _split_name(other):
        return 1.0
    return difflib.SequenceMatcher(
        None, normalise_name(one), normalise_name(other), autojunk=False
    ).ratio()


def _split_name(name: str) -> list[str]:
    return sorted(word.lower() for word in _WORD.findall(name))
