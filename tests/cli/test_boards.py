"""Games on other boards than the usual one: ``--board``, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.model.game_record import GameEnding, GameRecord
from grader.model.game_record import Result as Won
from grader.render import game_file
from tests.cli.test_match import RANDOM

pytestmark = pytest.mark.bubblewrap

NOTEBOOK = """
import numpy as np

def free_columns(board):
    return [c for c in range(board.shape[1]) if board[0, c] == 0]

def my_agent(board, player=1):
    return int(np.random.choice(free_columns(board)))
"""
"""Its boards hold numbers, which is found out before the first move."""


def grade(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), input=typed)


def kept(path: Path) -> list[GameRecord]:
    return list(map(game_file.load_game_line, path.read_text().splitlines()))


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    path = tmp_path / "ann.py"
    path.write_text(NOTEBOOK)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(("board", "cells"), [("4x5", 20), ("5x4-connect-3", 20)])
def test_a_match(notebook: Path, tmp_path: Path, board: str, cells: int) -> None:
    out = tmp_path / "games.jsonl"
    asked = ("match", notebook, "greedy", "-a", "connect4", "--board", board, "--games", "2")
    result = grade(*asked, "--out", out)
    assert result.exit_code == 0, result.output
    records = kept(out)
    assert [record.board for record in records] == [board, board]
    columns = int(board[2])
    for record in records:
        moves = [*record.opening, *(ply.move for ply in record.plies)]
        assert len(moves) <= cells
        assert {int(move) for move in moves} <= set(range(columns))
        assert not record.substituted(0) + record.substituted(1)
    listed = grade("show", out)
    assert board in listed.stdout
    shown = grade("show", out, "--game", "2", "--prove", "5")
    assert shown.exit_code == 0, shown.output
    assert f"board {board}" in shown.stdout
    page = grade("show", out, "--game", "2", "--html", tmp_path / "game.html", "--prove", "5")
    assert page.exit_code == 0, page.output
    assert f"board {board}" in (tmp_path / "game.html").read_text()


@pytest.mark.slow
def test_a_tournament(notebook: Path, tmp_path: Path) -> None:
    pytest.importorskip("choix", reason="the extra tournament is not installed: make tournament")
    out = tmp_path / "played"
    asked = ("tournament", notebook, "--with", "greedy", "-a", "connect4", "--out", out)
    small = ("--pairs", "1", "--board", "4x4")
    result = grade(*asked, *small)
    assert result.exit_code == 0, result.output
    assert "On the board 4x4; " in result.stdout
    assert "On the board 4x4; " in (out / "index.html").read_text()
    assert [record.board for record in kept(out / "games.jsonl")] == ["4x4", "4x4"]
    assert "2 games had been played before" in grade(*asked, *small).stderr
    larger = grade(*asked, "--pairs", "1", "--board", "4x5")
    assert larger.exit_code == 0, larger.output
    assert "played before" not in larger.stderr
    assert [record.board for record in kept(out / "games.jsonl")] == ["4x4"] * 2 + ["4x5"] * 2


def test_a_person_plays(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    asked = ("play", "random", "-a", "connect4", "--board", "4x4-connect-3", "--out", out)
    result = grade(*asked, typed="0\n1\n2\n3\n" * 8)
    assert result.exit_code == 0, result.output
    (record,) = kept(out)
    assert record.board == "4x4-connect-3"
    assert "'3'" not in result.stdout
    assert "4 is no" not in result.stdout


@pytest.mark.parametrize("command", ["match", "tournament", "play"])
def test_a_board_that_is_none(notebook: Path, tmp_path: Path, command: str) -> None:
    players = {"play": [notebook]}.get(command, [notebook, notebook])
    out = ("--out", tmp_path / "out")
    result = grade(command, *players, "-a", "connect4", "--board", "3x\x1b[2J", *out)
    assert result.exit_code == 2, result.output
    assert "A board is ROWSxCOLUMNS, from 4x4" in result.stderr
    assert "\x1b" not in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_game_with_one_board(tmp_path: Path) -> None:
    path = tmp_path / "bob.py"
    path.write_text(RANDOM)
    result = grade("match", path, path, "--board", "5x5")
    assert result.exit_code == 2, result.output
    assert "is played on its usual board only, not on '5x5'; leave the board out." in result.stderr


def test_a_record_from_elsewhere_may_name_any_board(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ended = Won.DRAW, GameEnding.RULES
    board = "9" * 1000 + "x\x1b[2J"
    record = GameRecord("connect4", ("ann", "bob"), 0, 5.0, (), (), *ended, board=board)
    path.write_text(f"{game_file.dump_game_line(record)}\n")
    listed = grade("show", path)
    assert listed.exit_code == 0, listed.output
    assert "\x1b" not in listed.stdout
    shown = grade("show", path, "--game", "1")
    assert shown.exit_code == 2, shown.output
    assert "A board is ROWSxCOLUMNS" in shown.stderr
    assert len(shown.stderr) < 700
    assert "\x1b" not in shown.stderr
