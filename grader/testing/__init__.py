"""What authors of hidden tests import; ``docs/authoring.md`` shows how it is used."""

from __future__ import annotations

from grader.model.report import Measure
from grader.testing.asking import Ask, Question
from grader.testing.contract import READABLE, RIGHT, SURELY, UNFIT, Convention, Probe, Role
from grader.testing.failures import InvalidReturn, Undecided, WrongAnswer
from grader.testing.marks import asks, cases, task
from grader.testing.player import Player
from grader.testing.student import Agent, Answer, Inject, Lent, Own, Student
from grader.testing.trial import Trial
from grader.wire import Array

__all__ = [
    "READABLE",
    "RIGHT",
    "SURELY",
    "UNFIT",
    "Agent",
    "Answer",
    "Array",
    "Ask",
    "Convention",
    "Inject",
    "InvalidReturn",
    "Lent",
    "Measure",
    "Own",
    "Player",
    "Probe",
    "Question",
    "Role",
    "Student",
    "Trial",
    "Undecided",
    "WrongAnswer",
    "asks",
    "cases",
    "task",
]
