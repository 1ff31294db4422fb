"""Lays out a package of one task in Coursemology's format for Python programming questions.

The platform makes one program of four texts: ``prepend``, what a student writes (or the solution),
``append`` and ``autograde``. So what ``append`` defines replaces what the student has defined under
the same name: the reference's versions of what a task builds on, as this grader lends them. What
else the reference's sources name is kept in functions, out of the student's way.
"""

from __future__ import annotations

import ast
import hashlib
import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, Task
from grader.export.coursemology_cases import NAME, ExportedCase
from grader.export.package_files import PackageFile
from grader.model.user_error import UserError

KINDS = ("public", "private", "evaluation")
CONDITIONS = Path(__file__).with_name("coursemology_equality_checks.py")
_FUTURE = "from __future__ import annotations\n"
_TARGETS = """\
PYTHON ?= python3
RUN = PYTHONPATH="$(CURDIR)/submission:$(CURDIR)/tests" $(PYTHON)

.PHONY: prepare compile public private evaluation solution clean

prepare:

compile: answer.py

answer.py: tests/prepend.py submission/template.py tests/append.py tests/autograde.py
	cat $^ > $@

public: answer.py
	$(RUN) answer.py PublicTestsGrader

private: answer.py
	$(RUN) answer.py PrivateTestsGrader

evaluation: answer.py
	$(RUN) answer.py EvaluationTestsGrader

solution.py: tests/prepend.py solution/template.py tests/append.py tests/autograde.py
	cat $^ > $@

solution: solution.py
	PYTHONPATH="$(CURDIR)/solution:$(CURDIR)/tests" $(PYTHON) solution.py

clean:
	rm -f answer.py solution.py report.xml
"""
_BEGINNING = "import unittest\n\nimport xmlrunner\n"
_ENDING = """

if __name__ == "__main__":
    with open("report.xml", "wb") as report:
        unittest.main(
            testRunner=xmlrunner.XMLTestRunner(report, outsuffix=""),
            failfast=False,
            buffer=False,
            catchbreak=False,
        )
"""


@dataclass(frozen=True, slots=True)
class QuestionTexts:
    """The four texts of a question that its cases come after, and files beside them by name."""

    prepend: str
    submission: str
    solution: str
    append: str
    data: Mapping[str, str]


def question_texts(assignment: Assignment, task: Task) -> QuestionTexts:
    """Return the texts of the question that ``task`` becomes.

    Raises:
        UserError: if a source of the reference is not as it has to be.
    """
    assert task.function is not None, "only coded tasks are exported"
    prepend = _FUTURE + _drop_tool_imports(assignment.preamble_source())
    return QuestionTexts(
        prepend,
        _skeleton(assignment, task.function),
        _drop_tool_imports(assignment.source(task.function)),
        _append(assignment, task),
        {f"{name}.py": assignment.provided_source(name) for name in assignment.provided},
    )


def package_files(texts: QuestionTexts, cases: Sequence[ExportedCase]) -> dict[str, PackageFile]:
    """Return the files of a package by their paths in it."""
    found = {
        ".meta": json.dumps(_meta(texts, cases), ensure_ascii=False, indent=1),
        "Makefile": _TARGETS,
        "submission/template.py": texts.submission + "\n",
        "solution/template.py": texts.solution + "\n",
        "tests/prepend.py": texts.prepend + "\n",
        "tests/append.py": f"\n{texts.append}\n",
        "tests/autograde.py": autograde_source(cases),
        **texts.data,
    }
    return {name: PackageFile(text.encode()) for name, text in found.items()}


def autograde_source(cases: Sequence[ExportedCase]) -> str:
    """Return the three test classes, and what runs one of them that is named."""
    classes = []
    for kind in KINDS:
        methods = [
            f"""
    def test_{kind}_{number:02}(self):
        self.meta["expression"] = {case.expression!r}
        self.meta["expected"] = str({case.expected})
        self.meta["hint"] = {case.hint!r}
        _out = {case.expression}
        self.meta["output"] = "'" + _out + "'" if isinstance(_out, str) else _out
        self.assertEqual(_out, {case.expected})
"""
            for number, case in enumerate(cases_of_kind(cases, kind), 1)
        ]
        classes.append(
            f"""

class {kind.capitalize()}TestsGrader(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.meta = {{"expression": "", "expected": "", "hint": "", "output": ""}}
{"".join(methods)}"""
        )
    return _BEGINNING + "".join(classes) + _ENDING


def cases_of_kind(cases: Iterable[ExportedCase], kind: str) -> list[ExportedCase]:
    """Return the cases that are ``public``, ``private`` or ``evaluation``, in order."""
    return [case for case in cases if case.kind == kind]


def _meta(texts: QuestionTexts, cases: Sequence[ExportedCase]) -> dict[str, Any]:
    """Return what the platform's editor shows of the question."""
    return {
        "submission": texts.submission,
        "solution": texts.solution,
        "prepend": texts.prepend,
        "append": texts.append,
        "data_files": [
            {
                "filename": name,
                "size": len(text.encode()),
                "hash": hashlib.sha256(text.encode()).hexdigest(),
            }
            for name, text in sorted(texts.data.items())
        ],
        "test_cases": {
            kind: [
                {"expression": case.expression, "expected": case.expected, "hint": case.hint}
                for case in cases_of_kind(cases, kind)
            ]
            for kind in KINDS
        },
    }


def _skeleton(assignment: Assignment, function: str) -> str:
    """Return the skeleton's definition of ``function``, with its comments."""
    path = assignment.reference / "skeleton.py"
    source = path.read_text("utf-8") if path.is_file() else ""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == function:
            return "".join(_lines_of(source, node)).rstrip("\n")
    raise UserError(f"{path} defines no {function}, which is what students would start from.")


def _drop_tool_imports(source: str) -> str:
    """Return ``source`` without imports that only other tools of this course can follow.

    ``from __future__`` has to be the first line of a program, and this is a part of one.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if _is_of_course(node):
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = ""
    return "".join(lines).strip("\n") + "\n"


def _is_of_course(node: ast.stmt) -> bool:
    match node:
        case ast.ImportFrom(module="__future__"):
            return True
        case ast.ImportFrom(module="typing", names=[ast.alias(name="TYPE_CHECKING")]):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _append(assignment: Assignment, task: Task) -> str:
    """Return what follows the student's code: conditions, and what is lent to the task."""
    parts = [_wrap_in_function("conditions", CONDITIONS.read_text("utf-8"))]
    own = assignment.tests / f"{NAME}_conditions.py"
    if own.is_file():
        parts.append(_wrap_in_function("own_conditions", own.read_text("utf-8")))
    parts += [f"import {name}" for name in assignment.provided]
    for name in dict.fromkeys((*task.inject, *task.globals)):
        parts.append(_wrap_in_function(name, assignment.source(name), [name]))
    parts += [_wrap_stub_in_factory(name, assignment.stub_source(name)) for name in task.stubs]
    return "\n\n".join(parts) + "\n"


def _wrap_in_function(name: str, source: str, offers: Sequence[str] = ()) -> str:
    """Return ``source`` as the body of a function, of which only some names come out.

    Args:
        offers: these names; by default, of public functions and classes, and no others.
    """
    nodes = [node for node in ast.parse(source).body if not _is_of_course(node)]
    defined = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names = list(offers) or [each for each in defined if not each.startswith("_")]
    if missing := set(names) - set(defined):
        raise UserError(f"the reference source {name}.py defines no {', '.join(sorted(missing))}.")
    body = ast.unparse(_ModuleToFunction().visit(ast.Module(nodes, [])))
    taken = ", ".join(names)
    return (
        f"def _package_{name}():\n{textwrap.indent(body, '    ')}\n\n    return {taken}\n\n\n"
        f"{taken} = _package_{name}()"
    )


def _wrap_stub_in_factory(name: str, source: str) -> str:
    """Return a stub's source enclosed, with a function that makes it of its configuration."""
    enclosed = _wrap_in_function(f"stub_{name}", source, ["make"])
    made = enclosed.replace(f"\nmake = _package_stub_{name}()", "")
    return f"{made}\ndef lent_{name}(**config):\n    return _package_stub_{name}()([], **config)"


class _ModuleToFunction(ast.NodeTransformer):
    """Makes statements of a module those of a function.

    Of docstrings the first line is kept: a text of several lines must not be indented.
    """

    def visit_Global(self, node: ast.Global) -> ast.AST:
        """Let functions change what is the enclosing function's now."""
        return ast.Nonlocal(node.names)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Shorten a text that stands for itself."""
        match node.value:
            case ast.Constant(value=str(text)):
                return ast.Expr(ast.Constant(text.strip().partition("\n")[0]))
        return node


def _lines_of(source: str, node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return source.splitlines(keepends=True)[first - 1 : node.end_lineno]
