"""Mail: what is sent to whom by a real server, what is not, and what no failure loses."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update

from grader.service import ServiceProblem, assignment_policies, comments, regrade_requests
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.data.decision_tables import RegradeRequest, RegradeRequestState
from grader.service.data.mail_tables import Mail, MailAddress, MailKind, QueuedNotice
from grader.service.data.tables import Grading, GradingState, Person, Role, Submission
from grader.service.mail import addresses, digests, mail_queue_admin, notices, sender
from grader.service.mail.mail_settings import ConnectionSecurity, MailSettings
from grader.service.mail.sender import DELAYS, NoticeMailer
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.upkeep.data_deletion import delete_person
from tests.service.scene import RIGHT, Scene
from tests.service.site import URL, Browser, words
from tests.service.smtp import Mailbox, mail_server, make_certificate
from tests.service.test_deadlines import set_terms


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server(Mailbox()) as server:
        yield server


def _sender(scene: Scene, mailbox: Mailbox, **changes: object) -> NoticeMailer:
    settings = MailSettings(
        "127.0.0.1", mailbox.port, ConnectionSecurity.NONE, "grades@example.org", digest=0.0
    )
    return NoticeMailer(scene.database, replace(settings, **changes), URL)  # type: ignore[arg-type]


def _with_address(scene: Scene, login: str, role: Role | None = Role.STUDENT) -> Person:
    person = scene.person(login, role)
    with scene.database.writing() as session:
        addresses.set_address(session, person.id, f"{login}@example.org", confirmed=True)
    return person


def _mails(scene: Scene) -> list[Mail]:
    with scene.database.reading() as session:
        return list(session.scalars(select(Mail).order_by(Mail.id)))


def _notices(scene: Scene) -> list[tuple[int, str]]:
    with scene.database.reading() as session:
        rows = session.execute(
            select(QueuedNotice.person_id, QueuedNotice.kind).order_by(QueuedNotice.id)
        )
        return [(person, kind) for person, kind in rows]


def _make_due(scene: Scene) -> None:
    with scene.database.writing() as session:
        session.execute(update(Mail).values(next_at=0.0))


def _place(scene: Scene, by: Person) -> AssignmentDecisions:
    return AssignmentDecisions(scene.course.id, "demo", by.id)


def test_a_hand_in_has_a_receipt_with_its_digest(scene: Scene, mailbox: Mailbox) -> None:
    ada = _with_address(scene, "ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = "Ädä Löwe"
    submission = scene.hand_in(ada)
    _sender(scene, mailbox).step()
    (mail,) = mailbox.got
    with scene.database.reading() as session:
        digest = session.get_one(Submission, submission).sha256
    text = mail.get_content()
    assert digest in text
    assert f"{URL}/s/{submission}" in text
    assert mail["To"] == "Ädä Löwe <ada@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content_charset() == "utf-8"
    assert mail["Message-ID"].endswith("@grades.test>")
    assert abs(mail["Date"].datetime.timestamp() - time.time()) < 3600
    assert all(byte < 128 for byte in mailbox.raw[0])


@pytest.mark.parametrize(
    "name", ['Löwe, "Ädä" <eve@example.org> ' * 7, 'Al, "B" <eve@b.org>, ' * 9]
)
def test_no_name_breaks_a_header(scene: Scene, mailbox: Mailbox, name: str) -> None:
    ada = _with_address(scene, "ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = name
    scene.hand_in(ada)
    host = "a-long-host-name." * 8 + "example.org"
    _sender(scene, mailbox, sender=f"{'s' * 60}@{host}", name=name).step()
    (mail,), head = mailbox.got, mailbox.raw[0].split(b"\r\n\r\n")[0]
    assert [each.addr_spec for each in mail["To"].addresses] == ["ada@example.org"]
    assert [each.addr_spec for each in mail["From"].addresses] == [f"{'s' * 60}@{host}"]
    assert re.search(rb"^Message-ID: <\S+@grades.test>\r$", head, re.MULTILINE)
    assert max(map(len, head.split(b"\r\n"))) < 998


def test_nobody_without_a_confirmed_address_gets_mail(scene: Scene, mailbox: Mailbox) -> None:
    ben, eve = scene.person("ben"), scene.person("eve")
    with scene.database.writing() as session:
        addresses.set_address(session, ben.id, "ben@example.org", confirmed=False)
    for person in (ben, eve):
        scene.hand_in(person)
    _sender(scene, mailbox).step()
    assert mailbox.got == []
    assert _notices(scene) == []


def test_several_notices_of_a_kind_are_one_mail(scene: Scene, mailbox: Mailbox) -> None:
    ada, ben = _with_address(scene, "ada"), _with_address(scene, "ben")
    every = [scene.hand_in(ada, RIGHT + b"#" * number) for number in range(3)]
    scene.hand_in(ben)
    patient = _sender(scene, mailbox, digest=300.0)
    assert not patient.step()
    assert _mails(scene) == []
    _sender(scene, mailbox).step()
    to = sorted(mail["To"] for mail in mailbox.got)
    assert to == ["Ada <ada@example.org>", "Ben <ben@example.org>"]
    (digest,) = [mail for mail in mailbox.got if "ada@" in mail["To"]]
    assert all(f"{URL}/s/{each}" in digest.get_content() for each in every)


@pytest.mark.parametrize("task", ["", "1.1"])
def test_a_release_is_told_to_who_handed_in(scene: Scene, mailbox: Mailbox, task: str) -> None:
    ada = _with_address(scene, "ada")
    _with_address(scene, "idle")
    staff = _with_address(scene, "staff", Role.INSTRUCTOR)
    scene.hand_in(ada)
    scene.hand_in(staff)
    with scene.database.writing() as session:
        assignment_policies.set_release(
            session, _place(scene, staff), scene.edition, task, "secret words", shown=True
        )
    released = [person for person, kind in _notices(scene) if kind == MailKind.RELEASE]
    assert released == [ada.id]
    _sender(scene, mailbox).step()
    (mail,) = [each for each in mailbox.got if "released" in each["Subject"]]
    assert "secret words" not in mail.get_content()


def test_a_release_that_is_taken_back_at_once_is_not_told(scene: Scene) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    staff = scene.person("staff", Role.INSTRUCTOR)
    for shown in (True, False):
        with scene.database.writing() as session:
            assignment_policies.set_release(
                session, _place(scene, staff), scene.edition, "", "", shown=shown
            )
    assert [kind for _, kind in _notices(scene)] == [MailKind.RECEIPT]


def test_an_answer_is_told_and_its_text_is_not(scene: Scene, mailbox: Mailbox) -> None:
    ada, staff = _with_address(scene, "ada"), scene.person("staff", Role.INSTRUCTOR)
    submission = scene.hand_in(ada)
    with scene.database.writing() as session:
        asked = RegradeRequest(submission_id=submission, task="1.1", reason="why", at=0.0)
        session.add(asked)
        session.flush()
        regrade_requests.answer_request(
            session, staff.id, asked, RegradeRequestState.GRANTED, "You get 3 points."
        )
    _sender(scene, mailbox).step()
    (mail,) = [each for each in mailbox.got if "answered" in each["Subject"]]
    assert "3 points" not in mail.get_content()


@pytest.mark.parametrize("released", [True, False])
def test_a_comment_is_told_once_it_can_be_seen(scene: Scene, released: bool) -> None:
    ada, staff = _with_address(scene, "ada"), scene.person("staff", Role.INSTRUCTOR)
    submission = scene.hand_in(ada)
    with scene.database.writing() as session:
        if released:
            assignment_policies.set_release(
                session, _place(scene, staff), scene.edition, "1.1", "", shown=True
            )
        for text in ("One", "Two"):
            comments.write_comment(
                session, staff.id, session.get_one(Submission, submission), text, task="1.1"
            )
    assert [kind for _, kind in _notices(scene)].count(MailKind.ANSWER) == released


def test_students_without_a_submission_are_reminded_once(scene: Scene, mailbox: Mailbox) -> None:
    ada, ben, eve = (_with_address(scene, login) for login in ("ada", "ben", "eve"))
    staff = _with_address(scene, "staff", Role.INSTRUCTOR)
    scene.hand_in(ada)
    now = time.time()
    set_terms(scene, due_at=now + 3600)
    with scene.database.writing() as session:
        assignment_policies.extend_deadline(
            session, _place(scene, staff), "eve", now + 5 * 86400, "ill"
        )
    for _ in range(2):
        _sender(scene, mailbox).step()
    assert [each for each in _notices(scene) if each[1] == MailKind.DEADLINE] == [
        (ben.id, MailKind.DEADLINE)
    ]
    assert eve.id != ben.id
    assert [mail["To"] for mail in mailbox.got if "Due soon" in mail["Subject"]] == [
        "Ben <ben@example.org>"
    ]


def test_instructors_learn_of_failed_gradings_once_in_an_hour(scene: Scene) -> None:
    staff = _with_address(scene, "staff", Role.INSTRUCTOR)
    _with_address(scene, "helper", Role.ASSISTANT)
    for number in range(3):
        scene.hand_in(scene.person(f"student{number}"))
    with scene.database.writing() as session:
        session.execute(update(Grading).values(failures=queue.FAILURES))
    for number in range(3):
        with scene.database.writing() as session:
            claim = queue.claim_next(session, "nobody", {scene.edition.id})
            assert claim is not None
            queue.retry_or_fail_claim(
                session, claim, GradingOutcome(GradingState.FAILED, reason="bug")
            )
            if not number:  # mailed before the others fail
                session.execute(update(QueuedNotice).values(mailed_at=time.time()))
    assert _notices(scene) == [(staff.id, MailKind.FAILURE)] * 2
    with scene.database.reading() as session:
        first, second = session.scalars(select(QueuedNotice.ready_at).order_by(QueuedNotice.id))
    assert second == first + 3600


def test_administrators_learn_of_a_long_queue(scene: Scene, mailbox: Mailbox) -> None:
    root = scene.person("root", None, admin=True)
    with scene.database.writing() as session:
        addresses.set_address(session, root.id, "root@example.org", confirmed=True)
    scene.hand_in(scene.person("ada"))
    _sender(scene, mailbox).step()
    assert mailbox.got == []
    with scene.database.writing() as session:
        session.execute(update(Grading).values(queued_at=time.time() - 3600))
    for _ in range(2):
        _sender(scene, mailbox).step()
    assert [mail["Subject"] for mail in mailbox.got] == ["Submissions wait too long"]


# Failures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["451 Try later", "421 Too busy"])
def test_what_is_put_off_is_tried_later_with_the_same_id_and_given_up_in_the_end(
    scene: Scene, mailbox: Mailbox, answer: str
) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    mailbox.at_recipient["ada@example.org"] = answer
    own = _sender(scene, mailbox)
    for tries in range(1, len(DELAYS) + 2):
        begun = time.time()
        own.step()
        (only,) = _mails(scene)
        assert (only.tries, only.refused_at) == (tries, 0.0)
        assert only.problem == answer
        assert only.next_at >= begun + DELAYS[min(tries, len(DELAYS)) - 1]
        _make_due(scene)
    mailbox.at_recipient.clear()
    own.step()
    assert mailbox.got == []
    with scene.database.writing() as session:
        (failed,) = mail_queue_admin.list_failed(session)
        mail_queue_admin.send_again(session, failed.id, time.time())
    own.step()
    assert [mail["Message-ID"] for mail in mailbox.got] == [failed.message_id]


@pytest.mark.parametrize("where", ["at_recipient", "at_data"])
def test_what_is_refused_is_not_tried_again_and_shown_to_administrators(
    scene: Scene, mailbox: Mailbox, where: str
) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    if where == "at_data":
        mailbox.at_data = "554 No <b>thanks</b>"
    else:
        mailbox.at_recipient["ada@example.org"] = "550 No <b>thanks</b>"
    own = _sender(scene, mailbox)
    own.step()
    _make_due(scene)
    own.step()
    (only,) = _mails(scene)
    assert only.tries == 1
    assert only.refused_at > 0
    page = Browser(scene, scene.person("root", None, admin=True)).get("/admin/mail").text
    assert "No &lt;b&gt;thanks" in page


def test_a_refused_address_holds_up_nobody_else(scene: Scene, mailbox: Mailbox) -> None:
    for login in ("ada", "ben", "eve"):
        scene.hand_in(_with_address(scene, login))
    mailbox.at_recipient["ada@example.org"] = "550 Unknown"
    mailbox.at_recipient["ben@example.org"] = "450 Later"
    _sender(scene, mailbox).step()
    assert [mail["To"] for mail in mailbox.got] == ["Eve <eve@example.org>"]


def test_a_server_that_cannot_be_reached_counts_as_no_try(scene: Scene) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    mailbox = Mailbox()
    with mail_server(mailbox):
        pass
    own = _sender(scene, mailbox)
    own.step()
    (only,) = _mails(scene)
    assert only.tries == 0
    assert own.status.problem
    with mail_server(mailbox):
        assert not own.step()  # it is left alone for a while
        assert mailbox.got == []
        own.status.again_at = 0.0
        own.step()
    assert (len(mailbox.got), own.status.problem) == (1, "")


@pytest.mark.parametrize("answer", ["550 Who are you?", "451 Not you, not now"])
def test_a_server_that_refuses_the_sender_counts_as_no_try(
    scene: Scene, mailbox: Mailbox, answer: str
) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    mailbox.at_sender = answer
    own = _sender(scene, mailbox)
    own.step()
    (only,) = _mails(scene)
    assert (only.tries, only.refused_at) == (0, 0.0)
    assert answer in own.status.problem


@pytest.mark.parametrize("security", [ConnectionSecurity.STARTTLS, ConnectionSecurity.TLS])
def test_a_password_goes_over_tls_and_is_never_shown(
    scene: Scene,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    security: ConnectionSecurity,
) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    certificate = make_certificate(tmp_path)
    given = {"host": "localhost", "security": security, "user": "grades"}
    with mail_server(Mailbox(password="right"), certificate, security) as mailbox:
        untrusting = _sender(scene, mailbox, **given, password="hunter2-untrusting")
        untrusting.step()
        assert "certificate" in untrusting.status.problem
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        wrong = _sender(scene, mailbox, **given, password="hunter2-wrong")
        wrong.step()
        assert "535" in wrong.status.problem
        assert mailbox.got == []
        _sender(scene, mailbox, **given, password="right").step()
    assert len(mailbox.got) == 1
    assert "hunter2" not in f"{wrong.status.problem} {caplog.text} {wrong!r} {untrusting!r}"


def test_nothing_goes_to_a_server_that_has_no_tls(scene: Scene, mailbox: Mailbox) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    own = _sender(scene, mailbox, security=ConnectionSecurity.STARTTLS)
    own.step()
    assert "STARTTLS" in own.status.problem
    assert mailbox.got == []


def test_a_server_that_does_not_answer_is_not_waited_for(
    scene: Scene, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the mail all the same: it arrives twice, with one id."""
    monkeypatch.setattr(sender, "_PATIENCE", 0.2)
    mailbox.silent = 2.0
    scene.hand_in(_with_address(scene, "ada"))
    own = _sender(scene, mailbox)
    own.step()
    (only,) = _mails(scene)
    assert (only.tries, only.delivered_at) == (1, 0.0)
    assert only.problem
    mailbox.silent = 0.0
    _make_due(scene)
    own.step()
    assert [mail["Message-ID"] for mail in mailbox.got] == [only.message_id] * 2
    assert _mails(scene)[0].delivered_at > 0


def test_a_mail_whose_sender_ended_is_sent_by_the_next_one(scene: Scene, mailbox: Mailbox) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    gone = _sender(scene, mailbox)
    gone._make_mails(time.time())
    assert gone._take() is not None  # and it ends here
    other = _sender(scene, mailbox)
    other.step()
    assert mailbox.got == []
    _make_due(scene)
    other.step()
    assert len(mailbox.got) == 1


def test_a_mail_that_a_server_took_is_not_sent_again(scene: Scene, mailbox: Mailbox) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    own = _sender(scene, mailbox)
    own.step()
    _make_due(scene)
    own.step()
    assert len(mailbox.got) == 1


_CHILD = """
import sys
from grader.service.data.database import Database
from grader.service.mail.mail_settings import ConnectionSecurity, MailSettings
from grader.service.mail.sender import NoticeMailer

plain = ConnectionSecurity.NONE
settings = MailSettings("127.0.0.1", int(sys.argv[2]), plain, "a@example.org", digest=0.0)
sender = NoticeMailer(Database(sys.argv[1]), settings, "http://grades.test")
while True:
    sender.step()
"""


@pytest.mark.slow
def test_no_kill_loses_a_mail_or_has_another_one_sent_twice(scene: Scene, mailbox: Mailbox) -> None:
    """Each sender is killed when its second mail is with the server, which has not answered."""
    people = [_with_address(scene, f"s{number}").id for number in range(8)]
    with scene.database.writing() as session:
        notices.enqueue_notice(session, MailKind.RELEASE, people, "Subject", "Text", "/")
    mailbox.silent = 1.0
    kills = 5
    for _ in range(kills):
        command = [sys.executable, "-c", _CHILD, scene.database.url, str(mailbox.port)]
        with subprocess.Popen(command) as child:
            arrived = [mailbox.arrived.acquire(timeout=60) for _ in range(2)]
            child.kill()
        assert arrived == [True, True]
        _make_due(scene)  # as if the lease was over
    mailbox.silent = 0.0
    _sender(scene, mailbox).step()
    sent = Counter(mail["Message-ID"] for mail in mailbox.got)
    assert len(sent) == len(people)
    assert sorted(sent.values()) == [1] * (len(people) - kills) + [2] * kills
    assert all(mail.delivered_at for mail in _mails(scene))


# What people choose -----------------------------------------------------------------------------


def test_what_is_turned_off_is_not_sent(scene: Scene, mailbox: Mailbox) -> None:
    ada = _with_address(scene, "ada")
    scene.hand_in(ada)
    with scene.database.writing() as session:
        addresses.turn_off(session, ada.id, MailKind.RECEIPT)
    scene.hand_in(ada)
    _sender(scene, mailbox).step()
    assert mailbox.got == []


def test_a_mail_program_turns_a_kind_off_with_one_click(scene: Scene, mailbox: Mailbox) -> None:
    ada = _with_address(scene, "ada")
    scene.hand_in(ada)
    _sender(scene, mailbox).step()
    (mail,) = mailbox.got
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # In the bytes, as a parsed mail is decoded: mail programs and servers do not decode this one.
    (path,) = re.findall(
        rf"^List-Unsubscribe: <{URL}(\S+)>\r$".encode(), mailbox.raw[0], re.MULTILINE
    )
    path = path.decode()
    program = Browser(scene)
    del program.headers["origin"]
    assert program.get(path).status_code == 200
    with scene.database.reading() as session:
        assert addresses.kinds_turned_off(session, ada.id) == set()  # looking does nothing
    assert program.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    with scene.database.reading() as session:
        assert addresses.kinds_turned_off(session, ada.id) == {MailKind.RECEIPT}


@pytest.mark.parametrize(
    "change",
    [("receipt", "release"), ("/stop/", "/confirm/"), ("/receipt/", "/sign-in/"), (r"/1/", "/2/"),
     (r".$", "z")],
)  # fmt: skip
def test_a_link_is_good_for_what_it_says_alone(scene: Scene, change: tuple[str, str]) -> None:
    ada = _with_address(scene, "ada")
    _with_address(scene, "ben")
    assert ada.id == 1
    with scene.database.reading() as session:
        own = session.get_one(MailAddress, ada.id)
    path = f"/mail/stop/{ada.id}/receipt/{addresses.sign_mail_link(own, 'receipt')}"
    browser = Browser(scene)
    assert browser.get(path).status_code == 200
    for answer in (browser.get(changed := re.sub(*change, path)), browser.post(changed)):
        assert answer.status_code == 404


def test_an_address_counts_once_its_owner_followed_a_link(scene: Scene, mailbox: Mailbox) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    browser.send_form("/account/mail/address", {"address": "ada@example.org"})
    scene.hand_in(ada)
    own = _sender(scene, mailbox)
    own.step()
    (mail,) = mailbox.got  # the receipt has nowhere to go
    (path,) = re.findall(rf"{URL}(/mail/confirm/\S+)", mail.get_content())
    stranger = Browser(scene)
    assert stranger.post(path).status_code == 200
    scene.hand_in(ada)
    own.step()
    assert [each["Subject"][:9] for each in mailbox.got] == ["Is this y", "Handed in"]
    browser.send_form("/account/mail/address", {"address": "new@example.org"})
    assert stranger.get(path).status_code == 404


def test_a_password_protects_the_address(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    answer = browser.send_form("/account/password", {"new": "a long password"})
    assert answer.status_code == 303
    browser = Browser(scene, ada)
    refused = browser.send_form("/account/mail/address", {"address": "a@b.org", "old": "wrong"})
    assert refused.status_code == 400
    with scene.database.reading() as session:
        assert addresses.address_of(session, ada.id) is None
    browser.send_form("/account/mail/address", {"address": "a@b.org", "old": "a long password"})
    with scene.database.reading() as session:
        assert addresses.address_of(session, ada.id) is not None


@pytest.mark.parametrize(
    "address",
    ["", "ada", "@b.org", "a@", "a b@c.org", "a@b.org\nBcc: x@y.org", "a@b.org, c@d.org",
     "a@[127.0.0.1]", '"a"@b.org', "<a@b.org>", "ä@b.org", "a@ö.org", ".a@b.org", "a@-b.org",
     f"{'a' * 65}@b.org", f"a@{'b' * 64}.org", f"a@{'b.' * 130}org", "a@b.org\x00", "a..b@c.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ServiceProblem, match="no mail address"):
        addresses.check_mail_address(f"x{address}"[1:])


@pytest.mark.parametrize("address", ["a@b.org", "a.b+c@d-e.example", "A_1@localhost", " a@b.org "])
def test_what_is_an_address_is_taken(address: str) -> None:
    assert addresses.check_mail_address(address) == address.strip()


_HOSTILE = "Ada\r\nBcc: eve@example.org\r\n\r\n<script>\x07"


def test_no_text_breaks_out_of_a_header(scene: Scene, mailbox: Mailbox) -> None:
    ada = _with_address(scene, "ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = _HOSTILE
        notices.enqueue_notice(session, MailKind.RELEASE, [ada.id], _HOSTILE, "Text", "/")
    own = _sender(scene, mailbox, name="Gräding\nBcc: eve@example.org")
    own.step()
    (mail,) = mailbox.got
    assert mail["Bcc"] is None
    assert sorted(mail.keys()) == sorted({
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe",
        "List-Unsubscribe-Post", "Content-Type", "Content-Transfer-Encoding", "MIME-Version",
        "X-Peer",
    } & {*mail.keys()})  # fmt: skip


def test_a_removed_address_gets_nothing_and_a_deleted_person_has_none(
    scene: Scene, mailbox: Mailbox
) -> None:
    ada, ben = _with_address(scene, "ada"), _with_address(scene, "ben")
    for person in (ada, ben):
        scene.hand_in(person)
    own = _sender(scene, mailbox)
    own._make_mails(time.time())
    with scene.database.writing() as session:
        addresses.remove_address(session, ada.id)
        delete_person(session, "ben")
    own.step()
    assert mailbox.got == []
    assert _mails(scene) == []
    assert _notices(scene) == [(ada.id, MailKind.RECEIPT)]  # says only that there was a mail


def test_without_a_mail_server_notices_are_dropped(scene: Scene, mailbox: Mailbox) -> None:
    scene.hand_in(_with_address(scene, "ada"))
    sender.drop_notices(scene.database)
    _sender(scene, mailbox).step()
    assert mailbox.got == []


def test_an_administrator_tries_it_out(scene: Scene, mailbox: Mailbox) -> None:
    root = scene.person("root", None, admin=True)
    browser = Browser(scene, root)
    for confirmed in (False, True):
        answer = browser.send_form("/admin/mail/test", {})
        assert "no confirmed mail address" in words(answer.text)
        with scene.database.writing() as session:
            addresses.set_address(
                session, root.id, f"root{confirmed}@example.org", confirmed=confirmed
            )
    assert browser.send_form("/admin/mail/test", {}).status_code == 303
    _sender(scene, mailbox).step()
    assert [mail["Subject"] for mail in mailbox.got] == ["A test mail"]


def test_many_people_are_told_by_a_few_transactions(scene: Scene) -> None:
    people = [_with_address(scene, f"s{number}").id for number in range(5)]
    with scene.database.writing() as session:
        notices.enqueue_notice(session, MailKind.RELEASE, people, "Subject", "Text", "/")
        notices.enqueue_notice(session, MailKind.RELEASE, people, "Subject", "Text", "/")
    with scene.database.writing() as session:
        now = time.time()
        assert digests.make_ready_mails(session, URL, now, 0.0) == len(people)
    assert len(_mails(scene)) == len(people)
