"""Scores for platforms: sent once released, again when they change, never lost or twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sqlalchemy import select, update

from grader.service.data.decision_tables import Mark
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiMember, LtiScore
from grader.service.data.tables import Course, Person, Role
from grader.service.lti import launch_claims, score_outbox, score_sender
from grader.service.lti.platform_client import PlatformClient
from grader.service.lti.score_sender import make_line_item_or_send_score
from grader.service.upkeep.data_deletion import delete_person
from tests.render import samples
from tests.service import lti_platform
from tests.service.lti_platform import Platform
from tests.service.scene import Scene
from tests.service.site import Browser, words

ITEM = "/lineitems/0/lineitem"


@dataclass
class Linked:
    """A course that is linked to a platform's, and a client for what the service sends."""

    scene: Scene
    platform: Platform
    client: PlatformClient
    context: int
    ada: Person
    submission: int = 0

    def mark(self, points: float) -> None:
        """Give other points than the grader."""
        who = self.scene.person("ines", Role.ASSISTANT)
        with self.scene.database.writing() as session:
            session.add(Mark(submission_id=self.submission, task="2.1", points=points,
                             by_id=who.id, at=1.0))  # fmt: skip

    def send(self) -> None:
        """Do all that is due now."""
        for _ in range(50):
            if not make_line_item_or_send_score(self.client):
                return
        raise AssertionError("It goes on without end.")

    def compare(self, now: float) -> None:
        """Decide what the platform should have."""
        with self.scene.database.reading() as session:
            wanted = score_outbox.compute_wanted_scores(session, now)
        assert wanted is not None
        with self.scene.database.writing() as session:
            score_outbox.store_wanted_scores(session, wanted, now)

    def make_due(self) -> None:
        """Let the time pass until the next try."""
        with self.scene.database.writing() as session:
            session.execute(update(LtiScore).values(next_at=0.0))
            session.execute(update(LtiLineItem).values(next_at=0.0))

    @property
    def row(self) -> LtiScore:
        """What is kept of Ada's score."""
        with self.scene.database.reading() as session:
            return session.scalars(select(LtiScore).where(LtiScore.person_id == self.ada.id)).one()


@pytest.fixture
def linked(scene: Scene) -> Iterator[Linked]:
    with lti_platform.running() as platform:
        ada = scene.person("ada")
        context = lti_platform.link(scene, platform, {"user-1": ada})
        found = Linked(scene, platform, PlatformClient(scene.database), context, ada)
        found.submission = scene.graded(ada, samples.report(samples.RIGHT))
        yield found


def test_a_score_is_sent_once_it_is_released(linked: Linked) -> None:
    linked.send()
    assert linked.platform.posted == []
    assert linked.platform.items == []
    linked.scene.release()
    linked.send()
    (score,) = linked.platform.posted
    assert score["userId"] == "user-1"
    assert score["gradingProgress"] == "FullyGraded"
    assert score["activityProgress"] == "Completed"
    assert 0 < score["scoreGiven"] <= score["scoreMaximum"]
    (item,) = linked.platform.items
    assert (item["resourceId"], item["scoreMaximum"]) == ("demo", score["scoreMaximum"])
    # Behind the path, and with the same query: Moodle's line items have one.
    assert f"{ITEM}/scores?t=1" in linked.platform.paths("POST")
    linked.send()
    assert len(linked.platform.posted) == 1
    page = words(Browser(linked.scene, linked.scene.person("jonas", Role.INSTRUCTOR)).get(
        "/c/demo/lti").text)  # fmt: skip
    assert "demo known 1 0 0" in page


def test_it_is_sent_again_when_it_changes_and_taken_back_with_the_release(linked: Linked) -> None:
    linked.scene.release()
    linked.send()
    linked.mark(0.0)
    linked.send()
    first, second = linked.platform.posted
    assert second["scoreGiven"] < first["scoreGiven"]
    assert second["timestamp"] > first["timestamp"]
    linked.scene.release(shown=False)
    linked.send()
    third = linked.platform.posted[2]
    assert "scoreGiven" not in third
    assert third["gradingProgress"] == "Pending"


def test_what_is_not_decided_is_not_sent(linked: Linked) -> None:
    ben = linked.scene.person("ben")
    linked.scene.graded(ben, samples.EVERYTHING)  # has tasks that wait for people
    with linked.scene.database.writing() as session:
        session.add(LtiMember(context_id=linked.context, subject="user-2", person_id=ben.id))
    linked.scene.release()
    linked.send()
    assert [each["userId"] for each in linked.platform.posted] == ["user-1"]


def test_a_column_that_the_platform_has_already_is_used(linked: Linked) -> None:
    linked.platform.items.append(
        {"id": f"{linked.platform.address}/lineitems/0/lineitem", "resourceId": "demo"}
    )
    linked.scene.release()
    linked.send()
    assert len(linked.platform.posted) == 1
    assert len(linked.platform.items) == 1


def test_a_column_that_a_killed_worker_made_is_found_and_not_made_twice(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked.scene.release()
    with monkeypatch.context() as patch:
        patch.setattr(score_sender, "_address", _killed)
        with pytest.raises(KeyboardInterrupt):
            linked.send()
    assert len(linked.platform.items) == 1
    linked.make_due()
    linked.send()
    assert len(linked.platform.items) == 1
    assert len(linked.platform.posted) == 1


def _killed(_: object) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("results", [True, False], ids=["asked", "not asked"])
def test_a_score_whose_worker_was_killed_is_there_once(linked: Linked, results: bool) -> None:
    """After the platform took it and before that was noted."""
    if not results:
        scopes = launch_claims.SCORE_SCOPE + " " + launch_claims.LINE_ITEM_SCOPE
        with linked.scene.database.writing() as session:
            session.execute(update(LtiContext).values(scopes=scopes))
    linked.scene.release()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_outbox, "record_score", _killed_recording)
        with pytest.raises(KeyboardInterrupt):
            linked.send()
    linked.make_due()
    linked.send()
    kept = linked.row
    assert len(linked.platform.posted) == (1 if results else 2)
    # Not asked, it is the same message with the same time: no platform counts it twice.
    assert all(each == linked.platform.posted[0] for each in linked.platform.posted)
    if results:
        assert kept.sent == kept.wanted
    assert len(linked.platform.scores) == 1


def _killed_recording(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_score_that_nobody_has_sent_is_not_lost_by_a_kill(linked: Linked) -> None:
    linked.scene.release()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_sender, "_post_score", _killed_recording)
        patch.setattr(score_outbox, "record_score", _killed_recording)
        with pytest.raises(KeyboardInterrupt):
            linked.send()
    assert linked.platform.posted == []
    linked.make_due()
    linked.send()
    assert len(linked.platform.scores) == 1


def test_a_platform_that_is_down_is_tried_again_later(linked: Linked) -> None:
    linked.scene.release()
    linked.platform.answers.append(("POST", "/scores", 503, "down for maintenance"))
    linked.send()
    assert (linked.row.tries, linked.row.refused) == (1, False)
    assert "status 503: down for maintenance" in linked.row.problem
    linked.send()
    assert len(linked.platform.posted) == 1
    linked.make_due()
    linked.send()
    assert linked.row.sent == linked.row.wanted


def test_what_a_platform_refuses_is_shown_with_its_answer_until_somebody_tries_again(
    linked: Linked,
) -> None:
    linked.scene.release()
    linked.platform.answers.append(("POST", "/scores", 422, "<b>User is not a student</b>"))
    linked.send()
    linked.make_due()
    linked.send()
    assert len(linked.platform.posted) == 1
    staff = Browser(linked.scene, linked.scene.person("jonas", Role.INSTRUCTOR))
    page = staff.get("/c/demo/lti").text
    assert "refused. It answered with status 422: &lt;b&gt;User is not" in page
    staff.send_form(f"/c/demo/lti/{linked.context}/again", {})
    linked.send()
    assert linked.row.sent == linked.row.wanted


def test_a_token_that_is_not_good_any_more_is_replaced(linked: Linked) -> None:
    linked.scene.release()
    linked.platform.answers.append(("POST", "/scores", 401, ""))
    linked.send()
    before = linked.platform.paths("POST").count("/token")
    linked.make_due()
    linked.send()
    assert linked.platform.paths("POST").count("/token") == before + 1
    assert linked.row.sent == linked.row.wanted


def test_without_leave_of_the_platform_staff_read_what_to_do(linked: Linked) -> None:
    with linked.scene.database.writing() as session:
        session.execute(update(LtiContext).values(scopes="", line_items_url=""))
    linked.scene.release()
    linked.send()
    staff = Browser(linked.scene, linked.scene.person("jonas", Role.INSTRUCTOR))
    assert "does not take scores for this course" in words(staff.get("/c/demo/lti").text)


@pytest.mark.parametrize("how", ["unlinked", "removed", "deleted"])
def test_nothing_is_sent_any_more(linked: Linked, how: str) -> None:
    linked.scene.release()
    admin = Browser(linked.scene, linked.scene.person("root", None, admin=True))
    if how == "unlinked":
        admin.send_form(f"/c/demo/lti/{linked.context}/unlink", {})
    elif how == "removed":
        admin.send_form("/admin/lti/platforms/1/remove", {})
    else:
        with linked.scene.database.writing() as session:
            delete_person(session, "ada")
            assert session.scalars(select(LtiMember)).all() == []
    linked.send()
    assert linked.platform.got == []


def test_only_one_worker_sends_a_score(linked: Linked) -> None:
    linked.scene.release()
    linked.compare(1e9)
    score_sender.make_next_line_item(linked.client)
    with linked.scene.database.writing() as session:
        assert score_outbox.take_next_score(session, 2e9) is not None
        assert score_outbox.take_next_score(session, 2e9) is None


def test_a_newer_score_is_not_taken_for_sent_with_the_older_one(linked: Linked) -> None:
    linked.scene.release()
    linked.compare(1e9)
    score_sender.make_next_line_item(linked.client)
    with linked.scene.database.writing() as session:
        taken = score_outbox.take_next_score(session, 2e9)
        assert taken is not None
    linked.mark(0.0)
    linked.compare(3e9)
    with linked.scene.database.writing() as session:
        score_outbox.record_score(session, taken[0], 3e9, "")
    assert linked.row.sent != linked.row.wanted
    assert json.loads(linked.row.wanted)["scoreGiven"] < json.loads(linked.row.sent)["scoreGiven"]


def test_scores_of_an_archived_course_are_not_compared(linked: Linked) -> None:
    linked.scene.release()
    for archived_at in (1.0, 0.0):
        with linked.scene.database.writing() as session:
            session.get_one(Course, linked.scene.course.id).archived_at = archived_at
        with linked.scene.database.reading() as session:
            wanted = score_outbox.compute_wanted_scores(session, 1e10)
        assert (wanted is None) == bool(archived_at)
