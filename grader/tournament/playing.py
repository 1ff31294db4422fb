"""Pairs of games, played side by side on this machine, each on a core of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from grader.jobs import pairs
from grader.jobs.bench import Bench
from grader.jobs.pairs import Pair, play_pair
from grader.jobs.pool import Job, Outcome, outcomes
from grader.jobs.worker import Parent, Work
from grader.machine.cores import keep_to_one
from grader.model.progress import Progress
from grader.render.document import ReportError
from grader.tournament.series import Games


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a pair.

    Attributes:
        number: that of the pair.
        games: ``None`` if they could not be played.
        lost: why not, as part of a sentence.
    """

    number: int
    games: Games | None
    lost: str = ""


@contextmanager
def played(
    bench: Bench,
    wanted: Iterable[tuple[int, Pair]],
    most: int,
    progress: Progress | None = None,
) -> Iterator[Iterator[Played]]:
    """Play what is ``wanted``, at most ``most`` pairs at a time, each in a process of its own.

    A pair is taken from ``wanted`` when there is room for it, never sooner. What is not over when
    the context ends is broken off.

    The iterator raises:
        SandboxUnavailable: if there is no sandbox.
        KeyboardInterrupt: if a signal asks the program to end.
    """
    jobs = (Job(number, _work(bench, pair)) for number, pair in wanted)
    with outcomes(jobs, most, progress) as found:
        yield map(_heard, found)


def _work(bench: Bench, pair: Pair) -> Work:
    def work(parent: Parent) -> str:
        keep_to_one()

        def on_ply(plies: int) -> None:
            parent(" – ".join(pair.names), plies, plies)

        return pairs.written(play_pair(bench, pair, on_ply))

    return work


def _heard(outcome: Outcome[int]) -> Played:
    if outcome.answer is None:
        return Played(outcome.key, None, outcome.lost)
    try:
        return Played(outcome.key, pairs.read(outcome.answer))
    except ReportError as problem:
        return Played(outcome.key, None, str(problem))
