"""Serves the page on which instructors set an assignment's terms and extend deadlines."""

from __future__ import annotations

import time
from datetime import tzinfo
from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import assignment_policies, deadlines
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_terms import AssignmentConditions, current_terms
from grader.service.auth.access import Permission, Visitor
from grader.service.course_time import format_time_field, zone_names, zone_of_course
from grader.service.data.decision_tables import CountingRule
from grader.service.data.tables import AssignmentEdition, Course, Person
from grader.service.people import select_students
from grader.service.web.form_fields import FormReader, format_percent_field
from grader.service.web.request_context import (
    TIMES,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    find_course_for,
    form_transaction,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/terms")
def terms_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the terms of an assignment, and the students who have more time."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    terms = current_terms(session, found.id)[assignment]
    return _page(session, who, found, edition, _as_given(terms, zone_of_course(found)), [])


@router.post("/c/{slug}/{assignment}/terms")
def set_terms(
    request: Request, who: Posting, slug: str, assignment: str, due: Text = "",
    late_days: Text = "0", per_day: Text = "0", last_day: Text = "0", requests: Text = "0",
    request_days: Text = "7", blind: Text = "", markers: Text = "1",
    counts: Annotated[CountingRule, Form()] = CountingRule.LATEST, grace_minutes: Text = "0",
    opens: Text = "", kit_url: Text = "",
) -> Response:  # fmt: skip
    """Store the terms of an assignment, unless they contradict each other."""
    with app_state(request).database.writing() as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        fields, zone = FormReader(), zone_of_course(found)
        given = AssignmentConditions(
            due_at=fields.moment("Deadline", due, zone),
            late_days=fields.whole("Late days", late_days, 0, 365),
            per_day=fields.percent("Loss for each further day", per_day),
            last_day=fields.whole("Last day", last_day, 0, 365),
            requests=fields.whole("Requests", requests, 0, 100),
            request_days=fields.whole("Days for requests", request_days, 0, 365),
            blind=bool(blind),
            markers=fields.whole("Markers", markers, 1, 5),
            counts=counts,
            grace_minutes=fields.whole("Minutes of grace", grace_minutes, 0, 1440),
            opens_at=fields.moment("Opening", opens, zone),
            kit_url=fields.web_address("Page with the public tests", kit_url),
        )
        problems = fields.problems or _find_contradictions(given)
        if problems:
            values = {
                "due": due, "late_days": late_days, "per_day": per_day, "last_day": last_day,
                "requests": requests, "request_days": request_days, "blind": blind,
                "markers": markers, "counts": counts.value,
                "grace_minutes": grace_minutes, "opens": opens, "kit_url": kit_url,
            }  # fmt: skip
            return _page(session, who, found, edition, values, problems)
        assignment_policies.set_terms(
            session, AssignmentDecisions(found.id, assignment, who.id), given
        )
    return RedirectResponse(f"/c/{slug}/{assignment}/terms#saved", 303)


@router.post("/c/{slug}/{assignment}/extensions")
def extend_deadline(
    request: Request, who: Posting, slug: str, assignment: str, login: Text, until: Text = "",
    reason: Text = "",
) -> Response:  # fmt: skip
    """Give a student more time; without a date, revoke their extension."""
    fields = FormReader()
    with form_transaction(
        request, who, f"/c/{slug}/{assignment}/terms", "No extension was given"
    ) as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        due_at = fields.moment("New deadline", until, zone_of_course(found))
        place = AssignmentDecisions(found.id, assignment, who.id)
        fields.require_no_problems()
        if due_at:
            assignment_policies.extend_deadline(session, place, login, due_at, reason)
        else:
            assignment_policies.revoke_extension(session, place, login)
    return RedirectResponse(f"/c/{slug}/{assignment}/terms#extensions", 303)


@router.post("/c/{slug}/{assignment}/section-deadlines")
def set_section_deadline(
    request: Request, who: Posting, slug: str, assignment: str, section: Text, until: Text = "",
    reason: Text = "",
) -> Response:  # fmt: skip
    """Set the due date of a section; without a date, take it back."""
    fields = FormReader()
    with form_transaction(request, who, f"/c/{slug}/{assignment}/terms") as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        due_at = fields.moment("Due date", until, zone_of_course(found))
        fields.require_no_problems()
        place = AssignmentDecisions(found.id, assignment, who.id)
        assignment_policies.set_section_deadline(session, place, section, due_at, reason)
    return RedirectResponse(f"/c/{slug}/{assignment}/terms#sections", 303)


@router.post("/c/{slug}/time-zone")
def set_time_zone(request: Request, who: Posting, slug: str, zone: Text = "") -> Response:
    """Set the time zone of a course; deadlines stay the moments that they are."""
    with form_transaction(request, who, f"/c/{slug}/time-zone") as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        assignment_policies.set_time_zone(session, found, who.id, zone)
    return RedirectResponse(f"/c/{slug}/time-zone#saved", 303)


@router.get("/c/{slug}/time-zone")
def time_zone_page(session: Reading, who: Signed, slug: str) -> Response:
    """Serve the page with the time zone of a course."""
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return render_page(
        "time_zone.html", who, course=found, zones=zone_names(), now=time.time(), script=TIMES
    )


def _find_contradictions(given: AssignmentConditions) -> list[str]:
    late = given.late_days or given.per_day or given.last_day
    found = []
    if late and not given.due_at:
        found.append(
            "Deadline: without it, nothing is late; set it, or clear the fields about late work."
        )
    elif (given.late_days or given.per_day) and not given.last_day:
        found.append(
            "Last day: it is 0, so late work is not taken. Give the number of days after the "
            "deadline in which it is taken, or set late days and loss to 0."
        )
    if given.opens_at and given.due_at and given.opens_at >= given.due_at:
        found.append(
            "Opening: it is not before the deadline; set an earlier time, or leave it empty."
        )
    if given.requests and not given.request_days:
        found.append(
            "Days for requests: with 0 days, nobody can ask; give at least 1, or set the requests "
            "to 0."
        )
    return found


def _as_given(terms: AssignmentConditions, zone: tzinfo) -> dict[str, str]:
    return {
        "due": format_time_field(terms.due_at, zone),
        "opens": format_time_field(terms.opens_at, zone),
        "late_days": str(terms.late_days),
        "per_day": format_percent_field(terms.per_day),
        "last_day": str(terms.last_day),
        "requests": str(terms.requests),
        "request_days": str(terms.request_days),
        "blind": "yes" if terms.blind else "",
        "markers": str(terms.markers),
        "counts": terms.counts.value,
        "grace_minutes": str(terms.grace_minutes),
        "kit_url": terms.kit_url,
    }


def _page(
    session: Session,
    who: Visitor,
    course: Course,
    edition: AssignmentEdition,
    values: dict[str, str],
    problems: list[str],
) -> Response:
    students = session.scalars(
        select(Person)
        .where(Person.id.in_(select_students(course.id)))
        .order_by(Person.name, Person.id)
    ).all()
    dates = deadlines.Deadlines.of(session, course.id)
    given = dates.extensions
    extensions = [
        (person, given[person.id, edition.assignment])
        for person in students
        if (person.id, edition.assignment) in given and given[person.id, edition.assignment].due_at
    ]
    return render_page(
        "terms.html", who, 400 if problems else 200, course=course, edition=edition,
        values=values, problems=problems, students=students, extensions=extensions,
        sections=dates.sections.names, script=TIMES,
        section_dates=sorted(
            (section, row) for (name, section), row in dates.own_dates.items()
            if name == edition.assignment
        ),
    )  # fmt: skip
