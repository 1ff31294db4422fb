"""Gradings that are ordered from a process elsewhere, in texts: what is sent, and who may do it.

A result is only worth something if whoever grades has the same hidden tests, limits, reference,
grader, Python, packages and sandbox as whoever asks. So each order says what these have to be, and
a worker that has others refuses.
"""

from __future__ import annotations

import functools
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader.assignment import Assignment, AssignmentError, modules
from grader.assignment import course as courses
from grader.jobs.job import Bench, graded, warm
from grader.jobs.key import of_assignment, own_sources, setting
from grader.machine import speed as machine
from grader.model.submission import Cell, LoadNote, Submission
from grader.sandbox import SandboxUnavailable

_FILES = {"tests": "other hidden tests", "limits": "other limits", "reference": "another reference"}

_OTHER_GRADER = "has another version of the grader; install the same one there"


class Unfit(Exception):
    """A worker cannot do what is ordered; ``str()`` is the rest of a sentence about it."""


def without_sandbox(problem: SandboxUnavailable) -> Unfit:
    """What a worker says that finds no sandbox."""
    return Unfit(f"finds no sandbox: {problem}")


@dataclass(frozen=True, slots=True)
class Terms:
    """What all orders of a batch have in common.

    Attributes:
        course: folder that holds the assignment where the batch was started; empty for the course
            beside the grader.
        setting: what the worker's has to be, by name.
        sandbox: name of the backend that it chooses.
    """

    assignment: str
    course: str
    setting: dict[str, str]
    sandbox: str
    seed: int
    tasks: tuple[str, ...]

    @classmethod
    def of(cls, bench: Bench) -> Self:
        """Terms for gradings as on ``bench``."""
        course = bench.assignment.course
        return cls(
            bench.assignment.id, "" if course == courses.BUILT_IN else str(course),
            bench.setting.parts, bench.sandbox.info.backend, bench.seed, bench.tasks,
        )  # fmt: skip

    def order(self, submission: Submission) -> str:
        """For :func:`carry_out`."""
        return json.dumps([asdict(self), _told(submission)])

    def inquiry(self) -> str:
        """An order to do nothing, which shows whether a worker is fit."""
        return json.dumps([asdict(self), None])

    def bench(self) -> Bench:
        """What this process needs for orders on these terms.

        Raises:
            Unfit: if they cannot be met.
        """
        if self.setting.get("grader") != own_sources():
            raise Unfit(_OTHER_GRADER)
        bench = _bench(self.assignment, self.course, self.sandbox, self.seed, self.tasks)
        here = bench.setting.parts
        for name, wanted in self.setting.items():
            if here[name] != wanted:
                raise Unfit(_difference(self.assignment, name, here[name], wanted))
        # What is in memory may be older than what the next fork reads.
        if not of_assignment(bench.assignment).items() <= here.items():
            raise Unfit(f"has files of {self.assignment} that have changed while it was at work")
        return bench


def carry_out(order: str) -> str:
    """Grade what is ordered in this process; the answer of the grading, empty to an inquiry.

    Raises:
        Unfit: if this process has not what is needed.
    """
    bench, submission = accepted(order)
    if submission is None:
        return ""
    warm(bench)
    try:
        return graded(bench, submission)
    except SandboxUnavailable as problem:
        raise without_sandbox(problem) from None


def accepted(order: str) -> tuple[Bench, Submission | None]:
    """What it takes to carry out ``order``, and what it is about, if anything.

    Raises:
        Unfit: if this process has not what is needed.
    """
    try:
        told, wanted = json.loads(order)
        terms = Terms(**{**told, "tasks": tuple(told["tasks"])})
        submission = None if wanted is None else _received(wanted)
    except (ValueError, TypeError, KeyError):  # as versions that come later may write it
        raise Unfit(_OTHER_GRADER) from None
    return terms.bench(), submission


@functools.lru_cache(maxsize=4)
def _bench(assignment: str, course: str, sandbox: str, seed: int, tasks: tuple[str, ...]) -> Bench:
    """Made once, for everything that a worker is sent."""
    try:
        chosen = _loaded(assignment, course)
        modules.lead_to(chosen)
        backend = sandboxes.choose(sandbox)
    except AssignmentError as problem:
        raise Unfit(f"cannot use {assignment}: {problem}") from None
    except SandboxUnavailable as problem:
        raise without_sandbox(problem) from None
    return Bench(
        chosen, backend, setting(chosen, backend, seed, tasks), seed, tasks,
        machine.factor(chosen.costs.calibration),
    )  # fmt: skip


def _loaded(assignment: str, course: str) -> Assignment:
    """The assignment in the same folder as where the batch was started, or in this machine's own.

    Whether it is the same one is seen from its digests.
    """
    if not course:
        return assignments.load(assignment)
    own = courses.chosen()
    for folder in (Path(course), own):
        if assignment in courses.ids(folder):
            return assignments.load(assignment, folder)
    raise Unfit(
        f"has no course with {assignment}, neither in {course} nor in {own}; "
        f"bring its folder there, or name it there with {courses.VARIABLE}"
    )


def _difference(assignment: str, name: str, here: str, wanted: str) -> str:
    if name in _FILES:
        return f"has {_FILES[name]} of {assignment}; bring the same files there"
    return f"has another {name}: {here}, not {wanted}"


# Submissions as texts -----------------------------------------------------------------------


def _told(submission: Submission) -> dict[str, object]:
    return {
        "path": submission.path,
        "digest": submission.digest,
        "cells": [[cell.source, cell.name, cell.notebook] for cell in submission.cells],
        "notes": [[note.message, note.file, note.line] for note in submission.notes],
    }


def _received(told: dict[str, Any]) -> Submission:
    return Submission(
        path=told["path"],
        digest=told["digest"],
        cells=tuple(Cell(source, name, notebook) for source, name, notebook in told["cells"]),
        notes=tuple(LoadNote(message, file, line) for message, file, line in told["notes"]),
    )
