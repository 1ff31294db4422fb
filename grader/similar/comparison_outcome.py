"""Represents the outcome of a comparison, as values and in words, for all its forms."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.formatting import format_count, format_percent_rounded_down


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of a submission.

    Attributes:
        file: as tracebacks show it: ``alice.py`` or ``alice.ipynb cell 3``.
        number: in that file or cell, from 1.
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

    one: tuple[SourceLine, ...]
    other: tuple[SourceLine, ...]
    length: int

    @property
    def lines(self) -> int:
        """Return the number of lines of the longer side."""
        return max(len(self.one), len(self.other))


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two submissions that look alike.

    Attributes:
        one, other: their paths.
        one_share: how much of the first is in the second, from 0 to 1; handed-out code does not
            count. ``other_share``, the other way round.
        length: characters of normalised code that they share, the smaller count of the two.
        passages: that they share, the longest first.
    """

    one: str
    other: str
    one_share: float
    other_share: float
    length: int
    passages: tuple[Passage, ...] = ()

    @property
    def share(self) -> float:
        """Return the larger of the two shares: a short submission may be part of a long one."""
        return max(self.one_share, self.other_share)

    @property
    def lines(self) -> int:
        """Return the number of lines of all passages together."""
        return sum(passage.lines for passage in self.passages)


@dataclass(frozen=True, slots=True)
class OmittedSubmission:
    """A submission that was not compared, or not all of it."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class ComparisonOutcome:
    """The outcome of a comparison.

    Attributes:
        submissions: paths of those that were compared.
        pairs: those that share most, in that order.
        beyond: the number of further pairs with at least the share ``at_least``.
        at_least: from 0 to 1.
        ignored: names of the files whose code does not count.
        left_out: what could not be compared.
    """

    submissions: tuple[str, ...]
    pairs: tuple[SimilarPair, ...]
    beyond: int
    at_least: float
    ignored: tuple[str, ...]
    left_out: tuple[OmittedSubmission, ...]

    @property
    def found(self) -> str:
        """Return the outcome in words: ``120 submissions compared, 7 pairs share …``."""
        alike = len(self.pairs) + self.beyond
        verb = "shares" if alike == 1 else "share"
        return (
            f"{format_count(len(self.submissions), 'submission')} compared, "
            f"{format_count(alike, 'pair')} {verb} at least "
            f"{format_percent_rounded_down(self.at_least)} of one of them"
        )


def format_line_span(lines: tuple[SourceLine, ...]) -> str:
    """Return the place of lines: ``alice.py, lines 3–17``; may span two notebook cells."""
    if not lines:
        return ""
    first, last = lines[0], lines[-1]
    if first.file != last.file:
        return f"{first.file}, line {first.number} – {last.file}, line {last.number}"
    if first.number == last.number:
        return f"{first.file}, line {first.number}"
    return f"{first.file}, lines {first.number}–{last.number}"
