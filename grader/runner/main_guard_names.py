"""Finds names that a program defines only where it is run as a script, and needs elsewhere too.

Guarded code is not run here: a submission is imported, and its script may do anything.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from grader.runner.global_names import mentioned
from grader.runner.statement import Statement, global_names


def guarded_names(node: ast.stmt) -> tuple[str, ...]:
    """Return the names that ``node`` binds, if it is ``if __name__ == "__main__"``."""
    match node:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]), body=body):
            if {"__name__", "__main__"} == set(_sides(left, right)):
                return tuple(name for each in body for name in global_names(each))
    return ()


def missing(guarded: Iterable[str], statements: Iterable[Statement]) -> tuple[str, ...]:
    """Return the names of ``guarded`` that other code uses and nothing else defines.

    Args:
        statements: all of the program but the guards.
    """
    others = list(statements)
    bound = {name for statement in others for name in statement.names} | set(dir(builtins))
    wanted = dict.fromkeys(name for name in guarded if name not in bound)
    if not wanted:
        return ()
    used = set[str]().union(*(mentioned(statement.code) for statement in others))
    return tuple(name for name in wanted if name in used)


def _sides(*nodes: ast.expr) -> Iterator[object]:
    for node in nodes:
        match node:
            case ast.Name(id=name):
                yield name
            case ast.Constant(value=value):
                yield value
