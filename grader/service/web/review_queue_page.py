"""Pages for teaching assistants: submissions to review, groups that failed alike, and rubrics."""

from __future__ import annotations

import math
import time
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.assignment import Assignment, AssignmentError
from grader.jobs.grading_answer import TaskScore
from grader.service import (
    ServiceProblem,
    blind_marking,
    carry_over_marks,
    comments,
    course_editions,
    failure_groups,
    final_scores,
    manual_marks,
    review_queue,
    submission_queries,
    written_answers,
)
from grader.service.audited_report_views import audit_viewing, submissions_open_elsewhere
from grader.service.auth.access import Forbidden, Permission
from grader.service.course_copy import list_rubric_sources, take_over_rubrics
from grader.service.data.decision_tables import Phrase, RubricItem
from grader.service.data.tables import AssignmentEdition, Course, Submission
from grader.service.review_queue import SubmissionFilter
from grader.service.sections import filter_by_section
from grader.service.submission_that_counts import decisions_by_submission, results_for_staff
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    find_course_for,
    form_transaction,
    message_page,
    refusal_page,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)

SCRIPT = "marking.js"
"""Keys for what the pages can do without."""
_LISTED = 100
"""Submissions of each kind that need a person, on the page."""
_GROUPS = 40
"""Groups on a page; all of a task are there if the task is chosen."""
_NAMED = 36
"""Submissions of a group on a page."""


@router.get("/c/{slug}/{assignment}/marking")
def queue_page(
    session: Reading, who: Signed, slug: str, assignment: str, task: str = "", verdict: str = "",
    mistake: str = "", least: str = "", most: str = "", name: str = "", page: int = 1,
    section: str = "",
) -> Response:  # fmt: skip
    """Serve the submissions that need a person, and a search of all that count."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
    chosen = filter_by_section(session, who, found.id, section)
    counting = {
        number: each
        for number, each in decisions_by_submission(session, found.id, assignment).items()
        if chosen.takes(each.by)
    }
    every = results_for_staff(session, counting.values())
    counted = final_scores.scores_of_results(session, found.id, every)
    wanted = SubmissionFilter(task, verdict, mistake, _number(least), _number(most))
    names = blind_marking.names_for_marking(session, edition)
    ids = review_queue.search_by_name(session, counting, names, name)
    rows = make_list_page(
        [each for each in ids if wanted == SubmissionFilter() or wanted.fits(counted[each])], page,
        task=task, verdict=verdict, mistake=mistake, least=least, most=most, name=name,
        section=chosen.chosen,
    )  # fmt: skip
    lacking = carry_over_marks.find_submissions_lacking_marks(session, found.id, assignment, every)
    left_behind = sorted(lacking)
    failed = review_queue.grader_failures(session, every, counting.values())
    undecided = review_queue.submissions_needing_manual_review(counted)
    unbound = [each.id for each in every if each.open_roles]
    written = review_queue.written_task_progress(counted, who.id)
    shown = {
        *rows.rows, *left_behind[:_LISTED], *failed[:_LISTED], *unbound[:_LISTED],
        *(number for number, _ in undecided[:_LISTED]),
        *(one for each in written for one in each.differing[:_LISTED]),
    }  # fmt: skip
    seen = {
        each.submission.id: each
        for each in submission_queries.submissions_by_ids(session, found.id, shown)
    }
    return render_page(
        "marking.html", who, script=SCRIPT, course=found, edition=edition, total=len(counting),
        names=names, name=name, seen=seen, listed=_LISTED, chosen=chosen,
        left_behind=left_behind, failed=failed, undecided=undecided, unbound=unbound,
        written=written,
        asked=[
            each for each in review_queue.open_requests(session, found.id, assignment)
            if chosen.takes(each.submission.person_id)
        ],
        tasks=submission_queries.task_ids_of_assignment(session, found.id, assignment),
        mistakes=review_queue.count_known_mistakes(counted), wanted=wanted, least=least, most=most,
        rows=rows.with_rows([(seen[each], counted[each]) for each in rows.rows]),
    )  # fmt: skip


@router.get("/c/{slug}/{assignment}/next")
def redirect_to_next_submission(
    session: Reading, who: Signed, slug: str, assignment: str, task: str = "", after: int = 0
) -> Response:
    """Redirect to the next submission of which the visitor has to mark a task."""
    found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
    counting = decisions_by_submission(session, found.id, assignment)
    busy = submissions_open_elsewhere(session, who.id, time.time())
    first = filter_by_section(session, who, found.id, "")
    own = {number: each for number, each in counting.items() if first.takes(each.by)}
    following = None
    for some in (own, counting):  # assistants go on with those of others
        following = following or review_queue.next_to_mark(
            session, some, found.id, task, who.id, after, busy
        )
    if following is not None:
        return RedirectResponse(answer_address(following, task), 303)
    sentence = f"You have marked every answer to task {task} that lacks marks."
    return message_page(who, "Nothing is left", sentence, f"/c/{slug}/{assignment}/marking")


def next_address(course: Course, assignment: str, task: str, after: int) -> str:
    """Return the address that leads to the next answer to a task after a submission."""
    return f"/c/{course.slug}/{assignment}/next?task={quote(task, safe='')}&after={after}"


def answer_address(submission: int, task: str) -> str:
    """Return the address at which a written task of a submission is marked."""
    return f"/s/{submission}/answer/{quote(task, safe='')}"


# The same failure ---------------------------------------------------------------------------


@router.get("/c/{slug}/{assignment}/alike")
def failure_groups_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, task: str = "",
    name: str = "",
) -> Response:  # fmt: skip
    """Serve the groups of submissions that failed in the same way."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
    counting = decisions_by_submission(session, found.id, assignment)
    groups = failure_groups.group_failures(session, counting, task)
    names = blind_marking.names_for_marking(session, edition)
    wanted = set(review_queue.search_by_name(session, counting, names, name))
    together = [
        group for group in groups
        if len(group.members) > 1 and any(each.submission in wanted for each in group.members)
    ]  # fmt: skip
    shown = together if task else together[:_GROUPS]
    views = {
        seen.submission.id: seen
        for seen in submission_queries.submissions_by_ids(
            session, found.id,
            {each.submission for group in shown for each in group.members[:_NAMED]},
        )
    }  # fmt: skip
    audit_viewing(app_state(request).database, who, f"failures of {slug}/{assignment}")
    return render_page(
        "alike.html", who, script=SCRIPT, course=found, edition=edition, task=task,
        name=name, names=names, seen=views, named=_NAMED,
        tasks=submission_queries.task_ids_of_assignment(session, found.id, assignment),
        groups=shown, total=len(together), alone=len(groups) - len(together),
        counted=final_scores.scores_of_submissions(session, list(views.values())),
        phrases=comments.list_phrases(session, found.id, assignment),
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/alike")
def comment_on_all(
    request: Request, who: Posting, slug: str, assignment: str, task: Text = "", group: Text = "",
    text: Text = "",
) -> Response:  # fmt: skip
    """Write the same comment on the task of every submission in a group."""
    back = f"/c/{slug}/{assignment}/alike"
    database = app_state(request).database
    # Groups take long to find, and nobody else can write during a transaction that writes.
    with database.reading() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
        counting = decisions_by_submission(session, found.id, assignment)
        chosen = [
            each
            for each in failure_groups.group_failures(session, counting, task)
            if each.key == group
        ]
    try:
        with database.writing() as session:
            for each in chosen:
                for member in each.members:
                    comments.write_comment(
                        session, who.id, session.get_one(Submission, member.submission), text,
                        task=each.task,
                    )  # fmt: skip
    except ServiceProblem as problem:
        return refusal_page(who, problem, back)
    return RedirectResponse(back, 303)


# Rubrics and phrases ------------------------------------------------------------------------


@router.get("/c/{slug}/{assignment}/rubric")
def rubric_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the rubric of each written task, and the phrases for comments."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
    read = assignment_or_none(edition)
    return render_page(
        "rubric.html", who, course=found, edition=edition,
        rubrics=[
            (
                task,
                manual_marks.list_rubric_items(session, found.id, assignment, task.id),
                written_answers.parse_rubric(written_answers.read_model_answer(read, task.id)) if
                read else [],
            )
            for task in _written_tasks(session, found, assignment, read)
        ],
        phrases=comments.list_phrases(session, found.id, assignment),
        sources=[
            each for each in list_rubric_sources(session)
            if who.may(Permission.MARK, each.course.id) and each.place != (found.id, assignment)
        ],
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/rubric/take")
def take_rubrics(
    request: Request, who: Posting, slug: str, assignment: str, source: Text = ""
) -> Response:
    """Take over rubric items and phrases of another assignment that the visitor marks, too."""
    back = f"/c/{slug}/{assignment}/rubric"
    other, _, name = source.partition("/")
    with form_transaction(request, who, back) as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
        course = find_course_for(session, who, other or slug, Permission.MARK)
        take_over_rubrics(session, (course.id, name), (found.id, assignment), who.id)
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/{assignment}/rubric")
def add_item(
    request: Request, who: Posting, slug: str, assignment: str, task: Text = "", text: Text = "",
    points: Text = "",
) -> Response:  # fmt: skip
    """Add a rubric item; without a text, add the items of the model answer."""
    back = f"/c/{slug}/{assignment}/rubric"
    with form_transaction(request, who, back) as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
        read = assignment_or_none(edition)
        if task not in {each.id for each in _written_tasks(session, found, assignment, read)}:
            raise Forbidden
        if text or points:
            new = [(text, parse_points(points))]
        else:
            new = (
                written_answers.parse_rubric(written_answers.read_model_answer(read, task))
                if read
                else []
            )
        for each, worth in new:
            manual_marks.add_rubric_item(session, who.id, (found.id, assignment, task), each, worth)
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/{assignment}/rubric/retire")
def retire_item(
    request: Request, who: Posting, slug: str, assignment: str, item: Annotated[int, Form()] = 0
) -> Response:
    """Retire a rubric item of the assignment."""
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
        known = session.get(RubricItem, item)
        if known is not None and (known.course_id, known.assignment) == (found.id, assignment):
            manual_marks.retire_rubric_item(session, who.id, known)
    return RedirectResponse(f"/c/{slug}/{assignment}/rubric", 303)


@router.post("/c/{slug}/{assignment}/phrases/forget")
def forget_phrase(
    request: Request, who: Posting, slug: str, assignment: str, phrase: Annotated[int, Form()] = 0
) -> Response:
    """Delete a phrase of the assignment."""
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
        known = session.get(Phrase, phrase)
        if known is not None and (known.course_id, known.assignment) == (found.id, assignment):
            comments.forget_phrase(session, known)
    return RedirectResponse(f"/c/{slug}/{assignment}/rubric", 303)


# What these pages share ---------------------------------------------------------------------


def assignment_or_none(edition: AssignmentEdition) -> Assignment | None:
    """Return the assignment as its files are now; ``None`` if they are not in order."""
    try:
        return course_editions.load_current_assignment(edition)
    except AssignmentError:
        return None


def _written_tasks(
    session: Session, course: Course, assignment: str, read: Assignment | None
) -> list[TaskScore]:
    """Return the tasks that people mark, in the assignment's files and in past results."""
    found = {
        task.id: TaskScore(task.id, task.title, task.points, None, None)
        for task in (read.tasks if read else ())
        if task.written
    }
    for task in submission_queries.tasks_of_assignment(session, course.id, assignment):
        if task.verdict is None:
            found.setdefault(task.id, task)
    return list(found.values())


def _number(text: str) -> float | None:
    """Return the number in a search field; ``None`` if there is none."""
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def parse_points(text: str) -> float:
    """Return the number in a field for points; raise ServiceProblem if there is none."""
    found = _number(text)
    if found is None:
        raise ServiceProblem("Points are a number, for example 0.5.")
    return found
