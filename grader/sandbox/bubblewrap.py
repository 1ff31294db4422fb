"""Runs sandboxes by bubblewrap, the embedded backend: unprivileged namespaces, no daemon."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import resource
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.machine.termination_signals import postpone_signals
from grader.model.report import SandboxInfo
from grader.sandbox import cgroups, process_identity, python_runtime, seccomp, submission_files
from grader.sandbox.backend_interface import (
    SandboxFailure,
    SandboxProgram,
    SandboxUnavailable,
    Session,
)
from grader.sandbox.cgroups import ControlGroup, ControlGroups
from grader.sandbox.interpreter import PythonMissing
from grader.sandbox.session import ChannelSession
from grader.sandbox.zygote_client import BackendLimits, ProcessPipes, boot_program

_log = logging.getLogger(__name__)

_NOBODY = "65534"
_DEVICES = ("null", "zero", "full", "random", "urandom")
_HOW_TO_INSTALL = (
    "Install bubblewrap 0.8 or newer (Debian and Ubuntu: apt-get install bubblewrap), "
    "or use --sandbox none for debugging, which protects nothing."
)


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """The backend that starts sandboxes with ``bwrap``; see :meth:`locate`.

    Attributes:
        groups: where control groups can be made; ``None`` if nowhere, for the reason ``ungrouped``.
    """

    executable: str
    groups: ControlGroups | None = None
    ungrouped: str = ""

    @classmethod
    def locate(cls) -> Bubblewrap:
        """Return a backend for the installed bubblewrap, with control groups if they can be used.

        Raises:
            SandboxUnavailable: if it is not installed, or may not do its work here.
        """
        executable = shutil.which("bwrap")
        if executable is None:
            raise SandboxUnavailable(f"bubblewrap (bwrap) was not found. {_HOW_TO_INSTALL}")
        _check_namespaces_allowed(executable)
        try:
            groups = cgroups.find_control_groups()
        except cgroups.NoControlGroups as reason:
            return cls(executable, ungrouped=str(reason))
        groups.sweep()
        return cls(executable, groups)

    @property
    def info(self) -> SandboxInfo:
        """See :class:`grader.sandbox.backend_interface.Sandbox`."""
        filtered = seccomp.is_available()
        gaps = []
        if not filtered:
            gaps.append("system calls (there is no filter for this architecture)")
        if self.groups is None:
            gaps.append(f"memory in total ({self.ungrouped})")
        bounded = self.groups is not None or _counts_processes()
        if not bounded:
            gaps.append("the number of processes (for the same reason, before Linux 5.14)")
        return SandboxInfo(
            backend="bubblewrap",
            enforced={
                "files": True,
                "network": True,
                "processes": bounded,
                "memory per process": True,
                "memory in total": self.groups is not None,
                "system calls": filtered,
                "cpu time": True,
                "output": True,
            },
            warning=f"Not enforced while this code ran: {'; '.join(gaps)}." if gaps else "",
        )

    def start(self, program: SandboxProgram) -> Session:
        """See :meth:`grader.sandbox.backend_interface.Sandbox.start`."""
        try:
            python = python_runtime.find_runtime(
                tuple(program.packages), private=os.geteuid() == 0, version=program.python
            )
        except PythonMissing as problem:
            raise SandboxUnavailable(str(problem)) from None
        except OSError as problem:
            raise SandboxUnavailable(
                f"no copy of Python could be made for the sandbox: {problem}"
            ) from None
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most != resource.RLIM_INFINITY and most < program.memory_bytes:
            raise SandboxUnavailable(
                f"The grader itself may only use {most >> 20} MiB of memory (ulimit -v), which is "
                f"less than the {program.memory_bytes >> 20} MiB that submissions are promised; "
                "raise that limit."
            )
        try:
            return ChannelSession(lambda: self._spawn(python, program), program)
        except (SandboxFailure, OSError) as failure:
            raise SandboxUnavailable(
                f"bubblewrap could not start a sandbox: {failure}. {_HOW_TO_INSTALL}"
            ) from None

    def command(self, python: python_runtime.Runtime, files: Sequence[str] = ()) -> list[str]:
        """Return the complete command line of one sandbox.

        Args:
            files: arguments that make the files beside the interpreter.
        """
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
            *("--proc", "/proc", *_hide_pressure_files(), *devices),
            *files,
            *("--remount-ro", "/", "--chdir", "/"),
            "--clearenv",
            *(word for pair in python_runtime.ENVIRONMENT.items() for word in ("--setenv", *pair)),
            *("--", python.executable, "-P", "-s", "-S", "-B", "-X", "utf8"),
            *("-c", boot_program()),
        ]

    def _spawn(self, python: python_runtime.Runtime, program: SandboxProgram) -> _BubblewrapChannel:
        with contextlib.ExitStack() as undo, contextlib.ExitStack() as given:
            files, descriptors = submission_files.as_bubblewrap_mounts(program, given)
            identity: dict[str, object] = {}
            if os.geteuid() == 0:
                slot = process_identity.reserve_user_id()
                undo.callback(slot.release)
                identity = {"user": slot.uid, "group": slot.uid, "extra_groups": []}
            # A file, because nobody reads it while the sandbox lives; in memory, for full disks.
            complaints = os.memfd_create("complaints")
            undo.callback(os.close, complaints)
            group: ControlGroup | None = None
            accounts: list[int] = []
            if self.groups is not None:
                group = self.groups.make(cgroups.total_memory(program.memory_bytes))
                undo.callback(group.remove)
                for file in (group.memory_events, group.cpu_usage):
                    accounts.append(os.open(file, os.O_RDONLY))
                    undo.callback(os.close, accounts[-1])
            process = subprocess.Popen(
                self.command(python, files),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env={},
                cwd="/",
                bufsize=0,
                pass_fds=(*accounts, *descriptors),
                # Ended while it makes its namespaces, bwrap would leave PID 1 waiting for ever; so
                # what ends the grader's whole process group must not reach it.
                start_new_session=True,
                **identity,  # type: ignore[call-overload]
            )
            _log.info("a sandbox begins", extra={"backend": "bubblewrap", "pid": process.pid})
            confinement = BackendLimits(
                limits_processes=not _counts_processes(),
                memory_events=accounts[:1],
                cpu_usage=accounts[1:],
            )
            return _BubblewrapChannel(process, confinement, group, complaints, undo.pop_all())


def _check_namespaces_allowed(executable: str) -> None:
    """Check that bubblewrap may make namespaces here, which some systems forbid.

    Raises:
        SandboxUnavailable: if not.
    """
    namespaces = ("--unshare-user", "--disable-userns", "--unshare-pid")
    view = ("--ro-bind", "/", "/", "--proc", "/proc")
    command = [executable, *namespaces, *view, "--", "true"]
    try:
        with postpone_signals():
            subprocess.run(
                command,
                check=True,
                capture_output=True,
                timeout=20,
                cwd="/",
                start_new_session=True,
            )
    except subprocess.CalledProcessError as refusal:
        said = refusal.stderr.decode("utf-8", "replace").strip()
        raise SandboxUnavailable(
            f"bubblewrap is installed, but this system does not let it work ({said}). "
            "Allow unprivileged user namespaces (docs/security.md says how), use --sandbox docker, "
            "or --sandbox none for debugging, which protects nothing."
        ) from None
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise SandboxUnavailable(
            f"bubblewrap does not work: {problem}. {_HOW_TO_INSTALL}"
        ) from None


def _hide_pressure_files() -> tuple[str, ...]:
    """Return options that hide the pressure files, by which anyone can make the kernel do work."""
    folder = "/proc/pressure"
    return ("--tmpfs", folder, "--remount-ro", folder) if Path(folder).is_dir() else ()


def _counts_processes() -> bool:
    """Return whether ``RLIMIT_NPROC`` counts the processes of one sandbox only.

    Root gives each a user id of its own. Before Linux 5.14, an ordinary user's other processes
    count as well, inside and outside of all sandboxes, and there may be hundreds of them.
    """
    major, minor = re.findall(r"\d+", os.uname().release)[:2]
    return os.geteuid() == 0 or (int(major), int(minor)) >= (5, 14)


@dataclass(frozen=True, slots=True)
class _BubblewrapChannel(ProcessPipes):
    """A channel to a running ``bwrap``."""

    confinement: BackendLimits
    group: ControlGroup | None
    complaints: int
    undo: contextlib.ExitStack

    def confine(self) -> None:
        """See :class:`grader.sandbox.zygote_client.Channel`."""
        if self.group is not None:
            for pid in self._init():
                self.group.add(pid)

    def close(self) -> str:
        """End the sandbox, and return its errors once the kernel has ended every process in it."""
        self.close_pipes()
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
        said = os.pread(self.complaints, 2000, 0).decode("utf-8", "backslashreplace")
        self.undo.close()
        return said

    def _init(self) -> list[int]:
        """Return the outer pid of the sandbox's PID 1; nothing if it has ended or is unknown."""
        if self.process.poll() is not None:
            return []
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(pid) for pid in children.read_text().split()]
        except OSError:
            return []
