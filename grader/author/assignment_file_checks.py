"""Makes the checks of an assignment's files: complete, frozen data unchanged, costs up to date."""

from __future__ import annotations

import ast
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from grader import assignment as assignments
from grader.assignment import (
    Assignment,
    AssignmentError,
    UnknownAssignment,
    assignment_toml,
    course_assignments,
)
from grader.assignment import course_assignments as courses
from grader.assignment.reference_costs import NAME as COSTS
from grader.author import measure_reference_costs as measured
from grader.author import nondeterministic_cases, undefined_names_in_tests
from grader.author.validation_check import (
    PROBLEMS,
    CheckFinding,
    CheckResult,
    FindingTable,
    ValidationCheck,
    make_skipped_check,
)
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests, prepare_hidden_tests
from grader.jobs.grading_context import GradingContext
from grader.model.formatting import TO_MARK, format_count, format_points_with_noun
from grader.model.report import Progress
from grader.runner.statement import global_names
from grader.sandbox import SandboxUnavailable


def check_assignment_files(
    id: str, course: Path
) -> tuple[CheckResult, Assignment | None, HiddenTests | None]:
    """Return the result of the check that the assignment's files are in order.

    Returns:
        the result; the assignment with its tests, as far as they could be read.

    Raises:
        UnknownAssignment: if the course has none of that name.
    """
    began = time.monotonic()
    chosen, tests, problems = _read_with_problems(id, course)
    summary = (
        f"{format_count(len(problems), 'problem')} in its own files"
        if problems or chosen is None
        else _size(chosen)
    )
    found = [CheckFinding(problem.replace(f"{course}/", "")) for problem in problems]
    tables = [FindingTable(PROBLEMS, found)]
    return (
        CheckResult("assignment", summary, tables, seconds=time.monotonic() - began),
        chosen,
        tests,
    )


def _read_with_problems(
    id: str, course: Path
) -> tuple[Assignment | None, HiddenTests | None, list[str]]:
    """Return the assignment and its tests, if readable, and all problems."""
    problems: list[str] = []
    try:
        chosen = assignments.load_assignment(id, course)
    except UnknownAssignment:
        raise
    except AssignmentError as problem:
        problems += str(problem).splitlines()
        try:
            chosen, _ = assignment_toml.read_assignment_with_problems(
                course / courses.TESTS / id, course / courses.REFERENCE / id
            )
        except AssignmentError:
            return None, None, problems
        tests = find_hidden_tests(chosen)
        problems += tests.problems if chosen.tasks else []  # without tasks, no test has any
    else:
        problems += find_missing_solutions(chosen)
        try:
            tests = prepare_hidden_tests(chosen)
        except AssignmentError as problem:
            return chosen, None, [*problems, *str(problem).splitlines()]
        problems += tests.wrong(chosen) or nondeterministic_cases.find_nondeterministic_tests(
            chosen, tests.tests
        )
    if "" not in chosen.functions:  # else a function's own name is what is wrong
        problems += undefined_names_in_tests.find_undefined_names(chosen, tests.tests)
    return chosen, tests, problems


def find_missing_solutions(assignment: Assignment) -> Iterator[str]:
    """Yield sentences about tasks whose reference solution is missing or unreadable."""
    file = assignment.tests / assignment_toml.NAME
    for index, task in enumerate(assignment.tasks):
        if task.function is None:
            continue
        name = f"reference/{assignment.id}/{task.function}.py"
        try:
            tree = ast.parse(assignment.source(task.function))
        except FileNotFoundError:
            yield (
                f"{assignment_toml.locate_key(file, f'tasks[{index}].function')}: task {task.id}: "
                f"{name}, its solution, is missing; write it there, as {task.function}"
            )
        except SyntaxError as problem:
            yield f"{name}:{problem.lineno}: SyntaxError: {problem.msg}; mend the syntax"
        else:
            if not any(task.function in global_names(node) for node in tree.body):
                yield (
                    f"{name}:1: task {task.id}: its solution defines no {task.function}; write it, "
                    "or mend its name"
                )


def _size(assignment: Assignment) -> str:
    coded = [task for task in assignment.tasks if not task.written]
    written = [task for task in assignment.tasks if task.written]
    text = (
        f"{format_points_with_noun(sum(task.points for task in coded))} in "
        f"{format_count(len(coded), 'coded task')}"
    )
    if written:
        text += f", {format_points_with_noun(sum(task.points for task in written))} {TO_MARK}"
    return text


def make_generated_data_check(assignment: Assignment) -> ValidationCheck:
    """Return a check that frozen data equals what its generators write."""
    if not (assignment.reference / "generate").is_dir():
        return make_skipped_check("data", f"no generator in reference/{assignment.id}/generate")
    module = f"reference.{assignment.id}.generate"

    def stale() -> list[str]:
        names: list[str] = course_assignments.import_course_module(assignment, "generate").stale()
        return names

    title = f"Frozen files that differ from what `python -m {module}` writes"
    return _make_comparison_check(
        "data", stale, "the frozen files are what their generators write", title
    )


def make_costs_check(context: GradingContext) -> ValidationCheck:
    """Return a check that the reference still has the costs in ``costs.json``."""
    chosen = context.assignment
    name = f"hidden_tests/{chosen.id}/{COSTS}"
    if chosen.costs.calibration is None:
        return make_skipped_check("costs", f"no {name}: every call has the least budget")
    title = f"No longer right: `grade author costs {chosen.id}` writes {name} anew"
    return _make_comparison_check(
        "costs", lambda: measured.find_stale_costs(chosen, context.sandbox),
        "the reference takes what budgets are derived from", title,
    )  # fmt: skip


def _make_comparison_check(
    name: str, stale: Callable[[], list[str]], fine: str, title: str
) -> ValidationCheck:
    """Return a check of files that a program writes; ``stale`` lists differing ones."""

    def work(_: Progress) -> str:
        try:
            return json.dumps({"stale": stale()})
        except SandboxUnavailable:
            raise
        except Exception as bug:  # noqa: BLE001 - the author's code, whatever it does
            return json.dumps({"problem": f"{type(bug).__name__}: {bug}"})

    def judge(answers: Mapping[str, str]) -> CheckResult:
        answer = json.loads(answers.get(name, "{}"))
        if problem := answer.get("problem"):
            return CheckResult(
                name, "cannot be compared", [FindingTable(PROBLEMS, [CheckFinding(problem)])]
            )
        out_of_date = answer.get("stale", [])
        summary = f"{len(out_of_date)} out of date" if out_of_date else fine
        return CheckResult(
            name, summary, [FindingTable(title, [CheckFinding(one) for one in out_of_date])]
        )

    return ValidationCheck(name, {name: work}, judge)
