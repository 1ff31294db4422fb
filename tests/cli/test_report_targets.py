"""Several reports at once: what is asked for, checked before, and written after."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grader import sandbox
from grader.cli import main, report_targets
from grader.jobs import parallel_grading
from grader.machine import atomic_write
from grader.machine.atomic_write import WriteError
from grader.model.report import Report, View
from grader.render import report_formats
from grader.render.json_conversion import ReportError
from grader.render.report_formats import FORMS
from tests.render.samples import EVERYTHING, EVIL, hostile

Grade = Callable[..., Result]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; the submission is elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(report_targets.STEP_SUMMARY, raising=False)
    return tmp_path


@pytest.fixture
def submission(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("submitted") / "bob.py"
    path.write_text("def improved_evaluate(board):\n    return 1\n")
    return path


@pytest.fixture
def gradings() -> list[Report]:
    """Reports that gradings end with; each is used once."""
    return [EVERYTHING]


@pytest.fixture
def grade(
    place: Path, submission: Path, gradings: list[Report], monkeypatch: pytest.MonkeyPatch
) -> Grade:
    def graded(*positional: Any, **named: Any) -> Report:
        return gradings.pop()

    monkeypatch.setattr(parallel_grading, "grade_in_parallel", graded)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    return lambda *options: CliRunner().invoke(
        main, [str(submission), "-a", "ps2", *map(str, options)]
    )


def refusal(result: Result, gradings: list[Report]) -> str:
    """The one line of a refusal, before anything was graded."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert gradings
    line, end, rest = result.stderr.partition("\n")
    assert (end, rest) == ("\n", "")
    return line.removeprefix("grade: ")


# What is asked for ---------------------------------------------------------------------------


def test_every_form_at_once(grade: Grade, place: Path) -> None:
    asked = (option for form in FORMS for option in ("--report", f"{form}={form}.out"))
    result = grade("--all", *asked)
    assert result.exit_code == 3  # the grading had trouble of its own
    assert result.stdout == ""
    assert result.stderr.splitlines() == [f"grade: the report is in {form}.out" for form in FORMS]
    assert {file.name for file in place.iterdir()} == {f"{form}.out" for form in FORMS}
    for form in FORMS:
        text = (place / f"{form}.out").read_text()
        assert text == report_formats.write_report(form, EVERYTHING, View.STAFF)


def test_without_anything_else_it_is_text_on_the_terminal(grade: Grade) -> None:
    assert "2 of 9 points" in grade().stdout


def test_the_terminal_may_be_named(grade: Grade, place: Path) -> None:
    assert grade("-f", "csv", "-o", "-").stdout == report_formats.write_report(
        "csv", EVERYTHING, View.STAFF
    )
    assert not list(place.iterdir())


def test_one_report_may_go_to_the_terminal(grade: Grade, place: Path) -> None:
    result = grade("--report", "md=-", "--report", "csv=marks.csv")
    assert result.stdout == report_formats.write_report("md", EVERYTHING, View.STAFF)
    assert result.stderr == "grade: the report is in marks.csv\n"


def test_the_short_way_goes_with_the_long_one(grade: Grade, place: Path) -> None:
    result = grade("-f", "json", "--report", "csv=marks.csv")
    assert json.loads(result.stdout)["score"] == 2
    assert (place / "marks.csv").exists()


def test_a_file_of_the_short_way_goes_with_the_long_one(grade: Grade, place: Path) -> None:
    result = grade("-o", "report.txt", "--report", "csv=marks.csv")
    assert result.stdout == ""
    assert "2 of 9 points" in (place / "report.txt").read_text()
    assert (place / "marks.csv").exists()


def test_every_report_is_for_the_same_reader(grade: Grade, place: Path) -> None:
    grade("--view", "student", *(part for form in FORMS for part in ("--report", f"{form}={form}")))
    for form in FORMS:
        assert "deep-2" not in (place / form).read_text()


@pytest.mark.parametrize("form", FORMS)
def test_every_form_may_go_to_the_terminal(grade: Grade, form: str) -> None:
    assert grade("--all", "-f", form).stdout == grade_again(grade, form)


def grade_again(grade: Grade, form: str) -> str:
    """What the form is; as text, a terminal of 80 columns makes the difference."""
    if form != "text":
        return report_formats.write_report(form, EVERYTHING, View.STAFF)
    from tests.render.samples import shown

    return shown(EVERYTHING)


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["xml=a.xml", "=a.html", "html", "html=", "", "HTML=a.html"])
def test_a_report_that_is_none(grade: Grade, gradings: list[Report], value: str) -> None:
    result = grade("--report", value)
    assert result.exit_code == 2
    assert "Error: Invalid value for '--report': " in result.stderr
    assert "known are text, json" in result.stderr or "as in html=FILE." in result.stderr
    assert gradings


@pytest.mark.parametrize(
    "options",
    [("--report", "md=-", "--report", "csv=-"), ("-f", "json", "--report", "md=-")],
)
def test_two_reports_on_the_terminal(
    grade: Grade, gradings: list[Report], options: tuple[str, ...]
) -> None:
    assert refusal(grade(*options), gradings) == (
        "Only one report can go to standard output; name files for the others."
    )


@pytest.mark.parametrize("existing", [True, False])
@pytest.mark.parametrize("other", ["a", "./a", "b/../a", "link"])
def test_two_reports_in_one_file(
    grade: Grade, gradings: list[Report], place: Path, other: str, existing: bool
) -> None:
    (place / "b").mkdir()
    (place / "link").symlink_to("a")
    if existing:
        (place / "a").write_text("old")
    said = refusal(grade("--report", "md=a", "--report", f"csv={other}"), gradings)
    assert said == f"Cannot write two reports to {Path(other)}; name a file for each."
    assert not existing or (place / "a").read_text() == "old"


def test_a_device_takes_any_number(grade: Grade) -> None:
    null = os.devnull
    assert grade("--report", f"md={null}", "--report", f"csv={null}").exit_code == 3


def test_the_submission_is_no_place(
    grade: Grade, gradings: list[Report], submission: Path, place: Path
) -> None:
    (place / "link").symlink_to(submission)
    for name in (submission, "link"):
        said = refusal(grade("--report", f"html={name}"), gradings)
        assert said == f"Cannot write {name}: it is the submission; name another file."
    assert submission.read_text().startswith("def ")


def test_a_program_in_a_submitted_folder_is_no_place(
    grade: Grade, gradings: list[Report], submission: Path
) -> None:
    folder = submission.parent

    def grade_folder(file: str) -> Result:
        return CliRunner().invoke(main, [str(folder), "--report", f"json={folder / file}"])

    assert "it is the submission" in refusal(grade_folder("bob.py"), gradings)
    assert grade_folder("report.json").exit_code == 3
    gradings.append(EVERYTHING)
    assert grade_folder("report.json").exit_code == 3


@pytest.mark.parametrize("bad", ["missing/a.csv", "."])
def test_all_places_are_tried_before_anything_is_done(
    grade: Grade, gradings: list[Report], place: Path, bad: str
) -> None:
    said = refusal(grade("--report", "md=good.md", "--report", f"csv={bad}"), gradings)
    assert said.startswith("Cannot write ")
    assert not list(place.iterdir())


# When one of them fails ----------------------------------------------------------------------


def failing_for(name: str, problem: Exception) -> Callable[[Path, str], None]:
    written = atomic_write.write_atomically

    def write(path: Path, text: str) -> None:
        if path.name == name:
            raise problem
        written(path, text)

    return write


ALL_THREE = ("--report", "md=a.md", "--report", "csv=b.csv", "--report", "json=c.json")


@pytest.mark.parametrize(("misplaced", "status"), [(False, 3), (True, 2)])
def test_a_full_disk_costs_one_report(
    grade: Grade, place: Path, monkeypatch: pytest.MonkeyPatch, misplaced: bool, status: int
) -> None:
    problem = WriteError("Cannot write b.csv: No space left.", misplaced=misplaced)
    monkeypatch.setattr(
        "grader.machine.atomic_write.write_atomically", failing_for("b.csv", problem)
    )
    result = grade(*ALL_THREE)
    assert result.exit_code == status
    assert {file.name for file in place.iterdir()} == {"a.md", "c.json"}
    assert "grade: Cannot write b.csv: No space left.\n" in result.stderr


@pytest.mark.parametrize("problem", [KeyError("x"), ReportError("This cannot be written.")])
def test_a_mistake_in_one_form_costs_one_report(
    grade: Grade, place: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def broken(form: str, report: Report, view: View, *_: object) -> str:
        if form == "md":
            raise problem
        return form

    monkeypatch.setattr(report_formats, "write_report", broken)
    result = grade(*ALL_THREE)
    assert result.exit_code == 3
    assert {file.name for file in place.iterdir()} == {"b.csv", "c.json"}
    assert str(problem) in result.stderr
    assert "Traceback" not in result.stderr


# The summary of a workflow run ---------------------------------------------------------------


@pytest.fixture
def summary(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = place / "summary"
    path.write_text("said before\n")
    monkeypatch.setenv(report_targets.STEP_SUMMARY, str(path))
    return path


def test_commands_go_with_a_summary(grade: Grade, summary: Path) -> None:
    assert grade("--report", "github=-").stdout.startswith("::notice title=")
    assert summary.read_text() == "said before\n" + report_formats.write_report(
        "md", EVERYTHING, View.STAFF
    )


@pytest.mark.parametrize("options", [["-f", "md"], ["--report", "github=a"], []])
def test_nothing_else_does(grade: Grade, summary: Path, options: list[str]) -> None:
    grade(*options)
    assert summary.read_text() == "said before\n"


def test_a_summary_that_is_full_stays_as_it_is(grade: Grade, summary: Path) -> None:
    full = "x" * ((1 << 20) - 100)
    summary.write_text(full)
    assert "the summary of this step is full" in grade("-f", "github").stderr
    assert summary.read_text() == full


def test_a_summary_that_cannot_be_written_costs_nothing(
    grade: Grade, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(report_targets.STEP_SUMMARY, str(place))
    result = grade("-f", "github")
    assert result.stderr == "grade: the summary of this step cannot be written: Is a directory.\n"
    assert result.stdout.startswith("::notice title=")


def test_the_summary_is_for_the_same_reader(grade: Grade, summary: Path) -> None:
    grade("-f", "github", "--view", "student")
    assert "deep-2" not in summary.read_text()


@pytest.mark.parametrize("form", FORMS)
def test_hostile_text_can_be_printed_and_stored(
    grade: Grade, gradings: list[Report], place: Path, form: str
) -> None:
    gradings[:] = [hostile(EVIL), hostile(EVIL)]
    printed = grade("-f", form)
    stored = grade("-f", form, "-o", "file")
    assert (printed.exit_code, stored.exit_code) == (3, 3)
    assert "\x1b" not in printed.output
    assert "\x1b" not in (place / "file").read_text()
