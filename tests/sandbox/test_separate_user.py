"""Sandboxes as users of their own, where there is no namespace. Only root can start them.

Their attacks run in containers: tests/export/test_containers.py. Here nothing of the machine is
closed to other users, as the backend does it in a container.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.runner import sandbox_processes
from grader.sandbox import python_runtime, separate_user
from grader.sandbox.backend_interface import CallEnding, SandboxUnavailable
from grader.sandbox.separate_user import SeparateUser
from tests.sandbox.scene import Scene, playing, program

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="Only root may be another user.")

SUBMISSION = r'''
import os
import signal
import socket
import time

def identities():
    return [*os.getresuid(), *os.getresgid()]

def groups():
    return os.getgroups()

def signal_parents():
    """Signals the zygote and the grader, which started it."""
    with open(f"/proc/{os.getppid()}/stat") as stat:
        zygote = int(stat.read().rpartition(")")[2].split()[1])
    refused = 0
    for pid in (zygote, GRADER, 1):
        try:
            os.kill(pid, signal.SIGKILL)
        except PermissionError:
            refused += 1
    return refused

def become_root():
    try:
        os.setuid(0)
    except PermissionError:
        return "refused"

def kill_everybody():
    os.kill(-1, signal.SIGKILL)

def leave_a_daemon():
    """Returns the user id, and the id of a process whose parents have ended."""
    told, tells = os.pipe()
    middle = os.fork()
    if middle == 0:
        os.setsid()
        daemon = os.fork()
        if daemon == 0:
            time.sleep(1000)
        os.write(tells, str(daemon).encode())
        os._exit(0)
    os.waitpid(middle, 0)
    return os.getuid(), int(os.read(told, 20))

def read(path):
    with open(path) as file:
        return file.read()

def write(path):
    with open(path, "w") as file:
        file.write("x")

def reach():
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)
'''


@pytest.fixture(scope="module")
def backend() -> Iterator[SeparateUser]:
    """The backend, with the system's Python where this one is not everybody's to read."""
    own, system = Path(sys.executable).resolve(), Path("/usr/bin/python3").resolve()
    readable = [path for path in (own, system) if path.is_file() and readable_by_all(path)]
    if not readable:
        pytest.skip("There is no Python here that every account can read.")
    python = str(readable[0])
    runtime = python_runtime.Runtime(python, ((python, python),), ())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_runtime, "find_runtime", lambda *_, **__: runtime)
        yield SeparateUser()


def readable_by_all(path: Path) -> bool:
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (path, *path.parents))


@pytest.fixture(scope="module")
def scene(backend: SeparateUser) -> Iterator[Scene]:
    with playing(program(f"GRADER = {os.getpid()}\n{SUBMISSION}"), sandbox=backend) as scene:
        yield scene


def alive(user: int) -> list[str]:
    """The processes of a user id that have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "status").read_text()
        except OSError:
            continue
        if f"Uid:\t{user}\t" in status and "State:\tZ" not in status:
            found.append(folder.name)
    return found


@as_root
def test_student_code_is_a_user_of_its_own(scene: Scene) -> None:
    identities = scene.call("identities").value
    assert len(set(identities)) == 1
    assert identities[0] >= separate_user._FIRST
    assert scene.call("groups").value == []


@as_root
def test_nobody_who_watches_can_be_signalled(scene: Scene) -> None:
    assert scene.call("signal_parents").value == 3


@as_root
def test_there_is_no_way_back_to_root(scene: Scene) -> None:
    assert scene.call("become_root").value == "refused"


@as_root
def test_killing_everybody_ends_the_sandbox_only(scene: Scene) -> None:
    scene.call("kill_everybody")
    assert scene.call("become_root").value == "refused"


@as_root
def test_what_is_left_behind_is_ended(scene: Scene, backend: SeparateUser) -> None:
    user, daemon = scene.call("leave_a_daemon").value
    assert str(daemon) in alive(user)
    scene.call("become_root")
    assert str(daemon) not in alive(user)
    with playing(program(SUBMISSION), sandbox=backend) as other:
        user, daemon = other.call("leave_a_daemon").value
        assert str(daemon) in alive(user)
    assert alive(user) == []


@as_root
def test_files_and_network_are_out_of_reach(scene: Scene, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o600)
    for function, *arguments in (("read", str(secret)), ("write", str(secret)), ("reach",)):
        outcome = scene.call(function, *arguments)
        assert outcome.ending is CallEnding.RAISED
        assert "PermissionError" in outcome.detail


def test_root_alone_can_close_a_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SandboxUnavailable, match="Only root"):
        SeparateUser.in_container([])


@as_root
def test_a_container_is_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private, shared = tmp_path / "private", tmp_path / "shared"
    private.mkdir()
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setattr(separate_user, "_SHARED_FOLDERS", (str(shared), "/nowhere"))
    SeparateUser.in_container([private])
    assert private.stat().st_mode & 0o7777 == 0o700
    assert shared.stat().st_mode & 0o7777 == 0o1755


@pytest.mark.parametrize("ids", [(0, 0, 0), (0, 5, 0), (5, 0, 5), (5, 5, 5), (5, 6, 6)])
def test_only_a_zygote_with_two_users_takes_all_processes_for_its_own(
    ids: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getresuid", lambda: ids)
    monkeypatch.setattr(sandbox_processes, "kill_everything", lambda: pytest.fail("killed"))
    sandbox_processes.become_sandbox_watcher()
    sandbox_processes.end_sandbox()
    assert sandbox_processes._zygote == 1
