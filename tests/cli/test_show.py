"""``grade show``: stored reports, and what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.model.report import View
from grader.render import report_formats
from grader.render.report_formats import FORMS
from grader.render.report_json import dumps
from tests.render.samples import EVERYTHING, EVIL, RIGHT, WRITTEN, a_test, hostile, report, shown
from tests.render.samples import case as a_case
from tests.render.samples import task as a_task


def show(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["show", *map(str, arguments)])


def sentence(result: Result) -> str:
    """The one line that a refusal consists of."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    line, end, rest = result.stderr.partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.isprintable()
    return line.removeprefix("grade: ")


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bob.json"
    path.write_text(dumps(EVERYTHING, View.STAFF))
    return path


# What is shown -------------------------------------------------------------------------------


def test_it_is_text_on_the_terminal(stored: Path) -> None:
    result = show(stored, "--all")
    assert result.exit_code == 0
    assert result.stdout == shown(EVERYTHING)
    assert len(show(stored).stdout.splitlines()) < len(result.stdout.splitlines())


@pytest.mark.parametrize("form", FORMS)
def test_any_form_of_it(stored: Path, form: str) -> None:
    result = show(stored, "--all", "--report", f"{form}=out")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "grade: the report is in out\n"
    assert Path("out").read_text() == report_formats.write_report(form, EVERYTHING, View.STAFF)


def test_html_has_an_option_of_its_own(stored: Path) -> None:
    show(stored, "--html", "bob.html", "--report", "csv=bob.csv")
    assert Path("bob.html").read_text() == report_formats.write_report(
        "html", EVERYTHING, View.STAFF
    )
    assert Path("bob.csv").exists()


def test_the_score_is_no_matter(stored: Path) -> None:
    """Trouble while grading was reported by the grading."""
    assert EVERYTHING.errors
    assert show(stored).exit_code == 0


@pytest.mark.parametrize("form", FORMS)
def test_a_report_for_students_stays_one(stored: Path, form: str) -> None:
    stored.write_text(dumps(EVERYTHING, View.STUDENT))
    as_staff = show(stored, "-f", form, "--view", "staff").stdout
    assert as_staff == show(stored, "-f", form, "--view", "student").stdout
    assert "deep-2" not in as_staff


def test_a_report_for_staff_can_be_shown_to_students(stored: Path) -> None:
    assert "deep-2" in show(stored, "--all").stdout
    assert "deep-2" not in show(stored, "--view", "student").stdout


def test_some_tasks(stored: Path) -> None:
    result = show(stored, "--task", "1.6", "-t", "2.1", "-f", "json")
    document = json.loads(result.stdout)
    assert [task["id"] for task in document["tasks"]] == ["2.1", "1.6"]
    assert (document["score"], document["complete"]) == (2, False)


@pytest.mark.parametrize("form", ["terminal", "markdown", "html", "github"])
def test_some_tasks_of_a_complete_report_are_final(stored: Path, form: str) -> None:
    stored.write_text(dumps(report(RIGHT, WRITTEN, a_task(a_test(a_case()))), View.STAFF))
    output = show(stored, "-t", RIGHT.id, "-f", form).stdout
    assert f"Only task {RIGHT.id} is shown." in output
    assert "not final" not in output.lower()
    assert "Everything that was tested works" not in output
    both = show(stored, "-t", RIGHT.id, "-t", WRITTEN.id, "-f", form).stdout
    assert f"Only tasks {RIGHT.id}, {WRITTEN.id} are shown." in both
    assert "is shown" not in show(stored, "-f", form).stdout


def test_json_and_csv_say_that_some_tasks_are_left_out(stored: Path) -> None:
    stored.write_text(dumps(report(RIGHT, WRITTEN), View.STAFF))
    document = json.loads(show(stored, "-t", RIGHT.id, "-f", "json").stdout)
    assert (document["complete"], document["selection"]) == (True, "tasks")
    assert json.loads(show(stored, "-f", "json").stdout)["selection"] == "whole"
    assert ",no," in show(stored, "-t", RIGHT.id, "-f", "csv").stdout  # the total is another
    assert ",yes," in show(stored, "-f", "csv").stdout


def test_some_tasks_of_an_incomplete_report_are_not_final(stored: Path) -> None:
    stored.write_text(dumps(report(RIGHT, WRITTEN, complete=False), View.STAFF))
    output = show(stored, "-t", RIGHT.id).stdout
    assert output.count("! ") == 2
    assert "! Not final: the whole report is not complete." in output


def test_one_case_of_a_complete_report_is_final(stored: Path) -> None:
    stored.write_text(
        dumps(report(RIGHT, a_task(a_test(a_case(id="x/one"), a_case()))), View.STAFF)
    )
    output = show(stored, "--case", "x/one", "-f", "markdown").stdout
    assert "Only one case of task 3.1 is shown." in output
    assert "not final" not in output.lower()


def test_one_case_whole(stored: Path) -> None:
    output = show(stored, "--case", "3.1/forced_win[win_in_3-07]").stdout
    assert "3.1 Minimax search" in output
    assert "This move loses a piece" in output
    assert "win_in_3-08" not in output
    assert "1.6 Hill climbing" not in output


def test_a_case_says_what_was_not_enforced(stored: Path) -> None:
    document = json.loads(stored.read_text())
    document["sandbox"]["warning"] = "No sandbox: debugging only."
    stored.write_text(json.dumps(document))
    output = show(stored, "--case", "3.1/forced_win[win_in_3-07]").stdout
    assert output.startswith("! No sandbox: debugging only.\n")


def test_a_case_that_was_accepted(stored: Path) -> None:
    assert "win_in_3-08]  accepted" in show(stored, "--case", "3.1/forced_win[win_in_3-08]").stdout


def test_one_case_in_another_form(stored: Path) -> None:
    case = "3.1/forced_win[win_in_3-08]"
    document = json.loads(show(stored, "--case", case, "-f", "json").stdout)
    tests = [test for task in document["tasks"] for test in task["tests"]]
    assert [found["id"] for test in tests for found in test["cases"]] == [case]


def test_a_hidden_case_has_another_name_for_students(stored: Path) -> None:
    asked = ("--view", "student", "--case")
    said = sentence(show(stored, *asked, "3.1/deep[deep-2]"))
    assert said.startswith("There is no case 3.1/deep[deep-2] in this report; ")
    assert "deep-2" not in said.removeprefix("There is no case 3.1/deep[deep-2]")
    assert "3.1-3-hidden  time limit exceeded" in show(stored, *asked, "3.1-3-hidden").stdout


# What is refused -----------------------------------------------------------------------------


def test_an_unknown_task(stored: Path) -> None:
    said = sentence(show(stored, "--task", "9.9"))
    assert said.startswith("There is no task 9.9 in this report; its tasks are 1.1, 2.1, ")


def test_an_unknown_case(stored: Path) -> None:
    assert sentence(show(stored, "--case", "forced_win")) == (
        "There is no case forced_win in this report; near it are "
        "3.1/forced_win[win_in_3-07], 3.1/forced_win[win_in_3-08]."
    )


@pytest.mark.parametrize("options", [["-o", "bob.json"], ["--html", "./bob.json"]])
def test_the_report_itself_is_no_place(stored: Path, options: list[str]) -> None:
    before = stored.read_text()
    assert "it is the report that is shown; name another file." in sentence(show(stored, *options))
    assert stored.read_text() == before


def test_a_missing_file(tmp_path: Path) -> None:
    said = sentence(show(tmp_path / "none.json"))
    assert said.endswith("none.json cannot be read: No such file or directory; check the path.")


def test_a_folder(tmp_path: Path) -> None:
    assert "cannot be read: Is a directory" in sentence(show(tmp_path))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not valid JSON"),
        (b"\x7fELF\xff\xfe", "it is not UTF-8 text"),
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"a":' * 1_000_000, "nested too deeply"),
        (b"9" * 1_000_000, "it is not valid JSON"),
        (b"{}", 'does not say "schema": "grade-report/2"'),
        (b'{"schema": "grade-report/3"}', "but this version of the grader reads"),
        (b"print('hello')\n", "it is not valid JSON"),
    ],
)
def test_what_is_no_report(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "x").write_bytes(content)
    assert said in sentence(show(tmp_path / "x"))


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as file:
        file.truncate(1 << 40)
    assert "it has more than 64 MiB" in sentence(show(tmp_path / "x"))


def test_an_endless_file_is_not_read() -> None:
    assert "it has more than 64 MiB" in sentence(show("/dev/zero"))


def test_a_byte_order_mark_does_no_harm(stored: Path) -> None:
    stored.write_bytes(b"\xef\xbb\xbf" + stored.read_bytes())
    assert show(stored).exit_code == 0


def test_keys_that_play_with_the_terminal(stored: Path) -> None:
    document = json.loads(stored.read_text())
    document["sandbox"]["enforced"] = {"\x1b[2J\u202e\n": 3}
    stored.write_text(json.dumps(document))
    assert "should be true or false" in sentence(show(stored))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("view", ["staff", "student"])
def test_hostile_reports_can_be_shown(stored: Path, form: str, view: str) -> None:
    stored.write_text(dumps(hostile(EVIL), View.STAFF))
    result = show(stored, "-f", form, "--view", view)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("form", FORMS)
def test_numbers_beyond_all_reason_can_be_shown(stored: Path, form: str) -> None:
    document = json.loads(stored.read_text())
    huge = 10**4000
    document["seed"] = huge
    document["speed"] = 1e308
    for test in [test for task in document["tasks"] for test in task["tests"]]:
        for case in test["cases"]:
            case["attempts"] = [{"margin": huge, "length": -1e308, "success": True}]
            case["cpu_seconds"] = case["wall_seconds"] = 1e308
            for figure in case["figures"]:
                for bar in figure.get("bars", []):
                    bar["value"] = 1e308
                for route in figure.get("routes", []):
                    route["stops"] = [huge, -1]
                for arrow in figure.get("arrows", []):
                    arrow["start"], arrow["end"] = [huge, 0], [0, huge]
            if case["call"] and case["call"]["drawn"]:
                case["call"]["drawn"]["index"] = huge
            if case["call"] and case["call"]["excerpt"]:
                case["call"]["excerpt"] |= {"line": huge, "first": huge}
    stored.write_text(json.dumps(document))
    assert show(stored, "-f", form).exit_code == 0
