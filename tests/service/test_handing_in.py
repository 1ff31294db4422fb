"""What is accepted, and what is refused before anything is kept."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from grader.intake import IntakeError
from grader.intake.refusal import LIMITS
from grader.service.data.tables import Grading, Person, State
from grader.service.handing_in import (
    Handed,
    NotOffered,
    OtherContent,
    TooMany,
    accept,
    checked_name,
)
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import Browser, words


def test_a_submission_waits_at_once(scene: Scene) -> None:
    grading = scene.grading(scene.hand_in(scene.person("ada")))
    assert grading.state == State.QUEUED
    assert grading.submission.filename == "student.py"


def test_the_same_key_is_the_same_submission(scene: Scene) -> None:
    ada = scene.person("ada")
    first = scene.hand_in(ada, key="mine")
    assert scene.hand_in(ada, key="mine") == first
    with pytest.raises(OtherContent):
        scene.hand_in(ada, WRONG, key="mine")
    assert scene.hand_in(scene.person("ben"), key="mine") != first


def test_too_much_is_refused(scene: Scene) -> None:
    with pytest.raises(IntakeError, match="larger than 1 MiB"):
        scene.hand_in(scene.person("ada"), b"#" * (LIMITS[".py"] + 1))


def test_one_person_cannot_fill_the_queue(scene: Scene) -> None:
    ada = scene.person("ada")
    for _ in range(50):
        scene.hand_in(ada)
    with pytest.raises(TooMany):
        scene.hand_in(ada)
    scene.hand_in(scene.person("ben"), RIGHT)


def test_nothing_is_taken_for_an_assignment_whose_folder_is_gone(scene: Scene) -> None:
    ada = scene.person("ada")
    before = scene.hand_in(ada, key="before")
    tests = scene.folder / "course" / "hidden_tests"
    (tests / "demo").rename(tests.parent / "kept")
    with pytest.raises(NotOffered, match="Nothing can be handed in"):
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
    assert checked_name(given) == kept


@pytest.mark.parametrize(
    "name",
    ["", "a", "a.exe", ".py", ".hidden.py", "a\0.py", "a\n.py", "a\u202e.py", "a\ud800.py",
     "x" * 98 + ".py"],
)  # fmt: skip
def test_names_that_could_do_harm_are_refused(name: str) -> None:
    with pytest.raises(IntakeError):
        checked_name(name)


def test_handing_in_very_often_has_to_wait_for_a_while(scene: Scene) -> None:
    ada, edition = scene.person("ada"), scene.edition

    def hand_in(key: int, now: float) -> int:
        with scene.database.writing() as session:
            handed = Handed.now(ada.id, "a.py", RIGHT, str(key), now)
            submission = accept(session, edition, handed).id
            session.execute(update(Grading).values(finished_at=now))
            return submission

    for key in range(60):
        hand_in(key, 1000.0 + key)
    with pytest.raises(TooMany, match=r"60 times in 10 minutes; hand in again in 9 minutes\."):
        hand_in(60, 1060.0)
    assert hand_in(59, 1060.0) == hand_in(59, 1061.0), "A repetition is no new one."
    hand_in(60, 1600.0)
    with pytest.raises(TooMany, match="hand in again in 1 second"):
        hand_in(61, 1600.0)


@pytest.mark.slow
def test_there_is_room_for_so_much_a_day(scene: Scene) -> None:
    ada, ben, edition = scene.person("ada"), scene.person("ben"), scene.edition

    def hand_in(person: Person, number: int, at: float) -> None:
        content = b"#" * (60 << 20) + str(number).encode()
        with scene.database.writing() as session:
            accept(session, edition, Handed.now(person.id, "a.ipynb", content, str(number), at))

    for number in range(4):
        hand_in(ada, number, 1000.0)
    with pytest.raises(TooMany, match="more than 256 MiB; hand in a smaller one, or wait a day"):
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
    assert "Something newer" not in browser.get(third).text
    fourth = browser.hand_in(WRONG)
    assert fourth not in {second, third}
    assert browser.hand_in(RIGHT) not in {first, third}
