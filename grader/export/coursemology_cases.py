"""Exports cases of hidden tests to Coursemology: as an expression, and what it has to equal.

What a check accepts is found out by trying it, on the trusted side. The reference answers in the
sandbox. Its answer is then changed in many small ways, and the check is asked about each. A case is
told by the first condition that agrees with the check every time: equality, equality but for lists
and tuples, the same entries in any order, or one of the answers that the assignment proposes. If
none agrees, the case is left out, with a reason.

``hidden_tests/<id>/coursemology.py`` may help, with two tables:

- ``CANDIDATES`` has by a function's name what proposes answers for a case, all that may be right;
- ``TOLD`` has by a test's id what tells a case in its own words, as pairs of an expression and of
  an expression that is expected. ``coursemology_equality_checks.py`` beside it travels with them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import ModuleType
from typing import Any

from grader.assignment import Assignment, Task, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.examine import hidden_test_limits
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.export.coursemology_equality_checks import ExpectAnyOrder, ExpectOneOf, ExpectSame
from grader.model.user_error import UserError
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import CaseFailure
from grader.testing.planned_calls import Question
from grader.testing.student import Answer
from grader.wire import Array, InjectedFunction, OwnFunction

NAME = "coursemology"
_MOST_PLACES = 12
"""Parts of an answer that are changed to see what a check says."""
_LONGEST = 12_000
"""Characters of an expression and what is expected of it."""
_ODD: Sequence[Any] = (None, "no answer", 987654, (), [], [[]], {})
"""Answers to nothing that anybody asks."""


class CaseNotExportable(Exception):
    """The reason why a case cannot be told; ``str()`` goes on from “left out:”."""


@dataclass(frozen=True, slots=True)
class ExportedCase:
    """A case as the platform takes it.

    Attributes:
        test: the id of the hidden test that it comes from.
        kind: ``public``, ``private`` or ``evaluation``.
        expected: an expression, of which ``str`` is shown.
    """

    test: str
    kind: str
    expression: str
    expected: str
    hint: str


@dataclass(slots=True)
class ExportedTask:
    """The cases of one task, and how many cases of which tests are left out for which reason."""

    task: Task
    cases: list[ExportedCase] = field(default_factory=list)
    left_out: dict[tuple[str, str], int] = field(default_factory=dict)

    def leave_out(self, test: str, reason: str) -> None:
        """Count a case of ``test`` that is left out for ``reason``."""
        self.left_out[test, reason] = self.left_out.get((test, reason), 0) + 1


@dataclass(frozen=True, slots=True)
class CoursemologyOverrides:
    """The tables of an assignment's ``coursemology.py``, empty if there is none."""

    candidates: Mapping[str, Callable[[Any], Iterable[Any]]]
    told: Mapping[str, Callable[[Any], Iterable[tuple[str, str]]]]


def read_coursemology_overrides(assignment: Assignment) -> CoursemologyOverrides:
    """Import the module in which an assignment tells its tests to this platform.

    Raises:
        UserError: if it cannot be imported.
    """
    if not (assignment.tests / f"{NAME}.py").is_file():
        return CoursemologyOverrides({}, {})
    try:
        module: ModuleType = course_assignments.import_course_module(assignment, NAME, TESTS)
    except Exception as problem:
        raise UserError(
            f"{assignment.tests / NAME}.py cannot be imported: {type(problem).__name__}: {problem}"
        ) from problem
    return CoursemologyOverrides(getattr(module, "CANDIDATES", {}), getattr(module, "TOLD", {}))


def export_task_cases(
    task: Task,
    tests: Iterable[HiddenTest],
    examiner: Examiner,
    own: CoursemologyOverrides,
    most: int,
) -> ExportedTask:
    """Tell the cases of a task's ``tests`` that every submission gets, each expression once.

    Args:
        examiner: of the reference.
        most: how many cases of one test are told; of more, these are spread evenly.
    """
    found = ExportedTask(task)
    known: set[tuple[str, str]] = set()
    for test in tests:
        kind = test.mark.visibility.value
        chosen = {at * len(test.cases) // most for at in range(most)}
        for number, case in enumerate(test.cases):
            if number not in chosen and len(test.cases) > most:
                found.leave_out(test.id, f"--most {most} exports no more of a test")
                continue
            try:
                told = _export_case(test, task, case, examiner, own)
            except CaseNotExportable as reason:
                found.leave_out(test.id, str(reason))
                continue
            for expression, expected in told:
                if (expression, expected) not in known:
                    known.add((expression, expected))
                    found.cases.append(
                        ExportedCase(test.id, kind, expression, expected, test.mark.hint)
                    )
    return found


def _export_case(
    test: HiddenTest, task: Task, case: Any, examiner: Examiner, own: CoursemologyOverrides
) -> list[tuple[str, str]]:
    """Return the expressions that tell a case, each with what is expected.

    Raises:
        CaseNotExportable: if there are none.
    """
    if test.id in own.told:
        told = list(own.told[test.id](case))
        if not told:
            raise CaseNotExportable("its own words for that platform leave it out")
        return _short_enough(told)
    if test.ask is None:
        raise CaseNotExportable("it asks one thing after another, as answers come")
    questions = test.questions(task, case)
    calls = [express_call(question) for question in questions]
    result, caller = examiner.again(test, case)
    if not result.verdict.passed:
        raise CaseNotExportable(f"the reference is not accepted: {result.message}")
    given = caller.outcomes
    if len(given) != len(questions) or any(each.ending is not CallEnding.ANSWER for each in given):
        raise CaseNotExportable("not all of its calls were made")
    with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS):
        return _short_enough(
            _export_answer_checks(calls, _CaseCheck(test, case, questions, given), own)
        )


def _short_enough(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    if any(len(expression) + len(expected) > _LONGEST for expression, expected in told):
        raise CaseNotExportable("it is too long to be read as an expression")
    return told


def _export_answer_checks(
    calls: Sequence[str], check: _CaseCheck, own: CoursemologyOverrides
) -> list[tuple[str, str]]:
    """Return what is expected of the values of ``calls``, and of their arguments."""
    if not check.accepts(check.values):
        raise CaseNotExportable(
            "it counts how often a lent function is called, or what it is asked"
        )
    question, told = check.questions[0], []
    # A check that accepts anything looks at arguments alone.
    if not all(check.accepts([odd] * len(calls)) for odd in _ODD):
        told.append(_export_value_check(calls, check, own.candidates.get(question.function)))
    if check.arguments_to_keep():
        told.append((express_call(question, through="arguments_changed_by"), "[]"))
    if not told:
        raise CaseNotExportable("it accepts every answer")
    return told


def _export_value_check(
    calls: Sequence[str], check: _CaseCheck, candidates: Callable[[Any], Iterable[Any]] | None
) -> tuple[str, str]:
    """Return the expression of ``calls``, and a condition that agrees with ``check``."""
    alone = len(calls) == 1
    value: Any = check.values[0] if alone else list(check.values)
    expression = calls[0] if alone else f"[{', '.join(calls)}]"

    def accepts(answer: Any) -> bool:
        return check.accepts([answer] if alone else answer)

    conditions = [value, ExpectSame(value)]
    if alone and isinstance(value, list | tuple):
        conditions.append(ExpectAnyOrder(value))
    tried = _changed_answers(value) if alone else list(_with_one_changed(value))
    if alone and candidates is not None:
        proposed = list(candidates(check.case))
        tried += proposed
        conditions.append(ExpectOneOf(*filter(accepts, proposed)))
    asked = [(answer, accepts(answer)) for answer in tried]
    for condition in conditions:
        if all((answer == condition) is said for answer, said in asked):
            return expression, express_value(condition)
    raise CaseNotExportable("it accepts answers that cannot all be listed")


@dataclass(frozen=True, slots=True)
class _CaseCheck:
    """Tells which values a hidden test accepts for a case, and holds the reference's answers."""

    test: HiddenTest
    case: Any
    questions: Sequence[Question]
    outcomes: Sequence[Outcome]

    @property
    def values(self) -> list[Any]:
        """Return the reference's answers."""
        return [outcome.value for outcome in self.outcomes]

    def accepts(self, values: Sequence[Any], changed: tuple[int, ...] = ()) -> bool:
        """Return whether ``values`` are accepted, from calls that lent functions know nothing of.

        Args:
            changed: positions of arguments that each call has changed.
        """
        answers = (Answer(value, changed) for value in values)
        try:
            self.test.run({"case": self.case, "questions": self.questions, "answers": answers})
        except CaseFailure:
            return False
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return False  # a check that trips over an answer does not accept it
        return True

    def arguments_to_keep(self) -> list[int]:
        """Return the positions of arguments that a call must leave as they are."""
        places = range(max(len(question.args) for question in self.questions))
        return [place for place in places if not self.accepts(self.values, (place,))]


def _with_one_changed(answers: list[Any]) -> Iterator[list[Any]]:
    """Yield lists of answers of which one is changed, and all of them."""
    for place, answer in enumerate(answers):
        for other in _changed_answers(answer):
            yield [*answers[:place], other, *answers[place + 1 :]]
    yield from ([odd] * len(answers) for odd in _ODD)
    # Calls may be compared with each other alone: then more or less in all of them makes no odds.
    for step in (1, -1):
        if all(type(answer) in (int, float) for answer in answers):
            yield [answer + step for answer in answers]


def _changed_answers(value: Any) -> list[Any]:
    """Return ``value`` as it is and changed in many small ways, and some odd answers."""
    rng = random.Random(repr(value))
    found = [value, *_ODD, *_with_other_containers(value)]
    paths = list(_list_paths_to_parts(value, ()))
    for path in [(), *rng.sample(paths, min(len(paths), _MOST_PLACES))]:
        part = value
        for step in path:
            part = part[step]
        others = _other_orders(part, rng) if isinstance(part, list | tuple) else _other_leaves(part)
        found += [_replaced(value, path, other) for other in others]
    return found


def _other_orders(value: Any, rng: random.Random) -> list[Any]:
    """Return a list or tuple in other orders, and with an entry more, less or twice."""
    kind = type(value)
    if not value:
        return [kind((None,))]
    orders = [value[::-1], value[1:] + value[:1], *(rng.sample(value, len(value)) for _ in "ab")]
    more = [(*value, value[0]), (*value, None), value[1:], value[: len(value) // 2]]
    return [kind(other) for other in (*orders, *more, (*value[:-1], value[0]))]


def _with_other_containers(value: Any) -> Iterator[Any]:
    """Yield ``value`` with tuples for lists, lists for tuples, or both, and in a set."""
    for outer, inner in ((list, list), (tuple, tuple), (list, tuple), (tuple, list)):
        yield _in_containers(value, outer, inner)
    if isinstance(value, list | tuple):
        try:
            yield {_in_containers(each, tuple, tuple) for each in value}
        except TypeError:  # of what has no hash
            return


def _in_containers(value: Any, outer: Callable[..., Any], inner: Callable[..., Any]) -> Any:
    if not isinstance(value, list | tuple):
        return value
    return outer(_in_containers(each, inner, inner) for each in value)


def _list_paths_to_parts(value: Any, to: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield where the parts of ``value`` are, as steps into it."""
    if to:
        yield to
    if isinstance(value, list | tuple):
        for place, each in enumerate(value):
            yield from _list_paths_to_parts(each, (*to, place))


def _other_leaves(leaf: Any) -> list[Any]:
    match leaf:
        case bool():
            return [not leaf, None]
        case int() | float():
            others = [leaf + 1, leaf - 1, -leaf, 0, None, str(leaf)]
        case str():
            others = [leaf + "x", leaf[::-1], leaf.swapcase(), "", None]
        case _:
            others = [None, 0, "another"]
    return [other for other in others if other != leaf]


def _replaced(value: Any, path: tuple[int, ...], leaf: Any) -> Any:
    if not path:
        return leaf
    step, rest = path[0], path[1:]
    return type(value)((*value[:step], _replaced(value[step], rest, leaf), *value[step + 1 :]))


def express_call(question: Question, through: str = "") -> str:
    """Return a call as an expression on one line.

    Args:
        through: the function that makes the call, if it is not made directly.

    Raises:
        CaseNotExportable: if one of its arguments cannot be written down.
    """
    if question.on is not None:
        raise CaseNotExportable("it is about an object that remembers its calls")
    arguments = [express_value(value) for value in question.args]
    arguments += [f"{name}={express_value(value)}" for name, value in question.kwargs.items()]
    if through:
        return f"{through}({', '.join([question.function, *arguments])})"
    return f"{question.function}({', '.join(arguments)})"


def express_value(value: Any) -> str:  # noqa: C901, PLR0912 - one case for each type
    """Return an expression for a value that tests send or expect.

    Raises:
        CaseNotExportable: if there is none that is the same for everybody.
    """
    match value:
        case OwnFunction():
            raise CaseNotExportable(
                "it passes on a student's own function, which the lent one shadows"
            )
        case InjectedFunction(name=name, config=None):
            return name
        case InjectedFunction(name=name, config=config):
            made = ", ".join(f"{key}={express_value(each)}" for key, each in (config or {}).items())
            return f"lent_{name}({made})"
        case Array():
            return f"numpy.array({express_value(value.items)}, dtype={value.dtype!r})"
        case Enum():
            return f"{type(value).__module__.rpartition('.')[2]}.{value}"
        case ExpectOneOf():
            return f"ExpectOneOf({', '.join(express_value(each.value) for each in value.values)})"
        case ExpectSame():
            return f"{type(value).__name__}({express_value(value.value)})"
        case float() if not math.isfinite(value):
            return f"float('{value}')"
        case list() if _is_board(value):
            return f"[list(row) for row in {[''.join(row) for row in value]!r}]"
        case list():
            return f"[{', '.join(map(express_value, value))}]"
        case tuple():
            return f"({', '.join(map(express_value, value))}{',' if len(value) == 1 else ''})"
        case set() | frozenset():
            return f"{type(value).__name__}([{', '.join(sorted(map(express_value, value)))}])"
        case dict():
            entries = (f"{express_value(k)}: {express_value(v)}" for k, v in value.items())
            return f"{{{', '.join(entries)}}}"
        case None | bool() | int() | float() | str() | bytes() | complex():
            return repr(value)
    raise CaseNotExportable(f"a value of type {type(value).__name__} cannot be written down")


def _is_board(value: list[Any]) -> bool:
    """Return whether ``value`` is a board: rows of single characters."""
    return len(value) > 1 and all(
        isinstance(row, list)
        and len(row) > 1
        and all(isinstance(cell, str) and len(cell) == 1 for cell in row)
        for row in value
    )
