"""Control groups: what all processes of a sandbox may take together."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox import cgroups
from grader.sandbox.backend_interface import CallEnding
from grader.sandbox.bubblewrap import Bubblewrap
from tests.sandbox.scene import Scene, playing, program

pytestmark = pytest.mark.bubblewrap

SUBMISSION = """
import os
import signal
import time

def honest(number):
    return 2 * number

def many_middling_children():
    for _ in range(12):
        if os.fork() == 0:
            hoard = bytearray(100 << 20)
            for place in range(0, len(hoard), 4096):
                hoard[place] = 1
            time.sleep(1000)
    time.sleep(1000)

def hoard_beside_a_witness():
    if os.fork() == 0:
        many_middling_children()
    return os.wait()[1]

def first_to_die(score=None):
    try:
        if score is not None:
            with open("/proc/self/oom_score_adj", "w") as file:
                file.write(score)
        return open("/proc/self/oom_score_adj").read().strip()
    except OSError as problem:
        return type(problem).__name__

def dumpable():
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.prctl(4, 1, 0, 0, 0), ctypes.get_errno(), libc.prctl(3, 0, 0, 0, 0)

def busy_children_that_nobody_waits_for():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            end = time.process_time() + 0.05
            while time.process_time() < end:
                pass
            os._exit(0)
        time.sleep(0.06)
"""


@pytest.fixture(scope="module")
def groups() -> cgroups.ControlGroups:
    try:
        return cgroups.find_control_groups()
    except cgroups.NoControlGroups as reason:
        if os.environ.get("CI"):
            pytest.fail(f"{reason}; in CI they have to be tested", pytrace=False)
        pytest.skip(str(reason))


@pytest.fixture
def scene(groups: cgroups.ControlGroups) -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as scene:
        yield scene


def made(groups: cgroups.ControlGroups) -> list[Path]:
    parents = dict.fromkeys(groups.parents.values())
    return [folder for parent in parents for folder in parent.glob("search-autograder-*-*")]


def mine(groups: cgroups.ControlGroups) -> list[Path]:
    return [folder for folder in made(groups) if f"-{os.getpid()}-" in folder.name]


def test_the_backend_says_that_memory_in_total_is_enforced(groups: cgroups.ControlGroups) -> None:
    info = Bubblewrap.locate().info
    assert info.enforced["memory in total"]
    assert not info.warning


def test_many_middling_children_are_ended_for_their_memory(scene: Scene) -> None:
    outcome = scene.call("many_middling_children", cpu=20.0, wall=60.0)
    assert outcome.ending is CallEnding.MEMORY, outcome
    assert scene.value("honest", 3) == 6


def test_so_is_a_parent_that_lets_its_children_do_it(scene: Scene) -> None:
    outcome = scene.call("hoard_beside_a_witness", cpu=20.0, wall=60.0)
    assert outcome.ending is CallEnding.MEMORY, outcome
    assert scene.value("honest", 3) == 6


def test_students_are_killed_before_pid_1_and_cannot_change_that(scene: Scene) -> None:
    assert scene.value("first_to_die") == "1000"
    assert scene.value("first_to_die", "0") == "PermissionError"
    status, problem, now = scene.value("dumpable")
    assert (status, problem, now) == (-1, 1, 0)


def test_cpu_of_children_that_the_system_collects_is_counted(scene: Scene) -> None:
    outcome = scene.call("busy_children_that_nobody_waits_for", cpu=0.4, wall=60.0)
    assert outcome.ending is CallEnding.CPU
    assert outcome.cpu_seconds < 2.0


def test_memory_while_loading(groups: cgroups.ControlGroups) -> None:
    bomb = SUBMISSION + "\nmany_middling_children()\ndef later():\n    return 1\n"
    with playing(
        program(bomb, statement=CallLimits(20.0, 60.0), total=CallLimits(60.0, 90.0))
    ) as scene:
        assert any("memory" in note.message for note in scene.loaded.notes)
        assert scene.value("later") == 1


def test_groups_are_removed(groups: cgroups.ControlGroups) -> None:
    with playing(program(SUBMISSION)) as scene:
        scene.value("honest", 1)
        assert len(mine(groups)) == len(set(groups.parents.values()))
    assert mine(groups) == []


def test_a_group_removes_whoever_is_left_in_it(groups: cgroups.ControlGroups) -> None:
    group = groups.make(1 << 26)
    with subprocess.Popen(["sleep", "1000"]) as sleeper:
        group.add(sleeper.pid)
        group.remove()
        assert sleeper.wait() == -signal.SIGKILL
    assert mine(groups) == []


GRADER = """
import sys, time
from tests.sandbox.scene import playing, program
with playing(program("def f(): return 1")) as scene:
    scene.value("f")
    print("ready", flush=True)
    time.sleep(1000)
"""


@contextlib.contextmanager
def other_grader() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", GRADER],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parents[2],
    ) as grader:
        assert grader.stdout is not None
        assert grader.stdout.readline() == "ready\n"
        yield grader


def its(groups: cgroups.ControlGroups, pid: int) -> list[Path]:
    return [folder for folder in made(groups) if f"-{pid}-" in folder.name]


def test_nothing_survives_a_grader_that_is_killed(groups: cgroups.ControlGroups) -> None:
    with other_grader() as grader:
        assert its(groups, grader.pid)
        os.killpg(grader.pid, signal.SIGKILL)
    give_up = time.monotonic() + 30
    while its(groups, grader.pid) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert its(groups, grader.pid) == []


def test_groups_of_the_dead_are_swept_and_those_of_the_living_kept(
    groups: cgroups.ControlGroups,
) -> None:
    with other_grader() as grader:
        before = its(groups, grader.pid)
        left = []
        for folder in before:
            started = int(folder.name.split("-")[4])
            name = folder.name.replace(f"-{started}-", f"-{started - 1}-")
            left.append(folder.with_name(name))
            left[-1].mkdir()
        groups.sweep()
        assert its(groups, grader.pid) == before
        assert not any(folder.exists() for folder in left)
        os.killpg(grader.pid, signal.SIGKILL)


def test_without_permission_a_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(cgroups.NoControlGroups, match="may not make control groups"):
        cgroups.find_control_groups()


def test_a_sandbox_without_groups_works_and_says_so() -> None:
    found = Bubblewrap.locate()
    alone = Bubblewrap(found.executable, ungrouped="this account may not make any")
    assert alone.info.enforced["memory in total"] is False
    assert "may not make any" in alone.info.warning
    with playing(program(SUBMISSION), sandbox=alone) as scene:
        assert scene.value("honest", 2) == 4
        busy = scene.call("many_middling_children", cpu=0.2, wall=1.0)
        assert busy.ending in {CallEnding.CPU, CallEnding.WALL}
