"""Compares every submission with every other.

1. Take fingerprints: names, texts, layout and comments make no difference.
2. Leave out what was handed out to everybody.
3. Count what every pair shares, which takes time in proportion to their lengths.
4. Find the passages of the pairs that share most.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import PurePath

import numpy as np

from grader.model.submission import Submission
from grader.similar import fingerprints as codes
from grader.similar.comparison_outcome import (
    ComparisonOutcome,
    OmittedSubmission,
    Passage,
    SimilarPair,
)
from grader.similar.fingerprints import (
    RUN,
    SECONDS,
    JoinedSource,
    ProgramFingerprint,
    TokenisingTooSlow,
    count_covered_characters,
    hash_handed_out_code,
    make_fingerprint,
)

_ROOM = 20_000_000
"""Runs of code of all submissions together: some 400 MB, or 6,000 ordinary submissions."""

Progress = Callable[[str], None]


def compare_submissions(
    submissions: Sequence[Submission],
    ignored: Sequence[Submission],
    *,
    most: int,
    at_least: float,
    left_out: Sequence[OmittedSubmission] = (),
    progress: Progress = lambda _: None,
    earlier: Sequence[Submission] = (),
) -> ComparisonOutcome:
    """Return the pairs of ``submissions`` that look most alike.

    Args:
        ignored: files that everybody was given.
        most: how many pairs are listed.
        at_least: the least share, from 0 to 1, of either submission of a pair in the other.
        left_out: submissions that could not be read, for the outcome.
        progress: called with the progress in words.
        earlier: of another year, which are compared with ``submissions`` but not with each other.

    Raises:
        TokenisingTooSlow: if the tokeniser takes too long over what everybody was given.
    """
    taken_prints, reasons = _fingerprints([*submissions, *earlier], ignored, progress)
    of_earlier = frozenset(each.path for each in earlier)
    alike = 0

    def worth_listing() -> Iterator[tuple[SimilarPair, ProgramFingerprint, ProgramFingerprint]]:
        nonlocal alike
        for pair in _compare_all_pairs(taken_prints, progress, of_earlier):
            if pair[0].share >= at_least:
                alike += 1
                yield pair

    # A line in common is a large share of a short program, so the length counts first.
    best = heapq.nlargest(
        most, worth_listing(), key=lambda found: (found[0].length, found[0].share)
    )
    pairs = []
    for number, (pair, one, other) in enumerate(best, 1):
        progress(f"passages of {number} of {len(best)} pairs")
        pairs.append(replace(pair, passages=find_shared_passages(one, other)))
    return ComparisonOutcome(
        submissions=tuple(path for path, _ in taken_prints),
        pairs=tuple(pairs),
        beyond=alike - len(pairs),
        at_least=at_least,
        ignored=tuple(PurePath(each.path).name for each in ignored),
        left_out=(*left_out, *reasons),
    )


def _fingerprints(
    submissions: Sequence[Submission], ignored: Sequence[Submission], progress: Progress
) -> tuple[list[tuple[str, ProgramFingerprint]], list[OmittedSubmission]]:
    try:
        given = hash_handed_out_code([JoinedSource.of(each.code) for each in ignored])
    except TokenisingTooSlow:
        raise TokenisingTooSlow(
            "What is to be ignored takes too long to read; give ordinary code."
        ) from None
    found: list[tuple[str, ProgramFingerprint]] = []
    left_out: list[OmittedSubmission] = []
    room = _ROOM
    for number, submission in enumerate(submissions, 1):
        progress(f"read {number} of {len(submissions)} submissions")
        code = JoinedSource.of(submission.code)
        try:
            prints = make_fingerprint(code, given)
        except TokenisingTooSlow:
            reason = f"It could not be split into tokens in {SECONDS:g} s of CPU time."
            left_out.append(OmittedSubmission(submission.path, reason))
            continue
        room -= len(prints.runs)
        if room < 0:
            left_out.append(OmittedSubmission(submission.path, "There is too much code before it."))
            continue
        if not code.whole:
            reason = f"Only its first {codes.MOST:,} characters were compared."
            left_out.append(OmittedSubmission(submission.path, reason))
        found.append((submission.path, prints))
    return found, left_out


def _compare_all_pairs(
    prints: Sequence[tuple[str, ProgramFingerprint]], progress: Progress, earlier: frozenset[str]
) -> Iterator[tuple[SimilarPair, ProgramFingerprint, ProgramFingerprint]]:
    """Yield every pair that shares any code and is not of an earlier year, without passages."""
    total = len(prints) * (len(prints) - 1) // 2
    for number, ((path, one), (other_path, other)) in enumerate(combinations(prints, 2), 1):
        progress(f"{number:,} of {total:,} pairs")
        if path in earlier and other_path in earlier:
            continue
        common = np.intersect1d(one.distinct, other.distinct, assume_unique=True)
        if not len(common):
            continue
        shared_runs = (each.own & np.isin(each.runs, common) for each in (one, other))
        lengths = [count_covered_characters(np.flatnonzero(runs)) for runs in shared_runs]
        shares = [length / each.length for length, each in zip(lengths, (one, other), strict=True)]
        yield SimilarPair(path, other_path, shares[0], shares[1], min(lengths)), one, other


_CANDIDATES = 8
"""Positions of a frequent run that are tried; more would cost time and show nothing new."""


@dataclass(slots=True)
class _Match:
    """Normalised code that agrees: ``length`` characters, between start and end on both sides."""

    one: int
    other: int
    one_end: int
    other_end: int
    length: int


def find_shared_passages(one: ProgramFingerprint, other: ProgramFingerprint) -> tuple[Passage, ...]:
    """Return the passages that two programs share, the longest first.

    From each position in ``one``, the longest passage is taken that agrees with something in
    ``other`` which is not taken yet. This greedy pairing takes linear time, and finds functions in
    any order. The best pairing would take unreasonably long.
    """
    found = [
        Passage(
            one.code.lines(one.position(match.one), one.position(match.one_end - 1) + 1),
            other.code.lines(other.position(match.other), other.position(match.other_end - 1) + 1),
            match.length,
        )
        for match in _join_neighbouring(_matches(one, other))
    ]
    return tuple(sorted(found, key=lambda passage: -passage.length))


def _matches(one: ProgramFingerprint, other: ProgramFingerprint) -> list[_Match]:
    mine, theirs = one.runs.tolist(), other.runs.tolist()
    free = other.own.tolist()
    positions: defaultdict[int, list[int]] = defaultdict(list)
    for position, run in enumerate(theirs):
        if free[position] and len(positions[run]) < _CANDIDATES:
            positions[run].append(position)
    counts = one.own.tolist()
    matches: list[_Match] = []
    start = 0
    while start < len(mine):
        best, length = 0, 0
        for position in positions.get(mine[start], ()) if counts[start] else ():
            reach = 0
            while (
                start + reach < len(mine)
                and position + reach < len(theirs)
                and counts[start + reach]
                and free[position + reach]
                and mine[start + reach] == theirs[position + reach]
            ):
                reach += 1
            if reach > length:
                best, length = position, reach
        if length:
            whole = length + RUN - 1
            matches.append(_Match(start, best, start + whole, best + whole, whole))
            free[best : best + length] = [False] * length
        start += max(length, 1)
    return matches


def _join_neighbouring(matches: list[_Match]) -> list[_Match]:
    """Return ``matches``, joined where they follow each other closely on both sides.

    So a changed constant, or an inserted line, does not split a passage.
    """
    joined: list[_Match] = []
    for match in matches:
        last = joined[-1] if joined else None
        if (
            last is not None
            and match.one - last.one_end < RUN
            and last.other < match.other
            and match.other - last.other_end < RUN
        ):
            last.length += match.one_end - max(match.one, last.one_end)
            last.one_end, last.other_end = match.one_end, match.other_end
        else:
            joined.append(match)
    return joined
