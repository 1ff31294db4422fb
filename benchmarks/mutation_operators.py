"""Mutation operators: they make small deliberate faults in a program, over its syntax tree.

A good set of tests notices nearly every one of them. They are applied to our own reference
solutions only: student material is never parsed on the trusted side.

Each operator looks at one node of the tree and offers replacements. Every mutation replaces one
node, and describes that in words.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Offer = tuple[ast.AST, str]
"""A replacement of a node, and its description."""
Operator = Callable[[ast.AST], Iterator[Offer]]


@dataclass(frozen=True, slots=True)
class MutatedProgram:
    """A program with one fault put in.

    Attributes:
        name: unique among the mutations of one source: operator, line, column and number.
        line: where the fault is, in the source as given.
        description: one sentence.
        source: the whole program, printed anew from the tree, without comments.
    """

    name: str
    line: int
    description: str
    source: str


def list_mutations(source: str) -> Iterator[MutatedProgram]:
    """Yield every mutation of ``source``, top to bottom, the same in every run.

    Imports, docstrings, and whatever is there for type checkers alone are never mutated. No two
    mutations have the same text, and none has that of the source.

    Raises:
        SyntaxError: if ``source`` is not Python.
    """
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    names: dict[str, int] = {}
    for spot in _find_places(tree):
        for name, operator in _OPERATORS.items():
            for offered, what in operator(spot.node):
                with_fault = spot.replaced(tree, offered)
                if with_fault in seen:
                    continue
                seen.add(with_fault)
                where = f"{name}-{spot.node.lineno}-{spot.node.col_offset}"
                names[where] = names.get(where, 0) + 1
                yield MutatedProgram(f"{where}-{names[where]}", spot.node.lineno, what, with_fault)


_Located = ast.expr | ast.stmt


@dataclass(frozen=True, slots=True)
class _NodePlace:
    """A node of the tree, and its place in its parent."""

    node: _Located
    parent: ast.AST
    field: str
    index: int | None

    def replaced(self, tree: ast.Module, other: ast.AST) -> str:
        """Return the text of ``tree`` with ``other`` here; the tree itself does not change."""
        self._put(other)
        try:
            return ast.unparse(ast.fix_missing_locations(tree))
        finally:
            self._put(self.node)

    def _put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


_FOR_TYPES = {"annotation", "returns", "type_comment", "type_params", "decorator_list"}


def _find_places(node: ast.AST) -> Iterator[_NodePlace]:
    """Yield all nodes below ``node`` that can be mutated, in the order of the source."""
    for field, value in ast.iter_fields(node):
        if field in _FOR_TYPES:
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if not isinstance(child, ast.AST) or _is_left_alone(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield _NodePlace(child, node, field, index)
            yield from _find_places(child)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id=alias)], value=ast.Subscript()):
            return alias[:1].isupper() and not alias.isupper()
    return False


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}

_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv, ast.Add),
    ast.Pow: (ast.Mult,),
}

_ALIKE = (
    ("BLACK", "WHITE"),
    ("B", "W"),
    ("alpha", "beta"),
    ("min", "max"),
    ("any", "all"),
    ("src", "dst"),
    ("black", "white"),
    ("append", "extend"),
)
"""Names and texts of the same kind, which are easily taken for one another."""
_OTHERS = {name: other for pair in _ALIKE for name, other in (pair, pair[::-1])}

_SIGNED = {"INF", "WIN", "inf"}
"""Names that mean something else with a minus sign before them."""


def mutate_comparison(node: ast.AST) -> Iterator[Offer]:
    """Yield the comparison with another operator."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for other in _COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[index] = other()
                yield changed, _becomes(node, changed)


def mutate_arithmetic(node: ast.AST) -> Iterator[Offer]:
    """Yield the expression, or ``+=``, with another arithmetic operator."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        for other in _ARITHMETIC.get(type(node.op), ()):
            changed = copy.deepcopy(node)
            changed.op = other()
            yield changed, _becomes(node, changed)


def mutate_constant(node: ast.AST) -> Iterator[Offer]:
    """Yield a number plus or minus one, or the other truth value."""
    match node:
        case ast.Constant(value=bool(value)):
            others: tuple[object, ...] = (not value,)
        case ast.Constant(value=int(value) | float(value)):
            others = (value + 1, value - 1)
        case _:
            return
    for other in others:
        changed = _make_number(other)
        yield changed, _becomes(node, changed)


def mutate_negation(node: ast.AST) -> Iterator[Offer]:
    """Yield a negated condition of ``if``, ``while``, a conditional expression or a filter."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        changed = copy.deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), changed.test)
        yield changed, _becomes(node.test, changed.test)
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        for index, loop in enumerate(node.generators):
            for number, condition in enumerate(loop.ifs):
                turned = copy.deepcopy(node)
                turned.generators[index].ifs[number] = ast.UnaryOp(ast.Not(), condition)
                yield turned, _becomes(condition, turned.generators[index].ifs[number])


def mutate_connective(node: ast.AST) -> Iterator[Offer]:
    """Yield ``and`` for ``or`` or the reverse, and the conditions without one of them."""
    if not isinstance(node, ast.BoolOp):
        return
    changed = copy.deepcopy(node)
    changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield changed, _becomes(node, changed)
    for number in range(len(node.values)):
        values = node.values[:number] + node.values[number + 1 :]
        fewer = values[0] if len(values) == 1 else ast.BoolOp(node.op, values)
        yield fewer, _becomes(node, fewer)


def mutate_sign(node: ast.AST) -> Iterator[Offer]:
    """Yield a minus or ``not`` removed, or a minus before infinity or the value of a win."""
    if isinstance(node, ast.UnaryOp):
        yield node.operand, _becomes(node, node.operand)
    name = getattr(node, "attr", None) or getattr(node, "id", None)
    if isinstance(node, ast.Attribute | ast.Name) and name in _SIGNED:
        changed = ast.UnaryOp(ast.USub(), node)
        yield changed, _becomes(node, changed)


def mutate_order(node: ast.AST) -> Iterator[Offer]:
    """Yield two neighbouring arguments of a call, or parts of a tuple, exchanged.

    Not those of ``min`` and ``max``, whose order does not matter.
    """
    if isinstance(node, ast.Call) and getattr(node.func, "id", None) not in {"min", "max"}:
        parts = node.args
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        parts = node.elts
    else:
        return
    for index in range(len(parts) - 1):
        changed = copy.deepcopy(node)
        found = changed.args if isinstance(changed, ast.Call) else changed.elts
        found[index], found[index + 1] = found[index + 1], found[index]
        yield changed, _becomes(node, changed)


def mutate_name(node: ast.AST) -> Iterator[Offer]:
    """Yield another name or text of the same kind: ``WHITE`` for ``BLACK``."""
    changed: ast.expr
    match node:
        case ast.Name(id=known, ctx=ast.Load()) if known in _OTHERS:
            changed = ast.Name(_OTHERS[known], ast.Load())
        case ast.Attribute(value=owner, attr=known) if known in _OTHERS:
            changed = ast.Attribute(owner, _OTHERS[known], ast.Load())
        case ast.Constant(value=str(known)) if known in _OTHERS:
            changed = ast.Constant(_OTHERS[known])
        case _:
            return
    yield changed, _becomes(node, changed)


def mutate_bound(node: ast.AST) -> Iterator[Offer]:
    """Yield a bound of a slice or range moved by one, or a slice without a bound."""
    if isinstance(node, ast.Slice):
        for field in ("lower", "upper", "step"):
            value = getattr(node, field)
            if value is None:
                continue
            changed = copy.deepcopy(node)
            setattr(changed, field, None)
            yield changed, _becomes(node, changed)
            for moved in () if field == "step" else _shift_by_one(value):
                changed = copy.deepcopy(node)
                setattr(changed, field, moved)
                yield changed, _becomes(node, changed)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        for index, value in enumerate(node.args):
            for moved in _shift_by_one(value):
                call = copy.deepcopy(node)
                call.args[index] = moved
                yield call, _becomes(node, call)


def mutate_ending(node: ast.AST) -> Iterator[Offer]:
    """Yield ``continue`` for ``break`` or the reverse, and ``return`` without a value."""
    match node:
        case ast.Break():
            yield ast.Continue(), "`break` becomes `continue`."
        case ast.Continue():
            yield ast.Break(), "`continue` becomes `break`."
        case ast.Return(value=ast.expr()):
            yield ast.Return(), f"`{_text(node)}` returns nothing."


def mutate_by_deletion(node: ast.AST) -> Iterator[Offer]:
    """Yield ``pass`` in place of a statement; of compound ones, only of ``if``."""
    simple = ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Break | ast.Continue | ast.If
    if isinstance(node, simple) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        yield ast.Pass(), f"`{_text(node)}` is left out."


_OPERATORS: dict[str, Operator] = {
    "comparison": mutate_comparison,
    "arithmetic": mutate_arithmetic,
    "constant": mutate_constant,
    "negation": mutate_negation,
    "connective": mutate_connective,
    "sign": mutate_sign,
    "order": mutate_order,
    "name": mutate_name,
    "bound": mutate_bound,
    "ending": mutate_ending,
    "deletion": mutate_by_deletion,
}
"""Operators by name; the names of their mutations, as in ``equivalent.toml``, begin with it."""


def _shift_by_one(value: ast.expr) -> Iterator[ast.expr]:
    """Yield ``value`` plus one and minus one, unless it is a constant."""
    if not isinstance(value, ast.Constant):
        for operation in (ast.Add(), ast.Sub()):
            yield ast.BinOp(value, operation, ast.Constant(1))


def _make_number(value: object) -> ast.expr:
    """Return the expression for a number; a negative one is a minus before its absolute value."""
    if isinstance(value, int | float) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)  # type: ignore[arg-type]


def _becomes(one: ast.AST, other: ast.AST) -> str:
    return f"`{_text(one)}` becomes `{_text(other)}`."


def _text(node: ast.AST, longest: int = 100) -> str:
    """Return the first line of a node's text, shortened."""
    first, *rest = ast.unparse(ast.fix_missing_locations(node)).splitlines()
    return first if len(first) <= longest and not rest else f"{first[:longest]}…"
