"""As ``test_grader_failures``, with containers: the grader ends, or the engine does."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.docker import engine_client
from grader.sandbox.docker.backend import IMAGE
from grader.sandbox.docker.orphaned_containers import LABEL
from tests.cli.process import ROOT, SLEEPING, TWO_PARTS, Running, adopting

pytestmark = [pytest.mark.docker, pytest.mark.slow]


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    path = tmp_path / "endless.py"
    path.write_text(SLEEPING)
    return path


def containers_of(pids: list[int]) -> list[str]:
    """Ids of the containers that these processes have made and that are still there."""
    return [
        container["Id"]
        for container in engine_client.containers_with_label(LABEL)
        if int(container["Labels"][LABEL].split("/")[1]) in pids
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_whoever_ends_the_grader_no_container_is_left(
    endless: Path, number: signal.Signals
) -> None:
    with adopting():
        grading = Running(endless, *TWO_PARTS, "--sandbox", "docker", "-f", "json")
        workers = grading.workers
        while not containers_of(workers):
            os.sched_yield()
        os.kill(grading.process.pid, number)
        status, output, shown = grading.end()
    assert (status, output) == (-number if number is signal.SIGKILL else 3, "")
    assert "Traceback" not in shown
    # Workers wait for their containers' end, so there is nothing to wait for here.
    assert not containers_of(workers)


@pytest.fixture
def engine_of_our_own() -> Iterator[Path]:
    """The folder of an engine that nobody else uses, with the image of the other one."""
    if os.geteuid() != 0 or not shutil.which("dockerd", path=f"{os.environ['PATH']}:/usr/sbin"):
        pytest.skip("only root can start another engine, where there is one to be started")
    folder = Path(tempfile.mkdtemp(prefix="engine-"))  # sockets have short names
    environment = {**os.environ, "DOCKER_HOST": f"unix://{folder}/docker.sock"}
    subprocess.run([ROOT / "scripts" / "start-docker", folder], env=environment, check=True)
    try:
        saved = folder / "image.tar"
        subprocess.run(["docker", "save", "-o", saved, IMAGE], check=True)
        subprocess.run(["docker", "load", "-i", saved], env=environment, check=True)
        yield folder
    finally:
        subprocess.run([ROOT / "scripts" / "stop-docker", folder], check=True)


def test_an_engine_that_is_stopped_costs_only_what_needs_it(
    endless: Path, engine_of_our_own: Path
) -> None:
    with adopting():
        grading = Running(
            endless, *TWO_PARTS, "--sandbox", "docker", "-f", "json",
            DOCKER_HOST=f"unix://{engine_of_our_own}/docker.sock",
        )  # fmt: skip
        while len(grading.workers) > 1:  # until the first task is done with
            os.sched_yield()
        os.kill(int((engine_of_our_own / "docker.pid").read_text()), signal.SIGTERM)
        status, output, shown = grading.end()
    assert status == 3
    report = json.loads(output)
    decided = {task["id"]: task["verdict"] for task in report["tasks"]}
    assert decided["3.1"] == "internal_error"
    if len(os.sched_getaffinity(0)) > 1:  # with one core, one process does both
        assert decided["1.3"] == "accepted"
    assert not report["complete"]
    assert any("the Docker engine" in error for error in report["errors"])
    assert "Traceback" not in shown
