"""Computes how long the games of agents in a grading may take at most."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.grading_context import Bench


def longest_grading(bench: Bench, tests: HiddenTests, processes: int) -> float:
    """Return the seconds of a grading in which an agent uses all its time for every move.

    The seconds are by the clock, with tasks shared out among so many ``processes``, each with a
    core of its own. They are 0 if there are no agents. Cases that are run again, because the agent
    failed them at the pace of a first run, are not in them.
    """
    match = bench.assignment.match
    if match is None:
        return 0.0
    moves = [
        sum(
            test.mark.pace * test.mark.moves * (len(test.cases) + test.draw)
            for test in tests.of([task.id])
        )
        for task in bench.wanted
    ]
    return bench.speed * match.seconds * _largest_share(moves, processes)


def _largest_share(amounts: Sequence[float], processes: int) -> float:
    """Return the largest load if each of ``processes`` takes the largest amount left."""
    busy = [0.0] * processes
    for amount in sorted(amounts, reverse=True):
        heapq.heapreplace(busy, busy[0] + amount)
    return max(busy)
