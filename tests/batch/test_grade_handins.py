"""Grading hand-ins: each once, whatever happens, and everything on disk before it counts."""

from __future__ import annotations

import os
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from grader import intake
from grader.batch.report_store import ReportStore, StoreError
from grader.jobs import executors
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_key import AssignmentChanged, AssignmentFilesWatch
from grader.model.report import Report, View
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.render.report_json import loads
from tests.batch.scene import RIGHT, WRONG, Judging, Scene, by_content, report, written, zipped

# Once ---------------------------------------------------------------------------------------


def test_a_row_and_a_report_for_each(scene: Scene) -> None:
    scene.course()
    carrier = Judging()
    rows = scene.grade(carrier)
    assert [row.result.score for row in rows.values()] == [0, 1, 0, 1, 0, 1]
    assert all(row.graded for row in rows.values())
    for name, row in rows.items():
        stored = loads(scene.text(name))
        assert (stored.path, stored.digest) == (row.path, row.digest)


def test_what_is_unchanged_is_neither_graded_nor_written_again(scene: Scene) -> None:
    scene.course()
    first = scene.grade(Judging())
    times = {path: path.stat().st_mtime_ns for path in (scene.results / "json").iterdir()}
    carrier = Judging()
    second = scene.grade(carrier)
    assert (carrier.asked, second) == ([], first)
    assert not any(row.graded for row in second.values())
    assert {path: path.stat().st_mtime_ns for path in (scene.results / "json").iterdir()} == times


def test_what_changed_is_graded(scene: Scene) -> None:
    scene.course()
    scene.grade(Judging())
    written(scene.inbox, {"s0.py": RIGHT, "new.py": WRONG})
    carrier = Judging()
    rows = scene.grade(carrier)
    assert {Path(path).name for path in carrier.asked} == {"s0.py", "new.py"}
    assert rows["s0"].full


def test_another_setting_grades_all_of_them_and_the_first_is_still_known(scene: Scene) -> None:
    scene.course()
    scene.grade(Judging())
    before = scene.context
    scene.context = replace(before, seed=1)
    carrier = Judging()
    scene.grade(carrier)
    assert len(carrier.asked) == 6
    scene.context = before
    assert scene.grade(carrier) and len(carrier.asked) == 6  # noqa: PT018 - the first says that it ran


def test_refresh_grades_all_of_them_but_twins_once(scene: Scene) -> None:
    written(scene.inbox, {"a/x.py": RIGHT, "b/x.py": RIGHT, "c/x.py": WRONG})
    scene.grade(Judging())
    carrier = Judging()
    assert len(scene.grade(carrier, refresh=True)) == 3
    assert len(carrier.asked) == 2


def test_without_a_store_nothing_is_known_and_nothing_kept(scene: Scene) -> None:
    scene.course()
    scene.grade(Judging())
    carrier = Judging()
    scene.grade(carrier, kept=False)
    assert len(carrier.asked) == 6


@pytest.mark.parametrize("at_hand", [1, 2, 5])
def test_the_same_program_is_graded_once(scene: Scene, at_hand: int) -> None:
    written(scene.inbox, {f"s{n}/x.py": RIGHT for n in range(5)})
    carrier = Judging(at_hand=at_hand)
    rows = scene.grade(carrier)
    assert len(carrier.asked) == 1
    assert len(rows) == 5
    for name in rows:
        assert loads(scene.text(name)).path == str(scene.inbox / name)


def test_a_folder_that_moved_gets_reports_of_its_own_path(scene: Scene, tmp_path: Path) -> None:
    scene.course()
    scene.grade(Judging())
    scene.inbox = scene.inbox.rename(tmp_path / "elsewhere")
    carrier = Judging()
    scene.grade(carrier)
    assert carrier.asked == []
    assert loads(scene.text("s1")).path == str(scene.inbox / "s1.py")


# Interrupted --------------------------------------------------------------------------------


@pytest.mark.parametrize("after", range(7))
def test_an_interrupted_run_goes_on_where_it_stopped(scene: Scene, after: int) -> None:
    scene.course()
    first = Judging(after=after, at_hand=2)
    if after < 6:
        with pytest.raises(KeyboardInterrupt):
            scene.grade(first)
    second = Judging()
    rows = scene.grade(second)
    assert len(rows) == 6
    assert sorted(first.asked + second.asked) == sorted(row.path for row in rows.values())


def test_reports_that_are_missing_or_were_changed_come_from_the_store(scene: Scene) -> None:
    scene.course()
    scene.grade(Judging())
    good = scene.text("s0")
    (scene.results / "json" / "s1.json").unlink()
    (scene.results / "json" / "s0.json").write_text("half a rep")
    carrier = Judging()
    scene.grade(carrier)
    assert carrier.asked == []
    assert scene.text("s0") == good
    assert loads(scene.text("s1")).path.endswith("s1.py")


# Trouble ------------------------------------------------------------------------------------


def test_what_is_lost_is_an_internal_error_and_tried_again_next_time(scene: Scene) -> None:
    scene.course()
    lost = f"# 2\n{WRONG}"
    rows = scene.grade(Judging(lost=(lost,)))
    assert rows.pop("s2").internal
    assert not any(row.internal for row in rows.values())
    report_of_s2 = loads(scene.text("s2"))
    assert report_of_s2.errors == ("Nothing is decided: it was killed.",)
    assert {task.verdict for task in report_of_s2.tasks} == {Verdict.INTERNAL_ERROR}
    carrier = Judging()
    assert not scene.grade(carrier)["s2"].internal
    assert len(carrier.asked) == 1
    assert not loads(scene.text("s2")).errors


def test_reports_with_internal_errors_are_not_kept(scene: Scene) -> None:
    scene.course(1)

    def troubled(submission: Submission) -> Report:
        return report(submission, complete=False, errors=("A hidden test broke.",))

    assert scene.grade(Judging(troubled))["s0"].internal
    carrier = Judging(troubled)
    scene.grade(carrier)
    assert len(carrier.asked) == 1


def test_the_report_of_an_internal_error_does_not_outlive_a_kill(scene: Scene) -> None:
    """Killed after the store has the good report, and before its file is written."""
    scene.course(1)
    scene.grade(Judging(lost=(f"# 0\n{WRONG}",)))
    bad = scene.text("s0")
    path = scene.results / "json" / "s0.json"
    written_at = path.stat().st_mtime_ns
    with closing(ReportStore(scene.results)) as store:
        left = store.written("json/s0.json")
        assert left is not None
        scene.grade(Judging())
        store.wrote("json/s0.json", left)
    path.write_text(bad)
    os.utime(path, ns=(written_at, written_at))
    scene.grade(Judging())
    assert not loads(scene.text("s0")).errors


def test_twins_of_what_is_lost_are_graded(scene: Scene) -> None:
    written(scene.inbox, {"a/x.py": RIGHT, "b/x.py": RIGHT})
    carrier = Judging(lost=(RIGHT,), at_hand=2)
    rows = scene.grade(carrier)
    assert [row.internal for row in rows.values()] == [True, True]
    assert len(carrier.asked) == 2


def test_what_cannot_be_read_is_a_row_and_stops_nobody(scene: Scene) -> None:
    scene.course(2)
    written(scene.inbox, {"empty.py": "", "broken.zip": "no archive"})
    zipped(scene.inbox / "two.zip", {"a.py": RIGHT, "b.py": RIGHT})
    rows = scene.grade(Judging())
    refused = {name: row.refusal for name, row in rows.items() if row.refusal}
    assert set(refused) == {"empty", "broken", "two"}
    for name in refused:
        row = rows[name]
        assert (row.result.score, row.result.max_score, row.internal) == (0, 2, False)
        assert row.result.complete
        assert not (scene.results / "json" / f"{name}.json").exists()


def test_no_result_for_some_tasks_is_complete(scene: Scene) -> None:
    written(scene.inbox, {"empty.py": ""})
    scene.context = replace(scene.context, tasks=("1",))
    (row,) = scene.grade(Judging()).values()
    assert not row.result.complete


def test_a_damaged_store_is_told(scene: Scene) -> None:
    scene.course()
    scene.results.mkdir()
    (scene.results / "store.sqlite").write_bytes(b"x" * 10_000)
    with pytest.raises(StoreError):
        scene.grade(Judging())


def test_what_was_finished_before_the_assignment_changed_is_kept(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if its answer is heard after the change."""
    assignment = scene.context.assignment
    changing = assignment.tests / "assignment.toml"
    size = changing.stat().st_size
    changes = f"from pathlib import Path\nPath({str(changing)!r}).open('a').write('# More.')\n"
    written(scene.inbox, {"alice.py": RIGHT, "bob.py": f"{changes}{RIGHT}"})
    give_up = time.monotonic() + 60

    text = GradingAnswer.text

    def late(answer: GradingAnswer) -> str:
        while changing.stat().st_size == size:
            assert time.monotonic() < give_up
            os.sched_yield()
        return text(answer)

    monkeypatch.setattr(GradingAnswer, "text", late)
    scene.context = replace(scene.context, watch=AssignmentFilesWatch.over(assignment))
    with pytest.raises(AssignmentChanged):
        scene.grade(executors.make_fork_executor(scene.context, 1))
    assert [path.stem for path in (scene.results / "json").iterdir()] == ["alice"]


def test_nothing_is_begun_when_the_assignment_has_changed(scene: Scene) -> None:
    scene.course()
    assignment = scene.context.assignment

    def judge(submission: Submission) -> Report:
        written(assignment.tests, {"assignment.toml": f"# Read for {submission.path}."})
        return by_content(submission)

    scene.context = replace(scene.context, watch=AssignmentFilesWatch.over(assignment))
    carrier = Judging(judge)
    with pytest.raises(AssignmentChanged):
        scene.grade(carrier)
    assert len(carrier.asked) == 1


# Only what failed ---------------------------------------------------------------------------


def test_full_marks_are_kept_as_they_are(scene: Scene) -> None:
    scene.course()
    before = scene.grade(Judging())
    scene.context = replace(scene.context, seed=1)
    carrier = Judging()
    rows = scene.grade(carrier, before=before)
    assert {Path(path).name for path in carrier.asked} == {"s0.py", "s2.py", "s4.py"}
    assert {row.setting for row in rows.values()} == {
        scene.setting.digest, before["s1"].setting,
    }  # fmt: skip
    written(scene.inbox, {"s1.py": WRONG})
    assert not scene.grade(Judging(), before=before)["s1"].full


def test_full_marks_are_kept_with_their_report_or_not_at_all(scene: Scene) -> None:
    scene.course(2)
    before = scene.grade(Judging())
    good, report_file = scene.text("s1"), scene.results / "json" / "s1.json"
    scene.context = replace(scene.context, seed=1)
    report_file.unlink()
    assert scene.grade(Judging(), before=before)["s1"] == before["s1"]
    assert scene.text("s1") == good
    for path in scene.results.glob("store*"):
        path.unlink()
    report_file.unlink()
    carrier = Judging()
    assert scene.grade(carrier, before=before)["s1"].graded
    assert len(carrier.asked) == 2
    assert report_file.exists()


def test_full_marks_that_were_lost_since_are_not_kept(scene: Scene) -> None:
    scene.course(2)
    before = scene.grade(Judging())
    scene.grade(Judging(lambda submission: report(submission, Verdict.WRONG_ANSWER)), refresh=True)
    assert not scene.grade(Judging(), before=before)["s1"].full


def test_full_marks_of_a_folder_that_moved_have_its_path(scene: Scene, tmp_path: Path) -> None:
    scene.course(2)
    before = scene.grade(Judging())
    scene.inbox = scene.inbox.rename(tmp_path / "elsewhere")
    row = scene.grade(Judging(), before=before)["s1"]
    assert row.path == loads(scene.text("s1")).path == str(scene.inbox / "s1.py")


def test_an_answer_has_a_report_in_short(scene: Scene) -> None:
    scene.course(1)
    made = by_content(intake.read_submission(scene.inbox / "s0.py"))
    answer = GradingAnswer.read(GradingAnswer.of(made).text())
    assert (answer.result.score, loads(answer.report)) == (made.score, made)
    assert View.STAFF.value in answer.report
