"""Assembles the system-call filter: a list of what is refused, as classic BPF.

The zygote loads the filter before any student code runs, whichever backend started it. The list
names what a program in search and game playing never needs and an attack does; everything else
stays allowed, so that ordinary Python is not surprised.

References: seccomp(2); include/uapi/linux/{filter,seccomp,audit}.h; the kernel's
``arch/x86/entry/syscalls/syscall_64.tbl`` and ``include/uapi/asm-generic/unistd.h``.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_X32_BIT = 0x40000000
NEW_NAMESPACES = 0x7E020080  # CLONE_NEW{TIME,NS,CGROUP,UTS,IPC,USER,PID,NET}
AF_UNIX = 1
MSG_OOB = 1
PR_SCHED_CORE = 62


@dataclass(frozen=True, slots=True)
class Architecture:
    """The audit number of an architecture, and the column of its numbers in the table below."""

    audit: int
    column: int


_MACHINES = {"x86_64": Architecture(0xC000003E, 0), "aarch64": Architecture(0xC00000B7, 1)}

REFUSED: dict[str, tuple[int | None, int | None]] = {
    # name: (x86-64, aarch64); None where the architecture has no such call
    # programs: the interpreter is running already, and nothing else is to be run
    "execve": (59, 221),
    "execveat": (322, 281),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "personality": (135, 92),
    # what the scheduler thinks of a process: with more, others wait; with less, oneself waits and
    # blames the machine
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    # its parent waits as if it had work to do, without using CPU time: the machine looks busy
    "vfork": (58, None),
    # a signal of the kernel's own could continue a process that is frozen
    "timer_create": (222, 107),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    # memory that no limit of a process counts
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "remap_file_pages": (216, 234),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # large attack surfaces of the kernel
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "landlock_create_ruleset": (444, 444),
    "lookup_dcookie": (212, 18),
    # the machine itself
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "syslog": (103, 116),
    "acct": (163, 89),
    "vhangup": (153, 58),
    "modify_ldt": (154, None),
    "iopl": (172, None),
    "ioperm": (173, None),
    "quotactl": (179, 60),
}

_CLONE = (56, 220)
_CLONE3 = (435, 435)
_CLONE_VFORK = 0x4000
SEND = {"sendto": ((44, 206), 3), "sendmsg": ((46, 211), 2), "sendmmsg": ((307, 269), 3)}
"""Numbers, and which argument holds the flags."""
_FCNTL = (72, 25)
_F_SETSIG = 10
_PRCTL = (157, 167)
_PR_SET_DUMPABLE = 4
_SOCKETS = (41, 198), (53, 199)
"""``socket`` and ``socketpair``; the latter, too, makes the kernel load what knows the family."""
_PRLIMIT = (302, 261)


def is_available() -> bool:
    """Return whether there is a filter for this machine's architecture."""
    return platform.machine() in _MACHINES


def build_filter(machine: str | None = None) -> bytes:
    """Return the filter as an array of ``struct sock_filter``.

    Args:
        machine: as :func:`platform.machine` says it; this machine's by default.

    Raises:
        KeyError: if there is no table for the architecture.
    """
    column, code = _filter_prologue(machine)
    refuse = _answer(_ERRNO | errno.EPERM)
    for numbers in REFUSED.values():
        number = numbers[column]
        if number is not None:
            code += [_instruction(_JUMP_EQUAL, number, 0, 1), refuse]
    # "No such call" makes the C library fall back to clone, whose flags can be read here.
    code += [_instruction(_JUMP_EQUAL, _CLONE3[column], 0, 1), _answer(_ERRNO | errno.ENOSYS)]
    clones = NEW_NAMESPACES | _CLONE_VFORK
    code += _filter_by_argument(
        _CLONE[column], 0, [_instruction(_JUMP_ANY_BIT, clones, 0, 1), refuse]
    )
    for numbers in _SOCKETS:
        local = [_instruction(_JUMP_EQUAL, AF_UNIX, 1, 0), refuse]
        code += _filter_by_argument(numbers[column], 0, local)
    # A process that shares its processor core with nobody leaves half of it idle for everybody.
    code += _filter_by_argument(
        _PRCTL[column], 0, [_instruction(_JUMP_EQUAL, PR_SCHED_CORE, 0, 1), refuse]
    )
    # For the same reason as timers: which signal the kernel sends for a descriptor.
    code += _filter_by_argument(
        _FCNTL[column], 1, [_instruction(_JUMP_EQUAL, _F_SETSIG, 0, 1), refuse]
    )
    # Limits of oneself only: the first argument is a process, and zero means the caller.
    code += _filter_by_argument(_PRLIMIT[column], 0, [_instruction(_JUMP_EQUAL, 0, 1, 0), refuse])
    # Urgent bytes make a socket look readable that has nothing to be read.
    for numbers, flags in SEND.values():
        urgent = [_instruction(_JUMP_ANY_BIT, MSG_OOB, 0, 1), refuse]
        code += _filter_by_argument(numbers[column], flags, urgent)
    code.append(_answer(_ALLOW))
    return b"".join(code)


def undumpable_filter(machine: str | None = None) -> bytes:
    """Return a further filter for student code, which stops a process from becoming dumpable.

    A process that made itself dumpable could write to files of its own in ``/proc``, among them
    the one that says whom the kernel is to kill first when memory runs out.
    """
    column, code = _filter_prologue(machine)
    refuse = _answer(_ERRNO | errno.EPERM)
    code += _filter_by_argument(
        _PRCTL[column], 0, [_instruction(_JUMP_EQUAL, _PR_SET_DUMPABLE, 0, 1), refuse]
    )
    code.append(_answer(_ALLOW))
    return b"".join(code)


def _filter_prologue(machine: str | None) -> tuple[int, list[bytes]]:
    """Return code that refuses other architectures' calls, and loads the number of the call.

    Returns:
        The column of the architecture in the table, and the code.
    """
    target = _MACHINES[machine or platform.machine()]
    code = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_JUMP_EQUAL, target.audit, 1, 0),
        _answer(_KILL),
        _instruction(_LOAD, _NUMBER),
    ]
    if target.column == 0:
        code += [_instruction(_JUMP_AT_LEAST, _X32_BIT, 0, 1), _answer(_KILL)]
    return target.column, code


def _filter_by_argument(number: int, argument: int, decide: list[bytes]) -> list[bytes]:
    """Return code that runs ``decide`` on an argument of the call ``number``, then allows it."""
    inside = [_instruction(_LOAD, _ARGUMENTS + 8 * argument), *decide, _answer(_ALLOW)]
    return [_instruction(_JUMP_EQUAL, number, 0, len(inside)), *inside]


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def _answer(action: int) -> bytes:
    return _instruction(_RETURN, action)
