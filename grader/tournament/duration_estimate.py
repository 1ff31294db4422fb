"""Estimates how long the games will take, and what a shorter tournament would show.

A trial of each agent has shown how long it takes to start, to load and to move. An agent may use
any part of its time, so there are two answers: a span that the games most likely take, and the
longest that they can take.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from grader.jobs.agent_trials import AgentTrialResult
from grader.play.game import Game
from grader.tournament.plan import PairingSystem, TournamentPlan
from grader.tournament.simulate_rating_precision import MeanMargin, expected_margin

_PLAYOUTS = 40
"""Random games, from which the length of a game is guessed before one has been played."""
_LOW, _HIGH = 0.5, 1.75
"""Ends of a span, as shares of what is most likely: games often end sooner than is thought."""
_TOLERABLE = 250.0
"""Elo points; a tournament that does not show equal players so well is not offered."""
_LEAST_SECONDS = 0.01
"""The least time for a move that a tournament can be asked for."""
_SHORTER = 0.8
"""A tournament is offered as shorter if it takes less than this share of the time."""
_OWN_CLOCK = 0.2
"""Share of its time from which on an agent is taken for one that keeps its own time."""
_PAIR_SECONDS = 0.15
"""For a process of its own, and two pages, for each pair of games."""
_MOVE_SECONDS = 0.25
"""The most that a move takes beside the agent's own time: a late agent is made anew."""
_START_FACTOR = 3.0
"""How many times what its trial took an agent may take to start."""

Meeting = tuple[int, int]
"""Two players by index."""


@dataclass(frozen=True, slots=True)
class GamePace:
    """Holds how many seconds the parts of games take by the clock: starts, loads and moves.

    Attributes:
        starts: of each player, for a sandbox and for finding what plays.
        loads: of each player, before each game.
        moves: of each player, on average.
        move_limit: for any move, where nothing else runs.
        plies: of a game on average, without the opening.
        most_plies: of any game, without the opening.
    """

    starts: tuple[float, ...]
    loads: tuple[float, ...]
    moves: tuple[float, ...]
    move_limit: float
    plies: float
    most_plies: int

    def pair(self, meeting: Meeting) -> float:
        """Return the seconds that the two games between two players most likely take."""
        return _PAIR_SECONDS + sum(
            self.starts[one] + 2 * self.loads[one] + self.plies * self.moves[one] for one in meeting
        )

    def longest_pair(self, meeting: Meeting) -> float:
        """Return the seconds that the two games between two players take at most."""
        starts = sum(self.starts[one] + 2 * self.loads[one] for one in meeting)
        moves = 2 * self.most_plies * (self.move_limit + _MOVE_SECONDS)
        return 1 + _PAIR_SECONDS + _START_FACTOR * starts + moves


@dataclass(frozen=True, slots=True)
class DurationRange:
    """The likely range of a duration in seconds, and its maximum."""

    low: float
    high: float
    most: float

    def __str__(self) -> str:
        low, high = format_duration(self.low, math.floor), format_duration(self.high, math.ceil)
        return f"about {low} to {high} (at most {format_duration(self.most, math.ceil)})"


@dataclass(frozen=True, slots=True)
class TournamentEstimate:
    """The estimated length and precision of a tournament, or of what is left of it.

    Attributes:
        games: in all.
        span: how long those take that have not been played.
        margin: of players' strengths afterwards.
    """

    games: int
    span: DurationRange
    margin: MeanMargin

    def __str__(self) -> str:
        return f"{self.games} games, {self.span}; margins of strengths: {self.margin}"


@dataclass(frozen=True, slots=True)
class ShorterOption:
    """A command-line option that makes a tournament shorter, with its estimate."""

    option: str
    estimate: TournamentEstimate


def format_duration(seconds: float, rounded: Any = round) -> str:
    """Return a duration in a fitting unit: ``41 s``, ``12 min``, ``1.5 h``."""
    if seconds < 300:
        return f"{rounded(seconds)} s"
    return f"{rounded(seconds / 60)} min" if seconds < 5400 else f"{rounded(seconds / 360) / 10} h"


def pace_from_trials(
    trials: Sequence[AgentTrialResult | None],
    move_limit: float,
    plies: float,
    opening: int,
    most_plies: int,
) -> GamePace:
    """Return the pace that trials of players show; a player without one counts as average.

    Args:
        plies: of a random game, on average. Games of players against random moves are often
            shorter, and games of good players longer again: this counts like one more of them.
        opening: plies that are given.
        most_plies: of any game, without the opening.
    """
    seen = [trial for trial in trials if trial is not None and trial.move_seconds]
    if not seen:
        seen = [AgentTrialResult("", 1.0, 0.1, (move_limit,))]
    usual = AgentTrialResult(
        "",
        fmean(trial.start_seconds for trial in seen),
        fmean(trial.load_seconds for trial in seen),
        tuple(second for trial in seen for second in trial.move_seconds),
    )
    every = [trial if trial is not None and trial.move_seconds else usual for trial in trials]
    return GamePace(
        tuple(trial.start_seconds for trial in every),
        tuple(trial.load_seconds for trial in every),
        tuple(fmean(trial.move_seconds) for trial in every),
        move_limit,
        max(1.0, fmean([plies, *(trial.plies for trial in seen if trial.plies)]) - opening),
        most_plies,
    )


def average_plies(game: Game[Any, Any], seed: int) -> float:
    """Return the average number of plies of a game, by random games."""
    draw = random.Random(seed)
    lengths = []
    for _ in range(_PLAYOUTS):
        state, plies = game.start(), 0
        while game.result(state) is None:
            state = game.apply(state, draw.choice(game.moves(state)))
            plies += 1
        lengths.append(plies)
    return fmean(lengths)


def estimate_duration(
    rounds: Sequence[Sequence[Meeting]], pace: GamePace, processes: int
) -> DurationRange:
    """Return the time that pairs of games take, if rounds follow one another.

    Args:
        rounds: who meets in each pair of games.
        processes: how many pairs are played at the same time.
    """
    likely = most = 0.0
    for meetings in filter(None, rounds):
        at_a_time = max(1, min(processes, len(meetings)))
        each = [pace.pair(meeting) for meeting in meetings]
        longest = [pace.longest_pair(meeting) for meeting in meetings]
        # Processes take the next pair when they are free: at the end, some wait for the last one.
        idle = 1 - 1 / at_a_time
        likely += sum(each) / at_a_time + idle * fmean(each) / 2
        most += sum(longest) / at_a_time + idle * max(longest)
    return DurationRange(min(_LOW * likely, most), min(_HIGH * likely, most), most)


def list_remaining_rounds(plan: TournamentPlan, played: int = 0) -> list[list[Meeting]]:
    """Return the meetings of ``plan`` by round, without the pairs played already.

    Meetings of a Swiss tournament are not known beforehand. Any will do for an estimate, as long as
    each player plays once in each round.
    """
    number = len(plan.players)
    if plan.system is PairingSystem.ROUND_ROBIN:
        meetings = [(one, two) for one in range(number) for two in range(one + 1, number)]
        rounds = [meetings * plan.pairs]
    else:
        meetings = [(one, one + 1) for one in range(0, number - 1, 2)]
        rounds = [meetings * plan.pairs for _ in range(plan.rounds)]
    left = []
    for meetings in rounds:
        left.append(meetings[played:])
        played = max(0, played - len(meetings))
    return left


def estimate_tournament(
    plan: TournamentPlan, pace: GamePace, processes: int, played: int = 0
) -> TournamentEstimate:
    """Return the estimated length and precision of ``plan``.

    Args:
        processes: how many pairs are played at the same time.
        played: pairs that have been played already.
    """
    span = estimate_duration(list_remaining_rounds(plan, played), pace, processes)
    rounds = plan.rounds if plan.system is PairingSystem.SWISS else None
    return TournamentEstimate(
        plan.games, span, expected_margin(len(plan.players), rounds, plan.pairs)
    )


def suggest_shorter_options(
    plan: TournamentPlan, pace: GamePace, processes: int
) -> list[ShorterOption]:
    """Return options for a shorter tournament that still shows differences."""
    whole = estimate_tournament(plan, pace, processes)
    tried = []
    seconds = max(plan.terms.seconds / 10, _LEAST_SECONDS)
    if seconds < plan.terms.seconds:
        faster = replace(plan, terms=replace(plan.terms, seconds=seconds))
        quicker = _stretch_exhausted_times(pace, seconds / plan.terms.seconds)
        tried.append((f"--time {seconds:g}", estimate_tournament(faster, quicker, processes)))
    if plan.pairs > 1:
        fewer = max(1, plan.pairs // 2)
        less = estimate_tournament(replace(plan, pairs=fewer), pace, processes)
        tried.append((f"--pairs {fewer}", less))
    swiss = math.ceil(math.log2(max(2, len(plan.players)))) + 2
    if plan.system is PairingSystem.ROUND_ROBIN and 2 * swiss < len(plan.players):
        change = replace(plan, system=PairingSystem.SWISS, rounds=swiss)
        tried.append((f"--swiss {swiss}", estimate_tournament(change, pace, processes)))
    tolerable = max(_TOLERABLE, whole.margin.equal)
    return [
        ShorterOption(option, one)
        for option, one in tried
        if one.margin.equal <= tolerable and one.span.high < _SHORTER * whole.span.high
    ]


def _stretch_exhausted_times(pace: GamePace, factor: float) -> GamePace:
    """Return the pace if agents that use up their time get ``factor`` times as much."""
    own = _OWN_CLOCK * pace.move_limit
    return replace(
        pace,
        moves=tuple(move * factor if move > own else move for move in pace.moves),
        move_limit=pace.move_limit * factor,
    )
