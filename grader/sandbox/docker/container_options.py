"""Defines the options of a container: what it is and what it may do, in the engine's own terms.

Reference: "Create a container" in the Docker Engine API, version 1.41.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grader.sandbox import cgroups, sandbox_uids
from grader.sandbox.docker import orphaned_containers
from grader.sandbox.docker.engine_client import Offer
from grader.sandbox.docker.seccomp_profile import profile
from grader.sandbox.frame_stream import boot_program
from grader.sandbox.python_runtime import ENVIRONMENT

USERS = range(
    sandbox_uids.FIRST_UID + sandbox_uids.SLOTS, sandbox_uids.FIRST_UID + 2 * sandbox_uids.SLOTS
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


def configuration(
    image: str, offer: Offer, runtime: str, memory_bytes: int, volumes: Sequence[str] = ()
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
        security.append(f"seccomp={profile()}")
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
        "Labels": {orphaned_containers.LABEL: orphaned_containers.identity()},
        # The engine closes the interpreter's input when the grader is gone, however it went.
        "OpenStdin": True,
        "StdinOnce": True,
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": True,
        "Tty": False,
        "HostConfig": host,
    }
