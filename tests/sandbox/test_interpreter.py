"""An assignment can name the version of Python on which submissions run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.jobs.grading import grade
from grader.model.verdict import Verdict
from grader.sandbox import SandboxUnavailable
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.in_process import InProcess
from grader.sandbox.interpreter import (
    PythonMissing,
    describe_own_interpreter,
    find_interpreter,
    find_other_interpreter,
)
from tests.made_up import HEAD, made_up, submitted
from tests.other_python import find_python

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = [version for version in ("3.12", "3.13", "3.14") if version != OWN]
NEWER = """
class Box[T]:
    pass

def double(n):
    name = "n"
    return len(f"{"n" * n}{"n" * n}")
"""


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    find_other_interpreter.cache_clear()
    yield
    find_other_interpreter.cache_clear()


def _programs(folder: Path, version: str, *scripts: str) -> str:
    """A path with one program of that version in each folder."""
    places = []
    for number, script in enumerate(scripts):
        place = folder / str(number)
        place.mkdir()
        (place / f"python{version}").write_text(f"#!/bin/sh\n{script}\n")
        (place / f"python{version}").chmod(0o755)
        places.append(str(place))
    return ":".join(places)


@pytest.mark.parametrize("version", ["", OWN])
def test_the_graders_own_is_asked_by_no_program(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert find_interpreter(version, ("pytest",)) == describe_own_interpreter(("pytest",))


@pytest.mark.parametrize(
    "script",
    ["exit 127", "echo nonsense", "echo '{}'", f'exec "{sys.executable}" "$@"'],
    ids=["starts nothing", "says no JSON", "says too little", "is another version"],
)
def test_what_is_no_such_python_is_passed_over_and_named(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", _programs(tmp_path, "3.99", script))
    with pytest.raises(PythonMissing) as caught:
        find_interpreter("3.99", ())
    assert str(caught.value) == (
        "The assignment asks for Python 3.99, and this machine's path leads to no python3.99 that "
        f"starts (tried: {tmp_path}/0/python3.99). Install it, or change the line python = in "
        "assignment.toml."
    )


def test_a_version_that_is_nowhere_is_said_by_every_sandbox(tmp_path: Path) -> None:
    assignment = made_up(tmp_path, head=f'python = "3.98"\n{HEAD}')
    for sandbox in (Bubblewrap.locate(), InProcess()):
        with pytest.raises(SandboxUnavailable, match=r"The assignment asks for Python 3\.98"):
            grade(submitted(tmp_path, NEWER), assignment, sandbox)


@pytest.mark.bubblewrap
@pytest.mark.parametrize("version", OTHERS)
def test_a_submission_runs_on_the_version_that_is_named(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = find_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    shim = _programs(tmp_path, version, "exit 127", f'exec "{python}" "$@"')
    monkeypatch.setenv("PATH", f"{shim}:/usr/bin:/bin")
    assignment = made_up(tmp_path, head=f'python = "{version}"\n{HEAD}')
    report = grade(submitted(tmp_path, NEWER), assignment, Bubblewrap.locate())
    (task,) = report.tasks
    assert task.verdict is Verdict.ACCEPTED
    assert not report.load_notes
