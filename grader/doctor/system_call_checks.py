"""Checks that a sandbox refuses the system calls that attacks on a kernel need.

The table is independent of the filter's own (:mod:`grader.sandbox.seccomp`), so that a wrong number
there shows here. Arguments are such that a call which gets through changes nothing.

References: the kernel's ``arch/x86/entry/syscalls/syscall_64.tbl`` and
``include/uapi/asm-generic/unistd.h``.
"""

from __future__ import annotations

import errno
import platform

from grader.doctor.probe_results import BreakoutAttempt, PromiseResult
from grader.doctor.probe_sandbox import AttemptNotCarriedOut, ProbeSetup

_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000
_SIGCHLD = 17
_STREAM, _RAW, _SEQPACKET = 1, 3, 5
_OWN_SESSION = -3

MACHINES = ("x86_64", "aarch64")
CALLS: dict[str, tuple[int, int, tuple[int, ...]]] = {
    # name: (number on x86-64, number on aarch64, arguments)
    "execve": (59, 221, (0, 0, 0)),
    "execveat": (322, 281, (-1, 0, 0, 0, 0)),
    "ptrace": (101, 117, (0, 0, 0, 0)),
    "process_vm_readv": (310, 270, (1, 0, 0, 0, 0, 0)),
    "process_vm_writev": (311, 271, (1, 0, 0, 0, 0, 0)),
    "kcmp": (312, 272, (1, 1, 0, 0, 0)),
    "pidfd_open": (434, 434, (1, 0)),
    "pidfd_getfd": (438, 438, (-1, 0, 0)),
    "unshare (user)": (272, 97, (_NEW_USER,)),
    "unshare (network)": (272, 97, (_NEW_NETWORK,)),
    "clone (user)": (56, 220, (_NEW_USER | _SIGCHLD, 0, 0, 0, 0)),
    "clone3": (435, 435, (0, 0)),
    "setns": (308, 268, (-1, 0)),
    "mount": (165, 40, (0, 0, 0, 0, 0)),
    "umount2": (166, 39, (0, 0)),
    "pivot_root": (155, 41, (0, 0)),
    "chroot": (161, 51, (0,)),
    "open_tree": (428, 428, (-1, 0, 0)),
    "fsopen": (430, 430, (0, 0)),
    "memfd_create": (319, 279, (0, 0)),
    "memfd_secret": (447, 447, (0,)),
    # Of no size, without creating, or by an invalid number: nothing is left behind.
    "shmget": (29, 194, (0, 0, 0o600)),
    "semget": (64, 190, (0, 0, 0o600)),
    "msgget": (68, 186, (0x6772_6164, 0)),
    "mq_open": (240, 180, (0, 0, 0, 0)),
    "add_key": (248, 217, (0, 0, 0, 0, 0)),
    "request_key": (249, 218, (0, 0, 0, 0)),
    "keyctl": (250, 219, (0, _OWN_SESSION, 0, 0, 0)),
    "bpf": (321, 280, (0, 0, 0)),
    "perf_event_open": (298, 241, (0, 0, -1, -1, 0)),
    "userfaultfd": (323, 282, (1,)),
    "io_uring_setup": (425, 425, (1, 0)),
    "io_uring_enter": (426, 426, (-1, 0, 0, 0, 0, 0)),
    "name_to_handle_at": (303, 264, (-1, 0, 0, 0, 0)),
    "open_by_handle_at": (304, 265, (-1, 0, 0)),
    "init_module": (175, 105, (0, 0, 0)),
    "finit_module": (313, 273, (-1, 0, 0)),
    "syslog": (103, 116, (10, 0, 0)),
    "personality": (135, 92, (0xFFFFFFFF,)),
    "setpriority": (141, 140, (0, 0, 0)),
    "prlimit (of PID 1)": (302, 261, (1, 7, 0, 0)),
    "socket (Internet)": (41, 198, (2, _STREAM, 0)),
    "socket (Internet, IPv6)": (41, 198, (10, _STREAM, 0)),
    "socket (kernel)": (41, 198, (16, _RAW, 0)),
    "socket (packets)": (41, 198, (17, _RAW, 0)),
    "socket (cryptography)": (41, 198, (38, _SEQPACKET, 0)),
}
_REFUSALS = {errno.EPERM, errno.EACCES, errno.ENOSYS}


def check_system_calls(setup: ProbeSetup) -> PromiseResult:
    """Check that system calls which only attacks need are refused."""
    machine = platform.machine()
    if machine not in MACHINES:
        raise AttemptNotCarriedOut(f"the numbers of {machine}'s system calls are not known")
    column = MACHINES.index(machine)
    calls = [(name, [entry[column], *entry[2]]) for name, entry in CALLS.items()]
    attempts = [_judged(name, number) for name, number in setup.answer("make_system_calls", calls)]
    return PromiseResult(
        "system calls", attempts, f"{len(attempts)} that attacks need were refused"
    )


def _judged(name: str, number: int | None) -> BreakoutAttempt:
    if number is None:
        return BreakoutAttempt(name, True, "the process was killed")
    if number in _REFUSALS:
        return BreakoutAttempt(name, True, errno.errorcode[number])
    seen = (
        "it succeeded" if number == 0 else f"it got as far as {errno.errorcode.get(number, number)}"
    )
    return BreakoutAttempt(name, False, seen)
