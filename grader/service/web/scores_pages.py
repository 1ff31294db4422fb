"""Pages of everybody's scores: gradebooks and their files, students and tasks, the distribution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from grader.jobs.grading_answer import ResultSummary
from grader.jobs.result_statistics import (
    BINS,
    count_common_mistakes,
    count_in_bins,
    summarise_tasks,
)
from grader.service import (
    course_editions,
    final_scores,
    review_queue,
)
from grader.service.api.parameters import Bearer
from grader.service.assignment_gradebook import make_gradebook
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_terms import current_terms
from grader.service.auth.access import READ, Forbidden, Permission, Visitor
from grader.service.data.tables import AssignmentEdition, Person, Role
from grader.service.final_scores import SubmissionScores, sum_points
from grader.service.gradebook_export import SHAPES, dump_gradebook
from grader.service.people import member_ids, people_by_ids
from grader.service.sections import SectionFilter, filter_by_section
from grader.service.submission_queries import SubmissionResult
from grader.service.submission_that_counts import (
    CountingDecision,
    decide_for_course,
    decide_for_people,
    results_for_staff,
)
from grader.service.team_membership import owners_by_assignment
from grader.service.text_input import contains_all_words
from grader.service.web import pagination
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Reading,
    Signed,
    app_state,
    csv_file,
    find_course_for,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter()


@router.get("/c/{slug}/{assignment}/gradebook", include_in_schema=False)
def gradebook_page(
    session: Reading, who: Signed, slug: str, assignment: str, name: str = "", page: int = 1,
    section: str = "",
) -> Response:  # fmt: skip
    """Serve the page with each student's points, and links to the files."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    book = make_gradebook(session, edition)
    chosen = filter_by_section(session, who, found.id, section)
    rows = [
        row
        for row in book.rows
        if contains_all_words(name, row.person.name, row.person.login)
        and chosen.takes(row.person.id)
    ]
    return render_page(
        "gradebook.html", who, course=edition.course, edition=edition, shapes=SHAPES, book=book,
        rows=make_list_page(rows, page, name=name, section=chosen.chosen), name=name, chosen=chosen,
        rule=current_terms(session, found.id)[assignment].counts,
    )  # fmt: skip


@router.get("/c/{slug}/{assignment}/gradebook/{shape}", include_in_schema=False)
def gradebook_file(
    request: Request, who: Signed, slug: str, assignment: str, shape: str
) -> Response:
    """Serve a gradebook as a CSV file in one of the formats."""
    return _file(request, who, slug, assignment, shape)


@router.get("/api/v1/courses/{slug}/assignments/{assignment}/gradebook")
def gradebook_for_programs(
    request: Request, who: Bearer, slug: str, assignment: str, shape: str = "csv"
) -> Response:
    """Return a gradebook as CSV; ``shape`` is csv, canvas, moodle or gradescope."""
    who.require_scope(READ)
    return _file(request, who, slug, assignment, shape)


def _file(request: Request, who: Visitor, slug: str, assignment: str, shape: str) -> Response:
    database = app_state(request).database
    with database.reading() as session:
        _, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
        if shape not in SHAPES:
            raise Forbidden
        text = dump_gradebook(make_gradebook(session, edition), shape)
    with database.writing() as session:
        place = AssignmentDecisions(edition.course_id, assignment, who.id)
        place.note(session, "gradebook", f"downloaded as {shape}")
    return csv_file(text, f"gradebook-{shape}")


# Students and tasks -----------------------------------------------------------------------------


_FEWEST, _CELLS = 10, 1000
"""Students on a page at least, and rows of all its tables together."""
_AT_ONCE = 5
"""Assignments of which the table is shown without being asked for."""


@dataclass(frozen=True, slots=True)
class StudentFilter:
    """A filter of students by their name and by their share of the points.

    Attributes:
        name: words of their name or login.
        below: percent of the points, below which their score is.
        section: theirs; ``None`` if it does not matter.
    """

    name: str = ""
    below: str = ""
    section: SectionFilter | None = None

    @property
    def by_points(self) -> bool:
        """Return whether the filter depends on points."""
        return self.below.isascii() and self.below.isdigit()

    def takes_person(self, person: Person) -> bool:
        """Return whether a student matches the filter, whatever their points are."""
        if self.section is not None and not self.section.takes(person.id):
            return False
        return contains_all_words(self.name, person.name, person.login)

    def takes(self, person: Person, own: SubmissionScores) -> bool:
        """Return whether a student with these scores matches the filter."""
        if not self.takes_person(person):
            return False
        if not self.by_points:
            return True
        return sum_points([100 * own.points, -int(self.below[:3]) * own.max_points]) < 0


@dataclass(frozen=True, slots=True)
class ScoreMatrix:
    """The table of an assignment's students and their points on each task.

    Attributes:
        rows: with what counts of each, by name; of one page, or of all.
        found: students who match the filter.
        total: students without any filter.
    """

    edition: AssignmentEdition
    tasks: list[str]
    rows: list[tuple[Person, SubmissionResult, SubmissionScores]]
    found: int
    total: int


@router.get("/c/{slug}/matrix", include_in_schema=False)
def matrix_page(
    session: Reading, who: Signed, slug: str, name: str = "", below: str = "",
    assignment: str | None = None, page: int = 1, section: str = "",
) -> Response:  # fmt: skip
    """Serve the tables of students and tasks, for one or all assignments of a course.

    A page has the same students in each table. Of many assignments it shows the last one unless
    others are asked for. Scores are read of the students on the page, unless points choose them.
    """
    found = find_course_for(session, who, slug, Permission.OVERSEE)
    every = course_editions.current_editions(session, found)
    if assignment is None:
        assignment = every[-1].assignment if len(every) > _AT_ONCE else ""
    of_section = filter_by_section(session, who, found.id, section)
    chosen = StudentFilter(name.strip(), below.strip(), of_section)
    editions = [each for each in every if assignment in {"", each.assignment}]
    tests = member_ids(session, found.id, Role.TEST)
    owners = owners_by_assignment(session, found.id, assignment)
    handed_in = {name: some - tests for name, some in owners.items()}
    people = people_by_ids(session, set().union(*handed_in.values()))
    if chosen.by_points:
        matrices = [_matrix(session, each, chosen) for each in editions]
        matching = {person for each in matrices for person, *_ in each.rows}
    else:
        matrices = []
        matching = {person for person in people.values() if chosen.takes_person(person)}
    students = make_list_page(
        sorted(matching, key=lambda person: (person.name, person.id)), page,
        at_once=min(pagination.AT_ONCE, max(_FEWEST, _CELLS // max(1, len(editions)))),
        name=name, below=below, assignment=assignment, section=of_section.chosen,
    )  # fmt: skip
    here = {person.id: person for person in students}
    if not chosen.by_points:
        # Scores are read of those alone who are on the page.
        matrices = _matrices_of_page(
            session, found.id, editions, here, handed_in, {person.id for person in matching}
        )
    return render_page(
        "matrix.html", who, course=found, editions=every, name=name, below=below,
        assignment=assignment, page=students, here=here, matrices=matrices, chosen=of_section,
    )  # fmt: skip


@router.get("/c/{slug}/{assignment}/overview", include_in_schema=False)
def overview_page(
    session: Reading, who: Signed, slug: str, assignment: str, section: str = ""
) -> Response:
    """Serve the distribution of scores, the results of each task, and frequent mistakes."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    chosen = filter_by_section(session, who, found.id, section)
    rows = _matrix(session, edition, StudentFilter(section=chosen)).rows
    graded = [(person, seen, own) for person, seen, own in rows if seen.has_report or own.scored]
    shares = [own.points / own.max_points for *_, own in graded if own.max_points]
    # A team's submission is one, however many members it has.
    graded_once = {seen.id: seen for _, seen, _ in graded}
    results = [
        seen.result for seen in graded_once.values() if seen.has_report and seen.result is not None
    ]
    return render_page(
        "overview.html", who, course=found, edition=edition, chosen=chosen, total=len(rows),
        graded=len(graded),
        bars=_bars(shares), most=max(1, *count_in_bins(shares)),
        mean=fmean(shares) if shares else 0.0, median=median(shares) if shares else 0.0,
        tasks=summarise_tasks(results),
        mistakes=count_common_mistakes(_named(graded_once.values())),
        undecided=review_queue.submissions_needing_manual_review(
            final_scores.scores_of_results(session, found.id, list(graded_once.values()))
        ),
        people={str(seen.id): person.name for person, seen, _ in reversed(graded)},
    )  # fmt: skip


def _matrices_of_page(
    session: Session, course: int, editions: Sequence[AssignmentEdition],
    here: Mapping[int, Person], handed_in: Mapping[str, Collection[int]], matching: Collection[int],
) -> list[ScoreMatrix]:  # fmt: skip
    """Return a table for each edition's assignment, with the people on the page alone."""
    decided = decide_for_people(session, course, list(here))
    names = {each.assignment for each in editions}
    wanted = {place: each for place, each in decided.items() if place[1] in names}
    results = _results(session, wanted.values())
    rows: dict[str, dict[int, SubmissionResult]] = defaultdict(dict)
    for (person, name), each in wanted.items():
        rows[name][person] = results[each.submission]
    found = []
    for edition in editions:
        name = edition.assignment
        theirs = handed_in.get(name, set())
        found.append(_table(
            session, edition, rows[name], here, len(set(matching) & set(theirs)), len(theirs)
        ))  # fmt: skip
    return found


def _matrix(session: Session, edition: AssignmentEdition, chosen: StudentFilter) -> ScoreMatrix:
    """Return the table of an assignment with everybody who matches a filter."""
    course = edition.course_id
    decided = decide_for_course(session, course, assignment=edition.assignment)
    results = _results(session, decided.values())
    rows = {person: results[each.submission] for (person, _), each in decided.items()}
    whole = _table(session, edition, rows, people_by_ids(session, rows), 0, len(rows))
    kept = [row for row in whole.rows if chosen.takes(row[0], row[2])]
    return replace(whole, rows=kept, found=len(kept))


def _results(session: Session, decided: Iterable[CountingDecision]) -> dict[int, SubmissionResult]:
    """Return the results of submissions that count, by their ids."""
    return {each.id: each for each in results_for_staff(session, decided)}


def _table(
    session: Session, edition: AssignmentEdition, rows: Mapping[int, SubmissionResult],
    people: Mapping[int, Person], found: int, total: int,
) -> ScoreMatrix:  # fmt: skip
    counted = final_scores.scores_of_people(session, edition.course_id, rows)
    kept = [(people[person], seen, counted[person]) for person, seen in rows.items()]
    kept.sort(key=lambda row: (row[0].name, row[1].id))
    # Where the grader failed, what people gave counts.
    graded = [own for _, seen, own in kept if seen.has_report or own.scored]
    tasks = dict.fromkeys(task.task.id for own in graded for task in own.tasks)
    return ScoreMatrix(edition, list(tasks), kept, found, total)


def _bars(shares: list[float]) -> list[tuple[str, int]]:
    step = 100 // BINS
    counts = enumerate(count_in_bins(shares))
    return [(f"{step * number}–{step * (number + 1)} %", count) for number, count in counts]


def _named(graded: Iterable[SubmissionResult]) -> list[tuple[str, ResultSummary]]:
    return [
        (str(seen.id), seen.result)
        for seen in graded
        if seen.has_report and seen.result is not None
    ]
