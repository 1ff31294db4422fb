"""The first pages of ``docs/authoring.md``, followed to the letter: what they print is printed."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import assignment_toml
from grader.assignment.assignment_toml import TomlTable
from grader.assignment.course_assignments import BUILT_IN
from tests.cli import guide
from tests.cli.process import run

_SECONDS = re.compile(r"\d+(\.\d+)? (min \d+ s|m?s)\b")


def squeezed(text: str) -> str:
    """``text`` without what differs from run to run: how long things took, and how that is set.

    Where a line is broken depends on how wide the seconds beside it are.
    """
    return " ".join(_SECONDS.sub("", text.replace("│", " ")).split())


def paragraphs(text: str) -> list[list[str]]:
    """What is printed, by paragraphs; of the first, the lines about checks in order of the letters.

    Checks are printed as they end: in any order, of which nothing below them depends.
    """
    first, *rest = re.split(r"\n\s*\n", text.strip())
    checks = re.split(r"^(?=[✔✘–!] )", first, flags=re.MULTILINE)
    return [sorted(map(squeezed, checks)), *([squeezed(each)] for each in rest)]


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_tutorial_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = guide.tutorial()
    ended: list[int] = []
    for step in guide.steps(text):
        done = step.taken()
        ended.append(done.returncode)
        assert paragraphs(done.stderr + done.stdout) == paragraphs(step.printed), (
            f"{step.command} prints something else by now: python -m tests.cli.guide"
        )
    assert ended == [0, 0, 1, 0, 0, 0, 1]
    # What is shown as one command to run is one.
    (watching,) = re.findall(r"^```\n(.*)\n```$", text, re.MULTILINE)
    assert "--watch" in run(*shlex.split(watching)[1:], "--help").stdout


def keys(table: dict[str, Any], where: str = "") -> Iterator[str]:
    """All keys of a TOML file, as in ``limits.load.cpu_seconds``; those of all tasks together."""
    for key, value in table.items():
        yield f"{where}{key}"
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from keys(each, f"{where}{key}.")


def test_the_complete_file_shows_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (BUILT_IN / "docs" / "assignment-toml.md").read_text("utf-8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    assert "# function = " in text  # instead of agent and method
    shown = {*keys(tomllib.loads(text)), "match.function"}
    asked: set[str] = set()

    def noted(table: TomlTable, key: str) -> None:
        asked.add(re.sub(r"\[\d+\]", "", f"{table._where}{key}"))

    class Noting(TomlTable):
        def has(self, key: str) -> bool:
            noted(self, key)
            return super().has(key)

        def _take(self, key: str, default: Any, wanted: str = "") -> Any:
            noted(self, key)
            return super()._take(key, default, wanted)

    monkeypatch.setattr("grader.assignment.assignment_toml.TomlTable", Noting)
    monkeypatch.setattr(assignment_toml, "TomlTable", Noting)
    for name in (
        "preamble", "provided/sliding", "solved", "moves", "misplaced", "editions/spring/sliding",
        "adapter",
    ):  # fmt: skip
        file = tmp_path / "reference" / "complete" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    tests = tmp_path / "hidden_tests" / "complete"
    (tests / "stubs").mkdir(parents=True)
    (tests / "stubs" / "noting.py").touch()
    (tests / "roles.py").touch()
    (tests / assignment_toml.NAME).write_text(text)
    assignment_toml.read_assignment(tests, tmp_path / "reference" / "complete")
    assert shown == asked
