"""Marks: what can be given, what needs a reason, and what is left on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem, final_scores, manual_marks, submission_queries
from grader.service.data.decision_tables import AssignmentTerms, Mark
from grader.service.data.tables import AuditEntry, Role
from grader.service.manual_marks import GivenPoints
from grader.service.submission_queries import SubmissionView
from tests.render.samples import RIGHT, WRITTEN, report
from tests.service.scene import Scene

ESSAY, GRADED = "1.1", "2.1"


@dataclass
class Desk:
    """A submission in front of two people who mark it."""

    session: Session
    seen: SubmissionView
    ines: int
    omar: int

    @property
    def place(self) -> tuple[int, str, str]:
        return self.seen.submission.course_id, "demo", ESSAY

    def points(self, task: str) -> float | None:
        found = final_scores.scores_of_submission(self.session, self.seen).task(task)
        assert found is not None
        return found.points

    def deeds(self) -> list[tuple[str, str]]:
        return [(each.deed, each.about) for each in self.session.scalars(select(AuditEntry))]


@pytest.fixture
def desk(scene: Scene) -> Iterator[Desk]:
    people = [scene.person(name, Role.ASSISTANT).id for name in ("ines", "omar")]
    submission = scene.graded(scene.person("ada"), report(WRITTEN, RIGHT))
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        yield Desk(session, seen, *people)


def test_a_mark_counts_until_it_is_taken_back(desk: Desk) -> None:
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.5))
    assert desk.points(ESSAY) == 1.5
    assert manual_marks.take_mark_back(desk.session, desk.omar, desk.seen, ESSAY) is None
    assert desk.points(ESSAY) == 1.5
    manual_marks.take_mark_back(desk.session, desk.ines, desk.seen, ESSAY)
    assert desk.points(ESSAY) is None
    assert manual_marks.take_mark_back(desk.session, desk.ines, desk.seen, ESSAY) is None
    about = f"submission {desk.seen.submission.id}, task 1.1"
    assert desk.deeds() == [("marked", f"{about}: 1.5 points"), ("took back", about)]


def test_an_override_says_why_and_is_taken_back_by_anybody(desk: Desk) -> None:
    with pytest.raises(ServiceProblem, match="reason is missing"):
        manual_marks.give_mark(
            desk.session, desk.ines, desk.seen, GRADED, GivenPoints(0.5, reason="  ")
        )
    manual_marks.give_mark(
        desk.session, desk.ines, desk.seen, GRADED, GivenPoints(0.5, reason="It hangs.")
    )
    assert desk.points(GRADED) == 0.5
    manual_marks.take_mark_back(desk.session, desk.omar, desk.seen, GRADED)
    assert desk.points(GRADED) == 1.0
    assert [deed for deed, _ in desk.deeds()] == ["overrode", "took back"]


@pytest.mark.parametrize("points", [-0.5, 2.5, float("nan"), float("inf")])
def test_points_are_among_those_to_be_had(desk: Desk, points: float) -> None:
    with pytest.raises(ServiceProblem, match=r"from 0 to 2 points"):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(points))


def test_what_cannot_be_marked_says_so(desk: Desk) -> None:
    with pytest.raises(ServiceProblem, match="no task"):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, "9", GivenPoints(1.0))
    with pytest.raises(ServiceProblem, match="Points are missing: give points"):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints())
    with pytest.raises(ServiceProblem, match="at most 2000 characters"):
        manual_marks.give_mark(
            desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0, reason="x" * 2001)
        )


def test_the_same_mark_sent_twice_is_one(desk: Desk) -> None:
    for _ in range(2):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0))
    assert len(desk.session.scalars(select(Mark)).all()) == 1
    assert len(desk.deeds()) == 1


def test_differences_are_settled_with_a_reason(desk: Desk) -> None:
    settling = GivenPoints(1.5, reason="Between the two.", settles=True)
    with pytest.raises(ServiceProblem, match="nothing to settle"):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, settling)
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0))
    manual_marks.give_mark(desk.session, desk.omar, desk.seen, ESSAY, GivenPoints(2.0))
    assert desk.points(ESSAY) is None
    with pytest.raises(ServiceProblem, match="reason is missing"):
        manual_marks.give_mark(
            desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.5, settles=True)
        )
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, settling)
    assert desk.points(ESSAY) == 1.5
    manual_marks.take_mark_back(desk.session, desk.omar, desk.seen, ESSAY, settles=True)
    assert desk.points(ESSAY) is None


def test_an_override_given_again_after_somebody_elses_counts(desk: Desk) -> None:
    own, other = (
        GivenPoints(0.5, reason="It hangs."),
        GivenPoints(0.25, reason="It does not even start."),
    )
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, GRADED, own)
    manual_marks.give_mark(desk.session, desk.omar, desk.seen, GRADED, other)
    for _ in range(2):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, GRADED, own)
    assert desk.points(GRADED) == 0.5
    manual_marks.take_mark_back(desk.session, desk.omar, desk.seen, GRADED)
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, GRADED, own)
    assert desk.points(GRADED) == 0.5
    manual_marks.give_mark(desk.session, desk.omar, desk.seen, GRADED, own)
    deeds = [deed for deed, _ in desk.deeds()]
    assert deeds == ["overrode"] * 3 + ["took back"] + ["overrode"] * 2


def test_a_settlement_given_again_after_somebody_elses_counts(desk: Desk) -> None:
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0))
    manual_marks.give_mark(desk.session, desk.omar, desk.seen, ESSAY, GivenPoints(2.0))
    own = GivenPoints(1.5, reason="Between the two.", settles=True)
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, own)
    other = GivenPoints(1.25, reason="Rather less.", settles=True)
    manual_marks.give_mark(desk.session, desk.omar, desk.seen, ESSAY, other)
    for _ in range(2):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, own)
    assert desk.points(ESSAY) == 1.5
    assert [deed for deed, _ in desk.deeds()] == ["marked"] * 2 + ["settled"] * 3


def test_nobody_settles_instead_of_a_second_marker(desk: Desk) -> None:
    course, assignment, _ = desk.place
    desk.session.add(
        AssignmentTerms(course_id=course, assignment=assignment, markers=2, by_id=desk.ines, at=1.0)
    )
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0))
    alone = GivenPoints(1.0, reason="I am sure.", settles=True)
    with pytest.raises(ServiceProblem, match="do not differ"):
        manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, alone)
    assert desk.points(ESSAY) is None


def test_items_add_up_within_the_points_to_be_had(desk: Desk) -> None:
    add = [
        manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, text, points)
        for text, points in (("Names the states.", 1.5), ("Says why.", 1.0), ("Wrong.", -0.5))
    ]
    ids = [item.id for item in add]
    assert [item.position for item in add] == [1, 2, 3]
    mark = manual_marks.give_mark(
        desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(items=(ids[2], ids[0]))
    )
    assert (mark.points, mark.items) == (1.0, f"{ids[0]} {ids[2]}")
    manual_marks.give_mark(
        desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(items=(ids[0], ids[1]))
    )
    assert desk.points(ESSAY) == 2.0
    with pytest.raises(ServiceProblem, match="reason is missing"):
        manual_marks.give_mark(
            desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(1.0, (ids[0], ids[1]))
        )


def test_items_that_only_take_away_count_from_all_points(desk: Desk) -> None:
    item = manual_marks.add_rubric_item(
        desk.session, desk.ines, desk.place, "No reason given.", -0.5
    )
    manual_marks.give_mark(desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(items=(item.id,)))
    assert desk.points(ESSAY) == 1.5


def test_a_retired_item_frees_its_digit_and_stays_in_marks(desk: Desk) -> None:
    items = [
        manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, f"Item {n}.", 0.1)
        for n in range(9)
    ]
    with pytest.raises(ServiceProblem, match="9 rubric items at most"):
        manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "One more.", 1.0)
    manual_marks.give_mark(
        desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(items=(items[3].id,))
    )
    manual_marks.retire_rubric_item(desk.session, desk.omar, items[3])
    assert desk.points(ESSAY) == 0.1
    again = manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "One more.", 1.0)
    assert again.position == 4
    assert items[3] not in manual_marks.list_rubric_items(desk.session, *desk.place)


def test_an_item_of_another_task_is_refused(desk: Desk) -> None:
    course, assignment, _ = desk.place
    other = manual_marks.add_rubric_item(
        desk.session, desk.ines, (course, assignment, "1.2"), "Other.", 1.0
    )
    with pytest.raises(ServiceProblem, match="another task"):
        manual_marks.give_mark(
            desk.session, desk.ines, desk.seen, ESSAY, GivenPoints(items=(other.id,))
        )


def test_an_item_that_is_added_twice_at_once_is_one(desk: Desk) -> None:
    first = manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "says why", 0.5)
    assert (
        manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "says why ", 0.5) is first
    )
    other = manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "says why", 1.0)
    assert [each.id for each in manual_marks.list_rubric_items(desk.session, *desk.place)] == [
        first.id,
        other.id,
    ]
    manual_marks.retire_rubric_item(desk.session, desk.ines, first)
    assert (
        manual_marks.add_rubric_item(desk.session, desk.ines, desk.place, "says why", 0.5)
        is not first
    )
