"""A batch on a Dask cluster: an existing one, or one that is started here.

Any program that reaches a scheduler can run anything on its workers. So a scheduler that is started
here speaks TLS, with a certificate that only its own workers have.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import signal
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from grader.jobs.bench import Bench
from grader.jobs.carriers import Carrier, CarrierFor, Orders, workforce
from grader.jobs.cluster_workers import ClusterUnavailable, Workers, line
from grader.jobs.pool import Outcome, cores
from grader.model.progress import Progress

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local"
"""The address of a cluster that is started here and ends with the batch."""

_PATIENCE = 10.0
"""Seconds until a scheduler has to answer."""


@contextlib.contextmanager
def opened(address: str, most: int | None, say: Callable[[str], None]) -> Iterator[CarrierFor]:
    """The workers of the cluster at ``address``. Whatever is started ends with the context.

    The connection is made once there is something to grade. Progress within gradings is not
    reported.

    Args:
        most: how many gradings at a time; by default as many as its workers have threads, or here
            as there are cores.
        say: called with sentences for staff.

    The carriers raise :class:`ClusterUnavailable`.
    """
    with contextlib.ExitStack() as ending:
        connected = functools.cache(functools.partial(_connected, address, most, ending))

        def carrier(bench: Bench, _: Progress) -> Carrier:
            @contextlib.contextmanager
            def carried(orders: Orders) -> Iterator[Iterator[Outcome[int]]]:
                workers = Workers(connected(), address, bench.setting, most, say)
                workers.wait_for_one()
                with workforce(workers)(orders) as found:
                    yield found

            return carried

        yield carrier


def _connected(address: str, most: int | None, ending: contextlib.ExitStack) -> Client:
    try:
        import distributed
    except ImportError:
        raise ClusterUnavailable(
            "Dask is not installed here. Install the extra that brings it: make cluster, or "
            "pip install 'search-autograder[cluster]'."
        ) from None
    _silence("distributed")
    where = _started(most, ending) if address == LOCAL else address
    try:
        client = distributed.Client(where, timeout=_PATIENCE, set_as_default=False)
    except OSError as problem:
        raise ClusterUnavailable(
            f"No Dask scheduler answers at {address}: {line(problem)}. "
            "Start one with: dask scheduler"
        ) from None
    except (TypeError, ValueError, RuntimeError) as problem:  # TLS here and not there, for example
        raise ClusterUnavailable(
            f"Dask cannot connect to {address} as it is configured here: "
            f"{line(problem)}. docs/cluster.md says what TLS needs."
        ) from None
    ending.callback(client.close)
    return client


def _silence(package: str) -> None:
    """Let no part of ``package`` log what staff need not see; each part has a level of its own."""
    for name in [package, *logging.root.manager.loggerDict]:
        if name.partition(".")[0] == package:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _started(most: int | None, ending: contextlib.ExitStack) -> LocalCluster:
    from distributed import LocalCluster
    from distributed.security import Security

    with _left_alone():
        cluster = LocalCluster(
            n_workers=most or cores(),
            threads_per_worker=1,
            security=Security.temporary(),
            silence_logs=logging.CRITICAL,
            # Gradings have processes and limits of their own; a worker itself needs little.
            memory_limit=0,
            # Pages about workers and tasks, without names, for this machine alone.
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address=None,
        )
    ending.callback(cluster.close)
    return cluster


@contextlib.contextmanager
def _left_alone() -> Iterator[None]:
    """Start threads and processes that ignore Ctrl-C: this process ends them in good order."""
    resource_tracker.ensure_running()  # it would unblock the signals if it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
