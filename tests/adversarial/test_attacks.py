"""Every hostile program against every backend: it gains nothing, leaves nothing, spoils nothing.

Three of each kind are quick to show it; the others are a long suite.
"""

from __future__ import annotations

import io
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from grader import intake
from grader.jobs.grading import grade
from grader.model.report import Report, View
from grader.render.report_formats import FORMS, write_report
from grader.render.report_json import dumps, loads
from grader.render.terminal.report import render
from grader.sandbox import Sandbox
from tests.adversarial import attacks, host
from tests.adversarial.attacks import ATTACKS, Attack
from tests.render.test_report_formats import assert_harmless

pytestmark = pytest.mark.adversarial

HANGING = 100
"""Seconds after which something hangs; nothing here decides a verdict."""

QUICK = {
    "cheating/append_passed", "cheating/lying_equality", "cheating/replace_codec",
    "dying/kill_template_and_return", "dying/os_exit", "dying/sigstop_group",
    "eating/endless_stdout", "eating/fork_bomb", "eating/memory_bomb",
    "escaping/kill_init", "escaping/mount", "escaping/outer_processes",
    "lent/forged_messages", "lent/frames", "lent/provoked_exceptions",
    "lingering/daemon", "lingering/files", "lingering/patched_at_load",
    "never_ending/bare_except", "never_ending/import_loop", "never_ending/sleep",
    "pondering/between_games", "pondering/continued_by_others", "pondering/in_a_thread",
    "reporting/html", "reporting/terminal_sequences", "reporting/workflow_commands",
    "wire/answer_ahead", "wire/flood", "wire/replace_descriptor",
}  # fmt: skip

LARGEST_REPORT = 8 << 20
"""Characters of a report of five failed cases, each with all the output that is kept of it."""


@pytest.fixture(autouse=True)
def _no_hanging() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"not over after {HANGING} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(HANGING)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def started(backend: Sandbox, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The containers that are started from now on."""
    ids: list[str] = []
    if backend.info.backend == "docker":
        from grader.sandbox.docker import engine_client

        start = engine_client.start

        def noted(id: str) -> None:
            ids.append(id)
            start(id)

        monkeypatch.setattr(engine_client, "start", noted)
    return ids


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(attack, id=attack.id, marks=() if attack.id in QUICK else (pytest.mark.deep,))
        for attack in ATTACKS
    ],
)
def test_attack(
    attack: Attack,
    backend: Sandbox,
    surroundings: dict[str, str],
    listener: socket.socket,
    started: list[str],
    tmp_path: Path,
) -> None:
    assignment = attacks.assignment(attack.cpu)
    submission = intake.read_submission(attack.written(tmp_path, surroundings))
    before = host.look()
    report = grade(submission, assignment, backend)
    assert attacks.mistakes(attack, report) == [], attacks.everything_told(report)
    assert_presentable(report)
    after = grade(attacks.honest(tmp_path), assignment, backend, tasks=("before",))
    assert after.score == after.max_score > 0
    assert after.errors == ()
    assert before.differences() == []
    assert bool(started) == (backend.info.backend == "docker")
    if started:
        assert host.containers() == []
    assert [line for container in started for line in host.remains(container)] == []
    with pytest.raises(BlockingIOError):  # nobody has called
        listener.accept()
    assert Path(surroundings["PRIVATE"]).read_text() == "of the teaching staff"


def assert_presentable(report: Report) -> None:
    """The report can be stored, read back and looked at, whatever the program put into it."""
    for form in FORMS:
        assert_harmless(form, write_report(form, report, View.STAFF))
    for view in View:
        text = dumps(report, view)
        # Compared as JSON, where 1 and 1.0 are the same number.
        assert json.loads(dumps(loads(text), view)) == json.loads(text)
        assert all(" " <= char <= "~" or char == "\n" for char in text)
        assert "##[" not in text
        assert len(text) < LARGEST_REPORT
        page = io.StringIO()
        render(report, view, Console(file=page, width=100))
        shown = page.getvalue()
        assert all(char.isprintable() or char == "\n" for char in shown)
        assert "##[" not in shown
        assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]
