"""Exports an assignment to Coursemology: a package for each coded task.

1. The cases of a task's hidden tests are told in the platform's words, as far as that can be done.
2. The package's own program, of which the platform makes an ``answer.py``, runs in the sandbox:
   cases that the solution fails, or that the skeleton passes, are left out.
3. The rest is written, with a list of what that platform's model cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.run_hidden_tests import HiddenTests, sandbox_program
from grader.explain.reference_answers import reference_submission
from grader.export.coursemology_cases import (
    ExportedCase,
    ExportedTask,
    export_task_cases,
    read_coursemology_overrides,
)
from grader.export.coursemology_package import QuestionTexts, package_files, question_texts
from grader.export.package_files import PackageFile, zip_package
from grader.machine import speed
from grader.machine.atomic_write import write_atomically, write_bytes_atomically
from grader.model.submission import Cell, Submission, digest_texts
from grader.model.time_limits import CallLimits
from grader.model.user_error import UsageError, UserError
from grader.sandbox.backend_interface import CallEnding, Injection, Sandbox
from grader.sandbox.call_request import Call

LEFT_OUT = "left-out.txt"
MOST = 12
"""Cases of one hidden test: that platform shows each in a row, and runs all of a kind in one go."""
_SEEDS = (1, 2)
"""Seeds with which the solution has to pass every case."""
_SECONDS = 10.0
"""CPU seconds that a case may take."""


@dataclass(frozen=True, slots=True)
class TaskPackage:
    """The package of a task, and what is not in it."""

    name: str
    exported: ExportedTask
    files: dict[str, PackageFile]


def require_fixed_names(assignment: Assignment) -> None:
    """Raise UsageError if students choose the names of an assignment's functions."""
    if assignment.contract is not None:
        raise UsageError(
            f"{assignment.id} lets students choose names, and Coursemology calls functions by "
            "fixed names: it cannot be exported there."
        )


def make_packages(
    assignment: Assignment,
    tests: HiddenTests,
    sandbox: Sandbox,
    tasks: Collection[str] = (),
    most: int = MOST,
    progress: Callable[[str], None] = lambda _: None,
) -> list[TaskPackage]:
    """Return a package for each coded task of ``tasks``, or of all.

    Args:
        most: cases of one hidden test.
        progress: called with words on what is done next, as each task begins.

    Raises:
        UsageError: if nothing of the tests can be told.
        UserError: if the reference, or what the assignment says for this platform, has a fault.
        SandboxUnavailable, SandboxFailure: if the sandbox does not work.
    """
    own = read_coursemology_overrides(assignment)
    session = sandbox.start(sandbox_program(reference_submission(assignment), assignment))
    made: list[TaskPackage] = []
    try:
        examiner = Examiner(
            session, assignment, "", speed=speed.machine_slowness(assignment.costs.calibration)
        )
        asked = [
            task
            for task in assignment.tasks
            if not task.written and (not tasks or task.id in tasks)
        ]
        for number, task in enumerate(asked, 1):
            progress(f"task {task.id}, {number} of {len(asked)}")
            exported = export_task_cases(task, tests.of([task.id]), examiner, own, most)
            texts = question_texts(assignment, task)
            _drop_unfit_cases(exported, texts, assignment, sandbox)
            name = f"{assignment.id}-{task.id}-{task.function}.zip"
            files = package_files(texts, exported.cases) if exported.cases else {}
            made.append(TaskPackage(name, exported, files))
    finally:
        session.close()
    if not any(package.files for package in made):
        raise UsageError(f"No hidden test of {assignment.id} can be told to Coursemology.")
    return made


def write_packages(folder: Path, packages: Sequence[TaskPackage]) -> list[Path]:
    """Write packages that have cases, and the list of what is left out, to ``folder``.

    Raises:
        UserError: if the folder or a file in it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UserError(f"{folder} cannot be made: {problem.strerror}.") from None
    written = []
    for package in packages:
        if package.files:
            written.append(folder / package.name)
            write_bytes_atomically(written[-1], zip_package(package.files))
    write_atomically(folder / LEFT_OUT, describe_left_out(packages))
    return [*written, folder / LEFT_OUT]


def describe_left_out(packages: Sequence[TaskPackage]) -> str:
    """Return a line for each test and reason that leaves out cases."""
    lines = [
        f"{test}: {count} {'case' if count == 1 else 'cases'} left out: {reason}"
        for package in packages
        for (test, reason), count in package.exported.left_out.items()
    ]
    return "".join(f"{line}\n" for line in lines) or "Every hidden test is in the packages.\n"


def _drop_unfit_cases(
    exported: ExportedTask, texts: QuestionTexts, assignment: Assignment, sandbox: Sandbox
) -> None:
    """Leave out the cases that a package's solution fails, or its skeleton passes."""
    right = [
        run_cases(texts, texts.solution, exported.cases, assignment, sandbox, seed)
        for seed in _SEEDS
    ]
    passes = [all(passed) for passed in zip(*map(list, right), strict=True)]
    empty = run_cases(texts, texts.submission, exported.cases, assignment, sandbox)
    kept: list[ExportedCase] = []
    for case, passed, unearned in zip(exported.cases, passes, empty, strict=True):
        if not passed:
            exported.leave_out(case.test, "the solution fails it in the package")
        elif unearned:
            exported.leave_out(case.test, "the skeleton passes it in the package")
        else:
            kept.append(case)
    exported.cases = kept


def run_cases(
    texts: QuestionTexts,
    code: str,
    cases: Sequence[ExportedCase],
    assignment: Assignment,
    sandbox: Sandbox,
    seed: int = 0,
) -> Iterator[bool]:
    """Yield for each case whether ``code`` passes it in the package's program, in the sandbox.

    Raises:
        SandboxUnavailable, SandboxFailure: if the sandbox does not work.
    """
    checks = "".join(
        f"\ndef _passes_{number}():\n    return not not (({case.expression}) == {case.expected})\n"
        for number, case in enumerate(cases)
    )
    program = f"{texts.prepend}\n{code}\n{texts.append}\n{checks}"
    cell = Cell(program, "answer.py", False)
    submission = Submission("a package", digest_texts([program]), (cell,), ())
    # What is executed before the student's code is in the program itself.
    session = sandbox.start(replace(sandbox_program(submission, assignment), preamble=""))
    try:
        session.load(Injection())
        limits = CallLimits(_SECONDS, _SECONDS * assignment.wall_factor)
        process = session.fork()
        for number in range(len(cases)):
            if process.ended:
                process = session.fork()
            outcome = process.call(Call(f"_passes_{number}", (), {}, seed + number, limits))
            yield outcome.ending is CallEnding.ANSWER and outcome.value is True
    finally:
        session.close()
