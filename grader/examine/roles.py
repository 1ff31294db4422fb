"""The roles of an assignment's contract: read, and checked before anything is graded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from grader.assignment import Assignment, modules, reading
from grader.assignment.course import TESTS
from grader.testing.contract import Probe, Role

_LIST = "ROLES"
_ADAPTED, _LENT = "adapted", "lent"


def roles(assignment: Assignment) -> tuple[tuple[Role, ...], list[str]]:
    """The roles of ``assignment``, in order, and what is wrong with its contract, as sentences."""
    contract = assignment.contract
    if contract is None:
        return (), []
    file = assignment.tests / f"{contract.roles}.py"
    try:
        listed = getattr(modules.imported(assignment, contract.roles, TESTS), _LIST, None)
    except Exception as bug:  # noqa: BLE001 - the author's
        return (), [f"{file} cannot be imported: {type(bug).__name__}: {bug}"]
    if not isinstance(listed, Sequence) or not all(isinstance(one, Role) for one in listed):
        return (), [f"{file}: {_LIST} has to be a list or tuple of roles (grader.testing.Role)"]
    found = tuple(listed)
    problems = [f"{file}: {problem}" for problem in _wrong(found)]
    return found, [*problems, *_wrong_tasks(assignment, found), *_wrong_adapter(assignment, found)]


def _wrong(found: Sequence[Role]) -> Iterator[str]:
    names = [role.name for role in found]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{names.count(name)} roles are called {name!r}"
    for role in found:
        if not role.name.isascii():
            yield f"role {role.name!r}: names of roles are of ASCII letters, digits and _"
        for name in (role.name, *role.names):
            if not name.isidentifier():
                yield f"role {role.name}: {name!r} cannot be the name of a function"
        for pattern in (role.like, role.traces):
            try:
                re.compile(pattern)
            except re.error as problem:
                yield f"role {role.name}: {pattern!r} is no regular expression: {problem}"
        if not all(isinstance(trial, Probe) for trial in role.trials):
            yield f"role {role.name}: trials have to be of the class grader.testing.Probe"
        if role.by_behaviour and not role.trials:
            yield f"role {role.name} has no trials, so that it needs by_behaviour=False"


def _wrong_tasks(assignment: Assignment, found: Sequence[Role]) -> Iterator[str]:
    names = {role.name for role in found}
    for task in assignment.tasks:
        if task.function in names & set(task.globals):
            yield (
                f"{assignment.tests / reading.NAME}: task {task.id} is lent {task.function} by its "
                "globals, which it is about"
            )


def _wrong_adapter(assignment: Assignment, found: Sequence[Role]) -> Iterator[str]:
    """What is wrong with the adapter's texts, which are only run inside the sandbox."""
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
    names = {role.name for role in found}
    if _ADAPTED not in defined:
        yield f"{file} has to define the function {_ADAPTED}(target, convention)"
    if _LENT not in defined and any(names & set(task.globals) for task in assignment.tasks):
        yield f"{file} has to define {_LENT}(function, convention), because globals are lent"
