"""Decides whether this process can carry out an order that another process sends.

A worker that has other files, packages or another sandbox than an order asks for refuses it.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader.assignment import Assignment, AssignmentError, course_assignments
from grader.assignment import course_assignments as courses
from grader.jobs import work_order as orders
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import (
    AssignmentFilesWatch,
    GradingSetting,
    digest_assignment_files,
    digest_grader_sources,
)
from grader.jobs.work_order import AnyOrder
from grader.render.json_conversion import ReportError
from grader.sandbox import SandboxUnavailable

_FILES = {"tests": "other hidden tests", "limits": "other limits", "reference": "another reference"}

_OTHER_GRADER = "has another version of the grader; install the same one there"


class WorkerUnfit(Exception):
    """A worker cannot carry out an order; ``str()`` is the rest of a sentence about it."""


def refuse_without_sandbox(problem: SandboxUnavailable) -> WorkerUnfit:
    """Return the refusal of a worker without a sandbox."""
    return WorkerUnfit(f"finds no sandbox: {problem}")


def accept_order(text: str) -> tuple[GradingContext, AnyOrder | None]:
    """Return the context for an order, and the order itself; ``None`` for an inquiry.

    Raises:
        WorkerUnfit: if this process lacks what the order needs.
    """
    try:
        setting, order = orders.read_order(text)
    except ReportError:  # as other versions may write them
        raise WorkerUnfit(_OTHER_GRADER) from None
    return _fit(setting), order


def _fit(wanted: GradingSetting) -> GradingContext:
    if wanted.grader != digest_grader_sources():
        raise WorkerUnfit(_OTHER_GRADER)
    context = _context(
        wanted.assignment, wanted.course, wanted.backend, int(wanted.seed), wanted.tasks
    )
    where = wanted.bindings
    # What is said of one submission must not stay in a context for many.
    context = replace(context, where=where) if where else context
    here = context.setting.parts
    for name, value in wanted.parts.items():
        if here[name] != value:
            raise WorkerUnfit(_difference(wanted.assignment, name, here[name], value))
    watch = AssignmentFilesWatch.over(context.assignment)
    # What is in memory may be older than what the next fork reads.
    if not digest_assignment_files(context.assignment).items() <= here.items():
        raise WorkerUnfit(f"has files of {wanted.assignment} that have changed since it read them")
    return replace(context, watch=watch)


@functools.lru_cache(maxsize=4)
def _context(assignment: str, course: str, backend: str, seed: int, tasks: str) -> GradingContext:
    try:
        chosen = _load_assignment(assignment, course)
        with course_assignments.make_course_importable(chosen):
            sandbox = sandboxes.choose_backend(backend)
    except AssignmentError as problem:
        raise WorkerUnfit(f"cannot use {assignment}: {problem}") from None
    except SandboxUnavailable as problem:
        raise refuse_without_sandbox(problem) from None
    asked = tuple(task.id for task in chosen.tasks if f" {task.id} " in f" {tasks} ")
    return GradingContext(chosen, sandbox, seed, asked)


def _load_assignment(assignment: str, course: str) -> Assignment:
    """Return the assignment from the batch's folder, or from this machine's own course.

    Its digests show later whether it is the same one.
    """
    if not course:
        return assignments.load_assignment(assignment)
    own = courses.choose_course()
    for folder in (Path(course), own):
        if assignment in courses.list_assignment_ids(folder):
            return assignments.load_assignment(assignment, folder)
    raise WorkerUnfit(
        f"has no course with {assignment}, neither in {course} nor in {own}; "
        f"bring its folder there, or name it there with {courses.COURSE_VARIABLE}"
    )


def _difference(assignment: str, name: str, here: str, wanted: str) -> str:
    if name in _FILES:
        return f"has {_FILES[name]} of {assignment}; bring the same files there"
    return f"has another {name}: {here}, not {wanted}"
