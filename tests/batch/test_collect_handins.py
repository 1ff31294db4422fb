"""Which hand-ins there are, whose, and what is read of them: every documented shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader import intake
from grader.batch.collect_handins import NothingToGrade, collect_handins, list_omitted_files
from grader.batch.handin import HandIn, read_submission
from grader.batch.lms_filenames import attempt_sort_key
from grader.intake import IntakeError, SeveralFiles
from grader.model.submission import MainFileRules
from tests.batch.scene import RIGHT, WRONG, written, zipped


def ids(handins: list[HandIn]) -> list[str]:
    return [handin.id for handin in handins]


GIVEN = {"utils.py"}
RULES = MainFileRules(given=frozenset(GIVEN))


def sources(handins: list[HandIn]) -> dict[str, str]:
    return {
        handin.id: "".join(cell.source for cell in read_submission(handin, RULES).cells)
        for handin in handins
    }


# Folders and files --------------------------------------------------------------------------


def test_a_folder_of_files_notebooks_archives_and_folders(tmp_path: Path) -> None:
    written(
        tmp_path / "in",
        {"alice.py": RIGHT, "carol/a/work.py": RIGHT, "notes.txt": "milk", ".hidden.py": WRONG},
    )
    zipped(tmp_path / "in" / "bob.zip", {"b.py": WRONG})
    found = collect_handins([str(tmp_path / "in")])
    assert sources(found) == {"alice": RIGHT, "bob": WRONG, "carol": RIGHT}
    assert [handin.name for handin in found] == ["alice", "bob", "carol"]


def test_files_that_are_no_hand_ins_are_named(tmp_path: Path) -> None:
    files = {
        "alice.py": RIGHT,
        "bob/x.txt": "",
        "utils.py": "",
        "a.docx": "",
        ".h": "",
        "b.txt": "",
    }
    folder = written(tmp_path / "in", files)
    found = collect_handins([str(folder)], given=GIVEN)
    assert list_omitted_files([str(folder)], found, GIVEN) == ["a.docx", "b.txt"]


def test_nothing_is_left_out_of_folders_that_are_hand_ins(tmp_path: Path) -> None:
    written(tmp_path, {"alice/ps2.py": RIGHT, "alice/a.txt": "", "bob/ps2.py": WRONG})
    paths = [str(tmp_path / "alice"), str(tmp_path / "bob")]
    assert list_omitted_files(paths, collect_handins(paths)) == []
    assert list_omitted_files([str(tmp_path / "alice" / "ps2.py")], []) == []


def test_what_is_read_is_what_a_single_grading_reads(tmp_path: Path) -> None:
    folder = written(tmp_path / "in", {"alice.py": RIGHT, "bob/work.py": WRONG})
    for handin in collect_handins([str(folder)]):
        assert read_submission(handin) == intake.read_submission(handin.path)


def test_files_by_name_and_by_pattern(tmp_path: Path) -> None:
    folder = written(tmp_path / "in", {"alice.py": RIGHT, "bob.py": WRONG, "x.txt": ""})
    assert ids(collect_handins([str(folder / "alice.py")])) == ["alice"]
    assert ids(collect_handins([str(folder / "*.py")])) == ["alice", "bob"]


def test_folders_by_pattern_are_hand_ins_by_their_own_names(tmp_path: Path) -> None:
    written(tmp_path, {"alice/ps2.py": RIGHT, "bob/ps2.py": WRONG})
    assert ids(collect_handins([str(tmp_path / "*")])) == ["alice", "bob"]
    assert ids(collect_handins([str(tmp_path / "alice"), str(tmp_path / "bob")])) == [
        "alice",
        "bob",
    ]


def test_several_archives_are_hand_ins_whatever_is_in_them(tmp_path: Path) -> None:
    """Otherwise a student could hand in for others."""
    zipped(tmp_path / "alice.zip", {"submission_9/x.py": RIGHT})
    zipped(tmp_path / "bob.zip", {"roe_102_5003_x.py": WRONG})
    written(tmp_path, {"carol/submission_9/x.py": RIGHT})
    for paths in ([str(tmp_path / "*")], [str(tmp_path)]):
        assert sources(collect_handins(paths)) == {"alice": RIGHT, "bob": WRONG, "carol": RIGHT}


@pytest.mark.parametrize("given", ["each", "pattern"])
def test_of_several_paths_each_is_a_hand_in_whatever_it_is_called(
    tmp_path: Path, given: str
) -> None:
    written(tmp_path, CANVAS)
    paths = [str(tmp_path / name) for name in CANVAS] if given == "each" else [f"{tmp_path}/*.py"]
    by_name = {Path(name).stem: text for name, text in CANVAS.items()}
    assert sources(collect_handins(paths)) == by_name
    assert ids(collect_handins(paths, re.compile(r"_(?P<id>\d{3})_"))) == ["101", "102"]


DATES = ["2026_11_05_alice.py", "2026_11_05_bob.py", "hw_1_2_carol.py", "ps_2_part_3_4_dora.py"]


@pytest.mark.parametrize("names", [DATES, ["doe_101_5001_a.py", "doe_101_5002_b.py", "alice.py"]])
@pytest.mark.parametrize("form", ["archive", "folder"])
def test_numbers_in_names_are_no_download(tmp_path: Path, names: list[str], form: str) -> None:
    """Of Canvas's own files each has numbers that are longer than those of a date."""
    files = dict.fromkeys(names, RIGHT)
    if form == "folder":
        found = collect_handins([str(written(tmp_path / "in", files))])
        assert ids(found) == sorted(Path(name).stem for name in names)
    else:
        (handin,) = collect_handins([str(zipped(tmp_path / "jane.zip", files))])
        assert handin.id == "jane"


def test_a_link_is_followed_where_it_was_named(tmp_path: Path) -> None:
    written(tmp_path / "real", {"alice.py": RIGHT, "bob.py": RIGHT})
    (tmp_path / "link").symlink_to("real")
    assert ids(collect_handins([str(tmp_path / "link")])) == ["alice", "bob"]
    (tmp_path / "real" / "carol").symlink_to("/etc")
    with pytest.raises(IntakeError, match="symbolic link"):
        read_submission(collect_handins([str(tmp_path / "link")])[2])


def test_a_folder_alone_is_none_even_if_only_one_has_handed_in(tmp_path: Path) -> None:
    written(tmp_path / "inbox", {"alice.py": RIGHT})
    assert ids(collect_handins([str(tmp_path / "inbox")])) == ["alice"]


def test_a_name_with_brackets_is_a_name_first(tmp_path: Path) -> None:
    written(tmp_path, {"ps[2].py": RIGHT})
    assert ids(collect_handins([str(tmp_path / "ps[2].py")])) == ["ps[2]"]


def test_results_beside_the_hand_ins_are_none(tmp_path: Path) -> None:
    written(tmp_path, {"alice.py": RIGHT, "bob.py": RIGHT, "results/json/old.py": WRONG})
    assert ids(collect_handins([str(tmp_path)], apart=tmp_path / "results")) == ["alice", "bob"]


def test_what_cannot_be_read_is_a_hand_in_too(tmp_path: Path) -> None:
    written(tmp_path, {"alice.py": RIGHT, "bob.py": "", "carol.zip": b"no archive"})
    (tmp_path / "dora").mkdir()
    (tmp_path / "eve.py").symlink_to(tmp_path / "alice.py")
    found = collect_handins([str(tmp_path)])
    assert ids(found) == ["alice", "bob", "carol", "dora", "eve"]
    for handin in found[1:]:
        with pytest.raises(IntakeError):
            read_submission(handin)


@pytest.mark.parametrize("path", ["nobody.py", "*.py", "empty"])
def test_nothing_to_grade(tmp_path: Path, path: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingToGrade):
        collect_handins([str(tmp_path / path)])


# Downloads ----------------------------------------------------------------------------------

GRADESCOPE = {
    "assignment_9_export/submission_metadata.yml": "submission_101: {}",
    "assignment_9_export/submission_101/ps2.py": RIGHT,
    "assignment_9_export/submission_102/ps2.py": WRONG,
    "assignment_9_export/submission_102/utils.py": "x = 1",
}
CANVAS = {
    "doejane_101_5001_ps2.py": RIGHT,
    "roejohn_LATE_102_5002_my_work-1.py": WRONG,
    "roejohn_LATE_102_5003_utils.py": "x = 1",
}
MOODLE_FOLDERS = {
    "Jane Doe_101_assignsubmission_file_/ps2.py": RIGHT,
    "Jane Doe_101_assignsubmission_onlinetext_/onlinetext.html": "<p>Hello",
    "John_Roe_102_assignsubmission_file_/a/ps2.py": WRONG,
}
MOODLE_FILES = {
    "Jane Doe_101_assignsubmission_file_ps2.py": RIGHT,
    "John Roe_102_assignsubmission_file_ps2.py": WRONG,
}
BY_ID = {"101": RIGHT, "102": WRONG}


@pytest.mark.parametrize("files", [GRADESCOPE, CANVAS, MOODLE_FOLDERS, MOODLE_FILES])
@pytest.mark.parametrize("form", ["archive", "folder"])
def test_downloads(tmp_path: Path, files: Mapping[str, str], form: str) -> None:
    if form == "archive":
        path = zipped(tmp_path / "submissions.zip", files)
    else:
        path = written(tmp_path / "submissions", files)
    assert sources(collect_handins([str(path)], given=GIVEN)) == BY_ID


@pytest.mark.parametrize("files", [CANVAS, MOODLE_FOLDERS, MOODLE_FILES])
def test_downloads_in_a_folder_of_their_own(tmp_path: Path, files: Mapping[str, str]) -> None:
    written(tmp_path / "in" / "unpacked", files)
    assert sources(collect_handins([str(tmp_path / "in")], given=GIVEN)) == BY_ID
    archive = zipped(tmp_path / "in.zip", {f"packed/{name}": text for name, text in files.items()})
    assert sources(collect_handins([str(archive)], given=GIVEN)) == BY_ID


def test_archives_within_a_download(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "x.zip", {"work/ps2.py": RIGHT, "__MACOSX/ps2.py": ""}).read_bytes()
    files = {"Jane Doe_101_assignsubmission_file_/x.zip": inner, "doe_102_5009_x.zip": inner}
    found = collect_handins([str(zipped(tmp_path / "all.zip", files))])
    assert sources(found) == {"101": RIGHT, "102": RIGHT}
    found = collect_handins([str(written(tmp_path / "all", files))])
    assert sources(found) == {"101": RIGHT, "102": RIGHT}


BLACKBOARD = {
    "PS 2_jdoe_attempt_2026-10-01-12-00-00.txt": "Name: Jane Doe (jdoe)",
    "PS 2_jdoe_attempt_2026-10-01-12-00-00_ps2.py": WRONG,
    "PS 2_jdoe_attempt_2026-10-02-09-00-00.txt": "Name: Jane Doe (jdoe)",
    "PS 2_jdoe_attempt_2026-10-02-09-00-00_ps2.py": RIGHT,
    "PS 2_r_roe_attempt_2026-10-01-13-00-00_my_ps2.py": WRONG,
}
BRIGHTSPACE = {
    "index.html": "<html>",
    "12345-67890 - Jane Doe - Oct 1, 2026 1200 PM/ps2.py": WRONG,
    "12345-67891 - Jane Doe - Oct 2, 2026 900 AM/ps2.py": RIGHT,
    "22345-67890 - Rob Roe-Hill - Oct 1, 2026 100 PM/ps2.py": WRONG,
}
BRIGHTSPACE_FILES = {
    "12345-67890 - Jane Doe - 1 October, 2026 1305 - ps2.py": WRONG,
    "12345-67890 - Jane Doe - 2 October, 2026 905 - ps2-old.py": RIGHT,
    "22345-67890 - Rob Roe - 1 October, 2026 1305 - ps2.py": WRONG,
}
SAKAI = {
    "PS2/grades.csv": "x",
    "PS2/Doe, Jane(jdoe)/Submission attachment(s)/ps2.py": RIGHT,
    "PS2/Doe, Jane(jdoe)/Feedback Attachment(s)/corrected.py": WRONG,
    "PS2/Doe, Jane(jdoe)/timestamp.txt": "20261001",
    "PS2/Roe, Rob(r.roe)/Submission attachment(s)/ps2.py": WRONG,
    "PS2/Sleeper, Al(al)/comments.txt": "",
}
TEAMS = {
    "Submitted files/Jane Doe/PS2/Version 2/ps2.py": WRONG,
    "Submitted files/Jane Doe/PS2/Version 10/ps2.py": RIGHT,
    "Submitted files/Rob Roe/PS2/Version 1/ps2.py": WRONG,
    "Working files/Rob Roe/PS2/ps2.py": RIGHT,
}
CLASSROOM = {
    "ps2-jane-doe/.github/workflows/classroom.yml": "on: push",
    "ps2-jane-doe/ps2.py": RIGHT,
    "ps2-rob/ps2.py": WRONG,
}


@pytest.mark.parametrize(
    ("files", "jane", "rob"),
    [
        (BLACKBOARD, "jdoe", "r_roe"),
        (BRIGHTSPACE, "12345", "22345"),
        (BRIGHTSPACE_FILES, "12345", "22345"),
        (SAKAI, "jdoe", "r.roe"),
        (TEAMS, "Jane Doe", "Rob Roe"),
        (CLASSROOM, "jane-doe", "rob"),
    ],
    ids=["blackboard", "brightspace", "brightspace files", "sakai", "teams", "classroom"],
)
@pytest.mark.parametrize("form", ["archive", "folder"])
def test_the_newest_attempt_of_each_student_counts(
    tmp_path: Path, files: Mapping[str, str], jane: str, rob: str, form: str
) -> None:
    if form == "archive":
        path = zipped(tmp_path / "submissions.zip", files)
    else:
        path = written(tmp_path / "submissions", files)
    found = {handin.id: handin for handin in collect_handins([str(path)])}
    assert found.keys() - {"al"} == {jane, rob}
    assert [sources([found[who]])[who] for who in (jane, rob)] == [RIGHT, WRONG]
    assert not any(handin.passed_over for handin in found.values())
    notes = [note.message for note in read_submission(found[jane]).notes]
    assert bool(notes) == (files not in (SAKAI, CLASSROOM))
    assert all(note.startswith("Of 2 attempts, the newest counts: ") for note in notes)
    if "al" in found:
        with pytest.raises(IntakeError):
            read_submission(found["al"])
    assert not {
        name for name in list_omitted_files([str(path)], found.values()) if "index" not in name
    }


@pytest.mark.parametrize(
    "newest",
    [
        {"PS_jdoe_attempt_2026-10-03-09-00-00.txt": "Only a comment."},
        {"PS_jdoe_attempt_2026-10-03-09-00-00_ps2.py": ""},
        {"PS_jdoe_attempt_2026-10-03-09-00-00_ps2.py": "# to do\n"},
        {"PS_jdoe_attempt_2026-10-03-09-00-00_ps2.zip": b"no archive"},
        {"PS_jdoe_attempt_2026-10-03-09-00-00_essay.pdf": "%PDF"},
    ],
)
@pytest.mark.parametrize("form", ["archive", "folder"])
def test_a_newest_attempt_without_code_replaces_none(
    tmp_path: Path, newest: Mapping[str, str | bytes], form: str
) -> None:
    files = {
        "PS_jdoe_attempt_2026-10-01-09-00-00_ps2.py": WRONG,
        "PS_jdoe_attempt_2026-10-02-09-00-00_ps2.py": RIGHT,
        "PS_rroe_attempt_2026-10-02-09-00-00_ps2.py": RIGHT,
        **newest,
    }
    path = (
        zipped(tmp_path / "all.zip", files)
        if form == "archive"
        else written(tmp_path / "all", files)
    )
    jane, rob = collect_handins([str(path)])
    assert sources([jane, rob]) == {"jdoe": RIGHT, "rroe": RIGHT}
    assert jane.passed_over.startswith(
        "jdoe: the newest attempt, 2026-10-03-09-00-00, cannot be graded, so the attempt "
        "2026-10-02-09-00-00 counts. "
    )
    assert read_submission(jane).notes[0].message == (
        "Of 3 attempts, the newest that can be graded counts: 2026-10-02-09-00-00; "
        "the others: 2026-10-03-09-00-00, 2026-10-01-09-00-00"
    )
    assert rob.passed_over == ""


def test_a_newest_attempt_of_several_files_is_a_question(tmp_path: Path) -> None:
    files = {
        "PS_jdoe_attempt_2026-10-01-09-00-00_ps2.py": RIGHT,
        "PS_jdoe_attempt_2026-10-02-09-00-00_a.py": RIGHT,
        "PS_jdoe_attempt_2026-10-02-09-00-00_b.py": WRONG,
    }
    (jane,) = collect_handins([str(written(tmp_path, files))])
    assert jane.passed_over == ""
    with pytest.raises(SeveralFiles, match=r"a\.py, b\.py"):
        read_submission(jane)


def test_attempts_none_of_which_can_be_graded_are_the_newest(tmp_path: Path) -> None:
    files = {
        "PS_jdoe_attempt_2026-10-01-09-00-00_ps2.py": "",
        "PS_jdoe_attempt_2026-10-02-09-00-00_ps3.py": "",
        "PS_rroe_attempt_2026-10-02-09-00-00_ps2.py": RIGHT,
    }
    jane, _ = collect_handins([str(written(tmp_path, files))])
    with pytest.raises(IntakeError, match=r"10-02-09-00-00_ps3\.py is empty"):
        read_submission(jane)


def test_attempts_of_an_unknown_order_are_not_chosen_among(tmp_path: Path) -> None:
    files = {f"1-2 - Jane Doe - the {day} of 2026/{day}.py": RIGHT for day in ("first", "last")}
    (jane,) = collect_handins([str(zipped(tmp_path / "all.zip", files))])
    with pytest.raises(IntakeError, match="holds 2 files that could be graded"):
        read_submission(jane)


def test_one_number_for_two_people_is_no_id(tmp_path: Path) -> None:
    when = "Oct 1, 2026 1200 PM"
    files = {f"7-1 - Jane Doe - {when}/a.py": RIGHT, f"7-2 - Rob Roe - {when}/a.py": WRONG}
    found = collect_handins([str(zipped(tmp_path / "all.zip", files))])
    assert sources(found) == {"7-1": RIGHT, "7-2": WRONG}


@pytest.mark.parametrize(
    "name",
    [
        "PS2_alice_attempt_2027-01-01-00-00-00_x.py",
        "1-2 - alice - Oct 1, 2026 1200 PM - x.py",
    ],
)
def test_a_name_as_of_a_platform_among_others_passes_for_nobody(tmp_path: Path, name: str) -> None:
    found = collect_handins([str(written(tmp_path, {"alice.py": RIGHT, name: WRONG}))])
    assert sources(found) == {"alice": RIGHT, Path(name).stem: WRONG}


def test_several_assignments_of_teams_are_a_question(tmp_path: Path) -> None:
    files = {f"Submitted files/Jane Doe/{ps}/Version 1/x.py": RIGHT for ps in ("PS1", "PS2")}
    (jane,) = collect_handins([str(written(tmp_path, files))])
    assert jane.id == "Jane Doe"
    with pytest.raises(IntakeError, match="holds 2 files that could be graded"):
        read_submission(jane)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Oct 1, 2026 1200 PM", "Oct 1, 2026 100 PM"),
        ("Oct 1, 2026 1200 AM", "Oct 1, 2026 1200 PM"),
        ("Sep 30, 2026 1159 PM", "Oct 1, 2026 1200 AM"),
        ("1 December, 2026 905", "1 December, 2026 1005"),
        ("2026-10-01 0905", "2026-10-01 1305"),
        ("1. Mai 2026 905", "1. Juni 2026 905"),
        ("2026-10-01-12-00-00", "2026-10-01-12-00-01"),
        ("Version 9", "Version 10"),
    ],
)
def test_times_are_compared_as_such(earlier: str, later: str) -> None:
    assert () < attempt_sort_key(earlier) < attempt_sort_key(later)


ANSWERS = {
    "Jane Doe/1.3 Transition/template.py": "one = 1\n",
    "Jane Doe/10 Last/template.py": "three = 3\n",
    "Jane Doe/2.1 Moves/template.py": "two = 2\n",
    "John Roe/1.3 Transition/template.py": "other = 1\n",
}


@pytest.mark.parametrize("form", ["archive", "folder"])
def test_answers_by_question_are_one_program(tmp_path: Path, form: str) -> None:
    if form == "archive":
        path = zipped(tmp_path / "coursemology.zip", ANSWERS)
    else:
        path = written(tmp_path / "coursemology", ANSWERS)
    found = collect_handins([str(path)])
    assert sources(found) == {
        "Jane Doe": "one = 1\ntwo = 2\nthree = 3\n",
        "John Roe": "other = 1\n",
    }
    names = [cell.name for cell in read_submission(found[0]).cells]
    assert names[0] == "1.3 Transition/template.py"


def test_several_files_of_one_student_are_refused_together(tmp_path: Path) -> None:
    files = {"doe_101_501_a.py": RIGHT, "doe_101_502_b.py": WRONG, "roe_102_503_c.py": RIGHT}
    jane, john = collect_handins([str(zipped(tmp_path / "all.zip", files))])
    with pytest.raises(IntakeError, match=r"The hand-in holds 2 files .*: a.py, b.py\."):
        read_submission(jane)
    assert read_submission(john).cells[0].source == RIGHT


def test_an_attachment_that_is_no_program_is_a_hand_in_all_the_same(tmp_path: Path) -> None:
    files = {"doe_101_501_essay.pdf": "%PDF", "roe_102_503_c.py": RIGHT}
    for path in (zipped(tmp_path / "all.zip", files), written(tmp_path / "all", files)):
        jane, _ = collect_handins([str(path)])
        assert jane.id == "101"
        with pytest.raises(IntakeError):
            read_submission(jane)


def test_an_archive_that_is_no_download_is_one_hand_in(tmp_path: Path) -> None:
    path = zipped(tmp_path / "alice.zip", {"a/x.py": RIGHT, "a/utils.py": ""})
    (handin,) = collect_handins([str(path)], given=GIVEN)
    assert (handin.id, read_submission(handin, RULES)) == (
        "alice",
        intake.read_submission(path, RULES),
    )


# Ids and names ------------------------------------------------------------------------------


def test_ids_by_a_pattern_of_ones_own(tmp_path: Path) -> None:
    pattern = re.compile(r"(?P<id>[a-z]+\d+)@")
    files = {"e0001@u.edu-ps2.py": RIGHT, "e0002@u.edu/ps2.py": WRONG, "odd.py": RIGHT}
    assert ids(collect_handins([str(written(tmp_path / "in", files))], pattern)) == [
        "e0001",
        "e0002",
        "odd",
    ]
    zipped(tmp_path / "in.zip", files)
    assert ids(collect_handins([str(tmp_path / "in.zip")], pattern)) == ["e0001", "e0002", "odd"]


HOSTILE = [
    "../../escape",
    "..",
    "/etc/passwd",
    "a/../../b",
    "\x1b[31mred",
    "\u202egnp",
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "-rf",
    "x" * 500,
    "CON.",
    "naïve",
    "\n::error::x",
]


@pytest.mark.parametrize("id", HOSTILE)
def test_no_name_leads_out_of_the_results(tmp_path: Path, id: str) -> None:
    pattern = re.compile(r"\Ax(?P<id>.*)\.py\Z", re.DOTALL)
    member = f"x{id}.py".replace("/", "∕")
    (handin,) = collect_handins([str(zipped(tmp_path / "all.zip", {member: RIGHT}))], pattern)
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", handin.name)
    assert len(handin.name) < 100
    assert ".." not in handin.name
    assert read_submission(handin).cells[0].source == RIGHT


def test_members_that_climb_are_only_names(tmp_path: Path) -> None:
    files = {"../submission_1/x.py": RIGHT, "/submission_2/x.py": WRONG, "submission_3/x.py": RIGHT}
    found = collect_handins([str(zipped(tmp_path / "all.zip", files))])
    assert all(re.fullmatch(r"[\w.-]+", handin.name) for handin in found)
    assert not (tmp_path.parent / "submission_1").exists()


def test_students_of_one_name_do_not_share_files(tmp_path: Path) -> None:
    files = {
        "a/ps2.py": RIGHT,
        "b/ps2.py": WRONG,
        "PS2.py": RIGHT,
        "zoë.py": RIGHT,
        "zoé.py": WRONG,
    }
    written(tmp_path, files)
    paths = [str(tmp_path / name) for name in files]
    found = collect_handins(paths)
    names = [handin.name.casefold() for handin in found]
    assert len(set(names)) == len(files)
    # The same whatever order they are named in, so that nothing is graded or written again.
    assert collect_handins(paths[::-1]) == found


def test_a_name_that_pretends_to_be_another(tmp_path: Path) -> None:
    (real,) = collect_handins([str(written(tmp_path / "a", {"zoë.py": RIGHT}) / "zoë.py")])
    written(tmp_path / "b", {"zoë.py": RIGHT, f"{real.name}.py": WRONG})
    found = collect_handins([str(tmp_path / "b")])
    assert len({handin.name for handin in found}) == 2


def test_names_in_two_forms_of_unicode_are_one_id(tmp_path: Path) -> None:
    folder = written(tmp_path / "in", {"Jose\u0301.py": RIGHT})
    for pattern in (None, re.compile(r"(?P<id>.+)\.py")):
        assert ids(collect_handins([str(folder)], pattern)) == ["Jos\u00e9"]
    member = {"Jose\u0301@u.py": RIGHT}
    archive = zipped(tmp_path / "all.zip", member)
    assert ids(collect_handins([str(archive)], re.compile("(?P<id>.+)@"))) == ["Jos\u00e9"]


def test_an_attempt_that_is_a_link_to_another_students_is_none(tmp_path: Path) -> None:
    files = {"Jane Doe/PS/Version 1/x.py": RIGHT, "Rob Roe/PS/Version 1/x.py": WRONG}
    folder = written(tmp_path / "Submitted files", files)
    (folder / "Rob Roe/PS/Version 2").symlink_to(folder / "Jane Doe/PS/Version 1")
    assert sources(collect_handins([str(tmp_path)])) == {"Jane Doe": RIGHT, "Rob Roe": WRONG}
