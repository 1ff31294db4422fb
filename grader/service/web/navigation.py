"""Lists the pages of a course, an assignment and a submission that a visitor may open."""

from __future__ import annotations

from dataclasses import dataclass

from grader.service.auth.access import Permission, Visitor
from grader.service.course_editions import plays_games
from grader.service.data.tables import AssignmentEdition, Course
from grader.service.staff_bindings import has_roles
from grader.service.submission_queries import SubmissionView


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page, and the name by which the page knows itself."""

    name: str
    words: str
    address: str


_OF_COURSE = (
    ("", "Assignments", Permission.SUBMIT),
    ("announcements", "Announcements", Permission.SUBMIT),
    ("matrix", "Students and tasks", Permission.OVERSEE),
    ("people", "People", Permission.ENROL),
    ("time-zone", "Time zone", Permission.DECIDE),
    ("webhooks", "Webhooks", Permission.DECIDE),
    ("lti", "Platforms", Permission.DECIDE),
    ("manage", "Course", Permission.DECIDE),
)
_OF_ASSIGNMENT = (
    ("marking", "Marking", Permission.MARK),
    ("submissions", "Submissions", Permission.READ_ALL),
    ("overview", "Overview", Permission.OVERSEE),
    ("terms", "Deadlines", Permission.DECIDE),
    ("teams", "Teams", Permission.DECIDE),
    ("release", "Release", Permission.DECIDE),
    ("regrade", "Regrade", Permission.DECIDE),
    ("gradebook", "Gradebook", Permission.OVERSEE),
    ("similar", "Similar", Permission.OVERSEE),
    ("ladder", "Ladder", Permission.READ_ALL),
)


def course_links(who: Visitor, course: Course) -> list[PageLink]:
    """Return the pages of a course that a visitor may open."""
    here = f"/c/{course.slug}"
    return [
        PageLink(name, words, f"{here}/{name}" if name else here)
        for name, words, deed in _OF_COURSE
        if who.may(deed, course.id)
    ]


def assignment_links(who: Visitor, course: Course, edition: AssignmentEdition) -> list[PageLink]:
    """Return the pages of an assignment that a visitor may open."""
    return [
        PageLink(name, words, f"/c/{course.slug}/{edition.assignment}/{name}")
        for name, words, deed in _OF_ASSIGNMENT
        if who.may(deed, course.id) and (name != "ladder" or plays_games(course, edition))
    ]


def submission_links(seen: SubmissionView, *, staff: bool, mine: bool) -> list[PageLink]:
    """Return the pages about a submission.

    Args:
        staff: whether the visitor reads it as staff.
        mine: whether it is their own, which they do not mark.
    """
    here = f"/s/{seen.submission.id}"
    found = [PageLink("", "Result", here)]
    if seen.has_report or (staff and seen.result is not None):
        found.append(PageLink("report", "Report", f"{here}/report"))
    found.append(PageLink("history", "All submissions", f"{here}/history"))
    if staff and not mine:
        found.append(PageLink("marking", "Code and points", f"{here}/marking"))
        if has_roles(seen):
            found.append(PageLink("bindings", "How it is called", f"{here}/bindings"))
    return found
