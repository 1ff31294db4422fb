"""What is known to be right or wrong is found to be so on a machine with far too much to do.

Of the wrong solutions every eighth; ``make bench ARGS="--only load"`` takes all of them, and
compares with the same at rest.
"""

from __future__ import annotations

import pytest

from benchmarks import load
from grader import assignment as assignments
from grader.author import variants
from grader.examine.finding import warm_up
from grader.jobs.bench import Bench
from grader.jobs.pool import cores
from grader.sandbox import choose
from tests.author.whole import ASSIGNMENTS
from tests.deep.shard import Shard

PIECES = 8
EVERY = 8


@pytest.mark.alone
@pytest.mark.bubblewrap
@pytest.mark.deep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
@pytest.mark.parametrize("piece", range(1, PIECES + 1))
def test_load_changes_no_verdict(assignment: str, piece: int) -> None:
    chosen = assignments.load(assignment)
    solutions = Shard(piece, PIECES).pick(
        [*variants.rights(chosen), *variants.mutants(chosen)[::EVERY]]
    )
    bench = Bench(chosen, choose("bubblewrap"), tests=warm_up(chosen))
    with load.busy(load.OVERLOAD * cores()):
        found, _ = load.graded(solutions, bench, load.OVERLOAD * cores())
    lost = {
        solution.name: load.lost(verdicts)
        for solution, verdicts in zip(solutions, found, strict=True)
    }
    assert lost == {solution.name: set(solution.fails) for solution in solutions}
