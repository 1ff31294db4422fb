"""What everybody was given, and so says nothing about who wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader import intake
from grader.assignment import Assignment
from grader.model.submission import Submission


def handed_out(assignment: Assignment) -> list[Submission]:
    """The skeleton of ``assignment``, its provided modules, and what else its handout holds."""
    return [intake.read(path) for path in _files(assignment) if path.is_file()]


def _files(assignment: Assignment) -> Iterator[Path]:
    reference = assignment.reference
    yield reference / "skeleton.py"
    if assignment.preamble:
        yield reference / f"{assignment.preamble}.py"
    for folder in ("provided", "handed_out"):
        yield from sorted((reference / folder).glob("[!_]*.py"))
