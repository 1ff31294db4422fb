"""A person against an agent: one game, in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from grader.examine.hidden_tests import program
from grader.intake import IntakeError
from grader.jobs.agents import agent_of
from grader.jobs.bench import Bench
from grader.jobs.pair import Player
from grader.jobs.pairs import game_within
from grader.model.game_record import Fault, GameRecord, Ply
from grader.model.seeds import seed_for
from grader.play.match import Table, mover, referee

PERSON = "you"

Chooses = Callable[[Any], tuple[Any, Ply]]
Heard = Callable[[Any, Ply], None]


def play_person(
    bench: Bench,
    player: Player,
    side: int,
    chooses: Chooses,
    heard: Heard,
    seconds: float,
    board: str = "",
) -> GameRecord:
    """Play a game against an agent in its sandbox.

    Args:
        side: the person's, 0 or 1; 0 moves first.
        chooses: the person: a position to a legal move, and what is recorded of it.
        heard: is given each move of the agent, and what is recorded of it.
        seconds: CPU time that the agent has for each move.
        board: the game's word for what is played on; empty for its usual board.

    Raises:
        IntakeError: if the submission has no agent.
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure: if it does not work.
    """
    game, rules, limits = game_within(bench, seconds, board)
    session = bench.sandbox.start(
        program(player.submission, bench.assignment, bench.speed, bench.seed)
    )
    try:
        agent = agent_of(bench, session, player, rules, limits)
        _expect(player, agent.absent)
        agent.begin(seed_for(bench.seed, 1 - side))
        thinks = mover(game, agent)

        def answers(state: Any) -> tuple[Any, Ply]:
            move, ply = thinks(state)
            _expect(player, ply.detail if ply.fault is Fault.ABSENT else "")
            heard(move, ply)
            return move, ply

        table = Table(bench.assignment.id, rules, bench.seed, board)
        movers: tuple[Chooses, Chooses] = (chooses, answers)
        names, digests = (PERSON, player.name), ("", player.submission.digest)
        if side:
            movers, names, digests = movers[::-1], names[::-1], digests[::-1]
        record = referee(game, movers, names, table)
        return replace(record, digests=digests, setting=bench.setting.digest)
    finally:
        session.close()


def _expect(player: Player, absent: str) -> None:
    """Raises IntakeError if it is known why there is no agent."""
    if absent:
        raise IntakeError(f"{player.name} cannot play: {absent}")
