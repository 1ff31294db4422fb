"""Workers that play: behind all gradings, to be killed at any time, with the tournament's code."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import select

from grader.render import game_file
from grader.service.data.ladder_tables import CourseTournament
from grader.service.data.tables import GradingState, Role
from grader.service.ladder import tournament_store
from grader.service.ladder.game_claims import LOSSES
from grader.service.server_process import DATABASE
from grader.service.upkeep.data_deletion import delete_older, delete_person
from grader.service.worker import ladder_jobs
from grader.service.worker.idle_work import (
    GradingWaits,
    ProcessFailed,
    raise_if_grading_waits,
    run_module_while_idle,
)
from tests.service.ladder_scene import CLEVER, GREEDY, LADDER, agent, pairs, switch_on, with_game
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, words

CUPS = f"{LADDER}/tournaments"
SLOW = b"import time\n\n\ndef take(matches):\n    time.sleep(0.5)\n    return 1\n"
_FOREVER = ["timeit", "-n", "1", "-r", "1", "import time; time.sleep(600)"]


class _Enough(Exception):
    pass


def test_a_program_beside_gradings_is_ended_with_what_is_raised_meanwhile() -> None:
    looks = 0

    def meanwhile() -> bool:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise _Enough
        return False

    with pytest.raises(_Enough):
        run_module_while_idle(_FOREVER, meanwhile, 600.0)
    with pytest.raises(ProcessFailed, match="did not end within"):
        run_module_while_idle(_FOREVER, lambda: False, 0.0)


def test_what_a_program_beside_gradings_says_comes_back() -> None:
    given = b'{"b": 1}'
    assert (
        run_module_while_idle(["json.tool", "--compact"], lambda: False, 60.0, given)
        == b'{"b":1}\n'
    )
    with pytest.raises(ProcessFailed, match="Expecting value"):
        run_module_while_idle(["json.tool"], lambda: False, 60.0, b"none")


@pytest.mark.parametrize(
    ("waits", "breaks"), [([False], False), ([True, False], False), ([True, True], True)]
)
def test_a_worker_breaks_off_only_if_no_idle_one_takes_what_waits(
    waits: list[bool], breaks: bool
) -> None:
    looks = iter(waits)
    if breaks:
        with pytest.raises(GradingWaits):
            raise_if_grading_waits(lambda: next(looks))
    else:
        raise_if_grading_waits(lambda: next(looks))
    assert list(looks) == []


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_submission_is_graded_before_the_games_that_it_breaks_off(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_game(scene)
    switch_on(scene, pairs=1)
    for login in ("ada", "ben"):
        agent(scene, scene.person(login), CLEVER)
    handed_in: list[int] = []

    def run(
        arguments: Sequence[str], meanwhile: Callable[[], bool], seconds: float, given: bytes
    ) -> bytes:
        if not handed_in and b'"pair"' in given:
            handed_in.append(scene.hand_in(scene.person("cem"), RIGHT))
            while True:
                meanwhile()
        return run_module_while_idle(arguments, meanwhile, seconds, given)

    monkeypatch.setattr(ladder_jobs, "run_module_while_idle", run)
    scene.work()
    grading = scene.grading(handed_in[0])
    assert grading.state == GradingState.DONE
    first, *_ = pairs(scene)
    assert (first.state, first.losses) == (GradingState.DONE, 0)
    assert grading.finished_at < first.began_at < first.ended_at


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_worker_that_is_killed_leaves_no_process_and_its_pair_to_another(scene: Scene) -> None:
    with_game(scene)
    switch_on(scene, pairs=1)
    for login in ("ada", "ben"):
        agent(scene, scene.person(login), SLOW)
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", "grader", "admin", "worker"],
        env={**os.environ, DATABASE: scene.database.url}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        player = 0
        while not player:
            assert worker.poll() is None
            time.sleep(0.1)
            player = _child_that_plays(worker.pid)
    finally:
        worker.kill()
        worker.wait()
    (lost,) = pairs(scene)
    while _command(player):
        time.sleep(0.1)
    scene.work()
    again = next(each for each in pairs(scene) if each.id == lost.id)
    assert (again.state, again.losses, again.seed) == (GradingState.DONE, 1, lost.seed)


def _child_that_plays(worker: int) -> int:
    """The process in which a worker has a pair played; 0 if there is none."""
    children = Path(f"/proc/{worker}/task/{worker}/children")
    return next((each for each in map(int, children.read_text("ascii").split())
                 if "ladder_process" in _command(each)), 0)  # fmt: skip


def _command(process: int) -> str:
    """The command of a process; empty if it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_text("utf-8")
    return ""


# Tournaments --------------------------------------------------------------------------------


def _cups(scene: Scene) -> list[CourseTournament]:
    with scene.database.reading() as session:
        return tournament_store.list_tournaments(session, scene.course.id, "demo")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_tournament_from_the_page_has_the_records_of_the_command(scene: Scene) -> None:
    with_game(scene)
    agent(scene, scene.person("ada"), GREEDY)
    agent(scene, scene.person("ben"), CLEVER)
    agent(scene, scene.person("probe", Role.TEST), CLEVER)
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert staff.send_form(CUPS, {"pairs": "1"}).status_code == 303
    assert "waits for a worker" in words(staff.get(LADDER).text)
    assert "is not over yet" in staff.send_form(CUPS, {"pairs": "1"}).text
    scene.work()
    (cup,) = _cups(scene)
    assert cup.state == GradingState.DONE, cup.reason
    assert cup.played == 12
    answer = staff.get(f"{CUPS}/{cup.id}/files")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = set(archive.namelist())
        games = archive.read("games.jsonl").decode("ascii")
    assert {"index.html", "standings.csv", "games.csv", "games.pgn"} <= names
    records = [game_file.load_game_line(line) for line in games.splitlines()]
    assert {name for each in records for name in each.players} == {"ada", "ben", "one", "clever"}
    # Another one goes on with what was kept of it, as after a worker was lost.
    staff.send_form(CUPS, {"pairs": "1"})
    some = "".join(games.splitlines(keepends=True)[:6])
    with scene.database.writing() as session:
        again = session.get_one(CourseTournament, _cups(scene)[0].id)
        again.games = zlib.compress(some.encode())
        again.state, again.worker = GradingState.RUNNING.value, "gone"
    scene.work()
    with scene.database.reading() as session:
        kept = session.scalars(
            select(CourseTournament.games).where(CourseTournament.id == again.id)
        ).one()
    assert _cups(scene)[0].state == GradingState.DONE
    assert kept is not None
    assert zlib.decompress(kept).decode().startswith(some)


@pytest.mark.bubblewrap
def test_a_tournament_without_players_says_so(scene: Scene) -> None:
    with_game(scene)
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    staff.send_form(CUPS, {"pairs": "1"})
    scene.work()
    page = words(staff.get(LADDER).text)
    assert "not played to its end: no submission counts yet" in page


def _waiting(scene: Scene) -> CourseTournament:
    with scene.database.writing() as session:
        return tournament_store.request_tournament(
            session, scene.person("ines", Role.INSTRUCTOR).id, scene.edition, 1, 0.0
        )


def _taken(scene: Scene, worker: str) -> CourseTournament | None:
    with scene.database.writing() as session:
        found = tournament_store.take_tournament(session, worker, {scene.edition.id})
        return found[0] if found else None


def test_a_tournament_is_one_workers_until_it_is_lost_or_stopped(scene: Scene) -> None:
    with_game(scene)
    asked = _waiting(scene)
    for number in range(LOSSES):
        taken = _taken(scene, f"gone {number}")
        assert taken is not None
    assert _taken(scene, "w") is None
    assert "workers in a row" in _cups(scene)[0].reason
    again = _waiting(scene)
    assert again.id != asked.id
    taken = _taken(scene, "w")
    assert taken is not None
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert staff.send_form(f"{CUPS}/{again.id}/stop", {}).status_code == 303
    with scene.database.writing() as session:
        assert not tournament_store.store_played_games(session, taken, b"", 0)
    assert _cups(scene)[0].reason == "it was stopped"


def test_tournaments_go_with_who_played_in_them_and_with_age(scene: Scene) -> None:
    with_game(scene)
    agent(scene, scene.person("ada"))
    _waiting(scene)
    with scene.database.writing() as session:
        delete_person(session, "ada")
    assert _cups(scene) == []
    _waiting(scene)
    with scene.database.writing() as session:
        delete_older(session, -1.0)
    assert _cups(scene) == []
