"""Hidden tests that hostile programs are up against."""

from __future__ import annotations

import contextlib
import importlib
from typing import Any

from grader.testing import Inject, InvalidReturn, Student, WrongAnswer, cases, task
from grader.testing.case_failures import CallFailure

# Imported by name, because it is not on the path that types are checked with.
secret = importlib.import_module("reference.attack.secret").secret
Player = importlib.import_module("reference.attack.provided.game").Player

SIZE, AT = 256, 233


def equal(found: Any, expected: Any) -> None:
    """Accept ``expected`` alone."""
    if type(found) is not type(expected) or found != expected:
        raise WrongAnswer("Another value.", expected=repr(expected), actual=repr(found))


@task("lent", points=1)
@cases([3, 4])
def test_borrows(student: Student, inject: Inject, case: int) -> None:
    """Uses what it is lent."""
    equal(student.borrow(inject.secret, case).value, secret(case))


@task("before", points=1, visibility="public")
@cases([[3, 1, 2], [], [-1, -1]])
def test_before(student: Student, case: list[int]) -> None:
    """Sorts."""
    equal(student.before(case).value, sorted(case))


@task("attack", points=1, visibility="public", hint="Nobody can know.")
def test_alone(student: Student) -> None:
    """Says what cannot be known."""
    equal(student.attack(7).value, secret(7))


@task("attack", points=1)
@cases([11, 12, 13])
def test_series(student: Student, case: int) -> None:
    """Says it again and again."""
    equal(student.attack(case).value, secret(case))


@task("attack", points=1)
def test_fed_back(student: Student) -> None:
    """Takes an answer back and says what cannot be known."""
    value = student.attack(21).value
    student.echo(value)
    equal(value, secret(21))


@task("next", points=1)
def test_next_call(student: Student) -> None:
    """Is right although the call before was an attack."""
    with contextlib.suppress(CallFailure):
        student.attack(31)
    equal(student.honest(21).value, 42)


@task("after", points=1, visibility="public")
@cases([1, 2, 3])
def test_honest(student: Student, case: int) -> None:
    """Doubles."""
    equal(student.honest(case).value, 2 * case)


@task("after", points=1, isolated=True)
@cases([*Player, float("-inf"), (1, [2, {3}], {"4": b"5"}), 1 << 70])
def test_echoes(student: Student, case: object) -> None:
    """Gives every value back."""
    answer = student.echo(case)
    equal(answer.value, case)
    if answer.changed:
        raise InvalidReturn("It was changed on the way.")


@task("counted", points=2, isolated=True)
def test_counted(student: Student, inject: Inject) -> None:
    """Finds a threshold with few calls."""
    answer = student.economical(inject.stub("threshold", at=AT), SIZE)
    equal(answer.value, AT)
    if answer.calls["threshold"] > 10:
        raise WrongAnswer("Too many calls.", actual=str(answer.calls["threshold"]))


@task("echo", points=1)
def test_echo(student: Student) -> None:
    """Gives back what it is given."""
    equal(student.echo(1).value, 1)
