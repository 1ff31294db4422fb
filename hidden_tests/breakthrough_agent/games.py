"""Whole games against the reference's agents, as hidden tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.figures import Explanation
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.match_rules import MatchRules
from grader.play.agent import TrustedAgent
from grader.play.build_replay import build_replay
from grader.play.explain_lost_game import explain_lost_game
from grader.play.match import MatchSetup, play, replay_positions
from grader.testing import Agent, Player, WrongAnswer
from hidden_tests.breakthrough_agent.game import GAME, judge
from reference.breakthrough_agent import agents

BABY, BASE = "naive", "fixed_depth_3"
"""The course's own two agents are not public; these stand for them. Change them here."""
_CALLED = {BABY: "the baby agent", BASE: "the base agent"}

MOST_SUBSTITUTED = 3
"""Moves that the referee may choose in a game that counts as won."""
MOVES = 20
"""That an agent makes in a game, about."""
RULES = MatchRules("PlayerAI", "make_move", seconds=3.0, most_late=MOST_SUBSTITUTED)
"""Those of ``[match]``, but for this: who is late more often has lost the points anyway, and every
late move takes its time."""

_PROOFS_SECONDS = 0.7
"""Of CPU time, for all that is proved about a game. A submission may have lost four of them."""
_NAMES = ("Black", "White")
_NOTATION = "1.2-2.3 for [1, 2], [2, 3] on Black's board"
_NAMED = 5
"""Plies with the same fault that a message names."""
_LONGEST = 250
"""Characters of a message for what happened in one of them."""


@dataclass(frozen=True)
class Side:
    """A side that a submission plays: 0 is Black, which moves first."""

    number: int

    def __str__(self) -> str:
        return f"as {_NAMES[self.number]}"


SIDES = (Side(0), Side(1))


def won(agent: Agent, opponent: str, side: Side) -> None:
    """Let ``agent`` play a game against one of the reference's agents.

    Raises:
        WrongAnswer: if it does not win, or with too many substituted moves.
        CallFailure: if there is no agent.
    """
    record = _played(agent, opponent, side.number)
    substituted = record.substituted(side.number)
    lost = record.result is not Result.win_of(side.number)
    if not lost and substituted <= MOST_SUBSTITUTED:
        return
    positions = replay_positions(GAME, record)
    raise WrongAnswer(
        described(record, side.number, lost=lost),
        expected=f"a win with at most {MOST_SUBSTITUTED} moves chosen by the referee",
        actual=f"{'a defeat' if lost else 'a win'} with {substituted} of them "
        f"after {len(record.plies)} plies",
        figures=[GAME.figure(positions[-1][0])],
        explain=lambda: _explained(record, side.number),
    )


def _explained(record: GameRecord, side: int) -> Explanation:
    title = "the game against " + _CALLED[record.players[1 - side]]
    return explain_lost_game(
        build_replay(GAME, record, title, judge(), _PROOFS_SECONDS), side, _NOTATION
    )


def _played(agent: Agent, opponent: str, side: int) -> GameRecord:
    table = MatchSetup("breakthrough_agent", RULES)
    student = Player(agent, RULES.method)
    trusted = TrustedAgent(agents.load(opponent).make_move)
    if side == 0:
        return play(GAME, (student, trusted), ("the submission", opponent), table)
    return play(GAME, (trusted, student), (opponent, "the submission"), table)


def described(record: GameRecord, side: int, *, lost: bool) -> str:
    """How a game went for ``side`` that brings no points, a line for each thing to say."""
    opponent = _CALLED[record.players[1 - side]]
    if record.ending is GameEnding.LATENESS:
        said = f"The game against {opponent} was stopped after {MOST_SUBSTITUTED + 1} late moves."
    elif lost:
        said = f"The game against {opponent} was lost after {len(record.plies)} plies."
    else:
        said = (
            f"The game against {opponent} was won, but the referee had to choose more than "
            f"{MOST_SUBSTITUTED} of the agent's moves."
        )
    return "\n".join([said, *_substitutions(record.plies, side)])


def _substitutions(plies: Sequence[Ply], side: int) -> list[str]:
    """A line for each kind of fault: in which plies, and what happened in the first of them."""
    plies_of: dict[MoveFault, list[int]] = {}
    for number, ply in enumerate(plies, start=1):
        if ply.fault is not None and (number - 1) % 2 == side:
            plies_of.setdefault(ply.fault, []).append(number)
    return [
        f"The referee chose {_named(numbers, fault)}: {_shortened(plies[numbers[0] - 1].reason)}"
        for fault, numbers in plies_of.items()
    ]


def _named(numbers: Sequence[int], fault: MoveFault) -> str:
    if len(numbers) == 1:
        return f"the move of ply {numbers[0]} ({fault.value})"
    listed = ", ".join(map(str, numbers[:_NAMED]))
    more = ", …" if len(numbers) > _NAMED else ""
    return f"{len(numbers)} moves ({fault.value}), of plies {listed}{more}"


def _shortened(detail: str) -> str:
    return detail if len(detail) <= _LONGEST else f"{detail[: _LONGEST - 1]}…"
