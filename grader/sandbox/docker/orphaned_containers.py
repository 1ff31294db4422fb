"""Finds and removes containers whose grader has ended.

A container ends by itself when its grader's connection breaks. What can be left over all the same
is one whose grader was killed between making and starting it, or that an engine lost sight of.
Every container therefore carries the identity of the process that made it, and every run begins
by removing those whose maker is known to be dead: never those of another run that lives, nor those
of a machine or PID namespace that cannot be seen from here.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from grader.sandbox.docker import engine_client
from grader.sandbox.process_identity import pid_namespace, process_start_time

LABEL = "search-autograder"
"""Label of every container; its value is the identity of the process that made it."""


def own_process_identity() -> str:
    """Return an identity that no other process has, on any machine, at any time."""
    pid = os.getpid()
    return f"{_boot_and_namespace_id()}/{pid}/{process_start_time(pid)}"


def remove_orphaned_containers() -> None:
    """Remove the containers whose makers have died.

    Raises:
        OSError: if the engine fails.
    """
    for container in engine_client.containers_with_label(LABEL):
        if is_orphan(container["Labels"].get(LABEL, "")):
            # Another run may be about to remove it, too, or the engine may have trouble with it.
            with contextlib.suppress(OSError):
                engine_client.remove(container["Id"])


def is_orphan(maker: str) -> bool:
    """Return whether the process with the identity ``maker`` belongs to this place and is dead."""
    place, _, process = maker.partition("/")
    pid, _, since = process.partition("/")
    if place != _boot_and_namespace_id() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # somebody else's, and alive
    return process_start_time(int(pid)) not in {since, ""}


def _boot_and_namespace_id() -> str:
    """Return an id of this machine's boot and PID namespace, within which a pid means a process."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    return f"{boot}:{pid_namespace()}"
