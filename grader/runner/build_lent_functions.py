"""Makes lent functions from their sources, counts their calls, and gives stubs a log.

They live where no student code does, see :mod:`grader.runner.lent_server`; but without a sandbox,
in the one process that there is.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from grader.wire import Codec, InjectedFunction, OwnFunction, WireError

Function = Callable[..., Any]

NOTES = 0
"""The counter of what is in the log; those of lent functions follow."""


class LentFunctions:
    """The functions that are lent to a task and to its calls.

    Args:
        functions: sources of reference functions by name.
        stubs: sources by name that define ``make(log, **config)``.
        roles: sources of functions that replace the student's own; those may use each other.
        counters: how often each was called: the functions in order, then the stubs, from
            ``NOTES + 1`` on.
        codec: of the configurations of stubs.
        pure: names of those that answer the same to the same, and remember nothing.

    Attributes:
        pure: how those are called here, by number.
        own: what a function of the student's, of some name, is here: a stub may be given one.
        log: what stubs have written down since a call began, in order.

    Raises:
        Exception: whatever the sources raise.
    """

    def __init__(
        self,
        functions: Mapping[str, str],
        stubs: Mapping[str, str],
        roles: Mapping[str, str],
        counters: memoryview[int],
        codec: Codec,
        pure: Collection[str] = (),
    ) -> None:
        self.log: list[Any] = []
        self._functions = define_functions(functions)
        self._stubs = {name: define_function(text, "make") for name, text in stubs.items()}
        self._lent: dict[int | str, Function] = dict(define_functions(roles).items())
        add_to_namespaces(
            self._lent.values(), {str(name): each for name, each in self._lent.items()}
        )
        self.counters = counters
        names = (*functions, *stubs)
        self._numbers = {name: number for number, name in enumerate(names, NOTES + 1)}
        self._codec = codec.resolving(self._resolved)  # type: ignore[arg-type]
        self._next = 0
        self._pure = frozenset(pure)
        self.pure: set[int | str] = set()
        self._repeatable: dict[int | str, int] = {}
        """Counters of those pure functions that call no other lent one."""
        self.own: Callable[[str], Function] | None = None

    def begin(self, lent: Sequence[Any]) -> None:
        """Begin a call to which ``lent`` is lent: JSON trees of names and configurations.

        What earlier calls in this process were lent stays: a program may have kept it.
        """
        self.log.clear()
        for name, config in lent:
            revived = None if config is None else self._codec.revive(config)
            self._lent[self._next] = self._resolved(InjectedFunction(name, revived))
            if name in self._pure:
                self.pure.add(self._next)
                if config is None:
                    self._repeatable[self._next] = self._numbers[name]
            self._next += 1

    def clear(self) -> None:
        """Start numbers of lent functions at 0 again, and set all counters to zero."""
        self._next = 0
        for number in range(NOTES, len(self._numbers) + NOTES + 1):
            self.counters[number] = 0

    def find(self, handle: int | str) -> Function:
        """Return the function lent as ``handle``: a number in this process, or a role.

        Raises:
            KeyError: if there is none.
        """
        return self._lent[handle]

    def is_repeatable(self, handle: int | str) -> bool:
        """Return whether an answer of the function may be given again to the same question."""
        return handle in self._repeatable

    def count_repeated(self, handle: int | str) -> None:
        """Count an answer that was given again as a call of the function."""
        self.counters[self._repeatable[handle]] += 1

    def counts(self) -> list[int]:
        """Return how often functions and stubs were called, in order."""
        return [self.counters[number] for number in self._numbers.values()]

    def _resolved(self, reference: InjectedFunction | OwnFunction) -> Function:
        if isinstance(reference, OwnFunction) and self.own is not None:
            return self.own(reference.name)
        if not isinstance(reference, InjectedFunction):
            raise WireError("only a function can be lent to a lent one")
        if reference.config is None:
            return self._counted(reference.name, self._functions[reference.name])
        made = self._stubs[reference.name](self.log, **reference.config)
        return self._counted(reference.name, made)

    def _counted(self, name: str, function: Function) -> Function:
        counters, number = self.counters, self._numbers[name]

        def counted(*args: Any, **kwargs: Any) -> Any:
            counters[number] += 1
            return function(*args, **kwargs)

        counted.__name__ = counted.__qualname__ = name
        counted.__annotations__ = dict(getattr(function, "__annotations__", {}))
        return counted


def define_functions(functions: Mapping[str, str]) -> dict[str, Function]:
    """Return the functions that the sources ``functions`` define, each in its own namespace."""
    return {name: define_function(text, name) for name, text in functions.items()}


def add_to_namespaces(functions: Iterable[Function], known: Mapping[str, Function]) -> None:
    """Add the functions ``known`` to the namespace of each of ``functions``, by their names."""
    for function in functions:
        for name, used in known.items():
            function.__globals__.setdefault(name, used)


def define_function(text: str, name: str) -> Function:
    """Return the function that ``text`` defines as ``name``."""
    # Whatever student code replaces where it runs beside it: what is made here answers right.
    namespace: dict[str, Any] = {"__name__": f"lent_{name}", "__builtins__": vars(builtins).copy()}
    exec(compile(text, f"<{name}>", "exec"), namespace)
    function: Function = namespace[name]
    return function
