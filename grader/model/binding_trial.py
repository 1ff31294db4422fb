"""Defines the outcome of a binding that a person tries before deciding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """The answer to one call with the tried binding; its texts are safe once they are escaped.

    Attributes:
        asked: the arguments by their names; a board has a line for each row.
        came: the answer as the hidden tests see it, or a sentence if there is none.
        expected: the right answer, or words for it; empty if nobody has written it down.
        right: whether it is right.
    """

    asked: tuple[tuple[str, str], ...]
    came: str
    expected: str
    right: bool


@dataclass(frozen=True, slots=True)
class BindingTrial:
    """The outcome of a tried binding: whether it settles its role, and why not.

    Attributes:
        settled: whether it settles its role.
        binding: the line with the form of the answer, if it does.
        reason: why it does not, as a sentence; empty if it does.
    """

    settled: bool
    binding: str = ""
    reason: str = ""
    answers: tuple[TriedAnswer, ...] = ()
