"""Workers: what becomes of submissions, through the same sandbox as on the command line."""

from __future__ import annotations

import errno
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.grading_answer import ResultSummary, dump_summary_line, load_summary_line
from grader.jobs.grading_context import GradingContext
from grader.service import course_editions, people, similarity_comparisons
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.data.tables import GradingState, Role, StoredReport
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.worker import loop, similarity_jobs
from tests.made_up import made_up
from tests.service.scene import RIGHT, WRONG, Scene

pytestmark = pytest.mark.bubblewrap

NOTHING = dump_summary_line(ResultSummary((), {}, complete=True))


def _work(scene: Scene) -> None:
    scene.work()


@pytest.mark.slow
def test_submissions_are_graded(scene: Scene) -> None:
    ada = scene.person("ada")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("homework/mine.py", RIGHT)
    wanted = {
        scene.hand_in(ada): (GradingState.DONE, 2.0),
        scene.hand_in(ada, WRONG): (GradingState.DONE, 0.0),
        scene.hand_in(ada, archive.getvalue(), "mine.zip"): (GradingState.DONE, 2.0),
        scene.hand_in(ada, b"no archive", "mine.zip"): (GradingState.REFUSED, None),
        scene.hand_in(ada, b"", "mine.py"): (GradingState.REFUSED, None),
    }
    _work(scene)
    for submission, (state, score) in wanted.items():
        grading = scene.grading(submission)
        assert grading.state == state, grading.reason
        if score is None:
            assert grading.reason.endswith(".")
            continue
        assert load_summary_line(grading.result).score == score
        with scene.database.reading() as session:
            report = session.get(StoredReport, grading.id)
        assert report is not None
        assert '"path": "' + grading.submission.filename in report.text


@pytest.mark.slow
def test_what_comes_in_during_a_comparison_is_graded_before_it_ends(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = scene.person("ada")
    states = []

    def run(arguments: list[str], grade: Callable[[], bool]) -> None:
        submission = scene.hand_in(ada)
        assert grade()
        states.append(scene.grading(submission).state)
        raise similarity_jobs._NotCompared("That was all.")

    monkeypatch.setattr(similarity_jobs, "_run", run)
    with scene.database.writing() as session:
        similarity_comparisons.request_comparison(session, scene.edition, ada.id)
    _work(scene)
    assert states == [GradingState.DONE]


@pytest.mark.slow
def test_what_waits_is_graded_by_the_newest_edition_once_it_is_known(scene: Scene) -> None:
    ada = scene.person("ada")
    early = scene.hand_in(ada)
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    file.write_text(file.read_text().replace("points = 2", "points = 3"))
    _work(scene)
    assert (
        scene.grading(early).state == GradingState.QUEUED
    )  # nobody has said that the change is meant
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", scene.folder / "course")
    late = scene.hand_in(ada)
    assert scene.grading(early).edition_id == scene.grading(late).edition_id
    _work(scene)
    for submission in (early, late):
        assert load_summary_line(scene.grading(submission).result).max_score == 3.0


@pytest.mark.slow
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
        assert scene.grading(submission).state == GradingState.QUEUED
        assert f"demo/demo in edition {scene.edition.digest} is not in {folder}" in caplog.text
        assert reason in caplog.text
    shutil.copytree(scene.folder / "course", here, dirs_exist_ok=True)
    (scene.folder / "course").rename(scene.folder / "elsewhere")
    scene.work({"demo": here})
    assert scene.grading(submission).state == GradingState.DONE


def _other_course(scene: Scene) -> int:
    """A submission in another course."""
    made_up(scene.folder / "other")
    ada = scene.person("ada")
    with scene.database.writing() as session:
        course = course_editions.register_course(session, "other", scene.folder / "other")
        people.enrol_person(session, ada, course, Role.STUDENT)
        (edition,) = course_editions.current_editions(session, course)
        return accept_submission(
            session, edition, IncomingSubmission.now(ada.id, "student.py", RIGHT, "other")
        ).id


@pytest.mark.slow
def test_what_this_machine_cannot_grade_is_set_aside_for_others_and_said_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    submission = scene.hand_in(scene.person("ada"))
    other = _other_course(scene)
    tries = []

    def unfit(context: GradingContext, *_: object) -> GradingOutcome:
        if context.assignment.course != scene.folder / "course":
            return GradingOutcome(GradingState.DONE, NOTHING)
        tries.append(context)
        raise WorkerUnfit("finds no sandbox: it is gone")

    with monkeypatch.context() as patch:
        patch.setattr(loop, "grade_claim", unfit)
        _work(scene)
    assert scene.grading(submission).state == GradingState.QUEUED
    assert scene.grading(other).state == GradingState.DONE
    assert len(tries) == 3
    name = f"demo/demo in edition {scene.edition.digest}"
    assert caplog.text.count(f"{name}: this machine finds no sandbox: it is gone") == 1
    _work(scene)
    assert scene.grading(submission).state == GradingState.DONE


def test_what_was_set_aside_is_tried_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    submission = scene.hand_in(scene.person("ada"))
    tries = []

    def unfit(*_: object) -> GradingOutcome:
        tries.append(1)
        if len(tries) < 6:
            raise WorkerUnfit("has another version of the grader")
        return GradingOutcome(GradingState.DONE, NOTHING)

    monkeypatch.setattr(loop, "grade_claim", unfit)
    monkeypatch.setattr(loop, "_LOOK_FOR_FILES", 0.0)
    _work(scene)
    assert scene.grading(submission).state == GradingState.DONE


@pytest.mark.slow
def test_what_a_lost_worker_leaves_for_an_older_edition_moves_on(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        assert queue.claim_next(session, "lost", {scene.edition.id})
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    file.write_text(file.read_text().replace("points = 2", "points = 3"))
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", scene.folder / "course")
        queue.return_to_queue(session, queue.gradings_of_worker("lost"))
    _work(scene)
    assert load_summary_line(scene.grading(submission).result).max_score == 3.0


def test_an_outcome_that_cannot_be_kept_holds_up_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = scene.hand_in(scene.person("ada"))
    outcome = GradingOutcome(GradingState.REFUSED, reason="half a pair: \ud800")
    monkeypatch.setattr(loop, "grade_claim", lambda *_: outcome)
    _work(scene)
    found = scene.grading(submission)
    assert (found.state, found.failures) == (GradingState.FAILED, queue.FAILURES)
    assert "UnicodeEncodeError" in found.reason


def test_what_a_full_disk_keeps_from_being_graded_waits_for_room(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = scene.hand_in(scene.person("ada"))
    full = [True] * 3
    write = Path.write_bytes

    def written(self: Path, data: bytes) -> int:
        if full and full.pop():
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", written)
    monkeypatch.setattr(loop, "_LOOK_FOR_FILES", 0.0)
    _work(scene)
    found = scene.grading(submission)
    assert (found.state, found.failures) == (GradingState.DONE, 0)


def test_a_failure_tells_no_folder_of_the_machine(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = scene.hand_in(scene.person("ada"))

    def fails(*_: object) -> GradingOutcome:
        raise LookupError("nothing is known of /srv/secret/course/a.py")

    monkeypatch.setattr(loop, "grade_claim", fails)
    _work(scene)
    assert scene.grading(submission).reason == "LookupError: nothing is known of a.py"
