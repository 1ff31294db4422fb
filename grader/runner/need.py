"""Which top-level statements definitions need, found without running anything.

Loading a notebook takes as long as its experiments, and hardly any definition depends on one. What
nothing depends on is left out first where time is short. Nothing is left out merely because it is
thought of as an experiment.

The judgement is by names. A statement is needed if it binds a global name that a definition
mentions, or one that such a statement mentions. It is needed as well if it can change such a thing:
if it mentions one that is no constant, by itself or through the definitions that it mentions.
What is reached in other ways, such as attributes of classes and modules, is not seen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import CodeType

from grader.runner.mentions import mentioned, stored
from grader.runner.statement import Kind, Need, Statement, global_names


def by_form(node: ast.stmt, kind: Kind) -> Need:
    """What the form of a statement says. Raised by :func:`settled` for what is needed."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=value) if _is_constant(value):
            return Need.ALWAYS
        case _ if kind in {"definition", "import"}:
            return Need.ALWAYS
        case ast.Expr(value=ast.Call(func=ast.Attribute())):
            return Need.UNKNOWN  # it may change an object that is to be graded
        case ast.Expr() | ast.For() | ast.AsyncFor() | ast.While() | ast.Assert():
            return Need.NONE
        case ast.If() | ast.Try() | ast.With() | ast.AsyncWith() if not global_names(node):
            return Need.NONE
    return Need.UNKNOWN


def settled(statements: list[Statement]) -> list[Statement]:
    """``statements``, with more need where a definition needs one."""
    known = [(statement, mentioned(statement.code)) for statement in statements]
    definitions = [each for each in known if _defines(each[0])]
    used = set[str]().union(*(names for _, names in definitions))
    data = _data(statements)
    # Names by which one gets at data that definitions use: theirs, and those of definitions.
    reaching: set[str] = set()
    needed: set[int] = set()
    before = -1
    while before != (before := len(reaching) + len(needed) + len(used)):
        reaching |= used & data
        for statement, names in definitions:
            if not names.isdisjoint(reaching):
                reaching.update(statement.names)
        for statement, names in known:
            if statement.need >= Need.DEFINITIONS or statement.index in needed:
                continue
            if not used.isdisjoint(statement.names) or not names.isdisjoint(reaching):
                needed.add(statement.index)
                used.update(names, statement.names)
                reaching.update(statement.names)
    return [
        each._replace(need=Need.DEFINITIONS) if each.index in needed else each
        for each in statements
    ]


def _defines(statement: Statement) -> bool:
    return statement.kind == "definition" or any(
        isinstance(part, CodeType) and part.co_name == "<lambda>"
        for part in statement.code.co_consts
    )


def _data(statements: Iterable[Statement]) -> set[str]:
    """Names that stand for what can change, other than for a number that is counted up."""
    data: set[str] = set()
    numbers: set[str] = set()
    bound_inside: set[str] = set()
    for statement in statements:
        if statement.need < Need.ALWAYS:
            data.update(statement.names)
        elif statement.kind == "definition":
            bound_inside |= stored(statement.code)
        elif any(type(value) in {int, float} for value in statement.code.co_consts):
            numbers.update(statement.names)
    return data | (bound_inside - numbers)


def _is_constant(value: ast.expr | None) -> bool:
    match value:
        case None | ast.Constant():
            return True
        case ast.UnaryOp(operand=inner):
            return _is_constant(inner)
        case ast.BinOp(left=left, right=right):
            return _is_constant(left) and _is_constant(right)
        case ast.Tuple(elts=parts):
            return all(_is_constant(part) for part in parts)
    return False
