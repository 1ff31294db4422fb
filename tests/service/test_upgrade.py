"""Databases of earlier releases, frozen as SQL: brought up to date, read, and worked with.

``data/REVISION.KIND.sql`` is what such a release had written: people with every kind of role, a
graded submission with all that was decided about it, and one that waits. A frozen file is never
changed; before a release, one of its own is added.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, update

from grader.service import submission_queries
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.auth.authentication import find_password_hash
from grader.service.auth.passwords import is_right_password
from grader.service.data import decision_tables
from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.data.tables import (
    Base,
    Course,
    Grading,
    GradingState,
    Person,
    Submission,
    Webhook,
)
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.upkeep.backup import restore_backup
from tests.made_up import made_up
from tests.service import postgresql
from tests.service.cast import PRIVATE
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import Browser

_FROZEN = Path(__file__).with_name("data")
_FILES = sorted(_FROZEN.glob("*.sqlite.sql"))


def _file(frozen: Path, folder: Path) -> Path:
    """The frozen database in a file of SQLite, as a backup of that release is."""
    file = folder / "frozen.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(frozen.read_text("utf-8"))
    return file


@pytest.fixture(params=_FILES, ids=lambda file: file.name)
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    """An earlier release's backup, restored by this one."""
    database = Database(sqlite_url_in_folder(tmp_path / "data"))
    restore_backup(database, _file(request.param, tmp_path))
    yield _scene(database, tmp_path)
    database.close()


def _scene(database: Database, folder: Path) -> Scene:
    with database.reading() as session:
        course = session.scalars(select(Course).where(Course.slug == "demo")).one()
    return Scene(database, course, folder)


def _person(scene: Scene, login: str) -> Person:
    with scene.database.reading() as session:
        return session.scalars(select(Person).where(Person.login == login)).one()


def _is_whole(scene: Scene) -> None:
    """Everything of the frozen database is there, in tables of the present shape."""
    scene.database.require_present_shape()
    with scene.database.reading() as session:
        context = MigrationContext.configure(session.connection())
        assert compare_metadata(context, Base.metadata) == []
        people = set(session.scalars(select(Person.login)))
        assert people >= {"owner", "other", "assistant", "instructor", "ben", "root", "foreign"}
        owner, kept = find_password_hash(session, "owner")
        assert owner == _person(scene, "owner").id
        assert is_right_password("a long password", kept)
        for submission in session.scalars(select(Submission)):
            assert hashlib.sha256(submission.content).hexdigest() == submission.sha256
        states = session.scalars(select(Grading.state).order_by(Grading.id)).all()
        assert states == [GradingState.DONE, GradingState.QUEUED]
        assert submission_queries.report_of_grading(session, 1)


def test_every_revision_that_was_released_is_frozen() -> None:
    assert [file.name for file in _FILES] == ["0001.sqlite.sql"]


def test_a_database_of_an_earlier_release_is_whole(upgraded: Scene) -> None:
    _is_whole(upgraded)


def test_its_pages_are_shown(upgraded: Scene) -> None:
    owner = Browser(upgraded, _person(upgraded, "owner"))
    assert PRIVATE in owner.get("/s/1").text
    assert owner.get("/s/1/report").status_code == 200
    assert owner.get("/c/demo").status_code == 200
    instructor = Browser(upgraded, _person(upgraded, "instructor"))
    assert PRIVATE in instructor.get("/c/demo/matrix").text
    for page in ("overview", "terms", "release", "gradebook/csv", "marking", "similar"):
        assert instructor.get(f"/c/demo/demo/{page}").status_code == 200, page


def test_work_goes_on(upgraded: Scene) -> None:
    made_up(upgraded.folder / "course")
    with upgraded.database.writing() as session:
        # Where the folder was when the database was frozen, there is none any more.
        session.execute(update(Course).values(folder=str(upgraded.folder / "course")))
    ben, edition = _person(upgraded, "ben"), upgraded.edition
    with upgraded.database.writing() as session:
        claim = queue.claim_next(session, "worker", {edition.id})
        assert claim is not None
        assert claim.trace == ""
        assert session.get_one(Submission, claim.submission).content == WRONG
        assert queue.finish_claim(
            session, claim, GradingOutcome(GradingState.REFUSED, reason="It is none.")
        )
        made = accept_submission(
            session, edition, IncomingSubmission.now(ben.id, "ben.py", RIGHT, "new")
        )
        assert made.id > claim.submission
    assert upgraded.grading(made.id).state == GradingState.QUEUED


def test_what_people_decided_is_there(tmp_path: Path) -> None:
    database = Database(sqlite_url_in_folder(tmp_path / "data"))
    restore_backup(database, _file(_FROZEN / "0001.sqlite.sql", tmp_path))
    _has_all_decided(database)
    database.close()


def _has_all_decided(database: Database) -> None:
    kinds = (
        decision_tables.DeadlineExtension, decision_tables.RubricItem, decision_tables.Mark,
        decision_tables.Comment, decision_tables.Phrase, decision_tables.RegradeRequest,
        decision_tables.AssignmentTerms, decision_tables.Release, Webhook,
    )  # fmt: skip
    with database.reading() as session:
        for kind in kinds:
            assert session.scalars(select(kind)).first() is not None, kind


@pytest.mark.postgresql
@pytest.mark.slow
def test_the_same_on_postgresql(tmp_path: Path) -> None:
    with postgresql.running() as cluster:
        database = Database(cluster.create(f"frozen_{secrets.token_hex(4)}"))
        script = (_FROZEN / "0001.postgresql.sql").read_text("utf-8")
        raw = database.engine.raw_connection()
        # A session of its own, as the script changes settings of it.
        raw.cursor().execute(script)
        raw.commit()
        raw.invalidate()
        database.migrate()
        scene = _scene(database, tmp_path)
        _is_whole(scene)
        _has_all_decided(database)
        database.close()
