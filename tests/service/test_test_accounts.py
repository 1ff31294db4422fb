"""Test accounts: they do what students do, and no list of results has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.service import similarity_comparisons
from grader.service.data.tables import Role
from grader.service.submission_that_counts import submissions_that_count
from grader.service.worker import similarity_jobs
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words

RESULTS = (
    "/c/demo/demo/gradebook", "/c/demo/demo/gradebook/csv", "/c/demo/demo/gradebook/canvas",
    "/c/demo/matrix", "/c/demo/demo/overview", "/c/demo/demo/marking",
)  # fmt: skip


@pytest.fixture
def results(scene: Scene) -> Scene:
    """A student and a test account with a graded submission each."""
    for login, role in (("ada", Role.STUDENT), ("probe", Role.TEST)):
        scene.graded(scene.person(login, role), samples.report(samples.RIGHT))
    return scene


def test_no_list_of_results_has_a_test_account(results: Scene) -> None:
    staff = Browser(results, results.person("ines", Role.INSTRUCTOR))
    for address in RESULTS:
        answer = staff.get(address)
        assert answer.status_code == 200
        assert "Probe" not in answer.text, address
        assert "Ada" in answer.text or address.endswith("overview"), address
    assert "1 of 1 graded" in words(staff.get("/c/demo/demo/overview").text)
    with results.database.reading() as session:
        found = submissions_that_count(session, results.course.id, "demo")
    assert [each.submission.person.login for each in found] == ["ada"]


def test_nobody_is_compared_with_a_test_account(
    results: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = results.person("ines", Role.INSTRUCTOR)
    with results.database.writing() as session:
        similarity_comparisons.request_comparison(session, results.edition, staff.id)
    compared: list[str] = []

    def note_files(arguments: list[str], _: object) -> None:
        compared.extend(each.name for each in Path(arguments[0]).glob("*.py"))

    monkeypatch.setattr(similarity_jobs, "_run", note_files)
    similarity_jobs.carry_out_next_comparison(results.database, {}, lambda: False)
    assert compared == ["1.py"]


def test_a_test_account_does_what_students_do(results: Scene) -> None:
    probe = Browser(results, results.person("probe", Role.TEST))
    assert probe.hand_in(b"def double(n):\n    return 2 * n\n") == "/s/3"
    assert probe.get("/s/2/report").status_code == 200
    assert "student view" in probe.get("/s/2/report").text
    assert probe.get("/s/1").status_code == 404
    assert probe.get("/c/demo/demo/submissions").status_code == 404


def test_staff_see_in_lists_what_is_a_test_account(results: Scene) -> None:
    staff = Browser(results, results.person("ines", Role.INSTRUCTOR))
    assert "test account" in words(staff.get("/c/demo/people?name=probe").text).split("1 of 3.")[1]
    assert "Probe (test account)" in words(staff.get("/c/demo/demo/submissions").text)
