"""The JSON form of a report, as ``schema.json`` describes it, written and read back."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import NoReturn

from grader.model.report import (
    SCHEMA,
    Budget,
    CallTrace,
    CaseResult,
    Decision,
    Report,
    SandboxInfo,
    TaskResult,
    TestResult,
    View,
    Visibility,
)
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.model.view import for_view
from grader.render.document import Node, ReportError
from grader.render.figurejson import (
    plain,
    read_dependency,
    read_diagnosis,
    read_excerpt,
    read_explanation,
    read_figure,
)

_NONFINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_LONGEST_INT = 1024
"""Bits. Python itself refuses to print or read integers of more than 4300 digits."""
_LEVELS = 4
"""A report, its tasks, a task, its tests and cases."""
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False)
"""One that indents would be written in Python, and takes five times as long."""


def dumps(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report`` as JSON: ASCII only, ends with a newline.

    Raises:
        ReportError: two tests of a task share an id, or a measured number is not finite.
    """
    return encode(_report(for_view(report, view)))


def encode(document: object) -> str:
    """Returns ``document`` as JSON that can be shown anywhere: ASCII, ends with a newline.

    It is indented down to the tests and cases of a report, which have a line each.

    Raises:
        ReportError: a number is not finite.
    """
    try:
        text = _indented(document, "\n", _LEVELS)
    except ValueError as error:
        raise ReportError(f"This report cannot be written as JSON: {error}.") from error
    # Printed into the log of a CI runner, "##[" would begin a command even inside a line.
    # A number sign can only stand in a string, where JSON allows an escape for it.
    return text.replace("##", "#\\u0023") + "\n"


def _indented(node: object, newline: str, levels: int) -> str:
    if levels and node and isinstance(node, dict | list):
        inner = f"{newline} "
        if isinstance(node, list):
            members = [_indented(member, inner, levels - 1) for member in node]
            return f"[{inner}{f',{inner}'.join(members)}{newline}]"
        members = [
            f"{_ENCODER.encode(key)}: {_indented(value, inner, levels - 1)}"
            for key, value in node.items()
        ]
        return f"{{{inner}{f',{inner}'.join(members)}{newline}}}"
    return _ENCODER.encode(node)


def loads(text: str) -> Report:
    """Reads a report that ``dumps`` wrote; keys that are not in the schema are ignored.

    Raises:
        ReportError: not JSON, another schema or version, or not the shape of a report.
    """
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ReportError("This is not a grade report: its JSON is nested too deeply.") from None
    except ValueError as error:
        raise ReportError(f"This is not a grade report: it is not valid JSON ({error}).") from None
    if not isinstance(document, dict) or not isinstance(document.get("schema"), str):
        raise ReportError(f'This is not a grade report: it does not say "schema": "{SCHEMA}".')
    if document["schema"] != SCHEMA:
        raise ReportError(
            f"This report has the schema {document['schema']!a}, but this version of the grader "
            f'reads "{SCHEMA}" only; grade the submission again or use the matching version.'
        )
    return _read_report(Node(document, ""))


# Writing ------------------------------------------------------------------------------------


def _report(report: Report) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "grader_version": report.grader_version,
        "view": report.view.value,
        "submission": {"path": report.path, "digest": report.digest},
        "assignment": report.assignment,
        "seed": report.seed,
        "score": report.score,
        "max_score": report.max_score,
        "undecided": report.undecided,
        "complete": report.complete,
        "sandbox": {
            "backend": report.sandbox.backend,
            "enforced": dict(report.sandbox.enforced),
            "warning": report.sandbox.warning,
        },
        "machine": {"speed": report.speed},
        "load": {
            "notes": [
                {"message": note.message, "file": note.file, "line": note.line}
                for note in report.load_notes
            ],
            "stdout": report.load_stdout,
        },
        "errors": list(report.errors),
        "graded_at": report.graded_at or None,
        "duration": report.duration,
        "cpu_seconds": report.cpu_seconds,
        "tasks": [_task(task) for task in report.tasks],
    }


def _task(task: TaskResult) -> dict[str, object]:
    names = [test.id for test in task.tests]
    if twice := {name for name in names if names.count(name) > 1}:
        # Cases name their test by its id, so this file could not be read back as it was meant.
        raise ReportError(f"Task {task.id} has more than one test with the id {min(twice)!a}.")
    return {
        "id": task.id,
        "title": task.title,
        "function": task.function,
        "score": task.score,
        "max_score": task.max_score,
        "verdict": None if task.verdict is None else task.verdict.value,
        "by_hand": task.by_hand,
        "note": task.note,
        "diagnoses": plain(task.diagnoses),
        "dependencies": plain(task.dependencies),
        "tests": [
            {
                "id": test.id,
                "title": test.title,
                "hint": test.hint,
                "visibility": test.visibility.value,
                "points": test.points,
                "score": test.score,
                "verdict": test.verdict.value,
                "note": test.note,
            }
            for test in task.tests
        ],
        "cases": [_case(case, test.id) for test in task.tests for case in test.cases],
    }


def _case(case: CaseResult, test: str) -> dict[str, object]:
    return {
        "id": case.id,
        "test": test,
        "verdict": case.verdict.value,
        "visibility": case.visibility.value,
        "points": case.points,
        "message": case.message,
        "expected": case.expected,
        "actual": case.actual,
        "cpu_seconds": case.cpu_seconds,
        "wall_seconds": case.wall_seconds,
        "seed": case.seed,
        "attempts": [
            {key: _plain(value) for key, value in attempt.items()} for attempt in case.attempts
        ],
        "decision": None if case.decision is None else asdict(case.decision),
        "budget": None if case.budget is None else _budget(case.budget),
        "call": None if case.call is None else _call(case.call),
        "figures": plain(case.figures),
        "explanation": plain(case.explanation),
    }


def _budget(budget: Budget) -> dict[str, object]:
    return {
        "cpu_seconds": budget.cpu_seconds,
        "reference_cpu_seconds": budget.reference_cpu_seconds,
        "calls": dict(budget.calls),
        "reference_calls": dict(budget.reference_calls),
    }


def _call(call: CallTrace) -> dict[str, object]:
    return {
        "function": call.function,
        "arguments": list(call.arguments),
        "board": None if call.board is None else list(call.board),
        "stdout": call.stdout,
        "stderr": call.stderr,
        "traceback": call.traceback,
        "excerpt": plain(call.excerpt),
    }


def _plain(value: object) -> object:
    """What the author of a stochastic test recorded; anything that JSON lacks becomes a text."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value) if value.bit_length() <= _LONGEST_INT else hex(value)
    if isinstance(value, float):
        # repr() spells exactly the three names that _NONFINITE knows.
        return float(value) if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [_plain(item) for item in value]
    return ascii(value)


# Reading ------------------------------------------------------------------------------------


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _read_report(node: Node) -> Report:
    report = Report(
        grader_version=node["grader_version"].text(),
        view=node["view"].choice(View),
        path=node["submission"]["path"].text(),
        digest=node["submission"]["digest"].text(),
        assignment=node["assignment"].text(),
        seed=node["seed"].whole(),
        complete=node["complete"].flag(),
        sandbox=SandboxInfo(
            backend=node["sandbox"]["backend"].text(),
            enforced=_read_enforced(node["sandbox"]["enforced"]),
            warning=node["sandbox"]["warning"].text(),
        ),
        duration=node["duration"].number(),
        tasks=tuple(_read_task(task) for task in node["tasks"].items()),
        load_notes=tuple(_read_note(note) for note in node["load"]["notes"].items()),
        load_stdout=node["load"]["stdout"].text(),
        errors=node["errors"].texts(),
        speed=node["machine"]["speed"].number(),
        graded_at="" if node["graded_at"].absent else node["graded_at"].text(),
        # Added to version 1 later than the rest.
        cpu_seconds=node["cpu_seconds"].number() if "cpu_seconds" in node.members() else 0.0,
    )
    sums = (("score", report.score), ("max_score", report.max_score))
    for key, total in (*sums, ("undecided", report.undecided)):
        if not math.isclose(node[key].number(), total, abs_tol=1e-9):
            node[key].wrong(f"{total:g}, the sum of its tasks; the file has been changed")
    return report


def _read_enforced(node: Node) -> dict[str, bool]:
    return {name: node[name].flag() for name in node.members()}


def _read_note(node: Node) -> LoadNote:
    line = node["line"]
    return LoadNote(
        message=node["message"].text(),
        file=node["file"].text(),
        line=None if line.absent else line.whole(),
    )


def _read_task(node: Node) -> TaskResult:
    score, verdict, function = node["score"], node["verdict"], node["function"]
    if node["by_hand"].flag() != verdict.absent or score.absent != verdict.absent:
        node.wrong("either by hand, without score and verdict, or neither")
    cases: dict[str, list[CaseResult]] = {test["id"].text(): [] for test in node["tests"].items()}
    if len(cases) != len(node["tests"].items()):
        node["tests"].wrong("an array of tests with different ids")
    for case in node["cases"].items():
        if case["test"].text() not in cases:
            case["test"].wrong("the id of one of the task's tests")
        cases[case["test"].text()].append(_read_case(case))
    return TaskResult(
        id=node["id"].text(),
        title=node["title"].text(),
        function=None if function.absent else function.text(),
        max_score=node["max_score"].number(),
        score=None if score.absent else score.number(),
        verdict=None if verdict.absent else verdict.choice(Verdict),
        tests=tuple(_read_test(test, cases[test["id"].text()]) for test in node["tests"].items()),
        note=node["note"].text(),
        diagnoses=tuple(read_diagnosis(each) for each in node["diagnoses"].items()),
        dependencies=tuple(read_dependency(each) for each in node["dependencies"].items()),
    )


def _read_test(node: Node, cases: Sequence[CaseResult]) -> TestResult:
    return TestResult(
        id=node["id"].text(),
        title=node["title"].text(),
        hint=node["hint"].text(),
        visibility=node["visibility"].choice(Visibility),
        points=node["points"].number(),
        score=node["score"].number(),
        verdict=node["verdict"].choice(Verdict),
        cases=tuple(cases),
        note=node["note"].text(),
    )


def _read_case(node: Node) -> CaseResult:
    expected, actual, explanation = node["expected"], node["actual"], node["explanation"]
    seed, decision, call = node["seed"], node["decision"], node["call"]
    budget = node["budget"]
    return CaseResult(
        id=node["id"].text(),
        verdict=node["verdict"].choice(Verdict),
        visibility=node["visibility"].choice(Visibility),
        points=node["points"].number(),
        message=node["message"].text(),
        expected=None if expected.absent else expected.text(),
        actual=None if actual.absent else actual.text(),
        cpu_seconds=node["cpu_seconds"].number(),
        wall_seconds=node["wall_seconds"].number(),
        seed=None if seed.absent else seed.whole(),
        attempts=tuple(_read_attempt(attempt) for attempt in node["attempts"].items()),
        decision=None if decision.absent else _read_decision(decision),
        budget=None if budget.absent else _read_budget(budget),
        call=None if call.absent else _read_call(call),
        figures=tuple(read_figure(figure) for figure in node["figures"].items()),
        explanation=None if explanation.absent else read_explanation(explanation),
    )


def _read_decision(node: Node) -> Decision:
    passed = node["passed"]
    return Decision(
        passed=None if passed.absent else passed.flag(),
        wrong=node["wrong"].number(),
        right=node["right"].number(),
        alpha=node["alpha"].number(),
        beta=node["beta"].number(),
        most=node["most"].whole(),
    )


def _read_budget(node: Node) -> Budget:
    reference = node["reference_cpu_seconds"]
    return Budget(
        cpu_seconds=node["cpu_seconds"].number(),
        reference_cpu_seconds=None if reference.absent else reference.number(),
        calls=_read_counts(node["calls"]),
        reference_calls=_read_counts(node["reference_calls"]),
    )


def _read_counts(node: Node) -> dict[str, int]:
    return {name: node[name].whole() for name in node.members()}


def _read_attempt(node: Node) -> dict[str, object]:
    return {key: _read_plain(node[key]) for key in node.members()}


def _read_plain(node: Node) -> object:
    value = node.value
    if isinstance(value, list):
        return tuple(_read_plain(item) for item in node.items())
    if isinstance(value, dict):
        name = node["float"].text()
        return _NONFINITE[name] if name in _NONFINITE else node.wrong("inf, -inf or nan")
    return node.number() if isinstance(value, float) else value


def _read_call(node: Node) -> CallTrace:
    board, excerpt = node["board"], node["excerpt"]
    return CallTrace(
        function=node["function"].text(),
        arguments=node["arguments"].texts(),
        board=None if board.absent else board.texts(),
        stdout=node["stdout"].text(),
        stderr=node["stderr"].text(),
        traceback=node["traceback"].text(),
        excerpt=None if excerpt.absent else read_excerpt(excerpt),
    )
