"""Collects the source that some functions of hidden tests need, and nothing else of their modules.

From a function on, every name is followed that its code looks up: other functions, classes with
those methods that are used by name, and constants. Docstrings, comments, annotations and what
``explain=`` works out are left behind. Whatever would lead to the reference, to a file, or to a
value that is kept back makes the whole collection fail with a sentence.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import dis
import functools
import importlib
import importlib.util
import inspect
import math
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from grader.wire import Array, InjectedFunction, OwnFunction

MADE = "_made"
"""The function by which a collected module makes an instance of a dataclass."""
HELPER = f"""
def {MADE}(kind, **fields):
    made = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
"""
_LAST = 10**6
"""The place of what is added to a module."""
_FILES = frozenset({"open", "__file__", "__import__", "exec", "eval", "compile"})
_COLLECTIONS = (tuple, list, set, frozenset)
_PLAIN = (bool, int, float, str, bytes, type(None))


class SourceNotExtractable(Exception):
    """The reason why a function cannot be collected; ``str()`` is a clause for the author."""


class SourceClosure:
    """The collected source, as one text for each module of hidden tests.

    Args:
        tests: name of the package of the hidden tests: ``hidden_tests.ps2``.
        provided: names of the provided modules, by the names of their modules in the reference.
        allowed: the grader's own modules that go along.
        secret: says of a value, though not of what it holds, whether it must not be part of it.
    """

    def __init__(
        self,
        tests: str,
        provided: Mapping[str, str],
        allowed: Collection[str],
        secret: Callable[[object], bool],
    ) -> None:
        self._root = tests.partition(".")[0]
        self._provided = provided
        self._allowed = allowed
        self._secret = secret
        self._parts: dict[tuple[str, str], tuple[int, ast.stmt]] = {}
        """Statements by module and name, each with its place in the module."""
        self._attributes: set[str] = set()
        """Names by which attributes are looked up anywhere."""
        self._classes: dict[tuple[str, str], ast.ClassDef] = {}
        """Classes as they stand in their modules, with all methods."""
        self._methods: set[tuple[str, str, str]] = set()

    def expression(self, value: object) -> tuple[str, set[str]]:
        """Return an expression for ``value``, and the names of modules that it needs.

        Raises:
            SourceNotExtractable: if it, or what it needs, must not be part of the collection.
        """
        before = self._state()
        modules: set[str] = set()
        try:
            text = self._expression(value, modules)
            self._add_methods()
        except SourceNotExtractable:
            self._restore(before)
            raise
        return text, modules

    def require(self, module: str, name: str) -> None:
        """Collect ``name`` of a module of hidden tests.

        Raises:
            SourceNotExtractable: if what it needs must not be part of the collection.
        """
        before = self._state()
        try:
            self._need(module, name)
            self._add_methods()
        except SourceNotExtractable:
            self._restore(before)
            raise

    def sources(self) -> dict[str, str]:
        """Return the text of each module."""
        texts: dict[str, str] = {}
        for module in sorted({module for module, _ in self._parts}):
            parts = [part for (of, _), part in self._parts.items() if of == module]
            body: dict[str, None] = {}
            for _, statement in sorted(parts, key=lambda part: part[0]):
                body[ast.unparse(ast.fix_missing_locations(self._pruned(module, statement)))] = None
            texts[module] = "\n".join(["from __future__ import annotations", *body, ""])
        return texts

    def _state(self) -> tuple[Any, ...]:
        return (
            dict(self._parts), set(self._attributes), dict(self._classes), set(self._methods),
        )  # fmt: skip

    def _restore(self, state: tuple[Any, ...]) -> None:
        self._parts, self._attributes, self._classes, self._methods = state

    def _expression(self, value: object, modules: set[str]) -> str:
        if isinstance(value, Enum):
            return f"{self._reference(type(value), modules)}.{value.name}"
        if type(value) in _PLAIN:
            finite = not isinstance(value, float) or math.isfinite(value)
            return repr(value) if finite else f"float({str(value)!r})"
        if self._secret(value):
            raise SourceNotExtractable("it uses a case that is not public")
        if isinstance(value, tuple | list | set | frozenset) and type(value) in _COLLECTIONS:
            items = [self._expression(each, modules) for each in _in_stable_order(value)]
            return f"{type(value).__name__}([{', '.join(items)}])"
        if isinstance(value, dict) and type(value) is dict:
            pairs = (
                f"{self._expression(key, modules)}: {self._expression(each, modules)}"
                for key, each in value.items()
            )
            return f"{{{', '.join(pairs)}}}"
        if isinstance(value, type | FunctionType):
            return self._reference(value, modules)
        return self._call(value, modules)

    def _call(self, value: object, modules: set[str]) -> str:
        """Return an expression that makes an object anew."""
        if isinstance(value, OwnFunction):
            modules.add("grader.wire")
            return f"grader.wire.OwnFunction({value.name!r})"
        if isinstance(value, MethodType):
            self._attributes.add(value.__name__)
            return f"{self._expression(value.__self__, modules)}.{value.__name__}"
        if isinstance(value, functools.partial):
            modules.add("functools")
            parts = [self._expression(each, modules) for each in (value.func, *value.args)]
            parts += [
                f"{key}={self._expression(each, modules)}" for key, each in value.keywords.items()
            ]
            return f"functools.partial({', '.join(parts)})"
        if dataclasses.is_dataclass(value):
            fields = (
                f"{field.name}={self._expression(getattr(value, field.name), modules)}"
                for field in dataclasses.fields(value)
            )
            return f"{MADE}({', '.join([self._reference(type(value), modules), *fields])})"
        if isinstance(value, InjectedFunction | Array):
            raise SourceNotExtractable(
                "it gives the student's function a scripted one, or an array"
            )
        raise SourceNotExtractable(f"it needs a value of type {type(value).__name__}")

    def _reference(self, value: Any, modules: set[str]) -> str:
        """Return an expression for a function or class by its module, which is collected."""
        module, name = value.__module__, value.__qualname__
        if module == "builtins":
            return str(name)
        if isinstance(value, FunctionType) and "<locals>" in name:
            return self._nested(value, modules)
        if "." in name or "<" in name:
            raise SourceNotExtractable(f"{name} stands within something else")
        self._need_from(module, name)
        module = self._provided.get(module, module)
        modules.add(module)
        return f"{module}.{name}"

    def _nested(self, function: FunctionType, modules: set[str]) -> str:
        """Return an expression that makes a function anew which another function has made."""
        module = function.__module__
        node = _find_nested_function(module, function.__code__.co_firstlineno, function.__name__)
        if node is None:
            raise SourceNotExtractable(f"the source of {function.__qualname__} cannot be found")
        stripped = _without_docs_and_annotations(node)
        used = _find_free_names(stripped)
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        values = {
            name: self._expression(cell.cell_contents, modules)
            for name, cell in cells
            if name in used
        }
        factory = f"_{function.__name__}_of_line_{node.lineno}"
        made = ast.parse(f"def {factory}({', '.join(values)}):\n    pass").body[0]
        assert isinstance(made, ast.FunctionDef), "a factory"
        made.body = [stripped, ast.Return(ast.Name(function.__name__, ast.Load()))]
        self._parts[module, factory] = _LAST, ast.fix_missing_locations(made)
        self._need_names(module, stripped, but={*values})
        modules.add(module)
        return f"{module}.{factory}({', '.join(values.values())})"

    def _need_from(self, module: str, name: str) -> None:
        """Collect ``name`` of ``module``; nothing if the module goes along as a whole.

        Raises:
            SourceNotExtractable: if it is none that may be used.
        """
        top = module.partition(".")[0]
        if module in self._provided:
            return
        if top == self._root:
            self._need(module, name)
        elif top == "grader":
            if module not in self._allowed:
                raise SourceNotExtractable(f"it uses {module}")
        elif top == "reference":
            raise SourceNotExtractable(f"it uses the reference ({module})")
        elif top not in sys.stdlib_module_names:
            raise SourceNotExtractable(f"it needs the package {top}")

    def _need(self, module: str, name: str) -> None:
        """Collect what a module of the hidden tests binds to ``name``, and what that needs."""
        if (module, name) in self._parts:
            return
        found = _bindings(module).get(name)
        if found is None:
            raise SourceNotExtractable(f"{module} does not say what {name} is")
        place, statement = found
        self._parts[module, name] = place, statement
        match statement:
            case ast.Import() | ast.ImportFrom():
                self._parts[module, name] = place, self._import(module, statement, name)
            case ast.ClassDef():
                whole = _without_docs_and_annotations(statement)
                assert isinstance(whole, ast.ClassDef), "a class"
                self._classes[module, name] = whole
                self._parts[module, name] = place, whole
                bare = _with_body(whole, [each for each in whole.body if not _is_method(each)])
                self._need_names(module, bare)
            case ast.FunctionDef():
                self._parts[module, name] = place, _without_docs_and_annotations(statement)
                self._need_names(module, _without_docs_and_annotations(statement))
            case _:
                self._parts[module, name] = place, self._constant(module, name, statement)

    def _constant(self, module: str, name: str, statement: ast.stmt) -> ast.stmt:
        """Return a statement that binds a constant: to its value if that is plain."""
        value = vars(importlib.import_module(module))[name]
        if any(map(self._secret, _walk_value(value))):
            raise SourceNotExtractable("it uses a case that is not public")
        if _is_plain(value):
            return ast.parse(f"{name} = {self._expression(value, set())}").body[0]
        bare = _without_docs_and_annotations(statement)
        self._need_names(module, bare)
        return bare

    def _import(self, module: str, statement: ast.Import | ast.ImportFrom, name: str) -> ast.stmt:
        """Return the import that binds ``name``, after collecting what it imports."""
        alias = next(
            each for each in statement.names
            if (each.asname or each.name.partition(".")[0]) == name
        )  # fmt: skip
        if isinstance(statement, ast.Import):
            self._need_module(alias.name)
            return ast.Import([alias])
        source = statement.module or ""
        if statement.level:
            raise SourceNotExtractable(f"{module} imports by a relative name")
        if _is_module(f"{source}.{alias.name}"):
            self._need_module(f"{source}.{alias.name}")
            if f"{source}.{alias.name}" in self._provided:
                known = self._provided[f"{source}.{alias.name}"]
                return ast.Import([ast.alias(known, name if known != name else None)])
            return ast.ImportFrom(source, [alias], 0)
        self._need_from(source, alias.name)
        return ast.ImportFrom(self._provided.get(source, source), [alias], 0)

    def _need_module(self, module: str) -> None:
        """Check that ``module`` may be imported; the attributes used are collected later."""
        if module.partition(".")[0] != self._root:
            self._need_from(module, "")

    def _need_names(self, module: str, node: ast.stmt, but: Collection[str] = ()) -> None:
        """Collect all names of ``module`` that the code of ``node`` looks up."""
        self._attributes |= {
            each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
        }
        self._attributes |= {
            each.value for each in ast.walk(node)
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
            and each.value.isidentifier()
        }  # fmt: skip
        bound = _bindings(module)
        for name in sorted(_find_free_names(node) - {*but}):
            if name in _FILES:
                raise SourceNotExtractable(f"it uses {name}")
            if name not in bound:
                if name not in vars(importlib.import_module("builtins")) and name != "__name__":
                    raise SourceNotExtractable(f"{module} does not say what {name} is")
                continue
            self._need(module, name)
            imported = vars(importlib.import_module(module)).get(name)
            if isinstance(imported, ModuleType) and _is_below(imported.__name__, self._root):
                for each in ast.walk(node):
                    match each:
                        case ast.Attribute(value=ast.Name(id=alias), attr=attribute) if (
                            alias == name
                        ):
                            self._need(imported.__name__, attribute)

    def _add_methods(self) -> None:
        """Collect methods of collected classes whose names are looked up, until there are no more.

        One that cannot be collected is left out.
        """
        while True:
            missing = [
                (module, name, method)
                for (module, name), node in self._classes.items()
                for method in node.body
                if _is_method(method)
                and (module, name, method.name) not in self._methods  # type: ignore[attr-defined]
                and self._is_used(method.name)  # type: ignore[attr-defined]
            ]
            if not missing:
                return
            for module, name, method in missing:
                before = self._state()
                self._methods.add((module, name, method.name))  # type: ignore[attr-defined]
                try:
                    self._need_names(module, method)
                except SourceNotExtractable:
                    self._restore(before)
                    node = self._classes[module, name]
                    node.body = [each for each in node.body if each is not method] or [ast.Pass()]

    def _is_used(self, method: str) -> bool:
        return method in self._attributes or (method.startswith("__") and method.endswith("__"))

    def _pruned(self, module: str, statement: ast.stmt) -> ast.stmt:
        """Return ``statement``; a class only with those methods that are used."""
        if not isinstance(statement, ast.ClassDef):
            return statement
        kept = [
            each for each in statement.body
            if not _is_method(each)
            or (module, statement.name, each.name) in self._methods  # type: ignore[attr-defined]
        ]  # fmt: skip
        return _with_body(statement, kept)


def _with_body(node: ast.ClassDef, body: list[ast.stmt]) -> ast.ClassDef:
    changed = copy.copy(node)
    changed.body = body or [ast.Pass()]
    return changed


def _in_stable_order(values: Collection[Any]) -> list[Any]:
    """Return the members of a collection, those of a set in an order that is always the same."""
    return list(values) if isinstance(values, tuple | list) else sorted(values, key=repr)


def _walk_value(value: object) -> Iterator[object]:
    """Yield ``value`` and all that it holds, but for numbers and texts, which anything can hold."""
    if type(value) in _PLAIN:
        return
    yield value
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, _COLLECTIONS):
        for each in value:
            yield from _walk_value(each)


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple | list | set | frozenset) and type(value) in _COLLECTIONS:
        return all(map(_is_plain, value))
    if isinstance(value, dict) and type(value) is dict:
        return all(_is_plain(key) and _is_plain(each) for key, each in value.items())
    return type(value) in _PLAIN


def _is_method(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef)


def _is_below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@functools.cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


@functools.cache
def _bindings(module: str) -> dict[str, tuple[int, ast.stmt]]:
    """Return a module's statements by the names that they bind, with their places."""
    found: dict[str, tuple[int, ast.stmt]] = {}
    for place, statement in enumerate(_tree(module).body):
        for name in _bound(statement):
            found[name] = place, statement
    return found


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                yield alias.asname or alias.name.partition(".")[0]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign() | ast.AnnAssign():
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


def _find_nested_function(module: str, line: int, name: str) -> ast.FunctionDef | None:
    """Return the definition of a function within another one, by its first line."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == line:
                return node
    return None


def _without_docs_and_annotations(node: ast.stmt) -> ast.stmt:
    """Return a copy of ``node`` without docstrings, annotations, ``explain=`` and test marks."""
    copied = ast.parse(ast.unparse(node)).body[0]
    stripped: ast.stmt = _Stripper().visit(copied)
    return ast.fix_missing_locations(stripped)


class _Stripper(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if node.name.startswith("test_"):
            node.decorator_list = []
        node.returns = None
        self._without_docstring(node)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self._without_docstring(node)
        node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        node.keywords = [each for each in node.keywords if each.arg != "explain"]
        self.generic_visit(node)
        return node

    @staticmethod
    def _without_docstring(node: ast.FunctionDef | ast.ClassDef) -> None:
        if _is_text(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _find_free_names(node: ast.stmt) -> set[str]:
    """Return the names that the code of ``node`` looks up in its module, or around it."""
    block = ast.fix_missing_locations(ast.Module([node], []))
    flags = importlib.import_module("__future__").annotations.compiler_flag
    code = compile(ast.unparse(block), "<collected>", "exec", flags, dont_inherit=True)
    looked_up = {"LOAD_GLOBAL", "LOAD_NAME"}
    own = {*_bound(node)} | {"__module__", "__qualname__", "__annotations__"}

    def of(part: CodeType) -> Iterator[str]:
        stored = {each.argval for each in dis.get_instructions(part) if each.opname == "STORE_NAME"}
        for each in dis.get_instructions(part):
            if each.opname in looked_up and not (
                each.opname == "LOAD_NAME" and each.argval in stored
            ):
                yield each.argval
        for constant in part.co_consts:
            if isinstance(constant, CodeType):
                yield from of(constant)

    return {*of(code)} - own - {"__name__"}
