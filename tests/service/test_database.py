"""The tables and their history: what migrations make is what the code expects."""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import IntegrityError, InternalError, ProgrammingError

from grader.service import ServiceProblem, people, submission_queries
from grader.service.data.database import UNREACHABLE, Database, sqlite_url_in_folder
from grader.service.data.tables import (
    Base,
    Delivery,
    Grading,
    Person,
    StoredReport,
    Submission,
    Webhook,
)
from tests.service.empty import Empty
from tests.service.scene import Scene


@pytest.mark.slow
def test_migrations_lead_to_the_tables_of_the_code(tmp_path: Path, empty_database: Empty) -> None:
    database = Database(empty_database.new_without_tables(tmp_path))
    with pytest.raises(ServiceProblem, match="revision None"):
        database.require_present_shape()
    for _ in range(2):
        database.migrate()
        with database.reading() as session:
            context = MigrationContext.configure(session.connection())
            assert compare_metadata(context, Base.metadata) == []
        database.require_present_shape()
    database.close()
    empty_database.drop(database.url)


def test_a_row_refers_to_one_that_is_there(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    with (
        pytest.raises(IntegrityError, match=r"(?i)foreign key"),
        scene.database.writing() as session,
    ):
        session.execute(update(Grading).values(submission_id=99))


def test_a_number_is_never_given_again(scene: Scene) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        hook = Webhook(
            course_id=scene.course.id, url="https://a.test", secret="x", by_id=ada.id, at=1.0
        )  # fmt: skip
        session.add(hook)
    numbers = []
    for _ in range(2):
        submission = scene.hand_in(ada)
        with scene.database.writing() as session:
            session.execute(delete(Grading))
            session.execute(delete(Submission))
            delivery = Delivery(webhook_id=hook.id, event="x", body="", at=1.0, next_at=1.0)
            session.add(delivery)
            session.flush()
            numbers.append((submission, delivery.id))
            session.delete(delivery)
    first, second = numbers
    assert second[0] > first[0]
    assert second[1] > first[1]


def test_a_submission_never_changes(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    with pytest.raises(IntegrityError, match="never changes"), scene.database.writing() as session:
        session.execute(update(Submission).values(content=b"other"))


def test_one_submission_and_one_edition_have_one_grading(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with pytest.raises(IntegrityError), scene.database.writing() as session:
        session.add(Grading(submission_id=submission, edition_id=scene.edition.id, queued_at=0.0))


def test_whoever_writes_is_alone_and_sees_what_was_written_before(scene: Scene) -> None:
    """Without that, both would find a queue's next row free, or a name not yet taken."""
    started, turn = threading.Event(), threading.Event()
    seen: list[int] = []

    def second() -> None:
        started.set()
        with scene.database.writing() as session:
            seen.extend(session.scalars(select(Person.id)))
            assert turn.is_set()

    with scene.database.writing() as session:
        people.add_person(session, "ada")
        thread = threading.Thread(target=second)
        thread.start()
        started.wait()
        people.add_person(session, "ben")
        turn.set()
    thread.join()
    assert len(seen) == 2


def test_who_looks_sees_one_state_and_changes_nothing(scene: Scene) -> None:
    with scene.database.reading() as session:
        assert session.scalars(select(Person.id)).all() == []
        scene.person("ada")
        assert session.scalars(select(Person.id)).all() == []
    with contextlib.suppress(InternalError), scene.database.reading() as session:
        people.add_person(session, "ben")
    with scene.database.reading() as session:
        assert session.scalars(select(Person.login)).all() == ["ada"]


@pytest.mark.postgresql
@pytest.mark.slow
def test_a_database_that_is_gone_is_unreachable(tmp_path: Path, empty_in_cluster: Empty) -> None:
    scene = Scene.made(tmp_path, empty_in_cluster)
    scene.person("ada")
    with scene.database.reading() as session:
        session.execute(select(Person))
        empty_in_cluster.drop(scene.database.url)
        with pytest.raises(UNREACHABLE):
            session.execute(select(Person))
    with pytest.raises(ServiceProblem, match=r"does not answer.*does not exist"):
        scene.database.migrate()
    scene.database.close()


def test_a_table_that_is_missing_is_a_mistake(scene: Scene) -> None:
    with pytest.raises(ProgrammingError), scene.database.reading() as session:
        session.execute(text("SELECT * FROM missing"))


def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    sqlite_url_in_folder(tmp_path / "data")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "url",
    [
        "mysql://localhost/grades",
        "postgresql+other://h/x",
        "postgresql://localhost",
        "sqlite://",
        "nothing",
        "sqlite:////no/where/x.db",
    ],
)
def test_databases_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(ServiceProblem, match=r"database|address"):
        Database(url)


_LONG = json.dumps(
    {"cases": [{"verdict": "passed", "got": n} for n in range(20_000)], "ä": "\\ud800"}
)
"""A text as long as a report, and as repetitive."""


def test_reports_are_kept_compressed(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        session.add(StoredReport(grading_id=1, text=_LONG))
    with scene.database.reading() as session:
        assert submission_queries.report_of_grading(session, 1) == _LONG
        (kept,) = session.execute(text("SELECT length(text) FROM report")).one()
    assert kept < len(_LONG) / 5
