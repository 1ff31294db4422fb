"""What is known to be right or wrong is found to be so on a machine with far too much to do.

Of each assignment a few right solutions and a few wrong ones, spread over all of them;
``make bench ARGS="--only load"`` takes all of an assignment, and compares with the same at rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks import load
from grader import assignment as assignments
from grader.author import variants
from grader.author.variants import Variant
from grader.examine.finding import warm_up
from grader.jobs.bench import Bench
from grader.jobs.pool import cores
from grader.sandbox import choose
from tests.author.whole import ASSIGNMENTS

PIECES = 8
"""Each takes one right solution and one wrong solution of every assignment."""


@pytest.mark.alone
@pytest.mark.bubblewrap
@pytest.mark.deep
@pytest.mark.parametrize("piece", range(PIECES))
def test_load_changes_no_verdict(piece: int) -> None:
    chosen = list(_chosen(piece))
    with load.busy(load.OVERLOAD * cores()):
        found, _ = load.graded(chosen, load.OVERLOAD * cores())
    lost = {
        f"{bench.assignment.id}: {solution.name}": load.lost(verdicts)
        for (bench, solution), verdicts in zip(chosen, found, strict=True)
    }
    assert lost == {
        f"{bench.assignment.id}: {solution.name}": set(solution.fails) for bench, solution in chosen
    }


def _chosen(piece: int) -> Iterator[tuple[Bench, Variant]]:
    for name in ASSIGNMENTS:
        assignment = assignments.load(name)
        bench = Bench(assignment, choose("bubblewrap"), tests=warm_up(assignment))
        for kind in (variants.rights(assignment), variants.mutants(assignment)):
            yield bench, kind[piece * len(kind) // PIECES]
