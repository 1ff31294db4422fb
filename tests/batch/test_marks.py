"""Points that people give: read, checked, kept, and put into reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.batch.marks import NAME, Mark, Marks, MarksError, gathered, on_report, on_result
from grader.jobs.answer import Answer
from grader.model.report import Report, View
from grader.model.wording import count
from grader.render.forms import FORMS, write
from grader.render.jsonfile import dumps, loads
from tests.made_up import DOUBLE, ESSAY, made_up
from tests.render.samples import RIGHT, WRITTEN, report

COLUMNS = (
    "the columns have to be id, task, points, and may be item and comment; they are id, task, "
    "points, colour"
)

Gather = Callable[..., Marks]


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return made_up(tmp_path / "course", tasks=DOUBLE + ESSAY)


@pytest.fixture
def gather(tmp_path: Path, assignment: Assignment) -> Gather:
    def gather(*tables: str | bytes) -> Marks:
        paths = []
        for number, text in enumerate(tables):
            path = tmp_path / f"marks-{number}.csv"
            path.write_bytes(text.encode() if isinstance(text, str) else text)
            paths.append(path)
        return gathered(tmp_path, paths, assignment, ["alice", "bob"])

    return gather


def refusal(gather: Gather, *tables: str | bytes) -> list[str]:
    with pytest.raises(MarksError) as caught:
        gather(*tables)
    lead, *problems = str(caught.value).splitlines()
    assert lead == f"{count(len(problems), 'problem')} in the tables, so nothing was changed; mend:"
    return problems


def test_items_add_up_and_comments_stand_below_each_other(gather: Gather) -> None:
    marks = gather(
        "id,task,item,points,comment\n"
        "alice,2,argument,0.5,Clear.\nalice,2,example,0.25,\nbob,2,,1,\n"
    )
    assert marks["alice"] == {"2": Mark(0.75, "argument: 0.5. Clear.\nexample: 0.25.")}
    assert marks["bob"] == {"2": Mark(1.0, "")}


def test_they_are_kept_and_can_be_changed_and_taken_back(gather: Gather, tmp_path: Path) -> None:
    first = gather("id,task,points\nalice,2,0.5\nbob,2,1\n")
    assert gather() == first
    kept = (tmp_path / NAME).read_text()
    assert gather("id,task,points\nalice,2,0.5\nbob,2,1\n") == first
    assert (tmp_path / NAME).read_text() == kept
    assert gather("id,task,points\nalice,2,\nbob,2,0\n") == {"bob": {"2": Mark(0.0, "")}}


def test_a_student_marked_earlier_may_be_missing(
    gather: Gather, tmp_path: Path, assignment: Assignment
) -> None:
    first = gather("id,task,points\nalice,2,0.5\n")
    assert gathered(tmp_path, [], assignment, ["bob"]) == first


def test_all_problems_are_named_at_once_and_nothing_is_kept(gather: Gather, tmp_path: Path) -> None:
    said = refusal(
        gather,
        "id,task,points\nalice,2,much\ncarol,2,1\nalice,1,1\nbob,2,2\nbob,2,-1\n",
        "id,task,points,colour\n",
        b"\xff\xfe",
        "id,task,points\nbob,2,1,extra\nalice,2,1\nalice,2,1\n",
    )
    assert [line.removeprefix(f"{tmp_path}/") for line in said] == [
        "marks-0.csv, line 2: the points have to be a number from 0 up; they are 'much'",
        "marks-0.csv, line 3: nobody with the id 'carol' handed in",
        "marks-0.csv, line 4: '1' is not a written task; these are 2",
        "marks-0.csv, line 5: bob has 2 points for task 2, all items together, but it is worth 1",
        "marks-0.csv, line 6: the points have to be a number from 0 up; they are '-1'",
        f"marks-1.csv, line 1: {COLUMNS}",
        "marks-2.csv is not UTF-8 text; save it as CSV in UTF-8",
        "marks-3.csv, line 2: more cells than the 3 columns; put a text that has commas in quotes",
        (
            "marks-3.csv, line 4: the same student, task and item as in line 3; "
            "give each an item of its own"
        ),
    ]
    assert not (tmp_path / NAME).exists()


def test_what_a_spreadsheet_writes(gather: Gather) -> None:
    marks = gather('\ufeffID,Task,Points\r\nalice,2,"0,5"\r\n,,\r\n')
    assert marks == {"alice": {"2": Mark(0.5, "")}}
    assert gather("id;task;points\r\nalice;2;0,25\r\n") == {"alice": {"2": Mark(0.25, "")}}


def test_a_folder_of_tables(tmp_path: Path, assignment: Assignment) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    with pytest.raises(MarksError, match=r"holds no file that ends in \.csv"):
        gathered(tmp_path, [folder], assignment, ["alice"])
    (folder / "a.csv").write_text("id,task,points\nalice,2,1\n")
    assert gathered(tmp_path, [folder], assignment, ["alice"]) == {"alice": {"2": Mark(1.0, "")}}


@pytest.fixture
def marked() -> Report:
    marks = {"1.1": Mark(1.5, "Well argued."), "2.1": Mark(9.0, "")}
    return on_report(report(WRITTEN, RIGHT), marks)


def test_they_count_as_other_points_do(marked: Report) -> None:
    """Those of tasks that the grader decides stay as they are."""
    assert (marked.score, marked.max_score, marked.undecided) == (2.5, 3.0, 0.0)
    assert loads(dumps(marked, View.STAFF)) == marked
    before = Answer.of(report(WRITTEN, RIGHT)).result
    after = on_result(before, {"1.1": Mark(1.5, ""), "2.1": Mark(9.0, "")})
    assert (after.score, after.max_score, after.undecided) == (2.5, 3.0, 0.0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("view", View)
def test_every_form_has_them(marked: Report, form: str, view: View) -> None:
    said = write(form, marked, view)
    assert form in {"github", "junit"} or "1.5" in said
    assert form in {"github", "junit", "csv"} or "Well argued." in said
    assert "to be graded by hand" not in said


def test_what_is_taken_back_waits_for_a_person_again(marked: Report) -> None:
    assert on_report(marked, {}) == report(WRITTEN, RIGHT)
    before = Answer.of(report(WRITTEN, RIGHT)).result
    assert on_result(on_result(before, {"1.1": Mark(1.5, "")}), {}) == before
