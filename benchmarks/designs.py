"""Three ways to isolate a call, to be compared."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from benchmarks.calls import BOARD, SOURCE
from grader import sandbox
from grader.model.report import SandboxInfo
from grader.sandbox import Sandbox, SandboxUnavailable, cgroups
from grader.sandbox.backend_interface import SandboxProgram, Session
from grader.sandbox.docker import Docker
from grader.sandbox.docker.backend import IMAGE
from grader.sandbox.docker.container import Container
from grader.sandbox.session import ChannelSession

_LOAD_AND_CALL = (
    "import json, sys; job = json.load(sys.stdin); names = {}; exec(job['source'], names); "
    "print(json.dumps(names[job['function']](*job['arguments'])))"
)
# As confined as the command's options make it. Without a network it is faster than with one.
_RUN = (
    *("docker", "run", "--rm", "--interactive", "--network", "none", "--read-only"),
    *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
    *("--pids-limit", "64", "--memory", "512m", IMAGE, "-c", _LOAD_AND_CALL),
)


class Design(Protocol):
    """A backend of the grader, as a worker that grades many submissions uses it."""

    def ready(self, sandboxes: int) -> AbstractContextManager[Sandbox]:
        """A backend whose next so many sandboxes are as ready as this design can have them."""

    def close(self) -> None:
        """Leave nothing behind."""


class Bubblewrap:
    """Starts a sandbox when one is needed."""

    @contextlib.contextmanager
    def ready(self, sandboxes: int) -> Iterator[Sandbox]:
        """See :class:`Design`."""
        yield sandbox.choose_backend("bubblewrap")

    def close(self) -> None:
        """See :class:`Design`."""


class StartedAhead:
    """A Docker engine, and containers that are started before somebody needs them.

    Raises:
        SandboxUnavailable: if there is no engine or no image.
    """

    def __init__(self, memory_bytes: int, sandboxes: int) -> None:
        self._docker = Docker.locate()
        self._memory_bytes = cgroups.total_memory(memory_bytes)
        # Twice as many, so that nobody gets one that was started only just now.
        self._size = 2 * sandboxes
        self._waiting: list[Container] = []
        self._refill()

    @contextlib.contextmanager
    def ready(self, sandboxes: int) -> Iterator[Sandbox]:
        """See :class:`Design`."""
        taken, self._waiting = self._waiting[:sandboxes], self._waiting[sandboxes:]
        with _shared_out(taken) as supply:
            yield _Supplied(self._docker, supply)
        for container in taken:
            container.leave()
        self._refill()

    def close(self) -> None:
        """See :class:`Design`."""
        for container in self._waiting:
            container.close()

    def _refill(self) -> None:
        while len(self._waiting) < self._size:
            self._waiting.append(self._docker.container(self._memory_bytes))


@dataclass(frozen=True, slots=True)
class _Supplied:
    """An engine whose first sandboxes are containers that have been started."""

    docker: Docker
    supply: Callable[[], Container | None]

    @property
    def info(self) -> SandboxInfo:
        return self.docker.info

    def start(self, program: SandboxProgram) -> Session:
        memory = cgroups.total_memory(program.memory_bytes)
        return ChannelSession(lambda: self.supply() or self.docker.container(memory), program)


@contextlib.contextmanager
def _shared_out(containers: Sequence[Container]) -> Iterator[Callable[[], Container | None]]:
    """Gives each of ``containers`` once: to this process, or to whichever fork of it asks first."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(len(containers))))
    os.close(writing)

    def supply() -> Container | None:
        number = os.read(reading, 1)
        return containers[number[0]] if number else None

    yield supply
    os.close(reading)


def docker_run() -> float:
    """Milliseconds of one call by the obvious design: a container for each.

    Raises:
        SandboxUnavailable: if there is no ``docker`` command.
    """
    if shutil.which("docker") is None:
        raise SandboxUnavailable("The docker command is not installed.")
    job = json.dumps({"source": SOURCE, "function": "echo", "arguments": [BOARD]})
    began = time.perf_counter()
    answered = subprocess.run(_RUN, input=job, capture_output=True, text=True, check=True)
    took = 1000 * (time.perf_counter() - began)
    assert json.loads(answered.stdout) == BOARD
    return took
