"""Opens a sandbox with the probe submission in it, and calls the probe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from grader.doctor.probe_decoys import Canaries
from grader.model.limits import Limits, LoadLimits
from grader.model.submission import Cell
from grader.sandbox.backend_interface import (
    Ending,
    Injection,
    Outcome,
    Program,
    Sandbox,
    SandboxFailure,
    Session,
)
from grader.sandbox.call_request import Call

MEMORY = 128 << 20
"""Bytes of address space that each process of the probe is allowed."""
OUTPUT = 256 << 10
"""Bytes that one of its calls may print."""
CPU, WALL = 5.0, 20.0
"""Seconds for an attempt that is not about time."""


class AttemptNotCarriedOut(Exception):
    """An attempt failed for reasons of its own; ``str()`` says which."""


def probe_program() -> Program:
    """Return the probe as a submission."""
    source = (resources.files(__package__) / "probe_submission.py").read_text("utf-8")
    return Program(
        cells=[Cell(source, "probe.py", False)],
        preamble="",
        provided={},
        packages=(),
        enums={},
        memory_bytes=MEMORY,
        load=LoadLimits(Limits(CPU, WALL), Limits(CPU, WALL)),
        output_bytes=OUTPUT,
    )


@dataclass(frozen=True, slots=True)
class ProbeBench:
    """Holds what a check works with: the session that it probes, files and sockets outside.

    Attributes:
        another: opens a second sandbox of the same kind, which a judge may close.
    """

    session: Session
    canaries: Canaries
    another: Callable[[], Session]

    def call(
        self,
        function: str,
        *arguments: Any,
        cpu: float = CPU,
        wall: float = WALL,
        session: Session | None = None,
    ) -> Outcome:
        """Return the outcome of a call of the probe, in a process of its own."""
        call = Call(function, arguments, {}, 0, Limits(cpu, wall))
        return (session or self.session).fork().call(call)

    def answer(self, function: str, *arguments: Any, session: Session | None = None) -> Any:
        """Return the answer of a call of the probe.

        Raises:
            AttemptNotCarriedOut: if it ends in any other way.
        """
        outcome = self.call(function, *arguments, session=session)
        if outcome.ending is not Ending.ANSWER:
            raise AttemptNotCarriedOut(f"the attempt itself failed ({describe_ending(outcome)})")
        return outcome.value


def open_probe_session(sandbox: Sandbox) -> Session:
    """Return a session in which the probe is loaded.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if the probe cannot be loaded in it.
    """
    session = sandbox.start(probe_program())
    try:
        loaded = session.load(Injection())
        if loaded.notes or loaded.lost:
            said = "; ".join(note.message for note in loaded.notes) or ", ".join(loaded.lost)
            raise SandboxFailure(f"the probe could not be loaded: {said}")
    except BaseException:
        session.close()
        raise
    return session


def describe_ending(outcome: Outcome) -> str:
    """Return how a call ended, in words."""
    return f"{outcome.ending.value}: {outcome.detail}" if outcome.detail else outcome.ending.value


def available_memory() -> int:
    """Return the bytes of memory that are free on this machine."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    found = (line for line in lines if line.startswith("MemAvailable:"))
    return int(next(found, "MemAvailable: 0").split()[1]) << 10
