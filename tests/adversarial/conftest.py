"""The attack suite: its folders that are not tests, and the backends it runs against."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import sandbox as sandboxes
from grader.sandbox import Sandbox
from tests import orphans
from tests.adversarial import attacks, host

# Hidden tests of the made-up assignment are run by the grader only; hostile programs by nobody
# outside a sandbox.
collect_ignore = ["assignment", "data"]

BACKENDS = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
]


@pytest.fixture(autouse=True, scope="module")
def _on_the_watch() -> Iterator[None]:
    """Whoever is orphaned cannot hide.

    For a whole module, as a backend is kept: who has ended is buried when nobody waits any more.
    """
    with orphans.adopted():
        yield


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Every backend that can be had, kept for a whole module, as a batch of submissions would."""
    sandbox = sandboxes.choose_backend(request.param)
    yield sandbox
    close = getattr(sandbox, "close", None)
    if close is not None:
        close()


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    """A server of this machine that nobody in a sandbox may reach."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.fixture
def surroundings(tmp_path: Path, listener: socket.socket) -> dict[str, str]:
    """What an attacker who knows this machine would know."""
    private = tmp_path / "private"
    private.write_text("of the teaching staff")
    return {
        "TESTS": str(attacks.ASSIGNMENT / "hidden_tests" / "attack"),
        "REFERENCE": str(attacks.ASSIGNMENT / "reference" / "attack"),
        "PRIVATE": str(private),
        "GRADER": str(os.getpid()),
        "PORT": str(listener.getsockname()[1]),
        "MARK": host.MARK,
    }
