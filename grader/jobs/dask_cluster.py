"""Opens the Dask cluster that a batch is graded on: an existing one, or one that is started here.

Any program that reaches a scheduler can run anything on its workers. So a scheduler that is started
here speaks TLS, with a certificate that only its own workers have.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import select
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from grader.jobs.dask_executor import ClusterUnavailable, ClusterWorkforce, message_on_one_line
from grader.jobs.executors import (
    OrderExecutor,
    OrderExecutorFactory,
    Orders,
    make_workforce_executor,
)
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import JobOutcome, available_cores
from grader.model.report import Progress

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local"
"""The address of a cluster that is started here and ends with the batch."""

_PATIENCE = 10.0
"""Seconds until a scheduler has to answer."""
_SOON = 3.0
"""Seconds until something has to answer of which is asked what it speaks,"""
_SPEAKS_FIRST = 1.0
"""and until it has spoken if it speaks first."""


@contextlib.contextmanager
def open_cluster(
    address: str, most: int | None, say: Callable[[str], None]
) -> Iterator[OrderExecutorFactory]:
    """Yield a factory of executors on the cluster at ``address``, and close it in the end.

    The connection is made once there is something to grade. Progress within gradings is not
    reported.

    Args:
        most: how many gradings at a time; by default as many as its workers have threads, or here
            as there are cores.
        say: called with sentences for staff.

    The executors raise :class:`ClusterUnavailable`.
    """
    with contextlib.ExitStack() as ending:
        connected = functools.cache(functools.partial(_connected, address, most, ending))

        def carrier(context: GradingContext, _: Progress) -> OrderExecutor:
            @contextlib.contextmanager
            def carried(orders: Orders) -> Iterator[Iterator[JobOutcome[int]]]:
                workers = ClusterWorkforce(connected(), address, context.setting, most, say)
                workers.wait_for_one()
                with make_workforce_executor(workers)(orders) as found:
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
    _silence_logs("distributed")
    if address != LOCAL:
        _expect_configured(address)
        _expect_same_protocol(address)
    where = _started(most, ending) if address == LOCAL else address
    try:
        client = distributed.Client(where, timeout=_PATIENCE, set_as_default=False)
    except OSError as problem:
        advice = (
            "Use certificates of one folder that `grade admin certificates` has made, and look "
            "whether they still hold"
            if "certificate" in str(problem).lower()
            else "Start one with: dask scheduler"
        )
        raise ClusterUnavailable(
            f"No Dask scheduler answers at {address}: {message_on_one_line(problem)}. {advice}"
        ) from None
    except (TypeError, ValueError, RuntimeError) as problem:
        raise ClusterUnavailable(
            f"Dask cannot connect to {address} as it is configured here: "
            f"{message_on_one_line(problem)}. docs/cluster.md has the recipe for TLS."
        ) from None
    ending.callback(client.close)
    return client


def _expect_configured(address: str) -> None:
    """Raise an error if the Dask configuration does not fit the address.

    Raises:
        ClusterUnavailable: if certificates are missing, or asked for and not used.
    """
    import dask
    from distributed.security import Security

    if not _encrypted(address):
        if dask.config.get("distributed.comm.require-encryption", default=False):
            raise ClusterUnavailable(
                f"{address} is not encrypted, but the Dask configuration asks for encryption; name "
                f"{_with_scheme(address, 'tls')}, or use another configuration."
            )
        return
    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as problem:
        raise ClusterUnavailable(
            f"The certificates for {address} cannot be read: {message_on_one_line(problem)}. Look "
            "at distributed.comm.tls in the Dask configuration, or at DASK_CONFIG."
        ) from None
    if context is None:
        raise ClusterUnavailable(
            f"{address} needs certificates, and the Dask configuration here names none. Make some "
            "once with `grade admin certificates FOLDER`, copy the folder to all machines of the "
            "cluster, and set DASK_CONFIG to its dask.yaml."
        )


def _expect_same_protocol(address: str) -> None:
    """Raise an error if the scheduler uses TLS and the address does not, or reversely.

    Raises:
        ClusterUnavailable: if so. If nothing answers yet, it may start in a moment.
    """
    match probe_protocol(address):
        case "TLS" if not _encrypted(address):
            raise ClusterUnavailable(
                f"The scheduler at {address} speaks TLS: name {_with_scheme(address, 'tls')}, and "
                "set DASK_CONFIG to a configuration with certificates that it takes; "
                "docs/cluster.md has the recipe."
            )
        case "something else" if _encrypted(address):
            raise ClusterUnavailable(
                f"What listens at {address} does not speak TLS. If it is your scheduler, start it "
                "with --protocol tls and its certificates; docs/cluster.md has the recipe."
            )


def probe_protocol(address: str) -> str:
    """Return the protocol at an address: ``TLS``, ``something else``, or ``nothing``."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    asking = ssl.create_default_context()
    asking.check_hostname = False
    asking.verify_mode = ssl.CERT_NONE  # nothing is sent: only whether it answers counts
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _SOON) as connection:
            # A Dask scheduler without TLS speaks first, and takes a greeting of TLS for the length
            # of a message of many petabytes. One with TLS waits for the greeting.
            if select.select([connection], [], [], _SPEAKS_FIRST)[0]:
                return "something else"
            try:
                with asking.wrap_socket(connection):
                    return "TLS"
            except ssl.SSLError as problem:
                # It may want a certificate first, and says so as TLS does.
                return "TLS" if "ALERT" in (problem.reason or "") else "something else"
            except OSError:
                return "something else"
    except OSError:
        return "nothing"


def _encrypted(address: str) -> bool:
    return address.startswith(("tls://", "wss://"))


def _with_scheme(address: str, scheme: str) -> str:
    return f"{scheme}://{address.rpartition('://')[2]}"


def _silence_logs(package: str) -> None:
    """Turn off all logging of ``package`` and its modules below critical errors."""
    for name in [package, *logging.root.manager.loggerDict]:
        if name.partition(".")[0] == package:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _started(most: int | None, ending: contextlib.ExitStack) -> LocalCluster:
    from distributed import LocalCluster
    from distributed.security import Security

    with _ignoring_interrupts():
        cluster = LocalCluster(
            n_workers=most or available_cores(),
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
def _ignoring_interrupts() -> Iterator[None]:
    """Block Ctrl-C and hang-up signals in all threads and processes started meanwhile."""
    resource_tracker.ensure_running()  # it would unblock the signals if it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
