"""Makes control groups, which limit what all processes of one sandbox take together.

Both versions of the kernel's interface are used, whichever this machine has; what neither gives
to this account is not enforced, and :func:`find_control_groups` says why.

References: cgroups(7); the kernel's ``Documentation/admin-guide/cgroup-v1/{memory,pids}.rst`` and
``Documentation/admin-guide/cgroup-v2.rst``.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.process_identity import pid_namespace, process_start_time

PROCESSES = 96
"""Processes and threads of one sandbox together, those of the runner included."""
OVERHEAD = 128 << 20
"""Bytes that the runner may take beside what the assignment grants."""

_PREFIX = "search-autograder"
_ASIDE = f"{_PREFIX}-main"
_VERSION_1 = ("memory", "pids", "cpu", "cpuacct")
_VERSION_2 = ("memory", "pids")
_WELCOME = "cpu"  # a fair share; without it, version 2 keeps account of CPU time all the same
_STEPPING_ASIDE = 1.0
_REMOVAL_PATIENCE = 2.0
_serial = itertools.count()

# Waits until the grader has ended in whichever way, and removes what it can no longer remove.
_KEEPER = (
    'read -r _; for d; do n=0; until rmdir "$d" || [ $((n += 1)) -gt 50 ]; do sleep 0.1; done; done'
)


class NoControlGroups(Exception):
    """The error of an account that cannot use control groups; ``str()`` continues a sentence."""


def total_memory(memory_bytes: int) -> int:
    """Return the bytes for a whole sandbox whose processes may take ``memory_bytes`` each."""
    return memory_bytes + OVERHEAD


@dataclass(frozen=True, slots=True)
class ControlGroups:
    """The folders in which control groups can be made on this machine.

    Attributes:
        version: of the interface, 1 or 2.
        parents: by controller, the folder that groups are made in; version 2 has but one.
    """

    version: int
    parents: dict[str, Path]

    def make(self, memory_bytes: int) -> ControlGroup:
        """Return a new, empty group with limits for all processes that will be in it.

        Raises:
            OSError: if the kernel refuses.
        """
        name = f"{_PREFIX}-{_identity(os.getpid())}-{next(_serial)}"
        folders = {controller: parent / name for controller, parent in self.parents.items()}
        group = ControlGroup(self.version, folders, _keeper([*dict.fromkeys(folders.values())]))
        try:
            for folder in dict.fromkeys(folders.values()):
                folder.mkdir()
            self._limit(folders, memory_bytes)
        except BaseException:
            group.remove()
            raise
        return group

    def _limit(self, folders: dict[str, Path], memory_bytes: int) -> None:
        memory, pids = folders["memory"], folders["pids"]
        (pids / "pids.max").write_text(str(PROCESSES))
        if self.version == 2:
            (memory / "memory.max").write_text(str(memory_bytes))
            swap, allowed = memory / "memory.swap.max", 0
        else:
            (memory / "memory.limit_in_bytes").write_text(str(memory_bytes))
            swap, allowed = memory / "memory.memsw.limit_in_bytes", memory_bytes
        if swap.exists():  # a kernel may keep no account of swap
            swap.write_text(str(allowed))

    def sweep(self) -> None:
        """Remove groups that killed graders have left behind."""
        for parent in dict.fromkeys(self.parents.values()):
            for folder in parent.glob(f"{_PREFIX}-*-*-*-*"):
                place, pid, since, _ = folder.name.removeprefix(f"{_PREFIX}-").split("-")
                if place != pid_namespace() or since == process_start_time(int(pid)):
                    continue  # its grader lives, or is none that can be seen from here
                _kill_and_remove_group(folder)


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A control group: a folder per controller (version 1), or one for all."""

    version: int
    folders: dict[str, Path]
    keeper: subprocess.Popen[bytes]

    @property
    def memory_events(self) -> Path:
        """Return the file in which the kernel counts processes killed for lack of memory."""
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        return self.folders["memory"] / name

    @property
    def cpu_usage(self) -> Path:
        """Return the file in which the kernel adds up CPU time of live and ended processes."""
        if self.version == 2:
            return self.folders["cpu"] / "cpu.stat"
        return self.folders["cpuacct"] / "cpuacct.usage"

    def add(self, pid: int) -> None:
        """Put a process into the group, together with all processes that it will fork.

        Raises:
            OSError: if the kernel refuses.
        """
        for folder in dict.fromkeys(self.folders.values()):
            (folder / "cgroup.procs").write_text(str(pid))

    def remove(self) -> None:
        """Kill all processes that are left in the group, and remove the group."""
        for folder in dict.fromkeys(self.folders.values()):
            _kill_and_remove_group(folder)
        self.keeper.kill()
        self.keeper.communicate()


def find_control_groups() -> ControlGroups:
    """Find where this account can make control groups.

    Raises:
        NoControlGroups: if it cannot.
    """
    mounts = dict(_mounts())
    own = dict(_memberships())
    if set(_VERSION_1) <= mounts.keys():
        parents = {name: mounts[name] / own.get(name, "") for name in _VERSION_1}
        # Within a container, the path is one of the host and leads nowhere.
        parents = {name: p if p.is_dir() else mounts[name] for name, p in parents.items()}
        groups = ControlGroups(1, parents)
    elif "" in mounts:
        parent = _find_delegated_folder(mounts[""], own.get("", ""))
        groups = ControlGroups(2, dict.fromkeys((*_VERSION_2, _WELCOME), parent))
    else:
        raise NoControlGroups("the kernel's control groups are not mounted here")
    for parent in groups.parents.values():
        if not os.access(parent, os.W_OK):
            raise NoControlGroups(f"this account may not make control groups in {parent}")
    return groups


def _find_delegated_folder(root: Path, own: str) -> Path:
    """Return the folder of version 2 in which child groups can have the controllers.

    Raises:
        NoControlGroups: if there is none.
    """
    nearest = root / own
    while nearest.name == _ASIDE:  # a grader has put this process there, or who started it
        nearest = nearest.parent
    problem = ""
    # The top is where only root may write; further down, somebody must have delegated a group.
    for parent in dict.fromkeys((nearest, root)):
        if not parent.is_dir():
            continue  # within a container, the path is one of the host
        try:
            _delegate_controllers(parent, top=parent == root)
        except NoControlGroups as refusal:
            problem = problem or str(refusal)
        else:
            return parent
    raise NoControlGroups(problem or f"{root} cannot be reached")


def _delegate_controllers(parent: Path, *, top: bool) -> None:
    """Give the children of a group the controllers.

    Raises:
        NoControlGroups: if they cannot.
    """
    control = parent / "cgroup.subtree_control"
    # What changes groups needs the right to do so where both groups meet.
    if not all(os.access(file, os.W_OK) for file in (parent, control, parent / "cgroup.procs")):
        raise NoControlGroups(f"this account may not make control groups in {parent}")
    try:
        missing = set(_VERSION_2) - set((parent / "cgroup.controllers").read_text().split())
        if missing:
            names = " and ".join(sorted(missing))
            raise NoControlGroups(f"there is no controller for {names} in {parent}")
        if not set(_VERSION_2) <= set(control.read_text().split()):
            _enable_controllers(parent, top=top)
    except OSError as refusal:
        raise NoControlGroups(
            f"{parent} does not hand out its controllers ({refusal.strerror})"
        ) from None
    with contextlib.suppress(OSError):
        if _WELCOME not in control.read_text().split():
            control.write_text(f"+{_WELCOME}")


def _enable_controllers(parent: Path, *, top: bool) -> None:
    """Enable controllers for a group's children; the group must hold no process itself.

    Those in a group of our own (as systemd-run gives it with Delegate=yes, or a container has it)
    step aside within it, this process as well as the shell and the other graders.

    Raises:
        OSError: if the kernel refuses, or somebody has to stay.
    """
    line = " ".join(f"+{name}" for name in _VERSION_2)
    give_up = time.monotonic() + _STEPPING_ASIDE
    while True:
        try:
            (parent / "cgroup.subtree_control").write_text(line)
        except OSError as refusal:
            inside = (parent / "cgroup.procs").read_text().split()
            late = time.monotonic() > give_up
            if refusal.errno != errno.EBUSY or late or not _are_movable(inside, parent, top=top):
                raise
        else:
            return
        aside = parent / _ASIDE
        aside.mkdir(exist_ok=True)
        for pid in inside:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                (aside / "cgroup.procs").write_text(pid)


def _are_movable(inside: list[str], parent: Path, *, top: bool) -> bool:
    """Return whether all these processes of a group may be moved out of it."""
    if "0" in inside:
        return False  # somebody whom this PID namespace does not show
    if top or inside == [str(os.getpid())]:
        return True
    # Root finds better further up than in what it shares with others. And the owner of a service
    # may want to start a process in its group again, which cannot be while that hands down.
    return parent.stat().st_uid == os.geteuid() != 0 and parent.suffix != ".service"


def _mounts() -> Iterator[tuple[str, Path]]:
    """Yield the mount point of each controller of version 1; of version 2 under an empty name."""
    for line in Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(maxsplit=2)
        if kind in {"cgroup", "cgroup2"}:
            point = Path(before.split()[4].encode().decode("unicode_escape"))
            names = [""] if kind == "cgroup2" else options.split(",")
            yield from ((name, point) for name in names)


def _memberships() -> Iterator[tuple[str, str]]:
    """Yield the groups of this process by controller, relative to the mount point."""
    for line in Path("/proc/self/cgroup").read_text(errors="surrogateescape").splitlines():
        _, controllers, path = line.split(":", 2)
        yield from ((name, path.lstrip("/")) for name in controllers.split(","))


def _identity(pid: int) -> str:
    return f"{pid_namespace()}-{pid}-{process_start_time(pid)}"


def _keeper(folders: list[Path]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _KEEPER, "sh", *map(str, folders)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # it is to outlive what ends the grader
        cwd="/",
        env={"PATH": "/usr/bin:/bin"},
    )


def _kill_and_remove_group(folder: Path) -> None:
    """Kill all processes in a group, and remove the group."""
    give_up = time.monotonic() + _REMOVAL_PATIENCE
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > give_up:
                raise
        else:
            return
        with contextlib.suppress(OSError):
            for pid in (folder / "cgroup.procs").read_text().split():
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.001)
