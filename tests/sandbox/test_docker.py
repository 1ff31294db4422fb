"""What a container may do, how it ends, and what is said when there is none."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.sandbox import SandboxUnavailable, cgroups, process_identity
from grader.sandbox.backend_interface import CallEnding
from grader.sandbox.docker import (
    Docker,
    backend,
    container_options,
    engine_client,
    orphaned_containers,
)
from grader.sandbox.docker.container import Container
from grader.sandbox.docker.engine_client import EngineAbilities
from grader.sandbox.zygote_client import BackendLimits
from tests.sandbox.scene import Scene, playing, program

pytestmark = pytest.mark.docker

ROOT = Path(__file__).parents[2]

SUBMISSION = """
import contextlib
import ctypes
import os
import time

def honest(number):
    return 2 * number

def read(path):
    with open(path) as file:
        return file.read()

def identity():
    return os.getresuid() + os.getresgid(), os.getgroups()

def environment():
    return dict(os.environ)

def below(top, hidden=("/proc",)):
    return sorted(
        os.path.join(folder, name)
        for folder, folders, files in os.walk(top)
        for name in folders + files
        if not folder.startswith(hidden)
    )

def writable():
    found = []
    for folder, folders, files in os.walk("/"):
        folders[:] = [name for name in folders if not name.isdigit() and name != "self"]
        for path in [folder, *(os.path.join(folder, name) for name in files)]:
            if os.access(path, os.W_OK) and not os.path.islink(path):
                found.append(path)
    return found

def create(path):
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
    except OSError as problem:
        return type(problem).__name__
    return "created"

def opened(path):
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as problem:
        return type(problem).__name__
    return "opened"

def error_of(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.syscall(number, *arguments) and os.strerror(ctypes.get_errno())

def interfaces():
    with open("/proc/net/dev") as file:
        return [line.split(":")[0].strip() for line in file.readlines()[2:]]

def middling_children():
    for _ in range(12):
        if os.fork() == 0:
            hoard = bytearray(100 << 20)
            for place in range(0, len(hoard), 4096):
                hoard[place] = 1
            time.sleep(1000)
    time.sleep(1000)

def born():
    number = 0
    with contextlib.suppress(OSError):
        while number < 1000:
            if os.fork() == 0:
                time.sleep(1000)
            number += 1
    return number

def leave_a_daemon():
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)

def sleep():
    time.sleep(1000)
"""


@pytest.fixture(scope="module")
def docker() -> Docker:
    return Docker.locate()


@pytest.fixture(scope="module")
def opened(docker: Docker) -> Iterator[Scene]:
    with playing(program(SUBMISSION), sandbox=docker) as scene:
        assert scene.loaded.notes == ()
        yield scene


@pytest.fixture
def scene(opened: Scene) -> Iterator[Scene]:
    """The scene; whatever a test does in it, the next honest call is right."""
    yield opened
    assert opened.value("honest", 21) == 42


def mine() -> set[str]:
    """The containers that this very process has made."""
    return {
        container["Id"]
        for container in engine_client.containers_with_label(orphaned_containers.LABEL)
        if container["Labels"][orphaned_containers.LABEL]
        == orphaned_containers.own_process_identity()
    }


def wait_until_gone(container: str, patience: float = 10.0) -> None:
    give_up = time.monotonic() + patience
    while any(
        known["Id"] == container
        for known in engine_client.containers_with_label(orphaned_containers.LABEL)
    ):
        assert time.monotonic() < give_up, "a container was left over"


def test_it_is_nobody_with_no_rights(scene: Scene) -> None:
    ids, groups = scene.value("identity")
    assert len(set(ids)) == 1
    assert ids[0] in container_options.USERS
    assert set(groups) <= {ids[0]}
    status = scene.value("read", "/proc/self/status")
    for line in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert f"{line}:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    # The engine's, and the runner's two.
    assert "Seccomp:\t2" in status
    assert "Seccomp_filters:\t3" in status


def test_containers_are_different_users(docker: Docker) -> None:
    made = [
        container_options.container_configuration("", docker.offer, "", 1)["User"]
        for _ in range(100)
    ]
    assert len(set(made)) > 20
    assert not set(container_options.USERS) & {0, 65534}


def test_there_is_python_and_nothing_else(scene: Scene) -> None:
    assert scene.value("below", "/etc") == sorted(
        f"/etc/{name}" for name in ("hostname", "hosts", "ld.so.cache", "mtab", "resolv.conf")
    )
    programs = scene.value("below", "/usr/bin") + scene.value("below", "/usr/local/bin")
    assert {path.rpartition("/")[2].rstrip("0123456789.") for path in programs} == {"python"}
    for path in ("/etc/hosts", "/etc/resolv.conf"):
        assert scene.value("read", path) == ""
    assert scene.value("read", "/etc/hostname").strip() == "sandbox"
    environment = scene.value("environment")
    assert set(environment) <= {
        *("PATH", "HOSTNAME", "HOME", "PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "LC_CTYPE"),
        "MALLOC_ARENA_MAX",
    }
    assert environment["HOSTNAME"] == "sandbox"


def test_nothing_can_be_written(scene: Scene) -> None:
    devices = {f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty")}
    # What is masked appears as /dev/null.
    masked = {"/proc/keys", "/proc/timer_list", "/proc/interrupts", "/proc/sched_debug"}
    assert set(scene.value("writable")) <= devices | masked
    for folder in ("/", "/dev", "/dev/shm", "/dev/mqueue", "/dev/pts", "/tmp", "/run", "/packages"):
        assert "Error" in scene.value("create", f"{folder}/x")
    assert "Error" in scene.value("create", "/proc/sys/kernel/core_pattern")


def test_pseudo_terminals_and_queues_are_out_of_reach(scene: Scene) -> None:
    for path in ("/dev/ptmx", "/dev/pts/ptmx", "/dev/tty", "/proc/pressure/cpu"):
        assert "Error" in scene.value("opened", path)


def test_of_the_machine_there_is_nothing_but_its_own_control_groups(scene: Scene) -> None:
    found = scene.value("below", "/sys", ("/sys/fs/cgroup",))
    assert not [path for path in found if path.count("/") > 2 and not path.startswith("/sys/fs/")]
    for kind in ("ext4", "xfs", "btrfs", "fuse"):  # folders named after the machine's disks
        assert scene.value("below", f"/sys/fs/{kind}") == []
    for line in scene.value("read", "/proc/self/cgroup").splitlines():
        assert line.split(":", 2)[2] == "/"


def test_there_is_no_network_and_no_engine(scene: Scene) -> None:
    assert scene.value("interfaces") == ["lo"]
    everything = scene.value("below", "/", ("/proc", "/sys"))
    assert not [path for path in everything if "docker.sock" in path]


def test_system_calls_are_filtered_from_the_first_instruction(docker: Docker) -> None:
    """By the engine already, before the runner adds its own filter."""
    calls = {"mount": 165, "ptrace": 101, "unshare": 272, "memfd_create": 319, "clone3": 435}
    clone, new_user, sockets, inet = 56, 0x10000000, 41, 2
    code = f"""
import ctypes, os, threading
libc = ctypes.CDLL(None, use_errno=True)
def attempt(*arguments):
    ctypes.set_errno(0)
    libc.syscall(*arguments)
    return ctypes.get_errno()
print([attempt(number, 0, 0, 0, 0, 0) for number in {list(calls.values())}])
print(attempt({clone}, {new_user} | 17, 0, 0, 0, 0), attempt({sockets}, {inet}, 1, 0))
thread = threading.Thread(target=print, args=("a thread",))
thread.start()
thread.join()
"""
    if docker.offer.architecture != "x86_64":
        pytest.skip("the numbers are those of x86-64")
    with contextlib.closing(alone(docker, code)) as container:
        assert played(container)[0] == "[1, 1, 1, 1, 38]\n1 1\na thread\n"


def played(container: Container) -> tuple[str, str]:
    """What a container with a program of its own says, and why it ends."""
    said = b""
    while True:
        try:
            said += container.read()
        except EOFError as ending:
            return said.decode(), str(ending)


def alone(docker: Docker, code: str, memory_bytes: int = 64 << 20) -> Container:
    """A container in which not the runner is PID 1, but ``code``."""
    wanted = container_options.container_configuration(
        docker.image, docker.offer, docker.runtime, memory_bytes
    )
    wanted["Entrypoint"] = ["python3", "-S", "-c", code]
    return Container.start(wanted, BackendLimits())


def test_memory_of_all_processes_together_is_limited(scene: Scene) -> None:
    outcome = scene.call("middling_children", cpu=20.0, wall=60.0)
    assert outcome.ending is CallEnding.MEMORY


def test_the_number_of_processes_is_limited(scene: Scene) -> None:
    assert 10 < scene.value("born") < cgroups.PROCESSES


def test_nothing_is_left_when_a_session_is_closed(docker: Docker) -> None:
    before = mine()
    with playing(program(SUBMISSION), sandbox=docker) as scene:
        scene.value("leave_a_daemon")
        (ours,) = mine() - before
    assert ours not in mine()


@pytest.mark.parametrize("when", ["between calls", "during a call"])
def test_a_container_that_is_killed_is_replaced(docker: Docker, when: str) -> None:
    before = mine()
    with playing(program(SUBMISSION), sandbox=docker) as scene:
        (first,) = mine() - before
        scene.value("honest", 1)
        if when == "between calls":
            engine_client.remove(first)
        else:
            killer = threading.Thread(target=kill_at_work, args=(first,))
            killer.start()
            # Carried out again by a fresh container.
            assert scene.call("sleep", wall=1.0).ending is CallEnding.WALL
            killer.join()
        assert scene.value("honest", 2) == 4
        (second,) = mine() - before
        assert second != first


def kill_at_work(container: str) -> None:
    # PID 1, the template, and at last the process of the call
    while len(engine_client._client().top(container)["Processes"]) < 3:
        pass
    engine_client.remove(container)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("x = [bytes([1]) * (1 << 20) for _ in range(1000)]", "for taking more than 64 MiB"),
        ("import os; os._exit(7)", "ended with status 7"),
        ("import ctypes; ctypes.string_at(0)", "ended with status 139"),
    ],
)
def test_want_of_memory_is_told_from_other_deaths(docker: Docker, code: str, why: str) -> None:
    with contextlib.closing(alone(docker, code)) as container:
        assert why in played(container)[1]


def test_a_kill_from_outside_is_no_want_of_memory(docker: Docker) -> None:
    with contextlib.closing(docker.container(64 << 20)) as container:
        engine_client.remove(container.id)
        assert "ended with status 137" in played(container)[1]


def test_what_an_interpreter_complains_of_is_kept_for_diagnosis(docker: Docker) -> None:
    container = alone(docker, "raise SystemExit('x' * 9999 + ' no use')")
    assert played(container)[0] == ""
    said = container.close()
    assert said.strip().endswith("no use")
    assert len(said) <= 4000


@pytest.mark.parametrize("state", ["idle", "busy", "frozen"])
def test_a_grader_that_is_killed_leaves_no_container(docker: Docker, state: str) -> None:
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADER, state],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert grader.stdout is not None
    with grader.stdout:
        container = grader.stdout.readline().strip()
        grader.send_signal(signal.SIGKILL)
    grader.wait()
    assert container
    wait_until_gone(container)


GRADER = """
import sys
from grader.model.time_limits import CallLimits
from grader.sandbox.docker import Docker, engine_client, orphaned_containers
from grader.sandbox.call_request import Call
from grader.sandbox.backend_interface import CallEnding
from tests.sandbox.scene import playing, program
sleeper = program("import time\\ndef sleep(seconds=1000): time.sleep(seconds)")
with playing(sleeper, sandbox=Docker.locate()) as scene:
    if sys.argv[1] == "frozen":
        call = Call("sleep", (0,), {}, 1, CallLimits(1.0, 30.0), freeze=True)
        assert scene.session.fork().call(call).ending is CallEnding.ANSWER
    label, own = orphaned_containers.LABEL, orphaned_containers.own_process_identity()
    for container in engine_client.containers_with_label(label):
        if container["Labels"][label] == own:
            print(container["Id"], flush=True)
    scene.call("sleep", wall=1000.0) if sys.argv[1] == "busy" else sys.stdin.read()
"""


def test_orphans_are_removed_and_nobody_elses(docker: Docker) -> None:
    def made(maker: str, *, started: bool) -> str:
        wanted = container_options.container_configuration(
            docker.image, docker.offer, docker.runtime, 64 << 20
        )
        wanted["Labels"] = {orphaned_containers.LABEL: maker}
        wanted["Entrypoint"] = ["python3", "-c", "import time; time.sleep(1000)"]
        container = engine_client.create(wanted)
        if started:
            engine_client.start(container)
        return container

    place, pid, started = orphaned_containers.own_process_identity().split("/")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    gone = [made(f"{place}/{dead.pid}/1", started=flag) for flag in (True, False)]
    gone.append(made(f"{place}/{pid}/1{started}", started=True))  # a later process of that number
    living = [
        made(orphaned_containers.own_process_identity(), started=True),
        made(f"{place}/1/{process_identity.process_start_time(1)}", started=True),
        made(f"elsewhere:{dead.pid}/{dead.pid}/1", started=True),
    ]
    try:
        Docker.locate()
        there = {
            known["Id"] for known in engine_client.containers_with_label(orphaned_containers.LABEL)
        }
        assert not there & set(gone)
        assert there >= set(living)
    finally:
        for container in gone + living:
            engine_client.remove(container)


def test_no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine_client, "_connected", engine_client._connected.__wrapped__)
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(
        SandboxUnavailable, match=r"No Docker engine answers at unix://.*\(No such file.*Start one"
    ):
        Docker.locate()


def test_no_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docker.errors", None)
    with pytest.raises(SandboxUnavailable, match="needs the Python package docker"):
        Docker.locate()


def test_an_engine_that_this_account_may_not_use() -> None:
    problem = ConnectionError("aborted")
    problem.__context__ = PermissionError(13, "Permission denied")
    assert "This account may not use the Docker engine" in engine_client._unreachable(problem)


def test_no_image(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "IMAGE", "no-such-image")
    with pytest.raises(SandboxUnavailable, match=r"does not have the image.*make docker-image"):
        Docker.locate()


def test_an_image_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_FORMAT", "another")
    with pytest.raises(SandboxUnavailable, match=r"not one for this version.*make docker-image"):
        Docker.locate()


def test_an_image_without_a_promised_package(docker: Docker) -> None:
    with pytest.raises(SandboxUnavailable, match="promises pandas"):
        docker.start(replace(program("x = 1"), packages=("numpy", "pandas")))


def test_packages_are_there_if_they_are_promised(docker: Docker) -> None:
    source = "def total():\n    import numpy\n    return int(numpy.arange(10).sum())"
    promised = replace(program(source, memory_bytes=1 << 30), packages=("numpy",))
    with playing(promised, sandbox=docker) as scene:
        assert scene.value("total") == 45
    with playing(program(source), sandbox=docker) as scene:
        said = scene.call("total").detail
        assert said.startswith("ModuleNotFoundError: No module named 'numpy': the course does not")


def test_a_runtime_that_the_engine_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(backend.RUNTIME, "no-such-runtime")
    with pytest.raises(SandboxUnavailable, match=r"names no-such-runtime, but.*only.*runc"):
        Docker.locate()


def test_gvisor_is_taken_where_the_engine_has_it(
    docker: Docker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(backend.RUNTIME, raising=False)
    offer: EngineAbilities = docker.offer
    assert backend._choose_runtime(replace(offer, runtimes=frozenset({"runc"}))) == ""
    assert backend._choose_runtime(replace(offer, runtimes=frozenset({"runc", "runsc"}))) == "runsc"
    monkeypatch.setenv(backend.RUNTIME, "runc")
    assert backend._choose_runtime(replace(offer, runtimes=frozenset({"runc", "runsc"}))) == "runc"


def test_gaps_are_admitted(docker: Docker) -> None:
    assert all(docker.info.enforced.values())
    assert docker.info.warning == ""
    poor = replace(docker, offer=replace(docker.offer, memory=False, processes=False)).info
    assert poor.enforced["memory in total"] is False
    assert "memory in total" in poor.warning


def test_images_are_named_by_digest(docker: Docker) -> None:
    assert docker.image.startswith("sha256:")
