"""Loads a student's program, for the kit, in whose ``kit.json`` this text travels."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import random
import sys
from collections.abc import Sequence
from types import ModuleType

MODULE = "submission"


def load_quietly(source: str, filename: str, preamble: str) -> Program:
    """Return the program, loaded anew with the same random numbers; what it prints is dropped."""
    random.seed(0)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return Program(source, filename, preamble)


class Program:
    """The student's program, loaded statement by statement.

    Attributes:
        lost: names whose definition failed, with the reason.
        broken: why nothing could be loaded; empty if something was.
    """

    def __init__(self, source: str, filename: str, preamble: str) -> None:
        self.module = ModuleType(MODULE)
        self.lost: dict[str, str] = {}
        self.broken = ""
        self._filename = filename
        sys.modules[MODULE] = self.module
        lines = source.splitlines(keepends=True)
        linecache.cache[filename] = (len(source), None, lines, filename)
        namespace = self.module.__dict__
        namespace["__file__"] = filename
        exec(compile(preamble, "<preamble>", "exec", dont_inherit=True), namespace)
        try:
            tree = ast.parse(source, filename)
            compile(tree, filename, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            where = f"{filename}, line {line}: " if line else f"{filename}: "
            self.broken = f"{where}{getattr(error, 'msg', None) or error}"
            return
        self._execute(tree.body)

    def _execute(self, statements: Sequence[ast.stmt]) -> None:
        """Run ``statements`` one by one; try definitions again at the end that lacked a name."""
        again: list[ast.stmt] = []
        future = 0
        for statement in statements:
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                import __future__

                for alias in statement.names:
                    future |= getattr(__future__, alias.name).compiler_flag
            error = self._failure_of(statement, future)
            if isinstance(error, NameError) and _defined(statement):
                again.append(statement)
        for statement in again:
            for tried in (statement, _without_annotations(statement)):
                if self._failure_of(tried, future) is None:
                    for name in _defined(statement):
                        self.lost.pop(name, None)
                    break

    def _failure_of(self, statement: ast.stmt, future: int) -> BaseException | None:
        """Run a statement, and return what it raises; remember the names that are lost with it."""
        block = ast.Module([statement], [])
        code = compile(block, self._filename, "exec", flags=future, dont_inherit=True)
        try:
            exec(code, self.module.__dict__)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - what follows is still loaded
            for name in _defined(statement):
                self.lost[name] = (
                    f"{self._filename}, line {statement.lineno}: {name} could not be defined: "
                    f"{error_in_one_line(error)}"
                )
            return error
        return None


def _defined(statement: ast.stmt) -> list[str]:
    """Return the name of the function or class that ``statement`` defines, if it defines one."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [statement.name] if isinstance(statement, kinds) else []


class _AnnotationRemover(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node


def _without_annotations(statement: ast.stmt) -> ast.stmt:
    removed: ast.stmt = _AnnotationRemover().visit(statement)
    return removed


def error_in_one_line(error: BaseException) -> str:
    """Return the type of an error and the first line of its message, which may be hostile."""
    try:
        text = str(error).strip().partition("\n")[0][:300]
    except Exception:  # noqa: BLE001 - __str__ is the student's code
        text = "(its message cannot be shown)"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
