"""``grade show`` of files that hold games."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply
from grader.model.game_record import Result as Won
from grader.render import game_file
from hidden_tests.breakthrough_agent.game import GAME
from tests.render.html_page import parse


def played(plies: int = 100) -> GameRecord:
    """Both sides always make their first move."""
    state = GAME.start()
    made: list[Ply] = []
    while GAME.result(state) is None and len(made) < plies:
        move = GAME.moves(state)[0]
        made.append(Ply(GAME.written(move), cpu_seconds=0.25))
        state = GAME.apply(state, move)
    won = GAME.result(state)
    return GameRecord(
        "breakthrough_agent", ("ann", "bob"), 7, 3.0, (made[0].move,), tuple(made[1:]),
        won or Won.DRAW, GameEnding.RULES if won else GameEnding.LENGTH,
    )  # fmt: skip


GAMES = (
    played(),
    replace(played(4), players=("bob", "\x1b[2Jann")),
    replace(
        played(2),
        plies=(replace(played(2).plies[0], fault=MoveFault.LATE, detail="make_move was stopped."),),
    ),
)


def show(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["show", *map(str, arguments)])


def refusal(result: Result) -> str:
    """The only line of a refusal."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{game_file.dump_game_line(record)}\n" for record in GAMES))
    return path


def test_games_are_listed(games: Path) -> None:
    result = show(games)
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    winner = "Black" if GAMES[0].result is Won.FIRST else "White"
    plies = 1 + len(GAMES[0].plies)
    assert f"1 ann bob {winner} {plies} 0" in lines
    assert r"2 bob \x1b[2Jann draw 4 0" in lines
    assert "3 ann bob draw 2 1" in lines


def test_a_game_in_the_terminal(games: Path) -> None:
    result = show(games, "--game", "3")
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert " ".join(lines[:2]) == (
        "ann (Black) and bob (White) drew in 2 plies; 1 of bob's moves replaced (too late)."
    )
    ply = GAMES[2].plies[0]
    assert f"2 White {ply.move} 0.25 s replaced, too late: make_move was stopped." in lines
    assert "● B ○ W" in lines


def test_nothing_is_judged_in_the_terminal_unless_asked_for(games: Path) -> None:
    assert " best" not in show(games, "--game", "1").stdout
    assert " best" in show(games, "--game", "1", "--prove", "0").stdout, "the last move wins"


@pytest.mark.slow
def test_a_game_as_a_page(games: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    result = show(games, "--game", "1", "--html", page, "--prove", "2")
    assert result.exit_code == 0, result.output
    assert (result.stdout, result.stderr) == ("", f"grade: the game is in {page}\n")
    found = parse(page.read_text("utf-8"))
    assert found.one("h1").text == "ann against bob"
    assert len(found.all(kind="position")) == 2 + len(GAMES[0].plies)
    last = found.one("svg", kind="standings").all("rect")[-1]
    assert "proved" in last.classes


def test_the_page_of_the_only_game_needs_no_number(tmp_path: Path) -> None:
    path, page = tmp_path / "one.jsonl", tmp_path / "one.html"
    path.write_text(f"\n{game_file.dump_game_line(GAMES[1])}\n")
    assert show(path, "--html", page, "--prove", "0").exit_code == 0
    assert page.exists()


def test_what_cannot_be_shown(games: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert "There is no game 4; the last one is game 3." in refusal(show(games, "--game", "4"))
    assert "choose one of 3 with --game" in refusal(show(games, "--html", page))
    assert "These are games; use" in refusal(show(games, "--case", "x"))
    assert "These are games; use" in refusal(show(games, "--format", "json"))
    own = refusal(show(games, "--game", "1", "--html", games))
    assert "it is the file of games that is shown" in own
    assert not page.exists()


def test_a_line_that_is_no_game(games: Path) -> None:
    with games.open("a") as file:
        file.write('{"game_version":9,"game":{}}\n')
    line = refusal(show(games))
    assert "line 4:" in line
    assert show(games, "--game", "1").exit_code == 2, "nothing of a broken file is shown"


def test_a_record_that_was_tampered_with(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    wrong = replace(GAMES[1], plies=(Ply("9.9-\x1b[2J"),))
    path.write_text(game_file.dump_game_line(wrong))
    assert show(path).exit_code == 0
    line = refusal(show(path, "--game", "1"))
    assert "A move of this game is against the rules" in line
    assert "\x1b" not in line


def test_an_assignment_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.jsonl"
    path.write_text(game_file.dump_game_line(replace(GAMES[1], assignment="elsewhere")))
    assert "elsewhere" in refusal(show(path))
    assert "elsewhere" in refusal(show(path, "--game", "1"))


def test_a_report_has_no_games(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"schema_version": 1}, indent=1))
    assert "--game and --prove are for games" in refusal(show(path, "--game", "1"))
    assert "--game" not in refusal(show(path))
