"""Creates courses from folders on the server, and lists problems with how they are set up.

Hidden tests are code that runs on the trusted side. So nothing that a browser sends is used as a
path. Who runs the service names one folder, and a course is chosen from the list of those in it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.assignment import AssignmentError
from grader.assignment import course_assignments as folders
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count
from grader.service import ServiceProblem, course_editions
from grader.service.course_editions import (
    Check,
    FoundAssignment,
    read_course_folder,
    register_course,
    valid_edition_digests,
)
from grader.service.course_time import format_time
from grader.service.data import audit
from grader.service.data.database import Database
from grader.service.data.tables import Course, Person, Role
from grader.service.deadlines import Deadlines
from grader.service.people import enrol_person, member_ids
from grader.service.text_input import check_length

_DEEPEST = 3
"""Folders below the root in which courses are looked for."""
_MOST = 500
_DEFAULT_SLUG = "course"
_LONGEST_TITLE = 100


@dataclass(frozen=True, slots=True)
class CourseFolder:
    """A folder of which a course can be made.

    Attributes:
        name: its path below the root, as people choose it.
        assignments: ids of the assignments in it.
    """

    name: str
    path: Path
    assignments: tuple[str, ...]


def list_course_folders(root: Path | None) -> list[CourseFolder]:
    """Return the folders below ``root`` that hold assignments, by name; none without a root."""
    if root is None:
        return []
    top = root.resolve()
    found = []
    for path in _folders(top, _DEEPEST):
        # A link may lead to what is not meant to be a course.
        own = path.resolve()
        if own.is_relative_to(top) and (known := folders.list_assignment_ids(own)):
            name = "." if path == top else str(path.relative_to(top))
            found.append(CourseFolder(name, own, tuple(known)))
        if len(found) >= _MOST:
            break
    return sorted(found, key=lambda each: each.name)


def _folders(top: Path, deepest: int) -> Iterator[Path]:
    yield top
    if not deepest:
        return
    try:
        with os.scandir(top) as entries:
            below = sorted(
                each.path
                for each in entries
                if each.is_dir(follow_symlinks=False) and not each.name.startswith(".")
            )
    except OSError:  # whoever runs the service cannot read it, so it is none of its courses
        return
    for each in below:
        if Path(each).name not in {folders.TESTS, folders.REFERENCE}:
            yield from _folders(Path(each), deepest - 1)


def choose_course_folder(root: Path | None, name: str) -> CourseFolder:
    """Return the folder of that name from the list.

    Raises:
        ServiceProblem: if it is not in the list.
    """
    for each in list_course_folders(root):
        if each.name == name:
            return each
    raise ServiceProblem(
        f"There is no folder {escape_to_one_line(name, 80)!r} with assignments; choose one from "
        "the list."
    )


def require_free_slug(session: Session, slug: str) -> None:
    """Raise ServiceProblem if a course has that short name already."""
    if session.scalars(select(Course.id).where(Course.slug == slug)).first() is not None:
        raise ServiceProblem(f"There is a course {slug} already; choose another short name.")


def create_course(
    session: Session, who: int, slug: str, title: str, folder: Path, found: list[FoundAssignment]
) -> Course:
    """Make a course of a folder, with the person who makes it as its instructor.

    Args:
        found: what is in the folder; see :func:`grader.service.course_editions.read_course_folder`.

    Raises:
        ServiceProblem: if the name is taken or of no use, or no assignment is in order.
    """
    require_free_slug(session, slug)
    title = " ".join(check_length(title, "A title", _LONGEST_TITLE).split())
    if not title:
        raise ServiceProblem("The course has no title; say what it is called on pages.")
    course = register_course(session, slug, folder, title, found)
    person = session.get_one(Person, who)
    enrol_person(session, person, course, Role.INSTRUCTOR)
    audit.add_audit_entry(session, who, "made course", f"{slug} of {folder}")
    audit.add_audit_entry(
        session, who, "enrolled", f"{person.login} as {Role.INSTRUCTOR} in {slug}"
    )
    return course


@dataclass(frozen=True, slots=True)
class StartupCourse:
    """The course that a start of the service names, or makes in an empty database."""

    slug: str
    folder: Path
    title: str


def choose_startup_course(
    database: Database, named: Path | None, slug: str | None, title: str, *, pages: bool
) -> StartupCourse | None:
    """Return the course that a start takes up beside all known ones; ``None`` if it names none.

    Only an empty database gets the default course without being asked: it could never be deleted.

    Args:
        named: its folder.
        slug: its short name; by default that of the known course in that folder.
        pages: whether courses can be made on pages instead.

    Raises:
        ServiceProblem: if a short name stands alone that no course has.
        AssignmentError: if the folder is no course.
    """
    with database.reading() as session:
        every = session.execute(select(Course.slug, Course.folder).order_by(Course.id)).tuples()
        known = dict(every.all())
    if named is None and title:
        slug = slug or _DEFAULT_SLUG
    if named is None and slug is not None and slug in known:
        return StartupCourse(slug, Path(known[slug]), title)
    if named is None and (known or pages):
        if slug is not None:
            raise ServiceProblem(
                "--as and --title say what a course is called; say which one: --course FOLDER."
            )
        return None
    folder = folders.choose_course(named)
    of_folder = [each for each, own in known.items() if own == str(folder)]
    return StartupCourse(slug or (of_folder or [_DEFAULT_SLUG])[0], folder, title)


def refresh_courses(database: Database, check: Check, without: str) -> list[str]:
    """Register the files of all courses as they are now; return sentences on problems.

    Archived courses keep the editions that they have.

    Args:
        without: short name of a course that is left out.
    """
    with database.reading() as session:
        every = session.scalars(
            select(Course)
            .where(Course.archived_at == 0.0, Course.slug != without)
            .order_by(Course.slug)
        ).all()
        good = valid_edition_digests(session)
    problems = []
    for course in every:
        folder = Path(course.folder)
        try:
            found = read_course_folder(folder, check, good)
            with database.writing() as session:
                register_course(session, course.slug, folder, found=found)
        except (ServiceProblem, AssignmentError) as problem:
            problems.append(f"The course {course.slug} stays as it was: {problem}")
            continue
        problems += [
            f"{each.id} of the course {course.slug} is not in order: {each.problem}"
            for each in found
            if each.problem
        ]
    return problems


# What is still open -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CourseSetupProblem:
    """Something that is missing or looks wrong, and the page on which it is mended.

    Attributes:
        page: below the course's address.
    """

    sentence: str
    page: str


def find_setup_problems(session: Session, course: Course) -> list[CourseSetupProblem]:
    """Return what is missing in a course: people, sections, dates, and files in order."""
    found = []
    students = member_ids(session, course.id, Role.STUDENT)
    if not students:
        found.append(CourseSetupProblem("There are no students yet.", "people"))
    if not member_ids(session, course.id, Role.ASSISTANT):
        found.append(CourseSetupProblem("There are no assistants yet.", "people"))
    dates = Deadlines.of(session, course.id)
    if dates.sections.names:
        lacking = [each for each in students if not dates.sections.of(each)]
        if lacking:
            sentence = f"{format_count(len(lacking), 'student')} in no section."
            found.append(CourseSetupProblem(sentence, "people"))
    for each in course_editions.faulty_editions(session, course):
        sentence = f"The files of {each.assignment} are not in order."
        found.append(CourseSetupProblem(sentence, ""))
    now = time.time()
    for edition in course_editions.current_editions(session, course):
        terms, page = dates.terms[edition.assignment], f"{edition.assignment}/terms"
        title = edition.title
        if not terms.due_at:
            found.append(CourseSetupProblem(f"{title} has no deadline.", page))
        elif terms.due_at < now:
            when = format_time(terms.due_at, dates.zone)
            found.append(CourseSetupProblem(f"The deadline of {title} is over: {when}.", page))
        if not terms.opens_at:
            found.append(
                CourseSetupProblem(f"{title} has no opening date: students see it now.", page)
            )
        elif terms.due_at and terms.opens_at >= terms.due_at:
            found.append(CourseSetupProblem(f"{title} opens after its deadline.", page))
    return found
