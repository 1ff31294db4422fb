"""Probes of sandboxes: they hold what holds for enforced, and notice every hole."""

from __future__ import annotations

import errno
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from grader import doctor as probing
from grader.doctor import (
    BackendExamination,
    BreakoutAttempt,
    EnforcementState,
    PromiseResult,
    ProtectionLevel,
    limit_checks,
    probe_sandbox,
    sandbox_isolation_checks,
)
from grader.doctor import system_call_checks as call_table
from grader.model.report import SandboxInfo
from grader.model.time_limits import CallLimits
from grader.sandbox import choose_backend, seccomp
from grader.sandbox.backend_interface import (
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    Process,
    Sandbox,
    SandboxFailure,
    SandboxProgram,
    SandboxUnavailable,
    Session,
)
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.call_request import Call
from grader.sandbox.in_process import InProcess

# What a finding is ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "state"),
    [
        ([True, True], EnforcementState.ENFORCED),
        ([True, False], EnforcementState.NOT_ENFORCED),
        ([None, False], EnforcementState.NOT_ENFORCED),
        ([True, None], EnforcementState.NOT_PROVED),
        ([], EnforcementState.NOT_PROVED),
    ],
)
def test_one_attempt_decides_against_and_all_decide_for(
    held: list[bool | None], state: EnforcementState
) -> None:
    finding = PromiseResult(
        "files", [BreakoutAttempt("trying", each, "seen") for each in held], "all refused"
    )
    assert finding.state is state
    assert ("all refused" in finding.why) is (state is EnforcementState.ENFORCED)


def test_a_reason_names_the_first_few() -> None:
    broken = [BreakoutAttempt(f"way {n}", False, "worked") for n in range(5)]
    assert PromiseResult("files", [BreakoutAttempt("fine", True), *broken]).why == (
        "way 0: worked; way 1: worked; way 2: worked; and 2 more"
    )


def test_what_a_backend_amounts_to() -> None:
    held, broken = (
        PromiseResult("a", [BreakoutAttempt("", True)]),
        PromiseResult("b", [BreakoutAttempt("", False)]),
    )
    untried = PromiseResult("b", [BreakoutAttempt("", None)])
    assert BackendExamination("x", findings=[held]).protection is ProtectionLevel.FULL
    assert BackendExamination("x", findings=[held, broken]).protection is ProtectionLevel.PARTIAL
    assert BackendExamination("x", findings=[held, untried]).protection is ProtectionLevel.PARTIAL
    assert BackendExamination("x", "no such thing").protection is ProtectionLevel.NONE
    assert BackendExamination("x").protection is ProtectionLevel.NONE


def test_a_claim_that_does_not_hold_is_told() -> None:
    broken = PromiseResult("files", [BreakoutAttempt("", False)])
    assert BackendExamination("x", claimed={"files": True}, findings=[broken]).disproved == [
        "files"
    ]
    assert BackendExamination("x", claimed={"files": False}, findings=[broken]).disproved == []


# Real backends --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
        pytest.param("docker", marks=pytest.mark.docker),
    ],
)
def test_what_reports_claim_is_what_attempts_prove(name: str) -> None:
    examined = probing.examine_backend(name)
    assert examined.problem == ""
    proved = {finding.promise: finding.state for finding in examined.findings}
    claimed = {True: EnforcementState.ENFORCED, False: EnforcementState.NOT_ENFORCED}
    assert proved == {promise: claimed[held] for promise, held in examined.claimed.items()}, [
        finding.why for finding in examined.findings
    ]
    assert [*proved] == [*examined.claimed]
    assert re.fullmatch(r"3\.\d+\.\d+.*", examined.python)


@pytest.mark.parametrize("backend", [InProcess(), Bubblewrap("bwrap")], ids=["none", "bubblewrap"])
def test_every_promise_of_a_report_has_a_judge(backend: Sandbox) -> None:
    assert [*probing.JUDGES] == [*backend.info.enforced]


@pytest.mark.bubblewrap
def test_nothing_is_left_behind() -> None:
    with probe_sandbox.place_canaries() as placed:
        assert placed.folder.stat().st_mode & 0o7777 == 0o1777
        assert not [*placed.survivors(), *placed.arrived(), *placed.written()]
        folder, process = placed.folder, placed.process
    assert process.poll() is not None
    assert not folder.exists()


# Holes: sandboxes that lack one thing -----------------------------------------------------------


@pytest.fixture
def judged() -> Callable[[str, Sandbox], PromiseResult]:
    """Carries out one judge's attempts in a given sandbox."""

    def judge(promise: str, sandbox: Sandbox) -> PromiseResult:
        with probe_sandbox.place_canaries() as placed:
            session = probe_sandbox.open_probe_session(sandbox)
            try:
                table = probe_sandbox.ProbeSetup(
                    session, placed, lambda: probe_sandbox.open_probe_session(sandbox)
                )
                return probing.check_promise(promise, table)
            finally:
                session.close()

    return judge


Judge = Callable[[str, Sandbox], PromiseResult]


def broken(finding: PromiseResult) -> set[str]:
    """What was tried successfully."""
    return {attempt.tried for attempt in finding.attempts if attempt.held is False}


@pytest.fixture
def bwrap_with() -> Iterator[Callable[..., Bubblewrap]]:
    """Bubblewrap, with options taken away or added on the way."""
    # Not below pytest's own folder, which is private, and stays so for other accounts.
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        script = Path(name, "bwrap")
        script.parent.chmod(0o755)

        def make(*added: str, without: str = "--nothing") -> Bubblewrap:
            located = Bubblewrap.locate()
            script.write_text(
                "#!/bin/bash\nkept=()\nfor word; do\n"
                f'  [ "$word" = {without} ] || kept+=("$word")\n'
                f'  [ "$word" != /proc ] || kept+=({" ".join(added)})\n'
                f'done\nexec {located.executable} "${{kept[@]}}"\n'
            )
            script.chmod(0o755)
            return replace(located, executable=str(script))

        yield make


@pytest.mark.bubblewrap
def test_a_folder_that_can_be_read_is_noticed(
    judged: Judge, bwrap_with: Callable[..., Bubblewrap]
) -> None:
    finding = judged("files", bwrap_with("--ro-bind", "/tmp", "/tmp"))
    assert finding.state is EnforcementState.NOT_ENFORCED
    # The tests themselves may run in a folder below the one that is open.
    assert broken(finding)
    assert all(tried.startswith("reading /tmp/") for tried in broken(finding))
    assert re.search(r"reading /tmp/grade-doctor-\w+/secret: it could be read", finding.why)


@pytest.mark.bubblewrap
def test_a_folder_that_can_be_written_is_noticed(
    judged: Judge, bwrap_with: Callable[..., Bubblewrap]
) -> None:
    finding = judged("files", bwrap_with("--bind", "/tmp", "/tmp"))
    assert "creating a file in /tmp" in broken(finding)
    assert not list(Path("/tmp").glob("doctor-*"))  # what was created is removed again


@pytest.mark.bubblewrap
def test_writable_memory_is_noticed(judged: Judge, bwrap_with: Callable[..., Bubblewrap]) -> None:
    finding = judged("files", bwrap_with("--tmpfs", "/dev/shm"))
    assert broken(finding) == {"creating a file in /dev/shm"}


@pytest.mark.bubblewrap
def test_the_machines_own_network_is_noticed(
    judged: Judge, bwrap_with: Callable[..., Bubblewrap]
) -> None:
    """Where no other sockets can be made, there are still the abstract local ones."""
    finding = judged("network", bwrap_with(without="--unshare-net"))
    assert "reaching an abstract local socket" in broken(finding)


@pytest.mark.bubblewrap
@pytest.mark.skipif(not seccomp.is_available(), reason="there is no filter to be left out")
def test_a_missing_filter_is_noticed(judged: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "is_available", lambda: False)
    finding = judged("system calls", Bubblewrap.locate())
    assert finding.state is EnforcementState.NOT_ENFORCED
    assert {"memfd_create", "keyctl", "socket (Internet)", "execve", "ptrace"} <= broken(finding)


@dataclass(frozen=True)
class Lax:
    """A sandbox whose limits are not those that it was given."""

    sandbox: Sandbox
    factor: float

    @property
    def info(self) -> SandboxInfo:
        return self.sandbox.info

    def start(self, program: SandboxProgram) -> Session:
        wider = replace(
            program,
            memory_bytes=int(program.memory_bytes * self.factor),
            output_bytes=int(program.output_bytes * self.factor * 10),
        )
        return LaxSession(self.sandbox.start(wider), self.factor)


@dataclass(frozen=True)
class LaxSession:
    session: Session
    factor: float

    @property
    def cpu_seconds(self) -> float:
        return self.session.cpu_seconds

    @property
    def idle_seconds(self) -> float:
        return self.session.idle_seconds

    def load(self, injection: Injection) -> Loaded:
        return self.session.load(injection)

    def allow_reloads(self) -> None:
        self.session.allow_reloads()

    def freeze(self) -> None:
        self.session.freeze()

    def fork(self) -> Process:
        return LaxProcess(self.session.fork(), self.factor)

    def close(self) -> None:
        self.session.close()


@dataclass(frozen=True)
class LaxProcess:
    process: Process
    factor: float

    @property
    def ended(self) -> bool:
        return self.process.ended

    def call(self, call: Call) -> Outcome:
        wider = CallLimits(
            call.limits.cpu_seconds * self.factor, call.limits.wall_seconds * self.factor
        )
        return self.process.call(replace(call, limits=wider))

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        return self.process.call_each(calls)

    def close(self) -> None:
        self.process.close()


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("promise", "tried"),
    [
        ("memory per process", {"taking memory in one process"}),
        ("memory in total", {"taking memory in many processes"}),
        pytest.param(
            "cpu time",
            {"computing without end", "computing in 3 processes", "sleeping"},
            marks=pytest.mark.slow,
        ),
        ("output", {"printing without end"}),
    ],
)
def test_a_limit_that_is_too_wide_is_noticed(judged: Judge, promise: str, tried: set[str]) -> None:
    finding = judged(promise, Lax(Bubblewrap.locate(), 5))
    assert finding.state is EnforcementState.NOT_ENFORCED
    assert broken(finding) == tried


@pytest.mark.bubblewrap
def test_without_control_groups_memory_in_total_is_not_limited(judged: Judge) -> None:
    sandbox = replace(Bubblewrap.locate(), groups=None, ungrouped="this is a test")
    assert judged("memory in total", sandbox).state is EnforcementState.NOT_ENFORCED
    assert sandbox.info.enforced["memory in total"] is False


def test_without_any_sandbox_files_are_reached(judged: Judge) -> None:
    finding = judged("files", InProcess())
    assert finding.state is EnforcementState.NOT_ENFORCED
    assert any(
        re.match(r"reading /tmp/grade-doctor-\w+/secret", tried) for tried in broken(finding)
    )
    assert any(re.match(r"creating a file in /tmp/grade-doctor-", t) for t in broken(finding))
    assert any(
        re.match(r"changing /tmp/grade-doctor-\w+/secret", tried) for tried in broken(finding)
    )


def test_without_any_sandbox_the_network_is_reached(judged: Judge) -> None:
    finding = judged("network", InProcess())
    assert {
        "reaching TCP on loopback", "reaching UDP on loopback", "reaching an abstract local socket",
        "reaching a local socket with a path",
    } <= broken(finding)  # fmt: skip


# Judges: what they make of answers --------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A session, and its process, in which each function of the probe answers as the test says."""

    answers: Mapping[str, Any]
    cpu_seconds: float = 0.0
    idle_seconds: float = 0.0
    ended: bool = False

    def load(self, injection: Injection) -> Loaded:
        return Loaded((), {}, "", 0.0)

    def allow_reloads(self) -> None:
        pass

    def freeze(self) -> None:
        pass

    def fork(self) -> Told:
        return self

    def call(self, call: Call) -> Outcome:
        answer = self.answers[call.function]
        if callable(answer):
            answer = answer(*call.args)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Outcome) else Outcome(CallEnding.ANSWER, answer)

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        return [self.call(call) for call in calls]

    def close(self) -> None:
        pass


def judgement(promise: str, **answers: Any) -> PromiseResult:
    session = Told(answers)
    with probe_sandbox.place_canaries() as placed:
        return probing.check_promise(
            promise, probe_sandbox.ProbeSetup(session, placed, lambda: session)
        )


def each(went: bool, seen: object = "seen") -> Callable[..., list[Any]]:
    """Every attempt of a list ends in the same way."""

    def answer(names: list[Any], *_: object) -> list[Any]:
        return [[name[0] if isinstance(name, tuple) else name, went, seen] for name in names]

    return answer


REFUSED, WORKED = each(False, "PermissionError: no"), each(True, "it worked")
PYTHON = {"version": "3.12.1", "executable": "/usr/bin/python3", "library": "/usr/lib/os.py"}
SEALED: dict[str, dict[str, Any]] = {
    "files": {
        "read_files": REFUSED,
        "describe_interpreter": PYTHON,
        "list_mount_points": ["/proc", "/extra"],
        "create_files_in": REFUSED,
        "open_for_writing": REFUSED,
        "list_open_descriptors": ["/dev/null", "pipe:[1]", "socket:[2]"],
    },
    "network": {
        "connect": REFUSED,
        "make_sockets": REFUSED,
        "list_network_interfaces": ["lo", "sit0"],
    },
    "processes": {
        "list_processes": [(1, b"python3", b"python3 -c"), (2, b"python3", b"python3 -c")],
        "send_signal": ["7", False, "ProcessLookupError: none"],
        "read_files": REFUSED,
        "fork_until_refused": (61, "BlockingIOError: no more"),
        "leave_a_daemon": True,
        "find_lent_source": [["reading what is lent", False, "LookupError: it is not there"]],
        "forge_call_counts": Outcome(
            CallEnding.ANSWER, calls={"lent": sandbox_isolation_checks.ASKED}
        ),
    },
    "memory per process": {"take_memory": Outcome(CallEnding.MEMORY, stdout="4194304\n8388608\n")},
    "memory in total": {"take_memory_in_processes": (224 << 20, 8, "killed by signal 9")},
    "system calls": {
        "make_system_calls": lambda calls: [(name, errno.EPERM) for name, _ in calls],
    },
    "cpu time": {
        "burn_cpu": Outcome(CallEnding.CPU),
        "burn_cpu_in_processes": Outcome(CallEnding.CPU),
        "sleep": Outcome(CallEnding.WALL),
    },
    "output": {"print_bytes": Outcome(CallEnding.OUTPUT)},
}
"""Answers as a perfect sandbox gives them, by promise."""

KNOWN_MACHINE = pytest.mark.skipif(
    platform.machine() not in call_table.MACHINES, reason="its system calls are not known"
)


@KNOWN_MACHINE
@pytest.mark.parametrize("promise", SEALED)
def test_refusals_all_along_are_enforcement(promise: str) -> None:
    finding = judgement(promise, **SEALED[promise])
    assert finding.state is EnforcementState.ENFORCED, finding.why
    assert finding.why


@KNOWN_MACHINE
@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(CallEnding.RAISED, detail="OSError"),
        Outcome(CallEnding.BREACH),
        SandboxFailure("it is gone"),
    ],
    ids=["raised", "breach", "failure"],
)
@pytest.mark.parametrize(
    ("promise", "function"),
    [(promise, function) for promise, answers in SEALED.items() for function in answers],
)
def test_an_attempt_that_itself_fails_proves_nothing(
    promise: str, function: str, outcome: object
) -> None:
    finding = judgement(promise, **(SEALED[promise] | {function: outcome}))
    assert finding.state is EnforcementState.NOT_PROVED
    assert finding.why


@KNOWN_MACHINE
@pytest.mark.parametrize(
    ("promise", "function", "answer", "reason"),
    [
        ("files", "create_files_in", WORKED, "creating a file in /: it worked"),
        ("files", "open_for_writing", WORKED, "changing /usr/bin/python3: it worked"),
        ("files", "list_open_descriptors", ["/etc/passwd"], "finding files left open: /etc/passwd"),
        ("network", "connect", WORKED, "reaching TCP on loopback: it worked"),
        ("network", "make_sockets", WORKED, "making a socket to the hypervisor: it worked"),
        ("network", "list_network_interfaces", ["lo", "eth0"], "finding a network interface: eth0"),
        ("processes", "read_files", WORKED, "reading /proc/1/environ: it could be read"),
        ("processes", "fork_until_refused", (256, ""), "forking without end: 256 processes"),
        (
            "processes",
            "find_lent_source",
            [["reading it", True, "all of it"]],
            "reading it: all of it",
        ),
        (
            "processes",
            "forge_call_counts",
            None,
            "changing how often what is lent was asked: 0 times",
        ),
        ("memory per process", "take_memory", 192 << 20, "192 MiB where 128 are allowed"),
        (
            "memory in total",
            "take_memory_in_processes",
            (384 << 20, 12, ""),
            "12 processes held 384 MiB",
        ),
        (
            "system calls",
            "make_system_calls",
            lambda calls: [(name, errno.EFAULT if name == "bpf" else 1) for name, _ in calls],
            "bpf: it got as far as EFAULT",
        ),
        (
            "system calls",
            "make_system_calls",
            lambda calls: [(name, 0) for name, _ in calls],
            "execve: it succeeded",
        ),
        ("cpu time", "burn_cpu", 1.2, "computing without end: was not ended"),
        ("cpu time", "burn_cpu_in_processes", None, "computing in 3 processes: was not ended"),
        ("cpu time", "sleep", None, "sleeping: was not ended"),
        ("output", "print_bytes", 1 << 22, "printing without end: was not ended"),
    ],
)
def test_an_attempt_that_worked_is_noticed(
    promise: str, function: str, answer: object, reason: str
) -> None:
    finding = judgement(promise, **(SEALED[promise] | {function: answer}))
    assert finding.state is EnforcementState.NOT_ENFORCED
    assert reason in finding.why


def test_reading_what_is_outside_is_noticed() -> None:
    def read(paths: list[str]) -> list[Any]:
        return [[path, True, Path(path).read_bytes()[:4096]] for path in paths[:1]]

    finding = judgement("files", **(SEALED["files"] | {"read_files": read}))
    assert re.match(r"reading /tmp/grade-doctor-\w+/secret: it could be read", finding.why)


def test_another_file_of_the_same_name_is_not_the_one_outside() -> None:
    """A container has files of its own."""

    def read(paths: list[str]) -> list[Any]:
        return [[path, "secret" in path, b"something else"] for path in paths]

    finding = judgement("files", **(SEALED["files"] | {"read_files": read}))
    assert finding.state is EnforcementState.ENFORCED


def processes(**changes: Any) -> tuple[PromiseResult, probe_sandbox.Canaries]:
    with probe_sandbox.place_canaries() as placed:
        answers = SEALED["processes"] | {name: make(placed) for name, make in changes.items()}
        session = Told(answers)
        table = probe_sandbox.ProbeSetup(session, placed, lambda: session)
        return probing.check_promise("processes", table), placed


def test_a_process_outside_that_can_be_seen_is_noticed() -> None:
    finding, _ = processes(list_processes=lambda c: [(9, b"sh", c.token.encode())])
    assert broken(finding) == {"seeing a process outside"}


def test_a_process_outside_that_can_be_signalled_is_noticed() -> None:
    def end(placed: probe_sandbox.Canaries) -> list[Any]:
        placed.process.kill()
        placed.process.wait()
        return ["", True, None]

    finding, _ = processes(send_signal=end)
    assert broken(finding) == {"ending a process outside"}


def test_a_process_that_outlives_its_call_is_noticed() -> None:
    finding, _ = processes(list_processes=lambda c: [(3, c.daemon, b"")])
    assert broken(finding) == {"leaving a process behind for the next call"}


def test_a_process_that_outlives_its_sandbox_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe_sandbox.Canaries, "survivors", lambda _: [4711])
    finding, _ = processes()
    assert broken(finding) == {"leaving a process behind for good"}
    assert "[4711] live on" in finding.why


def test_a_process_that_was_not_left_behind_proves_nothing() -> None:
    finding, _ = processes(leave_a_daemon=lambda _: False)
    assert finding.state is EnforcementState.NOT_PROVED


def test_survivors_are_found_by_their_name() -> None:
    rename = (
        "import sys; open('/proc/self/comm', 'w').write(sys.argv[1]); print(flush=True); input()"
    )
    with probe_sandbox.place_canaries() as placed:
        command = [sys.executable, "-c", rename, placed.daemon.decode()]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as left:
            assert left.stdout is not None
            left.stdout.readline()
            assert placed.survivors() == [left.pid]
            left.kill()
        assert placed.survivors() == []


def test_being_refused_by_another_limit_proves_nothing() -> None:
    """A limit of each process says nothing of all of them together."""
    finding = judgement("memory in total", take_memory_in_processes=(64 << 20, 3, "refused"))
    assert finding.state is EnforcementState.NOT_PROVED


@pytest.mark.parametrize(
    "outcome", [Outcome(CallEnding.MEMORY), Outcome(CallEnding.DIED, detail="was killed (SIGKILL)")]
)
def test_being_killed_all_together_is_a_limit_in_total(outcome: Outcome) -> None:
    assert (
        judgement("memory in total", take_memory_in_processes=outcome).state
        is EnforcementState.ENFORCED
    )


@pytest.mark.parametrize("promise", ["memory per process", "memory in total"])
def test_a_machine_without_memory_to_spare_is_left_alone(
    promise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit_checks, "available_memory", lambda: 300 << 20)
    finding = judgement(promise)
    assert finding.state is EnforcementState.NOT_PROVED
    assert "300 MiB to spare" in finding.why


def test_memory_to_spare_is_what_the_kernel_says() -> None:
    assert 0 < probe_sandbox.available_memory() < 1 << 50


def test_an_unknown_architecture_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    finding = judgement("system calls", make_system_calls=[])
    assert finding.state is EnforcementState.NOT_PROVED
    assert "riscv64" in finding.why


def test_a_probe_that_does_not_load_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    program = probe_sandbox.probe_program()
    cell = replace(program.cells[0], source="import nothing_of_that_name\n")
    monkeypatch.setattr(probe_sandbox, "probe_program", lambda: replace(program, cells=[cell]))
    with pytest.raises(SandboxFailure, match=r"could not be loaded: .*nothing_of_that"):
        probe_sandbox.open_probe_session(InProcess())


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (SandboxUnavailable("Get one."), "Get one."),
        (SandboxFailure("it is gone"), "It could not be tried: it is gone."),
        (OSError(errno.ENOSPC, "full"), f"It could not be tried: [Errno {errno.ENOSPC}] full."),
    ],
)
def test_a_backend_that_cannot_be_had_says_why(
    problem: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> Sandbox:
        raise problem

    monkeypatch.setattr("grader.sandbox.choose_backend", refuse)
    assert probing.examine_backend("bubblewrap") == BackendExamination("bubblewrap", words)


# The table of system calls ----------------------------------------------------------------------

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("column", [0, 1])
def test_numbers_of_system_calls_are_those_of_the_kernel(column: int) -> None:
    header = HEADERS[call_table.MACHINES[column]]
    if not header.is_file():
        pytest.skip(f"{header} is not installed")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    known = {name: int(number) for name, number in re.findall(pattern, header.read_text())}
    known["prlimit"] = known["prlimit64"]
    listed = {name.partition(" ")[0]: entry[column] for name, entry in call_table.CALLS.items()}
    assert listed == {name: known.get(name, number) for name, number in listed.items()}


def test_every_listed_call_is_one_that_the_filter_refuses() -> None:
    special = {"clone", "clone3", "socket", "prlimit"}
    names = {name.partition(" ")[0] for name in call_table.CALLS}
    assert names - special <= set(seccomp.REFUSED)


def test_choosing_is_by_name() -> None:
    assert choose_backend("none").info.backend == "none"
    assert sandbox_isolation_checks.FORKS > 2 * 96  # more than any backend allows
