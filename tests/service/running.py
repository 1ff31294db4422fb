"""A server that really listens, as ``grade serve`` starts it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from grader.service.auth.authentication import sign_in
from grader.service.data.tables import Person
from grader.service.server_process import make_server
from grader.service.web.server_settings import ServerSettings
from tests.service.ports import free_port
from tests.service.scene import Scene
from tests.service.site import MAIL

PATIENCE = 10.0
"""Seconds without a byte after which a server is taken to wait for more."""


@contextmanager
def running(scene: Scene) -> Iterator[str]:
    """The address of a server for the scene, which ends with the context."""
    port = free_port()
    settings = ServerSettings.at(f"http://127.0.0.1:{port}", mail=MAIL)
    server = make_server(scene.database, settings, "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.01)
            assert thread.is_alive(), "The server has ended."
        yield settings.url
    finally:
        server.should_exit = True
        thread.join()


def cookie(scene: Scene, person: Person) -> str:
    """That of a new session."""
    with scene.database.writing() as session:
        return sign_in(session, person.id)


def answer_to(address: str, request: bytes, more: Iterable[bytes] = ()) -> bytes:
    """What the server at ``address`` says to these bytes, until it closes; ``more`` follow them."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        try:
            connection.sendall(request)
            for piece in more:
                connection.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it does not read on, and may have said why
        said = b""
        try:
            while piece := connection.recv(1 << 16):
                said += piece
        except (ConnectionResetError, TimeoutError):
            pass  # that was all, or it waits for more
        return said
