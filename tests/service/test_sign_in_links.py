"""Links that sign somebody in once: by mail, and as a table for those without an address."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import select, update

from grader.service import course_editions, people
from grader.service.data.mail_tables import Mail, MailAddress
from grader.service.data.tables import Person, Role, Secret, SecretKind
from grader.service.mail import addresses
from grader.service.mail.mail_settings import ConnectionSecurity, MailSettings
from grader.service.mail.sender import NoticeMailer
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words
from tests.service.smtp import Mailbox, mail_server


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server(Mailbox()) as server:
        yield server


def _send(scene: Scene, mailbox: Mailbox) -> list[str]:
    """The links in what is sent now."""
    before = len(mailbox.got)
    settings = MailSettings(
        "127.0.0.1", mailbox.port, ConnectionSecurity.NONE, "grades@example.org", digest=0.0
    )
    NoticeMailer(scene.database, settings, URL).step()
    text = "".join(mail.get_content() for mail in mailbox.got[before:])
    return re.findall(rf"{URL}/link/(\S+)", text)


def _ask(scene: Scene, login: str) -> httpx2.Response:
    return Browser(scene).post("/sign-in/mail", data={"login": login})


def _person(scene: Scene, login: str, *, address: bool = True, admin: bool = False) -> Person:
    person = scene.person(login, admin=admin)
    if address:
        with scene.database.writing() as session:
            addresses.set_address(session, person.id, f"{login}@example.org", confirmed=True)
    return person


def _is_let_in(scene: Scene, link: str) -> bool:
    return Browser(scene).post("/link", data={"link": link}).status_code == 303


def test_a_link_by_mail_signs_in_once_and_within_an_hour(scene: Scene, mailbox: Mailbox) -> None:
    ada = _person(scene, "ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).password = "a hash"
    assert _ask(scene, " ADA ").status_code == 200
    (link,) = _send(scene, mailbox)
    with scene.database.reading() as session:
        (secret,) = session.scalars(select(Secret).where(Secret.kind == SecretKind.LINK))
        assert session.get_one(Person, ada.id).password == "a hash"
        assert link not in "".join(session.scalars(select(Mail.text)))
    assert 3500 < secret.expires_at - time.time() <= 3600
    assert _is_let_in(scene, link)
    assert not _is_let_in(scene, link)


def test_nothing_says_who_has_an_account(scene: Scene, mailbox: Mailbox) -> None:
    _person(scene, "ada")
    _person(scene, "without", address=False)
    _person(scene, "root", admin=True)
    unconfirmed = _person(scene, "unconfirmed")
    with scene.database.writing() as session:
        session.execute(
            update(MailAddress)
            .where(MailAddress.person_id == unconfirmed.id)
            .values(confirmed_at=0.0)
        )
    answers = {
        _ask(scene, login).text for login in ("ada", "without", "root", "unconfirmed", "nobody")
    }
    assert len(answers) == 1
    _send(scene, mailbox)
    assert [mail["To"] for mail in mailbox.got] == ["Ada <ada@example.org>"]


def test_asking_again_and_again_sends_a_few_mails_at_most(scene: Scene, mailbox: Mailbox) -> None:
    _person(scene, "ada")
    for _ in range(3):
        assert _ask(scene, "ada").status_code == 200
    refused = _ask(scene, "ada")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    assert len(_send(scene, mailbox)) == 1  # those that waited were one


def test_a_mail_that_is_tried_again_has_a_new_link_and_ends_the_old_one(
    scene: Scene, mailbox: Mailbox
) -> None:
    """It may have arrived the first time: the newest link counts, and only that one."""
    _person(scene, "ada")
    _ask(scene, "ada")
    (first,) = _send(scene, mailbox)
    with scene.database.writing() as session:  # as if nobody knew that it arrived
        session.execute(update(Mail).values(delivered_at=0.0, next_at=0.0))
    (second,) = _send(scene, mailbox)
    assert first != second
    assert not _is_let_in(scene, first)
    assert _is_let_in(scene, second)


def test_a_course_is_invited_by_mail_and_by_a_table(scene: Scene, mailbox: Mailbox) -> None:
    staff = scene.person("staff", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        session.get_one(Person, staff.id).password = "a hash"
    reached = _person(scene, "ada")
    _person(scene, "ben", address=False)
    known = _person(scene, "known", address=False)
    with scene.database.writing() as session:
        session.get_one(Person, known.id).password = "a hash"
        session.get_one(Person, reached.id).name = "=1+1"
    browser = Browser(scene, staff)
    mailed = browser.send_form("/c/demo/people/links", {"how": "mail"})
    assert "1 link by mail" in words(mailed.text)
    (link,) = _send(scene, mailbox)
    said = words(mailbox.got[-1].get_content())
    assert "You were added to A course by Staff." in said
    assert "account of" not in said  # no other server has any
    table = browser.send_form("/c/demo/people/links", {"how": "table"})
    assert table.headers["cache-control"] == "no-store"
    rows = list(csv.reader(io.StringIO(table.text)))
    assert [row[0] for row in rows] == ["login", "ben"]
    assert _is_let_in(scene, link)
    assert _is_let_in(scene, rows[1][2].removeprefix(f"{URL}/link/"))


def test_who_has_a_way_in_or_is_in_another_course_gets_no_link_from_staff(scene: Scene) -> None:
    staff = scene.person("staff", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        session.get_one(Person, staff.id).password = "a hash"
        other = course_editions.register_course(
            session, "other", scene.folder / "course", "Another course"
        )
    both = scene.person("both")
    with scene.database.writing() as session:
        people.enrol_person(session, both, other, Role.STUDENT)
    table = Browser(scene, staff).send_form("/c/demo/people/links", {"how": "table"})
    assert table.text.splitlines() == ["login,name,link"]


def test_a_list_of_people_brings_addresses_for_new_people_alone(scene: Scene) -> None:
    staff = scene.person("staff", Role.INSTRUCTOR)
    known = scene.person("known")
    with scene.database.writing() as session:
        session.get_one(Person, known.id).password = "a hash"
    lines = (
        "login,email,role,name\nnew,new@example.org,student,New\n"
        "known,evil@example.org,student,Known\n"
    )
    answer = Browser(scene, staff).send_form("/c/demo/people", {"lines": lines})
    assert answer.status_code == 200
    with scene.database.reading() as session:
        found = session.execute(
            select(Person.login, MailAddress.address).join(Person, MailAddress.person)
        ).all()
    assert [tuple(row) for row in found] == [("new", "new@example.org")]


@pytest.mark.parametrize("email", ["nobody", "a@b.org, c@d.org", "a b@c.org"])
def test_a_list_with_a_wrong_address_is_refused(scene: Scene, email: str) -> None:
    staff = scene.person("staff", Role.INSTRUCTOR)
    lines = f'login,name,role,email\nnew,New,student,"{email}"\n'
    answer = Browser(scene, staff).send_form("/c/demo/people", {"lines": lines})
    assert answer.status_code == 400
    assert "is no mail address" in words(answer.text)
