"""Whole games against the reference's agents, as hidden tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.game_record import Ending, GameRecord, Ply, Result
from grader.model.match_rules import MatchRules
from grader.play.agent import TrustedAgent
from grader.play.match import Table, play, replayed
from grader.testing import Agent, Player, WrongAnswer
from hidden_tests.breakthrough_agent.game import GAME
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

_NAMES = ("Black", "White")
_TOLD = 4
"""Substituted moves that a message tells."""


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
    positions = replayed(GAME, record)
    raise WrongAnswer(
        _told(record, side.number, lost=lost),
        expected=f"a win with at most {MOST_SUBSTITUTED} moves chosen by the referee",
        actual=f"{'a defeat' if lost else 'a win'} with {substituted} of them "
        f"after {len(record.plies)} plies",
        figures=[GAME.figure(positions[-1][0])],
    )


def _played(agent: Agent, opponent: str, side: int) -> GameRecord:
    table = Table("breakthrough_agent", RULES)
    student = Player(agent, RULES.method)
    trusted = TrustedAgent(agents.load(opponent).make_move)
    if side == 0:
        return play(GAME, (student, trusted), ("the submission", opponent), table)
    return play(GAME, (trusted, student), (opponent, "the submission"), table)


def _told(record: GameRecord, side: int, *, lost: bool) -> str:
    opponent = _CALLED[record.players[1 - side]]
    if record.ending is Ending.LATENESS:
        said = f"The game against {opponent} was stopped after {MOST_SUBSTITUTED + 1} late moves."
    elif lost:
        said = f"The game against {opponent} was lost after {len(record.plies)} plies."
    else:
        said = f"The game against {opponent} was won, but not by the agent's own moves."
    faults = [
        (number, ply) for number, ply in enumerate(record.plies, start=1) if ply.fault is not None
    ]
    return " ".join([said, *_substitutions(faults)])


def _substitutions(faults: Sequence[tuple[int, Ply]]) -> list[str]:
    told = [
        f"The referee chose the move of ply {number} ({ply.fault.value if ply.fault else ''}): "
        f"{ply.detail}"
        for number, ply in faults[:_TOLD]
    ]
    if len(faults) > _TOLD:
        told.append(f"{len(faults) - _TOLD} more moves were chosen by the referee.")
    return told
