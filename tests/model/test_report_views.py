from __future__ import annotations

from dataclasses import fields, replace

import pytest

from grader.model.figures import (
    Counterexample,
    Diagnosis,
    DrawnArgument,
    Excerpt,
    Explanation,
    GridFigure,
)
from grader.model.formatting import GIVEN_BACK, LEFT_OVER
from grader.model.report import (
    CallTrace,
    CaseResult,
    Measure,
    Report,
    Selection,
    StochasticDecision,
    StoppedCallBudget,
    TestResult,
    View,
    Visibility,
)
from grader.model.report_views import (
    GRADER_FAILED,
    NOT_RUN,
    WITHHELD,
    NotInReport,
    keep_only_case,
    keep_only_tasks,
    redact_for_view,
    remove_folders_from_paths,
    shareable_path,
)
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.report_formats import FORMS, write_report
from grader.render.report_json import dumps
from tests.render.samples import EVERYTHING, RIGHT, WRITTEN, a_test, case, report, shown, task

SECRET = "SECRET"
SECRET_INT = 715517
SECRET_FLOAT = 0.715517

PLANTED = CaseResult(
    id=SECRET,
    verdict=Verdict.WRONG_ANSWER,
    visibility=Visibility.PRIVATE,
    points=0.25,
    message=SECRET,
    code=SECRET,
    expected=SECRET,
    actual=SECRET,
    cpu_seconds=SECRET_FLOAT,
    wall_seconds=SECRET_FLOAT,
    seed=SECRET_INT,
    attempts=({SECRET: SECRET_INT, "seed": SECRET_INT, "length": SECRET, "margin": SECRET_FLOAT},),
    measures=(Measure(SECRET, SECRET, SECRET, sums_up=True), Measure("margin", SECRET, share=True)),
    budget=StoppedCallBudget(
        SECRET_FLOAT, SECRET_FLOAT, {SECRET: SECRET_INT}, {SECRET: SECRET_INT}
    ),
    decision=StochasticDecision(
        None, SECRET_FLOAT, SECRET_FLOAT, SECRET_FLOAT, SECRET_FLOAT, SECRET_INT
    ),
    call=CallTrace(
        function=SECRET,
        arguments=(SECRET,),
        drawn=DrawnArgument(0, SECRET, GridFigure(((SECRET,),))),
        stdout=SECRET,
        stderr=SECRET,
        traceback=SECRET,
        excerpt=Excerpt(SECRET, SECRET_INT, SECRET_INT, (SECRET,)),
    ),
    figures=(GridFigure(((SECRET,),), caption=SECRET),),
    explanation=Explanation(
        SECRET, (), Counterexample(SECRET, SECRET, SECRET, SECRET, GridFigure(((SECRET,),)))
    ),
)


def everywhere(verdict: Verdict = Verdict.WRONG_ANSWER) -> Report:
    """A report with secrets in whatever comes from a hidden case or test."""
    planted = replace(PLANTED, verdict=verdict)
    hidden = a_test(
        planted, planted, visibility=Visibility.PRIVATE, id=SECRET, title=SECRET, note=SECRET
    )
    evaluation = replace(hidden, id=SECRET + "2", visibility=Visibility.EVALUATION, hint="")
    withheld = a_test(
        case(verdict=Verdict.ACCEPTED), id="test_beside", score=0.0, note=f"needs {SECRET}"
    )
    mixed = a_test(case(id="shown"), planted, id="test_mixed", note=SECRET)
    disguised = replace(hidden, id=SECRET + "3", cases=(replace(planted, visibility=_PUBLIC),))
    return report(
        WRITTEN,
        task(
            hidden, evaluation, withheld, mixed, disguised,
            diagnoses=(Diagnosis("Forgets the last ply.", SECRET_INT, SECRET_INT),),
        ),
        errors=(f"failed on {SECRET}",),
        load_stdout="printed by the student",
        load_notes=(LoadNote("about his own file", "bob.py", 3),),
    )  # fmt: skip


_PUBLIC = Visibility.PUBLIC


def test_a_secret_is_planted_in_every_field() -> None:
    """A field added to the model must be planted here before it can be called safe."""
    decided = {"verdict", "visibility", "points", "call"}
    for value in (PLANTED, PLANTED.call):
        assert value is not None
        for field in fields(value):
            text = str(getattr(value, field.name))
            assert field.name in decided or SECRET in text or "715517" in text, field.name


def assert_no_secret(output: str) -> None:
    assert SECRET not in output
    assert "715517" not in output


@pytest.mark.parametrize("verdict", list(Verdict))
def test_students_never_see_hidden_values(verdict: Verdict) -> None:
    graded = everywhere(verdict)
    assert_no_secret(dumps(graded, View.STUDENT))
    assert_no_secret(shown(graded, View.STUDENT, width=400))
    assert SECRET in dumps(graded, View.STAFF)


@pytest.mark.parametrize("form", FORMS)
def test_no_form_shows_students_hidden_values(form: str) -> None:
    graded = everywhere()
    assert_no_secret(write_report(form, graded, View.STUDENT))
    assert_no_secret(write_report(form, redact_for_view(graded, View.STUDENT), View.STAFF))
    # On PrairieLearn, students read all of it.
    assert form in {"csv", "prairielearn"} or SECRET in write_report(form, graded, View.STAFF)


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"csv"}))
def test_students_are_told_of_a_known_mistake_like_of_a_hint(form: str) -> None:
    graded = replace(everywhere(), errors=())
    assert "Forgets the last ply." in write_report(form, graded, View.STUDENT)


def test_hidden_cases_become_one_row_with_the_hint_as_title() -> None:
    hidden, evaluation, *_ = redact_for_view(everywhere(), View.STUDENT).tasks[1].tests
    assert hidden.title == hidden.hint == "Think about the last ply."
    assert hidden.verdict is Verdict.WRONG_ANSWER
    assert evaluation.title == "A hidden test"
    assert hidden.cases == (
        CaseResult("3.1-1-hidden", Verdict.WRONG_ANSWER, Visibility.PRIVATE, points=0.5),
    )


SMALL = Counterexample("f([1, 0])", "1", "0", "2 cities", shared=True)


def _explained(example: Counterexample, visibility: Visibility = Visibility.PRIVATE) -> TestResult:
    explained = case(visibility=visibility, explanation=Explanation(SECRET, (), example))
    return a_test(case(id=SECRET), explained, id=SECRET, visibility=visibility)


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"csv", "github", "junit"}))
def test_students_see_the_small_case_of_one_test(form: str) -> None:
    other = replace(SMALL, source=SECRET, size=SECRET)
    graded = report(task(_explained(SMALL), _explained(other)))
    said = write_report(form, graded, View.STUDENT)
    assert "2 cities" in said
    assert SECRET not in said


@pytest.mark.parametrize(
    "tests",
    [
        (_explained(replace(SMALL, shared=False)),),  # its author forbids it
        (_explained(replace(SMALL, actual="")),),  # it is the hidden case itself
        (_explained(SMALL, Visibility.EVALUATION),),
        (a_test(case()), _explained(SMALL)),  # a public case shows what is wrong
    ],
)
def test_nothing_of_a_hidden_case_is_shown_otherwise(tests: tuple[TestResult, ...]) -> None:
    seen = redact_for_view(report(task(*tests)), View.STUDENT)
    assert not [each for each in seen.tasks[0].tests[-1].cases if each.explanation]


@pytest.mark.parametrize(
    ("messages", "note"),
    [
        ([f"{SECRET} {LEFT_OVER}"], LEFT_OVER),
        ([GIVEN_BACK, GIVEN_BACK], GIVEN_BACK),
        ([f"{SECRET} {LEFT_OVER}", SECRET], ""),
        ([f"{SECRET} {LEFT_OVER}", GIVEN_BACK], ""),
    ],
)
def test_what_is_wrong_after_earlier_calls_only_says_so(messages: list[str], note: str) -> None:
    failed = [
        CaseResult("a", Verdict.WRONG_ANSWER, Visibility.PRIVATE, 1.0, message)
        for message in messages
    ]
    graded = report(task(a_test(*failed, visibility=Visibility.PRIVATE, id=SECRET)))
    assert redact_for_view(graded, View.STUDENT).tasks[0].tests[0].note == note
    said = " ".join(write_report("text", graded, View.STUDENT).split())
    assert [each for each in (LEFT_OVER, GIVEN_BACK) if each[:40] in said] == [note] * bool(note)
    assert SECRET not in said


def test_a_test_that_was_not_run_says_so() -> None:
    idle = CaseResult("a", Verdict.TIME_LIMIT_EXCEEDED, Visibility.PRIVATE, 1.0, f"{SECRET} left")
    test = a_test(idle, visibility=Visibility.PRIVATE, note=f"{SECRET} left", id=SECRET)
    graded = report(task(test))
    assert redact_for_view(graded, View.STUDENT).tasks[0].tests[0].note == NOT_RUN
    said = write_report("text", graded, View.STUDENT)
    assert "1 test not run" in said
    assert SECRET not in said


def test_public_tests_stay_whole() -> None:
    public = task(a_test(case(), case(id="other"), note="A case was left out."))
    assert redact_for_view(report(public), View.STUDENT).tasks == (public,)


def test_a_public_test_with_hidden_cases_keeps_the_public_ones() -> None:
    mixed = redact_for_view(everywhere(), View.STUDENT).tasks[1].tests[3]
    assert mixed.title == "Finds a forced win"
    assert [each.id for each in mixed.cases] == ["shown", "3.1-4-hidden"]


def test_withheld_points_are_explained_without_naming_the_test() -> None:
    assert redact_for_view(everywhere(), View.STUDENT).tasks[1].tests[2].note == WITHHELD


def test_what_is_the_students_own_stays() -> None:
    seen = redact_for_view(everywhere(), View.STUDENT)
    assert seen.load_stdout == "printed by the student"
    assert seen.load_notes == everywhere().load_notes
    assert seen.errors == (GRADER_FAILED,)
    assert (seen.score, seen.max_score, seen.undecided) == (
        everywhere().score,
        everywhere().max_score,
        everywhere().undecided,
    )


def test_staff_see_the_report_itself() -> None:
    graded = everywhere()
    assert redact_for_view(graded, View.STAFF) is graded


def test_a_student_report_stays_one() -> None:
    seen = redact_for_view(everywhere(), View.STUDENT)
    assert redact_for_view(seen, View.STAFF) == seen == redact_for_view(seen, View.STUDENT)


@pytest.mark.parametrize(
    ("path", "shareable"),
    [
        ("/srv/secret/ps2.py", "ps2.py"),
        ("../../secret/ps2.zip", "ps2.zip"),
        ("src/ps2.py", "src/ps2.py"),
        ("ps2.py", "ps2.py"),
        ("/", "/"),
    ],
)
def test_a_full_path_stays_on_the_machine(path: str, shareable: str) -> None:
    assert shareable_path(path) == shareable
    assert redact_for_view(replace(everywhere(), path=path), View.STUDENT).path == shareable


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("form", FORMS)
def test_no_form_says_where_the_machine_keeps_a_submission(form: str, view: View) -> None:
    text = write_report(form, replace(everywhere(), path="/srv/secret/place/ps2.py"), view)
    # From JSON for staff, a case can be run again.
    again = form == "json" and view is View.STAFF
    assert ("/srv" in text, "secret" in text) == (again, again)
    assert "ps2.py" in text or form in {"gradescope", "prairielearn"}


@pytest.mark.parametrize(
    ("text", "shareable"),
    [
        ("no access: '/srv/secret/x y/a.py'", "no access: 'x y/a.py'"),
        ("Permission denied: '/srv/secret/a.py'", "Permission denied: 'a.py'"),
        ("/srv/a.py:3: NameError (/srv/b/c.py, line 4)", "a.py:3: NameError (c.py, line 4)"),
        ("https://example.org/a/b, a/b/c.py, 1/2", "https://example.org/a/b, a/b/c.py, 1/2"),
        ("/", "/"),
        ("/tmp/", "/tmp/"),
    ],
)  # fmt: skip
def test_full_paths_in_a_sentence_lose_their_folders(text: str, shareable: str) -> None:
    assert remove_folders_from_paths(text) == shareable


def test_hostile_sentences_are_read_once() -> None:
    assert len(remove_folders_from_paths("/a" * 500_000)) == 1
    assert remove_folders_from_paths("/" * 500_000) == "/" * 500_000


def cases(graded: Report) -> list[str]:
    return [case.id for task in graded.tasks for case in task.cases]


def test_some_tasks_are_no_longer_the_whole() -> None:
    chosen = keep_only_tasks(report(WRITTEN, RIGHT, task(a_test(case()))), ["3.1", "1.1"])
    assert [task.id for task in chosen.tasks] == ["1.1", "3.1"]
    assert chosen.selection is Selection.TASKS
    assert chosen.complete
    assert chosen.max_score == 1


def test_a_task_stands_for_its_parts() -> None:
    chosen = keep_only_tasks(report(WRITTEN, RIGHT), ["2"])
    assert [task.id for task in chosen.tasks] == ["2.1"]


def test_all_tasks_are_the_whole() -> None:
    graded = report(WRITTEN, RIGHT)
    assert keep_only_tasks(graded, ["2.1", "1.1"]) == graded


def test_an_unknown_task_is_told_with_the_known_ones() -> None:
    with pytest.raises(
        NotInReport, match=r"no task 9\.9 in this report; its tasks are 1\.1, 2\.1\."
    ):
        keep_only_tasks(report(WRITTEN, RIGHT), ["1.1", "9.9"])


def test_a_case_keeps_its_test_and_task() -> None:
    chosen = keep_only_case(EVERYTHING, "3.1/crashes[deep-1]")
    assert cases(chosen) == ["3.1/crashes[deep-1]"]
    ((minimax,), (crashes,)) = chosen.tasks, chosen.tasks[0].tests
    assert (minimax.id, crashes.title) == ("3.1", "Survives deep searches")
    assert chosen.score == minimax.score == 0
    assert chosen.selection is Selection.CASE


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("forced_win", "3.1/forced_win[win_in_3-07], 3.1/forced_win[win_in_3-08]"),
        ("3.1/forced_win[win_in_3-09]", "3.1/forced_win[win_in_3-08], 3.1/forced_win[win_in_3-07]"),
        ("3.1/crash[deep1]", "3.1/crashes[deep-1]"),
        ("3.1/qqqqqqqqqqqqqq", "3.1/forced_win[win_in_3-07], 3.1/forced_win[win_in_3-08]"),
    ],
)
def test_an_unknown_case_is_told_with_near_ones(asked: str, near: str) -> None:
    with pytest.raises(NotInReport) as caught:
        keep_only_case(EVERYTHING, asked)
    assert f"near it are {near}" in str(caught.value)


@pytest.mark.parametrize("asked", ["", "zzzzzz"])
def test_where_nothing_is_near(asked: str) -> None:
    with pytest.raises(NotInReport, match="its JSON form lists the cases"):
        keep_only_case(EVERYTHING, asked)


def test_names_are_safe_to_print() -> None:
    graded = report(task(a_test(case(id="\x1b[2J\nx")), id="\x1b[2J"))
    with pytest.raises(NotInReport) as no_case:
        keep_only_case(graded, "\x1b[2J")
    with pytest.raises(NotInReport) as no_task:
        keep_only_tasks(graded, ["\n"])
    assert str(no_case.value).isprintable()
    assert str(no_task.value).isprintable()
