"""Reuses the lists and dictionaries of the call before for the next arguments, filled anew.

Callers do so as well: a search makes a move on its board and asks again. A function that remembers
its answers by where an argument is in memory then answers for what was there before.
"""

from __future__ import annotations

from typing import Any

_HOLDERS = frozenset({list, dict, tuple})


class Refilling:
    """The lists and dictionaries that the previous call was passed.

    They are known from before they were passed: whatever the student's code has made of them since,
    they are as many different objects.
    """

    def __init__(self) -> None:
        self._lists: list[list[Any]] = []
        self._dictionaries: list[dict[Any, Any]] = []

    def refilled(self, values: list[Any]) -> list[Any]:
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
