"""Checks what code in a sandbox can reach: files, the network, other processes."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Iterator
from pathlib import Path

import grader
from grader.assignment import course_assignments
from grader.doctor.probe_results import BreakoutAttempt, PromiseResult
from grader.doctor.probe_sandbox import AttemptNotCarriedOut, ProbeSetup, describe_ending
from grader.sandbox.backend_interface import CallEnding, Injection
from grader.wire import InjectedFunction

_BEGINNING = 4096
_HOME_FILES = 5
_PLACES = (
    "/", ".", "/tmp", "/var/tmp", "/run", "/var/run", "/home", "/root", "/etc", "/usr", "/opt",
    "/srv", "/mnt", "/dev", "/dev/shm", "/dev/mqueue", "/proc", "/sys", "/sys/fs/cgroup",
)  # fmt: skip
_KERNEL_SETTINGS = (
    "/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sysrq-trigger",
)  # fmt: skip
_OPEN_ANYWAY = ("pipe:", "socket:", "anon_inode:", "/dev/null", "/proc/")

# Reserved for documentation (RFC 5737, RFC 3849): a machine on the Internet has a route to these,
# and nobody uses them. Nothing is sent.
_FAR_AWAY = (
    ("a route to the Internet", socket.AF_INET, "192.0.2.1"),
    ("a route to the Internet, IPv6", socket.AF_INET6, "2001:db8::1"),
)
_AF_VSOCK = 40
# A new network namespace has these from the start; they lead nowhere.
_HARMLESS_INTERFACES = frozenset(
    "lo tunl0 gre0 gretap0 erspan0 ip_vti0 ip6_vti0 sit0 ip6tnl0 ip6gre0".split()  # noqa: SIM905
)

ASKED = 7
"""The probe calls its lent function so many times."""
FORKS = 256
"""Processes at which the probe stops by itself."""


def check_files(setup: ProbeSetup) -> PromiseResult:
    """Check that no file outside can be read, and that no file at all can be written."""
    outside = {str(path): path for path in (setup.canaries.secret, *_list_private_files())}
    read = setup.answer("read_files", list(outside))
    attempts = [
        BreakoutAttempt(
            f"reading {path}", not (went and _is_content_of(outside[path], seen)), _said(went, seen)
        )
        for path, went, seen in read
    ]
    python = setup.answer("describe_interpreter")
    places = dict.fromkeys(
        [*_PLACES, *setup.answer("list_mount_points"), str(setup.canaries.folder)]
        + [str(Path(python[part]).parent) for part in ("executable", "library")]
    )
    written = setup.answer("create_files_in", list(places), f"doctor-{setup.canaries.token}")
    kept = [python["executable"], python["library"], *_KERNEL_SETTINGS, str(setup.canaries.secret)]
    opened = setup.answer("open_for_writing", kept)
    attempts += [
        BreakoutAttempt(f"creating a file in {n}", not went, seen) for n, went, seen in written
    ]
    attempts += [BreakoutAttempt(f"changing {name}", not went, seen) for name, went, seen in opened]
    changed = setup.canaries.written()
    attempts.append(BreakoutAttempt("changing the folder outside", not changed, ", ".join(changed)))
    foreign = [t for t in setup.answer("list_open_descriptors") if not t.startswith(_OPEN_ANYWAY)]
    attempts.append(BreakoutAttempt("finding files left open", not foreign, ", ".join(foreign)))
    return PromiseResult(
        "files",
        attempts,
        f"{len(outside)} files outside could not be read, nothing could be written "
        f"in {len(places) + len(kept)} places",
    )


def _list_private_files() -> Iterator[Path]:
    """Yield files of this machine that no submission should see."""
    yield Path("/etc/shadow")
    yield Path(grader.__file__)
    for folder in (course_assignments.TESTS, course_assignments.REFERENCE):
        yield from itertools.islice(
            sorted((course_assignments.BUILT_IN / folder).glob("*/[a-z]*.*")), 2
        )
    try:
        own = sorted(path for path in Path.home().iterdir() if path.is_file())
    except (OSError, RuntimeError):  # an account without a home
        return
    yield from own[:_HOME_FILES]


def _is_content_of(path: Path, seen: bytes) -> bool:
    """Return whether ``seen`` is from the file outside, not from a namesake in a container."""
    try:
        with path.open("rb") as file:
            return file.read(_BEGINNING) == seen
    except OSError:
        return True  # code inside must not read what not even this process can


def _said(went: bool, seen: object) -> str:
    return "it could be read" if went else str(seen)


def check_network(setup: ProbeSetup) -> PromiseResult:
    """Check that neither this machine, nor its network, nor the Internet can be reached."""
    listeners = setup.canaries.listeners
    addresses: list[tuple[str, int, int, object, bool]] = [
        (name, int(sock.family), int(sock.type), address, True)
        for name, (sock, address) in listeners.items()
    ]
    addresses += [
        (name, int(family), int(socket.SOCK_DGRAM), (host, 9), False)
        for name, family, host in _FAR_AWAY
    ]
    tried = setup.answer("connect", addresses, setup.canaries.token.encode())
    arrived = setup.canaries.arrived()
    attempts = []
    for (name, _, kind, _, speaks), (_, went, seen) in zip(addresses, tried, strict=True):
        # In a network of its own, a datagram to nobody is sent without complaint.
        lost = speaks and kind == socket.SOCK_DGRAM
        held = name not in arrived and (lost or not went)
        attempts.append(
            BreakoutAttempt(f"reaching {name}", held, "nobody was there" if held and went else seen)
        )
    # The way from a virtual machine to its host belongs to no network namespace.
    for name, went, seen in setup.answer(
        "make_sockets", [("a socket to the hypervisor", _AF_VSOCK, int(socket.SOCK_STREAM))]
    ):
        attempts.append(BreakoutAttempt(f"making {name}", not went, seen))
    seen = sorted(set(setup.answer("list_network_interfaces")) - _HARMLESS_INTERFACES)
    attempts.append(BreakoutAttempt("finding a network interface", not seen, ", ".join(seen)))
    ways = len(attempts) - 1
    return PromiseResult(
        "network", attempts, f"nothing could be reached in {ways} ways, loopback included"
    )


def check_processes(setup: ProbeSetup) -> PromiseResult:
    """Check that processes inside see only each other, are few, and end with their call."""
    canaries = setup.canaries
    seen = setup.answer("list_processes")
    foreign = [pid for pid, _, line in seen if canaries.token.encode() in line]
    attempts = [
        BreakoutAttempt(
            "seeing a process outside", not foreign, f"number {foreign}" if foreign else ""
        )
    ]
    _, _, said = setup.answer("send_signal", canaries.process.pid)
    alive = canaries.process.poll() is None
    attempts.append(
        BreakoutAttempt("ending a process outside", alive, str(said) if alive else "it was ended")
    )
    for path, went, what in setup.answer("read_files", ["/proc/1/environ", "/proc/1/mem"]):
        attempts.append(BreakoutAttempt(f"reading {path}", not went, _said(went, what)))
    forked, reason = setup.answer("fork_until_refused", FORKS)
    attempts.append(
        BreakoutAttempt(
            "forking without end", bool(reason), f"{forked} processes at once, {reason or 'no end'}"
        )
    )
    attempts += _attempt_outliving_processes(setup)
    attempts += _attempt_lent_functions(setup)
    return PromiseResult(
        "processes",
        attempts,
        f"sees only the sandbox's own {len(seen)}, signals nobody else, was stopped at {forked} "
        "processes, left nobody behind, could not read what is lent to it or change how often that "
        "was asked",
    )


def _attempt_outliving_processes(setup: ProbeSetup) -> Iterator[BreakoutAttempt]:
    """Yield attempts of a process to outlive first its call and then its sandbox."""
    name = setup.canaries.daemon
    session = setup.another()
    try:
        there = setup.answer("leave_a_daemon", name, session=session)
        visible = bool(setup.canaries.survivors())
        left = [
            pid for pid, comm, _ in setup.answer("list_processes", session=session) if comm == name
        ]
        yield BreakoutAttempt(
            "leaving a process behind for the next call",
            not left if there else None,
            f"number {left[0]} is still there" if left else "",
        )
        setup.answer("leave_a_daemon", name, session=session)
        visible = visible or bool(setup.canaries.survivors())
    finally:
        session.close()
    if visible:  # a remote engine's processes, and those of gVisor, are not
        left = setup.canaries.survivors()
        yield BreakoutAttempt(
            "leaving a process behind for good", not left, f"{left} live on" if left else ""
        )


def _attempt_lent_functions(setup: ProbeSetup) -> Iterator[BreakoutAttempt]:
    """Yield attempts to read a lent function, and to change how often it was called."""
    word = f"lent-{setup.canaries.token}"
    source = f"def lent(number):\n    return number + len({word!r})\n"
    session = setup.another()
    try:
        session.load(Injection(functions={"lent": source}))
        lent = InjectedFunction("lent")
        for name, went, seen in setup.answer("find_lent_source", lent, word[::-1], session=session):
            yield BreakoutAttempt(str(name), not went, str(seen))
        outcome = setup.call("forge_call_counts", lent, ASKED, session=session)
        if outcome.ending is not CallEnding.ANSWER:
            raise AttemptNotCarriedOut(f"the attempt itself failed ({describe_ending(outcome)})")
        counted = outcome.calls.get("lent", 0)
        yield BreakoutAttempt(
            "changing how often what is lent was asked",
            counted == ASKED,
            f"{counted} times are known of {ASKED}",
        )
    finally:
        session.close()
