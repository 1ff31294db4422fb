"""Checks lines that people write as bindings, before anything is done with them."""

from __future__ import annotations

from dataclasses import dataclass

from grader.render.syntax_error_caret import draw_caret
from grader.wire.binding_expressions import LONGEST, BindingError, names_in, parse

__all__ = ["LONGEST", "LineFault", "find_line_fault", "names_in_line"]


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line is no binding.

    Attributes:
        sentence: what is wrong.
        shown: the line, with a caret on the line below.
        position: of the character that is wrong, from 0.
    """

    sentence: str
    shown: str
    position: int


def find_line_fault(line: str) -> LineFault | None:
    """Return what is wrong with ``line``; ``None`` if it is a binding, or empty."""
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
    """Return the names in a line, and none if it is no binding."""
    try:
        return set(names_in(parse(line)[0]))
    except BindingError:
        return set()
