"""Workers: what becomes of submissions, through the same sandbox as on the command line."""

from __future__ import annotations

import io
import zipfile

import pytest

from grader.jobs.answer import loads
from grader.sandbox import choose
from grader.service import courses
from grader.service.data.tables import State, StoredReport
from grader.service.worker.loop import work
from tests.service.scene import RIGHT, WRONG, Scene

pytestmark = pytest.mark.bubblewrap


def _work(scene: Scene) -> None:
    work(scene.database, choose("bubblewrap"), until_empty=True)


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


def test_what_was_handed_in_for_other_files_waits_for_them(scene: Scene) -> None:
    ada = scene.person("ada")
    old = scene.hand_in(ada)
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    before = file.read_text()
    file.write_text(before.replace("points = 2", "points = 3"))
    _work(scene)
    assert scene.grading(old).state == State.QUEUED
    with scene.database.writing() as session:
        courses.register(session, "demo", scene.folder / "course")
    new = scene.hand_in(ada)
    assert scene.grading(new).edition_id != scene.grading(old).edition_id
    file.write_text(before)
    _work(scene)
    assert scene.grading(old).state == State.DONE
    assert scene.grading(new).state == State.QUEUED
