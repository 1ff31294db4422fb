"""How strong the reference agents of Breakthrough are: depths, and the best against all others."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks import depth
from benchmarks.depth import Depth
from grader import assignment as assignments
from grader.jobs.executors import make_fork_executor
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import available_cores
from grader.sandbox import choose_backend
from grader.tournament.entrants import find_players, list_reference_agents
from grader.tournament.parallel_games import play_pairs
from grader.tournament.sprt_score import (
    GameTerms,
    RunningScore,
    SequentialTest,
    SprtDecision,
    draw_opening_moves,
    make_pair,
)
from reference.breakthrough_agent.agents.zobrist import PLIES

_BEST = "champion"
_TEST = SequentialTest(0.90, 0.98)
_MOST_PAIRS = 200
_OPENING_PLIES = 2
_GOAL = 10
_MEGABYTE = 1 << 20


def table(thinking: float, seconds: float) -> Iterator[str]:
    """Markdown tables: how far agents look in mid-game, and what the best one wins.

    Args:
        thinking: seconds of CPU time for each move of the first table.
        seconds: CPU time for each move of the games.
    """
    context = GradingContext(
        assignments.load_assignment("breakthrough_agent"), choose_backend("auto")
    )
    yield f"| plies in {thinking:g} s, after 12 | median | from | to | goal | ended | a move took |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    yield depth_row("zobrist, fixed", depth.measure("zobrist", thinking), plies=(PLIES,))
    other = "iterative_deepening"
    yield depth_row(other, depth.measure(other, thinking))
    best = depth.measure(_BEST, thinking)
    yield depth_row(_BEST, best, _GOAL)
    yield ""
    allowed = context.assignment.memory_bytes // _MEGABYTE
    yield (
        f"Address space of {_BEST}, Python included: at most "
        f"{best.peak_bytes // _MEGABYTE} MB of {allowed} MB."
    )
    yield ""
    yield f"| {_BEST} against | pairs | won as Black | won as White | replaced | decision |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for name in reversed(list_reference_agents(context.assignment)):
        if name != _BEST:
            yield match_row(name, _series(context, name, seconds))


def depth_row(
    name: str, found: Depth, goal: int | None = None, *, plies: tuple[int, ...] = ()
) -> str:
    """A line of the first table.

    Args:
        plies: how far an agent looks that always looks equally far.
    """
    reached = plies or found.plies
    numbers = (statistics.median(reached), min(reached), max(reached)) if reached else ()
    cells = " | ".join(f"{number:g}" for number in numbers) or " | | "
    target = "" if goal is None else f"≥ {goal}"
    took = statistics.median(found.seconds)
    return f"| {name} | {cells} | {target} | {found.ended} | {took:.2g} s |"


def match_row(name: str, series: RunningScore) -> str:
    """A line of the second table: the games of the pairs that count.

    Under ``replaced`` are moves that the referee chose: the best agent's, then the other one's.
    """
    games = series.games
    won = [sum(pair[side].result.points(side) == 1 for pair in games) for side in (0, 1)]
    # The best agent has side 0 in the first game of each pair, and side 1 in the second.
    replaced = [
        sum(pair[number].substituted(number ^ player) for pair in games for number in (0, 1))
        for player in (0, 1)
    ]
    decisions = {
        SprtDecision.HIGH: f"{_TEST.high:.0%} of the points",
        SprtDecision.LOW: f"{_TEST.low:.0%} of the points",
        SprtDecision.OPEN: "open",
    }
    return (
        f"| {name} | {len(games)} | {won[0]} of {len(games)} | {won[1]} of {len(games)} "
        f"| {replaced[0]}, {replaced[1]} | {decisions[series.decision]} |"
    )


def _series(context: GradingContext, name: str, seconds: float) -> RunningScore:
    """Pairs of the best agent and an opponent, until the test decides."""
    best, other = find_players(context.assignment, (_BEST, name))
    players = best, other
    terms = GameTerms(_OPENING_PLIES, 0, seconds)
    openings = draw_opening_moves(context, _MOST_PAIRS, terms)
    series = RunningScore(_TEST)
    wanted = (
        (number, make_pair(players, number, openings, terms)) for number in range(_MOST_PAIRS)
    )
    with play_pairs(context, wanted, make_fork_executor(context, available_cores())) as results:
        for result in results:
            if result.games is None:
                raise RuntimeError(f"pair {result.number + 1} was lost: {result.lost}")
            series.add(result.number, result.games)
            if series.decision is not SprtDecision.OPEN:
                break
    return series
