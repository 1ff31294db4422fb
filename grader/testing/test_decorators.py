"""Defines the decorators of hidden tests: a test's task, its cases, and its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from grader.model.report import Visibility
from grader.model.role_binding import Edition
from grader.testing.planned_calls import Question


@dataclass(frozen=True, slots=True)
class TaskMark:
    """The arguments of the :func:`task` decorator of a test."""

    task: str
    points: float
    visibility: Visibility
    hint: str
    beside: tuple[str, ...]
    isolated: bool
    in_turn: bool
    cpu_seconds: float | None
    moves: int = 0
    example: bool = True
    lend: bool = True
    pace: float = 1.0


def task(
    id: str,
    *,
    points: float,
    visibility: Literal["public", "private", "evaluation"] = "private",
    hint: str = "",
    beside: str | Iterable[str] = (),
    isolated: bool = False,
    in_turn: bool = False,
    cpu_seconds: float | None = None,
    moves: int = 0,
    example: bool = True,
    lend: bool = True,
    pace: float = 1.0,
) -> pytest.MarkDecorator:
    """Make a function a hidden test of the task ``id``.

    Args:
        points: earned if every case is accepted, and nothing otherwise.
        visibility: what students see; see :class:`~grader.model.report.Visibility`.
        hint: a sentence that students see in any case.
        beside: names of tests of the same task that must be accepted as well before this one
            earns points, so that an answer that does nothing cannot collect them.
        isolated: run each case in a process of its own from the start. Otherwise cases share one
            as long as all is well, and what is not accepted is run again alone.
        in_turn: demand that cases are also right one after another in one process, which they are
            not if something of a call is left over for the next one.
        cpu_seconds: budget of one call, where the assignment's does not fit.
        moves: for how many moves an agent is asked in each case, about. Whoever grades hears from
            it how long that may take.
        example: let students see the smallest case that the grader finds for a private test that
            they fail: it is none of the hidden cases. At most one is shown for each task.
        lend: try the test again with the functions that its task lends for roles, if it fails.
        pace: of the time that an agent is promised for a move, how much it has in a first run: its
            clocks go faster by as much, and limits stay. That run counts if it is accepted, or
            leaves the case to a person, and no move took longer than promised by these clocks.
            Otherwise the case is run at the usual pace. So no agent fails for the shorter time,
            and one that thinks until its time is up need not be waited for.

    Raises:
        ValueError: if points are negative, the visibility is unknown, the pace is not above 0 and
            at most 1, or cases are to be both in turn and isolated.
    """
    if not points >= 0:
        raise ValueError(f"a test cannot be worth {points} points")
    if not 0 < pace <= 1:
        raise ValueError(f"a pace is above 0 and at most 1; got {pace}")
    if isolated and in_turn:
        raise ValueError("cases that are isolated are not in turn")
    names = (beside,) if isinstance(beside, str) else tuple(beside)
    mark = TaskMark(
        id,
        float(points),
        Visibility(visibility),
        hint,
        names,
        isolated,
        in_turn,
        cpu_seconds,
        moves,
        example,
        lend,
        pace,
    )
    return pytest.mark.task(mark)


def cases(
    items: Iterable[Any],
    *,
    pool: Iterable[Any] = (),
    draw: int = 0,
    prepare: Callable[[Any], object] | None = None,
    suits: Callable[[Any, Edition], bool] | None = None,
) -> pytest.MarkDecorator:
    """Run a test once per item, as its argument ``case``; ``str(item)`` names the case.

    Unlike ``parametrize`` this keeps the cases in one pytest item, which is what lets them share
    a process and stand or fall together.

    Args:
        items: the cases of every submission.
        pool: further cases, of which each submission gets some. They should be equally hard.
        draw: how many of ``pool`` a submission gets: one out of each of so many equal parts, in
            their order. Which one follows from the submission and the seed of its grading.
        prepare: works out beforehand what checks of an item need, and caches it. Whoever is going
            to grade many submissions calls it once for all of them, but not for the pool.
        suits: whether a case is asked of what fills the task's role in a convention. Where none
            suits, all are asked.

    Raises:
        ValueError: if there is no item, which would be accepted unseen; if two cases, of the pool
            too, have one name; or if the pool has not so many, or nothing is drawn of it.
    """
    made, further = tuple(items), tuple(pool)
    names = [str(item) for item in (*made, *further)]
    if not made:
        raise ValueError("a test needs at least one case")
    if len(set(names)) < len(names):
        raise ValueError(f"two cases are called {max(names, key=names.count)!r}")
    if not 0 <= draw <= len(further):
        raise ValueError(f"{draw} cases cannot be drawn of a pool of {len(further)}")
    if further and not draw:
        raise ValueError("a pool is there to be drawn of: say how many cases, with draw=")
    return pytest.mark.cases(made, pool=further, draw=draw, prepare=prepare, suits=suits)


def asks(ask: Callable[..., Question | Iterable[Question]]) -> pytest.MarkDecorator:
    """Declare which calls a test makes, so that the calls of all its cases can be sent together.

    The test then takes ``answer``, or ``answers`` if there are several, instead of ``student``.

    Args:
        ask: is given what it takes of ``ask``, ``inject``, ``own`` and ``case``, and returns one
            question or several that do not depend on each other's answers.
    """
    return pytest.mark.asks(question=ask)
