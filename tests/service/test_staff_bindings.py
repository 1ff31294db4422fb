"""Open roles: staff try lines, give them, and have submissions graded again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import select

from grader.jobs import try_role_binding
from grader.model.role_binding import BindingSource, BindingTrial, TriedAnswer
from grader.model.submission import Cell
from grader.render import report_json
from grader.service import binding_trial_requests, staff_bindings, submission_queries
from grader.service.data.decision_tables import Binding
from grader.service.data.tables import AuditEntry, GradingState, Person, Role
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.web import pagination
from grader.service.web import staff_binding_pages as pages
from tests.service.forms import forms
from tests.service.roles import EVIL, LINE, LISTS, open_report, with_roles
from tests.service.scene import Scene
from tests.service.site import Browser, token, words

OUTCOME = BindingTrial(
    settled=True, binding=f"{LINE} -> count",
    answers=(TriedAnswer((("number", "1"),), "2", "2", right=True),),
)  # fmt: skip


@pytest.fixture
def ines(scene: Scene) -> Person:
    return scene.person("ines", Role.ASSISTANT)


def given(scene: Scene) -> list[tuple[int, str, str]]:
    """What people have given, in order."""
    with scene.database.reading() as session:
        rows = session.execute(
            select(Binding.submission_id, Binding.role, Binding.line).order_by(Binding.id)
        )
        return [tuple(row) for row in rows]


def deeds(scene: Scene, deed: str) -> list[str]:
    with scene.database.reading() as session:
        return list(session.scalars(select(AuditEntry.about).where(AuditEntry.deed == deed)))


def report_of(scene: Scene, submission: int) -> str:
    with scene.database.reading() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        return submission_queries.report_of_grading(session, seen.grading.id) or ""


def lines(line: str, role: str = "double") -> dict[str, object]:
    """The fields of the form."""
    return {"role": [role], "line": [line]}


@contextmanager
def answering(scene: Scene, outcome: BindingTrial) -> Iterator[None]:
    """Let every trial come to that as soon as it is asked for, as by a worker."""
    ending = threading.Event()

    def run() -> None:
        while not ending.wait(0.02):
            with scene.database.writing() as session:
                taken = binding_trial_requests.TRIALS.take(session, 1.0)
                if taken is not None:
                    binding_trial_requests.TRIALS.end(
                        session, taken, try_role_binding.dump_trial(outcome)
                    )

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


def test_a_line_is_tried_and_given_and_counts(scene: Scene, ines: Person) -> None:
    """The whole way, in a sandbox."""
    with_roles(scene)
    one = scene.hand_in(scene.person("ada"), LISTS)
    scene.work()
    browser, page = Browser(scene, ines), f"/s/{one}/bindings"
    assert "1 open role" in words(browser.get(page).text)
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, one)
        assert seen is not None
        assert [each.role for each in seen.open_roles] == ["double"]
        binding_trial_requests.request_trials(
            session, ines.id, seen.submission, scene.edition, {"double": LINE}
        )
    scene.work()
    with scene.database.reading() as session:
        (trial,) = binding_trial_requests.latest_trials(session, one).values()
    assert (trial.state, trial.reason) == (GradingState.DONE, "")
    found = try_role_binding.load_trial(trial.result)
    assert (found.settled, found.binding, found.reason) == (True, f"{LINE} -> count", "")
    assert [(each.came, each.expected, each.right) for each in found.answers] == [
        ("2", "2", True), ("4", "4", True), ("10", "10", True),
    ]  # fmt: skip
    assert found.answers[0].asked == (("number", "1"),)
    assert given(scene) == []  # it was only tried
    answer = browser.send_form(page, {**lines(LINE), "then": "grade"})
    assert answer.headers["location"] == page
    assert scene.grading(one).state == GradingState.QUEUED
    scene.work()
    grading = scene.grading(one)
    assert (grading.state, grading.reason) == (GradingState.DONE, "")
    report = report_json.loads(report_of(scene, one))
    (role,) = report.roles
    assert (role.found, role.binding) == (BindingSource.MARKER, f"{LINE} -> count")
    assert (report.score, report.complete) == (2.0, True)
    assert "ines" in browser.get(page).text.lower()


def test_what_does_not_settle_a_role_says_what_came(scene: Scene, ines: Person) -> None:
    with_roles(scene)
    one = scene.graded(scene.person("ada"), open_report(), content=LISTS)
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, one)
        assert seen is not None
        binding_trial_requests.request_trials(
            session, ines.id, seen.submission, scene.edition, {"double": "double(number)"}
        )
    scene.work()
    with scene.database.reading() as session:
        (trial,) = binding_trial_requests.latest_trials(session, one).values()
    found = try_role_binding.load_trial(trial.result)
    assert not found.settled
    assert "nothing that can be read" in found.reason
    assert [(each.came, each.right) for each in found.answers] == [
        ("[2] came.", False), ("[4] came.", False), ("[10] came.", False),
    ]  # fmt: skip


def test_trying_shows_the_outcome_and_keeps_what_was_typed(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    browser = Browser(scene, ines)
    typed = {"role": ["double", "show"], "line": [LINE, "show(number, 7)"]}
    with answering(scene, OUTCOME):
        page = browser.send_form(f"/s/{one}/bindings", {**typed, "then": "try double"})
    assert page.status_code == 200
    assert "It can be called: double(number)[0] -> count" in words(page.text)
    assert "number 1 came back 2 right 2 ✓ right" in words(page.text)
    (form,) = [each for each in forms(page.text) if each.action.endswith("/bindings")]
    assert 'value="show(number, 7)"' in page.text
    assert (given(scene), form.values["csrf"]) == ([], browser.csrf)
    assert deeds(scene, "tried a binding") == [f"submission {one}, double: {LINE}"]


def test_a_candidate_is_taken_by_a_button(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    with answering(scene, OUTCOME):
        page = Browser(scene, ines).send_form(
            f"/s/{one}/bindings", {**lines(""), "then": "use double double(number)"}
        )
    assert 'value="double(number)" list=' in page.text
    assert "It can be called" in page.text


def test_without_a_worker_the_page_says_so(
    scene: Scene, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_PATIENCE", 0.0)
    one = scene.graded(scene.person("ada"), open_report())
    page = Browser(scene, ines).send_form(
        f"/s/{one}/bindings", {**lines(LINE), "then": "try double"}
    )
    assert "No worker has tried it yet" in page.text


def test_a_fault_is_shown_below_its_character_and_nothing_is_kept(
    scene: Scene, ines: Person
) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    for then in ("try double", "grade"):
        page = Browser(scene, ines).send_form(
            f"/s/{one}/bindings", {**lines("double(number; 1)"), "then": then}
        )
        assert "This character has no meaning in a binding." in page.text
        assert "<pre>double(number; 1)\n             ^</pre>" in page.text
    assert given(scene) == []
    assert scene.grading(one).state == GradingState.DONE


def test_only_lines_that_differ_are_kept(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    browser = Browser(scene, ines)
    same = {"role": ["double", "show"], "line": ["", "show(number)"], "then": "grade"}
    browser.send_form(f"/s/{one}/bindings", same)
    assert (given(scene), scene.grading(one).state) == ([], GradingState.DONE)
    browser.send_form(f"/s/{one}/bindings", {**same, "line": [f" {LINE} ", "show(number)"]})
    assert given(scene) == [(one, "double", LINE)]
    assert deeds(scene, "gave a binding") == [f"submission {one}, double: {LINE}"]
    with scene.database.reading() as session:
        assert staff_bindings.binding_lines(session, one) == {"double": LINE}
    assert scene.grading(one).state == GradingState.QUEUED
    assert report_of(scene, one) == ""


def test_a_grading_that_had_begun_without_the_line_is_not_heard(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, one)
        assert seen is not None
        staff_bindings.give_bindings(session, ines.id, seen, {"double": LINE})
        claim = queue.claim_next(session, "nobody", {scene.edition.id})
        assert claim is not None
        staff_bindings.grade_by_newest_edition(session, seen.submission)
        assert not queue.finish_claim(session, claim, GradingOutcome(GradingState.DONE))
    assert scene.grading(one).state == GradingState.QUEUED


def test_a_given_line_can_be_taken_back(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    with scene.database.writing() as session:
        session.add(Binding(submission_id=one, role="double", line=LINE, by_id=ines.id, at=1.0))
    Browser(scene, ines).send_form(f"/s/{one}/bindings", {**lines(""), "then": "grade"})
    assert given(scene) == [(one, "double", LINE), (one, "double", "")]
    with scene.database.reading() as session:
        assert staff_bindings.binding_lines(session, one) == {}


@pytest.mark.parametrize(("content", "offered"), [(LISTS, True), (b"def other(n): pass\n", False)])
def test_an_earlier_line_is_offered_if_the_code_still_has_it(
    scene: Scene, ines: Person, content: bytes, offered: bool
) -> None:
    ada = scene.person("ada")
    first = scene.graded(ada, open_report())
    with scene.database.writing() as session:
        session.add(Binding(submission_id=first, role="double", line=LINE, by_id=ines.id, at=1.0))
    report = replace(open_report(), cells=(Cell(content.decode(), "ada.py", notebook=False),))
    second = scene.graded(ada, report, content=content)
    page = Browser(scene, ines).get(f"/s/{second}/bindings").text
    assert (f'value="{LINE}"' in page) is offered
    assert ("It does not count here unless you grade again" in page) is offered
    with scene.database.reading() as session:
        assert staff_bindings.binding_lines(session, second) == {}


def test_what_students_wrote_is_shown_and_does_nothing(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report(f"{EVIL} came.", f"f('{EVIL}')"))
    browser = Browser(scene, ines)
    for path in (f"/s/{one}/bindings", "/c/demo/demo/bindings", "/c/demo/demo/marking"):
        page = browser.get(path).text
        assert "<script>alert" not in page, path
        if "marking" not in path:
            assert "\\u202e" in page, path
    answer = TriedAnswer(((EVIL, EVIL),), EVIL, EVIL, right=False)
    hostile = BindingTrial(settled=False, reason=EVIL, answers=(answer,))
    with answering(scene, hostile):
        page = browser.send_form(f"/s/{one}/bindings", {**lines(LINE), "then": "try double"}).text
    assert "It does not settle the role" in page
    assert "<script>alert" not in page


def test_many_are_settled_by_one_form(scene: Scene, ines: Person) -> None:
    ids = [scene.graded(scene.person(name), open_report()) for name in ("ada", "ben", "cem")]
    browser, page = Browser(scene, ines), "/c/demo/demo/bindings"
    assert "3 open roles" in words(browser.get(page).text)
    sent = {
        "row": [f"{each} double" for each in ids],
        "line": [LINE, "", "double(number)"],
    }
    wrong = browser.send_form(page, {**sent, "line": [LINE, "(", ""]})
    assert (wrong.status_code, given(scene)) == (422, [])
    assert "1 line cannot be read" in words(wrong.text)
    assert browser.send_form(page, sent).status_code == 303
    assert given(scene) == [(ids[0], "double", LINE), (ids[2], "double", "double(number)")]
    assert [scene.grading(each).state for each in ids] == [
        GradingState.QUEUED,
        GradingState.DONE,
        GradingState.QUEUED,
    ]
    assert "1 open role" in words(browser.get(page).text)
    after = browser.get(f"/c/demo/demo/bindings?after={ids[0]}")
    assert after.headers["location"] == f"/s/{ids[1]}/bindings"


def test_nobody_settles_their_own(scene: Scene, ines: Person) -> None:
    own = scene.graded(ines, open_report())
    browser = Browser(scene, ines)
    assert browser.get(f"/s/{own}/bindings").status_code == 404
    form = {**lines(LINE), "then": "grade"}
    assert browser.send_form(f"/s/{own}/bindings", form).status_code == 404
    browser.send_form("/c/demo/demo/bindings", {"row": [f"{own} double"], "line": [LINE]})
    assert given(scene) == []


def test_open_roles_are_found_from_the_pages_of_marking(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    browser = Browser(scene, ines)
    for path in (f"/s/{one}", f"/s/{one}/marking", "/c/demo/demo/marking"):
        assert f'href="/s/{one}/bindings"' in browser.get(path).text, path


def test_a_trial_that_a_lost_worker_had_is_begun_anew(scene: Scene, ines: Person) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, one)
        assert seen is not None
        binding_trial_requests.request_trials(
            session, ines.id, seen.submission, scene.edition, {"double": LINE}
        )
        first = binding_trial_requests.TRIALS.take(session, 100.0)
        assert first is not None
        begun = first.taken_at
        assert binding_trial_requests.TRIALS.take(session, 101.0) is None
        assert (
            binding_trial_requests.TRIALS.take(session, 101.0 + binding_trial_requests.TRIALS.lease)
            is not None
        )
        assert (
            binding_trial_requests.TRIALS.take(
                session, 102.0 + 2 * binding_trial_requests.TRIALS.lease
            )
            is None
        )
        assert (first.state, begun) == (GradingState.FAILED, 100.0)
        assert "workers in a row" in first.reason


def test_programs_read_and_give_bindings(scene: Scene) -> None:
    one = scene.graded(scene.person("ada"), open_report())
    head = scene.person("head", Role.ASSISTANT)
    browser, mine = Browser(scene), token(scene, head, "read mark")
    path = f"/api/v1/submissions/{one}/bindings"
    (double, show) = browser.get(path, headers=mine).json()["roles"]
    assert (double["role"], double["open"], double["line"]) == ("double", True, "")
    assert double["candidates"] == ["double(number)"]
    assert (show["line"], show["given"]) == ("show(number)", None)
    wrong = browser.put(path, json={"bindings": {"double": "double("}}, headers=mine)
    assert wrong.status_code == 422
    assert wrong.json()["detail"] == (
        "The binding of double: Expected a name, a number, a text or a bracket (character 8)."
    )
    other = browser.put(path, json={"bindings": {"nothing": "f()"}}, headers=mine)
    assert other.status_code == 409
    done = browser.put(path, json={"bindings": {"double": LINE}}, headers=mine).json()
    assert (done["state"], done["changed"]) == ("queued", ["double"])
    assert given(scene) == [(one, "double", LINE)]
    again = browser.put(path, json={"bindings": {"double": LINE}}, headers=mine)
    assert again.status_code == 409
    only = token(scene, head, "read submit")
    assert browser.put(path, json={"bindings": {}}, headers=only).status_code == 404


def test_a_long_list_has_pages_each_of_which_is_settled_by_itself(
    scene: Scene, ines: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "AT_ONCE", 2)
    ids = [scene.graded(scene.person(name), open_report()) for name in ("ada", "ben", "cem")]
    browser, page = Browser(scene, ines), "/c/demo/demo/bindings"
    assert 'aria-label="Page 2"' in browser.get(page).text
    (form,) = [each for each in forms(browser.get(f"{page}?page=2").text) if each.action == page]
    last = int(form.values["row"].split()[0])
    assert last in ids
    form.values["line"] = LINE
    assert form.send(browser).headers["location"] == f"{page}?page=2"
    assert given(scene) == [(last, "double", LINE)]
