"""Whole games as hidden tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.assignment import load_assignment
from grader.model.game_record import MoveFault
from grader.play.agent import AgentReply, TrustedAgent
from grader.play.match import MatchSetup, play
from hidden_tests.breakthrough_agent.game import GAME
from hidden_tests.breakthrough_agent.games import BABY, MOST_SUBSTITUTED, RULES, described
from reference.breakthrough_agent import agents


def test_games_go_by_the_rules_of_matches() -> None:
    match = load_assignment("breakthrough_agent").match
    assert match is not None
    assert replace(match, most_late=MOST_SUBSTITUTED) == RULES


class Faulty:
    """An agent of which every second move crashes, and the fifth is illegal."""

    def __init__(self) -> None:
        self._asked = 0

    def begin(self, seed: int) -> None:
        """Nothing is remembered."""

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        self._asked += 1
        if self._asked == 5:
            return AgentReply(((0, 0), (5, 5)))
        if self._asked % 2:
            return AgentReply(agents.load(BABY).make_move(*arguments))
        return AgentReply(fault=MoveFault.CRASHED, detail=f"make_move raised {'x' * 400}.")


def test_a_message_counts_each_kind_of_fault() -> None:
    """However many moves failed, no line is so long that a report would cut it."""
    players = Faulty(), TrustedAgent(agents.load(BABY).make_move)
    record = play(GAME, players, ("the submission", BABY), MatchSetup("", RULES))
    number = len(record.of(0)) // 2
    _, crashed, illegal = described(record, 0, lost=True).splitlines()
    begin = f"The referee chose {number} moves (crashed), of plies 3, 7, 11, 15, 19, …: "
    assert crashed.startswith(f"{begin}make_move raised xxx")
    assert crashed.endswith("x…")
    assert len(crashed) < 400
    assert illegal == (
        "The referee chose the move of ply 9 (illegal): ((0, 0), (5, 5)) is against the rules."
    )
    assert record.substituted(0) == number + 1
