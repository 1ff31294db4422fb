"""How many endgames of Breakthrough the oracle proves, and how soon."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.played_on import positions
from reference.breakthrough_agent.oracle import prove
from reference.breakthrough_agent.rules import State

_SECONDS = 3.0
_POSITIONS = 16


@dataclass(frozen=True, slots=True)
class Target:
    """What was reached elsewhere: a share of the positions, in so many seconds on average."""

    share: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one position.

    Attributes:
        seconds: of CPU time.
    """

    proved: bool
    seconds: float


TARGETS = {
    18: Target(8 / 14, 0.38),
    22: Target(14 / 16, 0.12),
    26: Target(1.0, 0.012),
    30: Target(1.0, 0.001),
}


def table() -> Iterator[str]:
    """Lines of a Markdown table, one for each number of plies. Times are those of what is proved.

    Each position has a prover of its own, which has seen nothing yet.
    """
    yield f"| plies | proved in {_SECONDS:g} s | mean | median | slowest | target | its mean |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for plies, target in TARGETS.items():
        yield row(plies, [_tried(state) for state in positions(plies, _POSITIONS)], target)


def _tried(state: State) -> Attempt:
    began = time.process_time()
    proof = prove(state, seconds=_SECONDS)
    return Attempt(proof.winner is not None, time.process_time() - began)


def row(plies: int, attempts: Sequence[Attempt], target: Target) -> str:
    """A line of the table."""
    took = [1000 * attempt.seconds for attempt in attempts if attempt.proved]
    figures = (statistics.mean(took), statistics.median(took), max(took)) if took else ()
    times = " | ".join(f"{figure:.3g} ms" for figure in figures) or "| |"
    return (
        f"| {plies} | {len(took)} of {len(attempts)} | {times} "
        f"| ≥ {target.share:.0%} | {1000 * target.seconds:g} ms |"
    )
