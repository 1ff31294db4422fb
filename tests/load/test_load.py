"""What is known to be right or wrong is found to be so on a machine with far too much to do.

Of each assignment a few right solutions and a few wrong ones, spread over all of them;
``make bench ARGS="--only load"`` takes all of them, and compares with the same at rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks import load
from grader import assignment as assignments
from grader.author import solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import available_cores
from grader.sandbox import choose_backend
from tests.author.whole import ASSIGNMENTS

PIECES = 8 * len(ASSIGNMENTS)
"""Each takes one right solution and one wrong solution of one assignment."""


@pytest.mark.alone
@pytest.mark.bubblewrap
@pytest.mark.deep
@pytest.mark.parametrize("piece", range(PIECES))
def test_load_changes_no_verdict(piece: int) -> None:
    chosen = dict(_chosen(piece))
    found: dict[load.Key, load.Found] = {}
    with load.busy(load.OVERLOAD * available_cores()):
        load.graded(chosen.items(), load.OVERLOAD * available_cores(), found.__setitem__)
    assert {key: load.lost(found[key].verdicts) for key in chosen} == {
        key: {*solution.variant.fails, *solution.variant.open} for key, solution in chosen.items()
    }


def _chosen(piece: int) -> Iterator[tuple[load.Key, load.Solution]]:
    number, place = divmod(piece, len(ASSIGNMENTS))
    assignment = assignments.load_assignment(ASSIGNMENTS[place])
    context = GradingContext(
        assignment, choose_backend("bubblewrap"), tests=prepare_hidden_tests(assignment)
    )
    for kind in (
        solution_variants.read_right_solutions(assignment),
        solution_variants.read_mutants(assignment),
    ):
        chosen = kind[number * len(kind) * len(ASSIGNMENTS) // PIECES]
        yield load.Key(assignment.id, chosen.name, load.BUSY), load.Solution(context, chosen)
