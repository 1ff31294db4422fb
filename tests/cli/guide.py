"""The first pages of ``docs/authoring.md``, as steps that can be taken.

    python -m tests.cli.guide

takes them, and writes what their commands print into the guide.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.assignment.course_assignments import BUILT_IN
from tests.cli.process import run

FILE = BUILT_IN / "docs" / "authoring.md"
HEADING = "\n## A first assignment, step by step\n"

_BLOCK = re.compile(r"(?:`([\w./]+)`:\n\n)?```(python|diff|console)\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the guide, and what it prints there."""

    command: str
    printed: str

    def taken(self) -> subprocess.CompletedProcess[str]:
        """What comes of it, in the folder where one stands."""
        program, *arguments = shlex.split(self.command)
        assert program == "grade"
        return run(*arguments)


def tutorial() -> str:
    """The text of these pages."""
    return FILE.read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]


def steps(text: str) -> Iterator[Step]:
    """The commands of ``text``; what it says is written before each into the folder where one is.

    A block of Python is a new file, a diff changes the last file that was named for one.
    """
    changing = Path()
    for name, kind, content in _BLOCK.findall(text):
        if kind == "console":
            for each in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
                command, _, printed = each.partition("\n")
                yield Step(command, printed)
        elif kind == "python":
            Path(name).write_text(content, "utf-8")
        else:
            changing = Path(name) if name else changing
            changing.write_text(_edited(changing.read_text("utf-8"), content), "utf-8")


def _edited(text: str, diff: str) -> str:
    """``text`` after the edit that ``diff`` shows."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    old = "\n".join(line for sign, line in lines if sign != "+")
    new = "\n".join(line for sign, line in lines if sign != "-")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def main() -> None:
    """Write what the commands print into the guide."""
    text = tutorial()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        done = [(step.command, step.taken()) for step in steps(text)]
    shown = (f"$ {command}\n{each.stderr}{each.stdout}" for command, each in done)

    def anew(block: re.Match[str]) -> str:
        amount = len(re.findall(r"^\$ ", block[1], re.MULTILINE))
        return "```console\n" + "\n".join(next(shown) for _ in range(amount)) + "```"

    written = re.sub(r"```console\n(.*?)```", anew, text, flags=re.DOTALL)
    FILE.write_text(FILE.read_text("utf-8").replace(text, written), "utf-8")


if __name__ == "__main__":
    main()
