"""Work is in time if the first byte of its request is, however long all the rest takes."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from grader.service.auth import auth_secrets
from grader.service.data.tables import Submission
from grader.service.web.request_arrival import LONGEST_UPLOAD, ArrivalProtocol
from tests.service.running import cookie, running
from tests.service.scene import Scene
from tests.service.site import token
from tests.service.test_deadlines import DUE, set_terms


class Clock:
    """A clock that tests set, and that says when somebody has looked at it."""

    def __init__(self) -> None:
        self.now = DUE - 1.2
        self.looks = threading.Semaphore(0)

    def __call__(self) -> float:
        self.looks.release()
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(ArrivalProtocol, "clock", staticmethod(found))
    return found


@pytest.fixture
def address(scene: Scene, clock: Clock) -> Iterator[tuple[str, int]]:
    """A server of an assignment that takes nothing late."""
    set_terms(scene)
    with running(scene) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        yield host, int(port)


def _request(scene: Scene, number: int, kind: str, address: tuple[str, int]) -> bytes:
    """What a new student sends to hand in."""
    person = scene.person(f"student{number}")
    fields = 'name="file"; filename="a.py"\r\n\r\ndef double(n):\n    return 2 * n\n'
    if kind == "api":
        path = "/api/v1/courses/demo/assignments/demo/submissions"
        headers = {"idempotency-key": "k", **token(scene, person)}
    else:
        path, raw = "/c/demo/demo/submissions", cookie(scene, person)
        headers = {"cookie": f"session={raw}", "origin": f"http://{address[0]}:{address[1]}"}
        between = "\r\n--x\r\nContent-Disposition: form-data; "
        fields += f'{between}name="csrf"\r\n\r\n{auth_secrets.csrf_token(raw)}'
        fields += f'{between}name="key"\r\n\r\nk'
    body = f"--x\r\nContent-Disposition: form-data; {fields}\r\n--x--\r\n"
    lines = {
        "host": f"{address[0]}:{address[1]}", "content-length": str(len(body)),
        "content-type": "multipart/form-data; boundary=x", **headers,
    }  # fmt: skip
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n{body}".encode()


def _status(connection: socket.socket) -> int:
    """Of the next answer, before which there may be the rest of an earlier one."""
    said = b""
    while (found := re.search(rb"HTTP/1\.1 (\d{3}) ", said)) is None:
        said += connection.recv(1 << 16)
    return int(found[1])


def _times(scene: Scene) -> list[float]:
    with scene.database.reading() as session:
        return list(session.scalars(select(Submission.created_at)))


@pytest.mark.parametrize("kind", ["form", "api"])
@pytest.mark.parametrize("first", [1, 400])
def test_uploads_that_end_after_the_deadline_are_in_time(
    scene: Scene, clock: Clock, address: tuple[str, int], kind: str, first: int
) -> None:
    """Several at once, of which the server has one byte, or some of the body, in time."""
    requests = [_request(scene, number, kind, address) for number in range(6)]
    connections = [socket.create_connection(address, timeout=60.0) for _ in requests]
    for connection, request in zip(connections, requests, strict=True):
        connection.sendall(request[:first])
        assert clock.looks.acquire(timeout=60.0)
    clock.now = DUE + 300.0
    with ThreadPoolExecutor(len(requests)) as threads:
        rest = [request[first:] for request in requests]
        list(threads.map(socket.socket.sendall, connections, rest))
        statuses = set(threads.map(_status, connections))
    assert statuses == {201 if kind == "api" else 303}
    assert set(_times(scene)) == {DUE - 1.2}
    for connection in connections:
        connection.close()


@pytest.mark.parametrize("kind", ["form", "api"])
def test_what_begins_after_the_deadline_is_late(
    scene: Scene, clock: Clock, address: tuple[str, int], kind: str
) -> None:
    """Even on a connection that was open before; and whoever holds an upload up gains little."""
    refused = {"form": 400, "api": 422}[kind]
    with socket.create_connection(address, timeout=60.0) as connection:
        connection.sendall(f"GET /health HTTP/1.1\r\nhost: {address[0]}\r\n\r\n".encode())
        assert _status(connection) == 200
        clock.now = DUE + 0.1
        connection.sendall(_request(scene, 1, kind, address))
        assert _status(connection) == refused
    clock.now = DUE - 1.2
    request = _request(scene, 2, kind, address)
    with socket.create_connection(address, timeout=60.0) as connection:
        while clock.looks.acquire(blocking=False):
            pass
        connection.sendall(request[:10])
        assert clock.looks.acquire(timeout=60.0)
        clock.now = DUE + LONGEST_UPLOAD + 0.1
        connection.sendall(request[10:])
        assert _status(connection) == refused
    assert _times(scene) == []


def test_a_grace_is_set_with_the_deadline(
    scene: Scene, clock: Clock, address: tuple[str, int]
) -> None:
    set_terms(scene, grace_minutes=5)
    for number, (after, status) in enumerate(((299.0, 201), (301.0, 422))):
        clock.now = DUE + after
        with socket.create_connection(address, timeout=60.0) as connection:
            connection.sendall(_request(scene, number, "api", address))
            assert _status(connection) == status
    assert _times(scene) == [DUE + 299.0]
