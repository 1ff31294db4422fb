"""Makes NumPy arrays for calls, reuses lists and dictionaries, and detects changed arguments.

The lists and dictionaries of the call before are filled anew for the next arguments. Callers do so
as well: a search makes a move on its board and asks again. A function that remembers its answers by
where an argument is in memory then answers for what was there before.
"""

from __future__ import annotations

import importlib
from typing import Any

from grader.wire import Array, LentFunctionHandle, OwnFunction

_HOLDERS = frozenset({list, dict, tuple})


class ReusedArguments:
    """The lists and dictionaries of the previous call, in which the next call is passed its values.

    They are known from before they were passed: whatever the student's code has made of them since,
    they are as many different objects.
    """

    def __init__(self) -> None:
        self._lists: list[list[Any]] = []
        self._dictionaries: list[dict[Any, Any]] = []

    def refill_containers(self, values: list[Any]) -> list[Any]:
        """Return ``values``, held in the lists and dictionaries of the previous call."""
        lists, dictionaries = iter(self._lists), iter(self._dictionaries)
        self._lists, self._dictionaries = [], []

        def within(value: Any) -> Any:
            kind = type(value)
            if kind is list:
                again = next(lists, value)
                self._lists.append(again)
                again[:] = value if _is_flat(value) else [within(each) for each in value]
                return again
            if kind is dict:
                held = {key: within(each) for key, each in value.items()}
                again_held = next(dictionaries, value)
                self._dictionaries.append(again_held)
                again_held.clear()
                again_held.update(held)
                return again_held
            if kind is tuple and not _is_flat(value):
                return tuple(within(each) for each in value)
            return value

        return [within(value) for value in values]

    def holds(self, value: object) -> bool:
        """Return whether ``value`` is or contains a list or dictionary that was passed."""
        passed = {id(each) for each in (*self._lists, *self._dictionaries)}
        seen: set[int] = set()
        left: list[Any] = [value]
        while left:
            each = left.pop()
            if type(each) not in _HOLDERS or id(each) in seen:
                continue
            if id(each) in passed:
                return True
            seen.add(id(each))
            left += each.values() if type(each) is dict else each
        return False


def _is_flat(values: list[Any] | tuple[Any, ...]) -> bool:
    return _HOLDERS.isdisjoint(map(type, values))


def make_numpy_array(array: Array) -> Any:
    """Return ``array`` as a ``numpy.ndarray``.

    Raises:
        ImportError: if there is no NumPy here.
    """
    return importlib.import_module("numpy").array(array.items, dtype=array.dtype)


def have_changed(now: Any, before: Any) -> bool:
    """Return whether ``now`` differs from ``before``, in which arrays are still as sent.

    Raises whatever the comparison raises with something of the student's.
    """
    if isinstance(before, LentFunctionHandle | OwnFunction):
        return False
    if isinstance(before, Array):
        as_sent = make_numpy_array(before)
        return type(now) is not type(as_sent) or _array_fingerprint(now) != _array_fingerprint(
            as_sent
        )
    kind = type(before)
    if kind is dict and type(now) is kind:
        return now.keys() != before.keys() or any(
            have_changed(now[key], before[key]) for key in before
        )
    if (kind is list or kind is tuple) and type(now) is kind:
        return len(now) != len(before) or any(map(have_changed, now, before))
    return bool(now != before)


def _array_fingerprint(array: Any) -> tuple[Any, ...]:
    """Return type, shape and bytes of an array: NaN equals itself, and -0.0 differs from 0.0."""
    return array.dtype, array.shape, array.tobytes()
