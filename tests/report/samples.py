"""Made-up reports, small enough to be read in the tests that use them."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from grader.report import (
    CallTrace,
    CaseResult,
    Report,
    SandboxInfo,
    TaskResult,
    TestResult,
    View,
    Visibility,
)
from grader.report.text import render
from grader.verdict import Verdict

BOARD = ("___B__", "__BB__", "____BB", "WBW_B_", "____WW", "_WW___")
SANDBOX = SandboxInfo("bubblewrap", {"files": True, "network": True})


def call(**changes: object) -> CallTrace:
    values: dict[str, object] = {
        "function": "minimax",
        "arguments": ("[['_', '_', '_', 'B', …", "0", "3", "Player.BLACK", "generate_valid_moves"),
        "board": BOARD,
    }
    return CallTrace(**(values | changes))  # type: ignore[arg-type]


def case(**changes: object) -> CaseResult:
    values: dict[str, object] = {
        "id": "win_in_3-07",
        "verdict": Verdict.WRONG_ANSWER,
        "visibility": Visibility.PUBLIC,
        "points": 1.0,
        "message": "The score is wrong.",
        "expected": "21092109",
        "actual": "3",
        "cpu_seconds": 0.042,
        "wall_seconds": 0.05,
        "seed": 11,
        "call": call(),
    }
    return CaseResult(**(values | changes))  # type: ignore[arg-type]


def a_test(*cases: CaseResult, **changes: object) -> TestResult:
    verdict = Verdict.worst(each.verdict for each in cases)
    values: dict[str, object] = {
        "id": "test_forced_win",
        "title": "Finds a forced win",
        "hint": "Think about the last ply.",
        "visibility": Visibility.PUBLIC,
        "points": 1.0,
        "score": 1.0 if verdict.passed else 0.0,
        "verdict": verdict,
        "cases": cases,
    }
    return TestResult(**(values | changes))  # type: ignore[arg-type]


def task(*tests: TestResult, **changes: object) -> TaskResult:
    values: dict[str, object] = {
        "id": "3.1",
        "title": "Minimax search",
        "function": "minimax",
        "max_score": sum(test.points for test in tests),
        "score": sum(test.score for test in tests),
        "verdict": Verdict.worst(test.verdict for test in tests),
        "tests": tests,
    }
    return TaskResult(**(values | changes))  # type: ignore[arg-type]


WRITTEN = TaskResult("1.1", "State representation", None, 2.0, None, None)
RIGHT = task(a_test(case(verdict=Verdict.ACCEPTED, message="")), id="2.1", title="Moves")


def report(*tasks: TaskResult, **changes: object) -> Report:
    values: dict[str, object] = {
        "grader_version": "0.1.0",
        "path": "submissions/bob.py",
        "digest": "9f86d081884c7d659a2feaa0c55ad015" * 2,
        "assignment": "ps2",
        "seed": 5,
        "complete": True,
        "sandbox": SANDBOX,
        "duration": 3.456,
        "tasks": tasks,
    }
    return Report(**(values | changes))  # type: ignore[arg-type]


def shown(
    graded: Report, view: View = View.STAFF, width: int = 80, *, terminal: bool = False
) -> str:
    file = StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
        legacy_windows=False,
    )
    render(graded, view, console)
    return file.getvalue()
