"""The tables and their history: what migrations make is what the code expects."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, update
from sqlalchemy.exc import IntegrityError

from grader.service import ServiceProblem
from grader.service.data import decided as _decided  # noqa: F401 - puts its tables into Base
from grader.service.data.database import Database, in_folder
from grader.service.data.tables import Base, Grading, Submission
from tests.service.scene import Scene


def _database(folder: Path) -> Database:
    return Database(in_folder(folder))


def test_migrations_lead_to_the_tables_of_the_code_and_back(tmp_path: Path) -> None:
    database = _database(tmp_path)
    for _ in range(2):
        database.migrate()
        with database.reading() as session:
            context = MigrationContext.configure(session.connection())
            assert compare_metadata(context, Base.metadata) == []
        database.migrate("base")
        with database.reading() as session:
            assert inspect(session.connection()).get_table_names() == ["alembic_version"]
    database.close()


def test_a_submission_never_changes(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    with pytest.raises(IntegrityError, match="never changes"), scene.database.writing() as session:
        session.execute(update(Submission).values(content=b"other"))


def test_one_submission_and_one_edition_have_one_grading(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with pytest.raises(IntegrityError), scene.database.writing() as session:
        session.add(Grading(submission_id=submission, edition_id=scene.edition.id, queued_at=0.0))


def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    in_folder(tmp_path / "data")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "url", ["postgresql://localhost/grades", "sqlite://", "nothing", "sqlite:////no/where/x.db"]
)
def test_databases_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(ServiceProblem, match=r"database|address"):
        Database(url)
