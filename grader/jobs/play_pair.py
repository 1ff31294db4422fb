"""Finds the agents of two submissions, and plays a pair of games between them in this process."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, AssignmentError, UnknownAssignment, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.examine.run_hidden_tests import find_bindings, sandbox_program
from grader.jobs.forked_worker import ParentLink
from grader.jobs.grading_context import GradingContext
from grader.jobs.work_order import GamePair, Player
from grader.machine.process_locks import bind_to_free_core
from grader.model.escape import escape_to_one_line
from grader.model.game_record import GameRecord
from grader.model.match_rules import MatchRules
from grader.model.role_binding import RoleResult
from grader.model.submission import Submission, prefix_location
from grader.model.time_limits import CallLimits
from grader.model.user_error import UsageError
from grader.play.agent import AgentReply, SandboxedAgent
from grader.play.game import Game, Malformed
from grader.play.match import MatchSetup, play
from grader.render import game_file
from grader.sandbox.backend_interface import Injection, Session

GAME = "game"
"""Module of an assignment's hidden tests whose ``GAME`` is what its agents play."""
ON_BOARD = "on_board"
"""Function in that module: what they play on another board than the usual one."""
MOST_PLIES = "most_plies"
"""Function in that module: how many plies a game can have at most."""

SIDES = ((0, 1), (1, 0))
"""Which player moves first, and which second, in the two games of a pair."""


class UnknownBoard(UsageError):
    """A board on which the game is not played; the message lists the boards that exist."""


def load_game_and_rules(
    assignment: Assignment, board: str = ""
) -> tuple[Game[Any, Any], MatchRules]:
    """Return the game that agents of ``assignment`` play, and its match rules.

    Args:
        board: the game's word for what is played on; empty for its usual board. It may come from
            anywhere.

    Raises:
        UnknownAssignment: if there is nothing to play.
        UnknownBoard: if the game knows no such board.
    """
    if assignment.match is None:
        raise UnknownAssignment(
            f"{assignment.id} has no agents to play each other: its assignment.toml has no [match]."
        )
    module = course_assignments.import_course_module(assignment, GAME, TESTS)
    if not board:
        return module.GAME, assignment.match
    on_board = getattr(module, ON_BOARD, None)
    if on_board is None:
        raise UnknownBoard(
            f"{assignment.id} is played on its usual board only, not on "
            f"{escape_to_one_line(board, 50)!r}; leave the board out."
        )
    try:
        return on_board(board), assignment.match
    except Malformed as problem:
        raise UnknownBoard(escape_to_one_line(str(problem), 500)) from None


def load_game_with_limits(
    context: GradingContext, seconds: float, board: str = ""
) -> tuple[Game[Any, Any], MatchRules, CallLimits]:
    """Return the game, its rules, and the limits of a move of ``seconds``.

    If that is not what the assignment promises, the clocks inside go faster or slower by as much.

    Raises:
        UnknownAssignment, UnknownBoard: see :func:`load_game_and_rules`.
    """
    game, rules = load_game_and_rules(context.assignment, board)
    limits = rules.limits(context.speed * seconds / rules.seconds)
    return game, replace(rules, seconds=seconds), limits


def max_game_plies(assignment: Assignment, game: Game[Any, Any], rules: MatchRules) -> int:
    """Return the most plies that ``game`` can have, by its own rules if they say so."""
    module = course_assignments.import_course_module(assignment, GAME, TESTS)
    of_game = getattr(module, MOST_PLIES, None)
    return rules.most_plies if of_game is None else min(rules.most_plies, of_game(game))


def play_pair(
    context: GradingContext, pair: GamePair, on_ply: Callable[[int], None] | None = None
) -> tuple[GameRecord, GameRecord]:
    """Play both games in this process, each agent in a sandbox of its own.

    Args:
        on_ply: is given the number of plies of both games after each of them.

    Raises:
        AssignmentError: if the assignment's contract, or a trial of it, does not work.
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if one does not work, so that the games say nothing.
    """
    game, rules, limits = load_game_with_limits(context, pair.seconds, pair.board)
    opening = []
    state = game.start()
    for word in pair.opening:
        opening.append(game.read(state, word))
        state = game.apply(state, opening[-1])
    sessions: list[Session] = []
    records: list[GameRecord] = []
    try:
        for player in pair.players:
            given = sandbox_program(player.submission, context.assignment, context.speed, pair.seed)
            sessions.append(context.sandbox.start(given))
        agents = [
            find_agent(context, session, player, rules, limits)
            for session, player in zip(sessions, pair.players, strict=True)
        ]
        for number, (first, second) in enumerate(SIDES):
            seed = 2 * pair.seed + number
            table = MatchSetup(context.assignment.id, rules, seed, pair.board)
            names = pair.names[first], pair.names[second]
            before = sum(len(record.plies) for record in records)
            heard = functools.partial(_heard, on_ply, before)
            two = agents[first], agents[second]
            record = play(game, two, names, table, opening, heard)
            digests = pair.digests[first], pair.digests[second]
            records.append(replace(record, digests=digests, setting=context.setting.digest))
    finally:
        for session in sessions:
            session.close()
    return records[0], records[1]


def carry_out_pair(context: GradingContext, pair: GamePair, parent: ParentLink) -> str:
    """Play a pair in a worker, and return the records as text for :func:`load_records`.

    Raises:
        AssignmentChanged: if a file of the assignment changed before the games were over.
        SandboxUnavailable, SandboxFailure: as :func:`play_pair` does.
    """

    def on_ply(plies: int) -> None:
        parent(" against ".join(pair.names), plies, plies)

    context.check()
    parent.wait_for_turn()
    bind_to_free_core()
    records = play_pair(context, pair, on_ply)
    context.check()
    return dump_records(records)


def _heard(on_ply: Callable[[int], None] | None, before: int, plies: int) -> None:
    if on_ply is not None:
        on_ply(before + plies)


def dump_records(records: tuple[GameRecord, GameRecord]) -> str:
    """Return the two records as two lines, for :func:`load_records`."""
    return "\n".join(map(game_file.dump_game_line, records))


def load_records(text: str) -> tuple[GameRecord, GameRecord]:
    """Return the two records in a text that :func:`dump_records` made.

    Raises:
        ReportError: if it cannot be read.
    """
    first, second = map(game_file.load_game_line, text.split("\n"))
    return first, second


def find_agent(
    context: GradingContext, session: Session, player: Player, rules: MatchRules, limits: CallLimits
) -> SandboxedAgent:
    """Return the agent of ``player``, whose submission runs in ``session``.

    Where the assignment has a contract and the agent is one of its roles, this finds out what fills
    it.

    Raises:
        AssignmentError: if the contract, or a trial of it, does not work.
        SandboxFailure: if the sandbox does not, or the machine is too busy.
    """
    promised = context.assignment.match or rules
    agent = SandboxedAgent(
        session, rules.agent, rules.method, limits, cells=player.submission.code,
        share=rules.seconds / promised.seconds,
    )  # fmt: skip
    if context.assignment.contract is None:
        return agent
    found = find_bindings(
        session,
        player.submission,
        context.assignment,
        context.seed,
        context.speed,
        dict(player.bindings),
    )
    if found.errors:
        raise AssignmentError("\n".join(found.errors))
    for role in found.roles:
        if role.role == rules.agent:
            agent.injection = Injection(adapter=context.assignment.adapter_sources())
            agent.fit = role.fit
            agent.absent = "" if agent.fit is not None else _describe_unfilled_role(role)
            agent.sought = role.names
    return agent


def describe_missing_agent(submission: Submission, missing: AgentReply) -> str:
    """Return why a submission has no agent, as a sentence with file and line."""
    file, why = (
        Path(submission.path).name,
        prefix_location(missing.detail, missing.file, missing.line),
    )
    if missing.line is None and file not in why:
        why = f"{file}: {why}"
    return escape_to_one_line(why, 500)


def _describe_unfilled_role(role: RoleResult) -> str:
    """Return a sentence on why no function fills a role."""
    hint = f"A comment in the submission can say it: # grade: {role.role} = {role.suggestion}"
    if role.open:
        return f"Nobody can tell how the {role.role} is called. {role.note} {hint}"
    return f"There is no {role.role}, by this name or another usual one. {hint}"
