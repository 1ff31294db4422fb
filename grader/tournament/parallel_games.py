"""Plays pairs of games side by side, by processes of this machine or by a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from grader.jobs import play_pair
from grader.jobs.executors import OrderExecutor
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import JobOutcome
from grader.jobs.work_order import GamePair, PairOrder
from grader.render.json_conversion import ReportError
from grader.tournament.sprt_score import Games


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """The outcome of a pair: its games, or why it could not be played.

    Attributes:
        number: that of the pair.
        games: ``None`` if they could not be played.
        lost: why not, as part of a sentence.
    """

    number: int
    games: Games | None
    lost: str = ""


@contextmanager
def play_pairs(
    context: GradingContext, wanted: Iterable[tuple[int, GamePair]], carrier: OrderExecutor
) -> Iterator[Iterator[PlayedPair]]:
    """Play the pairs of ``wanted`` with ``carrier``, each in a process of its own.

    A pair is taken from ``wanted`` when there is room for it, never sooner. Pairs that are not over
    when the context ends are broken off.

    The iterator raises:
        SandboxUnavailable: if there is no sandbox.
        KeyboardInterrupt: if a signal asks the program to end.
    """
    with carrier((number, PairOrder(context.setting, pair)) for number, pair in wanted) as found:
        yield map(_heard, found)


def _heard(outcome: JobOutcome[int]) -> PlayedPair:
    if outcome.answer is None:
        return PlayedPair(outcome.key, None, outcome.lost)
    try:
        return PlayedPair(outcome.key, play_pair.load_records(outcome.answer))
    except ReportError as problem:
        return PlayedPair(outcome.key, None, str(problem))
