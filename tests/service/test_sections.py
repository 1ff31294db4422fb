"""Sections: who is in which, what lists show of them, and their own due dates."""

from __future__ import annotations

from io import StringIO

import pytest
from sqlalchemy import select

from grader.intake import IntakeError
from grader.service import ServiceProblem, roster, sections
from grader.service.data.group_tables import SectionMember
from grader.service.data.tables import AuditEntry, Person, Role
from grader.service.deadlines import Deadlines
from grader.service.late_penalty import DAY
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_deadlines import DUE, extend, set_terms

MONDAY, TUESDAY = "Mon 10", "Tue 14"


def put(scene: Scene, person: Person, *names: str) -> None:
    """Let somebody be in sections."""
    with scene.database.writing() as session:
        sections.set_sections(session, person.id, scene.course, person.id, names)


def _members(scene: Scene) -> set[tuple[str, str]]:
    with scene.database.reading() as session:
        rows = session.execute(
            select(Person.login, SectionMember.section).join(
                SectionMember, SectionMember.person_id == Person.id
            )
        )
        return {(login, section) for login, section in rows}


def _due(scene: Scene, person: Person) -> float:
    with scene.database.reading() as session:
        return Deadlines.of(session, scene.course.id).rule(person.id, "demo").due_at


def test_a_list_of_people_puts_them_into_sections(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    known = scene.person("known")
    put(scene, known, MONDAY)
    lines = (
        "login,name,role,section\nada,Ada,student,Mon 10\ntom,Tom,assistant,Tue 14; Mon 10\n"
        "ben,Ben,student,\nknown,Known,student,Tue 14\n"
    )
    assert staff.send_form("/c/demo/people", {"lines": lines}).status_code == 200
    assert _members(scene) == {
        ("ada", MONDAY), ("tom", MONDAY), ("tom", TUESDAY), ("known", TUESDAY)
    }  # fmt: skip
    # A list without the column leaves them where they are.
    staff.send_form("/c/demo/people", {"lines": "ada,Ada,student"})
    assert ("ada", MONDAY) in _members(scene)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x,X,student,Mon 10; Tue 14", "a student is in one section, not in 2"),
        ("x,X,test,a;b", "a student is in one section, not in 2"),
        ("x,X,student,~", "cannot be the name of a section"),
        (f"x,X,student,{'a' * 41}", "cannot be the name of a section"),
        ("x,X,assistant," + ";".join(map(str, range(21))), "nobody is in more than 20 sections"),
    ],
)
def test_sections_that_cannot_be_right(scene: Scene, line: str, said: str) -> None:
    with scene.database.reading() as session:
        found = roster.read_roster(session, scene.course, f"login,name,role,section\n{line}\n")
    assert said in "".join(found.problems)


def test_sections_are_changed_on_the_page_of_people(scene: Scene) -> None:
    staff, ada = Browser(scene, scene.person("ines", Role.INSTRUCTOR)), scene.person("ada")
    form = {"person": ada.id, "section": f" {MONDAY} "}
    assert staff.send_form("/c/demo/people/section", form).status_code == 303
    assert _members(scene) == {("ada", MONDAY)}
    refused = staff.send_form("/c/demo/people/section", {**form, "section": "a; b"})
    assert (refused.status_code, "A student is in one section" in refused.text) == (400, True)
    foreign = scene.person("foreign", None)
    assert staff.send_form(
        "/c/demo/people/section", {"person": foreign.id, "section": "a"}
    ).status_code == 400  # fmt: skip
    with scene.database.reading() as session:
        said = select(AuditEntry.about).where(AuditEntry.deed == "section")
        assert session.scalars(said).all() == ["ada in demo: Mon 10"]
    staff.send_form("/c/demo/people/section", {"person": ada.id, "section": ""})
    assert _members(scene) == set()


def test_an_extension_wins_over_the_section_and_that_over_the_assignment(scene: Scene) -> None:
    set_terms(scene, late_days=1, last_day=1)
    staff = Browser(scene, scene.person("decides", Role.INSTRUCTOR))
    ada, ben, tom = scene.person("ada"), scene.person("ben"), scene.person("tom", Role.ASSISTANT)
    put(scene, ada, MONDAY)
    put(scene, tom, MONDAY, TUESDAY)
    form = {"section": MONDAY, "until": "2023-11-16T22:13"}
    assert staff.send_form("/c/demo/demo/section-deadlines", form).status_code == 303
    section = 1_700_172_780.0
    assert (_due(scene, ada), _due(scene, ben), _due(scene, tom)) == (section, DUE, section)
    extend(scene, ada, section + DAY)
    assert _due(scene, ada) == section + DAY
    extend(scene, ada, DUE - DAY)  # nobody has less time by an extension
    assert _due(scene, ada) == section
    staff.send_form("/c/demo/demo/section-deadlines", {"section": MONDAY})
    assert _due(scene, ada) == DUE


def test_a_section_may_be_due_earlier_and_says_so(scene: Scene) -> None:
    set_terms(scene, due_at=4_000_000_000.0)
    staff, ada = Browser(scene, scene.person("decides", Role.INSTRUCTOR)), scene.person("ada")
    put(scene, ada, MONDAY)
    form = {"section": MONDAY, "until": "2023-11-16T22:13", "reason": "Monday's tutorial"}
    staff.send_form("/c/demo/demo/section-deadlines", form)
    with pytest.raises(IntakeError):
        scene.hand_in(ada)
    scene.hand_in(scene.person("ben"))
    page = words(Browser(scene, ada).get("/c/demo").text)
    assert "due Thu 16 Nov 2023, 22:13 UTC , the deadline of Mon 10" in page
    assert "Monday's tutorial" in words(staff.get("/c/demo/demo/terms").text)


@pytest.mark.parametrize(
    ("due_at", "section", "said"),
    [(DUE, "Wed 8", "no such section"), (0.0, MONDAY, "no deadline for everybody")],
)
def test_no_date_for_a_section(scene: Scene, due_at: float, section: str, said: str) -> None:
    set_terms(scene, due_at=due_at)
    staff = Browser(scene, scene.person("decides", Role.INSTRUCTOR))
    put(scene, scene.person("ada"), MONDAY)
    form = {"section": section, "until": "2023-11-16T22:13"}
    answer = staff.send_form("/c/demo/demo/section-deadlines", form)
    assert (answer.status_code, said in answer.text) == (400, True)


LISTS = (
    "/c/demo/demo/submissions", "/c/demo/demo/marking", "/c/demo/demo/gradebook",
    "/c/demo/matrix", "/c/demo/people",
)  # fmt: skip


def test_lists_show_a_section_and_assistants_begin_with_their_own(scene: Scene) -> None:
    names = {"ada": MONDAY, "ben": TUESDAY, "cleo": ""}
    for login, section in names.items():
        person = scene.person(login)
        put(scene, person, *filter(None, [section]))
        scene.graded(person, samples.report(samples.RIGHT))
    leads = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    tom = scene.person("tom", Role.ASSISTANT)
    put(scene, tom, TUESDAY)
    assistant = Browser(scene, tom)

    def shown(browser: Browser, address: str) -> set[str]:
        page = browser.get(address).text
        return {login for login in names if f">{login.title()}<" in page}

    for address in LISTS:
        assert shown(leads, address) == {"ada", "ben", "cleo"}, address
        assert shown(leads, f"{address}?section=Mon+10") == {"ada"}, address
    for address in LISTS[:2]:
        assert shown(assistant, address) == {"ben"}, address
        assert shown(assistant, f"{address}?section=%2A") == {"ada", "ben", "cleo"}, address
        assert shown(assistant, f"{address}?section=Mon+10") == {"ada"}, address
    overview = words(leads.get("/c/demo/demo/overview?section=Mon+10").text)
    assert "1 of 1 graded" in overview


def test_gradebooks_have_the_section(scene: Scene) -> None:
    staff, ada = Browser(scene, scene.person("ines", Role.INSTRUCTOR)), scene.person("ada")
    put(scene, ada, MONDAY)
    scene.graded(ada, samples.report(samples.RIGHT))
    for shape, place in (("csv", 2), ("excel", 2), ("canvas", 4)):
        text = staff.get(f"/c/demo/demo/gradebook/{shape}").text.lstrip("\ufeff")
        head, *_, row = StringIO(text).read().splitlines()
        assert head.split(",")[place].lower() == "section", shape
        assert row.split(",")[place] == MONDAY, shape


def test_nobody_chooses_a_section_for_somebody_outside(scene: Scene) -> None:
    stranger = scene.person("stranger", None)
    with (
        pytest.raises(ServiceProblem, match="Nobody in this course"),
        scene.database.writing() as session,
    ):
        sections.set_sections(session, stranger.id, scene.course, stranger.id, [MONDAY])
