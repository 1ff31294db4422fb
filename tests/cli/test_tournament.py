"""``grade tournament`` from the command line: whole, broken off, killed."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.assignment.course_assignments import BUILT_IN
from grader.cli import main
from grader.sandbox.backend_interface import SandboxFailure, SandboxProgram, Session
from grader.sandbox.bubblewrap import Bubblewrap
from tests.cli.process import command, environment, run
from tests.cli.test_match import BROKEN, DURATION, RANDOM

pytestmark = pytest.mark.bubblewrap


def tournament(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["tournament", *map(str, arguments)])


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    """Three that play at random, each from a seed of its own, and one that never answers."""
    folder = tmp_path / "agents"
    folder.mkdir()
    for name in ("ann", "bob", "cem"):
        (folder / f"{name}.py").write_text(f"# {name}\n{RANDOM}")
    (folder / "dan.py").write_text(BROKEN)
    return folder


@pytest.mark.slow
def test_a_tournament(agents: Path, tmp_path: Path) -> None:
    out = tmp_path / "played"
    result = tournament(agents, "--out", out, "--pairs", "1")
    assert result.exit_code == 0, result.output
    announced = rf"4 players, 12 games, about {DURATION} to {DURATION} \(at most "
    assert re.match(announced, result.stderr)
    assert "of 12 games are played: in the end strengths will be known to about ±" in result.stderr
    played = rf"played 12 games in {DURATION}; strengths are known to ±\d+ Elo"
    assert re.search(played, result.stderr)
    assert result.stderr.count("moves replaced") >= 6
    for name in ("ann", "bob", "cem", "dan"):
        assert name in result.stdout
    assert len((out / "games.jsonl").read_text().splitlines()) == 12
    page = (out / "index.html").read_text()
    assert "12 of 12 games played" in page
    for folder in ("players", "games"):
        linked = set(re.findall(f'href="({folder}/[^"]+)"', page))
        assert linked == {f"{folder}/{each.name}" for each in (out / folder).iterdir()}
    assert (out / "games.pgn").read_text().count("[Event ") == 12
    again = tournament(agents, "--out", out, "--pairs", "1")
    assert "12 games had been played before" in again.stderr
    assert again.stdout == result.stdout
    assert (out / "index.html").read_text() == page


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(agents: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed: make cluster")
    here = tournament(agents, "--out", tmp_path / "here", "--pairs", "1")
    # In a process of its own, because Dask starts threads, and other tests fork.
    out = tmp_path / "there"
    there = run("tournament", agents, "--out", out, "--pairs", "1", "--cluster", "local")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout


@pytest.mark.slow
def test_games_of_another_edition_of_the_assignment_are_played_again(
    agents: Path, tmp_path: Path
) -> None:
    course = tmp_path / "course"
    for part in ("hidden_tests", "reference"):
        shutil.copytree(
            BUILT_IN / part / "breakthrough_agent", course / part / "breakthrough_agent"
        )
        (course / part / "__init__.py").touch()
    out = tmp_path / "played"
    asked = ("tournament", agents / "ann.py", agents / "bob.py", "--out", out, "--pairs", "1")
    played = [run(*asked, "--course", course) for _ in range(2)]
    assert "2 games had been played before" in played[1].stderr
    rules = course / "reference/breakthrough_agent/rules.py"
    rules.write_text(f"{rules.read_text()}# another edition\n")
    again = run(*asked, "--course", course)
    assert again.returncode == 0, again.stderr
    assert "2 games in" in again.stderr
    assert "do not count: they were played with another edition" in again.stderr
    assert "played before" not in again.stderr
    assert len((out / "games.jsonl").read_text().splitlines()) == 4
    assert again.stdout == played[0].stdout


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str, int], None]:
    """Makes the sandbox of the program that contains a text fail by itself, so many times."""

    def breaks(text: str, times: int) -> None:
        left = tmp_path / "failures"
        left.write_bytes(b"." * times)
        start = Bubblewrap.start

        def starts(self: Bubblewrap, program: SandboxProgram) -> Session:
            if text in program.cells[0].source and (size := left.stat().st_size):
                os.truncate(left, size - 1)
                raise SandboxFailure("its pipe broke")
            return start(self, program)

        monkeypatch.setattr(Bubblewrap, "start", starts)

    return breaks


@pytest.mark.slow
def test_a_pair_whose_sandbox_fails_is_played_again(
    agents: Path, tmp_path: Path, breaking: Callable[[str, int], None]
) -> None:
    breaking("# cem", 1)
    result = tournament(agents, "--out", tmp_path / "played", "--pairs", "1", "-j", "1")
    assert result.exit_code == 0, result.output
    assert not (tmp_path / "failures").read_bytes()
    assert len((tmp_path / "played/games.jsonl").read_text().splitlines()) == 12


@pytest.mark.slow
def test_a_pair_that_cannot_be_played_is_left_out_until_it_can(
    agents: Path, tmp_path: Path, breaking: Callable[[str, int], None]
) -> None:
    asked = (agents, "--out", tmp_path / "played", "--pairs", "1", "-j", "1")
    breaking("# cem", 6)  # two of them while it is tried
    result = tournament(*asked)
    assert result.exit_code == 3, result.output
    assert result.stderr.count("could not be played: two grading processes in a row") == 2
    assert "its pipe broke" in result.stderr
    assert "the same command tries again what is missing" in result.stderr
    assert "8 of 12 games played" in (tmp_path / "played/index.html").read_text()
    again = tournament(*asked)
    assert again.exit_code == 0, again.output
    assert "8 games had been played before" in again.stderr
    assert again.stdout == tournament(*asked[:2], tmp_path / "whole", *asked[3:]).stdout


def test_where_nothing_can_be_played(
    agents: Path, tmp_path: Path, breaking: Callable[[str, int], None]
) -> None:
    breaking("", 100)
    result = tournament(agents, "--out", tmp_path / "played", "--pairs", "1", "--swiss", "2")
    assert result.exit_code == 3, result.output
    assert result.stderr.count("could not be played: ") == 2
    assert "0 of 8 games played" in (tmp_path / "played/index.html").read_text()


def test_only_said_how_long(agents: Path, tmp_path: Path) -> None:
    result = tournament(agents, "--out", tmp_path / "played", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "24 games" in result.stderr
    assert not (tmp_path / "played").exists()


@pytest.mark.slow
def test_who_cannot_be_read_does_not_play(agents: Path, tmp_path: Path) -> None:
    (agents / "eve.py").write_bytes(b"\0\0")
    result = tournament(agents, "--out", tmp_path / "played", "--swiss", "1", "--pairs", "1")
    assert result.exit_code == 0, result.output
    assert "eve does not play" in result.stderr
    assert "eve " not in result.stdout


@pytest.mark.slow
def test_who_has_no_agent_is_refused_before_anything_is_played(
    agents: Path, tmp_path: Path
) -> None:
    (agents / "eve.py").write_text("import random\nclass PlayerAI(:\n    pass\n")
    (agents / "fay.py").write_text("def agent(board, player):\n    return 0\n")
    (agents / "gus.py").write_text("class PlayerAI:\n    def __init__(self):\n        {}['x']\n")
    asked = (agents / "*.py", "-a", "breakthrough_agent", "--out", tmp_path / "played")
    result = tournament(*asked, "--swiss", "1", "--pairs", "1")
    assert result.exit_code == 0, result.output
    refused = result.stderr.partition("players")[0]
    page = (tmp_path / "played/index.html").read_text()
    for name, reason in (
        ("eve", "eve.py, line 2: PlayerAI could not be read by Python"),
        ("fay", "fay.py: There is no PlayerAI(). The file defines agent. agent plays in connect4."),
        ("gus", "gus.py, line 3: PlayerAI() raised KeyError: "),
    ):
        assert f"grade: {name} does not play: {reason}" in refused
        assert f"<dt>{name}</dt><dd>{reason}" in page
    assert "4 players" in result.stderr


def test_files_of_the_same_name_have_their_folders_in_front(agents: Path, tmp_path: Path) -> None:
    twins = [tmp_path / week / "ann.py" for week in ("week1", "week2")]
    for number, path in enumerate(twins):
        path.parent.mkdir()
        path.write_text(f"# edition {number}\n{RANDOM}")
    result = tournament(*twins, "--out", tmp_path / "played", "--pairs", "1")
    assert result.exit_code == 0, result.output
    assert "week1/ann (Black)" in result.stderr
    assert "week2/ann (Black)" in result.stderr


def test_games_of_a_program_that_was_edited_are_counted(agents: Path, tmp_path: Path) -> None:
    asked = (agents / "ann.py", agents / "bob.py", "--out", tmp_path / "played", "--pairs", "1")
    assert tournament(*asked).exit_code == 0
    (agents / "bob.py").write_text(f"# edited\n{RANDOM}")
    again = tournament(*asked)
    assert "bob was edited: 2 games of the earlier program do not count" in again.stderr
    assert "ann was edited" not in again.stderr
    assert len((tmp_path / "played/games.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "at least two agents"),
        (("nowhere",), "no file nowhere"),
        (("naive",), "naive is no file; to let this reference agent play, add --with naive."),
        (("--with", "nobody"), "the reference agents are"),
        (("--swiss", "3", "--round-robin"), "either --swiss or --round-robin"),
    ],
)
def test_what_is_no_tournament(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    named = ("--assignment", "breakthrough_agent", "--out", tmp_path / "played")
    result = tournament(*arguments, *named)
    assert result.exit_code == 2, result.output
    assert words in " ".join(result.stderr.split())


def test_programs_that_are_the_same_are_named(agents: Path, tmp_path: Path) -> None:
    shutil.copy(agents / "ann.py", agents / "eve.py")
    result = tournament(agents, "--out", tmp_path / "played", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "ann, eve: the same program" in result.stderr


@pytest.mark.slow
def test_standings_after_kills_are_those_without(agents: Path, tmp_path: Path) -> None:
    whole = tournament(agents, "--out", tmp_path / "whole", "--pairs", "3")
    out = tmp_path / "killed"
    draw = random.Random(1)
    for _ in range(20):
        process = subprocess.Popen(
            command("tournament", agents, "--out", out, "--pairs", "3"),
            env=environment({}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(draw.uniform(1.0, 4.0))
        victims = [process.pid, *_children(process.pid)]
        os.kill(draw.choice(victims), signal.SIGKILL)
        if draw.random() < 0.5:
            process.kill()
        process.wait(60)
    result = tournament(agents, "--out", out, "--pairs", "3")
    assert result.exit_code == 0, result.output
    assert result.stdout == whole.stdout


@pytest.mark.slow
def test_a_tournament_that_is_interrupted_leaves_its_pages(agents: Path, tmp_path: Path) -> None:
    out = tmp_path / "played"
    with subprocess.Popen(
        command("tournament", agents, "--out", out, "--pairs", "20"),
        env=environment({}), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        for line in process.stderr:
            if "[4 of 240]" in line:
                break
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 3
    kept = len((out / "games.jsonl").read_text().splitlines())
    assert f"interrupted; {kept} games are kept, and shown in index.html; the same" in said
    page = (out / "index.html").read_text()
    assert f"{kept} of 240 games played" in page
    assert "The tournament is not over yet." in page
    assert len(list((out / "players").iterdir())) == 4
    assert len((out / "games.csv").read_text().splitlines()) == 1 + kept


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(child) for child in text.split()]
