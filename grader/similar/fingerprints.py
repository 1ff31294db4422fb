"""Makes fingerprints: hashes of a program without its names, texts, layout and comments.

The cells of a submission are joined to one text first, with the origin of each line. Fingerprints
are made by copydetect, which works like Moss (Schleimer, Wilkerson, Aiken: "Winnowing", 2003), but
of every run of characters instead of a sample. So results are repeatable, and shares are exact.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from copydetect import utils
from numpy.typing import NDArray

from grader.examine.hidden_test_limits import HiddenTestTimeout, limit_cpu_time
from grader.model.submission import Cell
from grader.model.user_error import UsageError
from grader.similar.comparison_outcome import SourceLine

RUN = 25
"""Characters of a run of normalised code, in which a name has one: about a line and a half. Shorter
ones often agree by chance."""

SECONDS = 3.0
"""CPU seconds for splitting one submission into tokens. The tokeniser's regular expressions take
quadratic time for some texts, and hundredths of a second for any that a person wrote."""

_LANGUAGE = "python"


class TokenisingTooSlow(UsageError):
    """The tokeniser takes too long for a text."""


@dataclass(frozen=True, slots=True)
class ProgramFingerprint:
    """The fingerprint of a program.

    Attributes:
        code: the program.
        runs: a hash for every run of :data:`RUN` characters of normalised code, in order. Hashes
            differ from process to process.
        own: which of them count, because they were not handed out; as long as ``runs``.
        distinct: those that count, each once, sorted.
        length: characters of normalised code in runs that count.
    """

    code: JoinedSource
    runs: NDArray[np.int64]
    own: NDArray[np.bool_]
    distinct: NDArray[np.int64]
    length: int
    _offsets: NDArray[np.int64]

    def position(self, index: int) -> int:
        """Return the position in the program's text of a character of its normalised code."""
        if not len(self._offsets):
            return index
        entry = min(int(np.searchsorted(self._offsets[:, 0], index)), len(self._offsets) - 1)
        # The tokeniser does not count what it skips at the beginning.
        skipped = len(self.code.text) - len(self.code.text.lstrip("\ufeff\n"))
        return index + int(self._offsets[entry, 1]) + skipped


def make_fingerprint(code: JoinedSource, handed_out: NDArray[np.int64]) -> ProgramFingerprint:
    """Return the fingerprint of ``code``, in which runs of ``handed_out`` do not count.

    Raises:
        TokenisingTooSlow: if the tokeniser takes longer than :data:`SECONDS`.
    """
    # The tokeniser would skip these characters without counting them.
    text = code.text.lstrip("\ufeff\n")
    try:
        with limit_cpu_time(SECONDS):
            normalised, removed = utils.filter_code(text, "", _LANGUAGE)
    except HiddenTestTimeout:
        raise TokenisingTooSlow from None
    runs = np.asarray(utils.hashed_kgrams(normalised, RUN), np.int64)
    own = np.isin(runs, handed_out, invert=True)
    offsets = np.asarray(removed, np.int64).reshape(-1, 2)
    # The library starts anew at the name of a class, but the count of removed characters grows.
    offsets[:, 1] = np.maximum.accumulate(offsets[:, 1])
    return ProgramFingerprint(
        code,
        runs,
        own,
        np.unique(runs[own]),
        count_covered_characters(np.flatnonzero(own)),
        offsets,
    )


def hash_handed_out_code(codes: Collection[JoinedSource]) -> NDArray[np.int64]:
    """Return the hashes of the code that every student was given.

    Raises:
        TokenisingTooSlow: as :func:`make_fingerprint`.
    """
    nothing = np.array([], np.int64)
    return np.unique(
        np.concatenate([nothing, *(make_fingerprint(code, nothing).runs for code in codes)])
    )


def count_covered_characters(starts: NDArray[np.int64]) -> int:
    """Return how many characters the runs that begin at ``starts`` cover, small gaps included."""
    if not len(starts):
        return 0
    firsts, ends = utils.get_copied_slices(starts, RUN)
    return int(np.sum(ends - firsts))


MOST = 100_000
"""Characters of a submission that are compared; ordinary ones have a tenth of that."""


@dataclass(frozen=True, slots=True)
class JoinedSource:
    """The code of all cells of a submission, one below the other.

    Attributes:
        whole: whether nothing was cut off.
    """

    text: str
    whole: bool
    _lines: tuple[SourceLine, ...]
    _starts: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> JoinedSource:
        """Return the code of ``cells``, cut off after :data:`MOST` characters."""
        lines: list[SourceLine] = []
        room, whole = MOST, True
        for cell in cells:
            text = cell.source[: max(room, 0)]
            whole = whole and len(text) == len(cell.source)
            room -= len(text) + 1
            if text:
                numbered = enumerate(text.split("\n"), 1)
                lines += [SourceLine(cell.name, number, line) for number, line in numbered]
        starts = accumulate((len(line.text) + 1 for line in lines), initial=0)
        return cls("\n".join(line.text for line in lines), whole, tuple(lines), tuple(starts)[:-1])

    def lines(self, start: int, end: int) -> tuple[SourceLine, ...]:
        """Return the lines from ``start`` to ``end``, without blank lines around them.

        Positions beyond the text belong to its first or last line.
        """
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(start, end - 1)), first + 1)
        found = list(self._lines[first:last])
        while len(found) > 1 and not found[-1].text.strip():
            found.pop()
        while len(found) > 1 and not found[0].text.strip():
            found.pop(0)
        return tuple(found)
