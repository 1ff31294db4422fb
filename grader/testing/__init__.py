"""What authors of hidden tests import; ``docs/authoring.md`` shows how it is used."""

from __future__ import annotations

from grader.model.report import Measure
from grader.testing.failures import InvalidReturn, WrongAnswer
from grader.testing.marks import cases, task
from grader.testing.student import Answer, Function, Inject, Lent, Own, Student
from grader.testing.trial import Trial

__all__ = [
    "Answer",
    "Function",
    "Inject",
    "InvalidReturn",
    "Lent",
    "Measure",
    "Own",
    "Student",
    "Trial",
    "WrongAnswer",
    "cases",
    "task",
]
