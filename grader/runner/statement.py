"""Represents a top-level statement: what it is, what it binds, and its code object."""

from __future__ import annotations
import __future__ as future

import ast
import copy
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import IntEnum
from types import CodeType, MappingProxyType
from typing import Any, Literal, NamedTuple

Kind = Literal["definition", "import", "assignment", "action"]


class Importance(IntEnum):
    """The degree to which the rest of a program may depend on a statement."""

    NONE = 0
    """An experiment: it does something, and binds and changes nothing that a definition uses."""
    UNKNOWN = 1
    """It binds what no definition uses. But it may be what is to be graded."""
    DEFINITIONS = 2
    """A definition uses what it binds or changes."""
    ALWAYS = 3
    """A definition, an import or a constant."""


_COROUTINE = 0x80
"""Flag of code that awaits something, as a notebook's may at top level; see :mod:`inspect`."""

_SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


class Statement(NamedTuple):
    """A top-level statement, compiled."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    """Position in the plan; the same whenever the same cells are planned."""
    cell: str
    line: int
    """First line, that of the first decorator where there is one; 1-based in the cell."""
    kind: Kind
    """What it does for the statements after it: ``definition`` if a function or class is defined
    anywhere in it (under an ``if``, say), ``import`` if anything is imported, ``action`` if it
    only does something."""
    names: tuple[str, ...]
    """Global names that the statement may bind."""
    code: CodeType
    need: Importance = Importance.ALWAYS
    parts: tuple[CodeType, ...] = ()
    """An import of several names once more, name by name; empty for everything else."""
    reduced: Callable[[Collection[str]], CodeType] | None = None
    """Compiles a function or class once more, with annotations that are not evaluated, and without
    decorators of these names; ``None`` for everything else. It raises what :func:`compile`
    raises."""

    within: Mapping[str, str] = MappingProxyType({})
    """Functions that are defined inside of it, with what to say of where they are."""

    def run(self, namespace: dict[str, Any]) -> None:
        """Execute the statement in ``namespace``; raise whatever it raises."""
        if self.code.co_flags & _COROUTINE:
            import asyncio  # hardly any program needs it

            asyncio.run(eval(self.code, namespace))  # noqa: S307 - as below
        else:
            exec(self.code, namespace)


ALL_RUN = "all run"
"""Where a template says that it is once all statements have run, before it says how that went."""


def parse_load_position(said: object) -> object:
    """Return the position in loading that a template reports, if it has the right shape.

    Return ``None`` for anything else. Several positions go into one reply, which would otherwise
    be as long as a student's code likes.
    """
    match said:
        case [int(), int()]:
            return said
    return ALL_RUN if said == ALL_RUN else None


def is_at_unneeded_statement(at: object) -> bool:
    """Return whether a template reports to be at a statement that nothing else depends on."""
    match at:
        case [_, Importance.NONE]:
            return True
    return False


def future_flags(node: ast.stmt) -> int:
    """Return the compiler flags that ``node`` sets for the rest of the program."""
    if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
        return 0
    flags = 0
    for alias in node.names:
        if alias.name in future.all_feature_names:
            flags |= getattr(future, alias.name).compiler_flag
    return flags


def compile_statement(
    node: ast.stmt, index: int, cell: str, flags: int, text: str = ""
) -> Statement:
    """Return the statement for ``node``, the one numbered ``index`` in the plan.

    Args:
        text: what to compile in the node's stead, which has less to it.

    Raises whatever :func:`compile` raises: SyntaxError (a ``return`` at top level), ValueError,
    RecursionError…
    """
    decorators = getattr(node, "decorator_list", [])
    return Statement(
        index=index,
        cell=cell,
        line=min([node.lineno, *(decorator.lineno for decorator in decorators)]),
        kind=_kind(node),
        names=global_names(node),
        code=compile(text, cell, "exec", flags, dont_inherit=True)
        if text
        else _code(node, cell, flags, docstring=index == 0),
        parts=tuple(_code(part, cell, flags) for part in _import_parts(node)),
        reduced=None if text else _reduced(node, cell, flags),
    )


def _code(node: ast.stmt, cell: str, flags: int, *, docstring: bool = False) -> CodeType:
    body: list[ast.stmt] = [node]
    if isinstance(node, ast.Expr) and not docstring:
        # Alone in its module a string would become __doc__.
        body.insert(0, ast.copy_location(ast.Pass(), node))
    code: CodeType = compile(ast.Module(body, []), cell, "exec", flags, dont_inherit=True)
    return code


def _reduced(node: ast.stmt, cell: str, flags: int) -> Callable[[Collection[str]], CodeType] | None:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return None

    def compiled_anew(decorators: Collection[str]) -> CodeType:
        return _code(_without_decorators(node, decorators), cell, flags | lazily)

    # Few are ever wanted, so none is compiled in advance.
    lazily = future.annotations.compiler_flag
    return compiled_anew


def _without_decorators(node: ast.stmt, names: Collection[str]) -> ast.stmt:
    """Return ``node`` without decorators named in ``names``, also on nested definitions."""
    if not names:
        return node
    node = copy.deepcopy(node)
    for inside in ast.walk(node):
        if isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside.decorator_list = [
                decorator
                for decorator in inside.decorator_list
                if _decorator_name(decorator) not in names
            ]
    return node


def _decorator_name(node: ast.expr) -> str:
    """Return the name that a decorator begins with."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Attribute(value=inner):
                node = inner
            case ast.Name(id=name):
                return name
            case _:
                return ""


def _import_parts(node: ast.stmt) -> list[ast.stmt]:
    if not isinstance(node, ast.Import | ast.ImportFrom) or len(node.names) < 2:
        return []
    if isinstance(node, ast.Import):
        return [ast.copy_location(ast.Import([alias]), node) for alias in node.names]
    return [
        ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node)
        for alias in node.names
    ]


def _kind(node: ast.stmt) -> Kind:
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return "assignment"
    inside = list(_walk_global_scope(node))
    if any(isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for n in inside):
        return "definition"
    if any(isinstance(n, ast.Import | ast.ImportFrom) for n in inside):
        return "import"
    return "action"


def _walk_global_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Yield ``node`` and the nodes in it, except nodes with a scope of their own."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if not isinstance(current, _SCOPES):
            waiting += reversed(list(ast.iter_child_nodes(current)))


def global_names(node: ast.stmt) -> tuple[str, ...]:
    """Return the global names that ``node`` may bind, in order, each once."""
    return tuple(dict.fromkeys(_bindings(node)))


def _bindings(node: ast.stmt) -> Iterator[str]:
    for inside in _walk_global_scope(node):
        match inside:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield inside.name
            case ast.Name(ctx=ast.Store()):
                yield inside.id
            case ast.alias(name=name, asname=asname) if name != "*":
                yield asname or name.partition(".")[0]
            case _:
                pass
