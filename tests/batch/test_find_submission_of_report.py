"""What a report of a batch is about can be found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch.collect_handins import collect_handins
from grader.batch.find_submission_of_report import find_submission
from grader.batch.handin import read_submission
from tests.batch.scene import written, zipped

ANSWERS = {
    "Jane Doe/1.3 Transition/template.py": "one = 1\n",
    "Jane Doe/2.1 Moves/template.py": "two = 2\n",
    "John Roe/1.3 Transition/template.py": "other = 1\n",
}
ATTACHMENTS = {
    "doejane_101_5001_ps2.py": "one = 1\n",
    "doejane_101_5002_notes.txt": "",
    "roejohn_LATE_102_5003_ps2.py": "other = 1\n",
}
ARCHIVES = {
    "doejane_101_5001_work.py": "one = 1\n",
    "roejohn_102_5003_ps2.py": "other = 1\n",
}


@pytest.mark.parametrize("files", [ANSWERS, ATTACHMENTS, ARCHIVES], ids=["answers", "more", "one"])
@pytest.mark.parametrize("form", ["archive", "folder"])
def test_every_hand_in_is_found_where_its_report_says(
    tmp_path: Path, files: dict[str, str], form: str
) -> None:
    if form == "archive":
        download = zipped(tmp_path / "course.zip", files)
    else:
        download = written(tmp_path / "course", files)
    handins = collect_handins([str(download)])
    assert len(handins) == 2
    for handin in handins:
        submission = read_submission(handin)
        for path in (handin.path, download):
            found = find_submission(path, submission.digest)
            assert found is not None
            assert (found.digest, found.cells) == (submission.digest, submission.cells)


def test_another_one_is_not_taken_for_it(tmp_path: Path) -> None:
    course = written(tmp_path / "course", ANSWERS)
    assert (
        find_submission(
            course / "Jane Doe", read_submission(collect_handins([str(course)])[1]).digest
        )
        is None
    )
    assert find_submission(course, "0" * 32) is None


@pytest.mark.parametrize("name", ["missing.py", "x" * 5000, "a\0b", "course.zip/Jane Doe"])
def test_what_is_not_there_is_not_found(tmp_path: Path, name: str) -> None:
    assert find_submission(tmp_path / name, "0" * 32) is None
