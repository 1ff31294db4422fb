from __future__ import annotations

import argparse
import ast
import dis
import inspect
from collections.abc import Iterator
from types import CodeType

import pytest

from grader.runner import global_names, loader, statement_dependencies, tolerant_parser

MODULES = [argparse, ast, inspect, loader, global_names, statement_dependencies, tolerant_parser]


def according_to_python(code: CodeType, names: set[str]) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in names:
            yield instruction.argval
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from according_to_python(part, names)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_names_are_those_that_python_s_own_disassembler_finds(module: object) -> None:
    code = compile(inspect.getsource(module), "s.py", "exec")  # type: ignore[arg-type]
    looks_up = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
    binds = {"STORE_GLOBAL", "DELETE_GLOBAL"}
    assert global_names.mentioned(code) == set(according_to_python(code, looks_up | binds))
    assert global_names.stored(code) == set(according_to_python(code, {"STORE_GLOBAL"}))


def test_of_many_names_each_is_found() -> None:
    """More than fit into the argument of one operation."""
    names = [f"name{number}" for number in range(70_000)]
    text = f"def f():\n    global last\n    print({', '.join(names)})\n    last = 1\n"
    code = compile(text, "s.py", "exec")
    assert global_names.stored(code) == {"last"}
    assert global_names.mentioned(code) == {*names, "last", "print"}


def test_attributes_and_variables_of_functions_are_no_global_names() -> None:
    text = "def f(board):\n    moves = game.board\n    return [m for m in moves.columns]\n"
    assert global_names.mentioned(compile(text, "s.py", "exec")) == {"game"}
