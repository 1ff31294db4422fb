"""Containers that wait for workers to be forked."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.batch import ways
from grader.batch.ahead import ahead
from grader.batch.grading import Bench, graded
from grader.batch.key import setting
from grader.sandbox.docker import Docker, engine, owner
from grader.sandbox.docker.container import Container
from tests.batch.scene import RIGHT, Scene, written

pytestmark = pytest.mark.docker


@pytest.fixture
def scene(scene: Scene) -> Scene:
    """As always, with hand-ins graded in containers."""
    docker = Docker.locate()
    here = setting(scene.bench.assignment, docker)
    return Scene(scene.inbox, scene.results, replace(scene.bench, sandbox=docker, setting=here))


@pytest.fixture
def starters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that gets the number of each process that starts a container."""
    told = tmp_path / "starters"
    told.touch()
    start = Container.start

    def noted(*arguments: object) -> Container:
        with told.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return start(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Container, "start", noted)
    yield told
    ours = owner.identity()
    left = [each for each in engine.labelled(owner.LABEL) if each["Labels"][owner.LABEL] == ours]
    assert left == []


def test_workers_get_containers_that_were_waiting(scene: Scene, starters: Path) -> None:
    slowly = "import time\ntime.sleep(0.5)\n" + RIGHT  # so that there is time to prepare
    written(scene.inbox, {f"s{number}.py": f"# {number}\n{slowly}" for number in range(4)})
    rows = scene.grade(ways.forked(scene.bench, 1))
    assert [row.result.score for row in rows.values()] == [2, 2, 2, 2]
    first, *others = starters.read_text().split()
    assert int(first) != os.getpid()  # who found nothing ready
    assert set(others) == {str(os.getpid())}


def test_a_worker_instead_of_one_that_was_lost_gets_another(
    scene: Scene, starters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(scene.inbox, {"a.py": RIGHT})
    mark = scene.results.parent / "killed"

    def killed_once(bench: Bench, *others: object) -> str:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return graded(bench, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(f"{ways.__name__}.graded", killed_once)
    with ahead(scene.bench, 1) as ready:
        ready.prepare()
        monkeypatch.setattr(ways, "ahead", lambda *_: _Kept(ready))
        (row,) = scene.grade(ways.forked(scene.bench, 1)).values()
    assert row.result.score == 2


class _Kept:
    """Containers that are ready already."""

    def __init__(self, ready: object) -> None:
        self._ready = ready

    def __enter__(self) -> object:
        return self._ready

    def __exit__(self, *_: object) -> None:
        pass
