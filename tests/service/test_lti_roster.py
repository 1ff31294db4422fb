"""Rosters of platforms: read page by page, shown as a difference, applied by staff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select, update

from grader.service.data.lti_tables import LtiContext, LtiMember
from grader.service.data.tables import Course, Membership, Person, Role, Submission
from grader.service.lti import launch_claims, tool_keys
from grader.service.lti.platform_client import PlatformClient
from grader.service.lti.roster_sync import read_due_roster
from tests.service import lti_platform
from tests.service.lti_platform import ROLES, Platform, register
from tests.service.scene import Scene
from tests.service.site import Browser, words


def member(subject: str, name: str, role: str = "student", **more: Any) -> dict[str, Any]:
    """A member as Moodle lists one."""
    return {"user_id": subject, "name": name, "roles": ROLES[role], "status": "Active", **more}


@dataclass
class Linked:
    """A course that is linked to a platform's, with its instructor's browser."""

    scene: Scene
    platform: Platform
    staff: Browser
    context: int

    def read(self) -> None:
        """Read the roster as the worker does once somebody asked for it."""
        self.staff.send_form(f"/c/demo/lti/{self.context}/roster", {})
        assert read_due_roster(PlatformClient(self.scene.database))
        assert not read_due_roster(PlatformClient(self.scene.database))

    @property
    def page(self) -> str:
        return words(self.staff.get("/c/demo/lti").text)

    def apply(self) -> Any:
        """Apply all that is ticked on the page."""
        page = self.staff.get("/c/demo/lti").text
        ticked = re.findall(r'name="member" value="(\d+)" checked', page)
        return self.staff.send_form(f"/c/demo/lti/{self.context}/apply", {"member": ticked})

    def roles(self) -> dict[str, str]:
        """The role of everybody in the course, by login."""
        with self.scene.database.reading() as session:
            rows = session.execute(
                select(Person.login, Membership.role)
                .join(Membership, Membership.person_id == Person.id)
                .where(Membership.course_id == self.scene.course.id)
            )
            return dict(rows.tuples().all())


@pytest.fixture
def linked(scene: Scene) -> Iterator[Linked]:
    with lti_platform.running() as platform:
        row = register(scene, platform)
        with scene.database.writing() as session:
            platform.tool_keys = tool_keys.public_key_set(session)
            context = LtiContext(
                platform_id=row.id, deployment="d", name="c", title="Algorithms",
                scopes=launch_claims.ROSTER_SCOPE, course_id=scene.course.id,
                memberships_url=f"{platform.address}/members",
            )  # fmt: skip
            session.add(context)
            session.flush()
        staff = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
        yield Linked(scene, platform, staff, context.id)


def test_a_roster_of_several_pages_is_shown_and_applied_by_staff(linked: Linked) -> None:
    linked.platform.members = [
        [member("u1", "Ada Lovelace", ext_user_username="ada"), member("u2", "Ben")],
        [member("u3", "Ines", "assistant"), member("u4", "A mentor", "nobody")],
        [member("u5", "Gone", status="Inactive")],
    ]
    linked.read()
    assert "Ada Lovelace joins as student" in linked.page
    assert "Ines joins as assistant" in linked.page
    assert "mentor" not in linked.page
    assert "Gone" not in linked.page
    assert linked.roles() == {"jonas": "instructor"}
    assert linked.apply().status_code == 303
    assert linked.roles() == {
        "jonas": "instructor", "ada@moodle": "student", "ben@moodle": "student",
        "ines@moodle": "assistant",
    }  # fmt: skip
    assert "Roster and course agree" in linked.page


def test_who_left_is_marked_and_keeps_all_that_is_theirs(linked: Linked) -> None:
    linked.platform.members = [[member("u1", "Ada"), member("u2", "Ben")]]
    linked.read()
    linked.apply()
    with linked.scene.database.reading() as session:
        ada = session.scalars(select(Person).where(Person.login == "ada@moodle")).one()
    linked.scene.hand_in(ada)
    linked.platform.members = [[member("u2", "Ben", "assistant")]]
    linked.read()
    assert "left there: loses their place" in linked.page
    assert "student becomes assistant" in linked.page
    linked.apply()
    assert linked.roles() == {"jonas": "instructor", "ben@moodle": "assistant"}
    with linked.scene.database.reading() as session:
        assert session.scalars(select(Submission.person_id)).all() == [ada.id]
        row = session.scalars(select(LtiMember).where(LtiMember.subject == "u1")).one()
        assert row.left_at > 0
    linked.platform.members = [[member("u2", "Ben", "assistant"), member("u1", "Ada")]]
    linked.read()
    linked.apply()
    assert linked.roles()["ada@moodle"] == "student"


def test_only_what_is_ticked_is_applied(linked: Linked) -> None:
    linked.platform.members = [[member("u1", "Ada"), member("u2", "Ben")]]
    linked.read()
    with linked.scene.database.reading() as session:
        ada = session.scalars(select(LtiMember.id).where(LtiMember.subject == "u1")).one()
    linked.staff.send_form(f"/c/demo/lti/{linked.context}/apply", {"member": ada})
    assert set(linked.roles()) == {"jonas", "ada@moodle"}


def test_somebody_who_may_be_here_already_waits_for_their_first_launch(linked: Linked) -> None:
    linked.scene.person("ada")
    linked.platform.members = [[member("u1", "Ada L.", ext_user_username="ada")]]
    linked.read()
    assert "may be ada, who is here already" in linked.page
    linked.apply()
    assert set(linked.roles()) == {"jonas", "ada"}


def test_a_role_that_staff_gave_and_whom_they_took_out_stay(linked: Linked) -> None:
    linked.platform.members = [[member("u1", "Ada"), member("u2", "Ben")]]
    linked.read()
    linked.apply()
    linked.staff.send_form("/c/demo/people", {"lines": "ada@moodle, Ada, assistant"})
    with linked.scene.database.reading() as session:
        ben = session.scalars(select(Person.id).where(Person.login == "ben@moodle")).one()
    linked.staff.send_form("/c/demo/people/out", {"person": ben})
    linked.read()
    assert "Roster and course agree" in linked.page


def test_the_last_instructor_stays(linked: Linked) -> None:
    linked.platform.members = [[member("u1", "Ada", "instructor")]]
    linked.read()
    linked.apply()
    with linked.scene.database.writing() as session:
        jonas = session.scalars(select(Person).where(Person.login == "jonas")).one()
        session.delete(session.get_one(Membership, (jonas.id, linked.scene.course.id)))
    admin = Browser(linked.scene, linked.scene.person("root", None, admin=True))
    linked = Linked(linked.scene, linked.platform, admin, linked.context)
    for members in ([], [member("u1", "Ada")]):
        linked.platform.members = [members]
        linked.read()
        assert "last instructor" in linked.apply().text
        assert linked.roles() == {"ada@moodle": "instructor"}


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ('<http://127.0.0.1:1/members?page=1>; rel="next"', "on another server"),
        ('<{address}/members?page=0>; rel="next"', "names one of them twice"),
        ('<{address}/members?page=0>; rel="differences"', ""),
        ('</members?page=1>; rel="next"', "on another server"),
    ],
)
def test_pages_lead_nowhere_else_and_end(linked: Linked, link: str, said: str) -> None:
    linked.platform.members = [[member("u1", "Ada")], []]
    linked.platform.next_page = lambda _: link.format(address=linked.platform.address)
    linked.read()
    assert ("It could not be read the last time" in linked.page) == bool(said)
    assert said in linked.page
    assert ("Ada joins" in linked.page) == (not said)


@pytest.mark.parametrize(
    "answer",
    [
        (200, "<html>"), (200, {"members": {}}), (200, {"members": ["u1"]}), (200, []),
        (200, {"members": [{"user_id": 7, "roles": []}]}), (500, "no"), (403, "no"),
        (200, {"members": [{"user_id": "x" * 300, "roles": []}]}),
    ],
)  # fmt: skip
def test_a_roster_that_is_none_changes_nothing(linked: Linked, answer: tuple[int, Any]) -> None:
    linked.platform.members = [[member("u1", "Ada")]]
    linked.read()
    linked.apply()
    linked.platform.answers.append(("GET", "/members", *answer))
    linked.read()
    assert "It could not be read the last time" in linked.page
    assert "Roster" in linked.page
    assert "loses their place" not in linked.page
    assert set(linked.roles()) == {"jonas", "ada@moodle"}


def test_a_roster_is_read_by_schedule(linked: Linked) -> None:
    client = PlatformClient(linked.scene.database)
    assert read_due_roster(client)
    assert not read_due_roster(client)
    with linked.scene.database.writing() as session:
        session.execute(update(LtiContext).values(roster_next_at=1.0))
    assert read_due_roster(client)
    assert len([each for each in linked.platform.paths("GET") if "/members" in each]) == 2


def test_the_roster_of_an_archived_course_is_not_read_by_schedule(linked: Linked) -> None:
    with linked.scene.database.writing() as session:
        session.get_one(Course, linked.scene.course.id).archived_at = 1.0
    assert not read_due_roster(PlatformClient(linked.scene.database))
    with linked.scene.database.writing() as session:
        session.get_one(Course, linked.scene.course.id).archived_at = 0.0
    assert read_due_roster(PlatformClient(linked.scene.database))
