"""``grade play``: what a person types comes from a pipe here."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.model.game_record import GameRecord, MoveFault
from grader.render import game_file
from hidden_tests.breakthrough_agent.game import GAME, notation
from tests.cli.process import ROOT

pytestmark = pytest.mark.bubblewrap

BROKEN = """
class PlayerAI:
    def make_move(self, board):
        print("\\x1b[2J now")
        raise KeyError("lost")
"""
"""Its moves are the referee's: the first legal ones."""


def play(agent: Path, typed: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["play", str(agent), *map(str, arguments)], input=typed)


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    path = tmp_path / "bob.py"
    path.write_text(BROKEN)
    return path


def whole_game(side: int) -> list[str]:
    """What a person types who always makes the last legal move."""
    state, typed, number = GAME.start(), [], 0
    while GAME.result(state) is None:
        move = GAME.moves(state)[-1] if number % 2 == side else GAME.substitute(state)
        if number % 2 == side:
            typed.append(GAME.written(move))
        state, number = GAME.apply(state, move), number + 1
    return typed


def kept(path: Path) -> GameRecord:
    (line,) = path.read_text().splitlines()
    return game_file.load_game_line(line)


@pytest.mark.parametrize(("side", "names"), [(0, ("you", "bob")), (1, ("bob", "you"))])
def test_a_whole_game(agent: Path, tmp_path: Path, side: int, names: tuple[str, str]) -> None:
    out, moves = tmp_path / "games.jsonl", whole_game(side)
    result = play(agent, "\n".join(moves) + "\n", "--side", GAME.sides[side].lower(), "--out", out)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"You are {GAME.sides[side]}. Type a move such as e2-e3, ")
    record = kept(out)
    assert record.players == names
    assert [ply.move for ply in record.of(side)] == moves
    assert {ply.fault for ply in record.of(side)} == {None}
    assert {ply.fault for ply in record.of(1 - side)} == {MoveFault.CRASHED}
    assert record.digests[side] == ""
    assert len(record.digests[1 - side]) == 64
    assert record.opening == ()
    last = result.stdout.splitlines()[-1]
    assert re.match(r"\w+ \(\w+\) beat \w+ \(\w+\) in \d+ plies; \d+ of bob's moves", last)


def test_moves_are_asked_for_until_one_is_legal(agent: Path) -> None:
    result = play(agent, "?\n12-44\n\n 1 2 / 2 3 \nq\n")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    names = [notation().names(GAME.start(), move)[0] for move in GAME.moves(GAME.start())]
    assert "  ".join(names) in lines
    assert "'12-44' is not a legal move here; ? lists them." in lines
    assert "'' is not a legal move here; ? lists them." in lines
    assert any(
        line.startswith(
            "The referee plays a2-a3 (4.0-3.0) instead (crashed: bob.py, line 5: make_move"
        )
        for line in lines
    )
    assert r"It printed: \x1b[2J now" in lines
    assert lines[-1] == "The game is not over, so it is not kept."
    assert "    a b c d e f" in lines
    assert "  4 · · ·»● · ·" in lines, "their own move is drawn, too"


def test_the_end_of_the_input_ends_the_game(agent: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = play(agent, "12-23", "--out", out)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "The game is not over, so it is not kept."
    assert not out.exists()


def test_a_file_without_an_agent_is_refused(tmp_path: Path) -> None:
    nobody = tmp_path / "eve.py"
    nobody.write_text("def make_move(board):\n    return None\n")
    result = play(nobody, "", "-a", "breakthrough_agent", "--side", "white")
    assert result.exit_code == 2
    why = "There is no PlayerAI(). The file defines make_move."
    assert result.stderr == f"grade: eve cannot play: eve.py: {why}\n"
    assert result.stdout == "", "nothing is asked before"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (BROKEN.replace("(self, board):", "(self, board)"), "bob.py, line 3: PlayerAI could not"),
        (f"{BROKEN}    def __init__(self):\n        1 / 0\n", "bob.py, line 7: PlayerAI() raised"),
    ],
)
def test_an_agent_that_cannot_be_made_is_refused_before_anything_is_asked(
    agent: Path, source: str, said: str
) -> None:
    agent.write_text(source)
    result = play(agent, "?\n")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"grade: bob cannot play: {said}")
    assert result.stdout == ""


def test_a_file_that_tells_no_game_is_named(agent: Path) -> None:
    agent.write_text("x = 1\n")
    result = play(agent, "")
    assert result.exit_code == 2
    assert f"{agent} has no agent that says which game it plays. Of assign" in result.stderr


def test_undo_and_hint(agent: Path, tmp_path: Path) -> None:
    out, moves = tmp_path / "games.jsonl", whole_game(0)
    typed = ["undo", "hint", "a5a4", "UNDO", *moves]
    result = play(agent, "\n".join(typed) + "\n", "--out", out)
    assert result.exit_code == 0, result.output
    assert "There is no move of yours to take back." in result.stdout
    advice = r"^Hint: champion would play \w+-\w+ \(\d\.\d-\d\.\d\)\. Who wins is not proved here\."
    assert re.search(advice, result.stdout, re.MULTILINE)
    assert "Your last move and the reply are taken back." in result.stdout
    record = kept(out)
    assert [ply.move for ply in record.of(0)] == moves
    assert record.taken_back == 1
    assert result.stdout.splitlines()[-1].endswith("; moves were taken back 1 time.")


def test_what_is_typed_is_never_obeyed(agent: Path) -> None:
    result = play(agent, "\x1b[2J\n::error::x\nq\n")
    assert "\x1b" not in result.stdout
    assert r"'\x1b[2J' is not a legal move" in result.stdout


def test_no_such_side_and_no_such_agent(agent: Path) -> None:
    result = play(agent, "", "--side", "red")
    assert result.exit_code == 2
    assert "There is no side 'red'; choose black or white." in result.stderr
    result = play(agent.with_name("nobody"), "")
    assert result.exit_code == 2
    assert "is neither a file nor a reference agent" in result.stderr


@pytest.mark.slow
def test_an_interrupt_ends_it_and_leaves_nothing(agent: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "play", agent],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as game:  # fmt: skip
        assert game.stdout is not None
        assert game.stdin is not None
        assert game.stdout.readline().startswith("You are Black.")
        while "● B" not in game.stdout.readline():
            pass  # its first question comes next
        game.send_signal(signal.SIGINT)
        _, said = game.communicate(timeout=60)
    assert game.returncode == 3
    assert said == "grade: interrupted.\n"
