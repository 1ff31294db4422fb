"""Defines bindings: how a submission is called for a contract's roles, and what a trial shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

Edition = Mapping[str, str | int | bool]
"""How a submission writes values: plain data, which only the assignment understands."""
CALL, ANSWER = "call", "answer"
"""Keys of what is sent beside the edition."""
DOUBT = "doubt"
"""Key of an edition that may be wrong: a sentence why, for the case that no answer confirms it."""
UNUSUAL = "unusual"
"""Key of an edition that counts only if two roles confirm it: a sentence for the case of one."""
FIRST_FORM = "?"
"""The form of an answer that nobody has seen: the first one that suits."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The way to call a submission's function or class for one role of the assignment's contract.

    Attributes:
        name: of the function or class of the submission's module that the binding is about.
        how: its ``call`` and the form of its ``answer``, as texts of
            :mod:`grader.wire.binding_expressions`, with the edition and the name of the role.
    """

    name: str
    how: Edition = field(default_factory=dict)

    @property
    def binding(self) -> str:
        """Return the binding as the line of text that a person reads and writes."""
        call, answer = (str(self.how.get(key, "")) for key in (CALL, ANSWER))
        return call if answer in {"", FIRST_FORM} else f"{call} -> {answer}"

    @property
    def sent(self) -> dict[str, object]:
        """Return the fit as plain data that can be sent to the sandbox or stored as JSON."""
        return {"name": self.name, "how": dict(self.how)}


class BindingSource(Enum):
    """The way in which the function that fills a role was found."""

    MARKER = "marker"
    """A person said so for this grading."""
    HINT = "hint"
    """A comment of the submission says so."""
    NAME = "name"
    """It has a usual name."""
    BEHAVIOUR = "behaviour"
    """It answers what is known, as no other function does."""
    UNDECIDED = "undecided"
    """Several functions answer equally well what is known, or some may be meant that have no known
    name: a person has to choose."""
    NOT_FOUND = "not_found"
    """Nothing was found."""


@dataclass(frozen=True, slots=True)
class RoleResult:
    """One role, and what fills it."""

    role: str
    """By what name the hidden tests call it."""
    found: BindingSource
    """How it was found."""
    function: str = ""
    """The submission's own name; empty if nothing fills the role. A student chose it."""
    binding: str = ""
    """The line that says how it is called; empty if nothing fills the role."""
    how: Edition = field(default_factory=dict)
    """The same for the assignment's adapter."""
    candidates: tuple[str, ...] = ()
    """Undecided: lines that a person may choose from, or names where nobody knows the call."""
    names: tuple[str, ...] = ()
    """Not found: the names that were looked for."""
    note: str = ""
    """Why it is undecided, or what else a reader should know; empty if there is nothing."""
    asked: int = 0
    """Questions with known answers that were asked; none if nothing fills the role."""
    right: int = 0
    """How many of them were answered right."""

    @property
    def settled(self) -> bool:
        """Return whether a function fills the role."""
        return bool(self.function)

    @property
    def fit(self) -> Fit | None:
        """Return the fit that fills the role; ``None`` if no function does."""
        return Fit(self.function, self.how) if self.settled else None

    @property
    def open(self) -> bool:
        """Return whether a person has to settle the role."""
        return self.found is BindingSource.UNDECIDED

    @property
    def suggestion(self) -> str:
        """Return a binding to suggest, to be completed if its call is not known."""
        first = next(iter(self.candidates), "name_of_your_function")
        return first if "(" in first else f"{first}(…)"


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
