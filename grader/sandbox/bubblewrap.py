"""The embedded backend: unprivileged namespaces through bubblewrap, no daemon."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader.report.model import SandboxInfo
from grader.sandbox import runtime, seccomp, slots
from grader.sandbox.peer import boot_program
from grader.sandbox.protocol import Program, SandboxFailure, SandboxUnavailable, Session
from grader.sandbox.session import ZygoteSession

_NOBODY = "65534"
_DEVICES = ("null", "zero", "full", "random", "urandom")
_HOW_TO_INSTALL = (
    "Install bubblewrap 0.8 or newer (Debian and Ubuntu: apt-get install bubblewrap), "
    "or use --sandbox none for debugging, which protects nothing."
)


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """Starts sandboxes with ``bwrap``; see :meth:`locate`."""

    executable: str

    @classmethod
    def locate(cls) -> Bubblewrap:
        """Find bubblewrap.

        Raises:
            SandboxUnavailable: if it is not installed.
        """
        executable = shutil.which("bwrap")
        if executable is None:
            raise SandboxUnavailable(f"bubblewrap (bwrap) was not found. {_HOW_TO_INSTALL}")
        return cls(executable)

    @property
    def info(self) -> SandboxInfo:
        """See :class:`grader.sandbox.protocol.Sandbox`."""
        filtered = seccomp.available()
        return SandboxInfo(
            backend="bubblewrap",
            enforced={
                "files": True,
                "network": True,
                "processes": True,
                "memory per process": True,
                "memory in total": False,
                "system calls": filtered,
                "cpu time": True,
                "output": True,
            },
            warning="" if filtered else "no system-call filter exists for this architecture",
        )

    def start(self, program: Program) -> Session:
        """See :meth:`grader.sandbox.protocol.Sandbox.start`."""
        try:
            python = runtime.find(tuple(program.packages), private=os.geteuid() == 0)
        except runtime.PackageMissing as problem:
            raise SandboxUnavailable(str(problem)) from None
        except OSError as problem:
            raise SandboxUnavailable(
                f"no copy of Python could be made for the sandbox: {problem}"
            ) from None
        command = self.command(python)
        try:
            return ZygoteSession(lambda: _spawn(command), program)
        except (SandboxFailure, OSError) as failure:
            raise SandboxUnavailable(
                f"bubblewrap could not start a sandbox: {failure}. {_HOW_TO_INSTALL}"
            ) from None

    def command(self, python: runtime.Runtime) -> list[str]:
        """The complete command line of one sandbox."""
        mounts = [word for pair in python.mounts for word in ("--ro-bind", *pair)]
        hidden = [word for path in python.hidden for word in ("--tmpfs", path)]
        devices = [word for d in _DEVICES for word in ("--dev-bind", f"/dev/{d}", f"/dev/{d}")]
        return [
            self.executable,
            # Each namespace by name: --unshare-all only tries to get a user namespace.
            *("--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-net"),
            *("--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
            *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
            *("--uid", _NOBODY, "--gid", _NOBODY, "--hostname", "sandbox"),
            *mounts,
            *hidden,
            *(word for path in python.hidden for word in ("--remount-ro", path)),
            *("--proc", "/proc", *devices, "--remount-ro", "/", "--chdir", "/"),
            # A fixed seed for hashing, so that a replay iterates over sets in the same order.
            *("--clearenv", "--setenv", "PYTHONHASHSEED", "0"),
            # One thread is plenty, and each more would reserve address space that is limited.
            *("--setenv", "OPENBLAS_NUM_THREADS", "1"),
            *("--", python.executable, "-P", "-s", "-S", "-B", "-X", "utf8"),
            *("-c", boot_program()),
        ]


def _spawn(command: list[str]) -> _Process:
    slot = slots.take() if os.geteuid() == 0 else None
    # A file rather than a pipe: nobody reads it while the sandbox lives.
    complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the sandbox
    identity: dict[str, object] = {}
    if slot is not None:
        identity = {"user": slot.uid, "group": slot.uid, "extra_groups": []}
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env={},
            cwd="/",
            bufsize=0,
            **identity,  # type: ignore[call-overload]
        )
    except BaseException:
        complaints.close()
        if slot is not None:
            slot.release()
        raise
    return _Process(process, complaints, slot)


@dataclass(frozen=True, slots=True)
class _Process:
    """A running ``bwrap`` as a channel."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]
    slot: slots.Slot | None

    @property
    def reading(self) -> int:
        """See :class:`grader.sandbox.peer.Channel`."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    @property
    def writing(self) -> int:
        """See :class:`grader.sandbox.peer.Channel`."""
        assert self.process.stdin is not None
        return self.process.stdin.fileno()

    def close(self) -> str:
        """End the sandbox. When this returns, the kernel has ended every process in it."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        # The kernel ends the whole namespace with its PID 1, and bwrap can collect that only when
        # everybody else is gone. Killing bwrap instead would be noticed inside only later.
        inside = self._init()
        for pid in inside:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            self.process.wait(None if inside else 1.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.complaints.seek(0)
        said = self.complaints.read(2000).decode("utf-8", "backslashreplace")
        self.complaints.close()
        if self.slot is not None:
            self.slot.release()
        return said

    def _init(self) -> list[int]:
        """PID 1 of the sandbox, by its number out here; empty if it has ended or cannot be told."""
        if self.process.poll() is not None:
            return []
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(pid) for pid in children.read_text().split()]
        except OSError:
            return []
