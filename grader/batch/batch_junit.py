"""Writes JUnit XML of a batch: a suite per student, a test case per task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from grader.batch.batch_row import BatchRow
from grader.jobs.grading_answer import TaskScore
from grader.model.escape import escape_to_one_line
from grader.model.formatting import BY_HAND, format_points_with_noun
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.render.junit import junit_timestamp

NAME = "junit.xml"


def dump_junit(assignment: str, rows: Iterable[BatchRow]) -> str:
    """Return ``rows`` as an XML document.

    A task that is not accepted is a failure with its verdict as the type; trouble of the grader's
    own is an error. What cannot be read is one failure; tasks that a person marks are skipped.
    The time of a task is that of its calls, and the time of a student that of the whole grading.
    """
    suites = list(_suites(escape_to_one_line(assignment), rows))
    totals = {
        key: str(sum(int(suite.get(key, "0")) for suite in suites))
        for key in ("tests", "failures", "errors")
    }
    seconds = sum(float(suite.get("time", "0")) for suite in suites)
    root = Element("testsuites", totals, name=escape_to_one_line(assignment), time=f"{seconds:.3f}")
    opening, _, _ = tostring(root, encoding="unicode", short_empty_elements=False).partition("</")
    # One by one: the tree of a whole course is large.
    texts = (tostring(suite, encoding="unicode") for suite in suites)
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', opening, *texts, "</testsuites>\n"])


def _suites(assignment: str, rows: Iterable[BatchRow]) -> Iterator[Element]:
    for row in rows:
        # Students can have the same id; names of their files are their own.
        name = escape_to_one_line(row.id)
        suite = Element("testsuite", name=name if name == row.name else f"{name} ({row.name})")
        # Viewers take dots for levels of packages.
        owner = ".".join(part.replace(".", "_") for part in (assignment, row.name))
        if row.refusal:
            case = _case(suite, "hand-in", owner)
            said = escape_to_one_line(row.refusal, 500)
            SubElement(case, "failure", type="cannot_be_read", message=said)
        else:
            for task in row.result.tasks:
                _judge(_case(suite, f"{task.id} {task.title}", owner, task.seconds), task)
            for number, error in enumerate(row.result.errors, start=1):
                case = _case(suite, f"the grader itself: failure {number}", owner)
                said = escape_to_one_line(error, 500)
                SubElement(case, "error", type=Verdict.INTERNAL_ERROR.value, message=said)
        for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(key, str(len(suite.findall(f"testcase/{tag}"))))
        suite.set("tests", str(len(suite.findall("testcase"))))
        suite.set("time", f"{row.result.seconds:.3f}")
        if when := junit_timestamp(row.result.graded_at):
            suite.set("timestamp", when)
        yield suite


def _case(suite: Element, name: str, owner: str, seconds: float = 0.0) -> Element:
    time = f"{seconds:.3f}"
    return SubElement(suite, "testcase", name=escape_to_one_line(name), classname=owner, time=time)


def _judge(case: Element, task: TaskScore) -> None:
    if task.verdict is None or task.score is None:
        SubElement(case, "skipped", message=BY_HAND)
    elif task.score < task.max_score or not task.verdict.passed:
        kind = "error" if task.verdict in OPEN_VERDICTS else "failure"
        said = (
            f"{task.score:.10g} of {format_points_with_noun(task.max_score)}, {task.verdict.words}"
        )
        problem = SubElement(case, kind, type=task.verdict.value, message=said)
        problem.text = "\n".join(escape_to_one_line(sentence, 500) for sentence in task.diagnoses)
