"""Sends orders to the workers of a Dask cluster.

Only texts are sent (:mod:`grader.jobs.work_order`), with the name of the function that takes them.
Each worker is asked whether it is fit before it gets an order; unfit ones are left out. Each order
goes to one worker by name: Dask would give it to any idle one, and a worker that refuses everything
is always idle.
"""

from __future__ import annotations

import contextlib
import pkgutil
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.fork_server import carry_out_by_fork_server, inquire_fork_server
from grader.jobs.grading_key import GradingSetting
from grader.jobs.work_order import make_inquiry
from grader.model.user_error import UserError

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Asked

_FIRST = 60.0
"""Seconds until the first worker has to be there."""
_UNFIT = 5.0
"""Seconds to wait for more workers if all are unfit."""
_SOON = 10.0
"""Seconds that all workers may be busy before staff hear of it."""
_EVERY = 2.0
"""Seconds between two looks for new and lost workers."""
_AGAIN = 60.0
"""Seconds until an unfit worker is asked again."""


class ClusterUnavailable(UserError):
    """The error of a cluster that cannot be used; ``str()`` says why and what to do."""


class WorkerGone(Exception):
    """The error of a worker that is lost, and all its orders with it."""


@dataclass(slots=True)
class _ConnectedWorker:
    """A worker that is connected to the scheduler, with its orders.

    Attributes:
        asked: the inquiry whether it is fit.
        orders: that it has been given.
        reported: the reason that staff have read last why it is unfit.
    """

    threads: int
    asked: Asked[str]
    asked_at: float
    orders: dict[Future[str], Asked[str]] = field(default_factory=dict)
    reported: str = ""

    @property
    def fit(self) -> bool:
        return self.asked.status == "finished"

    @property
    def unfit(self) -> bool:
        return self.asked.status == "error"

    @property
    def free(self) -> int:
        return self.threads - sum(not given.done() for given in self.orders)


@dataclass(slots=True)
class ClusterWorkforce:
    """The workers of a cluster as a workforce for orders in ``setting``.

    Args:
        address: of the scheduler, for messages.
        most: how many orders at a time; by default as many as there are threads.
        say: called with sentences for staff.
    """

    client: Client
    address: str
    setting: GradingSetting
    most: int | None
    say: Callable[[str], None]
    _there: dict[str, _ConnectedWorker] = field(default_factory=dict)
    """By address."""
    _looked_at: float = 0.0
    _deserted: bool = False

    def wait_for_one(self) -> None:
        """Wait until the cluster has a fit worker.

        Raises:
            ClusterUnavailable: if no worker comes, or all are unfit.
        """
        began = time.monotonic()
        reported = False
        while not self.capacity():
            self._meet()
            waited = time.monotonic() - began
            if not self._there and waited > _FIRST:
                raise ClusterUnavailable(
                    f"The Dask scheduler at {self.address} has no workers. "
                    f"Start some with: dask worker {self.address} --nthreads 1"
                )
            if self._there and waited > _UNFIT and all(one.unfit for one in self._there.values()):
                raise ClusterUnavailable(f"No worker of {self.address} is fit for this work.")
            if self._there and waited > _SOON and not reported:
                self.say(f"the workers of {self.address} are busy; waiting for them")
                reported = True
            time.sleep(0.1)

    def capacity(self) -> int:
        """Return how many orders run at a time; see :class:`grader.jobs.executors.Workforce`."""
        threads = sum(worker.threads for worker in self._there.values() if worker.fit)
        return threads if self.most is None else min(threads, self.most)

    def submit(self, order: str) -> Future[str]:
        """Send ``order`` to the fit worker with most room, and return a future of its answer."""
        fit = {name: worker for name, worker in self._there.items() if worker.fit}
        name = max(fit, key=lambda name: fit[name].free)
        given: Future[str] = Future()
        asked = fit[name].orders[given] = self._ask(name, carry_out_by_fork_server, order)
        asked.add_done_callback(partial(_copy_outcome_to_future, given))
        return given

    def check(self) -> None:
        """Look for workers that came, changed or went; raise an error without a scheduler.

        Raises:
            ClusterUnavailable: if the scheduler has gone.
        """
        if self.client.status != "running":
            raise self._gone()
        for name, worker in self._there.items():
            for given in [given for given in worker.orders if given.done()]:
                worker.orders.pop(given).release()
                if isinstance(given.exception(), WorkerUnfit) and worker.fit:
                    self._ask_again(name, worker)  # its files have changed
        if time.monotonic() - self._looked_at > _EVERY:
            self._meet()
            deserted = not self.capacity()
            if deserted and not self._deserted:
                self.say(f"no fit worker of {self.address} is left; waiting for one")
            self._deserted = deserted

    def _meet(self) -> None:
        """Update the list of workers: new ones, answers to inquiries, and lost ones."""
        self._looked_at = time.monotonic()
        try:
            threads: dict[str, int] = self.client.nthreads()
        except OSError:
            raise self._gone() from None
        for name in self._there.keys() - threads.keys():
            self._lose(name)
        for name in threads.keys() - self._there.keys():
            self._there[name] = _ConnectedWorker(
                threads[name], self._inquire(name), self._looked_at
            )
        for name, worker in self._there.items():
            if worker.unfit:
                self._leave_out(name, worker)

    def _ask(self, name: str, what: Callable[..., str], *arguments: object) -> Asked[str]:
        return self.client.submit(
            what, *arguments, pure=False, workers=[name], allow_other_workers=False
        )

    def _inquire(self, name: str) -> Asked[str]:
        # A function that cannot be imported would end the worker, which others may be using. So
        # first it gets one that every worker has.
        imported = self._ask(
            name, pkgutil.resolve_name, f"{inquire_fork_server.__module__}:__name__"
        )
        return self._ask(name, inquire_fork_server, make_inquiry(self.setting), imported)

    def _ask_again(self, name: str, worker: _ConnectedWorker) -> None:
        worker.asked, worker.asked_at = self._inquire(name), time.monotonic()

    def _leave_out(self, name: str, worker: _ConnectedWorker) -> None:
        """Report why a worker is unfit, and ask it again after a while."""
        reason = _describe_unfit_worker(worker.asked.exception())
        if reason != worker.reported:
            worker.reported = reason
            self.say(f"worker {name} is left out: it {reason}")
        if time.monotonic() - worker.asked_at > _AGAIN:
            self._ask_again(name, worker)

    def _lose(self, name: str) -> None:
        """Remove a worker, and let all its orders fail with WorkerGone."""
        for given, asked in self._there.pop(name).orders.items():
            asked.cancel()
            with contextlib.suppress(InvalidStateError):
                given.set_exception(WorkerGone(f"worker {name} is gone"))

    def _gone(self) -> ClusterUnavailable:
        return ClusterUnavailable(
            f"The Dask scheduler at {self.address} is gone, and its workers end with it. Start "
            "both again, then run the same command: finished work is kept."
        )


def _copy_outcome_to_future(given: Future[str], asked: Asked[str]) -> None:
    """Copy the result or the exception of ``asked`` to ``given``."""
    with contextlib.suppress(InvalidStateError):  # it failed when its worker had gone
        try:
            given.set_result(asked.result())
        except (Exception, CancelledError) as problem:  # noqa: BLE001 - whatever a worker raised
            given.set_exception(problem)


def _describe_unfit_worker(problem: BaseException | None) -> str:
    """Return why a worker of the cluster cannot take orders, as the rest of a sentence."""
    if isinstance(problem, WorkerUnfit):
        return str(problem)
    if isinstance(problem, ModuleNotFoundError):
        return f"cannot import {problem.name}; install the grader there"
    reason = (
        "failed when it was asked" if problem is None else f"failed: {message_on_one_line(problem)}"
    )
    if "deserialization of the task graph" in reason:
        return "was never asked: the scheduler cannot import the grader; start it where that is"
    return reason


def message_on_one_line(problem: BaseException) -> str:
    """Return the message of an error on one line, without a full stop."""
    return " ".join(str(problem).split()).rstrip(".") or type(problem).__name__
