"""Calls the functions that fill a contract's roles, by bindings and through the adapter.

The adapter is source text of the assignment, of one module or of several, that defines
``adapted(scope, how)`` and, where functions are lent, ``lent(function, scope, how)``. It runs in
the student's process. So a submission can reach it and change it, or what it imports; all that this
decides is what the submission itself answers, which it decides anyway. What an answer is worth is
worked out on the trusted side.
"""

from __future__ import annotations

import builtins
import dis
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Hashable, Mapping
from types import CodeType, FunctionType, MappingProxyType, ModuleType, TracebackType
from typing import Any, TypeGuard

from grader.runner.boot import MemoryModules, copy_module
from grader.wire.binding_expressions import Tree, evaluate, names_in, parse, write

NAME = "<adapter>"
"""Name of the adapter's module; that of its further modules begins with it and a point."""
_FILE = f"<{NAME}"
"""How the names of their files begin; frames of such files are left out of tracebacks."""


class SubmissionScope:
    """Evaluates the expressions of bindings, with the names that the submission defines.

    Args:
        module: the student's.
    """

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self._trees: dict[str, tuple[Tree, Tree | None]] = {}
        self._objects: dict[tuple[object, ...], Any] = {}

    def parsed(self, text: str) -> tuple[Tree, Tree | None]:
        """Return ``text`` as trees (:mod:`grader.wire.binding_expressions`): a call, its answer."""
        if text not in self._trees:
            self._trees[text] = parse(text)
        return self._trees[text]

    def evaluate(
        self,
        text: str,
        words: Mapping[str, Any] | None = None,
        lasting: Mapping[str, Hashable] = MappingProxyType({}),
    ) -> Any:
        """Return the value of the expression ``text``.

        A name that is called is the submission's, if it defines that; every other one is one of
        ``words`` first.

        Args:
            lasting: words that do not change from question to question of a game, with what their
                values are known by. An object of a class of the submission, made of nothing else,
                that is called or a method of which is called, is made once and stays as long as
                the process: what it remembers of a game, it knows at its next move.

        Raises:
            NameError: if a name stands for nothing.
            Exception: whatever the submission raises.
        """
        known: Mapping[str, Any] = {} if words is None else words
        own = self.module.__dict__

        def value_of(name: str, called: bool) -> Any:
            for place in (own, known) if called else (known, own):
                if name in place:
                    return place[name]
            raise NameError(f"name {name!r} is not defined")

        def kept(made: Tree) -> Tree:
            """Return the object that ``made`` creates, if the object lasts; else ``made``."""
            _, (_, name), positional, named = made
            parts = [*positional, *(part for _, part in named)]
            used = {name for part in parts for name in names_in(part) if name in known}
            if not issubclass(type(own.get(name)), type) or not used <= {*lasting}:
                return made
            key = write(made), *(lasting[name] for name in sorted(used))
            if key not in self._objects:
                self._objects[key] = evaluate(made, value_of)
            return "literal", self._objects[key]

        return evaluate(_wrap_object_creation(self.parsed(text)[0], kept), value_of)


def _wrap_object_creation(tree: Tree, kept: Callable[[Tree], Tree]) -> Tree:
    """Return ``tree`` with ``kept`` applied to the call in it that creates an object."""
    match tree:
        case ("item" | "get" as kind, owner, key):
            return kind, _wrap_object_creation(owner, kept), key
        case ("call", ("get", ("call", ("name", _), _, _) as made, method), positional, named):
            return "call", ("get", kept(made), method), positional, named
        case ("call", ("call", ("name", _), _, _) as made, positional, named):
            return "call", kept(made), positional, named
    return tree


class Adapter:
    """The adapter of an assignment, imported from its sources.

    Args:
        sources: its text under the name ``""``, and those of the modules that it imports; nothing
            for an assignment without a contract.

    Raises:
        Exception: whatever the texts raise.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._adapter = _import_adapter(sources) if sources else ModuleType(NAME)
        self._scope: SubmissionScope | None = None
        self._adapted: dict[str, Callable[..., Any]] = {}

    def adapted(self, module: ModuleType, fit: Mapping[str, Any]) -> Callable[..., Any]:
        """Return a function that takes canonical arguments and calls the submission.

        It is made once in a process for each binding, and objects of the submission last as
        :meth:`SubmissionScope.evaluate` says.
        """
        key = json.dumps(fit, sort_keys=True)
        if key not in self._adapted:
            self._adapted[key] = self._adapter.adapted(self._in(module), fit["how"])
        return self._adapted[key]

    def lend(
        self, module: ModuleType, function: Callable[..., Any], fit: Mapping[str, Any]
    ) -> bool:
        """Replace the student's function in ``module`` by ``function``, in its name and convention.

        Where it was taken before, as for a default argument, it calls the one that is lent, too.

        Returns:
            False if the adapter cannot imitate the convention; the student's own stays then.
        """
        name = fit["name"]
        own = getattr(module, name, None)
        taken = own if _can_be_redirected(own, module) else None
        if taken is not None:
            setattr(module, name, _twin_of(taken))  # by which the adapter sees what it answers
        try:
            imitation = self._adapter.lent(function, self._in(module), fit["how"])
        except LookupError:
            if taken is not None:
                setattr(module, name, taken)
            return False
        setattr(module, name, imitation)
        if taken is not None:
            taken.__code__ = _CALLS_LENT.replace(co_names=(name,), co_name=name)
            taken.__defaults__ = taken.__kwdefaults__ = None
        return True

    def _in(self, module: ModuleType) -> SubmissionScope:
        if self._scope is None or self._scope.module is not module:
            self._scope, self._adapted = SubmissionScope(module), {}
        return self._scope


def _can_be_redirected(own: object, module: ModuleType) -> TypeGuard[FunctionType]:
    """Return whether ``own`` is a function of ``module`` that was not made within another one."""
    if type(own) is not FunctionType:
        return False
    return own.__globals__ is module.__dict__ and own.__closure__ is None


def _twin_of(function: FunctionType) -> FunctionType:
    """Return a function that does the same as ``function``, whatever becomes of that."""
    twin = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin


def _call_lent(*args: Any, **kwargs: Any) -> Any:
    return _call_lent(*args, **kwargs)


_CALLS_LENT = _call_lent.__code__
"""The code of a function that passes its arguments to a global one, whose name is put in."""


def _import_adapter(sources: Mapping[str, str]) -> ModuleType:
    """Import the adapter's module anew, with all of its ``sources``, and return it."""
    held = {f"{NAME}.{name}" if name else NAME: text for name, text in sources.items()}
    for name in held:
        sys.modules.pop(name, None)
    finder = MemoryModules(held, built_ins=vars(builtins).copy())
    sys.meta_path.insert(0, finder)
    try:
        adapter = importlib.import_module(NAME)
    finally:
        sys.meta_path.remove(finder)  # the student's code has no use for it
    for name in held:
        _replace_modules_with_copies(vars(sys.modules[name]))
    return adapter


def _replace_modules_with_copies(namespace: dict[str, Any]) -> None:
    """Replace modules in ``namespace`` by copies, which a program cannot change later.

    Of :mod:`sys`, what it is at a time is wanted: where to print, and which modules there are.
    """
    for name, value in namespace.items():
        if type(value) is ModuleType and value.__name__ != "sys":
            namespace[name] = copy_module(value)


_SHORT = 24
"""Bytes of code that a function without a body does not exceed."""


def does_nothing(target: object) -> bool:
    """Return whether ``target`` is a function whose body is only ``pass`` or ``return None``.

    Where a contract leaves open what answers look like, this tells what is not written yet from
    what cannot be read.
    """
    code = getattr(target, "__code__", None)
    if type(code) is not CodeType or len(code.co_code) > _SHORT:
        return False
    steps = [
        (step.opname, step.argval)
        for step in dis.get_instructions(code)
        if step.opname not in {"RESUME", "NOP", "CACHE"}
    ]
    return steps in _NOTHING


_NOTHING = (
    [("LOAD_CONST", None), ("RETURN_VALUE", None)],
    [("RETURN_CONST", None)],  # since Python 3.12
)


def changed_arguments(called: object, arguments: int) -> list[int]:
    """Return the positions of canonical arguments that a call has changed, as the adapter says.

    Args:
        called: what :meth:`Adapter.adapted` returned. It says so by its attribute ``changed``.
    """
    said = getattr(called, "changed", ())
    return [position for position in range(arguments) if position in said]


def is_raised_by_adapter(problem: BaseException, trace: TracebackType | None) -> bool:
    """Return whether the adapter itself raised ``problem``, as it cannot read an answer."""
    if not issubclass(type(problem), ValueError):
        return False
    last = ""
    for frame, _ in traceback.walk_tb(trace):
        last = frame.f_code.co_filename
    return last.startswith(_FILE)
