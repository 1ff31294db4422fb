"""Compare every submission with every other.

1. Take fingerprints: names, texts, layout and comments make no difference.
2. Leave out what was handed out to everybody.
3. Find out of every pair how much they share, which takes time in proportion to their lengths.
4. Of those that share most, find the passages.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from grader.model.submission import Submission
from grader.similar import code as codes
from grader.similar.code import Code
from grader.similar.model import LeftOut, Outcome, Pair
from grader.similar.passages import shared
from grader.similar.prints import SECONDS, Prints, TooSlow, covered, handed_out, taken

_ROOM = 20_000_000
"""Runs of code of all submissions together: some 400 MB, or 6,000 ordinary submissions."""

Progress = Callable[[str], None]


def compare(
    submissions: Sequence[Submission],
    ignored: Sequence[Submission],
    *,
    most: int,
    at_least: float,
    left_out: Sequence[LeftOut] = (),
    progress: Progress = lambda _: None,
) -> Outcome:
    """The pairs of ``submissions`` that look most alike.

    Args:
        ignored: what everybody was given.
        most: how many pairs are listed.
        at_least: the least share, from 0 to 1, that one of a pair has to have in the other.
        left_out: what could not be read, to be told along with the rest.
        progress: told how far it has come, in words.

    Raises:
        TooSlow: if the tokeniser takes too long over what everybody was given.
    """
    taken_prints, reasons = _fingerprints(submissions, ignored, progress)
    alike = 0

    def worth_listing() -> Iterator[tuple[Pair, Prints, Prints]]:
        nonlocal alike
        for pair in _pairs(taken_prints, progress):
            if pair[0].share >= at_least:
                alike += 1
                yield pair

    best = heapq.nlargest(most, worth_listing(), key=lambda found: _rank(found[0]))
    pairs = []
    for number, (pair, one, other) in enumerate(best, 1):
        progress(f"passages of {number} of {len(best)} pairs")
        pairs.append(replace(pair, passages=shared(one, other)))
    return Outcome(
        submissions=tuple(path for path, _ in taken_prints),
        pairs=tuple(pairs),
        beyond=alike - len(pairs),
        at_least=at_least,
        ignored=tuple(PurePath(each.path).name for each in ignored),
        left_out=(*left_out, *reasons),
    )


def _rank(pair: Pair) -> tuple[int, float]:
    """What they share counts first: a line in common is a large share of a short program."""
    return pair.length, pair.share


def _fingerprints(
    submissions: Sequence[Submission], ignored: Sequence[Submission], progress: Progress
) -> tuple[list[tuple[str, Prints]], list[LeftOut]]:
    try:
        given = handed_out([Code.of(each.cells) for each in ignored])
    except TooSlow:
        raise TooSlow("What is to be ignored takes too long to read; give ordinary code.") from None
    found: list[tuple[str, Prints]] = []
    left_out: list[LeftOut] = []
    room = _ROOM
    for number, submission in enumerate(submissions, 1):
        progress(f"read {number} of {len(submissions)} submissions")
        code = Code.of(submission.cells)
        try:
            prints = taken(code, given)
        except TooSlow:
            reason = f"It could not be split into tokens in {SECONDS:g} s of CPU time."
            left_out.append(LeftOut(submission.path, reason))
            continue
        room -= len(prints.runs)
        if room < 0:
            left_out.append(LeftOut(submission.path, "There is too much code before it."))
            continue
        if not code.whole:
            reason = f"Only its first {codes.MOST:,} characters were compared."
            left_out.append(LeftOut(submission.path, reason))
        found.append((submission.path, prints))
    return found, left_out


def _pairs(
    prints: Sequence[tuple[str, Prints]], progress: Progress
) -> Iterator[tuple[Pair, Prints, Prints]]:
    """Every pair that shares anything, without its passages."""
    total = len(prints) * (len(prints) - 1) // 2
    for number, ((path, one), (other_path, other)) in enumerate(combinations(prints, 2), 1):
        progress(f"{number:,} of {total:,} pairs")
        common = np.intersect1d(one.distinct, other.distinct, assume_unique=True)
        if not len(common):
            continue
        lengths = [_shared_length(each, common) for each in (one, other)]
        shares = [length / each.length for length, each in zip(lengths, (one, other), strict=True)]
        yield Pair(path, other_path, shares[0], shares[1], min(lengths)), one, other


def _shared_length(prints: Prints, common: NDArray[np.int64]) -> int:
    return covered(np.flatnonzero(prints.own & np.isin(prints.runs, common)))
