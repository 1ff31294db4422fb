"""Containers that are started ahead: taken once, replaced, and never left over."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.sandbox import cgroups
from grader.sandbox.docker import Docker, engine, owner
from grader.sandbox.docker.container import Container
from grader.sandbox.docker.pool import Pool
from tests.sandbox.scene import playing, program

pytestmark = pytest.mark.docker

ROOT = Path(__file__).parents[2]
MEMORY = 256 << 20
TOTAL = cgroups.total_memory(MEMORY)
SUBMISSION = program("def honest(number): return 2 * number", memory_bytes=MEMORY)


@pytest.fixture(scope="module")
def docker() -> Docker:
    return Docker.locate()


@pytest.fixture
def pool(docker: Docker) -> Iterator[Pool]:
    """A pool without a thread, so that a test knows what happens when."""
    with docker.pool(MEMORY, 2, background=False) as pool:
        pool.refill()
        yield pool


def ids() -> set[str]:
    """Containers that this very process has made."""
    return {
        container["Id"]
        for container in engine.labelled(owner.LABEL)
        if container["Labels"][owner.LABEL] == owner.identity()
    }


def wait_until(condition: Callable[[], bool], patience: float = 20.0) -> None:
    give_up = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < give_up


def test_a_submission_gets_a_container_that_was_waiting(docker: Docker, pool: Pool) -> None:
    before = ids()
    assert len(before) == 2
    with playing(SUBMISSION, sandbox=docker.supplied(pool.take)) as scene:
        assert scene.value("honest", 21) == 42
        assert ids() == before
    assert len(ids()) == 1


def test_it_is_filled_up_and_not_more(pool: Pool) -> None:
    taken = pool.take(TOTAL)
    assert taken is not None
    pool.refill()
    pool.refill()
    assert len(ids()) == 3
    taken.close()


def test_it_is_filled_up_in_the_background(docker: Docker) -> None:
    with docker.pool(MEMORY, 2) as pool:
        wait_until(lambda: len(ids()) == 2)
        taken = pool.take(TOTAL)
        assert taken is not None
        wait_until(lambda: len(ids()) == 3)
        taken.close()
    assert ids() == set()


def test_an_empty_one_makes_nobody_wait(docker: Docker) -> None:
    with docker.pool(MEMORY, 1, background=False) as pool:
        assert pool.take(TOTAL) is None
        with playing(SUBMISSION, sandbox=docker.supplied(pool.take)) as scene:
            assert scene.value("honest", 1) == 2


def test_a_container_of_another_size_is_not_given(pool: Pool) -> None:
    assert pool.take(TOTAL + 1) is None


def test_a_container_that_has_died_meanwhile_is_not_given(pool: Pool) -> None:
    victim, other = sorted(ids())
    engine.remove(victim)
    taken = pool.take(TOTAL)
    assert taken is not None
    assert taken.id == other
    taken.close()
    assert pool.take(TOTAL) is None


def test_nothing_waits_any_more_when_it_is_closed(docker: Docker) -> None:
    for background in (True, False):
        pool = docker.pool(MEMORY, 2, background=background)
        pool.close()
        assert pool.take(TOTAL) is None
        pool.refill()
        pool.close()
    assert ids() == set()


def test_an_engine_that_fails_is_not_the_pools_business() -> None:
    def fail() -> Container:
        raise OSError("no engine")

    with Pool(fail, TOTAL, 2, background=False) as pool:
        pool.refill()
        assert pool.take(TOTAL) is None


def test_a_process_that_ends_closes_its_pools() -> None:
    script = (
        "from grader.sandbox.docker import Docker, engine, owner\n"
        f"pool = Docker.locate().pool({MEMORY}, 2)\n"
        "pool.refill()\n"
        "print(owner.identity())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    made = [one["Labels"][owner.LABEL] for one in engine.labelled(owner.LABEL)]
    assert done.stdout.strip() not in made


def in_child(act: Callable[[], None]) -> tuple[int, str]:
    """Carry out ``act`` in a forked process; its id and what it said it failed with."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            act()
        except BaseException as problem:  # noqa: BLE001 - nothing of a child's may get back into pytest
            os.write(writing, repr(problem).encode()[:4000])
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as said:
        return pid, said.read()


def test_a_container_taken_before_a_fork_serves_the_child(docker: Docker, pool: Pool) -> None:
    taken = pool.take(TOTAL)
    assert taken is not None

    def grade() -> None:
        assert pool.take(TOTAL) is None
        sandbox = docker.using(taken)
        with playing(SUBMISSION, sandbox=sandbox) as scene:
            assert ids() == set()
            assert scene.value("honest", 21) == 42
            assert scene.value("honest", 4, fresh=False) == 8
        # The next one is a container of its own, by a connection of its own.
        with playing(SUBMISSION, sandbox=sandbox) as scene:
            assert len(ids()) == 1
            assert scene.value("honest", 1) == 2

    pid, problem = in_child(grade)
    taken.leave()
    os.waitpid(pid, 0)
    assert problem == ""
    pool.refill()
    assert len(ids()) == 2
    with playing(SUBMISSION, sandbox=docker.supplied(pool.take)) as scene:
        assert scene.value("honest", 2) == 4


def test_a_child_that_is_killed_takes_its_container_along(docker: Docker, pool: Pool) -> None:
    taken = pool.take(TOTAL)
    assert taken is not None
    pid, _ = in_child(lambda: None)
    taken.leave()
    os.waitpid(pid, 0)
    wait_until(lambda: taken.id not in ids())
    assert len(ids()) == 1


def test_a_child_does_not_keep_alive_what_waits_for_its_parent() -> None:
    script = (
        "import os, sys, time\n"
        "from grader.sandbox.docker import Docker, engine, owner\n"
        f"pool = Docker.locate().pool({MEMORY}, 1, background=False)\n"
        "pool.refill()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    sys.stdin.read()\n"
        "    os._exit(0)\n"
        "print(owner.identity(), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        maker = parent.stdout.readline().strip()
        assert maker
        wait_until(
            lambda: (
                maker not in [one["Labels"][owner.LABEL] for one in engine.labelled(owner.LABEL)]
            )
        )
