"""``grade author validate`` as authors and scripts meet it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

from grader import sandbox
from grader.assignment.course_assignments import BUILT_IN
from grader.author import validate_assignment
from grader.author import validation_check as findings
from grader.author.plan_checks import CheckRequest, NoVariantChosen
from grader.author.validation_check import AssignmentValidation, CheckFinding, FindingTable
from grader.author.validation_report import render_validation
from grader.cli import main
from grader.model.report import SandboxInfo
from grader.model.verdict import Verdict
from grader.sandbox import SandboxUnavailable
from tests.cli.process import Running, adopting, command, environment, run, shown_on, terminal

FINE = findings.CheckResult("rights", "63 right solutions, each with full marks", seconds=61.4)
SURVIVORS = findings.CheckResult(
    "mutants",
    "1 of 332 mutants survived, 1 failed more than they should",
    [
        FindingTable(
            "Surviving mutants",
            [CheckFinding("games/forgets", "Forgets.", ["3.1", "3.2"], ["3.1"])],
            "Should fail",
            "Fails",
        ),
        FindingTable(
            "Mutants that fail more than they should",
            [
                CheckFinding(
                    "tsp/x", "Odd.", ["1.6"], ["1.3", "1.6"], Verdict.RUNTIME_ERROR, "::error::"
                )
            ],
            "Should fail",
            "Fails",
        ),
    ],
    {"mutants": 332},
)
NOTHING = findings.CheckResult("data", "no generator in reference/x/generate", skipped=True)
LOST = findings.CheckResult("reference", "full marks", errors=["3: a grading process was lost."])


def validation(*results: findings.CheckResult, warning: str = "") -> AssignmentValidation:
    info = SandboxInfo("bubblewrap", {"files": True}, warning)
    return AssignmentValidation("ps2", 0, info, results, 400.0)


def grade(*arguments: str | Path, assignment: str = "ps2") -> Result:
    """Validates an assignment; all of the course if that is empty."""
    named = [assignment] if assignment else []
    return CliRunner().invoke(main, ["author", "validate", *named, *map(str, arguments)])


Pretend = Callable[..., dict[str, Any]]


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Lets validations end with these results; returns what was asked for."""

    def install(*results: findings.CheckResult, **changes: Any) -> dict[str, Any]:
        asked: dict[str, Any] = {}

        def validate(
            assignment: str, backend: object, request: CheckRequest, *, finished: Any, **named: Any
        ) -> AssignmentValidation:
            asked.update(named, assignment=assignment, request=request)
            for result in results:
                finished(result)
            return validation(*results, **changes)

        monkeypatch.setattr(validate_assignment, "validate_assignment", validate)
        monkeypatch.setattr(
            sandbox, "choose_backend", lambda name: asked.setdefault("sandbox", name)
        )
        return asked

    return install


def shown(*results: findings.CheckResult, width: int = 80, **changes: Any) -> str:
    page = io.StringIO()
    render_validation(validation(*results, **changes), Console(file=page, width=width))
    return page.getvalue()


def squeezed(text: str) -> str:
    return " ".join(text.split())


# Exit statuses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ([FINE], 0),
        ([FINE, NOTHING], 0),
        ([FINE, SURVIVORS], 1),
        ([LOST, FINE], 3),
        ([SURVIVORS, LOST], 3),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_status_tells_how_it_went(
    pretend: Pretend, results: list[findings.CheckResult], status: int, form: str
) -> None:
    pretend(*results)
    result = grade("--format", form)
    assert result.exit_code == status
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("problem", "status"),
    [(NoVariantChosen("No variant of ps2."), 2), (SandboxUnavailable("None here."), 3)],
)
def test_what_cannot_be_tried(
    monkeypatch: pytest.MonkeyPatch, problem: Exception, status: int
) -> None:
    def validate(*_: Any, **__: Any) -> AssignmentValidation:
        raise problem

    monkeypatch.setattr(validate_assignment, "validate_assignment", validate)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    result = grade()
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr == f"grade: {problem}\n"


def test_an_interrupt_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def validate(*_: Any, **__: Any) -> AssignmentValidation:
        raise KeyboardInterrupt

    monkeypatch.setattr(validate_assignment, "validate_assignment", validate)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    result = grade()
    assert result.exit_code == 3
    assert result.stderr == "grade: interrupted; not everything was tried.\n"


def test_an_unknown_assignment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "choose_backend", str)
    result = grade(assignment="ps9")
    assert result.exit_code == 2
    assert result.stderr == (
        f"grade: There is no assignment 'ps9' in the course {BUILT_IN}; it has "
        "breakthrough_agent, connect4, ps2.\n"
    )


def test_without_a_name_all_assignments_are_validated(pretend: Pretend) -> None:
    pretend(FINE, SURVIVORS)
    result = grade(assignment="")
    assert result.exit_code == 1
    assert result.stdout.count("63 right solutions") == 3
    assert result.stderr == (
        "grade: assignment breakthrough_agent\ngrade: assignment connect4\ngrade: assignment ps2\n"
    )


@pytest.mark.parametrize("options", [["-f", "json"], ["-o", "outcome.txt"]])
def test_a_document_is_about_one_assignment(pretend: Pretend, options: list[str]) -> None:
    pretend(FINE)
    result = grade(*options, assignment="")
    assert result.exit_code == 2
    assert "name one of breakthrough_agent, connect4, ps2" in squeezed(result.stderr)


def test_a_variant_may_be_one_of_any_assignment(monkeypatch: pytest.MonkeyPatch) -> None:
    def validate(assignment: str, *_: Any, finished: Any, **__: Any) -> AssignmentValidation:
        if assignment != "ps2":
            raise NoVariantChosen("No variant.")
        finished(FINE)
        return validation(FINE)

    monkeypatch.setattr(validate_assignment, "validate_assignment", validate)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    assert grade("--variant", "games/*", assignment="").exit_code == 0


# What is asked for ---------------------------------------------------------------------------

USUAL = ["assignment", "data", "costs", "reference", "skeleton", "rights", "mutants", "limits"]


@pytest.mark.parametrize(
    ("arguments", "checks"),
    [
        ([], USUAL),
        (["--only", "mutants", "--only", "data"], ["data", "mutants"]),
        (["--variant", "games/*"], ["rights", "mutants", "limits"]),
        (["--variant", "games/*", "--only", "mutants"], ["mutants"]),
    ],
)
def test_checks(pretend: Pretend, arguments: list[str], checks: list[str]) -> None:
    asked = pretend(FINE)
    assert grade(*arguments).exit_code == 0
    assert [*asked["request"].checks] == checks


def test_options_reach_the_validation(pretend: Pretend) -> None:
    asked = pretend(FINE)
    grade("--seeds", "3", "--seed", "-5", "-j", "7", "--sandbox", "docker")
    grade("--variant", "a", "--variant", "b")
    assert asked["jobs"] is None
    assert asked["request"].variants == ("a", "b")
    assert asked["sandbox"] == "docker"
    asked = pretend(FINE)
    grade("--seeds", "3", "--seed", "-5", "-j", "7", assignment="other")
    assert (asked["assignment"], asked["jobs"]) == ("other", 7)
    assert (asked["request"].seeds, asked["request"].seed) == (3, -5)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--only", "all"], "'all' is not one of"),
        (["--seeds", "0"], "0 is not in the range"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--only", "data", "--variant", "x"], "--variant chooses nothing here; add --only rights"),
        (["--only", "data", "--seeds", "3"], "--seeds counts gradings of the reference"),
        (["--variant", "x", "--seeds", "3"], "--seeds counts gradings of the reference"),
        (["ps3"], "unexpected extra argument"),
    ],
)
def test_usage(arguments: list[str], complaint: str) -> None:
    result = grade(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in squeezed(result.stderr)


def test_without_a_sandbox_there_is_a_warning(pretend: Pretend) -> None:
    pretend(FINE, warning="NO SANDBOX")
    result = grade("--sandbox", "none")
    assert "WARNING: no sandbox" in result.stderr
    assert "! NO SANDBOX" in result.stdout


def test_it_is_known_to_the_command_line() -> None:
    assert "  author validate " in CliRunner().invoke(main, ["--help"]).stdout
    assert "0 everything is as it should be" in squeezed(grade("--help").stdout)


# Where it goes -------------------------------------------------------------------------------


def test_text(pretend: Pretend) -> None:
    pretend(FINE, SURVIVORS)
    text = grade().stdout
    assert text.startswith("✔ rights      63 right solutions, each with full marks")
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_json_is_the_only_thing_on_standard_output(pretend: Pretend) -> None:
    pretend(FINE, SURVIVORS)
    document = json.loads(grade("-f", "json").stdout)
    assert document["schema"] == "grade-validation/1"
    assert document["state"] == "failed"
    assert [check["state"] for check in document["checks"]] == ["passed", "failed"]
    assert document["checks"][1]["figures"] == {"mutants": 332}
    assert document["checks"][1]["findings"][0] == {
        "kind": "Surviving mutants",
        "name": "games/forgets",
        "what": "Forgets.",
        "should": ["3.1", "3.2"],
        "does": ["3.1"],
        "verdict": None,
        "message": "",
    }


def test_the_name_of_the_file_says_the_form(pretend: Pretend, tmp_path: Path) -> None:
    pretend(FINE)
    assert grade("-o", tmp_path / "a.json").exit_code == 0
    assert (tmp_path / "a.json").read_text().startswith("{")
    refused = grade("-o", tmp_path / "a.html")
    assert refused.exit_code == 2
    assert "use one of .json, .txt, or" in " ".join(refused.stderr.split())


@pytest.mark.parametrize("form", ["text", "json"])
def test_into_a_file(pretend: Pretend, tmp_path: Path, form: str) -> None:
    pretend(FINE, SURVIVORS)
    path = tmp_path / "outcome"
    result = grade("--format", form, "-o", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"grade: the outcome is in {path}\n"
    assert "63 right solutions" in path.read_text("utf-8")
    assert "games/forgets" in path.read_text("utf-8")


def test_a_file_without_a_place_is_refused_first(pretend: Pretend, tmp_path: Path) -> None:
    asked = pretend(FINE)
    result = grade("-o", tmp_path / "nowhere" / "outcome")
    assert result.exit_code == 2
    assert "does not exist; create it first" in result.stderr
    assert asked == {}


# Text ----------------------------------------------------------------------------------------


def test_what_is_not_as_it_should_be() -> None:
    text = squeezed(shown(NOTHING, LOST, FINE, SURVIVORS))
    assert "– data no generator in reference/x/generate ! reference" in text
    assert "✔ rights 63 right solutions, each with full marks 61 s" in text
    assert "Surviving mutants Should fail Fails" in text
    assert "games/forgets 3.1, 3.2 3.1 Forgets." in text
    assert "tsp/x 1.6 1.3, 1.6 Odd. runtime error │ ::error::" in text
    assert "reference: the grader itself failed" in text
    assert "3: a grading process was lost." in text
    assert text.endswith(
        "! Not everything could be decided · 1 skipped · 6 min 40 s · seed 0 · sandbox bubblewrap"
    )


def test_the_outcome() -> None:
    assert "✔ 1 check passed · 1 skipped" in shown(NOTHING, FINE)
    assert "✘ 1 of 2 checks failed · 6 min 40 s" in shown(SURVIVORS, FINE)


def test_nothing_failed_where_something_should() -> None:
    table = FindingTable("Surviving", [CheckFinding("a", "A.", ["1"])], "Should fail", "Fails")
    assert "a 1 nothing A." in squeezed(shown(findings.CheckResult("mutants", "", [table])))


def test_long_lists_are_cut() -> None:
    table = FindingTable("Surviving", [CheckFinding(f"f/{number}", "A.") for number in range(53)])
    text = shown(findings.CheckResult("mutants", "", [table], errors=["Lost."] * 52))
    assert "… and 3 more; --format json has them all" in text
    assert "… and 2 more; --format json has them all" in text
    assert "f/49" in text
    assert "f/50" not in text


HOSTILE = "\x1b[31mred\u202e ##[error]" + "wide, " * 90 + "\n" * 30 + "::error"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_whatever_a_submission_says_it_fits_the_terminal(width: int) -> None:
    finding = CheckFinding("a/" + "long_" * 30, "Wrong. " * 30, ["1.1"] * 9, ["2.2"] * 9,
                      Verdict.WRONG_ANSWER, HOSTILE)  # fmt: skip
    table = FindingTable("Surviving mutants", [finding], "Should fail", "Fails")
    text = shown(
        findings.CheckResult("mutants", "Summary. " * 20, [table], errors=[HOSTILE]), width=width
    )
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert not {"\x1b", "\u202e"} & set(text)
    assert "##[" not in text
    assert not any(line.lstrip().startswith(("::", "##")) for line in text.splitlines())


@pytest.mark.parametrize("width", [80, 200])
def test_lines_of_checks_are_not_drawn_apart(width: int) -> None:
    first = shown(FINE, width=width).splitlines()[0]
    assert cell_len(first) <= 100
    assert first.endswith("61 s")


# As a program --------------------------------------------------------------------------------

SKELETON = ("author", "validate", "ps2", "--only", "skeleton")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_in_a_pipe() -> None:
    done = run(*SKELETON)
    first, second, _, last = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert first.startswith("✔ assignment  34 points in 10 coded tasks")
    assert second.startswith("✔ skeleton    0 points")
    assert last.startswith("✔ 2 checks passed")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_progress_is_shown_on_a_terminal_and_wiped_in_the_end() -> None:
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command(*SKELETON, "-f", "json"),
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        shown = shown_on(ours)
        out, _ = process.communicate(timeout=60)
    assert "validating ps2   0 of 1" in shown
    assert shown.endswith("\r\x1b[2K")
    assert "\n" not in shown
    assert [check["name"] for check in json.loads(out)["checks"]] == ["assignment", "skeleton"]


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_an_interrupt_leaves_nothing_behind() -> None:
    with adopting():  # which waits for everybody
        validation = Running(
            "author", "validate", "ps2", "--only", "mutants", until="validating ps2   0 of "
        )
        validation.process.send_signal(signal.SIGINT)
        status, _, shown = validation.end()
    assert status == 3
    assert shown.endswith("\r\x1b[2Kgrade: interrupted; not everything was tried.\r\n")
