from __future__ import annotations

import errno
import platform
import re
import struct
from pathlib import Path

import pytest

from grader.sandbox import seccomp

ALLOW = 0x7FFF0000
KILL = 0x80000000
EPERM = 0x00050000 | errno.EPERM
ENOSYS = 0x00050000 | errno.ENOSYS

AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386_AUDIT = 0x40000003

MACHINES = pytest.mark.parametrize("machine", sorted(AUDIT))


def verdict(
    machine: str,
    number: int,
    *values: int,
    audit: int | None = None,
    seal: bool = False,
) -> int:
    """What the filter for ``machine`` answers to one system call: an interpreter for its BPF."""
    architecture = AUDIT[machine] if audit is None else audit
    arguments = (*values, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *arguments)
    program = seccomp.undumpable_filter(machine) if seal else seccomp.build_filter(machine)
    code = list(struct.iter_unpack("HBBI", program))
    accumulator, place = 0, 0
    while True:
        operation, if_true, if_false, value = code[place]
        place += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x15:
                place += if_true if accumulator == value else if_false
            case 0x35:
                place += if_true if accumulator >= value else if_false
            case 0x45:
                place += if_true if accumulator & value else if_false
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(f"no such instruction: {operation:#x}")


ORDINARY = {
    # read, write, close, mmap, brk, ioctl, fork/clone's wait, kill, exit_group, futex, openat
    "x86_64": (0, 1, 3, 9, 12, 16, 57, 61, 62, 202, 231, 257),
    "aarch64": (56, 57, 63, 64, 29, 93, 94, 98, 129, 214, 222, 260),
}
FORK = 17  # SIGCHLD, as the C library's fork() passes it
THREAD = 0x3D0F00  # what the C library's pthread_create() passes
NAMESPACES = {
    "time": 0x80,
    "mount": 0x20000,
    "cgroup": 0x2000000,
    "uts": 0x4000000,
    "ipc": 0x8000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
}
CLONE = {"x86_64": 56, "aarch64": 220}
SOCKET = {"x86_64": 41, "aarch64": 198}
SOCKETPAIR = {"x86_64": 53, "aarch64": 199}
PRLIMIT = {"x86_64": 302, "aarch64": 261}


@MACHINES
def test_ordinary_calls_are_allowed(machine: str) -> None:
    assert {verdict(machine, number) for number in ORDINARY[machine]} == {ALLOW}


SENDING = {
    "x86_64": [(44, 3), (46, 2), (307, 3)],
    "aarch64": [(206, 3), (211, 2), (269, 3)],
}


@MACHINES
def test_urgent_bytes_are_refused_and_others_sent(machine: str) -> None:
    for number, place in SENDING[machine]:
        flags = {0x4000: ALLOW, 0x4001: EPERM, 0: ALLOW, 1: EPERM}
        for value, answer in flags.items():
            arguments = [5, 5, 5, 5]
            arguments[place] = value
            assert verdict(machine, number, *arguments) == answer


PRCTL = {"x86_64": 157, "aarch64": 167}
SET_NAME, SET_DUMPABLE, SCHED_CORE = 15, 4, 62


@MACHINES
def test_the_seal_refuses_to_open_a_process_and_nothing_else(machine: str) -> None:
    assert verdict(machine, PRCTL[machine], SET_DUMPABLE, 1, seal=True) == EPERM
    assert verdict(machine, PRCTL[machine], SET_NAME, seal=True) == ALLOW
    assert {verdict(machine, number, seal=True) for number in ORDINARY[machine]} == {ALLOW}
    assert verdict(machine, 0, audit=I386_AUDIT, seal=True) == KILL


@MACHINES
def test_the_runner_itself_may_open_a_process(machine: str) -> None:
    assert verdict(machine, PRCTL[machine], SET_DUMPABLE, 1) == ALLOW


@MACHINES
def test_nobody_keeps_a_core_to_himself(machine: str) -> None:
    assert verdict(machine, PRCTL[machine], SCHED_CORE, 1) == EPERM
    assert verdict(machine, PRCTL[machine], SET_NAME) == ALLOW


FCNTL = {"x86_64": 72, "aarch64": 25}
DUPFD, SETFL, SETOWN, SETSIG, SETLKW = 0, 4, 8, 10, 7


@MACHINES
def test_no_signal_is_chosen_for_a_descriptor(machine: str) -> None:
    assert verdict(machine, FCNTL[machine], 3, SETSIG, 18) == EPERM
    for command in (DUPFD, SETFL, SETOWN, SETLKW):
        assert verdict(machine, FCNTL[machine], 3, command, 0) == ALLOW


@MACHINES
def test_every_listed_call_is_refused(machine: str) -> None:
    column = sorted(AUDIT, reverse=True).index(machine)
    for name, numbers in seccomp.REFUSED.items():
        number = numbers[column]
        if number is None:
            assert machine == "aarch64", name
        else:
            assert verdict(machine, number) == EPERM, name


@MACHINES
def test_the_worst_are_listed(machine: str) -> None:
    assert {
        "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "setpriority",
        "sched_setscheduler", "sched_setattr", "sched_setparam", "sched_setaffinity", "ioprio_set",
        "keyctl", "add_key", "request_key", "io_uring_setup", "bpf", "perf_event_open",
        "userfaultfd", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot",
        "memfd_create", "shmget", "msgget", "semget", "timer_create",
    } <= set(seccomp.REFUSED)  # fmt: skip


@MACHINES
def test_another_architecture_is_killed(machine: str) -> None:
    other = AUDIT[next(name for name in AUDIT if name != machine)]
    assert verdict(machine, 0, audit=other) == KILL
    assert verdict(machine, 0, audit=I386_AUDIT) == KILL


def test_numbers_of_the_x32_convention_are_killed() -> None:
    assert verdict("x86_64", 0x40000000) == KILL
    assert verdict("x86_64", 0x40000000 | 59) == KILL
    assert verdict("x86_64", -1) == KILL
    assert verdict("x86_64", 0x3FFFFFFF) == ALLOW


@MACHINES
def test_processes_and_threads_may_be_made(machine: str) -> None:
    assert verdict(machine, CLONE[machine], FORK) == ALLOW
    assert verdict(machine, CLONE[machine], THREAD) == ALLOW


@MACHINES
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_no_namespace_may_be_made(machine: str, namespace: str) -> None:
    flag = NAMESPACES[namespace]
    assert verdict(machine, CLONE[machine], flag) == EPERM
    assert verdict(machine, CLONE[machine], flag | FORK) == EPERM
    assert verdict(machine, CLONE[machine], flag | THREAD | 1 << 40) == EPERM


@MACHINES
def test_no_parent_stands_still_until_its_child_ends(machine: str) -> None:
    """The kernel counts it as work that waits, so that the machine looks busy."""
    vfork = 0x4000
    assert verdict(machine, CLONE[machine], vfork | FORK) == EPERM
    assert verdict(machine, CLONE[machine], vfork | THREAD) == EPERM


@MACHINES
def test_clone3_seems_not_to_exist(machine: str) -> None:
    assert verdict(machine, 435) == ENOSYS


@MACHINES
@pytest.mark.parametrize("sockets", [SOCKET, SOCKETPAIR], ids=["socket", "socketpair"])
def test_only_unix_sockets(machine: str, sockets: dict[str, int]) -> None:
    unix, inet, inet6, netlink, packet, tipc, vsock = 1, 2, 10, 16, 17, 30, 40
    assert verdict(machine, sockets[machine], unix) == ALLOW
    for family in (0, inet, inet6, netlink, packet, tipc, vsock):
        assert verdict(machine, sockets[machine], family) == EPERM


@MACHINES
def test_limits_of_oneself_only(machine: str) -> None:
    assert verdict(machine, PRLIMIT[machine], 0, 9) == ALLOW
    assert verdict(machine, PRLIMIT[machine], 1) == EPERM
    assert verdict(machine, PRLIMIT[machine], 4711) == EPERM


@MACHINES
def test_a_high_half_changes_nothing(machine: str) -> None:
    """The kernel takes these arguments as 32 bits, so the filter must not be led astray."""
    assert verdict(machine, SOCKET[machine], 1 << 32 | 2) == EPERM
    assert verdict(machine, PRLIMIT[machine], 1 << 32 | 7) == EPERM


@MACHINES
@pytest.mark.parametrize("seal", [False, True])
def test_the_program_is_one_that_the_kernel_accepts(machine: str, seal: bool) -> None:
    program = seccomp.undumpable_filter(machine) if seal else seccomp.build_filter(machine)
    code = list(struct.iter_unpack("HBBI", program))
    assert len(code) <= 4096
    for place, (operation, if_true, if_false, _) in enumerate(code):
        if operation in {0x15, 0x35, 0x45}:
            assert place + 1 + max(if_true, if_false) < len(code)
    assert code[-1][0] == 0x06


def test_an_architecture_without_a_table() -> None:
    with pytest.raises(KeyError):
        seccomp.build_filter("riscv64")


@pytest.mark.parametrize("machine", ["x86_64", "riscv64"])
def test_availability_is_that_of_a_table(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert seccomp.is_available() is (machine in AUDIT)


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@MACHINES
def test_numbers_are_those_of_the_kernel_headers(machine: str) -> None:
    header = HEADERS[machine]
    if not header.is_file():
        pytest.skip(f"{header} is not installed")
    # The generic header is for 32-bit machines, too, whose variants of a call carry a suffix.
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    known = {name: int(number) for name, number in re.findall(pattern, header.read_text())}
    column = sorted(AUDIT, reverse=True).index(machine)
    listed = {
        **seccomp.REFUSED,
        "clone": seccomp._CLONE,
        "fcntl": seccomp._FCNTL,
        "clone3": seccomp._CLONE3,
        "socket": seccomp._SOCKETS[0],
        "socketpair": seccomp._SOCKETS[1],
        "prlimit64": seccomp._PRLIMIT,
    }
    listed_here = {name: numbers[column] for name, numbers in listed.items() if name in known}
    assert len(listed_here) > 60
    assert listed_here == {name: known[name] for name in listed_here}
