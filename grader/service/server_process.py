"""Starts, watches and ends the server and its workers on one machine."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI

from grader.service import ServiceProblem, people
from grader.service.auth import auth_secrets, external_accounts
from grader.service.data.database import Database
from grader.service.data.tables import Person, SecretKind
from grader.service.mail import mail_settings
from grader.service.mail.sender import serve_mail
from grader.service.queue.queue_time_estimates import watch_queue_delay
from grader.service.web.app import make_app
from grader.service.web.request_arrival import ArrivalProtocol
from grader.service.web.server_sent_events import ALTOGETHER
from grader.service.web.server_settings import ServerSettings
from grader.service.worker.parent_death import PARENT

_log = logging.getLogger(__name__)

_EVERY = 0.5
"""Seconds between two looks at the workers."""
DATABASE = "GRADE_DATABASE"
"""Environment variable with the address of the database."""
_TRY_AGAIN = 5.0
"""Seconds until a worker is tried again that could not be started, or gave up."""
_PATIENCE = 30.0
"""Seconds in which a worker has to end."""
_NICE = 5
"""By how much workers and what they run are behind the server where both want a processor: people
wait for pages, and gradings wait for each other anyway."""
_GARBAGE = 50_000
"""New objects after which Python looks for cyclic garbage, some megabytes of it at most."""


def make_administrator_link(database: Database) -> str:
    """Return a one-time link for the administrator; empty if they have a password.

    If there is no administrator yet, one with the login ``admin`` is added.
    """
    with database.writing() as session:
        known = session.query(Person).filter_by(admin=True).order_by(Person.id).first()
        person = known or people.add_person(session, "admin", "Administrator", admin=True)
        if person.password:
            return ""
        return f"/link/{auth_secrets.issue_secret(session, person.id, SecretKind.LINK)}"


class _Server(uvicorn.Server):
    """An HTTP server that says when it listens."""

    on_listening: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the sockets, as the base class does, and say so."""
        await super().startup(sockets)
        if self.started:
            self.on_listening()


def serve_until_signal(
    database: Database,
    settings: ServerSettings,
    host: str,
    port: int,
    workers: int,
    sandbox: str,
    *,
    on_listening: Callable[[], None],
) -> None:
    """Serve until a signal asks this process to end.

    Requests that have begun are answered, and workers give back what they have begun.

    Args:
        on_listening: is called once requests are taken.
    """
    made = make_app(database, settings)
    collect_garbage_rarely()
    server = _server_of(made, settings, host, port)
    server.on_listening = on_listening
    with (
        watch_queue_delay(database),
        serve_mail(database, settings.mail, settings.url, made.state.kept.mail_status),
        _running_workers(database.url, workers, sandbox),
    ):
        server.run()


def collect_garbage_rarely() -> None:
    """Have Python look for cyclic garbage rarely, and never in what is loaded by now.

    A page about thousands of students makes many objects and no cycles. By default two fifths of
    its time would go to looking for them, in all modules each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE)


def check_address_free(host: str, port: int) -> None:
    """Check that the service can listen at an address.

    Raises:
        ServiceProblem: if another program does, or the address is none of this machine's.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except OSError as problem:
        reason = os.strerror(problem.errno) if problem.errno else str(problem)
        raise ServiceProblem(
            f"The service cannot listen at {host}, port {port} ({reason}). Perhaps it runs "
            "already; otherwise choose another port: --port N."
        ) from None


def make_server(
    database: Database, settings: ServerSettings, host: str, port: int
) -> uvicorn.Server:
    """Return an HTTP server with limits on connections and time, ready to run."""
    return _server_of(make_app(database, settings), settings, host, port)


def _server_of(made: FastAPI, settings: ServerSettings, host: str, port: int) -> _Server:
    config = uvicorn.Config(
        made, host=host, port=port, log_level="warning", access_log=False,
        server_header=False, timeout_graceful_shutdown=10, timeout_keep_alive=10,
        limit_concurrency=200 + ALTOGETHER, h11_max_incomplete_event_size=1 << 16,
        http=ArrivalProtocol,
        # With nothing in front, whoever asks could say that they ask from anywhere.
        proxy_headers=settings.secure,
        # Its own would be lines of another form.
        log_config=None,
    )  # fmt: skip
    server = _Server(config)
    made.state.kept.live.ending = lambda: server.should_exit
    return server


@contextlib.contextmanager
def _running_workers(url: str, number: int, sandbox: str) -> Iterator[None]:
    """Keep this many workers running until the context ends; replace each that ends."""
    ending = threading.Event()
    # Workers end with the thread that started them, in whichever way this process ends.
    keeper = threading.Thread(target=_keep, args=(url, number, sandbox, ending))
    keeper.start()
    try:
        yield
    finally:
        ending.set()
        keeper.join()


def _keep(url: str, number: int, sandbox: str, ending: threading.Event) -> None:
    running: list[subprocess.Popen[bytes]] = []
    while not ending.wait(_EVERY if running else 0):
        ended = [each for each in running if each.poll() is not None]
        for worker in ended:
            _log.warning("A worker ended with status %s, and is replaced", worker.returncode)
            running.remove(worker)
        if any(each.returncode > 0 for each in ended):
            # It says itself that it cannot work here, and so may all others.
            ending.wait(_TRY_AGAIN)
        try:
            while len(running) < number:
                running.append(_started(url, sandbox))
        except OSError as problem:
            # With this thread all other workers would end, too.
            _log.error("A worker cannot be started: %s", problem.strerror)
            ending.wait(_TRY_AGAIN)
        if not number:
            ending.wait()
    for worker in running:
        worker.terminate()
    for worker in running:
        try:
            worker.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()


def _environment_of_workers() -> dict[str, str]:
    """Return the environment without secrets that only the server needs."""
    hidden = {external_accounts.SECRET, mail_settings.PASSWORD}
    return {name: value for name, value in os.environ.items() if name not in hidden}


def _started(url: str, sandbox: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", "grader", "admin", "worker"]
    worker = subprocess.Popen(
        [*command, "--sandbox", sandbox],
        stdin=subprocess.DEVNULL,
        # An address may hold a password, which the list of processes would show to everybody.
        env={**_environment_of_workers(), PARENT: str(os.getpid()), DATABASE: url},
    )
    os.setpriority(os.PRIO_PROCESS, worker.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICE)
    return worker
