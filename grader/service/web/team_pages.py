"""Pages of teams: a student's own for an assignment, and all of them for staff."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem, assignment_team_rules, teams
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_team_rules import TeamRuleValues
from grader.service.auth.access import Permission, Visitor
from grader.service.course_time import format_time_field, zone_of_course
from grader.service.data.tables import AssignmentEdition, Course
from grader.service.team_table_upload import CheckedTeamTable, enter_team_table, read_team_table
from grader.service.web.form_fields import FormReader
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    form_transaction,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/team")
def own_team_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the visitor's team for an assignment, and the teams that have invited them."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    return render_page(
        "team.html", who, course=found, edition=edition,
        team=teams.own_team(session, found.id, assignment, who.id),
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/team")
def change_own_team(
    request: Request, who: Posting, slug: str, assignment: str,
    act: Annotated[Literal["found", "invite", "withdraw", "accept", "decline", "leave"], Form()],
    login: Text = "", team: Annotated[int, Form()] = 0,
) -> Response:  # fmt: skip
    """Form the visitor's team, or answer an invitation."""
    back = f"/c/{slug}/{assignment}/team"
    with form_transaction(request, who, back) as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
        place = AssignmentDecisions(found.id, assignment, who.id)
        match act:
            case "found":
                teams.get_or_create_own_team(session, place)
            case "invite":
                teams.invite_to_team(session, place, login)
            case "withdraw":
                teams.withdraw_invitation(session, place, login)
            case "leave":
                teams.leave_team(session, place)
            case _:
                teams.answer_invitation(session, place, team, accept=act == "accept")
    return RedirectResponse(back, 303)


# Staff --------------------------------------------------------------------------------------


@router.get("/c/{slug}/{assignment}/teams")
def teams_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve all teams of an assignment, its rules for them, and students in none."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    return _page(session, who, found, edition)


@router.post("/c/{slug}/{assignment}/teams")
def enter_teams(
    request: Request, who: Posting, slug: str, assignment: str, lines: Text = "",
    file: Annotated[UploadFile | None, File()] = None, look: Text = "",
) -> Response:  # fmt: skip
    """Put students into teams by a table, all or none; with ``look``, only show the effect."""
    given = file.file.read() if file is not None and file.filename else b""
    with app_state(request).database.writing() as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        table = read_team_table(session, found.id, assignment, given or lines)
        if table.problems or look:
            return _page(session, who, found, edition, table=table)
        enter_team_table(session, AssignmentDecisions(found.id, assignment, who.id), table)
    return RedirectResponse(f"/c/{slug}/{assignment}/teams", 303)


@router.post("/c/{slug}/{assignment}/teams/member")
def move_member(
    request: Request, who: Posting, slug: str, assignment: str, login: Text = "", team: Text = ""
) -> Response:
    """Put a student into a team; without one, take them out of theirs."""
    back = f"/c/{slug}/{assignment}/teams"
    with form_transaction(request, who, back) as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        place = AssignmentDecisions(found.id, assignment, who.id)
        teams.change_team_of(session, place, login, team)
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/{assignment}/teams/rules")
def set_rules(
    request: Request, who: Posting, slug: str, assignment: str, smallest: Text = "1",
    largest: Text = "1", by_students: Text = "", form_until: Text = "",
) -> Response:  # fmt: skip
    """Store the rules for teams of an assignment, unless they contradict each other."""
    fields = FormReader()
    with app_state(request).database.writing() as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        given = TeamRuleValues(
            fields.whole("Fewest members", smallest, 1, assignment_team_rules.LARGEST),
            fields.whole("Most members", largest, 1, assignment_team_rules.LARGEST),
            bool(by_students),
            fields.moment("Students form teams until", form_until, zone_of_course(found)),
        )
        problems = fields.problems
        if not problems:
            try:
                place = AssignmentDecisions(found.id, assignment, who.id)
                assignment_team_rules.set_team_rules(session, place, given)
            except ServiceProblem as problem:
                problems = [str(problem)]
        if problems:
            values = {
                "smallest": smallest, "largest": largest, "by_students": by_students,
                "form_until": form_until,
            }  # fmt: skip
            return _page(session, who, found, edition, values=values, problems=problems)
    return RedirectResponse(f"/c/{slug}/{assignment}/teams#saved", 303)


def _page(
    session: Session, who: Visitor, course: Course, edition: AssignmentEdition, *,
    values: dict[str, str] | None = None, problems: list[str] | None = None,
    table: CheckedTeamTable | None = None,
) -> Response:  # fmt: skip
    rules = assignment_team_rules.team_rules_of(session, course.id, edition.assignment)
    refused = problems or (table is not None and table.problems)
    return render_page(
        "teams.html", who, 400 if refused else 200, course=course, edition=edition,
        rules=rules, values=values or _as_given(rules, zone_of_course(course)),
        problems=problems or [], table=table,
        teams=teams.list_teams(session, course.id, edition.assignment),
        alone=teams.students_without_team(session, course.id, edition.assignment),
    )  # fmt: skip


def _as_given(rules: TeamRuleValues, zone: tzinfo) -> dict[str, str]:
    return {
        "smallest": str(rules.smallest),
        "largest": str(rules.largest),
        "by_students": "yes" if rules.by_students else "",
        "form_until": format_time_field(rules.form_until, zone),
    }
