"""What a case asks first, found by running the test up to its first call and no further.

Unless chance has a part in it, that is the same for all submissions. So whoever grades many finds
it, and encodes the arguments, once for all of them. Nothing is decided by it: a case that asks
something else when it counts is answered then.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from grader.model.limits import Limits
from grader.sandbox.protocol import Call, Encoded
from grader.wire import Codec


class _Asked(BaseException):
    """Ends a test at its first call. Not an ``Exception``, so that no test swallows it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One of the first calls of a case, without what each submission has of its own."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    encoded: Encoded | None = None

    def call(self, seed: int, limits: Limits) -> Call:
        """The call as one submission gets it."""
        return Call(self.function, self.args, self.kwargs, seed, limits, self.encoded)

    def sent_by(self, codec: Codec) -> Opening:
        """The same, with its arguments encoded.

        Raises:
            Untransferable: if they cannot be.
        """
        return replace(self, encoded=Encoded.of(codec, self.function, self.args, self.kwargs))


class Opener:
    """Stands in for a :class:`~grader.testing.student.Caller`, and carries nothing out."""

    def __init__(self) -> None:
        self._found: list[Opening] = []

    def call(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> NoReturn:
        """Take note of the call, and end the test."""
        self._found.append(Opening(function, args, kwargs))
        raise _Asked

    def each(self, function: str, arguments: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Take note of the calls, and end the test, unless there are none."""
        self._found += [Opening(function, args, {}) for args in arguments]
        if self._found:
            raise _Asked
        return iter(())

    def openings(self, run: Callable[[], object]) -> list[Opening]:
        """What ``run`` asks first: one call, several, or nothing. Raises what it raises."""
        with contextlib.suppress(_Asked):
            run()
        return self._found
