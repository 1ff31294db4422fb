"""The store: what is put into it is there, whichever process is killed; damage is reported."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from grader.batch.report_store import NAME, FileStamp, ReportStore, StoredReport, StoreError
from grader.jobs.grading_answer import ResultSummary
from tests.cli.process import environment

RESULT = ResultSummary((), {}, complete=True, cpu_seconds=1.5)
REPORT = StoredReport("alice.py", "{}\n" * 1000)


def test_what_is_put_is_there_for_the_next(tmp_path: Path) -> None:
    store = ReportStore(tmp_path)
    store.put("k", RESULT, REPORT)
    store.wrote("json/alice.json", FileStamp("s", 1, 2))
    again = ReportStore(tmp_path)
    for each in (store, again):
        assert each.result("k") == RESULT
        assert each.report("k") == REPORT
        assert each.written("json/alice.json") == FileStamp("s", 1, 2)
        assert (each.result("other"), each.report("other"), each.written("x")) == (None,) * 3
        each.close()


def test_the_last_one_counts(tmp_path: Path) -> None:
    store = ReportStore(tmp_path)
    store.put("k", RESULT, REPORT)
    store.put("k", RESULT, StoredReport("b.py", "new"))
    assert store.report("k") == StoredReport("b.py", "new")
    store.close()


WRITER = """
import sys
from pathlib import Path
from grader.jobs.grading_answer import ResultSummary
from grader.batch.report_store import ReportStore, StoredReport
store = ReportStore(Path(sys.argv[1]))
for number in range(100):
    text = f"{sys.argv[2]} {number}"
    store.put(text, ResultSummary((), {}, complete=True), StoredReport(text, text))
    store.put("shared", ResultSummary((), {}, complete=True), StoredReport(text, text))
    assert store.report(text).text == text
store.close()
"""


def test_several_processes_at_the_same_time(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, tmp_path, str(number)],
            env=environment({}),
            stderr=subprocess.PIPE,
        )
        for number in range(3)
    ]
    for writer in writers:
        _, said = writer.communicate(timeout=120)
        assert (writer.returncode, said) == (0, b"")
    store = ReportStore(tmp_path)
    for process in range(3):
        for number in range(100):
            assert store.report(f"{process} {number}") is not None
    store.close()


# Damage -------------------------------------------------------------------------------------


def filled(folder: Path) -> Path:
    store = ReportStore(folder)
    for number in range(50):
        store.put(str(number), RESULT, StoredReport("a.py", str(number) * 20_000))
    store.close()
    return folder / NAME


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("remember the milk\n" * 100)
    with pytest.raises(StoreError, match=r"is damaged \(.*\); delete store.sqlite, "):
        ReportStore(tmp_path)


def test_pages_that_were_overwritten(tmp_path: Path) -> None:
    path = filled(tmp_path)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged"):
        read_all(tmp_path)


def read_all(folder: Path) -> None:
    store = ReportStore(folder)
    try:
        for number in range(50):
            store.result(str(number))
            store.report(str(number))
    finally:
        store.close()


@pytest.mark.parametrize("change", ["report = x'00'", "result = '{}'", "result = 'x'"])
def test_rows_that_are_none(tmp_path: Path, change: str) -> None:
    with sqlite3.connect(filled(tmp_path)) as connection:
        connection.execute(f"UPDATE reports SET {change}")
    connection.close()
    with pytest.raises(StoreError, match="is damaged"):
        read_all(tmp_path)


def test_the_store_of_another_version(tmp_path: Path) -> None:
    with sqlite3.connect(filled(tmp_path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreError, match="was written by another version of the grader; delete"):
        ReportStore(tmp_path)


def test_no_place_for_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        ReportStore(tmp_path / "missing")
