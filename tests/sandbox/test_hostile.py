"""Hostile and broken submissions in a real sandbox; the next honest call is always right."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import grader
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import ENDED_ALL, CallEnding, SandboxUnavailable
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.call_request import Call
from grader.wire import InjectedFunction
from tests.sandbox.scene import Scene, playing, program

pytestmark = pytest.mark.bubblewrap

SUBMISSION = r'''
import ctypes
import faulthandler
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)

def honest(number):
    return 2 * number

def busy():
    while True:
        pass

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return True

def busy_and_deaf():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def busy_in_c():
    return sum(range(10**13))

def busy_children():
    for _ in range(4):
        if os.fork() == 0:
            while True:
                pass
    time.sleep(1000)

def busy_grandchildren():
    if os.fork() == 0:
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)
    os.wait()
    time.sleep(1000)

def busy_thread():
    threading.Thread(target=busy, daemon=True).start()
    time.sleep(1000)

def sleep():
    time.sleep(1000)

def stop_oneself():
    os.kill(os.getpid(), signal.SIGSTOP)

def flood():
    while True:
        print("x" * 1000)

def flood_from_many():
    for _ in range(6):
        if os.fork() == 0:
            while True:
                os.write(1, b"x" * 4096)
    time.sleep(1000)

def one_large_allocation():
    return bytearray(10**12)

def large_lists():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))

def small_objects():
    chain = None
    while True:
        chain = (chain, object())

def kept_small_objects():
    global hoard
    hoard = None
    while True:
        hoard = (hoard, object())

def exit_politely():
    sys.exit(3)

def exit_at_once(status=0):
    os._exit(status)

def send_oneself(number):
    os.kill(os.getpid(), number)
    return "still here"

def crash():
    ctypes.string_at(0)

def overflow_in_c():
    faulthandler._stack_overflow()

def kill_everybody():
    os.kill(-1, signal.SIGKILL)
    return "alone"

def kill_pid_1():
    os.kill(1, signal.SIGKILL)
    return open("/proc/1/stat").read()[:1]

def kill_the_parent():
    os.kill(os.getppid(), signal.SIGKILL)
    return "orphan"

def stop_the_parent():
    os.kill(os.getppid(), signal.SIGSTOP)
    return "parent stopped"

def leave_a_daemon():
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(0.001)
    return True

def processes():
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            found.append(int(name))
    return len(found)

def close_everything():
    os.closerange(0, 100)

def close_and_return(number):
    for fd in (0, 1, 2):
        os.close(fd)
    return number

def frame(message):
    body = json.dumps(message).encode()
    return struct.pack(">I", len(body)) + body

def write_everywhere(data):
    for fd in range(3, 64):
        try:
            os.write(fd, data)
        except OSError:
            pass

def say(message):
    write_everywhere(frame(message))
    return "said"

def say_raw(data):
    write_everywhere(data)
    return "said"

def say_zeros(size):
    for fd in range(3, 64):
        if is_open(fd) and os.readlink(f"/proc/self/fd/{fd}").startswith("socket"):
            try:
                socket.socket(fileno=os.dup(fd)).sendall(struct.pack(">I", size) + bytes(size))
            except OSError:  # one that takes no message of this size
                pass
    return "said"

def say_many(count):
    write_everywhere(struct.pack(">I", 0) * count)
    return "said"

def shut_the_wire():
    for fd in range(3, 64):
        try:
            socket.socket(fileno=os.dup(fd)).shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
    return "shut"

def steal_requests():
    """A process that reads in the template's place what is meant for the template."""
    try:
        for _ in range(8):
            if os.fork() == 0:
                os.setsid()
                while True:
                    if os.fork():
                        os._exit(0)
    except BlockingIOError:
        pass  # there are as many as may be
    return "stolen"

class Mute(Exception):
    def __str__(self):
        raise self
    __repr__ = __str__

class Endless(Exception):
    def __str__(self):
        while True:
            pass

class Odd(Exception):
    __traceback__ = property(lambda self: 1 / 0)
    __class__ = property(lambda self: 1 / 0)
    def __str__(self):
        return type("Text", (str,), {"__getitem__": lambda self, key: 5})("x")

def raise_mute():
    raise Mute

def raise_endless():
    raise Endless

def raise_odd():
    raise Odd

def raise_long():
    raise ValueError("x" * 10**6)

def raise_many():
    problem = None
    for number in range(1000):
        try:
            raise ValueError(number) from problem
        except ValueError as caught:
            problem = caught
    raise problem

def put_in(board):
    class Incomparable:
        def __eq__(self, other):
            raise ZeroDivisionError
        __ne__ = __eq__
    board[0] = Incomparable()
    return 1

def break_random(number):
    random.seed = None
    return number

def break_recursion(levels):
    found = []
    for _ in range(levels):
        found = [found]
    sys.setrecursionlimit(60)
    return found

def break_json(number):
    json.dumps = json.loads = lambda *args, **kwargs: "{}"
    return number

def break_answers(number):
    sys._getframe(1).f_globals["json"] = None
    return number

def ignore_children(number):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    return number

def alarm_later(number):
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    return number

def attempt(name, *args):
    try:
        return ATTEMPTS[name](*args)
    except Exception as problem:
        return f"{type(problem).__name__} {getattr(problem, 'errno', '')}".strip()

def claim_changes(one, other):
    claimed = [(place, (0, None, 1)) for place in (99, 1, 1, 2)]
    sys._getframe(1).f_globals["enumerate"] = lambda *_: claimed

def system_call(number, *args):
    status = libc.syscall(number, *args)
    return ctypes.get_errno() if status == -1 else status

def read_memory_of(pid):
    with open(f"/proc/{pid}/mem", "rb") as memory:
        return memory.read(1)

ATTEMPTS = {
    "read": lambda path: open(path, "rb").read(4096),
    "list": lambda path: sorted(os.listdir(path)),
    "exists": os.path.exists,
    "write": lambda path: open(path, "wb").write(b"x"),
    "mkdir": lambda path: os.mkdir(path),
    "remove": os.remove,
    "link": lambda path: os.symlink("/etc", path),
    "import": lambda name: __import__(name).__name__,
    "run": lambda *words: subprocess.run(words).returncode,
    "exec": lambda path: os.execv(path, [path]),
    "socket": lambda family: socket.socket(family).close(),
    "pair": lambda family: [one.close() for one in socket.socketpair(family)] and None,
    "connect": lambda host, port: socket.create_connection((host, port), 1).close(),
    "resolve": lambda name: socket.getaddrinfo(name, 80),
    "interfaces": lambda: [name for _, name in socket.if_nameindex()],
    "system call": system_call,
    "memory": read_memory_of,
    "environment": lambda: dict(os.environ),
    "identity": lambda: [os.getuid(), os.geteuid(), os.getgid(), os.getgroups()],
    "become root": lambda: os.setuid(0),
    "status": lambda pid: open(f"/proc/{pid}/status").read(),
    "fork": lambda: fork_many(),
    "descriptors": lambda: len([fd for fd in range(200) if is_open(fd)]),
    "modules": lambda: sorted(name for name in sys.modules if "grader" in name or "pytest" in name),
}

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

def fork_many():
    for made in range(1000):
        if os.fork() == 0:
            time.sleep(1000)
    return made
'''


@pytest.fixture(scope="module")
def opened() -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as scene:
        assert scene.loaded.notes == ()
        yield scene


@pytest.fixture
def scene(opened: Scene) -> Iterator[Scene]:
    """The scene; whatever a test does in it, the next honest call is right."""
    yield opened
    assert opened.value("honest", 21, fresh=False) == 42
    assert opened.value("honest", 4) == 8
    # Nobody but PID 1, the template, the process of the call, and two that answer for what is lent.
    assert opened.value("processes") == 5


@pytest.mark.parametrize(
    "function",
    [
        "busy",
        "busy_and_deaf",
        "busy_in_c",
        "busy_children",
        "busy_grandchildren",
        "busy_thread",
        "raise_endless",
    ],
)
def test_cpu_limit(scene: Scene, function: str) -> None:
    outcome = scene.call(function, cpu=0.1)
    assert outcome.ending is CallEnding.CPU
    assert outcome.cpu_seconds > 0.1


def test_an_answer_that_comes_too_late_does_not_slip_through(scene: Scene) -> None:
    assert scene.call("work", 0.101, cpu=0.1).ending is CallEnding.CPU
    assert scene.call("work", 0.05, cpu=0.1).ending is CallEnding.ANSWER


def test_the_stack_at_a_time_limit_names_the_students_line(scene: Scene) -> None:
    line = 1 + SUBMISSION.split("\n").index("    return sum(range(10**13))")
    outcome = scene.call("busy_in_c", cpu=0.1)
    assert f'File "alice.py", line {line} in busy_in_c' in outcome.traceback
    assert "grader" not in outcome.traceback


@pytest.mark.parametrize(
    "function", ["sleep", pytest.param("stop_oneself", marks=pytest.mark.slow)]
)
def test_wall_limit(scene: Scene, function: str) -> None:
    assert scene.call(function, wall=0.2).ending is CallEnding.WALL


@pytest.mark.parametrize("function", ["flood", "flood_from_many"])
def test_output_limit(scene: Scene, function: str) -> None:
    outcome = scene.call(function, cpu=10.0)
    assert outcome.ending is CallEnding.OUTPUT
    assert outcome.stdout.startswith("x" * 100)


@pytest.mark.parametrize(
    "function",
    [
        "one_large_allocation",
        "large_lists",
        "small_objects",
        pytest.param("kept_small_objects", marks=pytest.mark.slow),
    ],
)
def test_memory_limit(scene: Scene, function: str) -> None:
    assert scene.call(function, cpu=10.0).ending is CallEnding.MEMORY


def test_sys_exit_is_an_exception(scene: Scene) -> None:
    outcome = scene.call("exit_politely")
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "SystemExit: 3")


@pytest.mark.parametrize("status", [0, 1, 42])
def test_leaving_at_once(scene: Scene, status: int) -> None:
    outcome = scene.call("exit_at_once", status)
    assert outcome.ending is CallEnding.DIED
    assert outcome.detail == f"ended its process with status {status}"


@pytest.mark.parametrize("name", ["SIGKILL", "SIGABRT", "SIGTERM", "SIGALRM"])
def test_a_signal_to_oneself(scene: Scene, name: str) -> None:
    outcome = scene.call("send_oneself", int(signal.Signals[name]))
    assert outcome.ending is CallEnding.DIED
    assert name in outcome.detail


@pytest.mark.parametrize("function", ["crash", "overflow_in_c"])
def test_segmentation_fault(scene: Scene, function: str) -> None:
    outcome = scene.call(function)
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, "crashed (SIGSEGV)")


@pytest.mark.parametrize(
    ("function", "value"),
    [
        ("kill_pid_1", "1"),
        ("stop_the_parent", "parent stopped"),
    ],
)
def test_signals_to_others(scene: Scene, function: str, value: str) -> None:
    assert scene.value(function) == value


@pytest.mark.parametrize(
    ("function", "value"), [("kill_everybody", "alone"), ("kill_the_parent", "orphan")]
)
def test_a_process_that_ends_its_template_has_ended(
    scene: Scene, function: str, value: str
) -> None:
    assert scene.value(function) == value
    # The kernel may take the template away a little later than the answer comes.
    outcomes = (scene.call("honest", 21, fresh=False) for _ in range(1000))
    outcome = next(each for each in outcomes if each.ending is not CallEnding.ANSWER)
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, ENDED_ALL)
    assert scene.process is not None
    assert scene.process.ended


def test_a_daemon_is_gone_at_the_next_fresh_call(scene: Scene) -> None:
    assert scene.value("leave_a_daemon") is True
    assert scene.value("processes", fresh=False) == 6
    assert scene.value("processes") == 5


def test_closing_every_descriptor(scene: Scene) -> None:
    assert scene.call("close_everything").ending is CallEnding.DIED


def test_closing_the_standard_descriptors_is_harmless(scene: Scene) -> None:
    assert scene.value("close_and_return", 5) == 5


@pytest.mark.parametrize(
    "message",
    [
        {"nonce": "guessed", "kind": "answer", "value": 7},
        {"nonce": None},
        {"kind": "answer", "value": 7},
        {"pong": 1},
        {"at": [0, 0]},
        {"loaded": []},
        {"outcome": "told"},
        [],
        7,
        None,
    ],
    ids=str,
)
def test_a_forged_message_is_a_breach(scene: Scene, message: object) -> None:
    assert scene.call("say", message).ending is CallEnding.BREACH


@pytest.mark.parametrize("status", [0, 256, 9, 65535, -1, 2**40, True, None, "9", [1]], ids=repr)
def test_a_forged_end_is_believed_at_ones_own_cost(scene: Scene, status: object) -> None:
    assert scene.call("say", {"ended": status}).ending is CallEnding.DIED


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\x00\x00\x00\x04\xff\xfe\x00\x01",
        b"\x00\x00\x00\x04\x00\x00\x00\x00",
        b"\x00\x00\x00\x05{\x1b[]\x07",
        b"\x00\x00\xff\xff" + b"[" * 65535,
    ],
)
def test_a_malformed_frame_is_a_breach(scene: Scene, data: bytes) -> None:
    assert scene.call("say_raw", data).ending is CallEnding.BREACH


@pytest.mark.parametrize(
    "data", [b"\x00", pytest.param(b"\x00\x00\xff\xffx", marks=pytest.mark.slow)]
)
def test_half_a_frame_swallows_ones_own_answer(scene: Scene, data: bytes) -> None:
    ending = scene.call("say_raw", data, wall=0.2).ending
    assert ending in {CallEnding.BREACH, CallEnding.WALL}


def test_thousands_of_frames(scene: Scene) -> None:
    assert scene.call("say_many", 20_000, cpu=2.0).ending is CallEnding.BREACH


@pytest.mark.slow
def test_answers_that_grow_most_when_they_are_passed_on(scene: Scene) -> None:
    assert scene.call("say_zeros", 2 << 20).ending is CallEnding.BREACH
    calls = [Call("say_zeros", (2 << 20,), {}, 1, CallLimits(2.0, 30.0))] * 3
    outcomes = scene.session.fork().call_each(calls)
    assert {outcome.ending for outcome in outcomes} <= {CallEnding.BREACH, CallEnding.ANSWER}


def test_shutting_the_wire(scene: Scene) -> None:
    assert scene.call("shut_the_wire").ending is CallEnding.DIED


@pytest.mark.slow
def test_processes_that_are_born_faster_than_they_are_killed(scene: Scene) -> None:
    # Often: how they get away is a matter of moments.
    for number in range(30):
        assert scene.call("steal_requests").ending in {CallEnding.ANSWER, CallEnding.CPU}
        assert scene.value("honest", number) == 2 * number


@pytest.mark.parametrize(
    ("function", "detail"),
    [
        ("raise_mute", "submission.Mute: (its message could not be printed)"),
        ("raise_odd", "submission.Odd"),
        ("raise_long", "ValueError: xxx"),
        ("raise_many", "ValueError: 999"),
    ],
)
def test_odd_exceptions(scene: Scene, function: str, detail: str) -> None:
    outcome = scene.call(function)
    assert outcome.ending is CallEnding.RAISED
    assert outcome.detail.startswith(detail)
    assert len(outcome.detail) < 3000


def test_only_arguments_that_there_are_can_have_changed(scene: Scene) -> None:
    outcome = scene.call("claim_changes", [0], [1])
    assert (outcome.ending, outcome.changed) == (CallEnding.ANSWER, (1,))


def test_something_incomparable_in_an_argument_counts_as_a_change(scene: Scene) -> None:
    outcome = scene.call("put_in", [0, 1])
    assert (outcome.ending, outcome.changed) == (CallEnding.ANSWER, (0,))


@pytest.mark.parametrize(
    "function", ["break_random", "break_json", "break_answers", "ignore_children", "alarm_later"]
)
def test_what_a_call_breaks_is_whole_in_the_next_fresh_one(scene: Scene, function: str) -> None:
    assert scene.call(function, 3).ending in {CallEnding.ANSWER, CallEnding.DIED, CallEnding.BREACH}
    assert scene.value("honest", 5) == 10


def test_no_traceback_of_the_graders_own_is_shown(scene: Scene) -> None:
    outcome = scene.call("break_answers", 1)
    assert outcome.ending in {CallEnding.DIED, CallEnding.BREACH}
    assert "grader" not in outcome.stderr


def test_an_answer_that_cannot_be_read_for_want_of_recursion(scene: Scene) -> None:
    outcome = scene.call("break_recursion", 50)
    assert outcome.ending is CallEnding.RAISED
    assert outcome.detail.startswith("RecursionError")


# --- what is there to be seen -------------------------------------------------------------------

PACKAGE = Path(grader.__file__).parent


def test_nothing_of_the_grader_is_in_the_sandbox(scene: Scene) -> None:
    for place in (PACKAGE, PACKAGE.parent, PACKAGE.parent / "hidden_tests", Path(__file__)):
        assert scene.value("attempt", "exists", str(place)) is False
    for path in ("/etc/shadow", "/etc/passwd", str(Path.home() / ".bashrc"), "/var/cache", "/run"):
        assert scene.value("attempt", "exists", path) is False
    for module in ("pytest", "hidden_tests", "reference", "grader.sandbox", "grader.testing"):
        assert scene.value("attempt", "import", module) == "ModuleNotFoundError"


def test_the_top_of_the_file_system(scene: Scene) -> None:
    top = set(scene.value("attempt", "list", "/"))
    expected = {"dev", "proc", "usr", "lib", "lib64", "etc", "opt", "root", "home"}
    assert top <= expected | {Path(os.path.realpath("/proc/self/exe")).parts[1]}
    assert set(scene.value("attempt", "list", "/dev")) == {
        "null", "zero", "full", "random", "urandom",
    }  # fmt: skip


def test_the_environment_is_empty(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = scene.value("attempt", "environment")
    assert set(environment) <= {
        *("PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX", "PWD", "LC_CTYPE")
    }
    assert "Error" in scene.value("attempt", "read", "/proc/1/environ")


def test_the_identity_is_nobodys(scene: Scene) -> None:
    assert scene.value("attempt", "identity")[:3] == [65534, 65534, 65534]
    assert "Error" in scene.value("attempt", "become root")
    status = scene.value("attempt", "status", "self")
    assert "CapEff:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t2" in status


def test_modules_of_the_runner_are_all_there_is_of_the_grader(scene: Scene) -> None:
    modules = scene.value("attempt", "modules")
    assert all(name == "grader" or name.startswith("grader.") for name in modules)
    assert not [name for name in modules if "testing" in name or "sandbox" in name]


@pytest.mark.parametrize(
    "path", ["/x", "/dev/x", "/dev/shm/x", "/tmp/x", "/proc/x", "/usr/lib/x", "/etc/x", "x"]
)
def test_nothing_can_be_written(scene: Scene, path: str) -> None:
    for way in ("write", "mkdir", "link"):
        assert "Error" in str(scene.value("attempt", way, path))


@pytest.mark.parametrize(
    "path",
    [
        *("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/1/oom_score_adj"),
        *("/proc/pressure/cpu", "/proc/pressure/memory"),
    ],
)
def test_the_kernel_cannot_be_configured(scene: Scene, path: str) -> None:
    assert "Error" in str(scene.value("attempt", "write", path))


def test_the_interpreter_cannot_be_replaced(scene: Scene) -> None:
    library = os.__file__
    for file in (library, os.path.realpath("/proc/self/exe")):
        assert "Error" in scene.value("attempt", "write", file)
        assert "Error" in scene.value("attempt", "remove", file)


def test_no_network(scene: Scene) -> None:
    assert scene.value("attempt", "interfaces") == ["lo"] or "Error" in str(
        scene.value("attempt", "interfaces")
    )
    for family in (2, 10, 16, 17):
        assert scene.value("attempt", "socket", family) == "PermissionError 1"
        assert scene.value("attempt", "pair", family) == "PermissionError 1"
    assert scene.value("attempt", "pair", 1) is None
    assert "Error" in scene.value("attempt", "connect", "127.0.0.1", 22)
    assert "error" in scene.value("attempt", "resolve", "localhost.example")


def test_no_other_program(scene: Scene) -> None:
    python = os.path.realpath("/proc/self/exe")
    assert "Error" in scene.value("attempt", "run", python, "-c", "0")
    assert scene.value("attempt", "exec", python) == "PermissionError 1"


REFUSED_CALLS = {
    "x86_64": {
        "ptrace": (101, 0, 0, 0, 0),
        "process_vm_readv": (310, 1, 0, 0, 0, 0, 0),
        "unshare": (272, 0x10000000),
        "mount": (165, 0, 0, 0, 0, 0),
        "setns": (308, 0, 0),
        "chroot": (161, 0),
        "keyctl": (250, 0, 0),
        "io_uring_setup": (425, 1, 0),
        "bpf": (321, 0, 0, 0),
        "memfd_create": (319, 0, 0),
        "shmget": (29, 0, 4096, 0o1600),
        "clone with a namespace": (56, 0x10000011, 0, 0, 0, 0),
        "prlimit of another": (302, 1, 7, 0, 0),
        "setpriority": (141, 0, 0, 5),
    }
}.get(os.uname().machine, {})


@pytest.mark.parametrize("name", REFUSED_CALLS)
def test_refused_system_calls(scene: Scene, name: str) -> None:
    assert scene.value("attempt", "system call", *REFUSED_CALLS[name]) == 1


def test_memory_of_others_cannot_be_read(scene: Scene) -> None:
    for pid in (1, 2):
        assert "Error" in scene.value("attempt", "memory", pid)


def test_processes_are_limited(scene: Scene) -> None:
    assert scene.value("attempt", "fork") == "BlockingIOError 11"


def test_few_descriptors_are_open(scene: Scene) -> None:
    # Standard input, output and error, the wire, where the stack goes, and two to ask what is lent.
    assert scene.value("attempt", "descriptors") == 7


# --- the sandbox itself -------------------------------------------------------------------------


def descendants(pid: int) -> set[int]:
    """Every living process below ``pid``, as the host sees them."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry.name)] = int(fields[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def kill(pids: set[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):  # the kernel was faster
            os.kill(pid, signal.SIGKILL)


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


def test_nothing_survives_closing() -> None:
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:
        scene.value("leave_a_daemon")
        scene.value("leave_a_daemon", fresh=False)
        inside = descendants(os.getpid()) - before
        # bwrap, PID 1, template, the process of the call, two daemons, two that answer for what is
        # lent; the group's keeper outside.
        assert len(inside) in {8, 9}
    assert alive(inside) == set()


def test_nothing_survives_closing_while_flooded() -> None:
    before = descendants(os.getpid())
    with playing(program("import os\nfor _ in range(5):\n    os.fork()\nwhile True: pass\n")):
        inside = descendants(os.getpid()) - before
    assert alive(inside) == set()


def test_a_zygote_that_is_killed_from_outside_is_replaced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "grader.sandbox")
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:
        assert scene.value("honest", 1) == 2
        kill(descendants(os.getpid()) - before)
        assert scene.value("honest", 2) == 4
        assert scene.call("say_raw", b"").ending is CallEnding.ANSWER
        assert scene.call("honest", InjectedFunction("add_one")).ending is CallEnding.RAISED
    assert "a sandbox failed" in caplog.messages


def test_a_zygote_that_is_killed_in_the_middle_of_a_call_is_replaced() -> None:
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:

        def kill_at_work() -> None:
            # bwrap, PID 1, the template, and at last the process of the call
            while len(inside := descendants(os.getpid()) - before) < 4:
                pass
            kill(inside)

        killer = threading.Thread(target=kill_at_work)
        killer.start()
        assert scene.call("sleep", wall=0.5).ending is CallEnding.WALL
        killer.join()
        assert scene.value("honest", 2) == 4


@pytest.mark.alone
@pytest.mark.slow
def test_a_process_that_is_kept_from_running_does_not_count_as_asleep(
    rivals: None,
) -> None:
    with playing(program(SUBMISSION)) as scene:
        outcome = scene.call("work", 0.5, cpu=10.0, wall=1.3)
        assert outcome.ending is CallEnding.ANSWER
        assert outcome.wall_seconds > 1.3
        asleep = scene.call("sleep", cpu=10.0, wall=0.3)
        assert asleep.ending is CallEnding.WALL


@pytest.mark.slow
@pytest.mark.alone
def test_a_process_that_is_kept_from_running_for_too_long_is_not_to_blame(rivals: None) -> None:
    with playing(program(SUBMISSION)) as scene:
        call = Call("work", (60.0,), {}, 1, CallLimits(10.0, 1.0, overload=1.0))
        outcome = scene.session.fork().call(call)
        assert outcome.ending is CallEnding.STARVED
        assert scene.value("honest", 5) == 10


@pytest.fixture
def rivals() -> Iterator[None]:
    """Processes that leave all others that want to run, wherever, a quarter of a processor."""
    busy = [sys.executable, "-c", "print(flush=True)\nwhile True: pass"]
    with contextlib.ExitStack() as ended:
        for _ in range(3 * (os.cpu_count() or 1)):
            # In sessions of their own, because the kernel may share processors out by session.
            rival = subprocess.Popen(busy, stdout=subprocess.PIPE, start_new_session=True)
            ended.enter_context(rival)
            ended.callback(rival.kill)
            assert rival.stdout is not None
            rival.stdout.readline()
        yield


def test_without_bubblewrap_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxUnavailable, match="Install bubblewrap"):
        Bubblewrap.locate()


def test_a_bubblewrap_that_does_not_work_is_quoted(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho no user namespaces here >&2\nexit 1\n")
    broken.chmod(0o755)
    tmp_path.chmod(0o755)
    with pytest.raises(SandboxUnavailable, match="could not start a sandbox"):
        Bubblewrap(str(broken)).start(program("x = 1"))


def test_a_bubblewrap_that_is_gone_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="could not start a sandbox"):
        Bubblewrap(str(tmp_path / "bwrap")).start(program("x = 1"))
