"""Programs that tests hold as texts, and run elsewhere, name only what the project has."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module, util
from pathlib import Path
from types import ModuleType

import pytest

from grader.assignment import load_assignment
from grader.assignment.course_assignments import make_course_importable

ROOT = Path(__file__).parents[1]
PACKAGES = ("grader", "tests")
_IMPORTS = re.compile(rf"from ({'|'.join(PACKAGES)})\b.* import").search


def _parse(text: str) -> ast.Module:
    """``text`` as a program; an empty one if it is none, such as a hostile file or a message."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])


def _programs() -> Iterator[tuple[str, ast.Module]]:
    """Every text that imports something of the project, and where it stands."""
    for path in sorted({*ROOT.joinpath("tests").rglob("*.py")} - {Path(__file__)}):
        for node in ast.walk(_parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                program = _parse(textwrap.dedent(node.value) if _IMPORTS(node.value) else "")
                if program.body:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", program


def _unknown(program: ast.Module) -> Iterator[str]:
    """Names that ``program`` imports, or takes of a module, and that are not there."""
    modules: dict[str, ModuleType] = {}
    for node in ast.walk(program):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in PACKAGES:
            module = import_module(str(node.module))
            for one in node.names:
                name = f"{node.module}.{one.name}"
                if hasattr(module, "__path__") and util.find_spec(name):
                    modules[one.asname or one.name] = import_module(name)
                elif not hasattr(module, one.name):
                    yield name
    for node in ast.walk(program):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = modules.get(node.value.id)
            if owner is not None and not hasattr(owner, node.attr):
                yield f"{owner.__name__}.{node.attr}"


def test_what_programs_name_is_there() -> None:
    programs = list(_programs())
    assert len(programs) > 10
    # Earlier tests may have led these packages to courses of their own.
    with make_course_importable(load_assignment("ps2")):
        unknown = [(where, name) for where, program in programs for name in _unknown(program)]
    assert unknown == []


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("from grader.sandbox import choose_backend", []),
        ("from grader.sandbox import chosen", ["grader.sandbox.chosen"]),
        ("from grader.model import escape\nescape.no_such()", ["grader.model.escape.no_such"]),
        ("from json import no_such", []),
    ],
)
def test_a_name_that_is_gone_is_found(text: str, unknown: list[str]) -> None:
    assert list(_unknown(ast.parse(text))) == unknown
