"""Points of a batch in the gradebooks of learning platforms, written and read again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch.batch_json import EarlierBatch
from grader.batch.batch_row import BatchRow
from grader.batch.collect_handins import collect_handins
from grader.batch.export_gradebook import GradebookExport, export_gradebook, read_gradebook
from grader.batch.read_platform_gradebook import PLATFORMS
from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.model.user_error import UsageError
from grader.model.verdict import Verdict

ACCEPTED = Verdict.ACCEPTED

IDS = {
    "canvas": ["1234", "5678"],
    "moodle": ["123456", "7"],
    "gradescope": ["33", "44"],
    "blackboard": ["jdoe", "mmüller"],
    "brightspace": ["jdoe", "00123"],
    "sakai": ["jdoe", "x-1"],
    "teams": ["Jane Doe", "Álvaro de la Cruz"],
}

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,PS1 (77),PS2 (78),Final Score\n"
    ",,,,,Manual Posting,,(read only)\n"
    "    Points Possible,,,,,10.00,12.00,(read only)\n"
    '"Doe, Jane",1234,s1,jdoe,A,9.00,,81\n'
    '"Roe, ""Rick""",5678,s2,rroe,A,,3.00,12\n'
    '"Poe, P",91011,s3,ppoe,B,1.00,,5\n'
    '"Student, Test",999,,abc,A,,,\n'
)
MOODLE = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (grade),Feedback comments\r\n"
    'Participant 1234,Jane Doe,j@x.org,Submitted,-,"12,00",Yes,-,\r\n'
    'Teilnehmer/in5678,Rick Roe,r@x.org,Submitted,"3,50","12,00",Yes,-,"<p>a\r\nb</p>"\r\n'
)
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Total [Total Pts: up to 30 Score] |5"'
    '\t"PS2 [Total Pts: 12 Score] |6"\n'
    '"Doe"\t"Jane"\t"1234"\t"007"\t""\t""\n'
    '"Müller"\t"Rick"\t"5678"\t"008"\t"3"\t""\n'
)
BRIGHTSPACE = (
    "OrgDefinedId,Username,Last Name,First Name,"
    "PS2 Points Grade <Numeric MaxPoints:12 Weight:10>,End-of-Line Indicator\r\n"
    "#900,#jane.doe,Doe,Jane,,#\r\n"
    "#901,#rick.roe,Roe,Rick,4,#\r\n"
)
SAKAI = (
    '"PS2","SCORE_GRADE_TYPE"\n""\n'
    '"Display ID","ID","Last Name","First Name","grade","Submission date","Late submission"\n'
    '"1234","u-1","Doe","Jane","","2026-10-01","On time"\n'
    '"5678","u-2","Roe","Rick","","2026-10-01","Late"\n'
)
GRADESCOPE = (
    "First Name,Last Name,SID,Email,Total Score,Max Points,Status,Submission ID,1: A (12.0 pts)\n"
    "Jane,Doe,007,j@x.org,,12.0,Ungraded,1234,\n"
    "Rick,Roe,008,r@x.org,,12.0,Ungraded,5678,\n"
)
TEAMS = (
    "First Name,Last Name,Email Address,PS2,Points,Feedback\n"
    "Jane,Doe,j@x.org,,12,\nRick,Roe,r@x.org,,12,\n"
)
TEMPLATES = {
    "moodle": MOODLE.encode(),
    "gradescope": GRADESCOPE.encode(),
    "blackboard": BLACKBOARD.encode("utf-16"),
    "brightspace": BRIGHTSPACE.encode(),
    "sakai": SAKAI.encode(),
    "teams": TEAMS.encode(),
}


def row(student: str, score: float = 7.5, *, path: str = "", **changes: object) -> BatchRow:
    facts = {"undecided": 0.0, "complete": True, "errors": (), "refusal": "", **changes}
    task = TaskScore("1", "One", 12.0, score, ACCEPTED, to_decide=float(str(facts["undecided"])))
    result = ResultSummary(
        (task,),
        {ACCEPTED: 1},
        bool(facts["complete"]),
        facts["errors"],  # type: ignore[arg-type]
    )
    return BatchRow(student, f"{student}-{path}", path, "d", "s", result, str(facts["refusal"]))


def batch(*rows: BatchRow) -> EarlierBatch:
    return EarlierBatch("ps2", {f"{n}": each for n, each in enumerate(rows)}, {})


def fill(
    tmp_path: Path, platform: str, template: str | bytes, *rows: BatchRow, column: str = ""
) -> GradebookExport:
    path = tmp_path / "template.csv"
    path.write_bytes(template.encode() if isinstance(template, str) else template)
    return export_gradebook(batch(*rows), platform, path, column)


def read(tmp_path: Path, platform: str, data: bytes, column: str = "") -> Mapping[str, float]:
    path = tmp_path / "again.csv"
    path.write_bytes(data)
    return read_gradebook(path, platform, column).scores()


def cells(data: bytes, codec: str = "utf-8", separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(codec), newline=""), delimiter=separator))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_new_file_is_read_again_and_can_be_a_template(tmp_path: Path, platform: str) -> None:
    rows = [row(student, n + 0.1 + 0.2) for n, student in enumerate(IDS[platform])]
    done = export_gradebook(batch(*rows), platform, column="PS2")
    assert (done.written, done.remarks) == (2, [])
    fold = str.casefold if platform == "teams" else str
    assert read(tmp_path, platform, done.content) == {
        fold(student): n + 0.3 for n, student in enumerate(IDS[platform])
    }
    again = fill(tmp_path, platform, done.content, *rows)
    assert (again.content, again.written) == (done.content, 2)


@pytest.mark.parametrize("platform", TEMPLATES)
def test_a_platforms_own_file_gets_points_in_one_column(tmp_path: Path, platform: str) -> None:
    jane, rick = ("Jane Doe", "Rick Roe") if platform == "teams" else ("1234", "5678")
    paths = {}
    if platform == "brightspace":
        paths = {n: f"in/{n}-1 - {name} - Oct 1, 2026 1200 PM" for n, name in
                 (("1234", "Jane Doe"), ("5678", "Rick Roe"))}  # fmt: skip
    rows = [row(jane, 7.5, path=paths.get(jane, "")), row(rick, 0.0, path=paths.get(rick, ""))]
    template = TEMPLATES[platform]
    done = fill(tmp_path, platform, template, *rows)
    assert done.written == 2
    codec, separator = ("utf-16", "\t") if platform == "blackboard" else ("utf-8-sig", ",")
    before, after = (cells(each, codec, separator) for each in (template, done.content))
    changed = [
        (line, column, cell)
        for line, each in enumerate(after)
        for column, cell in enumerate(each)
        if cell != before[line][column]
    ]
    points = ["7,5", "0"] if platform == "moodle" else ["7.5", "0"]
    assert [cell for _, _, cell in changed] == points
    assert len({column for _, column, _ in changed}) == 1
    assert sorted(read(tmp_path, platform, done.content).values()) == [0, 7.5]
    # Everything but these cells is as it was, to the byte.
    assert len(done.content.splitlines()) == len(template.splitlines())
    assert done.content[:2] == template[:2]
    assert done.content.count(b"\r") == template.count(b"\r")
    assert not any("at most" in remark for remark in done.remarks)


def test_canvas_with_everything_that_has_to_be_said(tmp_path: Path) -> None:
    rows = [
        row("1234", 7.25), row("5678", 12.0), row("4711", 1.0),
        row("91011", 2.0, undecided=1.5), row("77", 1.0, errors=("it broke",)),
    ]  # fmt: skip
    done = fill(tmp_path, "canvas", CANVAS, *rows, column="ps2")
    filled = CANVAS.replace(",9.00,,81", ",9.00,7.25,81").replace(",,3.00,12", ",,12,12")
    assert (done.content.decode(), done.written) == (filled, 2)
    said = "\n".join(done.remarks)
    for sentence in (
        "Filled: the column 'PS2 (78)', by id.",
        "The gradebook had other points before: 5678 (3.00 → 12).",
        "Left out, because a person has still to decide: 91011 (1.5 points).",
        "Left out, because the grader itself failed: 77.",
        "No row of the gradebook fits: 4711, 77.",
        "Nothing was handed in, or found, for: Student, Test 999",
    ):
        assert sentence in said


def test_open_points_are_written_only_if_asked_for(tmp_path: Path) -> None:
    rows = batch(row("1234", 2.0, undecided=1.5), row("5678", 3.0))
    path = tmp_path / "t.csv"
    path.write_text(CANVAS)
    held = export_gradebook(rows, "canvas", path, "PS2")
    assert read(tmp_path, "canvas", held.content, "PS2") == {"5678": 3.0}
    given = export_gradebook(rows, "canvas", path, "PS2", partial=True)
    assert read(tmp_path, "canvas", given.content, "PS2") == {"1234": 2.0, "5678": 3.0}
    assert "Written without what a person has still to decide: 1234" in "\n".join(given.remarks)
    new = export_gradebook(rows, "canvas")
    assert list(read(tmp_path, "canvas", new.content)) == ["5678"]


def test_points_that_stand_for_somebody_left_out_stay(tmp_path: Path) -> None:
    done = fill(tmp_path, "canvas", CANVAS, row("1234"), row("5678", undecided=1.0), column="PS2")
    assert read(tmp_path, "canvas", done.content, "PS2") == {"1234": 7.5, "5678": 3.0}
    assert "Left out, so the gradebook keeps its earlier points: 5678." in done.remarks


def test_excused_students_stay_excused(tmp_path: Path) -> None:
    template = CANVAS.replace(",9.00,,81", ",9.00,EX,81")
    done = fill(tmp_path, "canvas", template, row("1234"), row("5678", 3.0), column="PS2")
    assert (done.content.decode(), done.written) == (template.replace(",3.00,12", ",3,12"), 1)
    assert "Left out, because the gradebook excuses them: 1234." in done.remarks


def test_a_dash_is_no_points(tmp_path: Path) -> None:
    done = fill(tmp_path, "moodle", MOODLE, row("1234"), row("5678", 3.5))
    assert not any("other points before" in remark for remark in done.remarks)


DOWNLOADS = {
    "canvas": ["doejane_1234_567890_tour.py", "roerick_LATE_5678_567891_tour.py"],
    "moodle": [
        "Jane Doe_1234_assignsubmission_file_/tour.py", "Rick Roe_5678_assignsubmission_file_/a.py"
    ],
    "gradescope": ["submission_1234/tour.py", "submission_5678/tour.py"],
    "blackboard": [
        f"PS2_{who}_attempt_2026-10-01-12-00-00_tour.py" for who in ("1234", "5678")
    ],
    "brightspace": [
        "1234-9 - Jane Doe - Oct 1, 2026 1200 PM/tour.py",
        "5678-9 - Rick Roe - Oct 1, 2026 1200 PM/tour.py",
    ],
    "sakai": [
        "PS2/Doe, Jane(1234)/Submission attachment(s)/tour.py",
        "PS2/Roe, Rick(5678)/Submission attachment(s)/tour.py",
    ],
    "teams": [
        f"Submitted files/{who}/PS2/Version 1/tour.py" for who in ("Jane Doe", "Rick Roe")
    ],
}  # fmt: skip


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_was_downloaded_goes_back_to_its_platform(tmp_path: Path, platform: str) -> None:
    """The ids and paths that ``grade batch`` makes of a download fit the platform's gradebook."""
    for name in DOWNLOADS[platform]:
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"x = {name!r}\n")
    handins = collect_handins([str(tmp_path / "in")])
    rows = [row(each.id, n + 0.5, path=str(each.path)) for n, each in enumerate(handins)]
    template = CANVAS.encode() if platform == "canvas" else TEMPLATES[platform]
    column = "PS2" if platform == "canvas" else ""
    done = fill(tmp_path, platform, template, *rows, column=column)
    assert done.written == 2
    assert sorted(read(tmp_path, platform, done.content, column).values()) == [0.5, 1.5]
    first = done.content.decode("utf-16" if platform == "blackboard" else "utf-8").replace(",", ".")
    assert "0.5" in first[: first.index("1.5")]  # Jane stands before Rick in each of them


@pytest.mark.parametrize("platform", ["moodle", "brightspace", "teams", "gradescope"])
def test_names_of_coursemology_fit_any_gradebook_with_names(tmp_path: Path, platform: str) -> None:
    rows = [row("Jane Doe", 1.5), row("rick roe", 2.5)]
    done = fill(tmp_path, platform, TEMPLATES[platform], *rows)
    assert sorted(read(tmp_path, platform, done.content).values()) == [1.5, 2.5]


def test_what_cannot_be_read_has_no_points_and_says_so(tmp_path: Path) -> None:
    done = fill(tmp_path, "canvas", CANVAS, row("1234", 0.0, refusal="it is empty"), column="PS2")
    assert read(tmp_path, "canvas", done.content, "PS2")["1234"] == 0
    assert "0 points, because what was handed in cannot be read: 1234." in done.remarks


def test_another_maximum_and_a_part_of_the_tasks(tmp_path: Path) -> None:
    done = fill(tmp_path, "canvas", CANVAS, row("1234", complete=False), column="PS1")
    said = "\n".join(done.remarks)
    assert "The column has 10 points at most, and the assignment 12. Nothing was scaled." in said
    assert "The batch graded only some of the tasks" in said


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("", "several columns for points; name one with --column: 'PS1 (77)', 'PS2 (78)'"),
        ("PS", "several columns 'PS'; name one of 'PS1 (77)', 'PS2 (78)'"),
        ("PS3", "no column 'PS3'"),
        ("Final Score", "no column 'Final Score'"),
        ("ID", "no column 'ID'"),
    ],
)
def test_which_column(tmp_path: Path, column: str, said: str) -> None:
    with pytest.raises(UsageError) as problem:
        fill(tmp_path, "canvas", CANVAS, row("1234"), column=column)
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("a,b\n1,2\n", "is no gradebook of Canvas"),
        ("", "is no gradebook of Canvas"),
        (b"PK\x03\x04...", "is a workbook"),
        ("Student,ID\nx,1234\n", "has no column for points"),
        ('Student,ID,PS2 (1)\n"x,1234,\n', "quotes in line 2 that are not closed"),
        (CANVAS.replace("1234", "4"), "Only 0 of 1 hand-in match"),
    ],
)
def test_what_is_no_gradebook(tmp_path: Path, template: str | bytes, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        fill(
            tmp_path,
            "canvas",
            template,
            row("1234"),
            column="PS2" if "Final" in str(template) else "",
        )


def test_ids_that_fit_by_chance_are_no_fit(tmp_path: Path) -> None:
    rows = [row(str(n)) for n in (1234, 1, 2, 3, 4)]
    with pytest.raises(UsageError, match="Only 1 of 5 hand-ins match one of the 4 rows"):
        fill(tmp_path, "canvas", CANVAS, *rows, column="PS2")


def test_one_column_tells_whose_row_it_is(tmp_path: Path) -> None:
    """A login that is the number of somebody else must not lead to their row."""
    template = CANVAS.replace(",s3,ppoe,", ",1111,1111,")
    rows = [row("1234"), row("5678"), row("1111", 1.0)]
    done = fill(tmp_path, "canvas", template, *rows, column="PS2")
    assert "No row of the gradebook fits: 1111." in done.remarks
    assert "91011" not in read(tmp_path, "canvas", done.content, "PS2")


def test_two_of_the_same_name_are_left_out(tmp_path: Path) -> None:
    template = TEAMS + "jane, DOE,j2@x.org,,12,\n"
    done = fill(tmp_path, "teams", template, row("Jane Doe"), row("Rick Roe"))
    assert done.written == 1
    assert any("no row was filled: Jane Doe." in remark for remark in done.remarks)
    twice = fill(tmp_path, "teams", TEAMS, row("Jane Doe"), row("Rick Roe"), row("jane  doe"))
    assert twice.written == 1


def test_two_hand_ins_with_one_id_are_left_out(tmp_path: Path) -> None:
    rows = [row("1234", path="a"), row("1234", path="b"), row("5678")]
    done = fill(tmp_path, "canvas", CANVAS, *rows, column="PS2")
    assert done.written == 1
    assert "Left out, because several hand-ins have the same id: 1234." in done.remarks


def test_what_excel_does_to_a_gradebook(tmp_path: Path) -> None:
    """Saved once: semicolons, a mark, CRLF, empty cells gone, zeros and long numbers lost."""
    text = (
        "Nachname;First Name;Last Name;Username;PS2 [Total Pts: 12 Score] |6\r\n"
        "x;Jane;Doe;123\r\nx;Rick;Roe;1,23457E+11;4,5\r\nx;P;Poe;ppoe;\r\n"
    )
    rows = [row("00123"), row("123457000001"), row("ppoe", 2.5), row("123", 1.0)]
    done = fill(tmp_path, "blackboard", text.encode("utf-8-sig"), *rows)
    assert done.content.decode("utf-8-sig") == text.replace("Doe;123\r", "Doe;123;1\r").replace(
        "ppoe;", "ppoe;2,5"
    )
    said = "\n".join(done.remarks)
    assert "No row of the gradebook fits: 00123 (perhaps 123 there), 123457000001." in said
    assert (
        "A spreadsheet has damaged ids of the gradebook, so download it again: 1,23457E+11" in said
    )


def test_text_ids_as_excel_keeps_them(tmp_path: Path) -> None:
    text = 'Username,PS2 [Total Pts: 12 Score] |6\n"=""00123""",\nb,\n'
    done = fill(tmp_path, "blackboard", text, row("00123"), row("b"))
    assert done.content.decode() == text.replace('""",', '""",7.5').replace("b,", "b,7.5")


def test_an_old_encoding_stays(tmp_path: Path) -> None:
    text = "Username,Last Name,PS2 [Total Pts: 12 Score]\njdoe,Müller,\n"
    done = fill(tmp_path, "blackboard", text.encode("cp1252"), row("jdoe"))
    assert done.content == text.replace("ler,", "ler,7.5").encode("cp1252")
    assert any("Windows-1252" in remark for remark in done.remarks)


HOSTILE = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a;=1", 'a";=1', "a\nb", "a\r\n1234,99", "\u202eabc",
    "::error::x", "'=1", "＝1", "\ud800", "",
]  # fmt: skip


@pytest.mark.parametrize("platform", PLATFORMS)
def test_hostile_ids_are_no_formula_and_nobody_else(tmp_path: Path, platform: str) -> None:
    good = IDS[platform][0]
    rows = [row(good, 5.0), *(row(each, 12.0, path=str(n)) for n, each in enumerate(HOSTILE))]
    done = export_gradebook(batch(*rows), platform, column="=PS2")
    codec = "utf-16" if platform == "blackboard" else "utf-8"
    table = cells(done.content, codec, "\t" if platform == "blackboard" else ",")
    formulas = [cell for line in table for cell in line if cell.lstrip()[:1] in set("=+-@＝")]
    assert [each for each in formulas if each] == []
    scores = read(tmp_path, platform, done.content)
    wanted = {each.casefold() if platform == "teams" else each for each in [good, *HOSTILE]}
    assert set(scores) <= wanted
    assert scores[good.casefold() if platform == "teams" else good] == 5.0
    assert len(scores) == done.written
    assert all(remark.isprintable() for remark in done.remarks)


def test_hostile_cells_of_a_template_stay_and_are_named(tmp_path: Path) -> None:
    template = CANVAS.replace('"Poe, P"', '"=HYPERLINK(""http://x"")"')
    done = fill(tmp_path, "canvas", template, row("1234"), column="PS2")
    assert done.content.decode() == template.replace(",9.00,,81", ",9.00,7.5,81")
    assert any("=HYPERLINK" in remark and "upload" in remark for remark in done.remarks)


def test_brightspace_needs_its_own_file_for_numbers_of_a_download() -> None:
    rows = batch(row("12345", path="in/12345-6 - Jane Doe - Oct 1, 2026 1200 PM - a.py"))
    with pytest.raises(UsageError, match="--template"):
        export_gradebook(rows, "brightspace")
