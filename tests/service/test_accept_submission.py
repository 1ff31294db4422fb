"""What is accepted, and what is refused before anything is kept."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from grader.intake import IntakeError, SeveralFiles
from grader.intake.accepted_files import SIZE_LIMITS
from grader.service.accept_submission import (
    IncomingSubmission,
    KeyUsedForOtherContent,
    TooManySubmissions,
    accept_submission,
    check_submission_name,
    require_code,
)
from grader.service.combine_uploaded_files import UploadedFile, pack_uploads
from grader.service.data.tables import Grading, GradingState, Person, Submission
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import Browser, token, words


def test_a_submission_waits_at_once(scene: Scene) -> None:
    grading = scene.grading(scene.hand_in(scene.person("ada")))
    assert grading.state == GradingState.QUEUED
    assert grading.submission.filename == "student.py"


def test_the_same_key_is_the_same_submission(scene: Scene) -> None:
    ada = scene.person("ada")
    first = scene.hand_in(ada, key="mine")
    assert scene.hand_in(ada, key="mine") == first
    with pytest.raises(KeyUsedForOtherContent):
        scene.hand_in(ada, WRONG, key="mine")
    assert scene.hand_in(scene.person("ben"), key="mine") != first


def test_too_much_is_refused(scene: Scene) -> None:
    with pytest.raises(IntakeError, match="larger than 1 MiB"):
        scene.hand_in(scene.person("ada"), b"#" * (SIZE_LIMITS[".py"] + 1))


def test_one_person_cannot_fill_the_queue(scene: Scene) -> None:
    ada = scene.person("ada")
    for _ in range(50):
        scene.hand_in(ada)
    with pytest.raises(TooManySubmissions):
        scene.hand_in(ada)
    scene.hand_in(scene.person("ben"), RIGHT)


def test_nothing_is_taken_for_an_assignment_whose_folder_is_gone(scene: Scene) -> None:
    ada = scene.person("ada")
    before = scene.hand_in(ada, key="before")
    tests = scene.folder / "course" / "hidden_tests"
    (tests / "demo").rename(tests.parent / "kept")
    with pytest.raises(IntakeError, match="Nothing can be handed in"):
        scene.hand_in(ada)
    assert scene.hand_in(ada, key="before") == before  # a repetition is no new submission
    page = words(Browser(scene, ada).get("/c/demo").text)
    assert "Nothing can be handed in for this assignment" in page
    assert "student.py" in page
    (tests.parent / "kept").rename(tests / "demo")
    scene.hand_in(ada)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("a.py", "a.py"), ("C:\\homework\\mine.ipynb", "mine.ipynb"), ("../../etc/x.zip", "x.zip"),
     ("Übung (2).py", "Übung (2).py")],
)  # fmt: skip
def test_names_lose_their_folders(given: str, kept: str) -> None:
    assert check_submission_name(given) == kept


@pytest.mark.parametrize(
    "name",
    ["", "a", "a.exe", ".py", ".hidden.py", "a\0.py", "a\n.py", "a\u202e.py", "a\ud800.py",
     "x" * 98 + ".py"],
)  # fmt: skip
def test_names_that_could_do_harm_are_refused(name: str) -> None:
    with pytest.raises(IntakeError):
        check_submission_name(name)


def test_handing_in_very_often_has_to_wait_for_a_while(scene: Scene) -> None:
    ada, edition = scene.person("ada"), scene.edition

    def hand_in(key: int, now: float) -> int:
        with scene.database.writing() as session:
            handed = IncomingSubmission.of(ada.id, "a.py", RIGHT, str(key), now)
            submission = accept_submission(session, edition, handed).id
            session.execute(update(Grading).values(finished_at=now))
            return submission

    for key in range(60):
        hand_in(key, 1000.0 + key)
    with pytest.raises(
        TooManySubmissions, match=r"60 times in 10 minutes; hand in again in 9 minutes\."
    ):
        hand_in(60, 1060.0)
    assert hand_in(59, 1060.0) == hand_in(59, 1061.0), "A repetition is no new one."
    hand_in(60, 1600.0)
    with pytest.raises(TooManySubmissions, match="hand in again in 1 second"):
        hand_in(61, 1600.0)


@pytest.mark.slow
def test_there_is_room_for_so_much_a_day(scene: Scene) -> None:
    ada, ben, edition = scene.person("ada"), scene.person("ben"), scene.edition

    def hand_in(person: Person, number: int, at: float) -> None:
        content = b"#" * (60 << 20) + str(number).encode()
        with scene.database.writing() as session:
            accept_submission(
                session,
                edition,
                IncomingSubmission.of(person.id, "a.ipynb", content, str(number), at),
            )

    for number in range(4):
        hand_in(ada, number, 1000.0)
    with pytest.raises(
        TooManySubmissions, match="would exceed 256 MiB; hand in a smaller file, or wait a day"
    ):
        hand_in(ada, 4, 2000.0)
    hand_in(ben, 4, 2000.0)
    hand_in(ada, 4, 1000.0 + 86400.0)


def test_an_earlier_file_from_the_same_page_counts_again(scene: Scene) -> None:
    """Browsers may show the page again as it was, with its key, to whoever goes back to it."""
    browser = Browser(scene, scene.person("ada"))
    first = browser.hand_in(RIGHT)
    assert browser.hand_in(RIGHT) == first
    second = browser.hand_in(WRONG)
    third = browser.hand_in(RIGHT)
    assert len({first, second, third}) == 3
    assert browser.hand_in(RIGHT) == third
    assert "This submission counts" in words(browser.get(third).text)
    fourth = browser.hand_in(WRONG)
    assert fourth not in {second, third}
    assert browser.hand_in(RIGHT) not in {first, third}


def _zip(**files: bytes) -> bytes:
    return pack_uploads(
        [UploadedFile(f"{name}.py", content) for name, content in files.items()]
    ).content


WITHOUT_CODE = {
    "empty": ("mine.py", b"", "mine.py is empty"),
    "blank": ("mine.py", b" \n\n", "mine.py is empty"),
    "comments": ("mine.py", b"# def double(n):\n#     return 2 * n\n", "or texts in quotes"),
    "in quotes": ("mine.py", b"'''\ndef double(n): ...\n'''\n", "or texts in quotes"),
    "web page": ("mine.py", b"<!doctype html><title>Sign in</title>", "is in fact a web page"),
    "garbled": ("mine.py", b"x = '\xe9\x02\x9d'\n", "save it as UTF-8"),
    "no notebook": ("mine.ipynb", RIGHT, "mine.ipynb is not a notebook"),
    "no cells": ("mine.ipynb", b'{"cells": [], "nbformat": 4}', "no code in any code cell"),
    "no archive": ("mine.zip", RIGHT, "mine.zip is not a readable zip archive"),
    "nothing in it": (
        "mine.zip",
        pack_uploads([UploadedFile("a.md", b"x"), UploadedFile("b.py", b"")]).content,
        "b.py is empty",
    ),
    "two candidates": ("mine.zip", _zip(one=RIGHT, two=WRONG),
                       "mine.zip holds 2 files that could be graded: one.py, two.py"),
    "another assignment's": (
        "mine.py", b"def halve(n):\n    return n / 2\n",
        "names none of the functions that demo asks for: double. Hand in the file that defines",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "said"), WITHOUT_CODE.values(), ids=WITHOUT_CODE)
def test_a_file_without_code_is_refused_at_once_everywhere(
    scene: Scene, name: str, content: bytes, said: str
) -> None:
    ada = scene.person("ada")
    before = scene.hand_in(ada)
    browser = Browser(scene, ada)
    by_form = browser.post(
        "/c/demo/demo/submissions", data={"csrf": browser.csrf, "key": "k"},
        files={"file": (name, content)},
    )  # fmt: skip
    assert by_form.status_code == 400
    assert said in words(by_form.text)
    assert "What you handed in before stays as it is." in words(by_form.text)
    by_program = browser.post(
        "/api/v1/courses/demo/assignments/demo/submissions", files={"file": (name, content)},
        headers={**token(scene, ada), "idempotency-key": "k"},
    )  # fmt: skip
    assert by_program.status_code == 422
    assert said in by_program.json()["detail"]
    for answer in (by_form, by_program):
        assert "/tmp" not in answer.text
    with scene.database.reading() as session:
        assert session.scalars(select(Submission.id)).all() == [before]


@pytest.mark.parametrize(
    "content",
    [b"from helpers import double\n", b"class Sheet:\n    def double(self, n): ...\n",
     b"double = lambda n: 2 * n\n"],
)  # fmt: skip
def test_a_file_that_names_a_function_asked_for_is_accepted(scene: Scene, content: bytes) -> None:
    require_code(scene.course, "demo", "mine.py", content)


def test_what_every_student_is_given_is_no_second_candidate(scene: Scene) -> None:
    course = scene.folder / "course"
    toml = course / "hidden_tests" / "demo" / "assignment.toml"
    toml.write_text(f'handout = ["two.py"]\n{toml.read_text()}')
    require_code(scene.course, "demo", "mine.zip", _zip(one=RIGHT, two=WRONG))
    with pytest.raises(SeveralFiles):
        require_code(scene.course, "demo", "mine.zip", _zip(one=RIGHT, three=WRONG))


def test_files_are_taken_while_the_assignment_is_not_in_order(scene: Scene) -> None:
    (scene.folder / "course" / "hidden_tests" / "demo" / "assignment.toml").write_text("no toml")
    require_code(scene.course, "demo", "mine.zip", _zip(one=RIGHT, two=WRONG))
