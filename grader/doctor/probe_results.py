"""Defines the results of probing a sandbox backend, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

MAX_NAMED = 3
"""Attempts that a reason names; it counts the rest."""


class EnforcementState(Enum):
    """The state of a promise, as the attempts against it show."""

    ENFORCED = "enforced"
    NOT_ENFORCED = "not enforced"
    NOT_PROVED = "not proved"
    """It could not be tried, so nothing is known."""


class ProtectionLevel(Enum):
    """The protection that a sandbox gives: full, partial or none."""

    FULL = "full"
    """Every attempt failed."""
    PARTIAL = "partial"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class BreakoutAttempt:
    """One attempt that was really made inside the sandbox.

    Attributes:
        tried: what, as the beginning of a sentence.
        held: whether the sandbox prevented it; ``None`` if it could not be tried.
        seen: what was seen, as the rest of that sentence.
    """

    tried: str
    held: bool | None
    seen: str = ""

    def __str__(self) -> str:
        return f"{self.tried}: {self.seen}" if self.seen else self.tried


@dataclass(frozen=True, slots=True)
class PromiseResult:
    """The result of probing one promise of a sandbox: the attempts to break it, and its state.

    Attributes:
        promise: its key there.
        attempts: what was tried.
        summary: why it counts as enforced, in case it does.
    """

    promise: str
    attempts: Sequence[BreakoutAttempt]
    summary: str = ""

    @property
    def state(self) -> EnforcementState:
        """Return the state: not enforced after a success, not proved after an untried attempt."""
        held = [attempt.held for attempt in self.attempts]
        if False in held:
            return EnforcementState.NOT_ENFORCED
        return (
            EnforcementState.ENFORCED if held and None not in held else EnforcementState.NOT_PROVED
        )

    @property
    def why(self) -> str:
        """Return the reason for the state, in one line."""
        if self.state is EnforcementState.ENFORCED:
            return self.summary
        decisive = None if self.state is EnforcementState.NOT_PROVED else False
        named = [str(attempt) for attempt in self.attempts if attempt.held is decisive]
        if not named:
            return "nothing was tried"
        more = len(named) - MAX_NAMED
        return "; ".join(named[:MAX_NAMED]) + (f"; and {more} more" if more > 0 else "")


@dataclass(frozen=True, slots=True)
class BackendExamination:
    """The results of probing one sandbox backend.

    Attributes:
        name: as ``--sandbox`` takes it.
        problem: why it cannot be used here and what to do; empty if it can.
        python: version of the interpreter inside.
        warning: what every report of a run with it says.
        claimed: whether its reports say that a promise is enforced.
        findings: one for each of these, in the same order.
    """

    name: str
    problem: str = ""
    python: str = ""
    warning: str = ""
    claimed: Mapping[str, bool] = field(default_factory=dict)
    findings: Sequence[PromiseResult] = ()

    @property
    def protection(self) -> ProtectionLevel:
        """Return the protection that the attempts proved."""
        if self.problem or not self.findings:
            return ProtectionLevel.NONE
        full = all(finding.state is EnforcementState.ENFORCED for finding in self.findings)
        return ProtectionLevel.FULL if full else ProtectionLevel.PARTIAL

    @property
    def disproved(self) -> list[str]:
        """Return promises that reports make and an attempt broke: defects of the grader."""
        return [
            finding.promise
            for finding in self.findings
            if finding.state is EnforcementState.NOT_ENFORCED and self.claimed.get(finding.promise)
        ]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The results of ``grade doctor`` on one machine.

    Attributes:
        machine: versions and settings by name, for people.
        backends: in the order in which they were probed.
        chosen: the backend whose protection counts: that of ``auto``, or the one asked for;
            empty if it cannot be used.
        advice: what to do, a sentence each.
    """

    machine: Mapping[str, str]
    backends: Sequence[BackendExamination]
    chosen: str
    advice: Sequence[str]

    @property
    def protection(self) -> ProtectionLevel:
        """Return the protection of the chosen backend."""
        for backend in self.backends:
            if backend.name == self.chosen:
                return backend.protection
        return ProtectionLevel.NONE
