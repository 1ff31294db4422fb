"""Checks the lines that people write as bindings, before they are used."""

from __future__ import annotations

from dataclasses import dataclass

from grader.render.syntax_error_caret import draw_caret
from grader.wire.binding_expressions import LONGEST, BindingError, names_in, parse

__all__ = ["LONGEST", "LineFault", "find_line_fault", "names_in_line"]


@dataclass(frozen=True, slots=True)
class LineFault:
    """The reason why a line is no valid binding, with the position of the mistake.

    Attributes:
        sentence: what is wrong.
        shown: the line, with a caret on the line below.
        position: of the character that is wrong, from 0.
    """

    sentence: str
    shown: str
    position: int


def find_line_fault(line: str) -> LineFault | None:
    """Return the fault of ``line``; ``None`` if it is a valid binding or empty."""
    text = line.strip()
    if not text:
        return None
    try:
        parse(text)
    except BindingError as problem:
        sentence = f"{problem.problem[:1].upper()}{problem.problem[1:]}."
        return LineFault(sentence, draw_caret(problem.text, problem.position, ""), problem.position)
    return None


def names_in_line(line: str) -> set[str]:
    """Return the names in a line; none if it is no valid binding."""
    try:
        return set(names_in(parse(line)[0]))
    except BindingError:
        return set()
