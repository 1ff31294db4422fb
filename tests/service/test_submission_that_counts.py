"""Which of a student's submissions counts, by each rule, and that everybody says the same."""

from __future__ import annotations

import csv
import io
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from grader.jobs import grading_answer as answers
from grader.jobs.grading_answer import GradingAnswer
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.service import (
    edition_regrade,
    review_queue,
    submission_queries,
    submission_that_counts,
)
from grader.service.assignment_gradebook import make_gradebook
from grader.service.assignment_terms import current_terms
from grader.service.data.decision_tables import CountingRule, Mark
from grader.service.data.tables import (
    AssignmentEdition,
    AuditEntry,
    Grading,
    GradingState,
    Person,
    Role,
    Submission,
)
from grader.service.gradebook_export import SHAPES, dump_gradebook
from grader.service.late_penalty import DAY, LatenessCost
from grader.service.submission_that_counts import (
    CountingCandidate,
    CountingDecision,
    decide_for_course,
    decide_which_counts,
)
from grader.service.worker import similarity_jobs
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, token, words
from tests.service.test_deadlines import DUE, extend, set_terms
from tests.service.test_result_releases import newer, regraded, release

LATEST, BEST, CHOSEN = CountingRule
WRONG = samples.task(samples.a_test(samples.case()))
GOOD, LESS = samples.report(samples.RIGHT), samples.report(WRONG)
MORE = samples.report(samples.RIGHT, replace(samples.RIGHT, id="9.9"))
ESSAY = samples.report(samples.RIGHT, samples.WRITTEN)


def _decided(
    rule: CountingRule, *every: CountingCandidate, chosen: int = 0, **costs: LatenessCost
) -> CountingDecision:
    lost = {each.id: costs.get(f"of_{each.id}", LatenessCost()) for each in every}
    return decide_which_counts(rule, every, lost, chosen)


A, B, C = (
    CountingCandidate(1, 1.0, points=8.0),
    CountingCandidate(2, 2.0, points=9.0),
    CountingCandidate(3, 3.0, points=9.0),
)
REFUSED, WAITS = CountingCandidate(4, 4.0, refused=True), CountingCandidate(5, 5.0)


@pytest.mark.parametrize(
    ("rule", "every", "chosen", "counts", "why"),
    [
        (LATEST, [A], 0, 1, "it is the only one"),
        (LATEST, [B, A], 0, 1, "it is the newest"),
        (LATEST, [A, WAITS], 0, 5, "it is the newest"),
        (LATEST, [A, REFUSED], 0, 1, "it is the newest that can be read"),
        (LATEST, [A, B], 1, 2, "it is the newest"),
        (BEST, [A], 0, 1, "it is the only one"),
        (BEST, [B, A], 0, 2, "it has the most points"),
        (BEST, [A, B, C], 0, 3, "it has the most points"),
        (BEST, [B, REFUSED], 0, 2, "no other one has been graded"),
        (BEST, [A, WAITS], 0, 1, "no other one has been graded"),
        (BEST, [WAITS], 0, 5, "it is the only one"),
        (BEST, [A, B], 1, 2, "it has the most points"),
        (CHOSEN, [A], 0, 1, "it is the only one"),
        (CHOSEN, [A, B], 0, 2, "it is the newest, and none was chosen"),
        (CHOSEN, [A, B], 1, 1, "it was chosen"),
        (CHOSEN, [A, REFUSED], 4, 1, "it is the newest that can be read, and none was chosen"),
    ],
)  # fmt: skip
def test_each_rule_decides(
    rule: CountingRule, every: list[CountingCandidate], chosen: int, counts: int, why: str
) -> None:
    found = _decided(rule, *every, chosen=chosen)
    assert (found.submission, found.counts, found.why) == (counts, True, why)
    assert found.number == len(every)


@pytest.mark.parametrize("rule", CountingRule)
def test_what_cannot_be_read_never_counts(rule: CountingRule) -> None:
    found = _decided(rule, msgspec.structs.replace(REFUSED, id=1), REFUSED, chosen=4)
    assert (found.submission, found.counts, found.why) == (
        4,
        False,
        submission_that_counts.NONE_COUNTS,
    )
    assert found.rivals == (1,)


def test_the_best_one_is_compared_after_what_lateness_costs() -> None:
    found = _decided(BEST, A, B, of_2=LatenessCost(2, 0, 0.2))
    assert (found.submission, found.cost) == (1, LatenessCost())
    assert _decided(BEST, A, B, of_2=LatenessCost(1, 0, 0.1)).submission == 2, (
        "8.1 points are more than 8."
    )


def test_of_equal_ones_the_one_counts_that_uses_up_fewer_late_days() -> None:
    assert _decided(BEST, B, C).submission == 3
    assert _decided(BEST, B, C, of_3=LatenessCost(1, 1, 0.0)).submission == 2


def test_the_best_one_is_open_while_another_one_is_not_graded() -> None:
    assert _decided(BEST, A, WAITS).pending
    assert not _decided(BEST, A, B).pending
    assert not _decided(LATEST, A, WAITS).pending


@pytest.mark.parametrize(
    ("rule", "chosen", "rivals"),
    [(LATEST, 0, (4,)), (CHOSEN, 0, (4,)), (CHOSEN, 1, ()), (CHOSEN, 4, (4,)), (BEST, 0, (1, 4))],
)
def test_what_another_edition_may_let_count(
    rule: CountingRule, chosen: int, rivals: tuple[int, ...]
) -> None:
    assert _decided(rule, A, B, REFUSED, chosen=chosen).rivals == rivals


# In the database ----------------------------------------------------------------------------


def _rule(scene: Scene, rule: CountingRule, **terms: Any) -> None:
    set_terms(scene, **{"due_at": 0.0, "counts": rule.value, **terms})


def _graded(scene: Scene, who: Person, *reports: Report) -> list[int]:
    return [scene.graded(who, each) for each in reports]


def _refused(scene: Scene, who: Person) -> int:
    found = scene.hand_in(who)
    with scene.database.writing() as session:
        grading = session.get_one(Grading, scene.grading(found).id)
        grading.state, grading.reason = GradingState.REFUSED.value, "a.zip holds several files."
        grading.finished_at = 1.0
    return found


def _counts(scene: Scene, who: Person, *, student: bool = False) -> CountingDecision:
    with scene.database.reading() as session:
        return decide_for_course(session, scene.course.id, student=student)[who.id, "demo"]


def _table(scene: Scene, shape: str) -> list[dict[str, str]]:
    with scene.database.reading() as session:
        text = dump_gradebook(make_gradebook(session, scene.edition), shape)
    return list(csv.DictReader(io.StringIO(text)))


TOTALS = {"csv": "total", "excel": "total", "canvas": "Demonstration",
          "moodle": "Demonstration", "gradescope": "Total Score"}  # fmt: skip


def _totals(scene: Scene) -> dict[str, str]:
    return {shape: _table(scene, shape)[-1][TOTALS[shape]] for shape in SHAPES}


def test_an_unreadable_newest_one_takes_no_points_in_any_export(scene: Scene) -> None:
    ada = scene.person("ada")
    good = scene.graded(ada, GOOD)
    before = _totals(scene)
    assert before.keys() == SHAPES.keys()
    _refused(scene, ada)
    assert _totals(scene) == before
    (line,) = _table(scene, "csv")
    assert (line["submission"], line["submissions"]) == (str(good), "2")
    assert line["why it counts"] == "it is the newest that can be read"
    assert (
        "it is the newest that can be read"
        in _table(scene, "moodle")[0]["Demonstration (feedback)"]
    )
    assert _table(scene, "gradescope")[0]["Submission ID"] == str(good)


def test_of_nothing_that_can_be_read_nothing_counts_until_the_time_is_over(scene: Scene) -> None:
    ada = scene.person("ada")
    _refused(scene, ada)
    assert _totals(scene)["canvas"] == "0"
    set_terms(scene, due_at=time.time() + DAY)
    assert _totals(scene)["canvas"] == ""
    assert _table(scene, "csv")[0]["submission"] == ""
    assert "no submission counts: a.zip holds several files." in _table(scene, "csv")[0]["note"]
    page = words(Browser(scene, ada).get("/c/demo").text)
    assert "Nothing counts yet: no submission can be read." in page


def test_everybody_says_the_same(scene: Scene) -> None:
    """Pages, exports, statistics, the queue, the API and similarity ask one function."""
    ada = scene.person("ada")
    good, worse, _ = *_graded(scene, ada, GOOD, LESS), _refused(scene, ada)
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    for rule, counts in ((LATEST, worse), (BEST, good)):
        _rule(scene, rule)
        assert _counts(scene, ada).submission == counts
        assert _table(scene, "csv")[0]["submission"] == str(counts)
        for page in ("submissions", "marking", "gradebook"):
            assert f'"/s/{counts}' in leader.get(f"/c/demo/demo/{page}").text, page
        assert f'"/s/{counts}"' in leader.get("/c/demo/matrix").text
        mean = "mean 100 %" if counts == good else "mean 0 %"
        assert mean in words(leader.get("/c/demo/demo/overview").text)
        own = token(scene, ada)
        status = leader.get(f"/api/v1/submissions/{good}", headers=own).json()
        assert status["counting"]["submission"] == counts
        assert status["counting"]["rule"] == rule
        assert status["counts"] == (counts == good)
        with scene.database.reading() as session:
            assert [each.submission.id for each in submission_that_counts.submissions_that_count(
                session, scene.course.id, "demo")] == [counts]  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            compared = similarity_jobs._write_submissions(
                scene.database, scene.course.id, "demo", Path(folder, "now")
            )
        assert list(compared) == [counts]


def _at(scene: Scene, who: Person, at: float, made: Report, assignment: str = "demo") -> int:
    """The id of a submission of that time which has a report."""
    with scene.database.writing() as session:
        edition = session.scalars(
            select(AssignmentEdition).where(AssignmentEdition.assignment == assignment)
        ).one_or_none()
        if edition is None:
            edition = AssignmentEdition(
                course_id=scene.course.id, assignment=assignment, digest="x",
                title=assignment, created_at=1.0,
            )  # fmt: skip
            session.add(edition)
        submission = Submission(
            course_id=scene.course.id, person_id=who.id, assignment=assignment, filename="a.py",
            content=b"x = 1", sha256="", key=f"{assignment} {at}", created_at=at,
        )  # fmt: skip
        session.add(submission)
        session.flush()
        session.add(Grading(
            submission_id=submission.id, edition_id=edition.id, queued_at=at, finished_at=at,
            state=GradingState.DONE.value,
            result=answers.dump_summary_line(GradingAnswer.of(made).result),
        ))  # fmt: skip
        return submission.id


def test_late_days_are_used_up_by_what_counts(scene: Scene) -> None:
    ada = scene.person("ada")
    for name, due in (("before", DUE), ("demo", DUE + 9 * DAY)):
        set_terms(scene, name, due_at=due, late_days=2, per_day=0.1, last_day=9)
    _at(scene, ada, DUE, GOOD, "before")
    _at(scene, ada, DUE + 2 * DAY, LESS, "before")
    _at(scene, ada, DUE + 11 * DAY, GOOD)
    assert _counts(scene, ada).cost == LatenessCost(2, 0, 0.2), (
        "The newest one has used up both days."
    )
    set_terms(scene, "before", late_days=2, per_day=0.1, last_day=9, counts=BEST.value)
    assert _counts(scene, ada).cost == LatenessCost(2, 2, 0.0)
    with scene.database.reading() as session:
        alone = decide_for_course(session, scene.course.id, assignment="demo")
    assert alone == {(ada.id, "demo"): _counts(scene, ada)}, "Asked for alone, it is the same."


def test_an_extension_changes_which_one_is_best(scene: Scene) -> None:
    ada = scene.person("ada")
    set_terms(scene, per_day=0.3, last_day=9, counts=BEST.value)
    early, late = _at(scene, ada, DUE, GOOD), _at(scene, ada, DUE + DAY, MORE)
    assert _counts(scene, ada).submission == late
    set_terms(scene, per_day=0.9, last_day=9, counts=BEST.value)
    assert _counts(scene, ada).submission == early
    extend(scene, ada, DUE + DAY)
    assert _counts(scene, ada).submission == late


def test_the_best_one_may_be_one_of_which_a_person_decides_points(scene: Scene) -> None:
    ada = scene.person("ada")
    _rule(scene, BEST)
    test = samples.a_test(samples.case(verdict=Verdict.UNDECIDED), points=3.0)
    asked = samples.report(samples.RIGHT, samples.task(test, id="9.9"))
    first, _ = _graded(scene, ada, asked, MORE)
    assert _counts(scene, ada).submission == first


def test_the_best_one_waits_for_marks_that_may_make_it_so(scene: Scene) -> None:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    _rule(scene, BEST)
    first, second = _graded(scene, ada, ESSAY, ESSAY)
    essay = samples.WRITTEN.id
    _mark(scene, ines, first, essay, samples.WRITTEN.max_score)
    assert _counts(scene, ada).submission == second, "It may get as many, and is newer."
    _mark(scene, ines, second, essay, 0.0)
    assert _counts(scene, ada).submission == first


def test_marks_that_are_not_released_decide_nothing_that_students_see(scene: Scene) -> None:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    _rule(scene, BEST)
    first, second = _graded(scene, ada, GOOD, LESS)
    _mark(scene, ines, second, WRONG.id, WRONG.max_score)
    official, seen = _counts(scene, ada), _counts(scene, ada, student=True)
    assert official.submission == second
    assert seen.submission == first
    page = Browser(scene, ada).get(f"/s/{first}").text
    assert "This submission counts" in words(page)
    status = Browser(scene).get(f"/api/v1/submissions/{first}", headers=token(scene, ada)).json()
    assert status["counting"]["submission"] == first
    release(scene)
    assert _counts(scene, ada, student=True) == _counts(scene, ada)


def test_a_regrade_decides_once_it_is_released(scene: Scene) -> None:
    ada = scene.person("ada")
    _rule(scene, BEST)
    first, second = _graded(scene, ada, GOOD, LESS)
    edition = newer(scene)
    with scene.database.writing() as session:
        assert (
            edition_regrade.start_regrade(session, session.get_one(AssignmentEdition, edition.id))
            == 2
        )
    with scene.database.writing() as session:
        for each in session.scalars(select(Grading).where(Grading.edition_id == edition.id)):
            session.delete(each)
    regraded(scene, first, edition, LESS)
    regraded(scene, second, edition, GOOD)
    assert _counts(scene, ada).submission == first
    release(scene, edition=edition)
    assert _counts(scene, ada).submission == second


def test_what_could_not_be_read_is_regraded_as_well(scene: Scene) -> None:
    ada = scene.person("ada")
    _graded(scene, ada, GOOD)
    unread = _refused(scene, ada)
    edition = newer(scene)
    with scene.database.writing() as session:
        assert (
            edition_regrade.start_regrade(session, session.get_one(AssignmentEdition, edition.id))
            == 2
        )
        again = session.scalars(
            select(Grading).where(Grading.edition_id == edition.id, Grading.submission_id == unread)
        ).one()
        session.delete(again)
    regraded(scene, unread, edition, GOOD)
    release(scene, edition=edition)
    assert _counts(scene, ada).submission == unread


def test_where_the_best_one_counts_a_failed_one_needs_a_person(scene: Scene) -> None:
    ada = scene.person("ada")
    _rule(scene, BEST)
    _, failed = _graded(scene, ada, GOOD, LESS)
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(failed).id).state = GradingState.FAILED.value
    assert _counts(scene, ada).pending
    assert _totals(scene)["canvas"] == ""
    with scene.database.reading() as session:
        counting = submission_that_counts.decisions_by_submission(session, scene.course.id, "demo")
        found = review_queue.grader_failures(
            session, submission_queries.results_by_ids(session, counting), counting.values()
        )
    assert found == [failed]


def _mark(scene: Scene, by: Person, submission: int, task: str, points: float) -> None:
    with scene.database.writing() as session:
        session.add(Mark(submission_id=submission, task=task, points=points, reason="seen",
                         by_id=by.id, at=1.0))  # fmt: skip


# Choosing -----------------------------------------------------------------------------------


def _choose(browser: Browser, submission: int) -> Any:
    return browser.post(f"/s/{submission}/choose", data={"csrf": browser.csrf})


def test_a_student_chooses_until_nothing_is_taken_any_more(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    first, second = _graded(scene, ada, GOOD, LESS)
    _rule(scene, CHOSEN)
    assert _counts(scene, ada).submission == second
    assert _choose(browser, first).status_code == 303
    assert _counts(scene, ada).submission == first
    assert _choose(browser, first).status_code == 303
    third = scene.graded(ada, LESS)
    assert _counts(scene, ada).submission == first, "What is handed in later does not undo it."
    _rule(scene, CHOSEN, due_at=time.time() - 1)
    refusal = _choose(browser, third)
    assert refusal.status_code == 400
    assert "The time to choose is over" in words(refusal.text)
    assert "Let this one count" not in browser.get(f"/s/{third}").text
    assert _counts(scene, ada).submission == first
    with scene.database.reading() as session:
        about = session.scalars(select(AuditEntry.about).where(AuditEntry.deed == "chose")).all()
    assert about == [f"submission {first} for demo"]


def test_an_unreadable_one_and_anothers_cannot_be_chosen(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    _rule(scene, CHOSEN)
    unread, other = _refused(scene, ada), scene.graded(ben, GOOD)
    browser = Browser(scene, ada)
    assert "cannot be read, so it cannot count" in words(_choose(browser, unread).text)
    assert _choose(browser, other).status_code == 404
    assert _choose(Browser(scene, scene.person("ines", Role.ASSISTANT)), other).status_code == 404


@pytest.mark.parametrize("rule", [LATEST, BEST])
def test_by_other_rules_nobody_chooses(scene: Scene, rule: CountingRule) -> None:
    ada = scene.person("ada")
    first, _ = _graded(scene, ada, GOOD, LESS)
    _rule(scene, rule)
    answer = _choose(Browser(scene, ada), first)
    assert answer.status_code == 400
    assert "students do not choose" in words(answer.text)


def test_programs_choose_and_set_the_rule(scene: Scene) -> None:
    ada, jonas = scene.person("ada"), scene.person("jonas", Role.INSTRUCTOR)
    first, second = _graded(scene, ada, GOOD, LESS)
    where, program = "/api/v1/courses/demo/assignments/demo/counting", Browser(scene)
    own, leads = token(scene, ada), token(scene, jonas, "manage read")
    set_terms(scene, due_at=time.time() + DAY, requests=3, grace_minutes=7)
    assert program.get(where, headers=own).json() == {"rule": "latest"}
    assert program.post(f"/api/v1/submissions/{first}/choice", headers=own).status_code == 409
    assert program.put(where, headers=leads, json={"rule": "chosen"}).status_code == 200
    assert program.put(where, headers=leads, json={"rule": "worst"}).status_code == 422
    assert program.put(where, headers=own, json={"rule": "best"}).status_code == 404
    chosen = program.post(f"/api/v1/submissions/{first}/choice", headers=own).json()
    assert chosen["counts"]
    history = program.get(f"/api/v1/submissions/{second}/history", headers=own).json()
    assert [(each["id"], each["counts"]) for each in history] == [(second, False), (first, True)]
    with scene.database.reading() as session:
        found = current_terms(session, scene.course.id)["demo"]
    assert (found.counts, found.requests, found.grace_minutes) == ("chosen", 3, 7), "They stay."


def test_an_instructor_sets_the_rule_by_the_form_and_all_can_read_it(scene: Scene) -> None:
    ada = scene.person("ada")
    _graded(scene, ada, GOOD, LESS)
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    answer = leader.post("/c/demo/demo/terms", data={"csrf": leader.csrf, "counts": "best"})
    assert answer.status_code == 303
    said = "The submission with the most points counts, after the loss for lateness."
    for browser, page in (
        (Browser(scene, ada), "/c/demo"), (leader, "/c/demo/demo/gradebook"),
        (leader, "/c/demo/demo/submissions"),
    ):  # fmt: skip
        assert said in words(browser.get(page).text), page
    assert 'value="best" checked' in leader.get("/c/demo/demo/terms").text
    with scene.database.reading() as session:
        about = session.scalars(
            select(AuditEntry.about).where(AuditEntry.deed == "set terms")
        ).one()
    assert "the best counts" in about
