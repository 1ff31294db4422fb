"""Finds undefined names in hidden tests by reading their source, before any is run.

A test that calls ``student.nearset`` would only fail when it is run, and say so for each case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from grader.assignment import Assignment
from grader.examine.hidden_test import HiddenTest
from grader.testing.planned_calls import expect_known_function

_CALLED = frozenset({"student", "ask", "own"})
"""Arguments of a test whose attributes are the student's functions."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def find_undefined_names(assignment: Assignment, tests: Sequence[HiddenTest]) -> list[str]:
    """Return a sentence, with file and line, for each name in the tests that no task of theirs has.

    Files that do not parse are passed over here; the import of them reports the error.
    """
    found: list[str] = []
    if not tests:
        return found
    for file in sorted(assignment.tests.rglob("*.py")):
        if file.is_relative_to(assignment.tests / "stubs"):
            continue
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
        place = str(file.relative_to(assignment.course))
        own = [test for test in tests if test.where.rpartition(":")[0] == place]
        functions = [node for node in tree.body if isinstance(node, _Function)]
        for function in functions:
            users = [test for test in own if test.name in _tests_using(function, functions)]
            if function.name.startswith("test") and not users:
                continue  # that it is no test of any task has been said
            found += (
                f"{place}:{line}: {said}"
                for line, said in _find_unknown_names(function, assignment, users or tests)
            )
    return found


def _tests_using(function: _Function, functions: Sequence[_Function]) -> set[str]:
    """Return the names of tests that ``function`` is, or that use ``@asks(function)``."""
    names = {function.name}
    for other in functions:
        for mark in other.decorator_list:
            match mark:
                case ast.Call(func=ast.Name("asks"), args=[ast.Name(asked)]):
                    if asked == function.name:
                        names.add(other.name)
    return names


def _find_unknown_names(
    function: _Function, assignment: Assignment, tests: Sequence[HiddenTest]
) -> Iterator[tuple[int, str]]:
    """Yield lines of ``function`` with unknown names, and what is wrong with them."""
    tasks = [assignment.task(number) for number in sorted({test.mark.task for test in tests})]
    callables = frozenset(name for task in tasks for name in assignment.callable_in(task))
    lent = frozenset(name for task in tasks for name in task.inject)
    inside = list(ast.walk(function))
    arguments = {node.arg for node in inside if isinstance(node, ast.arg)}
    for node in inside:
        match node:
            case ast.Attribute(value=ast.Name(on), attr=name) if on in arguments:
                if on in _CALLED:
                    try:
                        expect_known_function(name, callables)
                    except AttributeError as problem:
                        yield node.lineno, f"{on}.{name}: {problem}"
                elif on == "inject" and name not in lent | {"stub"}:
                    known = ", ".join(sorted(lent)) or "nothing"
                    said = f"assignment.toml lends this task {known}; add {name!r} to inject there"
                    yield node.lineno, f"{on}.{name}: {said}, or mend the name"
