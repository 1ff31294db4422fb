"""Sandboxes that are made ready before a worker is forked, where that saves it time: containers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from grader.batch.grading import Bench
from grader.sandbox import Sandbox

if TYPE_CHECKING:
    from grader.sandbox.docker import Docker
    from grader.sandbox.docker.container import Container
    from grader.sandbox.docker.pool import Pool


class Ahead(Protocol):
    """What workers are given to use."""

    def take(self) -> Sandbox:
        """The backend for the worker that is forked next."""

    def prepare(self) -> None:
        """Make more ready, while there is nothing else to do."""


@contextlib.contextmanager
def ahead(bench: Bench, workers: int) -> Iterator[Ahead]:
    """For gradings on ``bench``, so many at a time. What is left over is removed in the end."""
    if bench.sandbox.info.backend != "docker":
        yield _AsItIs(bench.sandbox)
        return
    docker = cast("Docker", bench.sandbox)
    with docker.pool(bench.assignment.memory_bytes, workers, background=False) as pool:
        containers = _Containers(docker, pool)
        try:
            yield containers
        finally:
            containers.let_go()


@dataclass(slots=True)
class _AsItIs:
    sandbox: Sandbox

    def take(self) -> Sandbox:
        return self.sandbox

    def prepare(self) -> None:
        pass


@dataclass(slots=True)
class _Containers:
    docker: Docker
    pool: Pool
    _taken: Container | None = None

    def take(self) -> Sandbox:
        self.let_go()
        self._taken = self.pool.take(self.pool.memory_bytes)
        return self.docker if self._taken is None else self.docker.using(self._taken)

    def prepare(self) -> None:
        self.let_go()
        self.pool.refill()

    def let_go(self) -> None:
        """The worker has been forked: its container is its own."""
        if self._taken is not None:
            self._taken.leave()
            self._taken = None
