"""Points that people give: read, checked, kept, and put into reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.batch.manual_marks import (
    NAME,
    MarksByStudent,
    MarksError,
    StudentMark,
    put_marks_on_report,
    put_marks_on_result,
    read_and_store_marks,
)
from grader.jobs.grading_answer import GradingAnswer
from grader.model.formatting import format_count
from grader.model.report import Report, View
from grader.render.report_formats import FORMS, write_report
from grader.render.report_json import dumps, loads
from tests.made_up import DOUBLE, ESSAY, made_up
from tests.render.samples import RIGHT, WRITTEN, report

COLUMNS = (
    "the columns have to be id, task, points, and may be item and comment; they are id, task, "
    "points, colour"
)

Gather = Callable[..., MarksByStudent]


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return made_up(tmp_path / "course", tasks=DOUBLE + ESSAY)


@pytest.fixture
def gather(tmp_path: Path, assignment: Assignment) -> Gather:
    def gather(*tables: str | bytes) -> MarksByStudent:
        paths = []
        for number, text in enumerate(tables):
            path = tmp_path / f"marks-{number}.csv"
            path.write_bytes(text.encode() if isinstance(text, str) else text)
            paths.append(path)
        return read_and_store_marks(tmp_path, paths, assignment, ["alice", "bob"], print)

    return gather


def refusal(gather: Gather, *tables: str | bytes) -> list[str]:
    with pytest.raises(MarksError) as caught:
        gather(*tables)
    lead, *problems = str(caught.value).splitlines()
    assert (
        lead
        == f"{format_count(len(problems), 'problem')} in the tables, so nothing was changed. Mend:"
    )
    return problems


def test_items_add_up_and_comments_stand_below_each_other(gather: Gather) -> None:
    marks = gather(
        "id,task,item,points,comment\n"
        "alice,2,argument,0.5,Clear.\nalice,2,example,0.25,\nbob,2,,1,\n"
    )
    assert marks["alice"] == {"2": StudentMark(0.75, "argument: 0.5. Clear.\nexample: 0.25.")}
    assert marks["bob"] == {"2": StudentMark(1.0, "")}


def test_they_are_kept_and_can_be_changed_and_taken_back(gather: Gather, tmp_path: Path) -> None:
    first = gather("id,task,points\nalice,2,0.5\nbob,2,1\n")
    assert gather() == first
    kept = (tmp_path / NAME).read_text()
    assert gather("id,task,points\nalice,2,0.5\nbob,2,1\n") == first
    assert (tmp_path / NAME).read_text() == kept
    assert gather("id,task,points\nalice,2,\nbob,2,0\n") == {"bob": {"2": StudentMark(0.0, "")}}


def test_a_student_marked_earlier_may_be_missing(
    gather: Gather, tmp_path: Path, assignment: Assignment
) -> None:
    first = gather("id,task,points\nalice,2,0.5\n")
    assert read_and_store_marks(tmp_path, [], assignment, ["bob"], print) == first


def test_all_problems_are_named_at_once_and_nothing_is_kept(gather: Gather, tmp_path: Path) -> None:
    said = refusal(
        gather,
        "id,task,points\nalice,2,much\ncarol,2,1\nalice,1,1\nbob,2,2\nbob,2,-1\n",
        "id,task,points,colour\n",
        b"PK\x03\x04",
        "id,task,points\nbob,2,1,extra\nalice,2,1\nalice,2,1\n",
    )
    assert [line.removeprefix(f"{tmp_path}/") for line in said] == [
        "marks-0.csv, line 2: the points have to be a number from 0 up, as 0.5; they are 'much'",
        "marks-0.csv, line 3: nobody with the id 'carol' handed in",
        "marks-0.csv, line 4: '1' is not a written task; these are 2",
        (
            "marks-0.csv, line 5: bob has 2 points for task 2, all items together, "
            "but the task is worth 1"
        ),
        "marks-0.csv, line 6: the points have to be a number from 0 up, as 0.5; they are '-1'",
        f"marks-1.csv, line 1: {COLUMNS}",
        (
            "marks-2.csv is a workbook (as .xlsx or .ods), whatever its name ends in; "
            "save the table as CSV in UTF-8"
        ),
        (
            "marks-3.csv, line 2: 'extra' is in a column without a name; "
            "put quotes around a cell that contains a comma"
        ),
        (
            "marks-3.csv, line 4: the same student, task and item as in line 3; "
            "give each an item of its own"
        ),
    ]
    assert not (tmp_path / NAME).exists()


def test_what_a_spreadsheet_writes(gather: Gather) -> None:
    marks = gather('\ufeffID,Task,Points\r\nalice,2,"0,5"\r\n,,\r\n')
    assert marks == {"alice": {"2": StudentMark(0.5, "")}}
    assert gather("id;task;points\r\nalice;2;0,25\r\n") == {"alice": {"2": StudentMark(0.25, "")}}


@pytest.mark.parametrize(
    "table",
    [
        "id\ttask\tpoints\nalice\t2\t0,5\n".encode("utf-16"),
        "sep=;\nid;task;points\nalice;2;0,5\n",
        "id;task;points;comment\r\nalice;2;0,5;\r\n".encode("cp1252"),
        "id,task,points,,\r\nalice,2,0.5,,\r\n,,,,\r\n",
        ",id,task,points\n,alice,2,0.5\n",
        " ID , Task,POINTS\n\u00a0alice\u00a0, 2 , 0.5\u200b\n",
        'id,task,points\n"=""alice""",2,.5\n',
    ],
)
def test_tables_from_any_spreadsheet(gather: Gather, table: str | bytes) -> None:
    assert gather(table) == {"alice": {"2": StudentMark(0.5, "")}}


TO_TEXT = "set the column to text and enter it again"
NUMBER = "the points have to be a number from 0 up, as 0.5; they are"
NO_TASK = "is not a written task:"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            "alice;01. Feb;1",
            (
                f"'01. Feb' {NO_TASK} it is a date, which spreadsheets make of 1.2; {TO_TEXT}; "
                "these are 2"
            ),
        ),
        (
            "alice;46023;1",
            (
                f"'46023' {NO_TASK} it may be the date 1.1. as a spreadsheet keeps it; {TO_TEXT}; "
                "these are 2"
            ),
        ),
        ("alice;2,0;1", f"'2,0' {NO_TASK} if 2 is meant, {TO_TEXT}; these are 2"),
        ("alice;;1", "there is no task; the written tasks are 2"),
        (";2;1", "the id is missing; fill in the student's id"),
        (
            "Alice;2;1",
            (
                "nobody with the id 'Alice' handed in; it may be alice; "
                "capital and small letters are different here"
            ),
        ),
        (
            "1.00E+05;2;1",
            (
                "nobody with the id '1.00E+05' handed in; it is a number that a spreadsheet has "
                f"shortened; {TO_TEXT} in full"
            ),
        ),
        (
            "alice;2;01. Mai",
            f"the points '01. Mai': it is a date, which spreadsheets make of 1.5; {TO_TEXT}",
        ),
        (
            "alice;2;=1/2",
            "the points '=1/2': it is a formula; save the table with values in its place",
        ),
        (
            "alice;2;#REF!",
            (
                "the points '#REF!': it is an error of the spreadsheet; mend the cell and save the "
                "table again"
            ),
        ),
        *(
            (f"alice;2;{points}", f"{NUMBER} '{points}'")
            for points in ("nan", "inf", "50%", "½", "1_0", "٣", "-1", "1 000", "0x1")
        ),
    ],
)
def test_what_a_spreadsheet_has_damaged_is_named(gather: Gather, row: str, said: str) -> None:
    (problem,) = refusal(gather, f"id;task;points\n\n{row}\n")
    assert problem.rpartition("marks-0.csv, ")[2] == f"line 3: {said}"


def test_a_decimal_comma_between_commas_is_not_taken_for_a_comment(gather: Gather) -> None:
    (problem,) = refusal(gather, "id,task,points,comment\nalice,2,0,5\n")
    assert "if 0.5 is meant, write it with a point or in quotes" in problem


def test_a_column_that_is_there_twice(gather: Gather) -> None:
    (problem,) = refusal(gather, "id,task,points,Points\nalice,2,0,1\n")
    assert problem.endswith("line 1: there are several columns points; leave one of each")


def test_two_tables_that_contradict_each_other_are_refused(gather: Gather) -> None:
    table = "id,task,points\nalice,2,0.5\n"
    (problem,) = refusal(gather, table, "id,task,points\nbob,2,1\nalice,2,1\n")
    assert "marks-1.csv, line 3: the same student, task and item as in" in problem
    assert gather(table, table) == {"alice": {"2": StudentMark(0.5, "")}}


def test_an_id_is_the_same_in_every_form_of_unicode(tmp_path: Path, assignment: Assignment) -> None:
    (tmp_path / "x.csv").write_text("id,task,points\nJose\u0301,2,1\n")
    found = read_and_store_marks(tmp_path, [tmp_path / "x.csv"], assignment, ["Jos\u00e9"], print)
    assert found == {"Jos\u00e9": {"2": StudentMark(1.0, "")}}


def test_thirds_add_up_to_a_whole_now_and_when_they_are_read_again(gather: Gather) -> None:
    rows = "".join(f"alice,2,{item},0.333333333333333,\n" for item in "abc")
    first = gather(f"id,task,item,points,comment\n{rows}")
    assert first["alice"]["2"].points == 1.0
    assert gather() == first


def test_a_comment_that_is_too_long_is_not_cut(gather: Gather) -> None:
    (problem,) = refusal(gather, f"id,task,points,comment\nalice,2,1,{'x' * 2001}\n")
    assert problem.endswith("line 2: the comment has 2001 characters; there is room for 2000")


def test_workbooks_in_a_folder_of_tables_are_named(tmp_path: Path, assignment: Assignment) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    (folder / "A.CSV").write_text("id,task,points\nalice,2,1\n")
    (folder / "b.txt").write_bytes("id\ttask\tpoints\nbob\t2\t1\n".encode("utf-16"))
    (folder / "~$c.xlsx").write_bytes(b"lock")
    one = {"2": StudentMark(1.0, "")}
    assert read_and_store_marks(tmp_path, [folder], assignment, ["alice", "bob"], print) == {
        "alice": one, "bob": one,
    }  # fmt: skip
    (folder / "c.xlsx").write_bytes(b"PK")
    with pytest.raises(MarksError, match=r"c\.xlsx is a workbook; save it as CSV"):
        read_and_store_marks(tmp_path, [folder], assignment, ["alice", "bob"], print)


def test_a_folder_of_tables(tmp_path: Path, assignment: Assignment) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    with pytest.raises(MarksError, match=r"holds no file that ends in \.csv or"):
        read_and_store_marks(tmp_path, [folder], assignment, ["alice"], print)
    (folder / "a.csv").write_text("id,task,points\nalice,2,1\n")
    assert read_and_store_marks(tmp_path, [folder], assignment, ["alice"], print) == {
        "alice": {"2": StudentMark(1.0, "")}
    }


@pytest.fixture
def marked() -> Report:
    marks = {"1.1": StudentMark(1.5, "Well argued."), "2.1": StudentMark(9.0, "")}
    return put_marks_on_report(report(WRITTEN, RIGHT), marks)


def test_they_count_as_other_points_do(marked: Report) -> None:
    """Those of tasks that the grader decides stay as they are."""
    assert (marked.score, marked.max_score, marked.undecided) == (2.5, 3.0, 0.0)
    assert loads(dumps(marked, View.STAFF)) == marked
    before = GradingAnswer.of(report(WRITTEN, RIGHT)).result
    after = put_marks_on_result(before, {"1.1": StudentMark(1.5, ""), "2.1": StudentMark(9.0, "")})
    assert (after.score, after.max_score, after.undecided) == (2.5, 3.0, 0.0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("view", View)
def test_every_form_has_them(marked: Report, form: str, view: View) -> None:
    said = write_report(form, marked, view)
    assert form in {"github", "junit"} or "1.5" in said
    assert form in {"github", "junit", "csv"} or "Well argued." in said
    assert "to be graded by hand" not in said


def test_what_is_taken_back_waits_for_a_person_again(marked: Report) -> None:
    assert put_marks_on_report(marked, {}) == report(WRITTEN, RIGHT)
    before = GradingAnswer.of(report(WRITTEN, RIGHT)).result
    assert (
        put_marks_on_result(put_marks_on_result(before, {"1.1": StudentMark(1.5, "")}), {})
        == before
    )
