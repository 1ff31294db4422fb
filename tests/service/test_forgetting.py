"""Deletion: of all that belongs to a person, of what is old, and of nothing else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from grader.service import ServiceProblem, people
from grader.service.assignment_policies import (
    AssignmentDecisions,
    extend_deadline,
    revoke_extension,
)
from grader.service.auth import auth_secrets
from grader.service.data import sqlite
from grader.service.data.decision_tables import Comment, Mark
from grader.service.data.tables import (
    AuditEntry,
    Base,
    Grading,
    Membership,
    Person,
    Role,
    Secret,
    SecretKind,
    StoredReport,
    Submission,
)  # fmt: skip
from grader.service.upkeep.data_deletion import delete_older, delete_person
from tests.cli.process import run
from tests.render.samples import EVERYTHING
from tests.service.empty import Empty
from tests.service.scene import Scene
from tests.service.site import Browser
from tests.service.test_deadlines import set_terms


def _marked(scene: Scene, login: str) -> int:
    """A graded submission of a student, which an assistant has read and marked."""
    person, assistant = scene.person(login), scene.person("ines", Role.ASSISTANT)
    submission = scene.graded(person, EVERYTHING)
    with scene.database.writing() as session:
        given = {"submission_id": submission, "by_id": assistant.id, "at": 0.0}
        session.add(Mark(task="1", points=1.0, **given))
        session.add(Comment(text=f"Well done, {login}", **given))
        session.add(AuditEntry(at=time.time(), person_id=assistant.id, deed="read", about=""))
        session.add(AuditEntry(at=time.time(), person_id=person.id, deed="read", about=""))
        auth_secrets.issue_secret(session, person.id, SecretKind.API)
    return submission


def _count(scene: Scene, kind: type[Base]) -> int:
    with scene.database.reading() as session:
        return session.scalars(select(func.count()).select_from(kind)).one()


_HIS = (Submission, Grading, StoredReport, Mark, Comment, Secret)


def test_all_of_a_person_is_deleted_and_nothing_of_others(scene: Scene) -> None:
    _marked(scene, "ada")
    _marked(scene, "ben")
    with scene.database.writing() as session:
        done = delete_person(session, "Ada")
    assert (done.submissions, done.rows) == (1, 7)
    assert [_count(scene, kind) for kind in _HIS] == [1] * len(_HIS)
    assert _count(scene, Membership) == 2
    assert _count(scene, AuditEntry) == 5
    with scene.database.reading() as session:
        logins = set(session.scalars(select(Person.login)))
        names = set(session.scalars(select(Person.name)))
        assert session.scalars(select(Comment.text)).all() == ["Well done, ben"]
    assert len(logins) == 3
    assert {"ben", "ines"} < logins
    assert "Ada" not in names


def test_what_staff_decided_outlives_them(scene: Scene) -> None:
    _marked(scene, "ada")
    with scene.database.writing() as session:
        assert delete_person(session, "ines").submissions == 0
    assert [_count(scene, kind) for kind in _HIS] == [1] * len(_HIS)


def test_nobody_and_the_administrator_are_not_forgotten(scene: Scene) -> None:
    scene.person("root", None, admin=True)
    for login, sentence in (("nobody", "There is nobody"), ("root", "administers")):
        with pytest.raises(ServiceProblem, match=sentence), scene.database.writing() as session:
            delete_person(session, login)


def test_what_is_old_is_deleted_and_what_is_not_stays(scene: Scene) -> None:
    _marked(scene, "ada")
    with scene.database.writing() as session:
        assert delete_older(session, 30.0).rows == 0
        old = time.time() - 31 * 86400
        session.execute(update(AuditEntry).values(at=old))
        session.execute(update(Secret).values(expires_at=old))
        done = delete_older(session, 30.0)
    assert done.submissions == 0
    assert (_count(scene, AuditEntry), _count(scene, Secret), _count(scene, Submission)) == (
        0,
        0,
        1,
    )
    with scene.database.writing() as session:
        assert delete_older(session, -1.0).submissions == 1
    assert [_count(scene, kind) for kind in _HIS] == [0] * len(_HIS)
    assert _count(scene, Person) == 2


def test_nothing_of_it_is_left_in_the_file(tmp_path: Path, empty_file: Empty) -> None:
    scene = Scene.made(tmp_path, empty_file)
    for number in range(5):
        scene.hand_in(scene.person("ada"), b"# my own words\n" * 500, key=f"{number}")
    file = tmp_path / "data" / "grader.db"
    _closed(scene)
    assert b"my own words" in file.read_bytes()
    with scene.database.writing() as session:
        delete_person(session, "ada")
    _closed(scene)
    assert b"my own words" not in file.read_bytes()


@pytest.mark.slow
def test_nothing_of_it_is_left_beside_the_file_while_the_service_runs(
    tmp_path: Path, empty_file: Empty
) -> None:
    scene = Scene.made(tmp_path, empty_file)
    scene.hand_in(scene.person("ada"), b"# my own words\n" * 500)
    file, log = tmp_path / "data" / "grader.db", tmp_path / "data" / "grader.db-wal"
    assert b"my own words" in log.read_bytes()
    done = run("admin", "forget", "ada", "--yes", "--database", scene.database.url)
    assert done.returncode == 0, done.stderr
    assert "-wal" not in done.stderr
    for each in (file, log):
        assert b"my own words" not in each.read_bytes()
    scene.database.close()


def test_who_reads_an_older_state_is_said_to_be_in_the_way(
    tmp_path: Path, empty_file: Empty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_A_LOOK", 0.01)
    scene = Scene.made(tmp_path, empty_file)
    with scene.database.reading() as session:
        session.scalars(select(Person.id)).all()
        scene.person("ada")
        assert not scene.database.sweep()
    assert scene.database.sweep()
    scene.database.close()


def test_the_audit_names_nobody_who_is_forgotten(scene: Scene) -> None:
    ada, leader = scene.person("ada", None), scene.person("ines", Role.INSTRUCTOR)
    scene.person("ada2")
    set_terms(scene, due_at=1.0)
    browser = Browser(scene, leader)
    answer = browser.send_form("/c/demo/people", {"lines": "ada, Ada, student\nada2, A, student"})
    assert answer.status_code == 200
    place = AssignmentDecisions(scene.course.id, "demo", leader.id)
    with scene.database.writing() as session:
        for login in ("ada", "ada2"):
            extend_deadline(session, place, login, 100.0, "Ill.")
            revoke_extension(session, place, login)
        delete_person(session, "ada")
    with scene.database.reading() as session:
        named = select(AuditEntry.about).where(AuditEntry.deed.in_(["enrolled", "extension"]))
        said = " ".join(session.scalars(named)).split()
    assert [said.count(each) for each in ("ada", "ada2", f"(deleted-{ada.id})")] == [0, 3, 3]


def test_the_audit_does_not_name_whom_it_says_to_be_taken_out(scene: Scene) -> None:
    ada, leader = scene.person("ada"), scene.person("ines", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        people.remove_from_course(session, ada.id, scene.course, leader.id)
        delete_person(session, "ada")
    with scene.database.reading() as session:
        (about,) = session.scalars(select(AuditEntry.about).where(AuditEntry.deed == "took out"))
    assert about.split() == [f"(deleted-{ada.id})", "as", "student", "in", scene.course.slug]


def _closed(scene: Scene) -> None:
    """The last connection that closes brings everything into the file."""
    scene.database.close()


@pytest.mark.slow
def test_the_command_asks_first(scene: Scene) -> None:
    _marked(scene, "ada")
    where = ("--database", scene.database.url)
    for arguments, status, sentence in (
        (("ada",), 3, "Delete all data of ada (Ada) for good?"),
        (("nobody",), 2, "There is nobody with the login 'nobody'"),
        ((), 2, "Name a person"),
        (("ada", "--older-than", "3"), 2, "Name a person"),
        (("ada", "--yes"), 0, "1 submission and 7 rows in all are deleted"),
    ):
        done = run("admin", "forget", *arguments, *where)
        assert sentence in done.stderr
        assert ("Delete" in done.stderr) == ("Delete" in sentence)
        assert done.returncode == status, done.stderr


def test_deletion_is_in_the_audit(scene: Scene) -> None:
    _marked(scene, "ada")
    root = scene.person("root", None, admin=True)
    with scene.database.writing() as session:
        ada = session.scalars(select(Person.id).where(Person.login == "ada")).one()
        delete_person(session, "ada")
        delete_older(session, 30.0)
        entries = session.execute(
            select(AuditEntry.person_id, AuditEntry.deed, AuditEntry.about).where(
                AuditEntry.deed != "read"
            )
        ).all()
    assert [tuple(each) for each in entries] == [
        (ada, "was forgotten", "1 submission"),
        (root.id, "forgot", "0 submissions and what was older than 30 days, by grade admin forget"),
    ]


def test_nobody_has_the_login_of_somebody_who_is_forgotten(scene: Scene) -> None:
    ada = scene.person("ada")
    scene.person(f"deleted-{ada.id}")
    with scene.database.writing() as session:
        delete_person(session, "ada")
        with pytest.raises(ServiceProblem, match="cannot be a login"):
            people.add_person(session, session.get_one(Person, ada.id).login)
