from __future__ import annotations

import argparse
import ast
import dis
import inspect
import textwrap
from collections.abc import Iterator
from types import CodeType

import pytest

from grader.runner import (
    loader,
    statement_dependencies,
    tolerant_parser,
    uncallable_definitions,
)
from grader.runner.statement import Importance

GAME = """
def play(board, player="x"):
    board.append(player)
    return len(board)
"""


def needs(text: str) -> dict[str, Importance]:
    """How much each statement below :data:`GAME` is needed, by its first line."""
    text = textwrap.dedent(text).strip("\n")
    first = GAME.count("\n") + 1
    statements, problems = loader.plan_statements([(f"{GAME}{text}\n", "s.py", False)])
    assert problems == []
    lines = text.split("\n")
    return {lines[s.line - first]: s.need for s in statements if s.line >= first}


def test_statements_without_anything_that_uses_them() -> None:
    assert needs("""
        import time
        SIZE = 6, -7
        wide: int = 2 * 7
        board = []
        wins = play(board)
        print(play(board))
        for n in range(10): play([])
        for n in range(10): board[n] = play([])
        while play([]) < 3: pass
        assert play([]) == 1
        board.sort()
        if wins: print(wins)
        with open("x") as file: play(file)
        def later(): pass
    """) == {
        "import time": Importance.ALWAYS,
        "SIZE = 6, -7": Importance.ALWAYS,
        "wide: int = 2 * 7": Importance.ALWAYS,
        "board = []": Importance.UNKNOWN,
        "wins = play(board)": Importance.UNKNOWN,
        "print(play(board))": Importance.NONE,
        "for n in range(10): play([])": Importance.NONE,
        "for n in range(10): board[n] = play([])": Importance.UNKNOWN,
        "while play([]) < 3: pass": Importance.NONE,
        "assert play([]) == 1": Importance.NONE,
        "board.sort()": Importance.UNKNOWN,
        "if wins: print(wins)": Importance.NONE,
        'with open("x") as file: play(file)': Importance.UNKNOWN,
        "def later(): pass": Importance.ALWAYS,
    }


NEEDED = {
    "what a function uses": ("table = play([])", "def look(): return table"),
    "what a method uses": ("table = play([])", "class A:\n    def look(self): return table"),
    "what a default uses": ("table = play([])", "def look(n=table): return n"),
    "what a lambda uses": ("table = play([])", "look = lambda: table"),
    "what that is made of": ("small = play([])", "table = [small]\ndef look(): return table"),
    "a loop that binds it": ("for n in range(3): play([])", "def look(): return n"),
    "a loop that fills it": (
        "for n in range(3): table[n] = play([])",
        "table = {}\ndef look(): return table",
    ),
    "a call with it": ("play(table)", "table = []\ndef look(): return table"),
    "a call of what fills it": (
        "fill(3)",
        "table = {}\ndef fill(n): table[n] = n\ndef look(): return table",
    ),
    "a call of what has it filled": (
        "begin()",
        "table = {}\ndef fill(n): table[n] = n\ndef begin(): fill(3)\ndef look(): return table",
    ),
    "a call of what binds it": (
        "begin()",
        "def begin():\n    global table\n    table = []\ndef look(): return table",
    ),
    "a call of what binds it anew": (
        "begin()",
        "table = None\ndef begin():\n    global table\n    table = []\ndef look(): return table",
    ),
    "a loop that changes a class": (
        "for n in range(3): A.table[n] = play([])",
        "class A:\n    table = {}\n    def look(self): return self.table",
    ),
    "a call of what changes a class": (
        "train()",
        "class A:\n    def look(self): return self.best\ndef train():\n    A.best = play([])",
    ),
    "a call of what changes a function": (
        "train()",
        "def look(): pass\ndef train():\n    if look:\n        look.cache[1], x = play([]), 2",
    ),
    "a change by another name": (
        "play(other)",
        "table = []\nother = table\ndef look(): return table",
    ),
}


@pytest.mark.parametrize(("statement", "others"), NEEDED.values(), ids=NEEDED)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_what_definitions_need(statement: str, others: str, after: bool) -> None:
    text = f"{others}\n{statement}" if after else f"{statement}\n{others}"
    assert needs(text)[statement] is Importance.DEFINITIONS


NOT_NEEDED = {
    "a parameter of that name": "board = []\ndef look(board): return board",
    "an attribute of that name": "board = []\nclass A:\n    def look(self): return self.board",
    "a constant": "board = 6\ndef look(): return board",
    "a counter": "board = []\nnodes = 0\ndef count():\n    global nodes\n    nodes += 1",
    "a class that counts": "board = []\nclass A:\n    def look(self): A.nodes += 1",
    "what a method changes of its object": "board = []\nclass A:\n    def f(self): self.x = play",
    "what a function changes of its own": "board = []\ndef f(board):\n    board[0] = play",
    "what only experiments use": "board = []\nwins = play(board)\nprint(wins)",
}


@pytest.mark.parametrize("others", NOT_NEEDED.values(), ids=NOT_NEEDED)
def test_what_definitions_do_not_need(others: str) -> None:
    assert needs(f"{others}\nprint(play(board))")["print(play(board))"] is Importance.NONE


def test_experiments_that_count_nodes_are_experiments() -> None:
    text = "nodes = 0\ndef search():\n    global nodes\n    nodes += 1\nfor n in [1]: search()"
    assert needs(text)["for n in [1]: search()"] is Importance.NONE


@pytest.mark.parametrize("step", [1, -1])
def test_chains_of_names_are_followed_to_their_end(step: int) -> None:
    chain = [f"x{n} = [x{n + 1}]\n" for n in range(300)][::step]
    statements, _ = loader.plan_statements(
        [(f"{''.join(chain)}def look(): return x0\n", "s.py", False)]
    )
    assert {statement.need for statement in statements[:-1]} == {Importance.DEFINITIONS}


MODULES = [
    argparse,
    ast,
    inspect,
    loader,
    statement_dependencies,
    uncallable_definitions,
    tolerant_parser,
]


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
    assert statement_dependencies.global_names_used(code) == set(
        according_to_python(code, looks_up | binds)
    )
    assert statement_dependencies.names_bound_by_functions(code) == set(
        according_to_python(code, {"STORE_GLOBAL"})
    )


def test_of_many_names_each_is_found() -> None:
    """More than fit into the argument of one operation."""
    names = [f"name{number}" for number in range(70_000)]
    text = f"def f():\n    global last\n    print({', '.join(names)})\n    last = 1\n"
    code = compile(text, "s.py", "exec")
    assert statement_dependencies.names_bound_by_functions(code) == {"last"}
    assert statement_dependencies.global_names_used(code) == {*names, "last", "print"}


def test_attributes_and_variables_of_functions_are_no_global_names() -> None:
    text = "def f(board):\n    moves = game.board\n    return [m for m in moves.columns]\n"
    assert statement_dependencies.global_names_used(compile(text, "s.py", "exec")) == {"game"}
