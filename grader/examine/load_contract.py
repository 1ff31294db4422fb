"""Reads the contract of an assignment and checks it, before anything is graded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from grader.assignment import Assignment, assignment_toml, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.testing.roles import Contract, Known

_NAME = "CONTRACT"
_ADAPTED, _LENT = "adapted", "lent"


def load_contract(assignment: Assignment) -> tuple[Contract, list[str]]:
    """Return the contract of ``assignment``, and sentences about problems with it."""
    nothing = Contract(())
    if assignment.contract is None:
        return nothing, []
    file = assignment.tests / f"{assignment.contract.roles}.py"
    try:
        contract = getattr(
            course_assignments.import_course_module(assignment, assignment.contract.roles, TESTS),
            _NAME,
            None,
        )
    except Exception as bug:  # noqa: BLE001 - the author's
        return nothing, [f"{file} cannot be imported: {type(bug).__name__}: {bug}"]
    if not isinstance(contract, Contract):
        return nothing, [f"{file}: {_NAME} has to be a contract (grader.testing.Contract)"]
    problems = [f"{file}: {problem}" for problem in _wrong(contract)]
    return contract, [
        *problems, *_wrong_tasks(assignment, contract), *_adapter_problems(assignment, contract)
    ]  # fmt: skip


def _wrong(contract: Contract) -> Iterator[str]:
    names = [role.name for role in contract.roles]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{names.count(name)} roles are called {name!r}"
    for role in contract.roles:
        if not role.name.isascii():
            yield f"role {role.name!r}: a name may only have ASCII letters, digits and _"
        for name in (role.name, *role.names):
            if not name.isidentifier():
                yield f"role {role.name}: {name!r} cannot be the name of a function"
        for word in role.takes:
            if not word.isidentifier():
                yield f"role {role.name}: {word!r} cannot be a word"
        for pattern in (role.like, role.unlike, role.first, role.traces, role.relies_on):
            yield from _wrong_pattern(f"role {role.name}", pattern)
        if not all(isinstance(known, Known) for known in role.known):
            yield f"role {role.name}: known answers have to be of the class grader.testing.Known"
    for word, pattern in contract.words.items():
        yield from _wrong_pattern(f"word {word}", pattern)


def _wrong_pattern(whose: str, pattern: str) -> Iterator[str]:
    try:
        re.compile(pattern)
    except re.error as problem:
        yield f"{whose}: {pattern!r} is not a regular expression: {problem}"


def _wrong_tasks(assignment: Assignment, contract: Contract) -> Iterator[str]:
    names = {role.name for role in contract.roles}
    for task in assignment.tasks:
        if task.function in names & set(task.globals):
            yield (
                f"{assignment.tests / assignment_toml.NAME}: the globals of task {task.id} lend "
                f"{task.function}, which the task itself tests"
            )


def _adapter_problems(assignment: Assignment, contract: Contract) -> Iterator[str]:
    """Yield problems with the adapter's texts, which are only run inside the sandbox."""
    files = assignment.adapter_files()
    parsed: dict[str, ast.Module] = {}
    for name, file in files.items():
        try:
            parsed[name] = ast.parse(file.read_text("utf-8"))
        except SyntaxError as problem:
            yield f"{file}, line {problem.lineno}: {problem.msg}"
    if "" not in parsed:
        return
    file = files[""]
    defined = {node.name for node in parsed[""].body if isinstance(node, ast.FunctionDef)}
    defined |= {
        alias.asname or alias.name
        for node in parsed[""].body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    names = {role.name for role in contract.roles}
    if _ADAPTED not in defined:
        yield f"{file} has to define the function {_ADAPTED}(scope, how)"
    if _LENT not in defined and any(names & set(task.globals) for task in assignment.tasks):
        yield f"{file} has to define {_LENT}(function, scope, how), because globals are lent"
