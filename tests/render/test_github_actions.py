"""Workflow commands, read as GitHub's runner reads a log."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.figures import Excerpt
from grader.model.report import Report, View
from grader.model.report_views import WITHHELD
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.github_actions import render
from tests.render.samples import (
    EVERYTHING,
    EVIL,
    EXCERPT,
    RIGHT,
    a_test,
    call,
    case,
    hostile,
    report,
    task,
)

# https://github.com/actions/runner: ActionCommand.TryParseV2 and its escapes.
COMMAND = re.compile(r"^\s*::(?P<name>[\w-]+)(?: (?P<properties>.*?))?::(?P<data>.*)$")
KINDS = {"error", "warning", "notice"}


@dataclass(frozen=True)
class Parsed:
    kind: str
    message: str
    properties: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Log:
    """What a runner makes of a log: commands obeyed, and lines merely shown."""

    commands: list[Parsed]
    shown: list[str]
    resumed: bool


def read(text: str) -> Log:
    commands: list[Parsed] = []
    shown: list[str] = []
    token: str | None = None
    for line in text.removesuffix("\n").split("\n"):
        found = COMMAND.match(line)
        if token is not None:
            if line.strip() == f"::{token}::":
                token = None
            else:
                shown.append(line)
        elif found and found["name"] == "stop-commands":
            token = found["data"]
        elif found:
            pairs = [pair.split("=", 1) for pair in (found["properties"] or "").split(",") if pair]
            properties = {key: unquote(value) for key, value in pairs}
            commands.append(Parsed(found["name"], unquote(found["data"]), properties))
        else:
            shown.append(line)
    return Log(commands, shown, resumed=token is None)


def log(graded: Report, view: View = View.STAFF) -> Log:
    return read(render(graded, view))


def of_kind(graded: Report, kind: str) -> list[Parsed]:
    return [command for command in log(graded).commands if command.kind == kind]


def test_the_score_is_a_notice() -> None:
    (notice,) = of_kind(EVERYTHING, "notice")
    assert notice.properties["title"] == "2 of 9 points (22 %)"
    assert notice.message == "ps2, submissions/bob.py, 2 points to be graded by hand"


def test_a_test_that_lost_points_is_an_error() -> None:
    (error,) = of_kind(report(task(a_test(case(message="Not 100%0Ayet: 99,9 %.")))), "error")
    assert error.properties == {"title": "3.1 Finds a forced win"}
    assert error.message.split("\n") == [
        "public test, wrong answer, 1 point lost",
        "win_in_3-07",
        "Not 100%0Ayet: 99,9 %.",
        "expected 21092109",
        "got 3",
        "Think about the last ply.",
    ]


def test_points_that_wait_for_other_tests_are_a_warning() -> None:
    right = a_test(case(verdict=Verdict.ACCEPTED), score=0.0, note="Counts with 3.1/deep only.")
    graded = report(task(a_test(case()), right))
    assert len(of_kind(graded, "error")) == 1
    (warning,) = of_kind(graded, "warning")
    assert warning.properties == {"title": "3.1 Finds a forced win"}
    assert warning.message == (
        "public test, accepted, 1 point withheld\nCounts with 3.1/deep only."
    )
    (for_student,) = [each for each in log(graded, View.STUDENT).commands if each.kind == "warning"]
    assert for_student.message.endswith(WITHHELD)


def test_points_that_wait_for_a_person_are_a_warning() -> None:
    open_test = a_test(case(verdict=Verdict.UNDECIDED, message="Is this a win?"))
    graded = report(task(open_test), complete=False)
    assert of_kind(graded, "error") == []
    assert "Is this a win?" in of_kind(graded, "warning")[1].message


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Verdict.NOT_ATTEMPTED, "not attempted"),
        (Verdict.NOT_IMPLEMENTED, "not implemented"),
        (Verdict.LOAD_ERROR, "load error"),
    ],
)
def test_a_function_that_is_not_there_is_one_error(verdict: Verdict, said: str) -> None:
    lost = replace(a_test(case(verdict=verdict)), verdict=verdict, score=0.0)
    missing = task(lost, replace(lost, id="other"), replace(lost, id="third"))
    (error,) = of_kind(report(missing), "error")
    assert error.properties == {"title": f"{missing.id} {missing.title}"}
    assert error.message == f"{missing.function}: {said}, so that 3 tests lost points"
    wrong = replace(lost, id="wrong", verdict=Verdict.WRONG_ANSWER)
    assert len(of_kind(report(task(lost, wrong)), "error")) == 2


def test_full_marks_are_no_error() -> None:
    assert {command.kind for command in log(report(RIGHT)).commands} == {"notice"}


def test_an_error_stands_at_the_line_where_the_code_broke_off() -> None:
    crash = report(task(a_test(case(call=call(excerpt=EXCERPT)))))
    (error,) = of_kind(crash, "error")
    assert (error.properties["file"], error.properties["line"]) == ("submissions/bob.py", "214")


@pytest.mark.parametrize("file", ["bob.ipynb cell 3", "other.py", "", "<string>"])
def test_a_place_that_is_no_file_of_the_repository_is_told_in_words(file: str) -> None:
    elsewhere = call(excerpt=Excerpt(file, 3, 3, ("x",)))
    (error,) = of_kind(report(task(a_test(case(call=elsewhere)))), "error")
    assert "file" not in error.properties
    assert "line" not in error.properties
    (warning,) = of_kind(report(RIGHT, load_notes=(LoadNote("Odd.", file, 3),)), "warning")
    assert "file" not in warning.properties
    assert warning.message == (f"{file}: Odd." if file else "Odd.")


def test_notes_about_loading_are_warnings_at_their_lines() -> None:
    (warning,) = of_kind(report(RIGHT, load_notes=(LoadNote("Odd.", "bob.py", 3),)), "warning")
    assert warning.properties == {
        "file": "submissions/bob.py",
        "line": "3",
        "title": "While loading",
    }


def test_doubts_about_the_score_are_warnings() -> None:
    assert [each.message for each in of_kind(report(RIGHT, complete=False), "warning")] == [
        "Not final: some tasks were not graded."
    ]


def test_no_more_than_ten_of_a_kind() -> None:
    failing = [a_test(case(), id=f"t{n}", title=f"Test {n}") for n in range(25)]
    notes = [LoadNote(f"note {n}") for n in range(10)]
    graded = report(task(*failing), load_notes=notes)
    errors, warnings = of_kind(graded, "error"), of_kind(graded, "warning")
    assert len(errors) == 10
    assert errors[-1].properties["title"] == "16 more errors"
    assert [each.message for each in warnings] == [f"note {n}" for n in range(10)]


def test_the_report_follows_and_is_not_obeyed() -> None:
    found = log(EVERYTHING)
    assert found.resumed
    assert any("Finds a forced win" in line for line in found.shown)
    assert any(line.startswith("Score 2 / 9") for line in found.shown)


def test_nobody_can_know_the_token() -> None:
    tokens = {
        re.findall(r"^::stop-commands::(\w+)$", render(graded, View.STAFF), re.MULTILINE)[0]
        for graded in (EVERYTHING, report(RIGHT), hostile(EVIL))
    }
    assert len(tokens) == 3
    assert {len(token) for token in tokens} == {64}


def assert_only_ours(text: str) -> None:
    found = read(text)
    assert found.resumed
    assert text.replace("\n", "").replace("\t", "").isprintable()
    for command in found.commands:
        assert command.kind in KINDS
        assert set(command.properties) <= {"file", "line", "title"}


@pytest.mark.parametrize("view", list(View))
def test_hostile_text_is_data(view: View) -> None:
    text = render(hostile(EVIL), view)
    assert_only_ours(text)
    assert [command.kind for command in read(text).commands].count("error") == 2


@pytest.mark.slow
@given(st.text(st.characters(codec=None) | st.sampled_from("%:,=#[]\r\n "), max_size=60))
@settings(max_examples=60)
def test_no_text_whatever_is_a_command(evil: str) -> None:
    assert_only_ours(render(hostile(evil, path=f"x/{evil}"), View.STAFF))


def test_a_path_that_plays_with_the_terminal_is_not_named() -> None:
    evil = "x\x1b[2J.py"
    graded = report(RIGHT, path=evil, load_notes=(LoadNote("Odd.", evil, 3),))
    assert_only_ours(render(graded, View.STAFF))
    (warning,) = of_kind(graded, "warning")
    assert "file" not in warning.properties
