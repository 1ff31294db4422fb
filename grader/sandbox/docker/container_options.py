"""Defines the options of a container: what it is and what it may do, in the engine's own terms.

The filter of system calls is a seccomp profile. It says what :mod:`grader.sandbox.seccomp` says,
from the same table, and holds from the first instruction of PID 1. Two calls are missing, because
the engine itself needs them to start the interpreter; the runner's own filter refuses them before
any student code is loaded.

References: "Create a container" in the Docker Engine API, version 1.41; "Seccomp" in the Open
Container Initiative's runtime specification (config-linux.md).
"""

from __future__ import annotations

import errno
import json
import random
from collections.abc import Sequence
from typing import Any

from grader.sandbox import cgroups, process_identity
from grader.sandbox.docker import orphaned_containers
from grader.sandbox.docker.engine_client import EngineAbilities
from grader.sandbox.python_runtime import ENVIRONMENT
from grader.sandbox.seccomp import (
    AF_UNIX,
    MSG_OOB,
    NEW_NAMESPACES,
    PR_SCHED_CORE,
    REFUSED,
    SEND,
)
from grader.sandbox.zygote_client import boot_program

USERS = range(
    process_identity.FIRST_UID + process_identity.SLOTS,
    process_identity.FIRST_UID + 2 * process_identity.SLOTS,
)
"""User ids of containers. The kernel counts much per user on the whole machine (processes, pending
signals, pipe buffers, keys): what one container uses up, no other may be missing. Next to those of
bubblewrap's slots, so that the two never meet, and small enough for a rootless engine."""

PROCESSORS = 1.5
"""One for the student's code, and half a one so that the runner never waits for it."""

_MASKED = (
    # What engines mask by default; to say more than that takes saying it all.
    *("/proc/acpi", "/proc/asound", "/proc/interrupts", "/proc/kcore", "/proc/keys"),
    *("/proc/latency_stats", "/proc/sched_debug", "/proc/scsi", "/proc/timer_list"),
    *("/proc/timer_stats", "/sys/devices/virtual/powercap", "/sys/firmware"),
    # Where anybody may write: queues and shared memory outlive a call, pseudo-terminals are
    # scarce on the whole machine, and pressure files hold triggers.
    *("/dev/mqueue", "/dev/shm", "/dev/pts", "/proc/pressure"),
    # What tells of the machine. Control groups stay, because PID 1 reads its accounts there.
    *("/sys/block", "/sys/bus", "/sys/class", "/sys/dev", "/sys/devices", "/sys/hypervisor"),
    *("/sys/kernel", "/sys/module", "/sys/power", "/sys/fs/bpf", "/sys/fs/btrfs", "/sys/fs/ext4"),
    *("/sys/fs/f2fs", "/sys/fs/fuse", "/sys/fs/nfs", "/sys/fs/pstore", "/sys/fs/xfs"),
)
_NOTHING_OF = ("core", "fsize", "memlock", "msgqueue")
_UNWRITABLE = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")


def container_configuration(
    image: str, offer: EngineAbilities, runtime: str, memory_bytes: int, volumes: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the body of the request that creates a container.

    Args:
        volumes: folders of its own, which are root's and go when the container goes.
        image: the digest.
        runtime: what to run it with; empty for the engine's default.
        memory_bytes: of the whole container.
    """
    user = random.choice(USERS)
    security = ["no-new-privileges"]
    if offer.filters:
        security.append(f"seccomp={seccomp_profile()}")
    host: dict[str, Any] = {
        "AutoRemove": True,
        # The runner has to be PID 1 itself.
        "Init": False,
        "NetworkMode": "none",
        "IpcMode": "none",
        "CgroupnsMode": "private",
        "ReadonlyRootfs": True,
        "CapDrop": ["ALL"],
        "SecurityOpt": security,
        "MaskedPaths": [*_MASKED],
        "ReadonlyPaths": [*_UNWRITABLE],
        "Memory": memory_bytes,
        "MemorySwap": memory_bytes,  # memory and swap together: no swap
        "PidsLimit": cgroups.PROCESSES,
        "Ulimits": [{"Name": name, "Soft": 0, "Hard": 0} for name in _NOTHING_OF],
        "LogConfig": {"Type": "none", "Config": {}},
    }
    if offer.cpu:
        host["NanoCpus"] = int(min(PROCESSORS, offer.processors) * 1e9)
    if runtime:
        host["Runtime"] = runtime
    return {
        "Image": image,
        "Entrypoint": ["python3", "-P", "-s", "-S", "-B", "-X", "utf8", "-c", boot_program()],
        "Cmd": [],
        "Env": [f"{name}={value}" for name, value in ENVIRONMENT.items()],
        "User": f"{user}:{user}",
        "WorkingDir": "/",
        "Volumes": {folder: {} for folder in volumes},
        "Hostname": "sandbox",
        "NetworkDisabled": True,
        "Healthcheck": {"Test": ["NONE"]},
        "Labels": {orphaned_containers.LABEL: orphaned_containers.own_process_identity()},
        # The engine closes the interpreter's input when the grader is gone, however it went.
        "OpenStdin": True,
        "StdinOnce": True,
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": True,
        "Tty": False,
        "HostConfig": host,
    }


_STARTING = frozenset({"execve", "execveat"})
_REFUSE = "SCMP_ACT_ERRNO"
_EQUAL, _OTHER_THAN, _ALL_OF = "SCMP_CMP_EQ", "SCMP_CMP_NE", "SCMP_CMP_MASKED_EQ"


def seccomp_profile() -> str:
    """Return the profile as JSON, for the native architecture of the engine."""
    names = sorted(REFUSED.keys() - _STARTING)
    rules: list[dict[str, Any]] = [
        {"names": names, "action": _REFUSE},
        # "No such call" makes the C library fall back to clone, whose flags can be read.
        {"names": ["clone3"], "action": _REFUSE, "errnoRet": errno.ENOSYS},
        _refuse_by_argument("socket", 0, AF_UNIX, _OTHER_THAN),
        _refuse_by_argument("socketpair", 0, AF_UNIX, _OTHER_THAN),
        _refuse_by_argument("prlimit64", 0, 0, _OTHER_THAN),
        _refuse_by_argument("prctl", 0, PR_SCHED_CORE, _EQUAL),
    ]
    # No comparison means "any of these bits": one rule for each.
    bits = [1 << n for n in range(32) if NEW_NAMESPACES >> n & 1]
    rules += [_refuse_by_argument("clone", 0, bit, _ALL_OF, bit) for bit in bits]
    rules += [
        _refuse_by_argument(name, flags, MSG_OOB, _ALL_OF, MSG_OOB)
        for name, (_, flags) in SEND.items()
    ]
    return json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules})


def _refuse_by_argument(
    name: str, argument: int, value: int, compare: str, second: int = 0
) -> dict[str, Any]:
    """Return a rule that refuses a system call depending on one of its arguments."""
    condition = {"index": argument, "value": value, "valueTwo": second, "op": compare}
    return {"names": [name], "action": _REFUSE, "args": [condition]}
