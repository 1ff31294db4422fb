"""What must be on this machine after an attack as it was before; seen from outside."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.sandbox import process_identity

MARK = "hostile-canary"
"""How everything is called that a hostile program tries to leave somewhere."""
_UIDS = range(process_identity.FIRST_UID, process_identity.FIRST_UID + process_identity.SLOTS)
_PUBLIC = tuple(map(Path, ("/", "/dev", "/dev/shm", "/tmp", "/var/tmp", "/run", "/run/lock")))
_SETTINGS = (
    "kernel/core_pattern", "kernel/hostname", "kernel/randomize_va_space", "kernel/pid_max",
    "kernel/threads-max", "vm/overcommit_memory", "vm/panic_on_oom", "fs/suid_dumpable",
    "fs/file-max", "net/ipv4/ip_forward",
)  # fmt: skip
_DISK = 896 << 20
"""Bytes by which other programs may change a disk meanwhile; an attack writes 1 GiB or more."""
_PATIENCE = 120.0
"""Seconds until they must have put away what is more."""
_DEEPEST = 8
"""Slashes in the path of a control group in which a sandbox's may be."""


@dataclass(frozen=True, slots=True)
class Host:
    """A look at this machine."""

    children: frozenset[int]
    settings: tuple[str, ...]
    mounts: frozenset[str]
    shared_memory: frozenset[str]
    groups: frozenset[str]
    litter: frozenset[str]
    free: tuple[int, ...]

    def differences(self) -> list[str]:
        """What has changed since, as sentences.

        Disks may be looked at for a while: files of other programs come and go, what an attack
        leaves does not go.
        """
        now = look()
        give_up = time.monotonic() + _PATIENCE
        while self._lost(now) and time.monotonic() < give_up:
            time.sleep(1)
            now = replace(now, free=_free())
        return [*self._left(now), *self._lost(now)]

    def _left(self, now: Host) -> list[str]:
        found = [f"process {pid} survived" for pid in now.children - self.children]
        found += [f"{line} is still mounted" for line in now.mounts - self.mounts]
        found += [
            f"shared memory {line} is left" for line in now.shared_memory - self.shared_memory
        ]
        found += [f"the cgroup {path} is left" for path in now.groups - self.groups]
        found += [f"{path} is left" for path in now.litter - self.litter]
        if self.settings != now.settings:
            found.append(f"settings of the kernel are {now.settings}, not {self.settings}")
        return found

    def _lost(self, now: Host) -> list[str]:
        return [
            f"a disk has {before - after} bytes less"
            for before, after in zip(self.free, now.free, strict=True)
            if before - after > _DISK
        ]


def look() -> Host:
    """What there is now."""
    return Host(
        children=frozenset(descendants()),
        settings=tuple(map(_setting, _SETTINGS)),
        mounts=frozenset(_mounts()),
        shared_memory=frozenset(_shared_memory()),
        groups=frozenset(_groups()),
        litter=frozenset(_litter()),
        free=_free(),
    )


def _free() -> tuple[int, ...]:
    return tuple(shutil.disk_usage(place).free for place in ("/", "/tmp", "/dev/shm"))


def containers() -> list[str]:
    """Containers of this process, in whatever state; needs a Docker engine."""
    from grader.sandbox.docker import engine_client, orphaned_containers

    ours = orphaned_containers.own_process_identity()
    found = engine_client.containers_with_label(orphaned_containers.LABEL)
    return [
        container["Id"]
        for container in found
        if container["Labels"][orphaned_containers.LABEL] == ours
    ]


def remains(container: str) -> list[str]:
    """What is left on this machine of a container, as sentences; its engine is on it, too."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if container in (entry / "cgroup").read_text(errors="replace"):
                    found.append(f"process {entry.name} of a container survived")
    found += [
        f"the cgroup {folder} of a container is left"
        for folder, _, _ in os.walk("/sys/fs/cgroup")
        if container in folder
    ]
    if container in Path("/proc/self/mountinfo").read_text(errors="replace"):
        found.append("something of a container is still mounted")
    return found


def descendants() -> set[int]:
    """Every living process below this one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                # A process may call itself any bytes.
                stat = (entry / "stat").read_text(errors="replace")
                state, parent = stat.rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    parents[int(entry.name)] = int(parent)
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def _setting(name: str) -> str:
    try:
        return Path("/proc/sys", name).read_text().strip()
    except OSError:
        return ""


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mountinfo").read_text(errors="replace").splitlines():
        place = line.split()[4]
        # Others on this machine may mount meanwhile what they like in places of their own.
        if not place.startswith(("/tmp/", "/var/lib/", "/run/docker", "/run/containerd")):
            yield place


def _shared_memory() -> Iterator[str]:
    for kind in ("shm", "sem", "msg"):
        with contextlib.suppress(OSError):
            for line in Path("/proc/sysvipc", kind).read_text().splitlines()[1:]:
                yield f"{kind} {line.split()[1]}"


def _groups() -> Iterator[str]:
    """Control groups that a sandbox of this process was in."""
    own = re.compile(rf"search-autograder.*-{os.getpid()}-")
    for folder, children, _ in os.walk("/sys/fs/cgroup"):
        yield from (f"{folder}/{name}" for name in children if own.match(name))
        if folder.count("/") > _DEEPEST:
            children.clear()


def _litter() -> Iterator[str]:
    """Files in public places that bear the mark, belong to a sandbox, or are core dumps."""
    for folder in {*_PUBLIC, Path.cwd(), Path.home()}:
        with contextlib.suppress(OSError):
            for entry in os.scandir(folder):
                strange = MARK in entry.name or entry.name.startswith("core.")
                if strange or entry.name == "core" or _of_a_sandbox(entry):
                    yield entry.path


def _of_a_sandbox(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.stat(follow_symlinks=False).st_uid in _UIDS
    except OSError:
        return False
