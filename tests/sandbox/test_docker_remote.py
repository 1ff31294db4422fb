"""An engine on the other side of a network, plain or encrypted, and one that goes away."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import SandboxUnavailable
from grader.sandbox.backend_interface import CallEnding, SandboxFailure
from grader.sandbox.docker import Docker, engine_client, orphaned_containers
from tests.sandbox.scene import playing, program

pytestmark = pytest.mark.docker

SUBMISSION = program("""
import time

def honest(number):
    return 2 * number

def same(value):
    return value

def sleep():
    time.sleep(1000)
""")


@dataclass
class Road:
    """Leads from a TCP port to the socket of the real engine, until it is cut."""

    listener: socket.socket
    engine: str
    encryption: ssl.SSLContext | None = None
    ends: list[socket.socket] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def open(self) -> None:
        """Let connections in."""
        self._run(self._accept)

    def cut(self) -> None:
        """Break all connections and let none in any more."""
        for end in [self.listener, *self.ends]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in list(self.threads):
            if thread is not threading.current_thread():
                thread.join()
        for end in [self.listener, *self.ends]:
            end.close()

    def _run(self, act: Callable[..., None], *arguments: object) -> None:
        self.threads.append(threading.Thread(target=act, args=arguments))
        self.threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if self.encryption is not None:
                    near = self.encryption.wrap_socket(near, server_side=True)
                far = socket.socket(socket.AF_UNIX)
                self.ends += [near, far]
                far.connect(self.engine)
                self._run(self._carry, near, far)
                self._run(self._carry, far, near)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def local_engine() -> str:
    """Path of the engine's socket."""
    address = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not address.startswith("unix://"):
        pytest.skip("the engine is a remote one already")
    return address.removeprefix("unix://")


@contextlib.contextmanager
def road(monkeypatch: pytest.MonkeyPatch, encryption: ssl.SSLContext | None) -> Iterator[Road]:
    way = Road(socket.create_server(("127.0.0.1", 0)), local_engine(), encryption)
    monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{way.listener.getsockname()[1]}")
    connect: Callable[[int], Any] = engine_client._connected.__wrapped__
    clients: list[Any] = []

    def connected(process: int) -> Any:
        if not clients:
            clients.append(connect(process))
        return clients[0]

    monkeypatch.setattr(engine_client, "_connected", connected)
    way.open()
    try:
        yield way
    finally:
        for client in clients:
            client.close()
        way.cut()


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[Road]:
    with road(monkeypatch, None) as way:
        yield way


@pytest.fixture
def encrypted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Road]:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make certificates with")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=engine", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )
    shutil.copy(tmp_path / "cert.pem", tmp_path / "ca.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    for other in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):  # would be believed more
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("DOCKER_TLS_VERIFY", "1")
    monkeypatch.setenv("DOCKER_CERT_PATH", str(tmp_path))
    with road(monkeypatch, context) as way:
        yield way


@pytest.mark.parametrize("kind", ["plain", "encrypted"])
def test_a_submission_is_served_over_a_network(kind: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(kind)
    with playing(SUBMISSION, sandbox=Docker.locate()) as scene:
        assert [scene.value("honest", number) for number in range(20)] == [*range(0, 40, 2)]
        # Longer than what the connection takes, or decrypts, at a time.
        for length in (1, 16_000, 17_000, 100_000, 1_000_000):
            assert scene.value("same", "x" * length) == "x" * length
        assert scene.call("sleep", wall=0.3).ending is CallEnding.WALL
        assert scene.value("honest", 5) == 10


def test_an_engine_that_goes_away_is_a_failure_and_no_verdict(plain: Road) -> None:
    with playing(SUBMISSION, sandbox=Docker.locate()) as scene:
        assert scene.value("honest", 1) == 2
        (made,) = mine()
        plain.cut()
        with pytest.raises(SandboxFailure, match="Docker engine does not answer"):
            scene.call("honest", 2)
        with pytest.raises(SandboxUnavailable, match="No Docker engine answers"):
            Docker.locate()
    # Nobody is connected to it any more: that ends it.
    wait_until_gone(made, plain.engine)


def test_an_engine_that_goes_away_during_a_call(plain: Road) -> None:
    with playing(SUBMISSION, sandbox=Docker.locate()) as scene:
        assert scene.value("honest", 1) == 2
        (made,) = mine()
        cutter = threading.Thread(target=cut_at_work, args=(plain, made))
        cutter.start()
        with pytest.raises(SandboxFailure, match="Docker engine does not answer"):
            scene.call("sleep", wall=60.0)
        cutter.join()


def cut_at_work(road: Road, container: str) -> None:
    # PID 1, the template, and at last the process of the call
    while len(engine_client._client().top(container)["Processes"]) < 3:
        pass
    road.cut()


def mine() -> set[str]:
    """The containers that this very process has made."""
    return {
        known["Id"]
        for known in engine_client.containers_with_label(orphaned_containers.LABEL)
        if known["Labels"][orphaned_containers.LABEL] == orphaned_containers.own_process_identity()
    }


def wait_until_gone(container: str, address: str, patience: float = 10.0) -> None:
    """Ask the engine itself, on the way that is not cut."""
    import docker

    give_up = time.monotonic() + patience
    with contextlib.closing(docker.DockerClient(f"unix://{address}")) as direct:
        # By default each one is asked about, which fails if it goes meanwhile.
        while container in [known.id for known in direct.containers.list(all=True, sparse=True)]:
            assert time.monotonic() < give_up, "a container was left over"
