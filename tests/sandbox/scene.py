"""A submission in a sandbox, for tests: short limits, and calls in one line."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from grader.model.submission import Cell
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import (
    Injection,
    Loaded,
    Outcome,
    Process,
    Sandbox,
    SandboxProgram,
    Session,
)
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.call_request import Call
from grader.sandbox.docker import Docker
from reference.ps2.provided.breakthrough import Player

STATEMENT = CallLimits(0.4, 30.0)
TOTAL = CallLimits(4.0, 60.0)

GAME = """
from enum import Enum

class Player(Enum):
    BLACK = "black"
    WHITE = "white"
"""

INJECTION = Injection(
    functions={"add_one": "def add_one(number):\n    return number + 1\n"},
    stubs={
        "noting": (
            "def make(log, *, by, then=None):\n"
            "    def noting(number):\n"
            "        log.append(number)\n"
            "        return (then(number) if then else number) + by\n"
            "    return noting\n"
        )
    },
    globals={"evaluate": "def evaluate(board):\n    return 'the grader\\'s'\n"},
)


@dataclass
class Scene:
    """A session, how its latest loading went, and the latest process."""

    session: Session
    loaded: Loaded
    process: Process | None = None

    def call(
        self,
        function: str,
        *args: Any,
        fresh: bool = True,
        cpu: float = 1.0,
        wall: float = 30.0,
        seed: int = 1,
        **kwargs: Any,
    ) -> Outcome:
        """One call, in a new process if ``fresh`` or if there is none any more.

        Its limits are wide unless a test is about them.
        """
        call = Call(function, args, kwargs, seed, CallLimits(cpu, wall))
        if fresh or self.process is None or self.process.ended:
            self.process = self.session.fork()
        return self.process.call(call)

    def value(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """The value that a call returns, which it must."""
        outcome = self.call(function, *args, **kwargs)
        assert outcome.ending.value == "answer", outcome
        return outcome.value


def program(
    *sources: str,
    preamble: str = "",
    provided: Mapping[str, str] | None = None,
    memory_bytes: int = 256 << 20,
    statement: CallLimits = STATEMENT,
    total: CallLimits = TOTAL,
    packages: Sequence[str] = (),
    seed: int = 0,
) -> SandboxProgram:
    """A submission of one file, or of several cells."""
    names = ["alice.py"] if len(sources) == 1 else [f"cell {n + 1}" for n in range(len(sources))]
    return SandboxProgram(
        cells=[Cell(source, name, False) for source, name in zip(sources, names, strict=True)],
        preamble=preamble,
        provided={"game": GAME} if provided is None else provided,
        packages=packages,
        enums={"game.Player": Player} if provided is None else {},
        memory_bytes=memory_bytes,
        load=LoadLimits(statement, total),
        output_bytes=1 << 20,
        seed=seed,
    )


@contextlib.contextmanager
def playing(
    submission: SandboxProgram,
    injection: Injection = INJECTION,
    sandbox: Sandbox | None = None,
) -> Iterator[Scene]:
    """``submission``, loaded; ended when the context is left."""
    session = (sandbox or Bubblewrap.locate()).start(submission)
    try:
        yield Scene(session, session.load(injection))
    finally:
        session.close()


def in_containers(module: ModuleType) -> object:
    """A fixture with which the tests of ``module`` are played in containers."""

    @pytest.fixture(scope="module", autouse=True)
    def fixture() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "playing", functools.partial(playing, sandbox=Docker.locate()))
            yield

    return fixture
