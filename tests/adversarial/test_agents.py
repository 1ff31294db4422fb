"""Hostile agents in the arena, against every backend: they lose nothing but their own moves.

Each plays a pair of games against ``naive``, so both colours. A few are quick to show it; the
others are a long suite.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader import assignment as assignments
from grader import intake
from grader.cli import main
from grader.jobs import play_pair
from grader.jobs.grading_context import GradingContext
from grader.jobs.work_order import GamePair, Player
from grader.model.game_record import GameRecord
from grader.play.agent import TrustedAgent
from grader.play.match import MatchSetup, play, replay_positions
from grader.render import game_file
from grader.sandbox import Sandbox
from grader.tournament.entrants import load_reference_agent
from hidden_tests.breakthrough_agent.game import GAME
from reference.breakthrough_agent.agents import load
from tests.adversarial import host
from tests.adversarial.agents import AGENTS, SECONDS, HostileAgent
from tests.adversarial.attacks import ATTACKS, Attack
from tests.render.test_report_formats import assert_harmless

pytestmark = pytest.mark.adversarial

ASSIGNMENT = assignments.load_assignment("breakthrough_agent")
NAIVE = load_reference_agent(ASSIGNMENT, "naive")
QUICK = {
    "exits", "forges_answers", "kills_parent", "leaves_children", "never_returns", "nonsense",
    "prints_acting_text", "remembers_games",
}  # fmt: skip
ATTACKING = """
class PlayerAI:
    def make_move(self, board):
        return attack(7)
"""
LONGEST = 4096
"""Characters of a move in a file of games, at most."""


@cache
def expected() -> list[str]:
    """The game that ``naive`` plays against itself, move by move."""
    agents = TrustedAgent(load("naive").make_move), TrustedAgent(load("naive").make_move)
    assert ASSIGNMENT.match is not None
    record = play(GAME, agents, ("naive", "naive"), MatchSetup("", ASSIGNMENT.match))
    return [ply.move for ply in record.plies]


def played(
    context: GradingContext, players: tuple[Player, Player], moves: int, cpu: float = SECONDS
) -> list[GameRecord]:
    """Both games of two players, from where each side has so many moves left."""
    opening = tuple(expected()[: -2 * moves])
    return list(play_pair.play_pair(context, GamePair(players, opening, 1, cpu)))


def assert_whole(record: GameRecord) -> None:
    """Any game is the same as that of ``naive``, can be looked at, and can be kept."""
    assert [*record.opening, *(ply.move for ply in record.plies)] == expected()
    assert len(replay_positions(GAME, record)) == len(expected()) + 1
    line = play_pair.dump_records((record, record)).split("\n")[0]
    assert re.fullmatch("[ -~]+", line)
    assert not re.search(r"##\w*\[", line)
    assert len(line) < LONGEST * (1 + len(record.plies))


@pytest.fixture(scope="module")
def context(backend: Sandbox) -> GradingContext:
    return GradingContext(ASSIGNMENT, backend)


@pytest.mark.slow
@pytest.mark.parametrize(
    "agent",
    [
        pytest.param(agent, id=agent.id, marks=() if agent.id in QUICK else (pytest.mark.deep,))
        for agent in AGENTS
    ],
)
def test_a_hostile_agent_spoils_its_own_moves_only(
    agent: HostileAgent, context: GradingContext, surroundings: dict[str, str], tmp_path: Path
) -> None:
    hostile = agent.player(tmp_path, surroundings)
    before = host.look()
    for side, record in enumerate(played(context, (hostile, NAIVE), agent.moves, agent.cpu)):
        assert_whole(record)
        assert agent.mistakes(record, side) == []
        assert record.substituted(1 - side) == 0, record.of(1 - side)
    if agent.itself:
        for record in played(
            context, (hostile, replace(hostile, name="again")), agent.moves, agent.cpu
        ):
            assert_whole(record)
            assert [ply.detail for ply in record.plies if ply.fault is not None] == []
    for record in played(context, (NAIVE, NAIVE), 3):
        assert_whole(record)
        assert [ply.fault for ply in record.plies] == [None] * len(record.plies)
    assert before.differences() == []
    if context.sandbox.info.backend == "docker":
        assert host.containers() == []
    assert Path(surroundings["PRIVATE"]).read_text() == "of the teaching staff"


@pytest.mark.deep
@pytest.mark.parametrize("attack", [each for each in ATTACKS if "load" in each.id], ids=str)
def test_what_spoils_its_loading_spoils_no_game(
    attack: Attack, context: GradingContext, surroundings: dict[str, str], tmp_path: Path
) -> None:
    """Programs that are graded elsewhere, as agents."""
    path = attack.written(tmp_path, surroundings)
    path.write_text(path.read_text("utf-8") + ATTACKING, "utf-8")
    before = host.look()
    players = Player("hostile", intake.read_submission(path)), NAIVE
    for side, record in enumerate(played(context, players, 2)):
        assert_whole(record)
        assert record.substituted(1 - side) == 0, record.of(1 - side)
    assert before.differences() == []


@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", ["prints_acting_text", "raises_acting_text"])
def test_what_it_says_acts_nowhere(name: str, surroundings: dict[str, str], tmp_path: Path) -> None:
    """The command line shows nothing that a terminal or a log obeys, and keeps nothing such."""
    agent = next(each for each in AGENTS if each.id == name)
    agent.player(tmp_path, surroundings)
    odd = (tmp_path / f"{name}.py").rename(tmp_path / "\x1b[31m##[error]\u202e.py")
    out = tmp_path / "games.jsonl"
    arguments = ["match", str(odd), "naive", "--games", "2", "--out", str(out)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    for text in (result.stdout, result.stderr, out.read_text("ascii")):
        assert text
        assert_harmless("text", text)
    assert "error" in result.stdout
    for line in out.read_text("ascii").splitlines():
        record = game_file.load_game_line(line)
        side = record.players.index("naive")
        assert agent.mistakes(record, 1 - side) == []
        assert record.substituted(side) == 0


def test_quick_agents_are_there() -> None:
    assert {agent.id for agent in AGENTS} > QUICK
