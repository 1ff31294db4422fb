"""Looks for alpha-beta in the source of the module that it is lent to. Runs in the sandbox."""

from __future__ import annotations

import ast
import contextlib
import linecache
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
_EXTREMES = {"max", "min"}
_TAKES = {"pop", "popleft", "heappop", "get", "get_nowait"}
_OF_ALL_LISTS = {*dir(str), *dir(list), *dir(dict), *dir(set)}
"""What calls on something else than ``self`` hardly mean a function of a submission."""
_ORDER = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
_BOUND = re.compile(r"alpha|beta|low|high|upper|^(a|b|lo|hi|min|max)$", re.IGNORECASE)


def search_evidence() -> tuple[list[str], list[str], list[str], str, bool]:
    """What the source shows of a search: its bounds, and what values the positions where it ends.

    Returns:
        functions that look like alpha-beta, a sentence each. One is recursive, directly or through
        functions that it calls; the call that leads back is given two of its parameters, as they
        are, negated or as what has become of them; and it compares them with each other. Both can
        be parts of one parameter. Or they are parts of its own object, which it restores after a
        position, or which are given to the objects of the next ones. Or, without recursion, a loop
        takes from a stack, compares two names or parts that are called like bounds, and passes both
        on.
        functions, by name, whose value is returned where a search goes no deeper.
        functions of which there are several in such a value, or that are added up elsewhere.
        which of two bounds is passed on and changed nowhere in the search, while the other is;
        empty if there is none, or if that cannot be seen.
        whether there is anything that may be a search: something that calls itself, directly or
        through others, or a loop that takes from a stack or a queue.
    """
    namespace = sys.modules["submission"].__dict__
    functions = list(_functions(namespace))
    names: dict[str, set[str]] = {}
    for function in functions:
        names.setdefault(function.name, set()).update(_called(function))
    written, own = set(names), {*names, *_lambdas(namespace)}
    for name, meant in (*_tables(namespace), *_aliases(functions)):
        if name not in written:
            names.setdefault(name, set()).update(meant)
    found, searches = [], []
    leading: set[str] = set()
    pairs: set[tuple[str, ...]] = set()
    for function in functions:
        recursive = _leading_to(function.name, names)
        searches += [function] if recursive else []
        leading |= recursive
        bounds = (
            _bounds(function, recursive)
            or (recursive and _bounds_of_an_object(function, functions))
            or _bounds_on_a_stack(function)
        )
        if bounds:
            passed = " and ".join(bounds)
            pairs.add(bounds)
            found.append(f"{function.name}, line {function.lineno}: passes on {passed}")
    no_searches = own - {each.name for each in searches}
    alone, together = _ends(searches, no_searches)
    added = (name for function in functions for name in _added_up(function, no_searches))
    parts = dict.fromkeys((*together, *added))
    fixed = _unchanged(pairs, searches, leading)
    searching = any(_leading_to(name, names) for name in own) or any(map(_has_stack, functions))
    return found, alone, [name for name in parts if name not in alone], fixed, searching


def _functions(namespace: dict[str, Any]) -> Iterator[Function]:
    """Functions and methods that the module has, with what is defined in them, as in the source."""
    trees: dict[str, ast.Module] = {}
    for code in _codes(namespace):
        name = code.co_filename
        if name not in trees:
            try:
                trees[name] = ast.parse("".join(linecache.getlines(name)))
            except (SyntaxError, ValueError):
                trees[name] = ast.Module([], [])
        for node in ast.walk(trees[name]):
            if isinstance(node, Function) and code.co_firstlineno == _first_line(node):
                yield from (each for each in ast.walk(node) if isinstance(each, Function))


def _codes(namespace: dict[str, Any]) -> Iterator[CodeType]:
    for _, value in _bound(namespace):
        function = getattr(value, "__func__", getattr(value, "__wrapped__", value))
        if isinstance(function, FunctionType):
            yield function.__code__
            # What a decorator was given, which need not say whose place it takes.
            yield from (each.__code__ for each in _held(function))


def _bound(namespace: Mapping[str, Any], *outer: type) -> Iterator[tuple[str, Any]]:
    """What the names of the module stand for, those of its classes, and of classes in these."""
    for name, value in list(namespace.items()):
        yield name, value
        if isinstance(value, type) and value not in outer:
            yield from _bound(vars(value), *outer, value)


def _held(function: FunctionType) -> Iterator[FunctionType]:
    """Functions among the variables that a function has from those around it."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # it is empty
            if isinstance(held := cell.cell_contents, FunctionType):
                yield held


def _lambdas(namespace: dict[str, Any]) -> set[str]:
    """Names of functions without a name of their own."""
    return {
        name
        for name, value in _bound(namespace)
        if isinstance(value, FunctionType) and value.__name__ == "<lambda>"
    }


def _tables(namespace: dict[str, Any]) -> Iterator[tuple[str, set[str]]]:
    """What holds functions: dictionaries and lists to look them up in, and further names.

    They stand for these functions and what they call, as a lambda does.
    """
    for name, value in _bound(namespace):
        held = list(value.values()) if isinstance(value, dict) else value
        parts = held if isinstance(held, list | tuple) else [held]
        codes = [each.__code__ for each in parts if isinstance(each, FunctionType)]
        yield name, {each for code in codes for each in (code.co_name, *_mentions(code))}


def _mentions(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _mentions(inner)


def _aliases(functions: list[Function]) -> Iterator[tuple[str, set[str]]]:
    """Names that functions give to other functions, chosen by who is to move for example."""
    for function in functions:
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    yield name, _mentioned(value)
                # Objects that are called: what one of them calls may be another one.
                case (
                    ast.Call(func=ast.Attribute(value=ast.Name("self")))
                    | ast.Call(func=ast.Name("self"))
                ) if function.name == "__call__":
                    yield _name(node), {"__call__"}


def _mentioned(value: ast.expr) -> set[str]:
    """The names that ``value`` may stand for; none of those that it only calls or counts with."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return {name}
        case ast.IfExp(body=one, orelse=other):
            return _mentioned(one) | _mentioned(other)
        case ast.Subscript(value=table):
            return _mentioned(table)
        case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return {name for part in parts for name in _mentioned(part)}
    return set()


def _ends(searches: list[Function], own: set[str]) -> tuple[list[str], list[str]]:
    """Functions of ``own`` that value a position by themselves, and others that do so together.

    A search ends in a branch from which nothing leads back to a search, and that returns; or it
    sets what is returned later, and the search goes on in the other branch.
    """
    recursive = {each.name for each in searches}
    alone: dict[str, None] = {}
    together: dict[str, None] = {}
    for search in searches:
        returned = _returned(search)
        for node in (each for each in ast.walk(search) if isinstance(each, ast.If)):
            for branch, other in ((node.body, node.orelse), (node.orelse, node.body)):
                ends = any(isinstance(each, ast.Return) for each in _inside(branch)) or (
                    _calls(other, recursive) and returned & _set(branch)
                )
                if not ends or _calls(branch, recursive):
                    continue
                used = _outermost(branch, own)
                (alone if len(used) == 1 else together).update(dict.fromkeys(used))
    return list(alone), list(together)


def _inside(branch: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    return (each for statement in branch for each in ast.walk(statement))


def _calls(branch: Iterable[ast.stmt], names: set[str]) -> bool:
    """Return whether ``branch`` calls one of ``names``."""
    return any(isinstance(each, ast.Call) and _name(each) in names for each in _inside(branch))


def _set(branch: Iterable[ast.stmt]) -> set[str]:
    """Return the names that ``branch`` sets by themselves."""
    return {
        name
        for each in _inside(branch)
        if isinstance(each, ast.Assign)
        for name, _ in _assigned(each)
    }


def _returned(function: Function) -> set[str]:
    """Return the names that ``function`` returns, by themselves or beside others."""
    values = (each.value for each in ast.walk(function) if isinstance(each, ast.Return))
    parts = (
        part
        for value in values
        for part in (value.elts if isinstance(value, ast.Tuple) else [value])
    )
    return {part.id for part in parts if isinstance(part, ast.Name)}


def _added_up(function: Function, own: set[str]) -> Iterator[str]:
    """Functions of ``own`` whose values ``function`` adds up, or takes from each other."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            called = {_name(each) for each in ast.walk(node) if isinstance(each, ast.Call)} & own
            yield from sorted(called) if len(called) > 1 else ()


def _outermost(branch: list[ast.stmt], own: set[str]) -> list[str]:
    """Functions of ``own`` that are called, but for those that only make what others are given."""
    found: dict[str, None] = {}
    waiting: list[ast.AST] = [*branch]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Call) and _name(node) in own:
            found[_name(node)] = None
        elif not isinstance(node, ast.If):  # which is looked at by itself
            waiting += ast.iter_child_nodes(node)
    return list(found)


def _first_line(function: Function) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _called(function: Function) -> set[str]:
    """Names of what ``function`` calls, of methods their last part."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return {_name(call) for call in calls if not _is_of_a_list(call)}


def _is_of_a_list(call: ast.Call) -> bool:
    """Return whether ``call`` is one such as ``row.count("B")``, whatever a ``count`` may be."""
    match call.func:
        case ast.Attribute(value=ast.Name("self" | "cls")):
            return False
        case ast.Attribute(attr=name):
            return name in _OF_ALL_LISTS
    return False


def _name(call: ast.Call) -> str:
    """The name that ``call`` calls, or that of the table in which it looks a function up."""
    match call.func:
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get")):
            return name
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _leading_to(name: str, names: dict[str, set[str]]) -> set[str]:
    """Functions that call ``name``, directly or through others; itself among them if it recurs."""
    leading: set[str] = set()
    waiting = [name]
    while waiting:
        target = waiting.pop()
        for caller, called in names.items():
            if target in called and caller not in leading:
                leading.add(caller)
                waiting.append(caller)
    return leading | {name} if name in leading else set()


def _bounds(function: Function, recursive: set[str]) -> tuple[str, ...]:
    """The two parameters that are alpha and beta, or the one that holds both, if there are such."""
    parameters = _parameters(function)
    parameters += _unpacked(function, parameters)
    copies = _copied(function, parameters)
    parameters += copies
    given: set[str] = set()
    passed: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node) in recursive:
            values = _given(node)
            inside = (each for value in values for each in ast.walk(value))
            given |= {each.id for each in inside if isinstance(each, ast.Name)}
            passed |= {used for value in values if not _counts(value) for used in _used(value)}
    sides = (frozenset(_used(node)) for node in _comparisons(ast.walk(function)))
    compared = {each for each in sides if len(each) > 1}  # a depth is compared with 0
    # Fail-soft searches compare the value found with one bound, and raise the other by it.
    ordered = compared | _raised(function, recursive)
    candidates = [name for name in parameters if name in passed]
    for index, low in enumerate(candidates):
        for high in candidates[index + 1 :]:
            lower, upper = ({name, *copies.get(name, ())} for name in (low, high))
            meets = any(lower & each and upper & each for each in compared)
            apart = all(any(names & each for each in ordered) for names in (lower, upper))
            if lower.isdisjoint(upper) and (meets or apart):
                return low, high
    origins = _origins(function, parameters)
    pairs = _compared_parts(function, origins)
    return tuple(sorted(pairs & {origins[name] for name in given if name in origins}))[:1]


def _unchanged(pairs: set[tuple[str, ...]], searches: list[Function], recursive: set[str]) -> str:
    """The one of two bounds that all ``searches`` leave as it was given.

    Copies are there to be changed. A search that negates its bounds only changes one of them.
    """
    names = next(iter(pairs)) if len(pairs) == 1 else ()
    changed: set[str] = set()
    for function in searches:
        parameters = _parameters(function)
        if len(names) == 1 or not {*names} <= {*parameters}:  # one may hold both bounds
            return ""
        copies = _copied(function, parameters)
        for node in ast.walk(function):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    changed |= {name, *copies.get(name, ())}
                case ast.Call() if _name(node) in recursive:
                    made = (each for each in _given(node) if not isinstance(each, ast.Name))
                    changed |= {name for each in made for name in _used(each)}
    fixed = [name for name in names if name not in changed]
    return fixed[0] if len(fixed) == 1 else ""


def _parameters(function: Function) -> list[str]:
    return [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]


def _bounds_on_a_stack(function: Function) -> tuple[str, ...]:
    """What a loop that takes from a stack compares with each other and passes on together."""
    for inside in _loops_with_a_stack(function):
        handed = [
            {*map(ast.unparse, node.args if isinstance(node, ast.Call) else node.elts)}
            for node in inside
            if isinstance(node, ast.Call)
            or (isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load))
        ]
        for node in _comparisons(inside):
            sides = node.left, node.comparators[0]
            names = tuple(ast.unparse(side) for side in sides)
            if all(map(_is_bound, sides)) and any(set(names) <= each for each in handed):
                return names
    return ()


def _loops_with_a_stack(function: Function) -> Iterator[list[ast.AST]]:
    """What is inside of each loop that takes from a stack or a queue."""
    for loop in (node for node in ast.walk(function) if isinstance(node, ast.While)):
        inside = list(ast.walk(loop))
        if any(isinstance(node, ast.Call) and _name(node) in _TAKES for node in inside):
            yield inside


def _has_stack(function: Function) -> bool:
    return any(True for _ in _loops_with_a_stack(function))


def _is_bound(value: ast.expr) -> bool:
    named = isinstance(value, ast.Name) and _BOUND.search(value.id) is not None
    return named or _part(value) is not None


def _unpacked(function: Function, parameters: list[str]) -> list[str]:
    """What a parameter that is a tuple is taken apart to."""
    found = []
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Name(id=name)):
                if name in parameters:
                    found += [part.id for part in parts if isinstance(part, ast.Name)]
    return found


def _copied(function: Function, parameters: list[str]) -> dict[str, set[str]]:
    """Names for parameters, or for the greater or smaller of one and something; with these."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        for name, value in _assigned(node) if isinstance(node, ast.Assign) else ():
            extreme = isinstance(value, ast.Call) and _name(value) in _EXTREMES
            used = {*parameters} & _used(value) if extreme or isinstance(value, ast.Name) else set()
            if used and name not in parameters:
                found.setdefault(name, set()).update(used)
    return found


def _assigned(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """Names, each with what it is set to."""
    for target in node.targets:
        match target, node.value:
            case ast.Name(id=name), value:
                yield name, value
            case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
                for each, value in zip(names, values, strict=True):
                    if isinstance(each, ast.Name):
                        yield each.id, value


def _origins(function: Function, parameters: list[str]) -> dict[str, str]:
    """Parameters and copies that are made of them, each with its parameter."""
    origins = {name: name for name in parameters}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() | ast.Dict() as value):
                for used in (each.id for each in ast.walk(value) if isinstance(each, ast.Name)):
                    if used in origins and name not in parameters:
                        origins[name] = origins[used]
    return origins


def _compared_parts(function: Function, origins: dict[str, str]) -> set[str]:
    """Parameters of which two parts that are called like bounds are compared with each other."""
    found = set()
    for name, other, _ in _pairs(function):
        whole = {origins.get(name), origins.get(other)} - {None}
        found |= whole if len(whole) == 1 else set()
    return {name for name in found if name is not None}


def _pairs(function: Function) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Two parts that are called like bounds and are compared: what they are parts of, and they."""
    for node in _comparisons(ast.walk(function)):
        left, right = _part(node.left), _part(node.comparators[0])
        if left and right and left[1] != right[1]:
            yield left[0], right[0], (left[1], right[1])


def _bounds_of_an_object(function: Function, functions: list[Function]) -> tuple[str, ...]:
    """Bounds that the object of a method holds: handed over to others, or restored afterwards."""
    for name, other, parts in _pairs(function):
        if name == other == "self" and (_restored(function) or _handed_over(parts, functions)):
            return tuple(f"self.{part}" for part in parts)
    return ()


def _handed_over(parts: tuple[str, str], functions: list[Function]) -> bool:
    """Whether both of these parts of an object are given to a call, as to make the next one."""
    calls = (node for each in functions for node in ast.walk(each) if isinstance(node, ast.Call))
    wanted = {("self", part) for part in parts}
    return any(
        wanted <= {_part(each) for value in _given(call) for each in _expressions(value)}
        for call in calls
    )


def _restored(function: Function) -> bool:
    """Whether bounds that an object holds are put aside, and later taken from there again."""
    aside: set[str] = set()
    back: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets = [each for target in node.targets for each in _expressions(target)]
            held = [part for part in map(_part, _expressions(node.value)) if part]
            if any(name == "self" for name, _ in held):
                aside |= {each.id for each in targets if isinstance(each, ast.Name)}
            elif any(map(_part, targets)):
                back |= _used(node.value)
    return bool((aside & back) - {"self"})


def _comparisons(nodes: Iterable[ast.AST]) -> Iterator[ast.Compare]:
    """Those among ``nodes`` that ask which of two is greater."""
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDER):
            yield node


def _given(call: ast.Call) -> list[ast.expr]:
    """What a call is given."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _expressions(value: ast.expr) -> Iterator[ast.expr]:
    return (each for each in ast.walk(value) if isinstance(each, ast.expr))


def _part(value: ast.expr) -> tuple[str, str] | None:
    """The name of what ``value`` is a part of, and its own."""
    match value:
        case ast.Attribute(value=ast.Name(id=name), attr=part) if _BOUND.search(part):
            return name, part
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=0 | 1 as part)):
            return name, str(part)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(part))):
            return (name, part) if _BOUND.search(part) else None
    return None


def _raised(function: Function, recursive: set[str]) -> set[frozenset[str]]:
    """What is set to, or passed on as, the greater or the smaller of itself and something."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node) in recursive:
            inside = (each for value in _given(node) for each in ast.walk(value))
            found |= {
                frozenset(_used(each))
                for each in inside
                if isinstance(each, ast.Call) and _name(each) in _EXTREMES
            }
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if _name(call) in _EXTREMES and name in _used(call):
                    found.add(frozenset(_used(call)))
    return found


def _counts(value: ast.expr) -> bool:
    """Whether ``value`` is one more or less than something, as a depth is."""
    match value:
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant()):
            return True
    return False


def _used(value: ast.AST) -> set[str]:
    """Names in ``value``, but for those that only calls in it are given, unless of max or min."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif not isinstance(node, ast.Call) or _name(node) in _EXTREMES:
            waiting += ast.iter_child_nodes(node)
    return found - _EXTREMES
