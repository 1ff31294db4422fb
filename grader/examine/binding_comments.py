"""Reads hints in comments of a submission on how it is called: ``# grade: search = best(board)``.

A submission is text here: lines are looked at, and what stands behind a role is read as a binding
(:mod:`grader.wire.binding_expressions`). Nothing is parsed as Python, and nothing is executed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.model.submission import Cell, LoadNote
from grader.wire.binding_expressions import LONGEST, BindingError, parse

_BEGUN = re.compile(r"^[ \t]*#+[ \t]*grade:", re.MULTILINE)
_HINT = re.compile(r"[ \t]*(\w{1,100})[ \t]*=(?!=)[ \t]*(.*)")
_SHAPE = "# grade: role = function, or # grade: role = function(board, player)"
_MOST = 100
"""Hints of one submission that are looked at."""
_ROOM = LONGEST + 400
"""Characters of a line that are looked at, so that the longest binding is seen to be too long."""


@dataclass(frozen=True, slots=True)
class BindingHints:
    """The hints of a submission on how it is called.

    Attributes:
        named: bindings by role, or names of functions.
        notes: what is wrong with hints that are not followed.
    """

    named: Mapping[str, str]
    notes: tuple[LoadNote, ...] = ()


@dataclass(frozen=True, slots=True)
class _HintComment:
    """The text after ``grade:`` in a comment, and its place."""

    text: str
    file: str
    line: int
    column: int
    """Of the first character of ``text``, from 1."""

    def note(self, message: str, position: int | None = None) -> LoadNote:
        """Return a note about this comment, and the character at ``position`` of its text."""
        column = None if position is None else self.column + position
        return LoadNote(message, self.file, self.line, column)


def read_binding_comments(cells: Iterable[Cell], roles: Collection[str]) -> BindingHints:
    """Return the hints in ``cells``, without roles that have several different hints."""
    named: dict[str, str] = {}
    contradictory: set[str] = set()
    notes: list[LoadNote] = []
    for comment in itertools.islice(_find_hint_comments(cells), _MOST):
        hint = _HINT.fullmatch(comment.text)
        if hint is None:
            notes.append(comment.note(f"A hint was not understood. It has to look like: {_SHAPE}"))
            continue
        role, binding = hint[1], hint[2].rstrip()
        if role not in roles:
            said = f"A hint names the role {role}, which this assignment does not have."
            notes.append(comment.note(said))
            continue
        try:
            parse(binding)
        except BindingError as fault:
            place = hint.start(2) + fault.position
            at = comment.column + place
            said = (
                f"The hint for {role} is no binding: {fault.problem} (character {at} of the line)."
            )
            notes.append(comment.note(said, place))
            continue
        if named.setdefault(role, binding) != binding:
            contradictory.add(role)
            said = (
                f"This hint says that {role} is {binding}, an earlier one says {named[role]}. "
                "Neither was followed: keep one of them."
            )
            notes.append(comment.note(said))
    followed = {role: binding for role, binding in named.items() if role not in contradictory}
    return BindingHints(followed, tuple(notes))


def _find_hint_comments(cells: Iterable[Cell]) -> Iterator[_HintComment]:
    for cell in cells:
        line, counted = 1, 0
        for begun in _BEGUN.finditer(cell.source):
            line += cell.source.count("\n", counted, begun.start())
            counted = begun.start()
            end = cell.source.find("\n", begun.end(), begun.end() + _ROOM)
            end = begun.end() + _ROOM if end < 0 else end
            text = cell.source[begun.end() : end].rstrip("\r")
            yield _HintComment(text, cell.name, line, begun.end() - begun.start() + 1)
