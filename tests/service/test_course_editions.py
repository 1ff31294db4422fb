"""Editions of assignments: which of them count."""

from __future__ import annotations

from grader.service import course_editions
from grader.service.data.tables import AssignmentEdition
from tests.service.scene import Scene


def test_the_newest_edition_of_each_assignment_counts_whenever_others_were_made(
    scene: Scene,
) -> None:
    with scene.database.writing() as session:
        for assignment, digest, at in (
            ("first", "old", 1.0), ("first", "new", 5.0), ("second", "only", 1.0),
            ("third", "a", 5.0), ("third", "b", 5.0),  # entered at the same moment
        ):  # fmt: skip
            session.add(AssignmentEdition(
                course_id=scene.course.id, assignment=assignment, digest=digest, title=assignment,
                created_at=at,
            ))  # fmt: skip
            session.flush()
        found = [
            (each.assignment, each.digest)
            for each in course_editions.current_editions(session, scene.course)
        ]
    assert found[1:] == [("first", "new"), ("second", "only"), ("third", "b")]
    assert found[0][0] == "demo"
