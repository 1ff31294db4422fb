"""Snippets, run as a student would: behind his own code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from grader.assignment import Assignment
from grader.examine import run_hidden_tests
from grader.model.submission import Cell, Submission
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Injection


def printed(submission: Submission, snippet: str, assignment: Assignment, box: Sandbox) -> str:
    """What is printed when a snippet is run behind a submission, in a sandbox."""
    cells = (*submission.cells, Cell(snippet, "snippet.py", False))
    session = box.start(
        run_hidden_tests.sandbox_program(replace(submission, cells=cells), assignment)
    )
    try:
        loaded = session.load(Injection())
    finally:
        session.close()
    notes = [note.message for note in loaded.notes if note.file == "snippet.py"]
    return loaded.stdout + "".join(f"raises {_exception(note)}\n" for note in notes)


def _exception(note: str) -> str:
    return note.removeprefix("Stopped with ").partition("; loading went on")[0]


def promised(snippet: str) -> list[str | None]:
    """The lines that a snippet's comment says it prints, and what it says is raised.

    ``None`` stands for what is described only: a value that cannot be written.
    """
    said = [line.removeprefix("# ") for line in snippet.splitlines() if line.startswith("# ")]
    found: list[str | None] = []
    for line in said:
        verb, _, what = line.partition(" ")
        if verb == "returns":
            found += _as_printed(what)
        elif verb in {"prints", "raises"}:
            found.append(line.removeprefix("prints "))
    return found


def kept(promise: Sequence[str | None], output: str) -> bool:
    """Whether what was promised has been printed, in order, among lines of the code's own."""
    lines = iter(output.splitlines())
    return bool(promise) and all(any(_is(shown, line) for line in lines) for shown in promise)


def _is(shown: str | None, line: str) -> bool:
    """Whether ``line`` is what was shown, perhaps without its middle."""
    if shown is None:
        return True
    beginning, cut, end = shown.partition(" … ")
    if not cut:
        return line == shown
    return line.startswith(beginning) and line.endswith(end) and len(line) > len(beginning + end)


def _as_printed(literal: str) -> list[str | None]:
    """The lines of a text that is shown with its quotation marks."""
    try:
        return list(str(ast.literal_eval(literal)).splitlines())
    except (SyntaxError, ValueError):
        return [None]
