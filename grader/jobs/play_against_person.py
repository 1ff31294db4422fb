"""Lets a person play one game against an agent, in this process."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from grader.assignment import Assignment, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.examine.run_hidden_tests import sandbox_program
from grader.intake import IntakeError
from grader.jobs.grading_context import GradingContext
from grader.jobs.play_pair import GAME, describe_missing_agent, find_agent, load_game_with_limits
from grader.jobs.work_order import Player
from grader.model.game_record import GameRecord, Ply
from grader.model.seeds import derive_seed
from grader.play.agent import AgentReply, SandboxedAgent
from grader.play.game import Game
from grader.play.human_player import Adviser, Notation, RecordNotation
from grader.play.match import MatchSetup, TakeBackRequest, agent_as_mover, play_with_movers

PERSON = "you"

ChooseMove = Callable[[Any], tuple[Any, Ply]]
OnMove = Callable[[Any, Ply], None]


def play_person(
    context: GradingContext,
    player: Player,
    side: int,
    begins: Callable[[], None],
    chooses: ChooseMove,
    heard: OnMove,
    seconds: float,
    board: str = "",
) -> GameRecord:
    """Play a game between a person and an agent in its sandbox.

    Args:
        side: the person's, 0 or 1; 0 moves first.
        begins: is called once the agent is made, before the first move.
        chooses: the person: a position to a legal move, and what is recorded of it. It may raise
            ``TakeBackRequest``: the agent is made anew then, as it may remember what is undone.
        heard: is given each move of the agent, and what is recorded of it.
        seconds: CPU time that the agent has for each move.
        board: the game's word for what is played on; empty for its usual board.

    Raises:
        IntakeError: if the submission has no agent, or it cannot be made.
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if it does not work.
    """
    game, rules, limits = load_game_with_limits(context, seconds, board)
    session = context.sandbox.start(
        sandbox_program(player.submission, context.assignment, context.speed, context.seed)
    )
    try:
        agent = find_agent(context, session, player, rules, limits)
        seed = derive_seed(context.seed, 1 - side)
        agent.begin(seed)
        _expect_agent(player, agent.prepare())
        begins()
        thinks = agent_as_mover(game, agent)

        def asks(state: Any) -> tuple[Any, Ply]:
            try:
                return chooses(state)
            except TakeBackRequest:
                agent.begin(seed)
                raise

        def answers(state: Any) -> tuple[Any, Ply]:
            move, ply = thinks(state)
            heard(move, ply)
            return move, ply

        table = MatchSetup(context.assignment.id, rules, context.seed, board)
        movers: tuple[ChooseMove, ChooseMove] = (asks, answers)
        names, digests = (PERSON, player.name), ("", player.submission.digest)
        if side:
            movers, names, digests = movers[::-1], names[::-1], digests[::-1]
        record = play_with_movers(game, movers, names, table)
        return replace(record, digests=digests, setting=context.setting.digest)
    finally:
        session.close()


@contextmanager
def open_adviser(
    context: GradingContext, player: Player, seconds: float, board: str = ""
) -> Iterator[Adviser[Any, Any]]:
    """Yield a function that asks an agent for advice; its sandbox starts at the first call.

    The function that is yielded raises:
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if it does not work.
    """
    game, rules, limits = load_game_with_limits(context, seconds, board)
    with ExitStack() as stack:

        @functools.cache
        def started() -> SandboxedAgent:
            session = context.sandbox.start(
                sandbox_program(player.submission, context.assignment, context.speed, context.seed)
            )
            stack.callback(session.close)
            agent = find_agent(context, session, player, rules, limits)
            agent.begin(context.seed)
            return agent

        def advises(state: Any) -> Any:
            move, ply = agent_as_mover(game, started())(state)
            return move if ply.fault is None else None

        yield advises


def load_notation(assignment: Assignment, game: Game[Any, Any]) -> Notation[Any, Any]:
    """Return the notation of moves for people: the assignment's, else that of records."""
    make = getattr(
        course_assignments.import_course_module(assignment, GAME, TESTS), "notation", None
    )
    return RecordNotation(game) if make is None else make(game)


def _expect_agent(player: Player, missing: AgentReply | None) -> None:
    """Raises IntakeError if the submission is known to have no agent."""
    if missing is not None:
        why = describe_missing_agent(player.submission, missing)
        raise IntakeError(f"{player.name} cannot play: {why}")
