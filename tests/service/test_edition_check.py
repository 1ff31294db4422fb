"""Editions whose own files are wrong: nothing is graded by them, and nothing is lost."""

from __future__ import annotations

import dataclasses

import pytest
from click.testing import CliRunner

from grader.cli.doctor import doctor
from grader.service import ServiceProblem, course_editions
from grader.service.data.tables import AssignmentEdition, GradingState, Role
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from tests.service.scene import Scene
from tests.service.site import Browser, words

pytestmark = pytest.mark.bubblewrap

BROKEN = {
    "points that do not add up": ("points = 2", "points = 3"),
    "no TOML": ("[[tasks]]", "[[tasks"),
    "a test that cannot be imported": ("", "import nothing_of_this_name\n"),
}


def _broken(scene: Scene, kind: str) -> None:
    tests = scene.folder / "course" / "hidden_tests" / "demo"
    before, after = BROKEN[kind]
    file = tests / "assignment.toml" if before else min(tests.glob("test_*.py"))
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1) if before else after + text)


def _start(scene: Scene) -> list[course_editions.FoundAssignment]:
    """What a start of the server does."""
    folder = scene.folder / "course"
    with scene.database.reading() as session:
        good = course_editions.valid_edition_digests(session, "demo")
    found = course_editions.read_course_folder(folder, course_editions.find_edition_problem, good)
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", folder, found=found)
    return found


@pytest.mark.parametrize("kind", BROKEN)
def test_the_last_good_edition_stays_and_what_comes_waits(scene: Scene, kind: str) -> None:
    assert [each.problem for each in _start(scene)] == [""]
    good, ada = scene.edition, scene.person("ada")
    files = {path: path.read_bytes() for path in (scene.folder / "course").rglob("*.*")}
    _broken(scene, kind)
    (found,) = _start(scene)
    assert found.problem
    assert scene.edition == good or scene.edition.id == good.id
    submission = scene.hand_in(ada)
    scene.work()
    assert scene.grading(submission).state == GradingState.QUEUED
    staff = words(Browser(scene, scene.person("ines", Role.ASSISTANT)).get("/c/demo").text)
    assert "The new files of demo are not in order" in staff
    assert found.problem.splitlines()[0][:40] in staff
    done = CliRunner().invoke(doctor, ["--database", scene.database.url])
    assert done.exit_code >= 1
    assert "demo/demo is held" in done.output
    boss = Browser(scene, scene.person("root", None, admin=True))
    assert "are not in order" in words(boss.get("/admin").text)
    assert "not in order" not in words(Browser(scene, ada).get("/c/demo").text)
    for path, content in files.items():
        path.write_bytes(content)
    assert [each.problem for each in _start(scene)] == [""]
    scene.work()
    assert scene.grading(submission).state == GradingState.DONE
    assert "not in order" not in words(boss.get("/admin").text)
    done = CliRunner().invoke(doctor, ["--database", scene.database.url])
    assert "is held" not in done.output


def test_what_failed_before_is_graded_again_once_it_is_mended(scene: Scene) -> None:
    """Also by an edition of an earlier release, which nobody had looked at."""
    ada, ben = scene.person("ada"), scene.person("ben")
    failed, graded = scene.hand_in(ada), scene.hand_in(ben)
    with scene.database.writing() as session:
        for number, outcome in enumerate((
            GradingOutcome(GradingState.FAILED, report="{}", reason="its tests are worth 3 points"),
            GradingOutcome(GradingState.REFUSED, reason="It is none."),
        )):  # fmt: skip
            claim = queue.claim_next(session, str(number), {scene.edition.id})
            assert claim is not None
            queue.finish_claim(session, claim, outcome)
    file = scene.folder / "course" / "hidden_tests" / "demo" / "assignment.toml"
    file.write_text(file.read_text() + "\n# mended\n")
    _start(scene)
    again = scene.grading(failed)
    assert (again.state, again.reason, again.edition_id) == (
        GradingState.QUEUED,
        "",
        scene.edition.id,
    )
    assert scene.grading(graded).state == GradingState.REFUSED
    scene.work()
    assert scene.grading(failed).state == GradingState.DONE
    _start(scene)
    assert scene.grading(failed).state == GradingState.DONE


def test_a_course_without_any_assignment_in_order_is_not_served(scene: Scene) -> None:
    with scene.database.writing() as session:
        session.query(AssignmentEdition).delete()
    _broken(scene, "points that do not add up")
    with pytest.raises(ServiceProblem, match=r"No assignment of the course .* is in order.*points"):
        _start(scene)


def test_what_is_known_to_be_good_is_not_looked_at_again(scene: Scene) -> None:
    _start(scene)
    looked: list[str] = []
    folder = scene.folder / "course"
    with scene.database.reading() as session:
        good = course_editions.valid_edition_digests(session, "demo")

    def check(name: str, _: object) -> str:
        looked.append(name)
        return ""

    assert course_editions.read_course_folder(folder, check, good)[0].problem == ""
    assert looked == []
    (found,) = course_editions.read_course_folder(folder, check)
    assert looked == ["demo"]
    assert dataclasses.replace(found, problem=None) == course_editions.read_course_folder(folder)[0]
