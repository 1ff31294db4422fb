"""Bindings: how a submission is called for the roles of a contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

Edition = Mapping[str, str | int | bool]
"""How a submission writes values: plain data, which only the assignment understands."""
CALL, ANSWER = "call", "answer"
"""Keys of what is sent beside the edition."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a submission is called for a role of the assignment's contract.

    Attributes:
        name: of the function or class of the submission's module that the binding is about.
        how: its ``call`` and the form of its ``answer`` as texts of :mod:`grader.wire.expressions`,
            with the edition, and the name of the role.
    """

    name: str
    how: Edition = field(default_factory=dict)

    @property
    def binding(self) -> str:
        """The line that a person reads and writes."""
        answer = self.how.get(ANSWER, "")
        return f"{self.how.get(CALL, '')} -> {answer}" if answer else str(self.how.get(CALL, ""))

    @property
    def sent(self) -> dict[str, object]:
        """As it travels."""
        return {"name": self.name, "how": dict(self.how)}


class Found(Enum):
    """How the function that fills a role was found."""

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
    found: Found
    """How it was found."""
    function: str = ""
    """The submission's own name; empty if nothing fills the role. A student chose it."""
    words: str = ""
    """How the function is called and read, in words; empty if it is as in the template."""
    how: Edition = field(default_factory=dict)
    """The same for the assignment's adapter."""
    candidates: tuple[str, ...] = ()
    """Undecided: the functions of which one has to be chosen."""
    names: tuple[str, ...] = ()
    """Not found, or undecided among functions with other names: the names that were looked for."""
    note: str = ""
    """What else a reader should know; empty if there is nothing."""

    @property
    def settled(self) -> bool:
        """Whether a function fills the role."""
        return bool(self.function)

    @property
    def fit(self) -> Fit | None:
        """What fills the role, if anything does."""
        return Fit(self.function, self.how) if self.settled else None

    @property
    def perhaps_in(self) -> str:
        """The function of another role that may do this as well, if there is none for this."""
        alone = len(self.candidates) == 1 and not self.names
        return self.candidates[0] if alone else ""

    @property
    def remarkable(self) -> bool:
        """Whether there is more to say than that the template was followed, or nothing written."""
        adapted = self.settled and (self.function != self.role or bool(self.words))
        return adapted or bool(self.note) or self.found is Found.UNDECIDED
