"""``grade match`` from the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.render import game_file
from grader.sandbox.backend_interface import SandboxFailure, SandboxProgram, Session
from grader.sandbox.bubblewrap import Bubblewrap

pytestmark = pytest.mark.bubblewrap

RANDOM = """
import random

class PlayerAI:
    def make_move(self, board):
        moves = []
        for row in range(5):
            for col in range(6):
                if board[row][col] != "B":
                    continue
                for aside in (0, 1, -1):
                    if 0 <= col + aside < 6:
                        blocked = board[row + 1][col + aside]
                        if blocked == "_" or (aside and blocked == "W"):
                            moves.append(([row, col], [row + 1, col + aside]))
        return random.choice(moves)
"""
DURATION = r"[\d.]+ (?:s|min|h)"
"""On a busy machine games take minutes."""
BROKEN = "class PlayerAI:\n    def make_move(self, board):\n        raise KeyError('lost')\n"


def match(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["match", *map(str, arguments)])


@pytest.fixture
def agents(tmp_path: Path) -> tuple[Path, Path]:
    """One that plays at random, and one that never answers."""
    first, second = tmp_path / "ann.py", tmp_path / "bob.py"
    first.write_text(RANDOM)
    second.write_text(BROKEN)
    return first, second


@pytest.mark.slow
def test_a_match(agents: tuple[Path, Path], tmp_path: Path) -> None:
    result = match(*agents, "--games", "4", "--out", tmp_path / "games.jsonl")
    assert result.exit_code == 0, result.output
    lines = [line for line in result.stderr.splitlines() if line.startswith("game ")]
    assert [line.split(":")[0] for line in lines] == ["game 1", "game 2", "game 3", "game 4"]
    assert re.match(rf"4 games, about {DURATION} to {DURATION} \(at most ", result.stderr)
    assert re.search(rf"^4 games in {DURATION}$", result.stderr, re.MULTILINE)
    assert all("of bob's moves replaced" in line for line in lines)
    assert "ann" in result.stdout
    assert "of the points" in result.stdout
    (row,) = [line.split() for line in result.stdout.splitlines() if " bob " in line]
    assert row[:4] == ["bob", "0", "0–0–2", "0–0–2"]
    assert "W–D–L as Black" in result.stdout
    assert re.search(
        r"^bob: \d+ moves replaced \(crashed\); first reason: bob\.py, line 3: .*\s+KeyError",
        result.stdout,
        re.MULTILINE,
    )
    text = (tmp_path / "games.jsonl").read_text()
    records = [game_file.load_game_line(line) for line in text.splitlines()]
    assert {record.players for record in records} == {("ann", "bob"), ("bob", "ann")}
    assert all(len(record.opening) == 2 for record in records)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_games(agents: tuple[Path, Path], tmp_path: Path) -> None:
    moves = []
    for number in range(2):
        out = tmp_path / f"{number}.jsonl"
        match(agents[0], agents[0], "--games", "2", "--seed", "7", "--out", out)
        records = map(game_file.load_game_line, out.read_text().splitlines())
        moves.append([[ply.move for ply in record.plies] for record in records])
    assert moves[0] == moves[1]


@pytest.mark.slow
def test_until_it_is_sure(agents: tuple[Path, Path]) -> None:
    result = match(*agents, "--until-sure", "0.2:0.6", "--games", "200")
    assert result.exit_code == 0, result.output
    said = "by the sequential test: 60% of the points fits, 20% does not (error ≤ 5%), after"
    assert said in " ".join(result.stdout.split())
    games = [line for line in result.stderr.splitlines() if line.startswith("game ")]
    assert len(games) < 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody", "nowhere"), "is neither a file nor a reference agent"),
        (("--until-sure", "0.6:0.5"), "the lower one first"),
        (("-a", "ps2"), "ps2 has no agents to play each other"),
        (("--games", "1"), "2<=x"),
        (("--games", "3"), "3 is odd, and games come in pairs; choose 2 or 4."),
    ],
)
def test_what_cannot_be_played(
    agents: tuple[Path, Path], arguments: tuple[str, ...], words: str
) -> None:
    players = () if arguments[0] == "nobody" else agents
    result = match(*players, *arguments)
    assert result.exit_code == 2, result.output
    assert words in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", [("match",), ("play", "--side", "white")])
def test_a_file_that_cannot_be_written_is_refused_before_a_game(
    agents: tuple[Path, Path], tmp_path: Path, command: tuple[str, ...]
) -> None:
    players = agents if command == ("match",) else agents[:1]
    kept = tmp_path / "nowhere" / "games.jsonl"
    arguments = [*command, *players, "-a", "breakthrough_agent", "--out", kept]
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == 2, result.output
    assert f"the folder {kept.parent} does not exist; create it first." in result.stderr
    assert result.stdout == ""


def test_a_file_without_an_agent_is_refused(agents: tuple[Path, Path], tmp_path: Path) -> None:
    nobody, kept = tmp_path / "eve.py", tmp_path / "games.jsonl"
    nobody.write_text("def make_move(board):\n    return None\n")
    result = match(agents[0], nobody, "-a", "breakthrough_agent", "--out", kept)
    assert result.exit_code == 2, result.output
    assert (
        "eve cannot play: eve.py: There is no PlayerAI(). The file defines make_move."
        in " ".join(result.stderr.split())
    )
    assert "beat" not in result.output
    assert not kept.exists()


def test_a_pair_that_cannot_be_played_ends_the_match(
    agents: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Bubblewrap.start

    def starts(self: Bubblewrap, program: SandboxProgram) -> Session:
        if "random" in program.cells[0].source:
            raise SandboxFailure("its pipe broke")
        return start(self, program)

    monkeypatch.setattr(Bubblewrap, "start", starts)
    result = match(*agents)
    assert result.exit_code == 3, result.output
    assert "could not be played: two grading processes in a row were lost" in result.stderr
