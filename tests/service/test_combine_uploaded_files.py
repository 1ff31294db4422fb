"""Several files at once, and pasted code."""

from __future__ import annotations

import io
import zipfile

import pytest
from sqlalchemy import select

from grader.intake import IntakeError
from grader.intake.accepted_files import SIZE_LIMITS
from grader.model.submission import MainFileRules
from grader.service.accept_submission import read_upload
from grader.service.combine_uploaded_files import MOST_FILES, UploadedFile, pack_uploads
from grader.service.data.tables import GradingState, Submission
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, token

EMPTY = UploadedFile("", b"")
MINE = UploadedFile("mine.py", RIGHT)
NOTES = UploadedFile("notes.txt", b"what I thought")


def test_one_file_stays_as_it_is() -> None:
    assert pack_uploads([MINE]) == MINE
    assert pack_uploads([EMPTY, MINE], "  \n") == MINE


def test_several_files_become_one_archive_which_intake_reads() -> None:
    parcel = pack_uploads([NOTES, MINE])
    submission = read_upload(parcel.filename, parcel.content, MainFileRules())
    assert [cell.source for cell in submission.cells] == [RIGHT.decode()]
    with zipfile.ZipFile(io.BytesIO(parcel.content)) as archive:
        assert archive.namelist() == ["mine.py", "notes.txt"]


def test_the_same_files_are_the_same_archive_in_any_order() -> None:
    assert pack_uploads([NOTES, MINE]) == pack_uploads([MINE, NOTES])


def test_files_that_students_are_given_are_passed_over() -> None:
    parcel = pack_uploads([MINE, UploadedFile("provided.py", b"x = 1\n")])
    submission = read_upload(
        parcel.filename, parcel.content, MainFileRules(given=frozenset({"provided.py"}))
    )
    assert [cell.source for cell in submission.cells] == [RIGHT.decode()]


def test_pasted_code_is_a_file_with_plain_line_ends() -> None:
    assert pack_uploads([EMPTY], "a = 1\r\nb = 2\r\n") == UploadedFile(
        "pasted.py", b"a = 1\nb = 2\n"
    )


@pytest.mark.parametrize(
    ("files", "pasted", "words"),
    [
        ([EMPTY], "", "choose a file"),
        ([MINE], "x = 1", "one or the other"),
        ([MINE, MINE], "", "Two files are called mine.py"),
        ([MINE, UploadedFile("more.zip", b"PK")], "", "hand it in alone"),
        ([NOTES, UploadedFile("b.txt", b"")], "", "not a kind of file that is graded"),
        ([MINE, UploadedFile("big.py", b"#" * (SIZE_LIMITS[".py"] + 1))], "", "larger than 1 MiB"),
        ([MINE, UploadedFile("big.bin", bytes(SIZE_LIMITS[".zip"]))], "", "larger than 50 MiB"),
        ([MINE, UploadedFile("../..", b"")], "", "cannot be used"),
        ([MINE, UploadedFile("", b"x")], "", "cannot be used"),
        ([MINE, UploadedFile("a\u202eyp.txt", b"x")], "", "invisible characters"),
        ([UploadedFile(f"{n}.py", b"x") for n in range(MOST_FILES + 1)], "", "at once"),
    ],
)  # fmt: skip
def test_what_cannot_be_packed_is_refused(
    files: list[UploadedFile], pasted: str, words: str
) -> None:
    with pytest.raises(IntakeError, match=words):
        pack_uploads(files, pasted)


def test_names_lose_their_folders_in_the_archive() -> None:
    parcel = pack_uploads([MINE, UploadedFile("C:\\homework\\..\\notes.txt", b"x")])
    with zipfile.ZipFile(io.BytesIO(parcel.content)) as archive:
        assert archive.namelist() == ["mine.py", "notes.txt"]


def _kept(scene: Scene) -> list[tuple[str, bytes]]:
    with scene.database.reading() as session:
        rows = session.execute(select(Submission.filename, Submission.content)).all()
        return [(name, content) for name, content in rows]


def test_a_browser_sends_several_files_once(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    form = {"csrf": browser.csrf, "key": "k", "code": ""}
    files = [("file", ("mine.py", RIGHT)), ("file", ("notes.txt", b"x"))]
    first = browser.post("/c/demo/demo/submissions", data=form, files=files)
    assert first.status_code == 303
    again = browser.post("/c/demo/demo/submissions", data=form, files=files[::-1])
    assert again.headers["location"] == first.headers["location"]
    assert _kept(scene) == [
        ("files.zip", pack_uploads([MINE, UploadedFile("notes.txt", b"x")]).content)
    ]


def test_a_browser_sends_pasted_code_beside_an_empty_field(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    body = (
        f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{browser.csrf}\r\n'
        '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n'
        '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n'
        "Content-Type: application/octet-stream\r\n\r\n\r\n"
        '--b\r\nContent-Disposition: form-data; name="code"\r\n\r\ndouble = 1\r\ny = 2\r\n--b--\r\n'
    )
    answer = browser.post(
        "/c/demo/demo/submissions", content=body.encode(),
        headers={"content-type": "multipart/form-data; boundary=b"},
    )  # fmt: skip
    assert answer.status_code == 303, answer.text
    assert _kept(scene) == [("pasted.py", b"double = 1\ny = 2")]
    nothing = browser.post("/c/demo/demo/submissions", data={"csrf": browser.csrf, "key": "n"})
    assert nothing.status_code == 400
    assert "paste your code" in nothing.text


def test_a_program_sends_several_files(scene: Scene) -> None:
    files = [("file", ("mine.py", RIGHT)), ("file", ("notes.txt", b"x"))]
    answer = Browser(scene).post(
        "/api/v1/courses/demo/assignments/demo/submissions", files=files,
        headers={**token(scene, scene.person("ada")), "idempotency-key": "k"},
    )  # fmt: skip
    assert answer.status_code == 201
    assert answer.json()["filename"] == "files.zip"
    assert answer.json()["state"] == GradingState.QUEUED
