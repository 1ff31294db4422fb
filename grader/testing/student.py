"""Offers the student's functions to hidden tests: calls go out, plain answers come back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.testing.planned_calls import Question, expect_known_function
from grader.wire import InjectedFunction
from grader.wire import OwnFunction as OwnReference

Lent = InjectedFunction | OwnReference
"""A function passed as an argument: the reference's, a stub, or the student's own."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a call: its value, and its side effects.

    Attributes:
        value: plain data; lists and tuples are kept apart.
        changed: positions of arguments that the call left different from how they were passed.
        calls: how often each injected function was called.
        log: what stubs wrote down, in order.
    """

    value: Any
    changed: tuple[int, ...] = ()
    calls: Mapping[str, int] = field(default_factory=dict)
    log: Sequence[Any] = ()


class Inject:
    """Names a task's lent functions, to be passed as arguments: ``inject.transition``.

    Functions named in ``own`` are replaced by the student's.
    """

    def __init__(
        self, functions: Sequence[str], stubs: Sequence[str], own: Collection[str] = ()
    ) -> None:
        self._functions = functions
        self._stubs = stubs
        self._own = own

    def __getattr__(self, name: str) -> Lent:
        if name not in self._functions:
            raise AttributeError(f"assignment.toml injects no {name!r} into this task")
        return OwnReference(name) if name in self._own else InjectedFunction(name)

    def stub(self, name: str, **config: Any) -> InjectedFunction:
        """Return the stub ``name`` of the hidden tests, made with ``config``, as an argument."""
        if name not in self._stubs:
            raise AttributeError(f"assignment.toml names no stub {name!r} for this task")
        return InjectedFunction(name, config)


class Own:
    """Names the student's own functions, to be passed as arguments: ``own.transition``.

    Args:
        known: their names; ``None`` if any will do.
    """

    def __init__(self, known: Collection[str] | None = None) -> None:
        self._known = known

    def __getattr__(self, name: str) -> OwnReference:
        expect_known_function(name, self._known)
        return OwnReference(name)


class Agent:
    """An object of the student's class: ``agent.make_move(board)`` calls its method.

    It is made at its first call, and anew at the next one after its process has ended.
    """

    def __init__(self, call: Callable[[Question], Answer], name: str) -> None:
        self._call = call
        self._made = Question(name, ())

    def __getattr__(self, method: str) -> Callable[..., Answer]:
        def called(*args: Any, **kwargs: Any) -> Answer:
            """Call the method and return its answer.

            Raises:
                CallFailure: if it does not come to an answer, or the object cannot be made.
            """
            return self._call(Question(method, args, kwargs, on=self._made))

        return called


class Student:
    """The student's functions: ``student.minimax(board, …)`` calls their ``minimax``.

    Args:
        known: names of functions; ``None`` if any will do.
    """

    def __init__(
        self, call: Callable[[Question], Answer], known: Collection[str] | None = None
    ) -> None:
        self._call = call
        self._known = known

    def __getattr__(self, function: str) -> Callable[..., Answer]:
        expect_known_function(function, self._known)

        def called(*args: Any, **kwargs: Any) -> Answer:
            """Call the function and return its answer.

            Raises:
                CallFailure: if it does not come to an answer, which decides the case.
            """
            return self._call(Question(function, args, kwargs))

        return called
