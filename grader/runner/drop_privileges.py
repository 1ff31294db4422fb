"""Drops privileges of the sandbox's processes for good, each by its own system calls."""

from __future__ import annotations

import base64
import ctypes
import os
import resource
from collections.abc import Mapping

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 4, 38, 22, 2
_FIRST_TO_DIE = "1000"
_MEMORY_RESERVE = 16 << 20
"""Bytes of a process's address space that are kept back until it has run out of memory."""


def make_undumpable() -> None:
    """Make this process undumpable, so that it and what it forks cannot read each other."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def drop_zygote_user() -> None:
    """Give up the zygote's own user id, by which it cannot be signalled, if it has one.

    Without a namespace, the zygote's effective user id is that of the student's processes.
    """
    real, effective, _ = os.getresuid()
    if real != effective:
        os.setresuid(effective, effective, effective)


def prefer_for_oom_kill() -> None:
    """Have the kernel kill this process and its forks before PID 1 when memory runs out."""
    libc = ctypes.CDLL(None)
    # Only of a dumpable process these files are its user's own.
    libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
        score.write(_FIRST_TO_DIE)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def limit_resources(limits: Mapping[str, int]) -> None:
    """Limit the resources of this process and each of its descendants.

    Args:
        limits: by the name of the resource, without ``RLIMIT_``.
    """
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # The reserve is for saying that memory ran out.
        soft = bound - _MEMORY_RESERVE if name == "AS" else bound
        resource.setrlimit(kind, (soft, bound))


def load_seccomp_filter(encoded: str) -> bool:
    """Load a system-call filter, base64 of ``struct sock_filter``; return whether that worked."""
    code = base64.b64decode(encoded)
    instructions = ctypes.create_string_buffer(code, len(code))
    program = _FilterProgram(len(code) // 8, ctypes.cast(instructions, ctypes.c_void_p))
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    status = libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)
    return bool(status == 0)


class _FilterProgram(ctypes.Structure):
    """The structure ``struct sock_fprog`` of <linux/filter.h>."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))
