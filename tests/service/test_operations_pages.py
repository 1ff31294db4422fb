"""What who runs the service sees: failures that wait for somebody, and the audit."""

from __future__ import annotations

import csv
import io

import pytest

from grader.service.data import audit
from grader.service.data.tables import AssignmentEdition, AuditEntry, Grading, GradingState, Person
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from tests.service.scene import Scene
from tests.service.site import Browser, words


@pytest.fixture
def boss(scene: Scene) -> Browser:
    return Browser(scene, scene.person("root", None, admin=True))


@pytest.mark.parametrize(
    "after", [None, GradingState.QUEUED, GradingState.DONE, GradingState.FAILED]
)
def test_failures_that_are_graded_again_leave_the_list(
    scene: Scene, boss: Browser, after: GradingState | None
) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "one", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(
            session, claim, GradingOutcome(GradingState.FAILED, reason="a broken test")
        )
        if after is not None:
            newer = AssignmentEdition(
                course_id=scene.course.id, assignment="demo", digest="1", title="x", created_at=2e9
            )
            session.add(newer)
            session.flush()
            session.add(
                Grading(
                    submission_id=submission, edition_id=newer.id, state=after.value,
                    queued_at=1.0, reason="broken still" if after is GradingState.FAILED else "",
                )
            )  # fmt: skip
    page = words(boss.get("/admin").text)
    assert ("a broken test" in page) == (after is None)
    assert ("broken still" in page) == (after is GradingState.FAILED)
    assert f"the staff will look at it {int(after in {None, GradingState.FAILED})}" in page


def _noted(scene: Scene, number: int) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        for day in range(number):
            session.add(
                AuditEntry(
                    at=86_400.0 * day, person_id=ada.id, deed="read", about=f"submission {day}"
                )
            )
        ben = Person(login="ben_1", name="=Ben", created_at=1.0)
        session.add(ben)
        session.flush()
        session.add(AuditEntry(at=1e9, person_id=ben.id, deed="=gave", about="100% of *"))


def _found(scene: Scene, **wanted: str | float) -> list[str]:
    with scene.database.reading() as session:
        rows = session.execute(audit.select_audit_entries(**wanted))  # type: ignore[arg-type]
        return [entry.about for entry, _ in rows]


def test_the_audit_is_searched_by_words_and_time(scene: Scene) -> None:
    _noted(scene, 30)
    assert _found(scene, words="BEN_1") == _found(scene, words="% gave") == ["100% of *"]
    assert _found(scene, words="ada submission 2", until=86_400.0 * 20) == [
        f"submission {day}" for day in (12, 2)
    ]
    assert _found(scene, words="ada _") == []
    assert _found(scene, since=86_400.0 * 29, until=1e9) == ["submission 29"]
    assert len(_found(scene)) == 31


def test_the_audit_has_pages_and_a_file(scene: Scene, boss: Browser) -> None:
    _noted(scene, 250)
    first = boss.get("/admin/audit?words=ada").text
    assert "submission 249" in first
    assert "submission 149" not in first
    assert "page=2" in first
    last = boss.get("/admin/audit?words=ada&page=3").text
    assert "submission 0" in words(last)
    assert "Earlier ones" not in last
    file = boss.get("/admin/audit.csv?words=&until=2001-09-10T00:00")
    rows = list(csv.reader(io.StringIO(file.text)))
    assert rows[0] == ["time", "login", "deed", "about"]
    assert rows[1] == ["2001-09-09T01:46:40Z", "ben_1", "'=gave", "100% of *"]
    assert len(rows) == 252
    assert _found(scene, words="entries of the audit") == ["251 entries of the audit"]
    assert boss.get("/admin/audit.csv?since=yesterday").status_code == 400
