"""What authors of hidden tests import; ``docs/hidden-tests.md`` shows how it is used."""

from __future__ import annotations

from grader.model.contract import DOUBT
from grader.model.report import Measure
from grader.testing.asking import Ask, Question
from grader.testing.contract import (
    Contract,
    Edition,
    Fit,
    Known,
    Parameter,
    Reading,
    Role,
    Survey,
)
from grader.testing.failures import InvalidReturn, Undecided, WrongAnswer
from grader.testing.player import Player
from grader.testing.student import Agent, Answer, Inject, Lent, Own, Student
from grader.testing.test_marks import asks, cases, task
from grader.testing.trial import Trial
from grader.wire import Array

__all__ = [
    "DOUBT",
    "Agent",
    "Answer",
    "Array",
    "Ask",
    "Contract",
    "Edition",
    "Fit",
    "Inject",
    "InvalidReturn",
    "Known",
    "Lent",
    "Measure",
    "Own",
    "Parameter",
    "Player",
    "Question",
    "Reading",
    "Role",
    "Student",
    "Survey",
    "Trial",
    "Undecided",
    "WrongAnswer",
    "asks",
    "cases",
    "task",
]
