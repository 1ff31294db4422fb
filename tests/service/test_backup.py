"""Backup and restore: nothing is lost, nothing overwritten, and nothing else taken for a backup."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import func, inspect, select, text

from grader.cli import admin as cli
from grader.service import ServiceProblem, people
from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.data.tables import Base, Grading, GradingState, Submission, Worker
from grader.service.queue import queue
from grader.service.queue.live_workers import leases_of_database
from grader.service.upkeep import backup as upkeep
from grader.service.upkeep.backup import restore_backup, write_backup
from tests.cli.process import run
from tests.service.empty import Empty
from tests.service.scene import RIGHT, Scene


def _rows(database: Database) -> dict[str, int]:
    with database.reading() as session:
        return {
            table.name: session.scalars(select(func.count()).select_from(table)).one()
            for table in Base.metadata.sorted_tables
        }


def test_a_restored_service_has_everything_and_grades_on(
    scene: Scene, empty_database: Empty, tmp_path: Path
) -> None:
    ada = scene.person("ada")
    first, second = scene.hand_in(ada), scene.hand_in(ada, b"other")
    with scene.database.writing() as session:
        session.add(Worker(id="0123456789abcdef", pid=1, sandbox="none", started_at=0.0))
        claim = queue.claim_next(session, "0123456789abcdef", {scene.edition.id})
    assert claim is not None
    out = tmp_path / "all.backup"
    write_backup(scene.database, out)
    assert out.stat().st_mode & 0o777 == 0o600
    scene.hand_in(ada, b"too late")

    restored = Database(empty_database.new_without_tables(tmp_path / "again"))
    restore_backup(restored, out)
    rows = _rows(restored)
    assert rows["submission"] == 2
    assert rows == {**_rows(scene.database), "submission": 2, "grading": 2}
    with restored.writing() as session:
        contents = session.scalars(select(Submission.content).order_by(Submission.id)).all()
        assert contents == [RIGHT, b"other"]
        assert queue.reap_dead_workers(session, leases_of_database(restored)) == 1
        assert set(session.scalars(select(Grading.state))) == {GradingState.QUEUED}
        session.add(Submission(**_another(session.get_one(Submission, first))))
        session.flush()  # numbers go on where they were
        assert session.scalars(select(func.max(Submission.id))).one() > second
    restored.close()
    empty_database.drop(restored.url)


def _another(submission: Submission) -> dict[str, object]:
    names = [column.name for column in Submission.__table__.columns if column.name != "id"]
    return {**{name: getattr(submission, name) for name in names}, "key": "another"}


def test_nothing_is_restored_over_something(scene: Scene, tmp_path: Path) -> None:
    write_backup(scene.database, tmp_path / "out")
    with pytest.raises(ServiceProblem, match="not empty"):
        restore_backup(scene.database, tmp_path / "out")


def test_what_is_no_backup_is_refused(empty_database: Empty, tmp_path: Path) -> None:
    database = Database(empty_database.new_without_tables(tmp_path))
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(ServiceProblem, match="is not a backup of"):
        restore_backup(database, tmp_path / "other")
    database.close()
    empty_database.drop(database.url)


def test_a_backup_of_another_or_a_newer_program_fills_nothing(
    scene: Scene, empty_database: Empty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "require_tables", lambda _: None)
    target = Database(empty_database.new_without_tables(tmp_path / "again"))
    for change, sentence in (
        ("UPDATE alembic_version SET version_num = '9999'", "revision 9999.*newer release"),
        ("DELETE FROM alembic_version", "is not a backup of the service"),
        ("DROP TABLE alembic_version", "is not a backup of the service"),
    ):
        with scene.database.writing() as session:
            session.execute(text(change))
        write_backup(scene.database, tmp_path / "out", replace=True)
        with pytest.raises(ServiceProblem, match=sentence):
            restore_backup(target, tmp_path / "out")
        with target.reading() as session:
            assert inspect(session.connection()).get_table_names() == []
    target.close()
    empty_database.drop(target.url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3c%40ret@host/grades?sslmode=require",
        "postgresql://ann@host/grades?password=s3c%40ret&sslmode=require",
    ],
)
def test_a_password_is_not_among_arguments(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program in place of PostgreSQL's writes down how it was called."""
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" "$PGPASSWORD" >{tmp_path}/called\n')
    program.chmod(0o755)
    monkeypatch.setattr(upkeep, "_find_postgresql_program", lambda _: str(program))
    upkeep._run_postgresql_program(Database(url), "pg_dump", "--more")
    assert (tmp_path / "called").read_text().split() == [
        "--dbname=postgresql://ann@host/grades?sslmode=require", "--no-password", "--more",
        "s3c@ret",
    ]  # fmt: skip


def test_a_database_without_tables_is_not_kept_over_a_good_backup(
    empty_database: Empty, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"a good one")
    database = Database(empty_database.new_without_tables(tmp_path / "data"))
    with pytest.raises(ServiceProblem, match="no tables of the service"):
        write_backup(database, out)
    assert out.read_bytes() == b"a good one"
    database.close()
    empty_database.drop(database.url)


@pytest.mark.slow
def test_commands_make_nothing_in_the_wrong_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRADE_DATABASE", raising=False)
    (tmp_path / "here").mkdir()
    (tmp_path / "text.db").write_bytes(b"no database " * 100)
    for where, sentence in (
        ((), "There is no folder grade-data"),
        (("--data", "here"), "has no tables of the service"),
        (("--database", f"sqlite:///{tmp_path}/no.db"), "has no tables of the service"),
        (("--database", f"sqlite:///{tmp_path}/text.db"), "cannot be read"),
    ):
        for command in (("admin", "backup", "out"), ("admin", "forget", "ada", "--yes")):
            done = run(*command, *where)
            assert sentence in " ".join(done.stderr.split())
            assert done.returncode == 2
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["here", "text.db"]


def test_a_damaged_backup_is_refused(tmp_path: Path, empty_file: Empty) -> None:
    scene = Scene.made(tmp_path, empty_file)
    for number in range(20):
        scene.hand_in(scene.person(f"student{number}"), b"x" * 9000)
    out = tmp_path / "out"
    write_backup(scene.database, out)
    scene.database.close()
    whole = out.read_bytes()
    out.write_bytes(whole[:8192] + bytes(8192) + whole[16384:])
    database = Database(sqlite_url_in_folder(tmp_path / "again"))
    with pytest.raises(ServiceProblem, match=r"damaged|cannot be restored"):
        restore_backup(database, out)
    with database.reading() as session:
        assert session.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one() == 0
    database.close()


def test_a_backup_that_cannot_be_written_leaves_the_old_one(scene: Scene, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(ServiceProblem, match="cannot be written"):
        write_backup(scene.database, folder)
    with pytest.raises(ServiceProblem, match="cannot be written"):
        write_backup(scene.database, tmp_path / "nowhere" / "out")
    assert not list(tmp_path.glob(".*"))


@pytest.mark.slow
def test_the_commands_say_what_they_did(scene: Scene, tmp_path: Path) -> None:
    scene.hand_in(scene.person("ada"))
    out = tmp_path / "out"
    saved = run("admin", "backup", str(out), "--database", scene.database.url)
    assert saved.returncode == 0, saved.stderr
    refused = run("admin", "restore", str(out), "--database", scene.database.url)
    assert refused.returncode == 2
    assert "is not empty" in refused.stderr


@pytest.fixture
def _no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _open_to_others(folder: Path) -> list[str]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert found
    return [path.name for path in found if path.stat().st_mode & 0o077]


@pytest.mark.usefixtures("_no_umask")
def test_no_file_can_be_read_by_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(0o777)
    database = Database(sqlite_url_in_folder(data))
    database.migrate()
    with database.writing() as session:
        people.add_person(session, "ada")
        assert {path.name for path in data.iterdir()} >= {"grader.db-wal", "grader.db-shm"}
        seat = leases_of_database(database).take()
        write_backup(database, tmp_path / "kept")
        assert _open_to_others(tmp_path) == []
    seat.leave()
    database.close()
    (tmp_path / "other").mkdir(0o777)
    restored = Database(sqlite_url_in_folder(tmp_path / "other"))
    restore_backup(restored, tmp_path / "kept")
    assert _open_to_others(tmp_path) == []
    restored.close()


def test_files_of_earlier_releases_are_closed_to_others(tmp_path: Path) -> None:
    database = Database(sqlite_url_in_folder(tmp_path))
    database.migrate()
    reading = database.engine.connect()
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    reading.execute(text("SELECT 1"))
    again = Database(sqlite_url_in_folder(tmp_path))
    again.require_present_shape()
    assert _open_to_others(tmp_path) == []
    reading.close()
    for each in (database, again):
        each.close()


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        (0o700, ""), (0o755, "see which files"), (0o777, "delete or replace"),
        (0o770, "delete or replace"), (0o1777, "add files"),
    ],
)  # fmt: skip
def test_a_folder_that_is_too_open_is_said(
    tmp_path: Path, empty_file: Empty, mode: int, said: str
) -> None:
    scene = Scene.made(tmp_path, empty_file)
    write_backup(scene.database, tmp_path / "kept")
    scene.database.close()
    data = tmp_path / "again"
    data.mkdir()
    data.chmod(mode)
    done = CliRunner().invoke(cli.restore, [str(tmp_path / "kept"), "--data", str(data)])
    assert done.exit_code == 0, done.output
    assert ("chmod 700" in done.output) == bool(said)
    assert said in done.output


def test_a_backup_is_not_overwritten(scene: Scene, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_backup(scene.database, out)
    kept = out.read_bytes()
    scene.person("ada")
    with pytest.raises(ServiceProblem, match="exists already; name another file"):
        write_backup(scene.database, out)
    assert out.read_bytes() == kept
    write_backup(scene.database, out, replace=True)
    assert out.read_bytes() != kept
