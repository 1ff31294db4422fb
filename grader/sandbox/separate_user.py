"""Runs sandboxes as user ids of their own, in a container that may make no namespaces.

Many platforms run graders as root in such a container, with one submission in it. There, each
sandbox gets two user ids that nobody else has: one for the student's processes, and one for the
zygote, which can signal those and cannot be signalled by them. Together with the filter of system
calls, which leaves no sockets but local ones and starts no program, that keeps the grader's
processes and whatever other accounts may not read out of reach. The rest of the container's files
can be read, which reports say.

This backend changes the container: it takes the right to write in shared folders from everybody
but root. So it is never chosen on a machine that is used for anything else.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.model.report import SandboxInfo
from grader.runner.boot import SUBMISSION_FOLDER
from grader.sandbox import python_runtime, seccomp, submission_files
from grader.sandbox.backend_interface import (
    SandboxFailure,
    SandboxProgram,
    SandboxUnavailable,
    Session,
)
from grader.sandbox.interpreter import PythonMissing
from grader.sandbox.session import ChannelSession
from grader.sandbox.zygote_client import BackendLimits, ProcessPipes, boot_program

_FIRST, _MANY = 1 << 20, 1 << 28
"""User ids are drawn from so many that no other container of the machine has the same: the kernel
counts processes by user id, whichever container they are in."""
_SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")
_PATIENCE = 2.0
_START = """\
import os, sys
user, watcher = map(int, sys.argv[2:4])
os.setgroups([])
os.setresgid(user, user, user)
os.setresuid(watcher, user, watcher)
source = sys.argv[1]
del sys.argv[1:]
exec(compile(source, "<boot>", "exec"))
"""
"""What gives up root for good, and boots the runner. The effective id is that of the student's
processes, so that the zygote can signal them; real and saved id are its own, so that they cannot
signal it."""


@dataclass(frozen=True, slots=True)
class SeparateUser:
    """The backend that starts sandboxes as other users; see :meth:`in_container`."""

    @classmethod
    def in_container(cls, private: Sequence[Path]) -> SeparateUser:
        """Return a backend for this container, after closing it to all accounts but root.

        Args:
            private: folders that nobody but root is to read.

        Raises:
            SandboxUnavailable: if that is not possible here.
        """
        if os.geteuid() != 0:
            raise SandboxUnavailable("Only root can start a sandbox as another user.")
        if not seccomp.is_available():
            raise SandboxUnavailable("There is no filter of system calls for this architecture.")
        try:
            for folder in private:
                folder.chmod(0o700)
            for folder in map(Path, _SHARED_FOLDERS):
                if folder.is_dir():
                    folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~0o022)
        except OSError as problem:
            raise SandboxUnavailable(
                f"The container cannot be closed to other users: {problem}."
            ) from None
        return cls()

    @property
    def info(self) -> SandboxInfo:
        """See :class:`grader.sandbox.backend_interface.Sandbox`."""
        return SandboxInfo(
            backend="separate user",
            enforced={
                "files": False,
                "network": True,
                "processes": True,
                "memory per process": True,
                "memory in total": False,
                "system calls": True,
                "cpu time": True,
                "output": True,
            },
            warning="Not enforced while this code ran: files (the system's own could be read), "
            "memory in total.",
        )

    def start(self, program: SandboxProgram) -> Session:
        """See :meth:`grader.sandbox.backend_interface.Sandbox.start`."""
        try:
            runtime = python_runtime.find_runtime(
                tuple(program.packages), private=True, version=program.python
            )
        except (PythonMissing, OSError) as problem:
            raise SandboxUnavailable(str(problem)) from None
        mounts = {inside: Path(source) for source, inside in runtime.mounts}
        if mounts[runtime.executable] != Path(runtime.executable):
            raise SandboxUnavailable(
                f"Python ({runtime.executable}) cannot be read by every account of this container."
            )
        try:
            _provide_packages(mounts)
            _provide_files(program)
            return ChannelSession(lambda: _spawn(runtime.executable), program)
        except (SandboxFailure, OSError) as failure:
            raise SandboxUnavailable(
                f"No sandbox could be started as another user: {failure}."
            ) from None


def _provide_packages(mounts: dict[str, Path]) -> None:
    """Make the packages that submissions may import appear where the runner looks for them."""
    for inside, source in mounts.items():
        place = Path(inside)
        if str(place.parent) == python_runtime.PACKAGES and not place.exists():
            place.parent.mkdir(exist_ok=True)
            place.symlink_to(source)


def _provide_files(program: SandboxProgram) -> None:
    """Write what was handed in beside the program to where the runner looks for it."""
    folder = Path(SUBMISSION_FOLDER)
    if folder.exists():
        shutil.rmtree(folder)
    if submission_files.list_files(program):
        folder.mkdir(mode=0o755)
        submission_files.write_files(program, folder)


def _spawn(executable: str) -> _ZygoteChannel:
    user = _FIRST + secrets.randbelow(_MANY)
    watcher = user + 1
    complaints = os.memfd_create("complaints")
    try:
        process = subprocess.Popen(
            [
                executable, "-P", "-s", "-S", "-B", "-X", "utf8", "-c", _START,
                boot_program(), str(user), str(watcher),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=python_runtime.ENVIRONMENT,
            cwd="/",
            bufsize=0,
            umask=0o022,
            start_new_session=True,
        )  # fmt: skip
    except OSError:
        os.close(complaints)
        raise
    return _ZygoteChannel(process, user, complaints, BackendLimits())


@dataclass(frozen=True, slots=True)
class _ZygoteChannel(ProcessPipes):
    """A channel to a zygote that runs beside the grader."""

    user: int
    complaints: int
    confinement: BackendLimits

    def confine(self) -> None:
        """See :class:`grader.sandbox.zygote_client.Channel`; there is nothing left to do."""

    def close(self) -> str:
        """End the sandbox, and return its errors once none of its processes is left."""
        self.close_pipes()
        # The zygote ends everybody and then itself when nobody speaks to it any more.
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # In one step, which no fork escapes: whoever has this user id, but the shell itself.
        subprocess.run(
            ["/bin/sh", "-c", "kill -KILL -1"],
            user=self.user, group=self.user, extra_groups=[], cwd="/", env={},
            check=False, capture_output=True,
        )  # fmt: skip
        said = os.pread(self.complaints, 2000, 0).decode("utf-8", "backslashreplace")
        os.close(self.complaints)
        return said
