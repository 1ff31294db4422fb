"""Workers: what becomes of submissions, through the same sandbox as on the command line."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from grader.jobs.answer import loads
from grader.service import courses
from grader.service.data.tables import State, StoredReport
from grader.service.queue import queue
from tests.service.scene import RIGHT, WRONG, Scene

pytestmark = pytest.mark.bubblewrap


def _work(scene: Scene) -> None:
    scene.work()


def test_submissions_are_graded(scene: Scene) -> None:
    ada = scene.person("ada")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("homework/mine.py", RIGHT)
    wanted = {
        scene.hand_in(ada): (State.DONE, 2.0),
        scene.hand_in(ada, WRONG): (State.DONE, 0.0),
        scene.hand_in(ada, archive.getvalue(), "mine.zip"): (State.DONE, 2.0),
        scene.hand_in(ada, b"no archive", "mine.zip"): (State.REFUSED, None),
        scene.hand_in(ada, b"", "mine.py"): (State.REFUSED, None),
    }
    _work(scene)
    for submission, (state, score) in wanted.items():
        grading = scene.grading(submission)
        assert grading.state == state, grading.reason
        if score is None:
            assert grading.reason.endswith(".")
            continue
        assert loads(grading.result).score == score
        with scene.database.reading() as session:
            report = session.get(StoredReport, grading.id)
        assert report is not None
        assert '"path": "' + grading.submission.filename in report.text


def test_what_waits_is_graded_by_the_newest_edition_once_it_is_known(scene: Scene) -> None:
    ada = scene.person("ada")
    early = scene.hand_in(ada)
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    file.write_text(file.read_text().replace("points = 2", "points = 3"))
    _work(scene)
    assert scene.grading(early).state == State.QUEUED  # nobody has said that the change is meant
    with scene.database.writing() as session:
        courses.register(session, "demo", scene.folder / "course")
    late = scene.hand_in(ada)
    assert scene.grading(early).edition_id == scene.grading(late).edition_id
    _work(scene)
    for submission in (early, late):
        assert loads(scene.grading(submission).result).max_score == 3.0


def test_a_worker_with_other_files_takes_nothing_and_says_so(
    scene: Scene, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    submission = scene.hand_in(scene.person("ada"))
    here = tmp_path / "here"
    shutil.copytree(scene.folder / "course", here)
    changed = here / "hidden_tests/demo/assignment.toml"
    changed.write_text(changed.read_text().replace("points = 2", "points = 3"))
    for folder, reason in ((here, "the files there are edition"), (tmp_path, "is not in")):
        caplog.clear()
        scene.work({"demo": folder})
        assert scene.grading(submission).state == State.QUEUED
        assert f"demo/demo in edition {scene.edition.digest} is not in {folder}" in caplog.text
        assert reason in caplog.text
    shutil.copytree(scene.folder / "course", here, dirs_exist_ok=True)
    (scene.folder / "course").rename(scene.folder / "elsewhere")
    scene.work({"demo": here})
    assert scene.grading(submission).state == State.DONE


def test_what_a_lost_worker_leaves_for_an_older_edition_moves_on(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        assert queue.claim(session, "lost", {scene.edition.id})
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    file.write_text(file.read_text().replace("points = 2", "points = 3"))
    with scene.database.writing() as session:
        courses.register(session, "demo", scene.folder / "course")
        queue.give_back(session, queue.of_worker("lost"))
    _work(scene)
    assert loads(scene.grading(submission).result).max_score == 3.0
