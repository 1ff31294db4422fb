"""What the arena adds to the agents' own time, and whether a busy machine makes anybody late."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load import busy
from benchmarks.measure import Figure
from grader import assignment as assignments
from grader import intake
from grader.examine.run_hidden_tests import sandbox_program
from grader.jobs.executors import make_fork_executor
from grader.jobs.grading_context import GradingContext
from grader.jobs.play_pair import load_game_and_rules
from grader.jobs.process_pool import available_cores
from grader.jobs.work_order import Player
from grader.model.game_record import GameRecord, MoveFault
from grader.play.agent import AgentReply, SandboxedAgent
from grader.play.match import MatchSetup, play
from grader.sandbox import choose_backend
from grader.tournament.parallel_games import play_pairs
from grader.tournament.sprt_score import GameTerms, draw_opening_moves, make_pair

_RIVALS = 8
"""Busy processes beside the games."""

_MOVES = """
import random, time

def moves(board):
    found = []
    for row in range(5):
        for col in range(6):
            if board[row][col] == "B":
                for aside in (0, 1, -1):
                    if 0 <= col + aside < 6:
                        there = board[row + 1][col + aside]
                        if there == "_" or (aside and there == "W"):
                            found.append(([row, col], [row + 1, col + aside]))
    return found
"""
QUICK = f"""{_MOVES}
class PlayerAI:
    def make_move(self, board):
        return random.choice(moves(board))
"""
TIMED = f"""{_MOVES}
class PlayerAI:
    def make_move(self, board):
        until = time.time() + 2.9
        while time.time() < until:
            pass
        return random.choice(moves(board))
"""
"""Uses 2.9 s of the 3 s by its own clock."""


def player(name: str, source: str) -> Player:
    """An agent of that source."""
    return Player(name, intake.make_submission(Path(name), [(f"{name}.py", source.encode())]))


def context() -> GradingContext:
    """The assignment whose game is played."""
    return GradingContext(assignments.load_assignment("breakthrough_agent"), choose_backend("auto"))


def table(games: int, seconds: float) -> Iterator[str]:
    """Markdown tables: costs of a move and of a new game, late moves at rest and under load.

    Args:
        games: that are played by agents which use all their time.
        seconds: that they have for each of their moves.
    """
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield from (figure.row() for figure in _costs())
    yield ""
    yield f"| 2.9 of 3 s, in {seconds:g} s a move | games | moves | late | slowest | took |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    rest = _timed(games, seconds)
    yield rest.row("at rest", seconds)
    with busy(_RIVALS):
        loaded = _timed(games, seconds)
    yield loaded.row(f"beside {_RIVALS} busy processes", seconds)
    yield ""
    same = sum(
        [ply.move for ply in one.plies] == [ply.move for ply in other.plies]
        for one, other in zip(rest.records, loaded.records, strict=True)
    )
    yield f"{same} of {games} games went move by move as at rest."


def _costs() -> list[Figure]:
    made = context()
    game, rules = load_game_and_rules(made.assignment)
    limits = rules.limits(made.speed)
    quick = player("quick", QUICK)
    sandbox_seconds, game_seconds, move_seconds = [], [], []
    with contextlib.ExitStack() as stack:
        agents = []
        for _ in range(2):
            began = time.perf_counter()
            session = made.sandbox.start(
                sandbox_program(quick.submission, made.assignment, made.speed)
            )
            sandbox_seconds.append(1000 * (time.perf_counter() - began))
            stack.callback(session.close)
            agents.append(SandboxedAgent(session, rules.agent, rules.method, limits))
        for seed in range(30):
            began = time.perf_counter()
            agents[0].begin(seed)
            agents[0].choose(game.arguments(game.start()))
            game_seconds.append(1000 * (time.perf_counter() - began))
            agents[1].begin(seed)
            two = (_Begun(agents[0]), _Begun(agents[1]))
            began = time.perf_counter()
            record = play(game, two, ("one", "other"), MatchSetup("", rules, seed))
            spent = time.perf_counter() - began - sum(ply.cpu_seconds for ply in record.plies)
            move_seconds.append(1000 * spent / len(record.plies))
    return [
        Figure("a move, beside the agent's own CPU time", "ms", move_seconds, 5.0),
        Figure("a new game of an agent, to its first move", "ms", game_seconds, 50.0),
        Figure("a new sandbox", "ms", sandbox_seconds),
    ]


@dataclass(frozen=True, slots=True)
class _Begun:
    """An agent whose game has begun already."""

    agent: SandboxedAgent

    def begin(self, seed: int) -> None:
        pass

    def choose(self, arguments: tuple[object, ...]) -> AgentReply:
        return self.agent.choose(arguments)


@dataclass(frozen=True, slots=True)
class _Games:
    records: list[GameRecord]
    took: float

    def row(self, what: str, seconds: float) -> str:
        plies = [ply for record in self.records for ply in record.plies]
        late = sum(ply.fault is MoveFault.LATE for ply in plies)
        slowest = max(ply.seconds for ply in plies)
        return (
            f"| {what} | {len(self.records)} | {len(plies)} | {late} "
            f"| {slowest:.3f} of {seconds:g} s | {self.took:.0f} s |"
        )


def _timed(games: int, seconds: float) -> _Games:
    made = context()
    terms = GameTerms(2, 0, seconds)
    players = player("one", TIMED), player("other", TIMED)
    pairs = max(1, games // 2)
    openings = draw_opening_moves(made, pairs, terms)
    wanted = ((number, make_pair(players, number, openings, terms)) for number in range(pairs))
    found: dict[int, tuple[GameRecord, GameRecord]] = {}
    began = time.monotonic()
    with play_pairs(made, wanted, make_fork_executor(made, available_cores())) as results:
        for result in results:
            if result.games is None:
                raise RuntimeError(f"a pair of games was lost: {result.lost}")
            found[result.number] = result.games
    took = time.monotonic() - began
    return _Games([record for number in sorted(found) for record in found[number]], took)
