"""The scripts that grade in containers of other platforms, run here in folders of that layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import load_assignment
from grader.assignment.course_assignments import BUILT_IN
from grader.export import grade_on_gradescope, grade_on_prairielearn
from grader.export.grade_on_gradescope import SubmissionMetadata, grade_gradescope_submission, main
from grader.export.grade_on_prairielearn import grade_attempt
from grader.export.package_files import SETTINGS
from grader.sandbox import Sandbox, choose_backend
from grader.sandbox.backend_interface import SandboxUnavailable
from tests.made_up import made_up
from tests.render.samples import RIGHT as RIGHT_TASK
from tests.render.samples import report

RIGHT = "def double(number):\n    return 2 * number\n"
WRONG = "def double(number):\n    return number\n"
DUE = {"due_date": "2026-11-27T23:00:00+08:00"}


def none(root: Path) -> Sandbox:
    return choose_backend("none")


def unavailable(root: Path) -> Sandbox:
    raise SandboxUnavailable("No namespaces here.")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The files of a package."""
    folder = tmp_path / "source"
    made_up(folder)
    (folder / SETTINGS).write_text(json.dumps({"assignment": "demo", "per_day": 2}))
    return folder


def autograder(folder: Path, text: str, **metadata: object) -> Path:
    root = folder / "autograder"
    (root / "submission").mkdir(parents=True)
    (root / "submission" / "student.py").write_text(text)
    (root / "submission_metadata.json").write_text(json.dumps(metadata))
    return root


def earlier(time: str, score: object = "1.0", **results: object) -> dict[str, object]:
    return {"submission_time": time, "score": score, "results": results}


def on_gradescope(folder: Path, source: Path, text: str, **metadata: object) -> dict[str, Any]:
    return grade_gradescope_submission(autograder(folder, text, **metadata), source, none)


def test_a_right_submission_has_all_points(tmp_path: Path, source: Path) -> None:
    results = on_gradescope(tmp_path, source, RIGHT)
    assert (results["score"], results["extra_data"]["graded"]) == (2, True)
    assert "The code ran in a sandbox (none)" in results["output"]


def test_a_wrong_submission_has_none(tmp_path: Path, source: Path) -> None:
    results = on_gradescope(tmp_path, source, WRONG)
    assert results["score"] == 0
    assert results["tests"][0]["status"] == "failed"


def test_a_late_submission_says_so(tmp_path: Path, source: Path) -> None:
    results = on_gradescope(
        tmp_path, source, RIGHT, created_at="2026-11-29T01:00:00+08:00", assignment=DUE
    )
    assert results["output"].startswith("Handed in 1 d 2 h after the due date: 2 late days.")
    assert results["extra_data"]["late_days"] == 2


def test_a_submission_in_time_says_nothing_of_it(tmp_path: Path, source: Path) -> None:
    results = on_gradescope(
        tmp_path, source, RIGHT, created_at="2026-11-27T15:00:00+00:00", assignment=DUE
    )
    assert "late" not in results["output"]


def test_beyond_the_limit_of_a_day_the_last_points_stay(tmp_path: Path, source: Path) -> None:
    before = [
        earlier("2026-11-29T09:00:00+00:00", "1.5"),
        earlier("2026-11-28T13:00:00+00:00", "0.5"),
        earlier("2026-11-29T09:30:00+00:00", "0.0", extra_data={"graded": False}),
    ]
    results = on_gradescope(
        tmp_path, source, RIGHT,
        created_at="2026-11-29T12:00:00+00:00", previous_submissions=before,
    )  # fmt: skip
    assert (results["score"], results["extra_data"]["graded"]) == (1.5, False)
    assert "after 2026-11-29 13:00 UTC" in results["output"]


@pytest.mark.parametrize(
    "not_counted",
    [
        earlier("2026-11-28T11:59:00+00:00"),
        earlier("2026-11-29T09:00:00+00:00", extra_data={"graded": False}),
        {**earlier("2026-11-29T09:00:00+00:00"), "autograder_error": True},
        {"submission_time": "soon"},
    ],
)
def test_what_was_not_graded_that_day_does_not_count(
    tmp_path: Path, source: Path, not_counted: dict[str, object]
) -> None:
    before = [earlier("2026-11-29T10:00:00+00:00"), not_counted]
    results = on_gradescope(
        tmp_path, source, RIGHT,
        created_at="2026-11-29T12:00:00+00:00", previous_submissions=before,
    )  # fmt: skip
    assert results["score"] == 2


@pytest.mark.parametrize(
    "metadata", ["", "[]", "[" * 100_000, '{"assignment": 1, "created_at": 2}']
)
def test_metadata_of_any_kind_does_not_stop_grading(
    tmp_path: Path, source: Path, metadata: str
) -> None:
    root = autograder(tmp_path, RIGHT)
    (root / "submission_metadata.json").write_text(metadata)
    assert grade_gradescope_submission(root, source, none)["score"] == 2


def test_without_a_sandbox_nothing_is_run_and_no_points_are_lost(
    tmp_path: Path, source: Path
) -> None:
    before = [earlier("2026-11-20T09:00:00+00:00", 1.5)]
    mark = tmp_path / "it ran"
    root = autograder(tmp_path, f"open({str(mark)!r}, 'w')", previous_submissions=before)
    results = grade_gradescope_submission(root, source, unavailable)
    assert (results["score"], results["extra_data"]["graded"]) == (1.5, False)
    assert "no sandbox" in results["output"]
    assert results["tests"] == [
        {"name": "For staff: why", "output": "No namespaces here.", "visibility": "hidden"}
    ]
    assert not mark.exists()


def test_a_broken_package_leaves_results(tmp_path: Path, source: Path) -> None:
    (source / SETTINGS).unlink()
    results = on_gradescope(tmp_path, source, RIGHT)
    assert "the grader itself failed" in results["output"]
    assert str(source) not in results["output"]


def test_a_submission_without_code_says_why(tmp_path: Path, source: Path) -> None:
    root = autograder(tmp_path, RIGHT)
    (root / "submission" / "student.py").rename(root / "submission" / "essay.pdf")
    results = grade_gradescope_submission(root, source, none)
    assert results["score"] == 0
    assert "Nothing was graded" in results["output"]


def test_the_results_are_written(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = autograder(tmp_path, RIGHT)
    (root / "results").mkdir()
    monkeypatch.chdir(source)
    monkeypatch.setattr(grade_on_gradescope, "choose_sandbox", none)
    main(root)
    assert json.loads((root / "results" / "results.json").read_text())["score"] == 2


def test_agents_have_a_leaderboard() -> None:
    ranked = {
        assignment: grade_on_gradescope._results(
            report(RIGHT_TASK, assignment=assignment),
            SubmissionMetadata(),
            load_assignment(assignment, BUILT_IN),
        ).get("leaderboard")
        for assignment in ("ps2", "breakthrough_agent")
    }
    points = {"name": "Points", "value": 1, "order": "desc"}
    seconds = {"name": "CPU seconds", "value": 2.3, "order": "asc"}
    assert ranked == {"ps2": None, "breakthrough_agent": [points, seconds]}


def attempt(folder: Path, text: str) -> Path:
    root = folder / "grade"
    (root / "student").mkdir(parents=True)
    (root / "student" / "demo.py").write_text(text)
    return root


@pytest.mark.parametrize(("text", "score"), [(RIGHT, 1), (WRONG, 0)])
def test_an_attempt_is_graded(tmp_path: Path, source: Path, text: str, score: float) -> None:
    results = json.loads(grade_attempt(attempt(tmp_path, text), source, none))
    assert (results["gradable"], results["score"]) == (True, score)
    assert "The code ran in a sandbox (none)" in results["output"]


def test_an_attempt_that_cannot_be_loaded_does_not_count(tmp_path: Path, source: Path) -> None:
    results = json.loads(grade_attempt(attempt(tmp_path, "def double(:\n"), source, none))
    assert results["gradable"] is False
    assert any("line 1" in error for error in results["format_errors"])


def test_an_attempt_without_a_sandbox_does_not_count(tmp_path: Path, source: Path) -> None:
    results = json.loads(grade_attempt(attempt(tmp_path, RIGHT), source, unavailable))
    assert (results["gradable"], "score" in results) == (False, False)


def test_the_results_of_an_attempt_are_written(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = attempt(tmp_path, RIGHT)
    monkeypatch.chdir(source)
    monkeypatch.setattr(grade_on_prairielearn, "choose_sandbox", none)
    grade_on_prairielearn.main(root)
    assert json.loads((root / "results" / "results.json").read_text())["score"] == 1
