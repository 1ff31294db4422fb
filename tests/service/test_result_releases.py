"""What students see of what people decided, before a release and after it."""

from __future__ import annotations

import pytest

from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import Report
from grader.service import submission_queries
from grader.service.data.decision_tables import Release
from grader.service.data.tables import (
    AssignmentEdition,
    Grading,
    GradingState,
    Person,
    Role,
    StoredReport,
)
from grader.service.result_releases import ReleasedDecisions, releases_of_course
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, token, words

NOTHING, FULL = samples.report(), samples.report(samples.RIGHT)


def newer(scene: Scene, digest: str = "newer") -> AssignmentEdition:
    """Another edition of the assignment, whose files are nowhere."""
    with scene.database.writing() as session:
        edition = AssignmentEdition(
            course_id=scene.course.id, assignment="demo", digest=digest, title="Demonstration",
            created_at=scene.edition.created_at + 1,
        )  # fmt: skip
        session.add(edition)
    return edition


def regraded(
    scene: Scene,
    submission: int,
    edition: AssignmentEdition,
    report: Report,
    state: GradingState = GradingState.DONE,
) -> int:
    """The id of another grading of a submission, by another edition."""
    answer = GradingAnswer.of(report)
    with scene.database.writing() as session:
        grading = Grading(
            submission_id=submission, edition_id=edition.id, regrade=True, state=state.value,
            queued_at=1.0, result=dump_summary_line(answer.result),
        )  # fmt: skip
        session.add(grading)
        session.flush()
        session.add(StoredReport(grading_id=grading.id, text=answer.report))
        return grading.id


def release(
    scene: Scene, task: str = "", *, edition: AssignmentEdition | None = None, shown: bool = True,
    message: str = "", at: float = 1.0,
) -> None:  # fmt: skip
    """What an instructor decides."""
    by = scene.person("decides", Role.INSTRUCTOR)
    edition = edition or scene.edition
    with scene.database.writing() as session:
        session.add(
            Release(
                course_id=scene.course.id, assignment="demo", task=task, edition_id=edition.id,
                shown=shown, message=message, by_id=by.id, at=at,
            )
        )  # fmt: skip


def _released(scene: Scene) -> ReleasedDecisions:
    with scene.database.reading() as session:
        return releases_of_course(session, scene.course.id)["demo"]


def _score(scene: Scene, submission: int, *, staff: bool = False) -> float:
    with scene.database.reading() as session:
        seen = submission_queries.find_submission(session, submission, staff=staff)
    assert seen is not None
    assert seen.result is not None
    return seen.result.score


def test_nothing_is_released_by_itself(scene: Scene) -> None:
    found = _released(scene)
    assert not found.shows("2")
    assert not found.shows("")
    assert found.editions == []
    assert found.standing == []


def test_a_release_of_a_task_shows_this_task_alone(scene: Scene) -> None:
    release(scene, "2")
    found = _released(scene)
    assert found.shows("2")
    assert not found.shows("1")
    assert not found.shows("")
    assert found.editions == []
    assert (found.at("2"), found.at("1")) == (1.0, 0.0)


def test_the_newest_decision_about_a_task_counts(scene: Scene) -> None:
    release(scene, message="all")
    release(scene, "2", shown=False)
    found = _released(scene)
    assert (found.shows("1"), found.shows("2"), found.shows("")) == (True, False, True)
    assert [each.message for each in found.standing] == ["all"]
    release(scene)
    assert _released(scene).shows("2")
    release(scene, shown=False)
    assert not _released(scene).shows("1")
    assert _released(scene).standing == []
    release(scene, "2")
    assert _released(scene).shows("2")
    assert not _released(scene).shows("1")


def test_a_regrade_is_seen_by_staff_at_once_and_by_students_once_released(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), NOTHING)
    edition = newer(scene)
    regraded(scene, submission, edition, FULL)
    assert _score(scene, submission, staff=True) == FULL.score
    assert _score(scene, submission) == 0.0
    release(scene, "2.1", edition=edition)
    assert _score(scene, submission) == 0.0  # only a release of the whole says which edition
    release(scene, edition=edition)
    assert _score(scene, submission) == FULL.score
    release(scene, edition=edition, shown=False)
    assert _score(scene, submission) == 0.0


def test_students_keep_what_was_released_while_the_next_edition_is_graded(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), NOTHING)
    old, second, third = scene.edition, newer(scene, "second"), newer(scene, "third")
    regraded(scene, submission, second, FULL)
    release(scene, edition=second)
    regraded(scene, submission, third, NOTHING)
    assert _score(scene, submission) == FULL.score
    release(scene, edition=third)
    assert _score(scene, submission) == 0.0
    release(scene, edition=second)
    assert _score(scene, submission) == FULL.score
    release(scene, edition=old)
    assert _score(scene, submission) == 0.0


def test_a_regrade_that_is_not_over_or_failed_changes_nothing(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), FULL)
    for number, state in enumerate(
        [GradingState.QUEUED, GradingState.RUNNING, GradingState.FAILED]
    ):
        edition = newer(scene, str(number))
        regraded(scene, submission, edition, NOTHING, state)
        release(scene, edition=edition)
        assert _score(scene, submission) == FULL.score
        assert _score(scene, submission, staff=True) == FULL.score


def test_where_the_grader_had_failed_the_first_grading_is_seen_at_once(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(submission).id).state = GradingState.FAILED.value
    regraded(scene, submission, newer(scene), FULL)
    assert _score(scene, submission) == FULL.score


def _browsers(scene: Scene, ada: Person) -> tuple[Browser, Browser]:
    return Browser(scene, ada), Browser(scene, scene.person("ines", Role.ASSISTANT))


@pytest.mark.slow
def test_pages_and_programs_show_the_same(scene: Scene) -> None:
    ada = scene.person("ada")
    submission = scene.graded(ada, NOTHING)
    edition = newer(scene)
    regraded(scene, submission, edition, FULL)
    student, staff = _browsers(scene, ada)
    status, report = f"/api/v1/submissions/{submission}", f"/s/{submission}/report"

    def shown() -> tuple[float, bool, bool]:
        return (
            student.get(status, headers=token(scene, ada)).json()["score"],
            samples.RIGHT.title in student.get(report).text,
            samples.RIGHT.title in words(student.get(f"/s/{submission}").text),
        )

    assert shown() == (0.0, False, False)
    assert samples.RIGHT.title in staff.get(report).text
    release(scene, edition=edition)
    assert shown() == (FULL.score, True, True)
