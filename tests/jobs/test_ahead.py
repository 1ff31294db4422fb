"""Sandboxes that are started before it is the turn of who needs them."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from grader import sandbox as sandboxes
from grader.intake import read_submission
from grader.jobs import executors
from grader.jobs.executors import grade_to_text
from grader.jobs.forked_worker import ParentLink
from grader.jobs.grading_answer import GradingAnswer
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Injection, Loaded, SandboxProgram, Session
from grader.sandbox.in_process import InProcess
from tests.batch.scene import RIGHT, Scene, written

BACKENDS = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
]


class Observed:
    """A backend that remembers what became of its sandboxes.

    Attributes:
        story: what happened, in turn.
    """

    def __init__(self) -> None:
        self.story: list[str] = []
        self.info = InProcess().info

    def start(self, program: SandboxProgram) -> Session:
        session = InProcess().start(program)
        self.story.append("started")
        load, close = session.load, session.close

        def loaded(injection: Injection) -> Loaded:
            self.story.append("loaded")
            return load(injection)

        def closed() -> None:
            self.story.append("closed")
            close()

        session.load, session.close = loaded, closed  # type: ignore[method-assign]
        return session


@pytest.fixture
def observed() -> Observed:
    return Observed()


def on(scene: Scene, backend: Sandbox) -> Scene:
    return replace(scene, context=replace(scene.context, sandbox=backend))


def handed_in(scene: Scene) -> Path:
    return written(scene.inbox, {"a.py": RIGHT}) / "a.py"


def test_student_code_runs_only_in_its_turn(scene: Scene, observed: Observed) -> None:
    class Turn:
        def wait_for_turn(self) -> None:
            observed.story.append("turn")

        def end_turn(self) -> None:
            observed.story.append("ended")

    grade_to_text(on(scene, observed).context, read_submission(handed_in(scene)), turn=Turn())
    assert observed.story == ["started", "turn", "loaded", "closed", "ended"]


def test_a_sandbox_that_nobody_will_need_is_closed(scene: Scene, observed: Observed) -> None:
    class Turn:
        def wait_for_turn(self) -> None:
            raise KeyboardInterrupt

        def end_turn(self) -> None:
            observed.story.append("ended")

    with pytest.raises(KeyboardInterrupt):
        grade_to_text(on(scene, observed).context, read_submission(handed_in(scene)), turn=Turn())
    assert observed.story == ["started", "closed"]


def test_the_wait_for_a_turn_is_not_part_of_a_grading(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, later = time.monotonic, 0.0
    monkeypatch.setattr(time, "monotonic", lambda: clock() + later)

    class Turn:
        def wait_for_turn(self) -> None:
            nonlocal later
            later = 1_000_000.0

        def end_turn(self) -> None:
            pass

    text = grade_to_text(scene.context, read_submission(handed_in(scene)), turn=Turn())
    assert 0 < json.loads(GradingAnswer.read(text).report)["duration"] < 1000


def say(file: Path) -> int:
    """Add a word; how many there are."""
    with file.open("a") as words:
        words.write("x")
    return len(file.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_next_sandbox_starts_while_one_is_used(
    scene: Scene, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, begun = tmp_path / "ready", tmp_path / "begun"
    wait_for_turn = ParentLink.wait_for_turn

    def noted(parent: ParentLink) -> None:
        """Go on when the next worker has a sandbox, too."""
        say(ready)
        wait_for_turn(parent)
        turns = say(begun)
        give_up = time.monotonic() + 60
        while len(ready.read_text()) < min(turns + 1, 3):
            assert time.monotonic() < give_up
            time.sleep(0.01)

    monkeypatch.setattr(ParentLink, "wait_for_turn", noted)
    written(scene.inbox, {f"s{number}.py": f"# {number}\n{RIGHT}" for number in range(3)})
    scene = on(scene, sandboxes.choose_backend(backend))
    rows = scene.grade(executors.make_fork_executor(scene.context, 1))
    assert [row.result.score for row in rows.values()] == [2, 2, 2]
