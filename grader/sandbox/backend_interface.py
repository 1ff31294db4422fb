"""Defines the interface of every sandbox backend to grading: plain values in, plain values out.

A backend is chosen by its name in :func:`grader.sandbox.choose_backend`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from grader.model.role_binding import Fit
from grader.model.submission import Cell, DataFile, LoadNote
from grader.model.submission_survey import Survey
from grader.model.time_limits import LoadLimits
from grader.model.user_error import UserError
from grader.sandbox.call_request import Call

if TYPE_CHECKING:
    # Every command imports this module, and most of them no report.
    from grader.model.report import SandboxInfo


class SandboxUnavailable(UserError):
    """The error of a backend that cannot be used here; ``str()`` says why and what to do."""


class SandboxFailure(UserError):
    """The error of a sandbox that failed twice in a row; never the student's fault."""


class Starved(SandboxFailure):
    """The error of a machine too busy for a call, which says nothing about the submission."""


class ProcessLost(SandboxFailure):
    """The error of a process lost with its sandbox; a new process starts without its objects."""


class CallAfterClose(Exception):
    """The error of a call in a process that its session has closed: a mistake in the grader."""

    def __init__(self) -> None:
        super().__init__("this process is closed, or its session has forked or loaded since")


@dataclass(frozen=True, slots=True)
class SandboxProgram:
    """The submission and its surroundings, as they stay the same for all of its tasks.

    Attributes:
        cells: the student's source.
        preamble: source executed in the student's module before their own.
        provided: importable modules by name.
        packages: installed packages that submissions may import.
        python: version of the Python that runs it, such as ``3.13``; empty for the grader's own.
        enums: enumerations of provided modules that may travel, by ``module.Class``.
        memory_bytes: address space of each process.
        load: limits of loading.
        calibration: seconds of the fixed work (:mod:`grader.machine.speed`) where these were made.
        seed: of the random numbers that are drawn while the source is loaded.
        output_bytes: what one call may print.
        stand_ins: packages that are not there, and of which every call works and does nothing.
        main: path of the student's file within what they handed in; empty if it came alone.
        modules: Python files beside it, which it can import, by path.
        data: further files beside it, which it can read.
    """

    cells: Sequence[Cell]
    preamble: str
    provided: Mapping[str, str]
    packages: Sequence[str]
    enums: Mapping[str, type[Enum]]
    memory_bytes: int
    load: LoadLimits
    seed: int = 0
    calibration: float | None = None
    output_bytes: int = 8 << 20
    stand_ins: Sequence[str] = ()
    main: str = ""
    modules: Sequence[Cell] = ()
    data: Sequence[DataFile] = ()
    python: str = ""


@dataclass(frozen=True, slots=True)
class Injection:
    """The functions lent to the student's module for one task: sources by name."""

    functions: Mapping[str, str] = field(default_factory=dict)
    """Reference functions that may be passed as arguments."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Factories ``make(log, **config)`` of scripted functions."""
    globals: Mapping[str, str] = field(default_factory=dict)
    """Functions that replace the student's own of the same name."""
    adapter: Mapping[str, str] = field(default_factory=dict)
    """The adapter between the assignment's roles and the student's functions: itself under the name
    ``""``, and the modules that it imports under theirs. Empty without one."""
    fits: Mapping[str, Fit] = field(default_factory=dict)
    """How the student's own fit those ``globals`` that are roles. These functions replace the
    student's own under the student's name and in their convention."""
    docs: Mapping[str, str] = field(default_factory=dict)
    """How the handout describes functions that are lent, by name."""

    pure: Collection[str] = ()
    """Those of ``functions`` and ``stubs`` that answer the same to the same and remember nothing:
    they may be asked ahead, before the submission asks."""

    @property
    def lends(self) -> bool:
        """Return whether there is a function that the submission may call and must not see."""
        return bool(self.functions or self.stubs or self.fits)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading a submission.

    Attributes:
        lost: functions whose definition failed, with the reason.
        names: functions and classes that the submission itself defines in its module: what can be
            called there and was not imported. It is the submission that says so.
        aliases: those of them that are another name of what an earlier one names.
        survey: their parameters and methods, for an assignment with a contract.
        unlent: roles for which nothing was lent, because the convention cannot be imitated. What
            says so runs beside the submission.
        elsewhere: functions that are defined where nobody can call them, such as methods, with
            where that is and what to change. It goes on from the name.
    """

    notes: Sequence[LoadNote]
    lost: Mapping[str, str]
    stdout: str
    cpu_seconds: float
    names: Sequence[str] = ()
    aliases: Sequence[str] = ()
    survey: Survey = field(default_factory=Survey)
    unlent: Sequence[str] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)


class CallEnding(Enum):
    """The way in which a call ended."""

    ANSWER = "answer"
    """With a value, in ``Outcome.value``."""
    OPAQUE = "opaque"
    """With a value that cannot travel; ``detail`` describes it."""
    UNREADABLE = "unreadable"
    """With a value of which the adapter cannot make an answer; ``detail`` says why."""
    SPOILED = "spoiled"
    """With a value; what an earlier call had returned has changed meanwhile. ``detail`` is not
    empty if that holds a list which both were passed."""
    RAISED = "raised"
    """With an exception; ``detail`` is its type and message."""
    UNFINISHED = "unfinished"
    """With ``NotImplementedError``."""
    MEMORY = "memory"
    """With ``MemoryError``, or killed for its memory."""
    ABSENT = "absent"
    """There is no such function, class, object or method; ``detail`` says what is there instead,
    if anything."""
    DIED = "died"
    """The process ended, or had ended before; ``detail`` names the signal or status."""
    CPU = "cpu"
    """The CPU budget was used up."""
    WALL = "wall"
    """The clock ran out although CPU was to spare: it waited for something."""
    LENT = "lent"
    """What was lent to it was kept busy for too long."""
    LENT_GONE = "lent gone"
    """It ended what answers for the functions that it was lent: nobody knows what it asked them."""
    STARVED = "starved"
    """The machine kept it from running for too long, which says nothing about it."""
    OUTPUT = "output"
    """It printed more than is allowed."""
    BREACH = "breach"
    """It tried to speak on the wire itself."""


ENDED_ALL = (
    "ended all processes of its sandbox, as os.kill(-1, 9) does: remove what sends them a signal"
)
"""The ``detail`` of a call that died together with what was loaded."""
NOT_MADE = "was not called"
"""How ``detail`` begins where a call is said to have died that was not even made."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one call."""

    ending: CallEnding
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
    """The student's frames: of an exception, or where they were when time ran out."""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    waiting_seconds: float = 0.0
    """In which nothing of it was ready to run: it slept, or waited for something."""
    pressed: bool = False
    """Of a call whose clock ran out: whether the machine had more to do than it could."""

    @property
    def waited(self) -> float:
        """Return the seconds that a call waited, by its clocks if the kernel tells none."""
        return self.waiting_seconds or max(0.0, self.wall_seconds - self.cpu_seconds)


class Process(Protocol):
    """A process of the loaded module, in which effects of calls on globals and objects last.

    A call that runs into a limit ends it, as does whatever else ends a process.
    """

    @property
    def ended(self) -> bool:
        """Return whether the process can carry out no further call."""

    def call(self, call: Call) -> Outcome:
        """Carry out one call, and return its outcome, even if that is the end of the process.

        Raises:
            CallAfterClose: if it was closed.
            ProcessLost: if the sandbox failed, and took along what earlier calls had done here.
            SandboxFailure: if the sandbox does not work.
            Untransferable: if the arguments cannot travel; nothing was done then.
        """

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        """Carry out calls one after another, sent together.

        All of them together have the limits of the first, and ``freeze`` of the last one counts.
        What they print is not kept.

        Returns:
            The outcomes of the first ones, at least one: fewer than ``calls`` if one of them
            ended the process or the limits were reached.

        Raises:
            CallAfterClose, ProcessLost, SandboxFailure, Untransferable: as :meth:`call` does.
        """

    def close(self) -> None:
        """End the process and all processes that it has started."""


class Session(Protocol):
    """A submission inside a sandbox."""

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all processes that run the student's code, loading included.

        Up to lately: the last few hundredths of a second may not be in it.
        """

    @property
    def idle_seconds(self) -> float:
        """Return the seconds in which calls could have run and did not, asleep or waiting.

        Rather too little: none of it while the machine had more to do than it could.
        """

    def load(self, injection: Injection) -> Loaded:
        """Load the submission from scratch with ``injection``; nothing of earlier calls survives.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def allow_reloads(self) -> None:
        """Allow as many reloads as at first, after calls that ended the loaded submission.

        A task begins: what calls of another one have broken costs it nothing.
        """

    def freeze(self) -> None:
        """Stop what was loaded from running until its next process begins.

        Threads and children that loading has started would use CPU time that is charged to others.
        What cannot be stopped is ended; the next call then loads the submission again.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def fork(self) -> Process:
        """Return a new process of the loaded module, in the state after loading.

        One process of a session is open at a time: this closes the one before. It sends nothing;
        the first call brings the process about, and ends what is left of the one before.
        """

    def close(self) -> None:
        """End the sandbox and every process in it."""


class Sandbox(Protocol):
    """A backend, which starts sandboxes."""

    @property
    def info(self) -> SandboxInfo:
        """Return the backend's name and the limits that it enforces."""

    def start(self, program: SandboxProgram) -> Session:
        """Start a sandbox for one submission.

        Raises:
            SandboxUnavailable: if that is not possible here.
        """
