"""Probes a sandbox from inside, beside what the probe should not reach, so that a leak shows.

That is files, listeners and a process outside of the sandbox.
"""

from __future__ import annotations

import contextlib
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from grader.model.submission import Cell
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import (
    CallEnding,
    Injection,
    Outcome,
    Sandbox,
    SandboxFailure,
    SandboxProgram,
    Session,
)
from grader.sandbox.call_request import Call

_DAEMON_NAME = 15  # characters that the kernel keeps of a process's name


@dataclass(frozen=True, slots=True)
class Canaries:
    """The targets that an attempt may touch, with methods that tell whether one did.

    Attributes:
        token: a random word.
        folder: writable for everybody.
        secret: a file in it, readable for everybody; it holds the token.
        listeners: sockets by name, each with the address for the probe.
        process: has the token on its command line.
    """

    token: str
    folder: Path
    secret: Path
    listeners: dict[str, tuple[socket.socket, Any]]
    process: subprocess.Popen[bytes]

    @property
    def daemon(self) -> bytes:
        """Return the name of the process that the probe leaves behind."""
        return f"left-{self.token}".encode()[:_DAEMON_NAME]

    def arrived(self) -> list[str]:
        """Return the names of the listeners that were reached."""
        return [name for name, (listener, _) in self.listeners.items() if _was_reached(listener)]

    def written(self) -> list[str]:
        """Return the names of files in the folder that are new or changed."""
        names = [path.name for path in self.folder.iterdir()]
        expected = {self.secret.name, _SOCKET}
        changed = [] if self.secret.read_text() == self.token else [self.secret.name]
        return changed + [name for name in names if name not in expected]

    def survivors(self) -> list[int]:
        """Return the ids of processes on this machine that have the daemon's name."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if (entry / "comm").read_bytes().strip() == self.daemon:
                        found.append(int(entry.name))
        return found


_SOCKET = "socket"


@contextlib.contextmanager
def place_canaries() -> Iterator[Canaries]:
    """Yield canaries and remove them afterwards; raise OSError if they cannot be made."""
    token = secrets.token_hex(8)
    with contextlib.ExitStack() as ended:
        # Not where TMPDIR points: that may be a folder which nobody else could read anyway.
        folder = Path(tempfile.mkdtemp(prefix="grade-doctor-", dir="/tmp"))
        ended.callback(shutil.rmtree, folder, ignore_errors=True)
        secret = folder / "secret"
        secret.write_text(token)
        secret.chmod(0o644)
        folder.chmod(0o1777)
        listeners = dict(_listeners(folder, token, ended))
        # Waits for the end of its input, which comes even if this process is killed, and tidies up.
        command = ["/bin/sh", "-c", 'read -r _; rm -rf "$1"', token, str(folder)]
        process = ended.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        )
        yield Canaries(token, folder, secret, listeners, process)


def _listeners(
    folder: Path, token: str, ended: contextlib.ExitStack
) -> Iterator[tuple[str, tuple[socket.socket, Any]]]:
    path = str(folder / _SOCKET)
    wanted: list[tuple[str, socket.AddressFamily, socket.SocketKind, Any]] = [
        ("TCP on loopback", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        ("TCP on loopback, IPv6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
        ("UDP on loopback", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        ("an abstract local socket", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{token}"),
        ("a local socket with a path", socket.AF_UNIX, socket.SOCK_STREAM, path),
    ]
    for name, family, kind, address in wanted:
        try:
            listener = ended.enter_context(socket.socket(family, kind))
            listener.bind(address)
            if kind == socket.SOCK_STREAM:
                listener.listen()
        except OSError:
            continue  # this machine has no such addresses
        listener.setblocking(False)
        if address == path:
            Path(path).chmod(0o777)
        yield name, (listener, address if family == socket.AF_UNIX else listener.getsockname()[:2])


def _was_reached(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()[0].close()
        else:
            listener.recv(100)
    except BlockingIOError:
        return False
    return True


MEMORY = 128 << 20
"""Bytes of address space that each process of the probe is allowed."""
OUTPUT = 256 << 10
"""Bytes that one of its calls may print."""
CPU, WALL = 5.0, 20.0
"""Seconds for an attempt that is not about time."""


class AttemptNotCarriedOut(Exception):
    """An attempt failed for reasons of its own; ``str()`` says which."""


def probe_program() -> SandboxProgram:
    """Return the probe as a submission."""
    source = (resources.files(__package__) / "sandbox_escape_probe.py").read_text("utf-8")
    return SandboxProgram(
        cells=[Cell(source, "probe.py", False)],
        preamble="",
        provided={},
        packages=(),
        enums={},
        memory_bytes=MEMORY,
        load=LoadLimits(CallLimits(CPU, WALL), CallLimits(CPU, WALL)),
        output_bytes=OUTPUT,
    )


@dataclass(frozen=True, slots=True)
class ProbeSetup:
    """Holds what a check works with: the session that it probes, files and sockets outside.

    Attributes:
        another: opens a second sandbox of the same kind, which a judge may close.
    """

    session: Session
    canaries: Canaries
    another: Callable[[], Session]

    def call(
        self,
        function: str,
        *arguments: Any,
        cpu: float = CPU,
        wall: float = WALL,
        session: Session | None = None,
    ) -> Outcome:
        """Return the outcome of a call of the probe, in a process of its own."""
        call = Call(function, arguments, {}, 0, CallLimits(cpu, wall))
        return (session or self.session).fork().call(call)

    def answer(self, function: str, *arguments: Any, session: Session | None = None) -> Any:
        """Return the answer of a call of the probe.

        Raises:
            AttemptNotCarriedOut: if it ends in any other way.
        """
        outcome = self.call(function, *arguments, session=session)
        if outcome.ending is not CallEnding.ANSWER:
            raise AttemptNotCarriedOut(f"the attempt itself failed ({describe_ending(outcome)})")
        return outcome.value


def open_probe_session(sandbox: Sandbox) -> Session:
    """Return a session in which the probe is loaded.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if the probe cannot be loaded in it.
    """
    session = sandbox.start(probe_program())
    try:
        loaded = session.load(Injection())
        if loaded.notes or loaded.lost:
            said = "; ".join(note.message for note in loaded.notes) or ", ".join(loaded.lost)
            raise SandboxFailure(f"the probe could not be loaded: {said}")
    except BaseException:
        session.close()
        raise
    return session


def describe_ending(outcome: Outcome) -> str:
    """Return how a call ended, in words."""
    return f"{outcome.ending.value}: {outcome.detail}" if outcome.detail else outcome.ending.value


def available_memory() -> int:
    """Return the bytes of memory that are free on this machine."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    found = (line for line in lines if line.startswith("MemAvailable:"))
    return int(next(found, "MemAvailable: 0").split()[1]) << 10
