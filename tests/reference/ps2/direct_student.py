"""Runs hidden tests of one task on Python functions directly: no sandbox, no wire, no pytest.

What a hidden test catches is a matter of the test alone; so it is tried here with a stand-in
for everything around it, in milliseconds.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import pytest

from grader.testing import Answer, Ask, Question, Student, Trial
from grader.testing.failures import CaseFailure
from grader.testing.marks import TaskMark


class DirectStudent:
    """Stands in for a student: calls ``function``, whatever name it is called by."""

    def __init__(self, function: Callable[..., Any], lent: DirectInject) -> None:
        self._function = function
        self._lent = lent
        self._calls_made = 0

    def call(self, question: Question) -> Answer:
        random.seed(self._calls_made)
        self._calls_made += 1
        self._lent.counts.clear()
        self._lent.log.clear()
        before = [copy.deepcopy(argument) for argument in question.args]
        value = copy.deepcopy(self._function(*question.args, **question.kwargs))
        changed = tuple(
            index
            for index, (argument, was) in enumerate(zip(question.args, before, strict=True))
            if not callable(was) and argument != was
        )
        return Answer(value, changed, dict(self._lent.counts), list(self._lent.log))


class DirectInject:
    """Stands in for ``inject``: reference functions and stubs, counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.log: list[Any] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        module = importlib.import_module(f"reference.ps2.{name}")
        return self._counted(name, getattr(module, name))

    def stub(self, name: str, **config: Any) -> Callable[..., Any]:
        """The stub ``name`` of the hidden tests."""
        module = importlib.import_module(f"hidden_tests.ps2.stubs.{name}")
        return self._counted(name, module.make(self.log, **config))

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.counts[name] += 1
            return function(*args, **kwargs)

        return counted


def score(function: Callable[..., Any], tests: ModuleType) -> float:
    """Points that ``function`` earns in ``tests``, a module of hidden tests of one task."""
    return sum(points for _, points in earned(function, tests))


def earned(function: Callable[..., Any], tests: ModuleType) -> Iterator[tuple[str, float]]:
    """The name of each test that ``function`` earns points in, and the points."""
    found = {
        name: (test, {mark.name: mark for mark in test.pytestmark})
        for name, test in vars(tests).items()
        if name.startswith("test_")
    }
    accepted = {
        name: _accepted(function, test, marks)
        for name, (test, marks) in found.items()
        if marks["task"].args[0].points
    }
    for name, passed in accepted.items():
        mark: TaskMark = found[name][1]["task"].args[0]
        if passed and all(accepted[other] for other in mark.beside):
            yield name, mark.points


def _accepted(function: Callable[..., Any], test: Any, marks: Mapping[str, pytest.Mark]) -> bool:
    for case in marks["cases"].args[0] if "cases" in marks else (None,):
        inject = DirectInject()
        student = DirectStudent(function, inject)
        supplied = {
            "student": Student(student.call),
            "ask": Ask(),
            "inject": inject,
            "trial": Trial(lambda: 7),
            "case": case,
        }
        try:
            if "asks" in marks:
                supplied |= _answers(student, marks["asks"].kwargs["question"], supplied)
            _called(test, supplied)
        except CaseFailure:
            return False
        except Exception:  # noqa: BLE001  whatever a mistaken function raises
            return False
    return True


def _answers(student: DirectStudent, ask: Any, supplied: Mapping[str, Any]) -> dict[str, Any]:
    asked = _called(ask, supplied)
    if isinstance(asked, Question):
        return {"answer": student.call(asked)}
    return {"answers": map(student.call, asked)}


def _called(function: Any, supplied: Mapping[str, Any]) -> Any:
    return function(**{name: supplied[name] for name in inspect.signature(function).parameters})
