"""``grade author validate --watch``, driven for real: files change, and it tries again."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.process import adopting, command, environment, run, terminal

WAITING = "grade: waiting for a change; Ctrl-C ends this\n"
TOML = "hidden_tests/week1/assignment.toml"
SKELETON = "reference/week1/skeleton.py"
MUTANT = "reference/week1/mutants/counting/counts_the_gap.py"


class Watching:
    """A program that watches the course ``course``, with both of its streams in one."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            command("author", "validate", "week1", "--course", "course", "--watch", *options),
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )

    def until(self, end: str = WAITING) -> str:
        """What it says up to the line ``end``."""
        assert self.process.stdout is not None
        said = ""
        while line := self.process.stdout.readline():
            said += line
            if end in line:
                return said
        pytest.fail(f"it ended before {end!r}: {said}")

    def end(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Ask it to end; its exit status, and what it says then."""
        self.process.send_signal(number)
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a course as ``grade author new`` does; expect that watching leaves nothing behind."""
    monkeypatch.chdir(tmp_path)
    assert run("author", "new", "course/week1").returncode == 0
    with adopting():  # which waits for everybody
        yield tmp_path / "course"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_it_tries_again_after_each_change(course: Path) -> None:
    watching = Watching("--only", "skeleton")
    assert "✔ 2 checks passed" in watching.until()
    edit(course / TOML, "points = 3", "points = 4")
    said = watching.until()
    assert f"changed: {TOML}\n" in said
    assert "the tests of task 1 are worth 3 points together" in " ".join(said.split())
    assert "✘ 1 of 2 checks failed" in said
    edit(course / TOML, "points = 4", "points = 3")
    assert "✔ 2 checks passed" in watching.until()
    assert watching.end() == (
        0,
        "grade: ended; the exit status is that of the last complete try.\n",
    )


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_has_changed_is_tried_first_and_then_everything(course: Path) -> None:
    watching = Watching("--seeds", "2")
    assert "✔ 5 checks passed" in watching.until()
    edit(course / MUTANT, "[*range(1, len(tiles)), 0]", "[*range(1, len(tiles)), tiles[-1]]")
    said = watching.until()
    assert "1 of 1 mutant survived" in said
    assert "reference" not in said.partition(MUTANT)[2].partition("mutant survived")[0]
    assert "and now everything" not in said
    edit(course / MUTANT, "tiles[-1]]", "0]")
    said = watching.until()
    first, _, then = said.partition("grade: and now everything\n")
    assert "✔ 2 checks passed" in first
    assert "full marks with 2 seeds" in then
    assert watching.end(signal.SIGTERM)[0] == 0


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_status_is_that_of_the_last_result(course: Path) -> None:
    edit(course / SKELETON, "raise NotImplementedError", "return 0")
    watching = Watching("--only", "skeleton")
    assert "✘ 1 of 2 checks failed" in watching.until()
    assert watching.end()[0] == 1


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_change_stops_what_is_being_tried(course: Path) -> None:
    watching = Watching("--only", "reference", "--seeds", "999")
    watching.until("✔ assignment")
    edit(course / TOML, "points = 3", "points = 4")
    said = watching.until()
    assert "grade: interrupted; not everything was tried.\n" in said
    assert f"changed: {TOML}\n" in said
    assert watching.end()[0] == 1


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_ended_before_anything_was_tried(course: Path) -> None:
    watching = Watching("--only", "reference", "--seeds", "999")
    watching.until("✔ assignment")
    status, said = watching.end()
    assert (status, said.splitlines()[-1]) == (3, "grade: interrupted; not everything was tried.")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_on_a_terminal_each_try_has_the_screen_for_itself(course: Path) -> None:
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command(
                "author", "validate", "week1", "--course", "course", "--watch",
                "--only", "skeleton",
            ),
            env=environment({"TERM": "xterm"}), stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        shown = ""
        while shown.count("waiting for a change") < 1:
            shown += os.read(ours, 1 << 16).decode()
        assert "\x1b[2J" not in shown
        edit(course / SKELETON, "raise NotImplementedError", "return 0")
        while shown.count("waiting for a change") < 2:
            shown += os.read(ours, 1 << 16).decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 1
    _, _, second = shown.partition("\x1b[2J")
    assert f"changed: {SKELETON}" in second
    assert "1 of 2 checks failed" in second


@pytest.mark.slow
@pytest.mark.parametrize("options", [["-f", "json"], ["-o", "outcome"]])
def test_it_is_for_people(course: Path, options: list[str]) -> None:
    done = run("author", "validate", "week1", "--course", "course", "--watch", *options)
    assert done.returncode == 2
    assert "--watch shows each outcome on the terminal" in " ".join(done.stderr.split())


def test_an_assignment_that_there_is_not(course: Path) -> None:
    done = run("author", "validate", "week2", "--course", "course", "--watch")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grade: There is no assignment 'week2' in the course ")
