"""Launches by LTI: who gets in, as whom, in which role, and into which course."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from grader.service.archived_courses import archive_course
from grader.service.data.lti_tables import LtiContext, LtiMember
from grader.service.data.tables import Course, ExternalIdentity, Membership, Person, Role
from grader.service.lti.launch_claims import role_in_context
from grader.service.lti.launch_login import LOGIN
from tests.service import lti_platform
from tests.service.lti_platform import ROLES, Platform, begin, launch, register
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words


@pytest.fixture
def platform(scene: Scene) -> Iterator[Platform]:
    """A platform that is registered, whose course an instructor has linked."""
    with lti_platform.running() as found:
        register(scene, found)
        link(scene, found)
        yield found


def link(scene: Scene, platform: Platform) -> None:
    """Come as an instructor of both, and link the courses."""
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    answer = launch(browser, platform, "instructor", "user-9", name="Jonas")
    assert answer.headers["location"] == "/lti/account", answer.text
    assert "You are signed in here as jonas" in words(browser.get("/lti/account").text)
    assert browser.send_form("/lti/account", {"how": "own"}).headers["location"] == "/lti/contexts"
    # The session is another one since.
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    page = browser.get("/lti/contexts").text
    (context,) = re.findall(r'name="context" value="(\d+)"', page)
    answer = browser.send_form("/lti/contexts", {"context": context, "course": "demo"})
    assert answer.headers["location"] == "/c/demo/lti", answer.text


def role_of(scene: Scene, name: str) -> str:
    """The role in the course of the only person of that name; empty if they are not in it."""
    with scene.database.reading() as session:
        person = session.scalars(select(Person).where(Person.name == name)).one()
        found = session.get(Membership, (person.id, scene.course.id))
        return "" if found is None else found.role


@pytest.mark.parametrize("role", ["student", "assistant", "instructor"])
def test_somebody_new_gets_an_account_and_their_role(
    scene: Scene, platform: Platform, role: str
) -> None:
    browser = Browser(scene)
    assert launch(browser, platform, role).headers["location"] == "/lti/account"
    assert "Ada Lovelace, from the course Algorithms 1" in words(browser.get("/lti/account").text)
    answer = browser.send_form("/lti/account", {"how": "new"})
    assert answer.headers["location"] == "/c/demo#assignment-demo", answer.text
    assert 'id="assignment-demo"' in browser.get("/c/demo").text
    assert role_of(scene, "Ada Lovelace") == role
    # The second time, nothing is asked, in whichever browser.
    again = Browser(scene)
    assert launch(again, platform, role).headers["location"] == "/c/demo#assignment-demo"
    assert "ada@moodle" in words(again.get("/account").text)


def test_nobody_new_joins_an_archived_course(scene: Scene, platform: Platform) -> None:
    with scene.database.writing() as session:
        session.get_one(Course, scene.course.id).archived_at = 1.0
    browser = Browser(scene)
    launch(browser, platform, "student")
    answer = browser.send_form("/lti/account", {"how": "new"})
    assert answer.status_code == 403
    assert "is archived: nobody joins it any more" in words(answer.text)
    instructor = Browser(scene)
    answer = launch(instructor, platform, "instructor", "user-9", name="Jonas")
    assert answer.headers["location"].startswith("/c/demo"), answer.text


def test_an_account_is_linked_by_being_signed_in_to_it_and_never_by_a_mail_address(
    scene: Scene, platform: Platform
) -> None:
    ada = scene.person("ada@example.edu")
    scene.person("ada")
    stranger = Browser(scene)
    launch(stranger, platform, sub="somebody else")  # with the same mail address
    stranger.send_form("/lti/account", {"how": "new"})
    assert "ada@moodle" in words(stranger.get("/account").text)
    own = Browser(scene, ada)
    launch(own, platform)
    assert own.send_form("/lti/account", {"how": "own"}).status_code == 303
    other = Browser(scene)
    launch(other, platform)
    assert "Account of ada@example.edu" in words(other.get("/account").text)


def test_the_account_of_an_administrator_is_never_linked(scene: Scene, platform: Platform) -> None:
    browser = Browser(scene, scene.person("root", None, admin=True))
    launch(browser, platform)
    answer = browser.send_form("/lti/account", {"how": "own"})
    assert (answer.status_code, "with a password" in answer.text) == (403, True)


def test_a_person_has_one_account_of_a_platform(scene: Scene, platform: Platform) -> None:
    ada = scene.person("ada")
    launch(first := Browser(scene, ada), platform)
    first.send_form("/lti/account", {"how": "own"})
    launch(second := Browser(scene, ada), platform, sub="user-2")
    assert "with another account" in second.send_form("/lti/account", {"how": "own"}).text
    with scene.database.reading() as session:
        known = session.scalars(
            select(ExternalIdentity.subject).where(ExternalIdentity.person_id == ada.id)
        )
        assert known.all() == ["user-1"]


def test_a_launch_into_a_context_that_nobody_linked_says_so(scene: Scene) -> None:
    with lti_platform.running() as platform:
        register(scene, platform)
        answer = launch(Browser(scene), platform)
        assert answer.status_code == 403
        assert "is not linked to a course of this service yet" in words(answer.text)
        instructor = Browser(scene)
        launch(instructor, platform, "instructor")
        page = words(instructor.get("/lti/account").text)
        assert "Sign in as an instructor of a course to link it" in page
        assert "I have none" not in page
        refused = instructor.send_form("/lti/account", {"how": "new"})
        assert refused.status_code == 403
    with scene.database.reading() as session:
        assert session.scalars(select(Person.login)).all() == ["root"]


def test_only_who_teaches_there_links_a_context(scene: Scene) -> None:
    with lti_platform.running() as platform:
        register(scene, platform)
        jonas = scene.person("jonas", Role.INSTRUCTOR)
        teacher = Browser(scene, jonas)
        launch(teacher, platform, "instructor")
        teacher.send_form("/lti/account", {"how": "own"})
        other = Browser(scene, scene.person("mira", Role.INSTRUCTOR))
        assert "no course of a platform" in words(other.get("/lti/contexts").text)
        with scene.database.reading() as session:
            (context,) = session.scalars(select(LtiContext))
        asked = {"context": context.id, "course": "demo"}
        assert other.send_form("/lti/contexts", asked).status_code == 400
        elsewhere = Browser(scene, scene.person("eve"))
        assert elsewhere.send_form("/lti/contexts", asked).status_code == 404
        with scene.database.writing() as session:
            archive_course(session, 1, session.get_one(Course, scene.course.id))
        assert "is archived" in words(Browser(scene, jonas).send_form("/lti/contexts", asked).text)
        with scene.database.reading() as session:
            assert session.get_one(LtiContext, context.id).course_id is None


def test_no_role_in_the_context_is_no_role_here(scene: Scene, platform: Platform) -> None:
    browser = Browser(scene)
    launch(browser, platform, "nobody")
    answer = browser.send_form("/lti/account", {"how": "new"})
    assert "gives you no role in this course" in words(answer.text)
    with scene.database.reading() as session:
        assert "Ada Lovelace" not in session.scalars(select(Person.name)).all()


def test_a_role_follows_the_platform_unless_staff_gave_another(
    scene: Scene, platform: Platform
) -> None:
    launch(browser := Browser(scene), platform)
    browser.send_form("/lti/account", {"how": "new"})
    launch(browser, platform, "assistant")
    assert role_of(scene, "Ada Lovelace") == "assistant"
    staff = Browser(scene, scene.person("mira", Role.INSTRUCTOR))
    staff.send_form("/c/demo/people", {"lines": "ada@moodle, Ada, instructor"})
    launch(browser, platform, "student")
    assert role_of(scene, "Ada Lovelace") == "instructor"


def test_whom_staff_took_out_stays_out(scene: Scene, platform: Platform) -> None:
    launch(browser := Browser(scene), platform)
    browser.send_form("/lti/account", {"how": "new"})
    staff = Browser(scene, scene.person("mira", Role.INSTRUCTOR))
    with scene.database.reading() as session:
        person = session.scalars(
            select(LtiMember.person_id).where(LtiMember.subject == "user-1")
        ).one()
    staff.send_form("/c/demo/people/out", {"person": person})
    answer = launch(browser, platform)
    assert "took you out of the course" in words(answer.text)
    assert role_of(scene, "Ada Lovelace") == ""


def test_who_signs_in_meanwhile_goes_on_with_the_launch(scene: Scene, platform: Platform) -> None:
    ada = scene.person("ada")
    browser = Browser(scene)
    launch(browser, platform)
    admin = Browser(scene, scene.person("root", None, admin=True))
    page = words(admin.send_form("/admin/link", {"login": ada.login}).text)
    link = re.findall(r"/link/(\S+)", page)[0]
    browser.post("/link", data={"link": link})
    assert browser.cookies["session"]
    assert "You are signed in here as ada" in words(browser.get("/lti/account").text)


def test_in_a_frame_the_service_opens_in_a_new_window(scene: Scene, platform: Platform) -> None:
    asked = {"iss": platform.address, "login_hint": "a&b", "target_link_uri": f"{URL}/lti/launch"}
    framed = Browser(scene).get(LOGIN, params=asked, headers={"sec-fetch-dest": "iframe"})
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert not framed.cookies
    (again,) = re.findall(r'href="(/lti/login[^"]*)" target="_blank" rel="noopener"', framed.text)
    window = Browser(scene).get(again.replace("&amp;", "&"), headers={"sec-fetch-dest": "document"})
    assert window.status_code == 303
    assert "login_hint=a%26b" in window.headers["location"]


def test_the_cookie_of_a_launch_comes_back_from_another_site(scene: Scene) -> None:
    from grader.service.web.app import make_app
    from grader.service.web.server_settings import ServerSettings

    with lti_platform.running() as platform:
        register(scene, platform)
        scene.server = make_app(scene.database, ServerSettings.at("https://grades.test"))
        browser = Browser(scene)
        asked = {"iss": platform.address, "login_hint": "x",
                 "target_link_uri": "https://grades.test/lti/launch"}  # fmt: skip
        cookie = browser.get(LOGIN, params=asked).headers["set-cookie"].lower()
    assert cookie.startswith("__host-launch=")
    assert {"samesite=none", "secure", "httponly"} <= {*cookie.split("; ")}


def test_a_launch_may_begin_with_a_form(scene: Scene, platform: Platform) -> None:
    asked = {"iss": platform.address, "login_hint": "x", "target_link_uri": f"{URL}/lti/launch"}
    answer = Browser(scene).post(LOGIN, data=asked, headers={"origin": "https://canvas.test"})
    assert answer.headers["location"].startswith(f"{platform.address}/auth?")


def test_what_the_platform_is_asked(scene: Scene, platform: Platform) -> None:
    asked = begin(Browser(scene), platform)
    fixed = {
        "scope": "openid", "response_type": "id_token", "response_mode": "form_post",
        "prompt": "none", "client_id": "client-1", "login_hint": "user-1",
        "lti_message_hint": "hint", "redirect_uri": f"{URL}/lti/launch",
    }  # fmt: skip
    assert {key: value for key, value in asked.items() if key not in {"state", "nonce"}} == fixed
    assert len(asked["state"]) > 40
    assert len(asked["nonce"]) > 40


_M = "http://purl.imsglobal.org/vocab/lis/v2/membership"


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        *[(ROLES[each], Role(each)) for each in ("student", "assistant", "instructor")],
        (["Learner"], Role.STUDENT),
        (["Instructor"], Role.INSTRUCTOR),
        ([f"{_M}#Administrator", f"{_M}#Instructor"], Role.INSTRUCTOR),
        ([f"{_M}/instructor#TeachingAssistant"], Role.ASSISTANT),
        ([f"{_M}/Instructor#TeachingAssistantSection"], Role.ASSISTANT),
        ([f"{_M}#Learner", f"{_M}#Instructor"], Role.INSTRUCTOR),
        ([f"{_M}#Mentor"], None),
        ([f"{_M}#ContentDeveloper"], None),
        (["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"], None),
        (["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Student"], None),
        (["https://evil.test/membership#Instructor", 7, None], None),
        ([], None),
    ],
)
def test_roles_of_a_platform_are_roles_of_a_course(
    roles: list[object], expected: Role | None
) -> None:
    assert role_in_context(roles) is expected
