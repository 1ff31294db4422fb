"""The column of points without marks: equal to what results say, and decisions agree by either."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from grader.jobs.grading_answer import ResultSummary, TaskScore, load_summary_line
from grader.model.verdict import Verdict
from grader.service.data.decision_tables import AssignmentTerms, CountingRule, Mark
from grader.service.data.tables import Grading, GradingState, Role
from grader.service.final_scores import SubmissionScores, score_of_task, sum_points
from grader.service.queue import queue
from grader.service.submission_that_counts import decide_for_course
from tests.render import samples
from tests.service.scene import Scene

_POINTS = st.integers(0, 40).map(lambda each: each / 10)
_TASKS = st.lists(
    st.builds(
        TaskScore, st.uuids().map(str), st.just("A task"), _POINTS, st.none() | _POINTS,
        st.sampled_from(Verdict), to_decide=_POINTS,
    ),
    max_size=6,
)  # fmt: skip


@given(_TASKS)
def test_it_is_what_scores_without_marks_say(tasks: list[TaskScore]) -> None:
    scores = SubmissionScores(tuple(score_of_task(task, ()) for task in tasks))
    result = ResultSummary(tuple(tasks), {}, complete=True)
    assert result.reachable == sum_points([scores.points, scores.undecided])


@pytest.mark.parametrize("seed", range(4))
def test_the_column_decides_as_the_results_do(scene: Scene, seed: int) -> None:
    """After a history of gradings, marks, failures and gradings again, in any order."""
    chance = random.Random(seed)
    ines = scene.person("ines", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        session.add(AssignmentTerms(
            course_id=scene.course.id, assignment="demo", counts=CountingRule.BEST.value,
            by_id=ines.id, at=1.0,
        ))  # fmt: skip
    people = [scene.person(name) for name in ("ada", "ben")]
    made: list[int] = []
    for _ in range(12):
        deed = chance.choice(["hand in", "hand in", "mark", "fail", "again"]) if made else "hand in"
        if deed == "hand in":
            task = replace(samples.RIGHT, score=chance.randint(0, 10) / 10)
            made.append(scene.graded(chance.choice(people), samples.report(task, samples.WRITTEN)))
            continue
        submission = chance.choice(made)
        grading = scene.grading(submission).id
        with scene.database.writing() as session:
            if deed == "mark":
                session.add(Mark(
                    submission_id=submission, task=samples.WRITTEN.id, reason="read", at=1.0,
                    points=chance.randint(0, 2) / 2, by_id=ines.id,
                ))  # fmt: skip
            elif deed == "fail":
                session.get_one(Grading, grading).state = GradingState.FAILED.value
            else:
                queue.requeue_behind_fresh(session, grading)
        if deed == "again":
            made.remove(submission)  # it waits from now on, behind all others
            with scene.database.writing() as session:
                session.get_one(Grading, grading).state = GradingState.RUNNING.value
    with scene.database.reading() as session:
        by_column = decide_for_course(session, scene.course.id)
        for result, state, reachable in session.execute(
            select(Grading.result, Grading.state, Grading.reachable)
        ):
            if reachable is not None:
                assert reachable == load_summary_line(result).reachable
            assert (reachable is None) == (not result), state
    with scene.database.writing() as session:
        session.execute(update(Grading).values(reachable=None))
    with scene.database.reading() as session:
        assert decide_for_course(session, scene.course.id) == by_column
