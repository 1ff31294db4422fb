"""Orders: what is sent is what is graded, and a worker with something else refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest

from grader import sandbox as sandboxes
from grader.jobs import accept_remote_order
from grader.jobs.accept_remote_order import WorkerUnfit, accept_order
from grader.jobs.grading_key import GradingSetting
from grader.jobs.work_order import GradingOrder, make_inquiry
from grader.model.submission import Cell, DataFile, LoadNote, Submission
from grader.sandbox import SandboxUnavailable


def test_a_submission_arrives_as_it_was(setting: GradingSetting) -> None:
    submission = Submission(
        path="in/\ud800 name.py",
        digest="d" * 64,
        cells=(
            Cell("x = '\ud800é\x00'\n", "name.py", notebook=True),
            Cell("", "b.py", notebook=False),
        ),
        notes=(LoadNote("it was odd", "name.py", 3), LoadNote("very", "b.py", None)),
        main="src/name.py",
        modules=(Cell("y = 2\n", "src/h.py", notebook=False),),
        data=(DataFile("src/book.bin", bytes(range(256))), DataFile("empty", b"")),
    )
    order = GradingOrder(setting, submission)
    context, arrived = accept_order(order.text)
    assert arrived == order
    assert (context.setting, context.seed, context.tasks) == (setting, 0, ("5.1",))


def test_an_inquiry_grades_nothing(setting: GradingSetting) -> None:
    assert accept_order(make_inquiry(setting))[1] is None


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("tests", "has other hidden tests of ps2; bring the same files there"),
        ("limits", "has other limits of ps2; bring the same files there"),
        ("reference", "has another reference of ps2; bring the same files there"),
        ("grader", "has another version of the grader; install the same one there"),
        ("python", "has another python: CPython 3"),
        ("sandbox", "has another sandbox: none, without"),
    ],
)
def test_who_has_something_else_refuses(setting: GradingSetting, part: str, reason: str) -> None:
    wanted = GradingSetting(**{**setting.parts, part: f"{setting.parts[part]}, changed"})
    with pytest.raises(WorkerUnfit, match=f"^{reason}"):
        accept_order(make_inquiry(wanted))


def test_who_has_no_such_assignment_refuses(setting: GradingSetting) -> None:
    with pytest.raises(WorkerUnfit, match=r"^cannot use algebra: There is no assignment"):
        accept_order(make_inquiry(replace(setting, assignment="algebra")))


def test_who_has_no_sandbox_refuses(
    setting: GradingSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(name: str) -> NoReturn:
        raise SandboxUnavailable(f"There is no {name} here.")

    monkeypatch.setattr(sandboxes, "choose_backend", choose)
    with pytest.raises(WorkerUnfit, match=r"^finds no sandbox: There is no docker here\.$"):
        accept_order(make_inquiry(replace(setting, sandbox="docker")))


def test_who_has_files_that_changed_meanwhile_refuses(
    setting: GradingSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if they are right now: what is in memory is older."""
    accept_order(make_inquiry(setting))
    now = {"tests": "new", "limits": setting.limits}
    monkeypatch.setattr(accept_remote_order, "digest_assignment_files", lambda _: now)
    with pytest.raises(
        WorkerUnfit, match=r"^has files of ps2 that have changed since it read them$"
    ):
        accept_order(make_inquiry(setting))


@pytest.mark.parametrize("order", ["[]", "{}", "[{}, null]", '[{"tasks": []}, null]', "no JSON"])
def test_what_another_version_may_send(order: str) -> None:
    with pytest.raises(WorkerUnfit, match=r"^has another version of the grader"):
        accept_order(order)
