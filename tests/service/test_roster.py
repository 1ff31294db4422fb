"""Lists of people: looked through first, then entered as a whole or not."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from sqlalchemy import select

from grader.service import people, roster
from grader.service.auth import passwords
from grader.service.data.tables import AuditEntry, Membership, Person, Role
from grader.service.roster import Roster
from tests.service.scene import Scene
from tests.service.site import Browser, words

PAGE = "/c/demo/people"
LIST = 'login;name;role\nada;Ada;assistant\nnew;"Doe; Jane";student\nines;Ines;instructor\n'


def _read(scene: Scene, text: str) -> Roster:
    with scene.database.reading() as session:
        return roster.read_roster(session, scene.course, text)


def _roles(scene: Scene) -> dict[str, str]:
    with scene.database.reading() as session:
        rows = session.execute(select(Person.login, Membership.role).join(Membership))
        return {row.login: row.role for row in rows}


def test_a_list_says_what_it_would_do(scene: Scene) -> None:
    scene.person("ada")
    scene.person("ines", Role.INSTRUCTOR)
    found = _read(scene, LIST)
    assert found.problems == ()
    assert [(each.line, each.login, each.name, each.effect) for each in found.entries] == [
        (2, "ada", "Ada", "was student"),
        (3, "new", "Doe; Jane", "joins, with a new account"),
        (4, "ines", "Ines", "stays"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x", "Line 2: expected a login, a name and a role with commas between them, not 1 cells"),
        ("x, Doe, Jane, student", "not 4 cells; put a name with a comma in quotes"),
        ("x, X, teacher", "'teacher' is not a role"),
        ("a b, X, student", "'a b' cannot be a login"),
        ("OK, Again, student", "the login ok is in line 1 already"),
        ('x, "X, student', "has quotes in line 2 that are not closed"),
    ],
)
def test_lines_that_cannot_be_right(scene: Scene, line: str, said: str) -> None:
    (problem,) = _read(scene, f"ok, Ok, student\n{line}\n").problems
    assert said in problem


def test_the_list_in_the_documents_is_read(scene: Scene) -> None:
    text = Path("docs/running.md").read_text("utf-8")
    listed = text.partition("one for each person:\n\n```\n")[2].partition("```")[0]
    found = _read(scene, listed)
    assert found.problems == ()
    assert [(each.login, each.sections, each.email) for each in found.entries] == [
        ("ada", ("Mon 10",), "ada@example.edu"), ("ines", None, ""), ("jonas", None, ""),
    ]  # fmt: skip


def test_an_empty_list_adds_nobody(scene: Scene) -> None:
    assert _read(scene, " \n").problems == ("There is nobody in the list.",)


def _send(browser: Browser, content: bytes, **fields: str) -> tuple[int, str]:
    files = {"file": ("people.csv", content)}
    answer = browser.post(PAGE, data={"csrf": browser.csrf, **fields}, files=files)
    return answer.status_code, words(answer.text)


@pytest.mark.slow
def test_looking_adds_nobody_and_adding_does(scene: Scene) -> None:
    scene.person("ada")
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    before = _roles(scene)
    status, page = _send(staff, LIST.encode("utf-8-sig"), look="yes")
    assert status == 200
    assert "3 new Doe; Jane student joins" in page
    assert _roles(scene) == before
    status, page = _send(staff, LIST.encode())
    assert status == 200
    assert "/link/" in page
    assert _roles(scene) == {"ada": "assistant", "new": "student", "ines": "instructor"}


@pytest.mark.parametrize("wrong", [b"x,X,boss\n", b"x,\0,student\n"])
def test_one_wrong_line_and_nobody_is_added(scene: Scene, wrong: bytes) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    status, page = _send(staff, b"new,New,student\n" + wrong)
    assert status == 400
    assert "Nobody was added" in page
    assert _roles(scene) == {"ines": "instructor"}


def test_without_a_file_the_lines_count(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    answer = staff.post(
        PAGE, data={"csrf": staff.csrf, "lines": "new, <b>, student"}, files={"file": ("", b"")}
    )
    assert answer.status_code == 200
    assert "&lt;b&gt;" in answer.text
    assert "new" in _roles(scene)


def test_the_first_line_says_in_which_order_the_columns_are(scene: Scene) -> None:
    found = _read(scene, "Role,Name,Login\nstudent,Ada,ben\nassistant,Ben,ada\n")
    assert found.problems == ()
    assert [(each.login, each.name, each.role.value) for each in found.entries] == [
        ("ben", "Ada", "student"),
        ("ada", "Ben", "assistant"),
    ]


def test_who_is_taken_out_sees_the_course_no_longer(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    known = scene.person("ada", Role.ASSISTANT)
    assistant = Browser(scene, known)
    assert assistant.get("/c/demo").status_code == 200
    done = staff.post(f"{PAGE}/out", data={"csrf": staff.csrf, "person": str(known.id)})
    assert (done.status_code, done.headers.get("location")) == (303, PAGE)
    assert _roles(scene) == {"ines": "instructor"}
    assert assistant.get("/c/demo").status_code == 404
    assert "took out" in _deeds(scene)


def test_nobody_takes_themselves_out(scene: Scene) -> None:
    known = scene.person("ines", Role.INSTRUCTOR)
    staff = Browser(scene, known)
    done = staff.post(f"{PAGE}/out", data={"csrf": staff.csrf, "person": str(known.id)})
    assert done.status_code == 400
    assert "Have somebody else take you out." in words(done.text)
    assert _roles(scene) == {"ines": "instructor"}


def test_assistants_take_nobody_out(scene: Scene) -> None:
    known = scene.person("ada")
    staff = Browser(scene, scene.person("tom", Role.ASSISTANT))
    done = staff.post(f"{PAGE}/out", data={"csrf": staff.csrf, "person": str(known.id)})
    assert done.status_code in {403, 404}
    assert "ada" in _roles(scene)


def _deeds(scene: Scene) -> list[str]:
    with scene.database.reading() as session:
        return list(session.scalars(select(AuditEntry.deed)))


def _read_file(scene: Scene, data: bytes) -> Roster:
    with scene.database.reading() as session:
        return roster.read_roster(session, scene.course, data)


_PEOPLE = [("zoë", "Straße, Zoë", Role.STUDENT), ("li.wei", "李 伟", Role.ASSISTANT)]
_COMMAS = 'zoë,"Straße, Zoë",Student\nli.wei,李 伟,ASSISTANT\n'


@pytest.mark.parametrize(
    ("list_", "codec"),
    [
        (_COMMAS, "utf-8"),
        (_COMMAS.replace("\n", "\r\n"), "utf-8-sig"),
        (_COMMAS.replace("\n", "\r"), "utf-16"),
        ("zoë\tStraße, Zoë\tstudent\nli.wei\t李 伟\tassistant\n", "utf-16-le"),
        ("zoë;Straße, Zoë;student\nli.wei;李 伟;assistant\n", "utf-8"),
        ("Login;Name;Section;Role\nzoë;Straße, Zoë;A;Student\nli.wei;李 伟;;Assistant", "utf-8"),
        ((
            'sep=,\nrole,e-mail,NAME,login\nstudent,,"Straße, Zoë",ZOE\u0308\n'
            "assistant,x@y,李\u00a0伟,Li.Wei\n"
        ), "utf-8"),
    ],
)  # fmt: skip
def test_lists_are_read_as_spreadsheets_save_them(scene: Scene, list_: str, codec: str) -> None:
    found = _read_file(scene, list_.encode(codec))
    assert found.problems == ()
    assert [(each.login, each.name, each.role) for each in found.entries] == _PEOPLE


def test_a_list_in_an_old_encoding_is_read_and_said_to_be_a_guess(scene: Scene) -> None:
    found = _read_file(scene, "zoë,Zoë Straße,student\n".encode("latin-1"))
    assert [each.name for each in found.entries] == ["Zoë Straße"]
    assert "is not in UTF-8" in found.doubt
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    status, page = _send(staff, "zoë,Zoë,student\n".encode("latin-1"))
    assert status == 200
    assert "read as Windows-1252" in page


@pytest.mark.parametrize(
    ("list_", "said"),
    [
        (b"login,role\nada,student\n", "Line 1: there is no column name"),
        (b"login,name,name,role\na,b,c,student\n", "Line 1: there are several columns name"),
        (b"name;login;Rolle\nAda;ada;student", "no column role; the columns are name, login, rol"),
        (b"PK\x03\x04", "is a workbook"),
        ("a\u202eb,Ada,student\n".encode(), "cannot be a login"),
        (b"_ada,Ada,student\n", "cannot be a login"),
        (b"a" * 65 + b",Ada,student\n", "cannot be a login"),
    ],
)
def test_lists_are_refused_by_what_is_wrong(scene: Scene, list_: bytes, said: str) -> None:
    (problem,) = _read_file(scene, list_).problems
    assert said in problem


@pytest.mark.parametrize("login", ["zoë", "øystein", "李伟", "иван", "अनुज", "عمر", "josé-1"])
def test_people_sign_in_by_logins_of_any_language(scene: Scene, login: str) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    decomposed = unicodedata.normalize("NFD", login.upper())
    status, _ = _send(staff, f"{decomposed},Somebody,student\n".encode())
    assert status == 200
    assert login in _roles(scene)
    with scene.database.writing() as session:
        known = people.find_person(session, decomposed)
        assert known is not None
        known.password = passwords.hash_password("a long password")
    data = {"login": decomposed, "password": "a long password"}
    assert Browser(scene).post("/sign-in", data=data).status_code == 303
    assert Browser(scene, known).get("/account").status_code == 200


def test_who_would_leave_no_instructor_is_asked(scene: Scene) -> None:
    boss = Browser(scene, scene.person("root", None, admin=True))
    ines = scene.person("ines", Role.INSTRUCTOR)
    status, page = _send(boss, b"ines,Ines,assistant\nada,Ada,student\n")
    assert status == 400
    assert "without an instructor, as ines would no longer be one" in page
    assert _roles(scene) == {"ines": "instructor"}
    assert _send(boss, b"ines,Ines,assistant\nzoe,Zoe,instructor\n")[0] == 200
    assert _roles(scene) == {"ines": "assistant", "zoe": "instructor"}
    assert _send(boss, b"zoe,Zoe,assistant\n", sure="yes")[0] == 200
    assert _roles(scene) == {"ines": "assistant", "zoe": "assistant"}
    assert _send(boss, b"ines,Ines,instructor\n")[0] == 200
    done = boss.send_form(f"{PAGE}/out", {"person": str(ines.id)})
    assert done.status_code == 400
    assert "last instructor" in words(done.text)
    assert _roles(scene)["ines"] == "instructor"
