"""Tries agents before they play: whether each loads and can be made, and how long that takes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from grader.examine.run_hidden_tests import sandbox_program
from grader.jobs.grading_context import GradingContext
from grader.jobs.play_pair import describe_missing_agent, find_agent, load_game_with_limits
from grader.jobs.process_pool import PoolJob, run_jobs
from grader.jobs.work_order import Player
from grader.model.game_record import MoveFault
from grader.play.agent import AgentReply
from grader.play.match import agent_as_mover

_MOVES = 4
"""A trial is broken off once it has taken the time of so many moves."""
_LEAST_SECONDS = 2.0
"""But not sooner than that."""
_SEED = 1


@dataclass(frozen=True, slots=True)
class AgentTrialResult:
    """The result of trying an agent: why it cannot play, or how long it takes.

    Attributes:
        refusal: why it cannot play, in sentences that may quote the program; empty if it can.
        start_seconds: by the clock, for its sandbox and for finding out how it is called.
        load_seconds: by the clock, for loading it anew, as before each game.
        move_seconds: by the clock, for each move of a game against random moves.
        plies: of that game; 0 if it was broken off.
    """

    refusal: str = ""
    start_seconds: float = 0.0
    load_seconds: float = 0.0
    move_seconds: tuple[float, ...] = ()
    plies: int = 0


def try_agents(
    context: GradingContext,
    players: Sequence[Player],
    seconds: float,
    board: str,
    processes: int,
    on_trial: Callable[[int], None] = lambda _: None,
) -> list[AgentTrialResult | None]:
    """Return a trial of each player's agent, each in a sandbox of its own, several at a time.

    Args:
        seconds: that an agent has for each move.
        board: the game's word for what is played on.
        on_trial: is given the number of trials that are over, after each of them.

    Returns:
        For each player what was found; ``None`` where the sandbox failed twice, which shows
        nothing.

    Raises:
        SandboxUnavailable: if there is no sandbox.
        KeyboardInterrupt: if a signal asks the program to end.
    """
    first_of: dict[str, int] = {}
    for number, player in enumerate(players):
        first_of.setdefault(player.submission.digest, number)
    jobs = (
        PoolJob(number, partial(_as_text, context, players[number], seconds, board))
        for number in first_of.values()
    )
    found: dict[int, AgentTrialResult | None] = {}
    with run_jobs(jobs, processes) as results:
        for result in results:
            found[result.key] = (
                None
                if result.answer is None
                else msgspec.json.decode(result.answer, type=AgentTrialResult)
            )
            on_trial(len(found))
    return [found[first_of[player.submission.digest]] for player in players]


def _as_text(context: GradingContext, player: Player, seconds: float, board: str, _: object) -> str:
    return msgspec.json.encode(try_agent(context, player, seconds, board)).decode()


def try_agent(
    context: GradingContext, player: Player, seconds: float, board: str = ""
) -> AgentTrialResult:
    """Load the agent of ``player``, create it, and let it play some moves against random ones.

    Raises:
        AssignmentError: if the assignment's contract does not work.
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if it does not work.
    """
    game, rules, limits = load_game_with_limits(context, seconds, board)
    began = time.monotonic()
    session = context.sandbox.start(
        sandbox_program(player.submission, context.assignment, context.speed)
    )
    try:
        agent = find_agent(context, session, player, rules, limits)
        started = time.monotonic()
        agent.begin(_SEED)
        if (missing := agent.prepare()) is not None:
            return AgentTrialResult(describe_missing_agent(player.submission, missing))
        loaded = time.monotonic()
        end = loaded + max(_LEAST_SECONDS, _MOVES * limits.real_seconds * limits.speed)
        answers = agent_as_mover(game, agent)
        draw = random.Random(_SEED)
        state, plies, moves = game.start(), 0, list[float]()
        while game.result(state) is None and plies < rules.most_plies and time.monotonic() < end:
            if plies % 2:
                move = draw.choice(game.moves(state))
            else:
                asked = time.monotonic()
                move, ply = answers(state)
                moves.append(time.monotonic() - asked)
                if not plies and ply.fault is MoveFault.ABSENT:  # it has no such method
                    missing = AgentReply(fault=ply.fault, detail=ply.detail)
                    return AgentTrialResult(describe_missing_agent(player.submission, missing))
            state, plies = game.apply(state, move), plies + 1
    finally:
        session.close()
    whole = game.result(state) is not None
    return AgentTrialResult(
        "", started - began, loaded - started, tuple(moves), plies if whole else 0
    )
