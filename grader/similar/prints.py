"""Fingerprints: what is left of a program when its names, texts, layout and comments are taken out.

Made by copydetect, which works as Moss does (Schleimer, Wilkerson, Aiken: "Winnowing", 2003), but
of every run of characters instead of a sample: so the same submissions give the same list each
time, and shares are exact.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from copydetect import utils
from numpy.typing import NDArray

from grader.examine.own_time import OutOfOwnTime, bounded
from grader.model.problem import UsageProblem
from grader.similar.code import Code

RUN = 25
"""Characters of normalised code (a name has one) that agree by chance often enough; only longer
runs are looked at. About a line and a half."""

SECONDS = 3.0
"""CPU seconds for splitting one submission into tokens. The tokeniser's regular expressions take
quadratic time for some texts, and hundredths of a second for any that a person wrote."""

_LANGUAGE = "python"


class TooSlow(UsageProblem):
    """A text that keeps the tokeniser busy for longer than anything a person writes."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The fingerprint of a program.

    Attributes:
        code: the program.
        runs: a hash for every run of :data:`RUN` characters of normalised code, in order. It
            stands for its text within this process only.
        own: which of them count, because they were not handed out; as long as ``runs``.
        distinct: those that count, each once, sorted.
        length: characters of normalised code that are in a run that counts.
    """

    code: Code
    runs: NDArray[np.int64]
    own: NDArray[np.bool_]
    distinct: NDArray[np.int64]
    length: int
    _offsets: NDArray[np.int64]

    def position(self, index: int) -> int:
        """Where in the program's text a character of its normalised code stands."""
        if not len(self._offsets):
            return index
        entry = min(int(np.searchsorted(self._offsets[:, 0], index)), len(self._offsets) - 1)
        return index + int(self._offsets[entry, 1]) + self._idle

    @property
    def _idle(self) -> int:
        """Characters at the beginning that the tokeniser passes over without a word."""
        return len(self.code.text) - len(self.code.text.lstrip("\ufeff\n"))


def taken(code: Code, handed_out: NDArray[np.int64]) -> Prints:
    """The fingerprint of ``code``, in which runs of ``handed_out`` do not count.

    Raises:
        TooSlow: if the tokeniser takes longer than :data:`SECONDS`.
    """
    # What comes before the first token is taken away here, so that positions can be told.
    text = code.text.lstrip("\ufeff\n")
    try:
        with bounded(SECONDS):
            normalised, removed = utils.filter_code(text, "", _LANGUAGE)
    except OutOfOwnTime:
        raise TooSlow from None
    runs = np.asarray(utils.hashed_kgrams(normalised, RUN), np.int64)
    own = np.isin(runs, handed_out, invert=True)
    offsets = np.asarray(removed, np.int64).reshape(-1, 2)
    # The library starts anew at the name of a class; what has been removed never grows less.
    offsets[:, 1] = np.maximum.accumulate(offsets[:, 1])
    return Prints(code, runs, own, np.unique(runs[own]), covered(np.flatnonzero(own)), offsets)


def handed_out(codes: Collection[Code]) -> NDArray[np.int64]:
    """The runs of code that everybody was given.

    Raises:
        TooSlow: as :func:`taken`.
    """
    nothing = np.array([], np.int64)
    return np.unique(np.concatenate([nothing, *(taken(code, nothing).runs for code in codes)]))


def covered(starts: NDArray[np.int64]) -> int:
    """How many characters the runs that begin at ``starts`` cover, small gaps included."""
    if not len(starts):
        return 0
    firsts, ends = utils.get_copied_slices(starts, RUN)
    return int(np.sum(ends - firsts))
