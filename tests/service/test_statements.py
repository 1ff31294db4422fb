"""Pages ask the database each thing once, however many assignments and submissions there are."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import event

from grader.service.data.tables import AssignmentEdition
from tests.service.cast import Cast


@pytest.fixture
def two_assignments(cast: Cast) -> Cast:
    """The course has a second assignment."""
    course = cast.scene.course.id
    with cast.scene.database.writing() as session:
        session.add(
            AssignmentEdition(
                course_id=course, assignment="two", digest="0", title="Two", created_at=1.0
            )
        )
    return cast


@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("owner", "/c/{slug}"),
        ("owner", "/s/{id}"),
        ("instructor", "/c/{slug}"),
        ("instructor", "/s/{id}"),
        ("instructor", "/c/{slug}/{assignment}/marking"),
        ("instructor", "/c/{slug}/{assignment}/submissions"),
        ("instructor", "/c/{slug}/{assignment}/gradebook"),
        ("assistant", "/s/{id}/marking"),
    ],
)
def test_no_page_asks_the_same_twice(two_assignments: Cast, who: str, path: str) -> None:
    browser = two_assignments.browser(who)
    asked: Counter[tuple[str, str]] = Counter()

    def note(*about: object) -> None:
        asked[str(about[2]), str(about[3])] += 1

    engine = two_assignments.scene.database.engine
    event.listen(engine, "before_cursor_execute", note)
    assert browser.get(two_assignments.path(path)).status_code == 200
    twice = {text for text, count in asked.items() if count > 1 and text[0] != "BEGIN"}
    assert "FROM secret" in " ".join(text for text, _ in asked)
    assert twice == set()
