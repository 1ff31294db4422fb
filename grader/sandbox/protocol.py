"""The seam between grading and isolation: plain values in, plain values out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from grader.model.limits import Limits, LoadLimits
from grader.model.submission import Cell, LoadNote
from grader.wire import Codec

if TYPE_CHECKING:
    # Every command imports this module, and most of them no report.
    from grader.model.report import SandboxInfo


class SandboxUnavailable(Exception):
    """A backend cannot be used on this machine. ``str()`` says why and what to do."""


class SandboxFailure(Exception):
    """The sandbox itself failed, twice in a row; never the student's fault."""


class Starved(SandboxFailure):
    """The machine was too busy for a call, which then says nothing about the submission."""


@dataclass(frozen=True, slots=True)
class Program:
    """What stays the same for all tasks of one submission.

    Attributes:
        cells: the student's source.
        preamble: source executed in the student's module before his own.
        provided: importable modules by name.
        packages: installed packages that submissions may import.
        enums: enumerations of provided modules that may travel, by ``module.Class``.
        memory_bytes: address space of each process.
        load: limits of loading.
        seed: of the random numbers that are drawn while the source is loaded.
        output_bytes: what one call may print.
    """

    cells: Sequence[Cell]
    preamble: str
    provided: Mapping[str, str]
    packages: Sequence[str]
    enums: Mapping[str, type[Enum]]
    memory_bytes: int
    load: LoadLimits
    seed: int = 0
    output_bytes: int = 8 << 20


@dataclass(frozen=True, slots=True)
class Injection:
    """What is lent to the student's module for one task: sources by name."""

    functions: Mapping[str, str] = field(default_factory=dict)
    """Reference functions that may be passed as arguments."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Factories ``make(log, **config)`` of scripted functions."""
    globals: Mapping[str, str] = field(default_factory=dict)
    """Functions that replace the student's own of the same name."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """How loading went. ``lost`` names functions whose definition failed, with the reason."""

    notes: Sequence[LoadNote]
    lost: Mapping[str, str]
    stdout: str
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Encoded:
    """What calls ask, and how that travels: encoded once, sent often."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    text: str
    """Three members of a JSON object."""

    @classmethod
    def of(
        cls, codec: Codec, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Encoded:
        """Encode it.

        Raises:
            Untransferable: if that cannot be done.
        """
        sent = json.dumps(function), codec.encode(list(args)), codec.encode(dict(kwargs))
        return cls(function, args, kwargs, '"function":{},"args":{},"kwargs":{}'.format(*sent))


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a student's function; ``args`` may hold ``Injected`` and ``Own`` references."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    seed: int
    limits: Limits
    known: Encoded | None = field(default=None, compare=False, repr=False)
    """What it asks, if somebody has encoded that before."""

    def asks(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether it is this that it asks, in whichever way."""
        return self.function == function and self.args == args and self.kwargs == kwargs

    def encoded(self, codec: Codec) -> str:
        """What it asks as that travels.

        Raises:
            Untransferable: if its arguments cannot.
        """
        known = self.known
        if known is None or not (
            known.function == self.function
            and known.args is self.args
            and known.kwargs is self.kwargs
        ):
            known = Encoded.of(codec, self.function, self.args, self.kwargs)
        return known.text

    def described(self, codec: Codec, nonce: str) -> str:
        """The call as a sandbox is asked for it, as JSON. Its answer has to repeat ``nonce``.

        Raises:
            Untransferable: if its arguments cannot travel.
        """
        about = f'"nonce":"{nonce}","seed":{self.seed},"speed":{self.limits.speed!r}'
        return f"{{{about},{self.encoded(codec)}}}"


class Ending(Enum):
    """How a call ended."""

    ANSWER = "answer"
    """With a value, in ``Outcome.value``."""
    OPAQUE = "opaque"
    """With a value that cannot travel; ``detail`` describes it."""
    RAISED = "raised"
    """With an exception; ``detail`` is its type and message."""
    UNFINISHED = "unfinished"
    """With ``NotImplementedError``."""
    MEMORY = "memory"
    """With ``MemoryError``, or killed for its memory."""
    ABSENT = "absent"
    """There is no such function; ``detail`` says what is there instead, if anything."""
    DIED = "died"
    """The process ended; ``detail`` names the signal or status."""
    CPU = "cpu"
    """The CPU budget was used up."""
    WALL = "wall"
    """The clock ran out although CPU was to spare: it waited for something."""
    STARVED = "starved"
    """The machine kept it from running for too long, which says nothing about it."""
    OUTPUT = "output"
    """It printed more than is allowed."""
    BREACH = "breach"
    """It tried to speak on the wire itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one call."""

    ending: Ending
    value: Any = None
    detail: str = ""
    changed: tuple[int, ...] = ()
    """Positions of arguments that are no longer as they were sent."""
    calls: Mapping[str, int] = field(default_factory=dict)
    """How often each lent function was called, also by a call that was stopped at a limit."""
    log: Sequence[Any] = ()
    stdout: str = ""
    stderr: str = ""
    traceback: str = ""
    """The student's frames: of an exception, or where he was when time ran out."""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    pressed: bool = False
    """Of a call whose clock ran out: whether the machine had more to do than it could."""


class Session(Protocol):
    """One submission inside one sandbox."""

    @property
    def cpu_seconds(self) -> float:
        """What all processes that run the student's code have taken so far, loading included.

        Up to lately: the last few hundredths of a second may not be in it.
        """

    def load(self, injection: Injection) -> Loaded:
        """Load the submission anew with ``injection``; nothing of earlier calls survives.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def call(self, call: Call, *, fresh: bool) -> Outcome:
        """Carry out one call, in a process of its own if ``fresh``, else in the last one's.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def call_together(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        """Carry out calls one after another in one process: a new one if ``fresh``.

        All of them together have the limits of the first. What they print is not told.

        Returns:
            The outcomes of the first ones, at least one: fewer than ``calls`` if one of them
            ended the process or the limits were reached.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def close(self) -> None:
        """End the sandbox and everything in it."""


class Sandbox(Protocol):
    """A backend."""

    @property
    def info(self) -> SandboxInfo:
        """Which backend this is and what it enforces."""

    def start(self, program: Program) -> Session:
        """Start a sandbox for one submission.

        Raises:
            SandboxUnavailable: if that is not possible here.
        """
