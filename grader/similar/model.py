"""The outcome of a comparison, as values that every form of it is made from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a submission.

    Attributes:
        file: where it stands, as tracebacks show it: ``alice.py`` or ``alice.ipynb cell 3``.
        number: within that, from 1.
    """

    file: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that two submissions share: whole lines, at least one on each side.

    Attributes:
        length: characters of normalised code that agree.
    """

    one: tuple[Line, ...]
    other: tuple[Line, ...]
    length: int

    @property
    def lines(self) -> int:
        """Lines of the longer side."""
        return max(len(self.one), len(self.other))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two submissions that look alike.

    Attributes:
        one: path of the first; ``other``, of the second.
        one_share: how much of the first is in the second, from 0 to 1; handed-out code does not
            count. ``other_share``, the other way round.
        length: characters of normalised code that they share, in the smaller count of the two.
        passages: those that they share, the longest first.
    """

    one: str
    other: str
    one_share: float
    other_share: float
    length: int
    passages: tuple[Passage, ...] = ()

    @property
    def share(self) -> float:
        """The larger of the two shares: a short submission may be a part of a long one."""
        return max(self.one_share, self.other_share)

    @property
    def lines(self) -> int:
        """Lines of all passages together."""
        return sum(passage.lines for passage in self.passages)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A submission that was not compared, or not all of it."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a comparison found.

    Attributes:
        submissions: paths of those that were compared.
        pairs: the ones asked for, those that share most first.
        beyond: how many more pairs are as alike as was asked for.
        at_least: the least share of the pairs, from 0 to 1.
        ignored: names of the handed-out files whose code does not count.
        left_out: what could not be compared, and why.
    """

    submissions: tuple[str, ...]
    pairs: tuple[Pair, ...]
    beyond: int
    at_least: float
    ignored: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
