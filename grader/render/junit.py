"""Writes JUnit XML for GitLab, Jenkins and other platforms: a suite per task, a test case per case.

There is no standard; this is what the schema of Jenkins' xUnit plugin (``junit-10.xsd``) allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.model.escape import escape_and_shorten, escape_to_one_line, neutralise_ci_commands
from grader.model.figures import GridFigure
from grader.model.formatting import BY_HAND
from grader.model.report import CallTrace, CaseResult, Report, TaskResult, TestResult, View
from grader.model.report_views import redact_for_view
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.render.grid_preparation import grid_as_text
from grader.render.report_sentences import format_short_call

_LONGEST = 8000
"""Characters of each text about a case; there may be thousands of cases."""

_NAME = 300
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


def render(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report`` as an XML document.

    A case that is not accepted is a failure with its verdict as the type; trouble of the grader's
    own is an error. Tasks that a person marks are skipped.
    """
    seen = redact_for_view(report, view)
    root = Element("testsuites")
    for task in seen.tasks:
        root.append(_suite(seen, task))
    if seen.errors:
        root.append(_error_suite(seen.errors))
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("name", _line(seen.assignment))
    root.set("time", f"{seen.duration:.3f}")
    indent(root)
    # No control character, surrogate or noncharacter is left by now: the texts are escaped.
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(report: Report, task: TaskResult) -> Element:
    suite = Element("testsuite", name=_line(f"{task.id} {task.title}"))
    _properties(suite, report, task)
    names: set[str] = set()
    for test in task.tests:
        for case in test.cases:
            suite.append(_case(report, task, test, case, _make_unique(case.id, names)))
    if task.by_hand:
        name, classname = _line(task.title), _class_name(report, task)
        skipped = SubElement(suite, "testcase", name=name, classname=classname)
        if task.score is None:
            SubElement(skipped, "skipped", message=BY_HAND)
    _count(suite, sum(case.wall_seconds for case in task.cases))
    if when := junit_timestamp(report.graded_at):
        suite.set("timestamp", when)
    return suite


def junit_timestamp(graded_at: str) -> str:
    """Return the time of grading without a time zone, as JUnit asks; empty if unknown."""
    return graded_at.removesuffix("Z") if _TIME.fullmatch(graded_at) else ""


def _properties(suite: Element, report: Report, task: TaskResult) -> None:
    facts = {
        "submission": report.path,
        "digest": report.digest,
        "seed": str(report.seed),
        "sandbox": report.sandbox.backend,
        "view": report.view.value,
        "complete": "true" if report.complete else "false",
        "score": "" if task.score is None else f"{task.score:.10g}",
        "max_score": f"{task.max_score:.10g}",
        "verdict": "" if task.verdict is None else task.verdict.value,
    }
    if task.diagnoses:
        facts["known_mistakes"] = " ".join(diagnosis.sentence for diagnosis in task.diagnoses)
    properties = SubElement(suite, "properties")
    for name, value in facts.items():
        SubElement(properties, "property", name=name, value=_line(value))


def _case(
    report: Report, task: TaskResult, test: TestResult, case: CaseResult, name: str
) -> Element:
    element = Element(
        "testcase",
        name=name,
        classname=f"{_class_name(report, task)}.{_line(test.id).replace('.', '_')}",
        time=f"{case.wall_seconds:.3f}",
    )
    if not case.verdict.passed:
        kind = "error" if case.verdict in OPEN_VERDICTS else "failure"
        said = case.message or test.hint or test.title
        problem = SubElement(element, kind, type=case.verdict.value, message=_line(said))
        problem.text = _details(test, case)
    output = {} if case.call is None else {"out": case.call.stdout, "err": case.call.stderr}
    for stream, text in output.items():
        if text:
            SubElement(element, f"system-{stream}").text = neutralise_ci_commands(
                escape_and_shorten(text, _LONGEST)
            )
    return element


def _details(test: TestResult, case: CaseResult) -> str:
    call = case.call
    parts = [
        ("test", test.title),
        ("hint", test.hint),
        ("note", test.note),
        ("call", "" if call is None else format_short_call(call)),
        _drawn_argument_as_text(call),
        ("message", case.message),
        ("expected", case.expected or ""),
        ("got", case.actual or ""),
        ("explanation", "" if case.explanation is None else case.explanation.text),
        ("traceback", "" if call is None else call.traceback),
    ]
    return neutralise_ci_commands(
        "\n".join(
            _labelled(name, escape_and_shorten(text, _LONGEST)) for name, text in parts if text
        )
    )


def _drawn_argument_as_text(call: CallTrace | None) -> tuple[str, str]:
    """Return the drawn argument of a call as text."""
    if call is None or call.drawn is None or not isinstance(call.drawn.figure, GridFigure):
        return "", ""
    return _line(call.drawn.name), grid_as_text(call.drawn.figure)


def _labelled(name: str, text: str) -> str:
    return f"{name}:\n{text}" if "\n" in text else f"{name}: {text}"


def _error_suite(errors: Iterable[str]) -> Element:
    """Return a suite for errors of the grading as a whole, which belong to no case."""
    suite = Element("testsuite", name="the grader itself")
    for number, error in enumerate(errors, start=1):
        case = SubElement(suite, "testcase", name=f"failure {number}", classname="grader")
        SubElement(case, "error", type=Verdict.INTERNAL_ERROR.value, message=_line(error))
    _count(suite, 0.0)
    return suite


def _count(suite: Element, seconds: float) -> None:
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(len(suite.findall(f"testcase/{tag}"))))
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("time", f"{seconds:.3f}")


def _class_name(report: Report, task: TaskResult) -> str:
    """Return a class name whose dots are levels: the assignment's id and the task's."""
    return f"{_line(report.assignment).replace('.', '_')}.{_line(task.id).replace('.', '_')}"


def _make_unique(id: str, names: set[str]) -> str:
    """Return ``id`` as a name unique in its suite, as viewers merge cases of one name."""
    name, number = _line(id), 1
    while name in names:
        number += 1
        name = f"{_line(id)} ({number})"
    names.add(name)
    return name


def _line(text: str) -> str:
    return escape_to_one_line(text, _NAME)
