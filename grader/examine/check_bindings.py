"""Checks the bindings that people write before a submission is called by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.model.user_error import UsageError
from grader.render.syntax_error_caret import draw_caret
from grader.testing.roles import Role
from grader.wire.binding_expressions import BindingError, parse


class UnknownRole(UsageError):
    """The error of a person's binding that names no role or cannot be read.

    Of a binding, two lines with a caret below its fault follow the sentence.

    Attributes:
        on_one_line: the same as one sentence, for lists.
    """

    def __init__(self, sentence: str, fault: BindingError | None = None) -> None:
        self.on_one_line = sentence
        if fault is not None:
            self.on_one_line = f"{sentence.removesuffix('.')} (character {fault.position + 1})."
            sentence = f"{sentence}\n{draw_caret(fault.text, fault.position)}"
        super().__init__(sentence)


def check_bindings(where: Mapping[str, str], roles: Sequence[Role]) -> None:
    """Raise UnknownRole if ``where`` names no role of ``roles``, or its text is no binding."""
    known = [role.name for role in roles]
    for role, text in where.items():
        if role not in known:
            there = f"its roles are {', '.join(known)}" if known else "it has no contract"
            raise UnknownRole(f"{role!r} is not a role of this assignment; {there}.")
        try:
            parse(text)
        except BindingError as problem:
            raise UnknownRole(f"The binding of {role}: {problem.problem}.", problem) from None
