"""Exports all that authors of hidden tests import; ``docs/hidden-tests.md`` shows its use."""

from __future__ import annotations

from grader.model.report import Measure
from grader.model.role_binding import DOUBT, UNUSUAL
from grader.testing.case_failures import InvalidReturn, Undecided, WrongAnswer
from grader.testing.planned_calls import Ask, Question
from grader.testing.roles import (
    Contract,
    Edition,
    Fit,
    Known,
    Parameter,
    Reading,
    Role,
    Survey,
)
from grader.testing.stochastic_trial import Trial
from grader.testing.student import Agent, Answer, Inject, Lent, Own, Student
from grader.testing.student_player import Player
from grader.testing.test_decorators import asks, cases, task
from grader.wire import Array
from grader.wire.binding_expressions import owner_in

__all__ = [
    "DOUBT",
    "UNUSUAL",
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
    "owner_in",
    "task",
]
