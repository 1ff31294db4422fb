"""A few containers that wait, so that a submission need not wait for its own.

Fresh all the same: each has an interpreter that waits for the runner, serves one submission, and
is removed. A caller that grades many keeps a pool::

    with docker.pool(assignment_memory) as pool:
        backend = docker.supplied(pool.take)

A worker that forks a child per submission keeps no thread, takes the container itself, and lets
the child have it::

    pool = docker.pool(assignment_memory, background=False)
    container = pool.take(total_memory)
    if os.fork() == 0:
        backend = docker.using(container) if container else docker
        ...
    if container:
        container.leave()
    pool.refill()               # while the child works
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Self

from grader.sandbox.docker.container import Container


class Pool:
    """Started containers, all with the same memory; safe to be used by several threads.

    A pool belongs to the process that made it. A child made by a fork finds it empty.

    Args:
        start: starts one; may raise ``OSError``.
        memory_bytes: what each of them may take in all.
        size: how many are to wait at a time.
        background: whether a thread starts more whenever one was taken. Otherwise
            :meth:`refill` does.
    """

    def __init__(
        self,
        start: Callable[[], Container],
        memory_bytes: int,
        size: int,
        *,
        background: bool = True,
    ) -> None:
        self._start = start
        self.memory_bytes = memory_bytes
        self._size = size
        self._waiting: list[Container] = []
        self._closed = False
        self._wanting = True
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        _pools.add(self)
        if background:
            self._thread = threading.Thread(target=self._keep_full, daemon=True)
            self._thread.start()

    def take(self, memory_bytes: int) -> Container | None:
        """A container that waits, if there is one of that size; it is the caller's to close."""
        if memory_bytes != self.memory_bytes:
            return None
        while True:
            with self._changed:
                self._wanting = True
                self._changed.notify_all()
                if not self._waiting:
                    return None
                first = self._waiting.pop(0)
            if first.waits():
                return first
            first.close()  # it ended meanwhile: the engine was restarted, say

    def refill(self) -> None:
        """Start containers until enough of them wait.

        A failing engine is not this method's business: whoever then needs a container will ask
        the engine again, and hear of it.
        """
        with contextlib.suppress(OSError):
            while self._lacks_some():
                started = self._start()
                if not self._keep(started):
                    started.close()

    def close(self) -> None:
        """Remove all containers that wait. Those that were taken stay."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            waiting, self._waiting = self._waiting, []
        for container in waiting:
            container.close()
        if self._thread is not None:
            self._thread.join()

    def abandon(self) -> None:
        """In a child: what waits is the parent's, and must not live longer than the parent."""
        self._changed = threading.Condition()  # some thread of the parent may have held the old one
        self._thread = None
        self._closed = True
        for container in self._waiting:
            container.leave()
        self._waiting = []

    def _lacks_some(self) -> bool:
        with self._changed:
            return not self._closed and len(self._waiting) < self._size

    def _keep(self, container: Container) -> bool:
        with self._changed:
            if not self._closed:
                self._waiting.append(container)
            return not self._closed

    def _keep_full(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanting or self._closed)
                if self._closed:
                    return
                self._wanting = False
            self.refill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


_pools: weakref.WeakSet[Pool] = weakref.WeakSet()


def _close_all() -> None:
    for pool in list(_pools):
        pool.close()


def _abandon_all() -> None:
    for pool in list(_pools):
        pool.abandon()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_abandon_all)
