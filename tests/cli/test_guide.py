"""The first pages of ``docs/authoring.md``, followed to the letter: what they print is printed."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import reading
from grader.assignment.course import BUILT_IN
from grader.assignment.table import Table
from tests.cli.process import run

GUIDE = (BUILT_IN / "docs" / "authoring.md").read_text("utf-8")
_BLOCK = re.compile(r"(?:`([\w./]+)`:\n\n)?```(python|diff|console)\n(.*?)```", re.DOTALL)
_SECONDS = re.compile(r"\d+(\.\d+)? (min \d+ s|m?s)\b")


def squeezed(text: str) -> str:
    """``text`` without what differs from run to run: how long things took, and how that is set."""
    return " ".join(_SECONDS.sub("0 s", text.replace("│", " ")).split())


def edited(text: str, diff: str) -> str:
    """``text`` after the edit that ``diff`` shows."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    old = "\n".join(line for sign, line in lines if sign != "+")
    new = "\n".join(line for sign, line in lines if sign != "-")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def steps(tutorial: str) -> Iterator[tuple[str, str]]:
    """The commands of the tutorial, each with what it prints there; files are written on the way.

    A block of Python is a new file, a diff changes the last file that was named for one.
    """
    changing = Path()
    for name, kind, content in _BLOCK.findall(tutorial):
        if kind == "console":
            for each in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
                command, _, output = each.partition("\n")
                yield command, output
        elif kind == "python":
            Path(name).write_text(content)
        else:
            changing = Path(name) if name else changing
            changing.write_text(edited(changing.read_text(), content))


@pytest.mark.bubblewrap
def test_the_tutorial_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tutorial = GUIDE.partition("\n## A first assignment, step by step\n")[2].partition("\n## ")[0]
    ended: dict[str, list[int]] = {}
    for command, output in steps(tutorial):
        program, *arguments = shlex.split(command)
        assert program == "grade"
        done = run(*arguments)
        ended.setdefault(arguments[0], []).append(done.returncode)
        assert squeezed(done.stderr + done.stdout) == squeezed(output), command
    assert ended == {"new": [0], "validate": [0, 1, 0, 1], "alice.py": [0], "bob.py": [0]}
    # What is shown as one command to run is one.
    (watching,) = re.findall(r"^```\n(.*)\n```$", tutorial, re.MULTILINE)
    assert "--watch" in run(*shlex.split(watching)[1:], "--help").stdout


def keys(table: dict[str, Any], where: str = "") -> Iterator[str]:
    """All keys of a TOML file, as in ``limits.load.cpu_seconds``; those of all tasks together."""
    for key, value in table.items():
        yield f"{where}{key}"
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from keys(each, f"{where}{key}.")


def test_the_complete_file_shows_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        GUIDE.partition("\n## assignment.toml\n")[2].partition("```toml\n")[2].partition("```")[0]
    )
    shown = set(keys(tomllib.loads(text)))
    asked: set[str] = set()

    def noted(table: Table, key: str) -> None:
        asked.add(re.sub(r"\[\d+\]", "", f"{table._where}{key}"))

    class Noting(Table):
        def has(self, key: str) -> bool:
            noted(self, key)
            return super().has(key)

        def _take(self, key: str, default: Any, wanted: str = "") -> Any:
            noted(self, key)
            return super()._take(key, default, wanted)

    monkeypatch.setattr("grader.assignment.table.Table", Noting)
    monkeypatch.setattr(reading, "Table", Noting)
    for name in (
        "preamble", "provided/sliding", "solved", "moves", "misplaced", "editions/spring/sliding",
    ):  # fmt: skip
        file = tmp_path / "reference" / "complete" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    tests = tmp_path / "hidden_tests" / "complete"
    (tests / "stubs").mkdir(parents=True)
    (tests / "stubs" / "noting.py").touch()
    (tests / reading.NAME).write_text(text)
    reading.read(tests, tmp_path / "reference" / "complete")
    assert shown == asked
