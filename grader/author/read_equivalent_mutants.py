"""Reads which mutations of the reference are right answers (equivalent mutants), and why.

They are listed in ``reference/<assignment>/mutants/equivalent.toml``::

    [[equivalent]]
    function = "transition"
    why = "A segment of one city is reversed, too, which gives the route itself."
    mutations = ["comparison-28-11-1: `end - start > 1` becomes `end - start >= 1`."]

A label has the line and the text of its mutation. When these change in the reference, the entry
fits no mutation any more, and its author has to look again.
"""

from __future__ import annotations

import tomllib
from typing import Any

from grader.assignment import Assignment
from grader.author.mutation_operators import MutatedProgram
from grader.author.solution_variants import VariantError

FILE = "mutants/equivalent.toml"

Equivalents = dict[tuple[str, str], str]
"""Function and mutation, as :func:`mutation_label` gives it -> why it is a right answer."""


def mutation_label(mutation: MutatedProgram) -> str:
    """Return the label that stands for ``mutation`` in the file."""
    return f"{mutation.name}: {mutation.description}"


def read_equivalents(assignment: Assignment) -> Equivalents:
    """Return the entries of the file, or none if there is no file.

    Raises:
        VariantError: if the file is not in order.
    """
    path = assignment.reference / FILE
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise VariantError(f"{FILE}: {problem}") from None
    entries = tables.pop("equivalent", None)
    if tables or not isinstance(entries, list):
        raise VariantError(f"{FILE} should hold tables called [[equivalent]] and nothing else")
    found: Equivalents = {}
    for number, entry in enumerate(entries, start=1):
        function, why, mutations = _fields(entry, number)
        for mutation in mutations:
            if (function, mutation) in found:
                raise VariantError(f"{FILE} lists {mutation!r} of {function} twice")
            found[function, mutation] = why
    return found


def _fields(entry: Any, number: int) -> tuple[str, str, list[str]]:
    match entry:
        case {"function": str(function), "why": str(why), "mutations": [*mutations], **rest} if (
            why and not rest and all(isinstance(mutation, str) for mutation in mutations)
        ):
            return function, " ".join(why.split()), mutations
    raise VariantError(
        f"{FILE}: entry {number} should have the texts function and why, "
        "a list of texts called mutations, and nothing else"
    )
