"""``grade doctor`` as administrators and scripts meet it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

import grader
from grader import doctor as probing
from grader.cli import main
from grader.doctor import (
    BackendExamination,
    BreakoutAttempt,
    Diagnosis,
    PromiseResult,
    machine_facts,
)
from grader.doctor.doctor_report import render_diagnosis

ROOT = Path(grader.__file__).parents[1]
HELD = PromiseResult(
    "files", [BreakoutAttempt("reading /x", True, "refused")], "1 file could not be read"
)
BROKEN = PromiseResult("network", [BreakoutAttempt("reaching /y", False, "could be reached")])
UNTRIED = PromiseResult("network", [BreakoutAttempt("trying it", None, "there was no time")])
CLAIMED = {"files": True, "network": False}
FULL = BackendExamination("bubblewrap", "", "3.11.2", "", CLAIMED, [HELD])
PARTIAL = BackendExamination(
    "bubblewrap", "", "3.11.2", "No network limit.", CLAIMED, [HELD, BROKEN]
)
ABSENT = BackendExamination("docker", "No Docker engine answers. Start one.")


def diagnosis(
    *backends: BackendExamination, chosen: str = "bubblewrap", **changes: Any
) -> Diagnosis:
    facts = {"grader": "1.2.3", "kernel": "Linux 6.1"}
    return Diagnosis(
        **({"machine": facts, "advice": []} | changes), backends=backends, chosen=chosen
    )


def grade(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments])


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[Diagnosis], list[str | None]]:
    """Lets the command find what a test says; returns what was asked for."""

    def install(found: Diagnosis) -> list[str | None]:
        asked: list[str | None] = []

        def diagnose(only: str | None) -> Diagnosis:
            asked.append(only)
            return found

        monkeypatch.setattr(probing, "diagnose_machine", diagnose)
        return asked

    return install


Pretend = Callable[[Diagnosis], list[str | None]]


def shown(found: Diagnosis, width: int = 80) -> str:
    page = io.StringIO()
    render_diagnosis(found, Console(file=page, width=width))
    return page.getvalue()


def squeezed(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


# Exit statuses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (diagnosis(FULL, ABSENT), 0),
        (diagnosis(PARTIAL), 1),
        (diagnosis(BackendExamination("bubblewrap", claimed=CLAIMED, findings=[HELD, UNTRIED])), 1),
        (diagnosis(ABSENT, chosen=""), 3),
        (diagnosis(ABSENT, chosen="docker"), 3),
        (diagnosis(PARTIAL, BackendExamination("docker", findings=[HELD]), chosen="docker"), 0),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_status_tells_what_the_chosen_sandbox_is_worth(
    pretend: Pretend, found: Diagnosis, status: int, form: list[str]
) -> None:
    pretend(found)
    result = grade(*form)
    assert result.exit_code == status
    assert result.stderr == ""


@pytest.mark.parametrize("arguments", [["--sandbox", "none"], ["--sandbox", "nsjail"], ["x.py"]])
def test_usage(arguments: list[str]) -> None:
    result = grade(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_one_backend_can_be_asked_for(pretend: Pretend) -> None:
    asked = pretend(diagnosis(FULL))
    grade("--sandbox", "docker")
    grade()
    assert asked == ["docker", None]


def test_it_is_known_to_the_command_line() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert "\n  doctor  " in result.stdout
    assert "0 if the sandbox that gradings use" in squeezed(grade("--help").stdout)


# What is examined -----------------------------------------------------------------------------


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []

    def examine(name: str) -> BackendExamination:
        names.append(name)
        return BackendExamination(name, findings=[HELD])

    monkeypatch.setattr(probing, "examine_backend", examine)
    monkeypatch.setattr(machine_facts, "collect_machine_facts", dict)
    return names


@pytest.mark.parametrize(
    ("only", "auto", "names", "chosen"),
    [
        (None, "docker", ["bubblewrap", "docker"], "docker"),
        ("auto", "docker", ["docker"], "docker"),
        ("bubblewrap", "docker", ["bubblewrap"], "bubblewrap"),
        (None, "", ["bubblewrap", "docker"], ""),
        ("auto", "", ["bubblewrap", "docker"], ""),
    ],
)
def test_what_is_probed_and_what_counts(
    examined: list[str],
    monkeypatch: pytest.MonkeyPatch,
    only: str | None,
    auto: str,
    names: list[str],
    chosen: str,
) -> None:
    monkeypatch.setattr(probing, "_choose_backend", lambda: auto)
    assert probing.diagnose_machine(only).chosen == chosen
    assert examined == names


# Text -----------------------------------------------------------------------------------------


def test_every_backend_and_every_promise_has_its_line() -> None:
    text = squeezed(shown(diagnosis(PARTIAL, ABSENT)))
    assert "✘ bubblewrap not everything is enforced · Python 3.11.2 · gradings use this one" in text
    assert "files ✔ enforced 1 file could not be read" in text
    assert "network ✘ not enforced reaching /y: could be reached" in text
    assert "Every report says: No network limit." in text
    assert "– docker cannot be used here No Docker engine answers. Start one." in text
    assert "– none protects nothing" in text
    assert "kernel Linux 6.1" in text
    assert text.endswith("Submissions run in bubblewrap, where not everything is enforced.")


def test_a_long_problem_is_told_to_its_end() -> None:
    found = diagnosis(
        BackendExamination("docker", "It failed. " * 60 + "Do this."), chosen="docker"
    )
    text = squeezed(shown(found))
    assert "It failed. Do this." in text
    assert "gradings use this one" not in text


def test_what_was_not_tried_is_not_proved() -> None:
    text = squeezed(shown(diagnosis(BackendExamination("bubblewrap", findings=[HELD, UNTRIED]))))
    assert "network – not proved trying it: there was no time" in text


def test_without_a_sandbox_it_says_that_nothing_is_graded() -> None:
    text = squeezed(shown(diagnosis(ABSENT, chosen="")))
    assert text.endswith("No sandbox can be used here: gradings refuse to start.")


def test_what_to_do_is_said_last() -> None:
    text = squeezed(shown(diagnosis(FULL, advice=["Install this.", "Start that."])))
    assert "What to do → Install this. → Start that. Submissions run" in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_it_fits_the_terminal(width: int) -> None:
    long = PromiseResult(
        "memory per process", [BreakoutAttempt("trying " * 20, False, "seen/" * 60)]
    )
    found = diagnosis(
        BackendExamination("bubblewrap", findings=[HELD, long], warning="a warning " * 20),
        BackendExamination("docker", "problem " * 30),
        machine={"kernel": "x" * 200},
        advice=["do " * 100],
    )
    assert max(map(cell_len, shown(found, width).splitlines())) <= width


def test_nothing_is_interpreted() -> None:
    evil = "\x1b[2J[bold]x[/bold]\u202e"
    found = diagnosis(
        BackendExamination(
            "bubblewrap", findings=[PromiseResult("files", [BreakoutAttempt(evil, False, evil)])]
        ),
        BackendExamination("docker", evil, warning=evil),
        machine={"kernel": evil},
        advice=[evil],
    )
    text = shown(found)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("[bold]x[/bold]") >= 4


# JSON -----------------------------------------------------------------------------------------


def test_json_holds_every_attempt(pretend: Pretend) -> None:
    pretend(diagnosis(PARTIAL, ABSENT, advice=["Do it."]))
    document = json.loads(grade("--json").stdout)
    assert document == {
        "schema": "grade-doctor/1",
        "grader_version": grader.__version__,
        "protection": "partial",
        "chosen": "bubblewrap",
        "backends": [
            {
                "name": "bubblewrap",
                "protection": "partial",
                "problem": "",
                "python": "3.11.2",
                "warning": "No network limit.",
                "findings": [
                    {
                        "promise": "files",
                        "state": "enforced",
                        "why": "1 file could not be read",
                        "claimed": True,
                        "attempts": [{"tried": "reading /x", "held": True, "seen": "refused"}],
                    },
                    {
                        "promise": "network",
                        "state": "not enforced",
                        "why": "reaching /y: could be reached",
                        "claimed": False,
                        "attempts": [
                            {"tried": "reaching /y", "held": False, "seen": "could be reached"}
                        ],
                    },
                ],
            },
            {
                "name": "docker",
                "protection": "none",
                "problem": "No Docker engine answers. Start one.",
                "python": None,
                "warning": "",
                "findings": [],
            },
        ],
        "machine": {"grader": "1.2.3", "kernel": "Linux 6.1"},
        "advice": ["Do it."],
    }


def test_no_sandbox_is_null_in_json(pretend: Pretend) -> None:
    pretend(diagnosis(ABSENT, chosen=""))
    document = json.loads(grade("--json").stdout)
    assert (document["chosen"], document["protection"]) == (None, "none")


# Advice ---------------------------------------------------------------------------------------


def test_a_claim_that_does_not_hold_is_to_be_reported() -> None:
    lying = BackendExamination("bubblewrap", claimed={"network": True}, findings=[BROKEN])
    (sentence,) = machine_facts.give_advice([lying])
    assert "do not use it" in sentence
    assert "SECURITY.md" in sentence
    assert "(network)" in sentence


@pytest.mark.parametrize(
    ("account", "contained", "words"),
    [
        (0, False, "containers"),
        (1000, False, "systemd-run"),
        (0, True, "containers"),
        (1000, True, "the ✘ is expected there"),
    ],
)
def test_what_follows_where_control_groups_are_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, account: int, contained: bool, words: str
) -> None:
    mark = tmp_path if contained else tmp_path / "none"
    monkeypatch.setattr(machine_facts, "_CONTAINER_MARKS", (str(mark),))
    monkeypatch.setattr(os, "geteuid", lambda: account)
    finding = PromiseResult("memory in total", [BreakoutAttempt("x", False)])
    backend = BackendExamination(
        "bubblewrap", claimed={"memory in total": False}, findings=[finding]
    )
    (sentence,) = machine_facts.give_advice([backend])
    assert words in sentence


@pytest.mark.parametrize("installed", ["/usr/bin/bwrap", None])
def test_in_a_container_bubblewrap_needs_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installed: str | None
) -> None:
    monkeypatch.setattr(machine_facts, "_CONTAINER_MARKS", (str(tmp_path),))
    monkeypatch.setattr(machine_facts, "_RESTRICTIONS", {})
    monkeypatch.setattr(shutil, "which", lambda _: installed)
    advice = machine_facts.give_advice([BackendExamination("bubblewrap", "it failed")])
    assert [sentence for sentence in advice if "systempaths=unconfined" in sentence] == advice
    assert bool(advice) is bool(installed)


def test_a_missing_filter_cannot_be_mended() -> None:
    finding = PromiseResult("system calls", [BreakoutAttempt("x", False)])
    backend = BackendExamination("docker", claimed={"system calls": False}, findings=[finding])
    assert any("x86-64 or aarch64" in sentence for sentence in machine_facts.give_advice([backend]))


def test_settings_that_forbid_namespaces_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = tmp_path / "max_user_namespaces"
    setting.write_text("0\n")
    monkeypatch.setattr(machine_facts, "_RESTRICTIONS", {str(setting): ("0", "Allow them.")})
    monkeypatch.setattr(machine_facts, "_CONTAINER_MARKS", ())
    assert machine_facts.give_advice([BackendExamination("bubblewrap", "it failed")]) == [
        "Allow them."
    ]
    assert machine_facts.give_advice([FULL]) == []
    assert str(setting) in machine_facts.collect_machine_facts()["user namespaces"]
    setting.write_text("1000\n")
    assert machine_facts.give_advice([BackendExamination("bubblewrap", "it failed")]) == []


# The real thing -------------------------------------------------------------------------------


def run(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "grader", "doctor", *arguments],
        env={**environment, **changes},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_real_machine() -> None:
    result = run("--sandbox", "bubblewrap", "--json")
    assert result.stderr == ""
    document = json.loads(result.stdout)
    (backend,) = document["backends"]
    assert result.returncode == {"full": 0, "partial": 1}[document["protection"]]
    assert document["chosen"] == backend["name"] == "bubblewrap"
    assert [finding["promise"] for finding in backend["findings"]] == [*probing.JUDGES]
    assert sum(len(finding["attempts"]) for finding in backend["findings"]) > 90
    for finding in backend["findings"]:
        assert (finding["state"] == "enforced") is finding["claimed"], finding["why"]
    assert document["machine"]["bubblewrap"][0].isdigit()


def test_without_any_sandbox_it_says_what_to_install(tmp_path: Path) -> None:
    nobody = f"unix://{tmp_path}/nobody.sock"
    result = run(PATH=str(tmp_path), DOCKER_HOST=nobody, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (3, "")
    text = squeezed(result.stdout)
    assert "bubblewrap (bwrap) was not found. Install bubblewrap" in text
    assert "bubblewrap not installed" in text
    assert "gradings refuse to start" in text


def test_a_folder_called_docker_is_no_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    """This project has one, and Python takes it for a package where there is none."""
    monkeypatch.setitem(sys.modules, "docker", ModuleType("docker"))
    monkeypatch.setitem(sys.modules, "docker.errors", None)
    assert machine_facts.collect_machine_facts()["Docker"] == "Python SDK not installed"


def test_a_reader_may_leave_early(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [sys.executable, "-m", "grader", "doctor"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": str(tmp_path)}
        | {"DOCKER_HOST": f"unix://{tmp_path}/nobody.sock"},
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (3, b"")
