"""Writes the system calls of a container as a seccomp profile, which container engines read.

It says what :mod:`grader.sandbox.seccomp` says, from the same table, and holds from the first
instruction of PID 1. Two calls are missing, because the engine itself needs them to start the
interpreter; the runner's own filter refuses them before any student code is loaded.

Reference: "Seccomp" in the Open Container Initiative's runtime specification (config-linux.md).
"""

from __future__ import annotations

import errno
import json
from typing import Any

from grader.sandbox.seccomp import (
    AF_UNIX,
    MSG_OOB,
    NEW_NAMESPACES,
    PR_SCHED_CORE,
    REFUSED,
    SEND,
)

_STARTING = frozenset({"execve", "execveat"})
_REFUSE = "SCMP_ACT_ERRNO"
_EQUAL, _OTHER_THAN, _ALL_OF = "SCMP_CMP_EQ", "SCMP_CMP_NE", "SCMP_CMP_MASKED_EQ"


def profile() -> str:
    """Return the profile as JSON, for the native architecture of the engine."""
    names = sorted(REFUSED.keys() - _STARTING)
    rules: list[dict[str, Any]] = [
        {"names": names, "action": _REFUSE},
        # "No such call" makes the C library fall back to clone, whose flags can be read.
        {"names": ["clone3"], "action": _REFUSE, "errnoRet": errno.ENOSYS},
        _when("socket", 0, AF_UNIX, _OTHER_THAN),
        _when("socketpair", 0, AF_UNIX, _OTHER_THAN),
        _when("prlimit64", 0, 0, _OTHER_THAN),
        _when("prctl", 0, PR_SCHED_CORE, _EQUAL),
    ]
    # No comparison means "any of these bits": one rule for each.
    bits = [1 << n for n in range(32) if NEW_NAMESPACES >> n & 1]
    rules += [_when("clone", 0, bit, _ALL_OF, bit) for bit in bits]
    rules += [_when(name, flags, MSG_OOB, _ALL_OF, MSG_OOB) for name, (_, flags) in SEND.items()]
    return json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules})


def _when(name: str, argument: int, value: int, compare: str, second: int = 0) -> dict[str, Any]:
    """Return a rule that refuses a system call depending on one of its arguments."""
    condition = {"index": argument, "value": value, "valueTwo": second, "op": compare}
    return {"names": [name], "action": _REFUSE, "args": [condition]}
