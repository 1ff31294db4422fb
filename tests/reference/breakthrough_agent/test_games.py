"""Whole games as hidden tests."""

from __future__ import annotations

from dataclasses import replace

from grader.assignment import load
from hidden_tests.breakthrough_agent.games import MOST_SUBSTITUTED, RULES


def test_games_go_by_the_rules_of_matches() -> None:
    match = load("breakthrough_agent").match
    assert match is not None
    assert replace(match, most_late=MOST_SUBSTITUTED) == RULES
