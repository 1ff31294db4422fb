"""The gradebook, read back as a spreadsheet reads it: with commas, with semicolons, with tabs."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.model.report import View
from grader.model.verdict import Verdict
from grader.render.csv_rows import escape_cell
from grader.render.gradebook_csv import GradebookCsvRow, dump_gradebook_csv, render_gradebook
from tests.render.samples import (
    EVERYTHING,
    EVIL,
    a_test,
    case,
    hostile,
    report,
    task,
)

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from('=+-@;,\t\n"|: '), max_size=20)


def table(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text, newline=""), delimiter=delimiter))


def test_a_row_per_submission() -> None:
    (row,) = table(render_gradebook(EVERYTHING, View.STAFF))
    assert row["id"] == "submissions/bob.py"
    assert (row["total"], row["maximum"], row["by hand"]) == ("2", "9", "2")
    assert row["complete"] == "no"
    assert (row["task 1.1"], row["task 2.1"], row["task 3.1"]) == ("", "1", "0")
    assert (row["wrong_answer"], row["accepted"], row["time_limit_exceeded"]) == ("3", "3", "1")
    assert (row["report"], row["digest"]) == ("", EVERYTHING.digest)


def test_several_submissions_share_the_header() -> None:
    lines = [
        GradebookCsvRow(
            "alice", 1, 3, 2, True, {"1.1": None, "2.1": 1}, {}, file="reports/alice.json"
        ),
        GradebookCsvRow("bob", 0, 1, 0, True, {"3.1": 0}, {}, note="=late"),
    ]
    alice, bob = table(dump_gradebook_csv(lines))
    assert list(alice) == list(bob)
    assert (alice["task 2.1"], alice["task 3.1"]) == ("1", "")
    assert (bob["task 2.1"], bob["task 3.1"]) == ("", "0")
    assert (alice["id"], bob["id"], alice["report"]) == ("alice", "bob", "reports/alice.json")
    assert (alice["note"], bob["note"]) == ("", "'=late")


def test_no_submissions_are_a_header() -> None:
    header, *none = csv.reader(StringIO(dump_gradebook_csv([]), newline=""))
    assert not none
    assert header[:2] == ["id", "total"]
    assert {verdict.value for verdict in Verdict} <= set(header)


def test_points_are_decimal_numbers() -> None:
    (row,) = table(
        render_gradebook(report(task(a_test(case(), points=0.5, score=0.1 + 0.2))), View.STAFF)
    )
    assert row["total"] == "0.3"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1", "x;=1", "x|@y"])
def test_a_formula_is_prefixed(text: str) -> None:
    shown = escape_cell(text)
    assert "'" in shown
    assert not shown.lstrip().startswith(FORMULAS)


@pytest.mark.parametrize("text", ["alice", "3.1", "a-b", "a=b", "x+y@z", "Zürich 東京"])
def test_ordinary_cells_stay_as_they_are(text: str) -> None:
    assert escape_cell(text) == text


@given(ANY_TEXT)
@example('"=')
@example(';"=')
def test_no_text_whatever_is_a_formula(evil: str) -> None:
    text = dump_gradebook_csv(
        [GradebookCsvRow(evil, 0, 1, 0, False, {evil: 0}, {}, evil, evil, evil)]
    )
    assert text.count("\n") == 2
    (row,) = table(text)
    for delimiter in ",;\t|":
        for line in csv.reader(StringIO(text, newline=""), delimiter=delimiter):
            assert not [shown for shown in line if shown.strip(' "').startswith(FORMULAS)]
    header = next(csv.reader(StringIO(text, newline="")))
    assert list(row) == header


def test_hostile_text_stays_on_its_line() -> None:
    assert render_gradebook(hostile(EVIL), View.STAFF).count("\n") == 2
