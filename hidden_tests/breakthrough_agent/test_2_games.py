"""Task 2: whole games against the baby agent and the base agent, on both sides.

Everybody knows whom they play against, so that games are no secret: students see how they ended.
"""

from __future__ import annotations

from grader.testing import Agent, cases, task
from hidden_tests.breakthrough_agent.games import BABY, BASE, MOVES, SIDES, Side, won
from hidden_tests.breakthrough_agent.moves import PACE

HINT = "Win the game with at most 3 moves that the referee had to choose."


@task("2.1", points=5, visibility="public", moves=MOVES, pace=PACE, hint=HINT)
@cases(SIDES)
def test_beats_the_baby_agent(agent: Agent, case: Side) -> None:
    """Beats the agent that makes the first legal move, on both sides."""
    won(agent, BABY, case)


@task("2.2", points=5, visibility="public", moves=MOVES, pace=PACE, hint=HINT)
@cases(SIDES[:1])
def test_beats_the_base_agent_as_black(agent: Agent, case: Side) -> None:
    """Beats the agent that looks three plies ahead, as Black."""
    won(agent, BASE, case)


@task("2.2", points=5, visibility="public", moves=MOVES, pace=PACE, hint=HINT)
@cases(SIDES[1:])
def test_beats_the_base_agent_as_white(agent: Agent, case: Side) -> None:
    """Beats the agent that looks three plies ahead, as White."""
    won(agent, BASE, case)
