"""What teaching assistants do on pages: find, read, comment, mark, settle."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from sqlalchemy import select

from grader.model.figures import Diagnosis
from grader.model.report import Report
from grader.model.submission import Cell
from grader.model.verdict import Verdict
from grader.service.blind_marking import DisplayNames, drop_file_names
from grader.service.data.decision_tables import (
    AssignmentTerms,
    Comment,
    Mark,
    Phrase,
    RegradeRequest,
    RubricItem,
)
from grader.service.data.tables import AuditEntry, GradingState, Person, Role, Submission
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from tests.render import samples
from tests.render.samples import WRITTEN, case, report, task
from tests.service.scene import Scene
from tests.service.site import Browser, token, words

QUEUE, ALIKE, RUBRIC = (f"/c/demo/demo/{page}" for page in ("marking", "alike", "rubric"))
CELLS = (Cell("import math\n\ndef f():\n    return 1\n", "ada.py", notebook=False),)


def failing(message: str, *diagnoses: str, actual: str = "3") -> Report:
    """A report in which task 3.1 fails."""
    wrong = samples.a_test(case(message=message, actual=actual))
    found = tuple(Diagnosis(each, 1, 1) for each in diagnoses)
    return report(WRITTEN, replace(task(wrong), diagnoses=found), cells=CELLS)


def assistant(scene: Scene, login: str = "ines") -> Browser:
    return Browser(scene, scene.person(login, Role.ASSISTANT))


def terms(scene: Scene, **values: object) -> None:
    with scene.database.writing() as session:
        by = session.scalars(select(Person.id)).first()
        session.add(
            AssignmentTerms(
                course_id=scene.course.id, assignment="demo", by_id=by, at=1.0, **values
            )
        )


def rubric(scene: Scene, *points: float) -> list[int]:
    """Ids of items of the written task that are worth ``points``."""
    with scene.database.writing() as session:
        items = [
            RubricItem(
                course_id=scene.course.id, assignment="demo", task="1.1", position=number,
                text=f"Item {number}.", points=each,
            )
            for number, each in enumerate(points, start=1)
        ]  # fmt: skip
        session.add_all(items)
        session.flush()
        return [item.id for item in items]


def deeds(scene: Scene) -> list[str]:
    with scene.database.reading() as session:
        return list(session.scalars(select(AuditEntry.deed).order_by(AuditEntry.id)))


def elements(page: str) -> list[tuple[str, dict[str, str | None]]]:
    """All elements of a page as browsers see them, with their attributes."""
    found: list[tuple[str, dict[str, str | None]]] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append((tag, dict(attrs)))  # type: ignore[method-assign]
    parser.feed(page)
    return found


# Finding ------------------------------------------------------------------------------------


def test_the_queue_says_what_needs_a_person(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    scene.hand_in(scene.person("ben"))
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "one", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(
            session, claim, GradingOutcome(GradingState.FAILED, reason="It broke <b>.")
        )
        session.add(RegradeRequest(submission_id=submission, task="3.1", reason="Look.", at=1.0))
    page = assistant(scene).get(QUEUE).text
    assert "1.1 State representation 1 1 0 Mark the next" in words(page)
    assert "Ada, task 3.1 : Look." in words(page)
    assert "Ben : It broke <b>." in words(page)
    assert "It broke &lt;b&gt;." in page


def test_the_queue_names_points_that_a_person_has_to_decide(scene: Scene) -> None:
    open_test = samples.a_test(case(verdict=Verdict.UNDECIDED), points=1.5, score=0.0)
    submission = scene.graded(scene.person("ada"), report(task(open_test)))
    scene.graded(scene.person("ben"), failing("Wrong."))
    browser = assistant(scene)
    assert "has to decide Each report says why." in words(browser.get(QUEUE).text)
    assert "Ada : 1.5 points" in words(browser.get(QUEUE).text)
    mark = {"csrf": browser.csrf, "task": "3.1", "points": "1", "reason": "Right in spirit."}
    browser.post(f"/s/{submission}/mark", data=mark)
    assert "has to decide" not in words(browser.get(QUEUE).text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {"Ada", "Ben"}),
        ({"verdict": "wrong_answer"}, {"Ada"}),
        ({"task": "1.1", "verdict": "wrong_answer"}, set()),
        ({"mistake": "Counts from 1."}, {"Ada"}),
        ({"least": "1"}, {"Ben"}),
        ({"most": "0,5"}, {"Ada"}),
        ({"task": "2.1"}, {"Ben"}),
        ({"task": "3.1", "least": "", "most": "nan"}, {"Ada"}),
    ],
)
def test_submissions_are_found_by_what_became_of_them(
    scene: Scene, asked: dict[str, str], found: set[str]
) -> None:
    scene.graded(scene.person("ada"), failing("Wrong.", "Counts from 1."))
    scene.graded(scene.person("ben"), report(samples.RIGHT))
    page = assistant(scene).get(QUEUE, params=asked).text
    table = page[page.index('<h2 id="all">') :]
    assert set(re.findall(r">(Ada|Ben)<", table)) == found


@pytest.mark.slow
def test_the_same_failures_stand_side_by_side(scene: Scene) -> None:
    scene.graded(scene.person("ada"), failing("Wrong in ada.py.", actual="<i>4</i>"), "ada.py")
    scene.graded(scene.person("ben"), failing("Wrong in ben.py.", actual="5"), "ben.py")
    scene.graded(scene.person("cem"), failing("Otherwise wrong."))
    staff = assistant(scene)
    page = staff.get(ALIKE).text
    assert page.count('class="fold"') == 1
    assert "2 in task 3.1" in words(page)
    assert "&lt;i&gt;4&lt;/i&gt;" in page
    assert "Cem" not in words(page)
    key = re.search(r'name="group" value="(\w+)"', page)
    assert key is not None
    said = {"csrf": staff.csrf, "task": "3.1", "group": key[1], "text": "Look at the sign."}
    assert staff.post(ALIKE, data=said).status_code == 303
    with scene.database.reading() as session:
        found = session.scalars(select(Comment)).all()
    assert [(each.task, each.text) for each in found] == [("3.1", "Look at the sign.")] * 2


def test_a_known_mistake_makes_a_group_of_its_own(scene: Scene) -> None:
    for name, message in (("ada", "One."), ("ben", "Two.")):
        scene.graded(scene.person(name), failing(message, "Counts from 1."))
    assert "known mistake: Counts from 1." in words(assistant(scene).get(ALIKE).text)


# Reading and commenting ---------------------------------------------------------------------


def test_a_line_is_commented_on_without_script(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    staff, page = assistant(scene), f"/s/{submission}/marking"
    assert 'href="?cell=0&amp;line=3#l0-3"' in staff.get(page).text
    form = staff.get(page, params={"cell": 0, "line": 3}).text
    assert "A comment on line 3" in form
    data = {"csrf": staff.csrf, "cell": 0, "line": 3, "text": "Say <why>.", "keep": "true"}
    answer = staff.post(f"/s/{submission}/comment", data=data)
    assert answer.headers["location"] == f"{page}#l0-3"
    assert "Say &lt;why&gt;." in staff.get(page).text
    with scene.database.reading() as session:
        phrase = session.scalars(select(Phrase)).one()
    again = {"csrf": staff.csrf, "cell": 0, "line": 1, "phrase": phrase.id, "text": "And how."}
    staff.post(f"/s/{submission}/comment", data=again)
    assert "Say <why>. And how." in words(staff.get(page).text)
    nowhere = {**data, "line": 5}
    assert staff.post(f"/s/{submission}/comment", data=nowhere).status_code == 400


def test_comments_are_removed_by_who_wrote_them_or_oversees(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    ines, omar = assistant(scene), assistant(scene, "omar")
    ines.post(f"/s/{submission}/comment", data={"csrf": ines.csrf, "text": "Hm."})
    address = f"/s/{submission}/comment/remove"
    assert omar.post(address, data={"csrf": omar.csrf, "comment": 1}).status_code == 404
    jonas = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    assert "Hm." in words(jonas.get(f"/s/{submission}/marking").text)
    jonas.post(address, data={"csrf": jonas.csrf, "comment": 1})
    assert "Hm." not in words(jonas.get(f"/s/{submission}/marking").text)


@pytest.mark.slow
def test_a_phrase_of_another_course_is_not_used(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    with scene.database.writing() as session:
        phrase = Phrase(course_id=scene.course.id, assignment="other", text="Secret.")
        session.add(phrase)
    staff = assistant(scene)
    data = {"csrf": staff.csrf, "phrase": phrase.id}
    assert staff.post(f"/s/{submission}/comment", data=data).status_code == 404


def test_reading_anothers_work_on_these_pages_is_in_the_audit(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    staff = assistant(scene)
    for page in (f"/s/{submission}/marking", f"/s/{submission}/answer/1.1", ALIKE):
        staff.get(page)
    assert deeds(scene) == ["read"] * 3


def test_nobody_marks_their_own(scene: Scene) -> None:
    ines = scene.person("ines", Role.ASSISTANT)
    submission = scene.graded(ines, failing("Wrong."))
    staff = Browser(scene, ines)
    assert staff.get(f"/s/{submission}/marking").status_code == 404
    data = {"csrf": staff.csrf, "task": "1.1", "points": "2"}
    assert staff.post(f"/s/{submission}/mark", data=data).status_code == 404


# Marks --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_override_needs_a_reason_and_shows_who_and_why(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    staff, address = assistant(scene), f"/s/{submission}/mark"
    data = {"csrf": staff.csrf, "task": "3.1", "points": "0,5"}
    refusal = staff.post(address, data=data)
    assert refusal.status_code == 400
    assert "reason is missing" in words(refusal.text)
    staff.post(address, data={**data, "reason": "The handout <b>was unclear."})
    page = staff.get(f"/s/{submission}/marking").text
    assert "0.5 of 1 point (overridden by Ines)" in words(page)
    assert "The handout &lt;b&gt;was unclear." in page
    staff.post(f"{address}/back", data={"csrf": staff.csrf, "task": "3.1"})
    assert "0 of 1 point (as graded)" in words(staff.get(f"/s/{submission}/marking").text)
    assert [deed for deed in deeds(scene) if deed != "read"] == ["overrode", "took back"]


def test_a_mark_above_what_there_is_now_counts_as_all_and_is_shown_as_it_was(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    staff = assistant(scene)
    with scene.database.writing() as session:
        ines = session.scalars(select(Person.id).where(Person.login == "ines")).one()
        for each in ("3.1", "1.1"):
            session.add(Mark(
                submission_id=submission, task=each, points=9.0, reason="Yes.", by_id=ines, at=1.0
            ))  # fmt: skip
    page = words(staff.get(f"/s/{submission}/marking").text)
    assert "1 of 1 point (overridden by Ines, who gave 9 when the task had more points)" in page
    page = words(staff.get(f"/s/{submission}/answer/1.1").text)
    assert "2 of 2 points (marked by Ines, who gave 9 when the task had more points)" in page
    assert "Your mark: 9, more than there is now (2)" in page


@pytest.mark.slow
@pytest.mark.parametrize("points", ["many", "nan", "-1", "9"])
def test_points_that_cannot_be_given_are_refused(scene: Scene, points: str) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    staff = assistant(scene)
    data = {"csrf": staff.csrf, "task": "1.1", "points": points}
    assert staff.post(f"/s/{submission}/mark", data=data).status_code == 400


def test_one_goes_from_answer_to_answer_until_none_is_left(scene: Scene) -> None:
    first, second, third = (
        scene.graded(scene.person(name), failing("Wrong.")) for name in ("ada", "ben", "cem")
    )
    items = rubric(scene, 1.0, 0.5)
    staff = assistant(scene)

    def following(page: str) -> str:
        return staff.get(page).headers.get("location", "")

    def save(submission: int, **values: object) -> str:
        data = {"csrf": staff.csrf, "task": "1.1", "then": "next", **values}
        answer = staff.post(f"/s/{submission}/mark", data=data)
        return following(answer.headers["location"])

    assert following("/c/demo/demo/next?task=1.1") == f"/s/{first}/answer/1.1"
    assert save(first) == f"/s/{second}/answer/1.1"  # nothing chosen: it waits
    assert save(second, items=items) == f"/s/{third}/answer/1.1"
    assert save(third, then="nothing") == f"/s/{first}/answer/1.1"
    assert save(first, items=items[:1]) == ""
    left = staff.get("/c/demo/demo/next?task=1.1")
    assert "every answer to task 1.1" in words(left.text)
    with scene.database.reading() as session:
        points = dict(session.execute(select(Mark.submission_id, Mark.points)).tuples().all())
    assert points == {first: 1.0, second: 1.5, third: 0.0}


def test_each_item_and_button_of_an_answer_has_a_key(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    rubric(scene, 1.0, 0.5)
    page = assistant(scene).get(f"/s/{submission}/answer/1.1")
    keys = re.findall(r'data-key="(.)"', page.text)
    assert sorted(keys) == sorted("12prns0")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "img-src 'self' data:" in page.headers["content-security-policy"]


def test_the_answer_stands_beside_the_model_answer(scene: Scene) -> None:
    from tests.intake import notebooks

    folder = scene.folder / "course" / "reference" / "demo" / "written"
    folder.mkdir()
    (folder / "task_1_1.md").write_text("A model.\n\n| Points | For |\n|--|--|\n| 0.5 | Says |\n")
    tests = scene.folder / "course" / "hidden_tests" / "demo" / "assignment.toml"
    tests.write_text(f"{tests.read_text()}\n[[tasks]]\nid = '1.1'\ntitle = 'States'\npoints = 2\n"
                     "written = true\n")  # fmt: skip
    said = "# 1.1\n\nMine <script>alert(1)</script>"
    content = notebooks.book(notebooks.text(said), notebooks.code(source="x = 1"))
    submission = scene.graded(scene.person("ada"), failing("Wrong."), "ada.ipynb", content)
    staff = assistant(scene)
    page = staff.get(f"/s/{submission}/answer/1.1").text
    assert "Mine" in words(page)
    assert "A model." in words(page)
    assert "<script>" not in page
    staff.post(RUBRIC, data={"csrf": staff.csrf, "task": "1.1"})
    assert "Says (0.5)" in words(staff.get(f"/s/{submission}/answer/1.1").text)


def test_marks_of_two_people_are_hidden_then_compared_then_settled(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    ines, omar, page = assistant(scene), assistant(scene, "omar"), f"/s/{submission}/answer/1.1"
    terms(scene, markers=2)

    def give(who: Browser, points: str, **values: str) -> None:
        data = {"csrf": who.csrf, "task": "1.1", "points": points, **values}
        assert who.post(f"/s/{submission}/mark", data=data).status_code == 303

    give(ines, "1.25")
    assert "1 mark to come" in words(ines.get(page).text)
    assert "1.25" not in omar.get(page).text
    assert "after you have marked" in omar.get(page).text
    give(omar, "0.75")
    for who in (ines, omar):
        shown = words(who.get(page).text)
        assert "marks differ" in shown
        assert "1.25 of 2 points Ines" in shown
        assert "0.75 of 2 points Omar" in shown
    give(omar, "1", settles="true", reason="We talked.")
    assert "1 of 2 points (settled by Omar)" in words(ines.get(page).text)


# Blind marking ------------------------------------------------------------------------------


def test_blind_marking_shows_no_names(scene: Scene) -> None:
    secret = "Zuleika"
    ada = scene.person("zuleika99")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = secret
    graded = failing(f"There is no f in {secret}.py.")
    cells = (Cell("x = 1", f"{secret}.py", notebook=False),)
    graded = replace(graded, student=secret, path=f"{secret}.py", cells=cells)
    submission = scene.graded(ada, graded, f"{secret}.py")
    scene.graded(scene.person("ben"), failing("There is no f in ben.py."), "ben.py")
    staff = assistant(scene)
    terms(scene, blind=True)
    for page in (
        QUEUE, ALIKE, "/c/demo/demo/submissions", f"/s/{submission}", f"/s/{submission}/report",
        f"/s/{submission}/marking", f"/s/{submission}/answer/1.1",
    ):  # fmt: skip
        shown = staff.get(page)
        assert shown.status_code == 200
        assert "zuleika" not in shown.text.lower(), page
    assert f"Submission {submission}" in staff.get(QUEUE).text
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    assert secret in leader.get(f"/s/{submission}").text
    assert secret not in leader.get(f"/s/{submission}/marking").text


@pytest.mark.slow
@pytest.mark.parametrize("state", [GradingState.REFUSED, GradingState.FAILED])
def test_blind_marking_shows_no_names_where_there_is_no_result(
    scene: Scene, state: GradingState
) -> None:
    submission = scene.hand_in(scene.person("zuleika99"))
    reason = "It holds several files (Zuleika Doe.py, Doe_Zuleika/main.py)."
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "nobody", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(session, claim, GradingOutcome(state, reason=reason))
    staff = assistant(scene)
    terms(scene, blind=True)
    read = token(scene, scene.person("ines", Role.ASSISTANT))
    for page in (QUEUE, f"/s/{submission}", f"/s/{submission}/marking"):
        shown = staff.get(page)
        assert shown.status_code == 200
        assert "zuleika" not in shown.text.lower(), page
    asked = Browser(scene).get(f"/api/v1/submissions/{submission}", headers=read)
    assert asked.status_code == 200
    assert "zuleika" not in asked.text.lower()
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    assert "Zuleika" in leader.get(f"/s/{submission}").text


def test_names_of_files_are_found_however_they_are_spelled(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.reading() as session:
        seen = session.get_one(Submission, submission)
        text = "Doe_Jane/main.PY line 3, and Jane-Doe.ipynb; not e.g. this."
        assert drop_file_names(text, seen) == "submission line 3, and submission; not e.g. this."
        document = {"path": "x.zip", "cells": [{"name": "Jane_Doe.PY"}], "said": "in Jane_Doe.PY"}
        assert "Jane" not in DisplayNames(hidden=True).report(json.dumps(document), seen)


# Requests -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_request_is_answered_once(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    with scene.database.writing() as session:
        asked = RegradeRequest(submission_id=submission, task="3.1", reason="<b>Look.", at=1.0)
        session.add(asked)
    staff, address = assistant(scene), f"/s/{submission}/asked"
    assert "&lt;b&gt;Look." in staff.get(f"/s/{submission}/marking").text
    data = {"csrf": staff.csrf, "asked": asked.id, "outcome": "granted"}
    assert staff.post(address, data=data).status_code == 400
    assert staff.post(address, data={**data, "answer": "You are right."}).status_code == 303
    other = {**data, "outcome": "declined", "answer": "No."}
    assert staff.post(address, data=other).status_code == 400
    with scene.database.reading() as session:
        found = session.get_one(RegradeRequest, asked.id)
        assert (found.state, found.answer) == ("granted", "You are right.")
    assert "granted request" in deeds(scene)


# Nothing acts -------------------------------------------------------------------------------


def test_nothing_hostile_acts_on_these_pages(scene: Scene) -> None:
    evil = samples.hostile(samples.EVIL)
    # Ids of tasks are the course's.
    hostile = replace(evil, tasks=(WRITTEN, replace(evil.tasks[0], id="3.1")))
    submission = scene.graded(scene.person("ada"), hostile, "<svg onload=alert(1)>.py")
    scene.graded(scene.person("ben"), hostile, "b.py")
    staff = assistant(scene)
    for page in (QUEUE, ALIKE, RUBRIC, f"/s/{submission}/marking", f"/s/{submission}/answer/1.1"):
        answer = staff.get(page)
        assert answer.status_code == 200
        scripts = [attributes for tag, attributes in elements(answer.text) if tag == "script"]
        assert [*map(list, scripts)] in ([], [["src", "defer"]])
        for _, attributes in elements(answer.text):
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
        # What a search sends comes back as it was; nobody sees it there.
        assert "\u202e" not in re.sub(r'<option value="[^"]*"', "", answer.text)
    assert Verdict.WRONG_ANSWER.words in words(staff.get(ALIKE).text)
