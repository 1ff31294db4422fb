"""Grades one submission in a platform's container, where only the files of a package are there."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from grader import intake
from grader.assignment import Assignment
from grader.export.package_files import SETTINGS
from grader.jobs.answers_for_marking import add_notebook_notes, collect_notebook_answers
from grader.jobs.grading_context import GradingContext, preload_hidden_tests
from grader.jobs.parallel_grading import grade_in_parallel
from grader.model.report import Report, SandboxInfo
from grader.sandbox import Sandbox, choose_backend
from grader.sandbox.backend_interface import SandboxUnavailable
from grader.sandbox.separate_user import SeparateUser

NO_SANDBOX = (
    "Nothing was graded: this system has no sandbox in which unknown code could be run safely. "
    "That is not the fault of your submission; please tell your instructors."
)
"""The sentence that students read where the grader refuses to run their code."""
GRADER_FAILED = (
    "Nothing was graded: the grader itself failed. That is not the fault of your submission; "
    "please tell your instructors."
)


@dataclass(frozen=True, slots=True)
class PackageSettings:
    """The settings of a package, as its exporter wrote them.

    Attributes:
        assignment: its id.
        per_day: how many submissions of a student are graded within a day; 0 for any number.
    """

    assignment: str
    per_day: int = 0


def read_settings(source: Path) -> PackageSettings:
    """Return the settings of the package whose files are in ``source``."""
    found = json.loads((source / SETTINGS).read_text("utf-8"))
    return PackageSettings(found["assignment"], found.get("per_day", 0))


def grade_folder(assignment: Assignment, handed_in: Path, sandbox: Sandbox) -> Report:
    """Return the report on what is in the folder ``handed_in``, as ``grade run`` would make it.

    Raises:
        IntakeError: if there is nothing that could be graded.
        UserError: if grading is not possible here.
    """
    read = intake.read_submission(handed_in, assignment.file_rules)
    contents = intake.read_contents(handed_in, assignment.file_rules).graded
    notebook = collect_notebook_answers(contents, read, assignment)
    # Beside processes of others, a sandbox is watched best while no other one begins or ends.
    processes = 1 if isinstance(sandbox, SeparateUser) else None
    context = preload_hidden_tests(GradingContext(assignment, sandbox))
    report = grade_in_parallel(context, read, processes=processes)
    return report if notebook is None else add_notebook_notes(report, notebook)


def choose_sandbox(root: Path) -> Sandbox:
    """Return the strongest sandbox that can be had in this container, never none.

    Where bubblewrap may make no namespaces, that is a user of its own for student code; only root
    can read ``root`` then.

    Args:
        root: the platform's folder, with tests, submission and results.

    Raises:
        SandboxUnavailable: if there is none; the message is for staff.
    """
    try:
        return choose_backend("bubblewrap")
    except SandboxUnavailable as first:
        try:
            return SeparateUser.in_container([root])
        except SandboxUnavailable as second:
            raise SandboxUnavailable(f"{first} {second}") from None


def describe_sandbox(sandbox: SandboxInfo) -> str:
    """Return a sentence on where the code ran and what was enforced there."""
    held = [name for name, enforced in sandbox.enforced.items() if enforced]
    return f"The code ran in a sandbox ({sandbox.backend}), which bounds {', '.join(held)}."


def print_for_staff(problem: BaseException) -> None:
    """Print why nothing was graded, for the log that only staff can read."""
    sys.stderr.write(f"{type(problem).__name__}: {problem}\n")
