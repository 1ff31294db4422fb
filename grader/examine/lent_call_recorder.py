"""Records the calls of lent functions and their answers, for people to see.

It is done by a stub that wraps each of them, inside the sandbox, where lent functions answer.
"""

from __future__ import annotations

import builtins
import inspect
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.examine import lent_call_wrapper as stub
from grader.sandbox.call_request import Call
from grader.wire import InjectedFunction

STUB = "recorded"
"""The name by which the stub is lent; no assignment uses it."""
SOURCE = inspect.getsource(stub)

RecordedCall = tuple[str, tuple[Any, ...], Any]
"""A call of a lent function: its name, its arguments but functions, what it returned, which may
be a :class:`RecordedException`."""


@dataclass(frozen=True, slots=True)
class RecordedException:
    """A built-in exception with which a lent function ended instead of an answer.

    Attributes:
        name: of its class.
        args: its arguments, all of them plain data.
    """

    name: str
    args: tuple[Any, ...]


MOST = 400
"""Calls that are written down; nobody looks through more."""


def wrap_lent_functions(call: Call) -> Call:
    """Return ``call`` with every lent function among its arguments wrapped in a recording stub."""
    kwargs = {name: _wrapped(value) for name, value in call.kwargs.items()}
    return replace(call, args=tuple(map(_wrapped, call.args)), kwargs=kwargs)


def read_recorded_calls(logs: Iterable[Sequence[Any]], lent: Collection[str]) -> list[RecordedCall]:
    """Return the calls of the functions ``lent`` in the stub's logs, without malformed entries."""
    found: list[RecordedCall] = []
    for entry in (entry for log in logs for entry in log[:MOST]):
        match entry:
            case (str() as name, tuple() as asked, answer) if name in lent:
                found.append((name, asked, answer))
            case (str() as name, tuple() as asked, answer, None) if name in lent:
                found.append((name, asked, answer))
            case (str() as name, tuple() as asked, str() as kind, tuple() as args):
                if name in lent and _is_exception(kind):
                    found.append((name, asked, RecordedException(kind, args)))
    return found


def count_calls_by_student(logs: Iterable[Sequence[Any]], lent: Collection[str]) -> Counter[str]:
    """Return how often each of ``lent`` was called, not counting calls by other lent functions."""
    found: Counter[str] = Counter()
    for entry in (entry for log in logs for entry in log[:MOST]):
        match entry:
            case (str() as name, tuple(), _) | (str() as name, tuple(), str(), tuple()):
                found[name] += name in lent
    return found


def lent_function_names(calls: Iterable[Call]) -> set[str]:
    """Return the names of the functions that are lent to ``calls``."""
    values = (value for call in calls for value in (*call.args, *call.kwargs.values()))
    return {value.name for value in values if isinstance(value, InjectedFunction)}


def _is_exception(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


def _wrapped(value: Any) -> Any:
    if not isinstance(value, InjectedFunction):
        return value
    return InjectedFunction(STUB, {"name": value.name, "function": value, "most": MOST})
