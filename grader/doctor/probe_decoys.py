"""Sets up what the probe should not reach, so that a leak shows: files, listeners, a process."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
