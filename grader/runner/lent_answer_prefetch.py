"""Prefetches answers of lent functions about rows of a list: sends and keeps them ahead.

A program may go through the rows of a list that a lent function answered, and ask another lent
function about each row. Then one message carries the answers about many rows: a process that waits
for an answer may wait for a processor, too, on a busy machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.runner.lent_call_codec import SCALARS

_MANY = 4
"""A list of fewer rows is not worth keeping."""
_HOPEFUL = 2
"""After so many questions about rows one after another, answers to the next ones are sent ahead."""
_PART = 8
"""In any other order, all answers are sent after questions about one of so many rows. No time is
looked at, so that how often a function was asked depends on no machine."""
_NUMBERS = {int, float}

Ahead = tuple[int, int, list[float]]
"""Which argument is a row, which row comes first, and the answers about it and those behind it."""


class RowAccessHistory:
    """The rows that one process was answered last, and how it goes through them.

    For the side that answers. Answers sent ahead count as given, whether they are looked at or not.
    """

    def __init__(self) -> None:
        self._rows: list[list[int]] = []
        self._keys: list[bytes] = []
        self._places: dict[bytes, int] = {}
        """Places of the rows, by their keys; made when a question leaves their order."""
        self._place = 0
        """Where the rows begin about which nothing was asked in order, or sent ahead."""
        self._others: tuple[Any, ...] = ()
        """The function that was asked last, with its arguments other than the row."""
        self._streak = 0
        """How many questions in a row kept the order."""
        self._scattered = 0
        """How many questions did not."""

    def keep_rows(self, value: list[Any]) -> list[bytes]:
        """Remember an answer of lists of small integers, and return its rows as bytes.

        That all items are integers is what the lent function's annotation says. Of any other
        answer nothing is remembered, and the result is empty.
        """
        if len(value) < _MANY or set(map(type, value)) != {list}:
            return []
        try:
            keys = list(map(bytes, value))
        except (TypeError, ValueError):
            return []
        self._rows, self._keys, self._places = value, keys, {}
        self._place = self._scattered = 0
        self._streak = min(self._streak, _HOPEFUL)
        return keys

    def answer_ahead(
        self, handle: int | str, function: Callable[..., Any], args: Sequence[Any], value: Any
    ) -> Ahead | None:
        """Return answers to questions that are likely to follow; ``None`` if there are none.

        The longer a program keeps the order of the rows, the more is answered ahead. One that goes
        through them in another order gets the answers about all of them, once so many questions
        are likely to follow that this costs less.

        Args:
            handle: of the function that was asked.
            args: of the question.
            value: the answer to the question itself.
        """
        if self._place >= len(self._rows) or type(value) not in _NUMBERS:
            return None
        position, place = self._row_among(args)
        if position < 0:
            return None
        others = handle, position, *args[:position], *args[position + 1 :]
        if not _are_known_to_be_same(others, self._others):
            self._others, self._streak, self._scattered = others, 0, 0
        if place == self._place:
            self._place += 1
            self._streak += 1
            count = 8 ** min(self._streak, 4) if self._streak >= _HOPEFUL else 0
        else:
            self._streak = 0
            self._scattered += 1
            count = len(self._rows) if self._scattered * _PART >= len(self._rows) else 0
        first = self._place
        values: list[float] = []
        given = [*args]
        for given[position] in self._rows[first : first + count]:
            try:
                answer = function(*given)
            except Exception:  # noqa: BLE001 - who asks for it will see
                break
            if type(answer) not in _NUMBERS:
                break
            values.append(answer)
        self._place += len(values)
        return (position, first, values) if values else None

    def _row_among(self, args: Sequence[Any]) -> tuple[int, int]:
        """Return which argument is a row, and which row; a negative position if none is."""
        for position, each in enumerate(args):
            if type(each) is not list:
                continue
            if each == self._rows[self._place]:
                return position, self._place
            try:
                key = bytes(each)
            except (TypeError, ValueError):
                continue
            if not self._places:
                self._places = {key: place for place, key in enumerate(self._keys)}
            if key in self._places:
                return position, self._places[key]
        return -1, 0


class PrefetchedAnswers:
    """Answers to questions that are likely to follow, for the side that asks.

    Args:
        handle: of the function.
        position: of the argument that is a row.
        others: places of the other arguments, and what they are.
        answers: numbers, by the row that they are about.
    """

    __slots__ = ("_answers", "_others", "_position", "handle")

    def __init__(
        self,
        handle: int | str,
        position: int,
        others: Sequence[tuple[int, Any]],
        answers: Mapping[bytes, float],
    ) -> None:
        self.handle, self._position, self._others = handle, position, others
        self._answers = answers

    def find(self, args: Sequence[Any]) -> float | None:
        """Return the answer about these arguments, if it is known."""
        if len(args) != len(self._others) + 1:
            return None
        row = args[self._position]
        if type(row) is not list:
            return None
        try:
            answer = self._answers.get(bytes(row))
        except (TypeError, ValueError):
            return None
        if answer is None:
            return None
        for place, other in self._others:
            given = args[place]
            if type(given) is not type(other) or (given is not other and given != other):
                return None
        return answer


def _are_known_to_be_same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether arguments are known to be the same, without looking into large ones."""
    return len(some) == len(others) and all(
        one is other or (type(one) is type(other) and type(one) in SCALARS and one == other)
        for one, other in zip(some, others, strict=True)
    )
