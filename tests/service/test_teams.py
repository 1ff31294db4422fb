"""Teams: who hands in together, what counts for each member, and who may change that."""

from __future__ import annotations

import csv
import io
import time
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from grader.intake import IntakeError
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import Report
from grader.service import ServiceProblem, teams
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.assignment_gradebook import make_gradebook
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_team_rules import TeamRuleValues, set_team_rules
from grader.service.data.decision_tables import CountingRule
from grader.service.data.group_tables import MemberMark, TeamMember
from grader.service.data.tables import (
    AssignmentEdition,
    AuditEntry,
    Course,
    Grading,
    GradingState,
    Person,
    Role,
    Submission,
)
from grader.service.gradebook_export import dump_gradebook
from grader.service.late_penalty import DAY
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.submission_that_counts import (
    CountingDecision,
    decide_for_course,
    submissions_that_count,
)
from grader.service.upkeep.data_deletion import delete_person
from tests.render import samples
from tests.service.forms import forms
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, token, words
from tests.service.test_deadlines import extend, set_terms

GOOD = samples.report(samples.RIGHT)
MORE = samples.report(samples.RIGHT, replace(samples.RIGHT, id="9.9"))
LESS = samples.report(samples.task(samples.a_test(samples.case())))


def place_of(scene: Scene, who: Person) -> AssignmentDecisions:
    return AssignmentDecisions(scene.course.id, "demo", who.id)


def rules(scene: Scene, largest: int = 3, **others: object) -> Person:
    """Let the assignment have teams; the instructor."""
    leader = scene.person("jonas", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        set_team_rules(
            session, place_of(scene, leader),
            replace(TeamRuleValues(largest=largest), **others),  # type: ignore[arg-type]
        )  # fmt: skip
    return leader


def put(scene: Scene, leader: Person, name: str, *members: Person) -> None:
    with scene.database.writing() as session:
        for each in members:
            teams.change_team_of(session, place_of(scene, leader), each.login, name)


def decided(scene: Scene, who: Person, *, alone: bool = False) -> CountingDecision | None:
    """What counts for somebody, asked of the course or of them alone."""
    with scene.database.reading() as session:
        found = decide_for_course(session, scene.course.id, person=who.id if alone else 0)
    return found.get((who.id, "demo"))


def counts(scene: Scene, who: Person) -> int:
    both = [decided(scene, who, alone=alone) for alone in (False, True)]
    assert both[0] == both[1]
    return both[0].submission if both[0] is not None else 0


def table(scene: Scene) -> dict[str, dict[str, str]]:
    with scene.database.reading() as session:
        text = dump_gradebook(make_gradebook(session, scene.edition), "csv")
    return {row["login"]: row for row in csv.DictReader(io.StringIO(text))}


def test_what_a_test_account_hands_in_counts_for_its_team(scene: Scene) -> None:
    ada, probe = scene.person("ada"), scene.person("probe", Role.TEST)
    leader = rules(scene)
    put(scene, leader, "Rooks", ada)
    with scene.database.writing() as session:
        team = session.scalars(select(TeamMember.team_id)).one()
        session.add(TeamMember(
            team_id=team, person_id=probe.id, course_id=scene.course.id, assignment="demo"
        ))  # fmt: skip
    handed_in = scene.graded(probe, GOOD)
    assert counts(scene, ada) == handed_in
    assert decided(scene, probe) is None
    assert table(scene)["ada"]["submission"] == str(handed_in)
    assert "Probe" not in Browser(scene, leader).get("/c/demo/matrix").text


def test_the_audit_has_the_last_moment_in_the_zone_of_the_course(scene: Scene) -> None:
    with scene.database.writing() as session:
        session.get_one(Course, scene.course.id).time_zone = "Asia/Tokyo"
    rules(scene, form_until=1_800_000_000.0)
    with scene.database.reading() as session:
        noted = session.scalars(
            select(AuditEntry.about).where(AuditEntry.deed == "set team rules")
        ).one()
    assert "until Fri 15 Jan 2027, 17:00 JST" in noted


def test_one_submission_counts_for_all_members_and_for_nobody_else(scene: Scene) -> None:
    ada, ben, eve = (scene.person(login) for login in ("ada", "ben", "eve"))
    leader = rules(scene)
    put(scene, leader, "Rooks", ada, ben)
    first = scene.graded(ada, LESS)
    assert (counts(scene, ada), counts(scene, ben), counts(scene, eve)) == (first, first, 0)
    second = scene.graded(ben, GOOD)
    assert (counts(scene, ada), counts(scene, ben)) == (second, second)
    for each in (ada, ben):
        browser = Browser(scene, each)
        for page in (f"/s/{first}", f"/s/{second}/report", f"/s/{second}/history"):
            assert browser.get(page).status_code == 200, page
        history = browser.get(
            f"/api/v1/submissions/{first}/history", headers=token(scene, each)
        ).json()  # fmt: skip
        assert [(one["id"], one["counts"]) for one in history] == [(second, True), (first, False)]
        status = browser.get(f"/api/v1/submissions/{second}", headers=token(scene, each)).json()
        assert (status["team"], status["counts"]) == ("Rooks", True)
    for page in (f"/s/{second}", f"/s/{second}/report", f"/s/{second}/file"):
        assert Browser(scene, eve).get(page).status_code == 404, page
    rows = table(scene)
    assert [rows[login]["submission"] for login in ("ada", "ben", "eve")] == [
        str(second), str(second), "",
    ]  # fmt: skip
    assert rows["ada"]["total"] == rows["ben"]["total"] != "0"
    with scene.database.reading() as session:
        assert len(submissions_that_count(session, scene.course.id, "demo")) == 1


@pytest.mark.parametrize("rule", CountingRule)
def test_every_rule_decides_for_a_team_as_one(scene: Scene, rule: CountingRule) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    put(scene, rules(scene), "Rooks", ada, ben)
    set_terms(scene, counts=rule, due_at=time.time() + DAY)
    first, second = scene.graded(ada, GOOD), scene.graded(ben, LESS)
    best = {CountingRule.LATEST: second, CountingRule.BEST: first, CountingRule.CHOSEN: second}
    assert counts(scene, ada) == counts(scene, ben) == best[rule]
    if rule is CountingRule.CHOSEN:
        browser = Browser(scene, ben)
        assert browser.post(f"/s/{first}/choose", data={"csrf": browser.csrf}).status_code == 303
        assert counts(scene, ada) == counts(scene, ben) == first


def test_what_was_handed_in_before_the_team_counts_for_it_and_goes_with_its_student(
    scene: Scene,
) -> None:
    ada, ben, eve = (scene.person(login) for login in ("ada", "ben", "eve"))
    leader = rules(scene)
    alone = scene.graded(ada, GOOD)
    put(scene, leader, "Rooks", ada, ben)
    assert counts(scene, ben) == alone
    together = scene.graded(ben, GOOD)
    put(scene, leader, "Bishops", ben, eve)
    assert counts(scene, ada) == together, "The team's work stays the team's."
    assert counts(scene, ben) == counts(scene, eve) == 0
    put(scene, leader, "", ada)
    assert counts(scene, ada) == alone
    assert counts(scene, ben) == together, "Nobody is left in that team: it is his who handed in."
    assert Browser(scene, ada).get(f"/s/{together}").status_code == 404
    with scene.database.reading() as session:
        deeds = session.scalars(
            select(AuditEntry.about).where(AuditEntry.deed == "took out of team")
        ).all()
    assert deeds == ["demo: ben Rooks", "demo: ada Rooks"]


def _graded_at(
    scene: Scene, edition: AssignmentEdition, person: Person, at: float, report: Report
) -> int:
    """The id of a submission of that moment that has that report."""
    handed = IncomingSubmission.of(person.id, "a.py", RIGHT, f"at {at}", at)
    with scene.database.writing() as session:
        made = accept_submission(session, edition, handed).id
        answer = GradingAnswer.of(report)
        claim = queue.claim_next(session, "nobody", {edition.id})
        assert claim is not None
        queue.finish_claim(session, claim, GradingOutcome(
            GradingState.DONE, dump_summary_line(answer.result), answer.report
        ))  # fmt: skip
    return made


def _uses_late_days_elsewhere(scene: Scene, person: Person, at: float) -> None:
    """Let somebody have handed in late for another assignment, which was due before."""
    with scene.database.writing() as session:
        edition = AssignmentEdition(
            course_id=scene.course.id, assignment="early", digest="e", title="Early",
            created_at=1.0, problem="",
        )  # fmt: skip
        own = Submission(
            course_id=scene.course.id, person_id=person.id, assignment="early", filename="a.py",
            content=RIGHT, sha256="", key="early", created_at=at,
        )  # fmt: skip
        session.add_all([edition, own])
        session.flush()
        session.add(Grading(
            submission_id=own.id, edition_id=edition.id, queued_at=at, state=GradingState.DONE.value
        ))  # fmt: skip


def test_the_latest_deadline_of_a_member_is_the_teams(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    put(scene, rules(scene), "Rooks", ada, ben)
    due = time.time() - 2.5 * DAY
    set_terms(scene, due_at=due, last_day=5, per_day=0.1)
    scene.graded(ada, GOOD)
    assert [each.cost.days for each in (decided(scene, ada), decided(scene, ben)) if each] == [3, 3]
    extend(scene, ben, due + DAY)
    assert [each.cost.days for each in (decided(scene, ada), decided(scene, ben)) if each] == [2, 2]
    assert "which is your own deadline" in Browser(scene, ada).get("/c/demo").text


def test_each_member_pays_with_own_late_days_and_the_same_one_counts(scene: Scene) -> None:
    """With her late day, the late one would be the best for Ada alone; without it, for nobody."""
    ada, ben = scene.person("ada"), scene.person("ben")
    put(scene, rules(scene), "Rooks", ada, ben)
    edition, now = scene.edition, time.time()
    due = now - DAY / 2
    both: dict[str, Any] = {"last_day": 5, "per_day": 0.8, "late_days": 1}
    set_terms(scene, due_at=due, counts=CountingRule.BEST, **both)
    set_terms(scene, "early", due_at=due - 9 * DAY, **both)
    _uses_late_days_elsewhere(scene, ben, due - 8.5 * DAY)
    in_time = _graded_at(scene, edition, ada, due - 60, GOOD)
    assert counts(scene, ada) == in_time
    late = _graded_at(scene, edition, ben, now, MORE)
    assert counts(scene, ada) == counts(scene, ben) == in_time
    set_terms(scene, due_at=due, **both)
    assert counts(scene, ada) == counts(scene, ben) == late
    costs = [each.cost for each in (decided(scene, ada), decided(scene, ben)) if each]
    assert [(each.free, each.lost) for each in costs] == [(1, 0.0), (0, 0.8)]


def test_points_of_one_member_are_theirs_alone(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    leader = rules(scene)
    put(scene, leader, "Rooks", ada, ben)
    scene.graded(ada, GOOD)
    full = float(table(scene)["ada"]["total"])
    with scene.database.writing() as session:
        session.add(MemberMark(
            course_id=scene.course.id, assignment="demo", person_id=ben.id,
            task=samples.RIGHT.id, points=0.0, reason="took no part", by_id=leader.id, at=1.0,
        ))  # fmt: skip
    rows = table(scene)
    assert (float(rows["ada"]["total"]), float(rows["ben"]["total"])) == (full, 0.0)
    scene.graded(ben, GOOD)
    assert float(table(scene)["ben"]["total"]) == 0.0, "It stays whichever submission counts."


def test_too_few_cannot_hand_in(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    leader = rules(scene, smallest=2)
    with pytest.raises(IntakeError, match="you are in none"):
        scene.hand_in(ada)
    put(scene, leader, "Rooks", ada)
    with pytest.raises(IntakeError, match="yours has 1"):
        scene.hand_in(ada)
    put(scene, leader, "Rooks", ben)
    assert scene.hand_in(ada)
    assert scene.hand_in(leader), "Staff may try alone."


def test_a_student_who_hands_in_an_older_file_again_after_a_mate_has_it_count(
    scene: Scene,
) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    put(scene, rules(scene), "Rooks", ada, ben)
    one, other = Browser(scene, ada), Browser(scene, ben)
    first = one.hand_in(RIGHT)
    assert one.hand_in(RIGHT) == first, "An impatient click."
    other.hand_in(RIGHT + b"# more\n")
    assert one.hand_in(RIGHT) != first


# Forming ------------------------------------------------------------------------------------


def test_students_invite_accept_decline_and_leave(scene: Scene) -> None:
    ada, ben, eve, kim = (scene.person(login) for login in ("ada", "ben", "eve", "kim"))
    rules(scene, largest=2)
    with scene.database.writing() as session:
        teams.invite_to_team(session, place_of(scene, ada), "Ben")
        teams.invite_to_team(session, place_of(scene, ada), "ben")
        with pytest.raises(ServiceProblem, match="at most 2 members"):
            teams.invite_to_team(session, place_of(scene, ada), "eve")
        with pytest.raises(ServiceProblem, match="own team"):
            teams.invite_to_team(session, place_of(scene, ada), "ada")
        with pytest.raises(ServiceProblem, match="No student"):
            teams.invite_to_team(session, place_of(scene, ada), "jonas")
        (invited,) = teams.own_team(session, scene.course.id, "demo", ben.id).invitations
        with pytest.raises(ServiceProblem, match="no such invitation"):
            teams.answer_invitation(session, place_of(scene, eve), invited.team.id, accept=True)
        teams.answer_invitation(session, place_of(scene, ben), invited.team.id, accept=True)
        with pytest.raises(ServiceProblem, match="in a team of this assignment already"):
            teams.invite_to_team(session, place_of(scene, eve), "ben")
        teams.invite_to_team(session, place_of(scene, eve), "kim")
        (invited,) = teams.own_team(session, scene.course.id, "demo", kim.id).invitations
        teams.answer_invitation(session, place_of(scene, kim), invited.team.id, accept=False)
        teams.leave_team(session, place_of(scene, ben))
        found = teams.list_teams(session, scene.course.id, "demo")
    assert [[each.login for each in one.members] for one in found] == [["ada"], ["eve"]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"by_students": False}, "The staff of the course form the teams"),
        ({"form_until": 1.0}, "the time to form them ended"),
        ({"largest": 1}, "has no teams"),
    ],
)
def test_students_cannot_form_teams_when_it_is_not_theirs(
    scene: Scene, change: dict[str, object], sentence: str
) -> None:
    ada = scene.person("ada")
    scene.person("ben")
    rules(scene, **change)  # type: ignore[arg-type]
    with pytest.raises(ServiceProblem, match=sentence), scene.database.writing() as session:
        teams.invite_to_team(session, place_of(scene, ada), "ben")


def test_after_a_hand_in_changes_are_staffs(scene: Scene) -> None:
    ada, ben, eve = (scene.person(login) for login in ("ada", "ben", "eve"))
    leader = rules(scene)
    put(scene, leader, "Rooks", ada, ben)
    with scene.database.writing() as session:
        teams.invite_to_team(session, place_of(scene, ada), "eve")
        (invited,) = teams.own_team(session, scene.course.id, "demo", eve.id).invitations
    scene.hand_in(ben)
    refused = pytest.raises(ServiceProblem, match="Only the staff")
    with refused, scene.database.writing() as session:
        teams.leave_team(session, place_of(scene, ada))
    with refused, scene.database.writing() as session:
        teams.answer_invitation(session, place_of(scene, eve), invited.team.id, accept=True)
    put(scene, leader, "", ada)
    with scene.database.reading() as session:
        assert set(session.scalars(select(TeamMember.person_id))) == {ben.id}


# Forgetting ---------------------------------------------------------------------------------


def test_a_member_is_forgotten_and_the_teams_work_stays(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    leader = rules(scene)
    before = scene.graded(ada, LESS)
    put(scene, leader, "Rooks", ada, ben)
    due = time.time() - DAY / 2
    set_terms(scene, due_at=due, last_day=3, per_day=0.1)
    extend(scene, ada, due + DAY)
    made = scene.graded(ada, GOOD)
    with scene.database.writing() as session:
        assert delete_person(session, "ada").submissions == 0
    assert counts(scene, ben) == made
    one = decided(scene, ben)
    assert one is not None
    assert (one.number, one.cost.days) == (2, 0), "The team keeps its work and its deadline."
    assert Browser(scene, ben).get(f"/s/{before}").status_code == 200
    assert "(deleted)" in Browser(scene, leader).get(f"/s/{made}").text
    with scene.database.reading() as session:
        assert not session.scalars(
            select(AuditEntry.id).where(AuditEntry.about.contains("ada"))
        ).all()
    with scene.database.writing() as session:
        assert delete_person(session, "ben").submissions == 0
        assert session.scalars(select(Submission.id)).all() == [before, made]


def test_regrade_requests_are_the_teams_together(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    put(scene, rules(scene), "Rooks", ada, ben)
    set_terms(scene, due_at=0.0, requests=1, request_days=7)
    made = scene.graded(ada, GOOD)
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    assert leader.post("/c/demo/demo/release", data={"csrf": leader.csrf}).status_code == 303
    for who, status in ((ben, 201), (ada, 409)):
        answer = Browser(scene).post(
            f"/api/v1/submissions/{made}/requests", headers=token(scene, who),
            json={"task": samples.RIGHT.id, "reason": f"{who.login} asks"},
        )  # fmt: skip
        assert answer.status_code == status, answer.text
    with scene.database.reading() as session:
        by = session.scalars(select(AuditEntry.person_id).where(AuditEntry.deed == "asked")).one()
    assert by == ben.id


# Pages --------------------------------------------------------------------------------------


def test_students_form_a_team_on_their_pages(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    rules(scene, smallest=2)
    one, other = Browser(scene, ada), Browser(scene, ben)
    page = one.get("/c/demo").text
    assert "Teams of 2 to 3 hand in for this assignment, and you are in none" in words(page)
    assert "/submissions" not in page
    where = "/c/demo/demo/team"
    assert one.send_form(where, {"act": "invite", "login": "ben"}).status_code == 303
    assert "Team: 1 invitation" in words(other.get("/c/demo").text)
    (form,) = [each for each in forms(other.get(where).text) if "team" in each.values]
    assert form.send(other).status_code == 303
    for browser in (one, other):
        page = words(browser.get(where).text)
        assert "Team 1" in page
        assert "Ada (ada)" in page
        assert "Ben (ben)" in page
    one.hand_in(RIGHT)
    page = words(other.get("/c/demo").text)
    assert "by Ada" in page
    refusal = other.send_form(where, {"act": "leave"})
    assert (refusal.status_code, "has handed in already" in words(refusal.text)) == (400, True)


def test_staff_see_what_a_table_would_do_before_they_enter_it(scene: Scene) -> None:
    ada, *_ = (scene.person(login) for login in ("ada", "ben", "eve"))
    leader = rules(scene, largest=2)
    put(scene, leader, "Rooks", ada)
    browser = Browser(scene, leader)
    text = "team;login\nBishops;ada\nBishops;ben\nBishops;EVE\n"
    look = browser.send_form("/c/demo/demo/teams", {"lines": text, "look": "yes"})
    assert look.status_code == 200
    said = words(look.text)
    assert "moves from Rooks" in said
    assert "Bishops has 3 members then; the rules say 1 to 2" in said
    with scene.database.reading() as session:
        assert [each.team.name for each in teams.list_teams(session, 1, "demo")] == ["Rooks"]
    wrong = browser.send_form("/c/demo/demo/teams", {"lines": "Rooks, nobody\nRooks, jonas"})
    assert wrong.status_code == 400
    assert "Line 1: no student of this course has the login" in words(wrong.text)
    assert browser.send_form("/c/demo/demo/teams", {"lines": text}).status_code == 303
    out = {"login": "ben", "team": ""}
    assert browser.send_form("/c/demo/demo/teams/member", out).status_code == 303
    with scene.database.reading() as session:
        (found,) = teams.list_teams(session, 1, "demo")
    assert [each.login for each in found.members] == ["ada", "eve"]


def test_rules_that_contradict_each_other_are_refused(scene: Scene) -> None:
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    where = "/c/demo/demo/teams/rules"
    answer = browser.send_form(where, {"smallest": "3", "largest": "2"})
    assert answer.status_code == 400
    assert "at least the smallest one" in words(answer.text)
    assert browser.send_form(where, {"smallest": "x"}).status_code == 400
    given = {"smallest": "2", "largest": "3", "form_until": "2099-01-01T12:00"}
    assert browser.send_form(where, given).status_code == 303
    page = browser.get("/c/demo/demo/teams").text
    assert 'value="2099-01-01T12:00"' in page


def test_a_marker_gives_one_member_points_and_the_member_reads_why_after_the_release(
    scene: Scene,
) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    leader = rules(scene)
    put(scene, leader, "Rooks", ada, ben)
    made = scene.graded(ada, GOOD)
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT))
    task = samples.RIGHT.id
    given = {"task": task, "member": ben.id, "points": "0", "reason": "took no part"}
    where = f"/s/{made}/mark/member"
    assert staff.send_form(where, {**given, "reason": ""}).status_code == 400
    assert staff.send_form(where, {**given, "member": leader.id}).status_code == 400
    assert staff.send_form(where, {**given, "points": "99"}).status_code == 400
    assert staff.send_form(where, given).status_code == 303
    assert Browser(scene, ben).send_form(where, given).status_code == 404
    assert "took no part" in words(staff.get(f"/s/{made}/marking").text)
    assert "took no part" not in Browser(scene, ben).get(f"/s/{made}").text
    head = Browser(scene, leader)
    assert head.send_form("/c/demo/demo/release", {}).status_code == 303
    assert "took no part" in Browser(scene, ben).get(f"/s/{made}").text
    assert "took no part" not in Browser(scene, ada).get(f"/s/{made}").text
    status = [
        Browser(scene).get(f"/api/v1/submissions/{made}", headers=token(scene, who)).json()["score"]
        for who in (ada, ben)
    ]
    assert status == [samples.RIGHT.max_score, 0.0]
    back = {"task": task, "member": ben.id}
    assert staff.send_form(where, back).status_code == 303
    assert "took no part" not in Browser(scene, ben).get(f"/s/{made}").text


def test_nobody_marks_the_work_of_their_own_team(scene: Scene) -> None:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    rules(scene)
    with scene.database.writing() as session:
        team = teams.get_or_create_own_team(session, place_of(scene, ines))
        session.add(TeamMember(
            person_id=ada.id, course_id=scene.course.id, assignment="demo", team_id=team.id
        ))  # fmt: skip
    made = scene.graded(ada, GOOD)
    assert Browser(scene, ines).get(f"/s/{made}/marking").status_code == 404
    assert Browser(scene, ines).get(f"/s/{made}/bindings").status_code == 404
