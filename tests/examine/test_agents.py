"""Hidden tests that ask an object: in which process, and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from grader.assignment import Task
from grader.examine.case_caller import CaseCaller
from grader.examine.hidden_test import HiddenTest
from grader.model.figures import Explanation
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing import task
from grader.testing.case_failures import CallFailure, Undecided, WrongAnswer
from grader.testing.student import Agent, Student
from tests.examine.fakes import (
    FakeSession,
    State,
    a_caller,
    a_mark,
    an_assignment,
    an_examiner,
    examined,
    session_of,
)

LATE = Outcome(CallEnding.CPU, cpu_seconds=2.0)


def counting(state: State, *args: Any) -> Any:
    """How many calls its process has seen; an argument that is an outcome is what comes of it."""
    state["calls"] = state.get("calls", 0) + 1
    return args[0] if args and isinstance(args[0], Outcome) else state["calls"]


def asking(*, alone: bool = False) -> tuple[Agent, Student, CaseCaller]:
    caller = a_caller(counting, alone=alone)
    caller.with_object = True
    return Agent(caller.call, "Mover"), Student(caller.call), caller


def a_test_of(
    body: Callable[[Agent, Any], object], cases: Sequence[Any], pace: float = 1.0, task: str = "1"
) -> HiddenTest:
    return HiddenTest(
        a_mark(task=task, isolated=True, moves=2, pace=pace), "test_it", "It", cases,
        lambda given: body(given["agent"], given["case"]), with_object=True,
    )  # fmt: skip


@pytest.mark.parametrize("alone", [False, True])
def test_an_object_is_made_once_and_stays_in_its_process(*, alone: bool) -> None:
    agent, student, caller = asking(alone=alone)
    assert [agent.move().value, agent.move().value, student.helper().value] == [2, 3, 4]
    calls = session_of(caller).calls
    assert [call.function for call in calls] == ["Mover", "move", "move", "helper"]
    assert [call.keep for call in calls] == ["Mover", "", "", ""]
    assert [call.on for call in calls] == ["", "Mover", "Mover", ""]
    assert session_of(caller).fresh == [True, False, False, False]


def test_it_stands_still_between_its_calls() -> None:
    agent, _, caller = asking()
    agent.move()
    assert all(call.freeze for call in session_of(caller).calls)


def test_after_a_limit_it_is_made_anew() -> None:
    agent, _, caller = asking()
    agent.move()
    with pytest.raises(CallFailure, match="was stopped"):
        agent.move(LATE)
    assert agent.move().value == 2
    assert session_of(caller).fresh == [True, False, False, True, False]


def test_an_exception_leaves_it_as_it_is() -> None:
    agent, _, _ = asking()
    with pytest.raises(CallFailure, match="raised an exception"):
        agent.move(Outcome(CallEnding.RAISED, detail="KeyError: 1"))
    assert agent.move().value == 3


def test_one_that_cannot_be_made_is_a_failure_of_its_class() -> None:
    caller = a_caller(lambda *_: Outcome(CallEnding.RAISED, detail="TypeError: no"))
    caller.with_object = True
    with pytest.raises(CallFailure, match="Mover raised an exception"):
        Agent(caller.call, "Mover").move()
    assert [call.function for call in session_of(caller).calls] == ["Mover"]


def test_a_breach_is_that_of_the_object() -> None:
    agent, _, caller = asking()
    agent.move()
    with pytest.raises(CallFailure, match="wrote to the grader's own connection"):
        agent.move(Outcome(CallEnding.BREACH))
    assert session_of(caller).fresh == [True, False, False]


def test_every_case_has_an_object_of_its_own() -> None:
    session = FakeSession(counting)
    seen: list[int] = []

    def moves(agent: Agent, case: int) -> None:
        seen.extend(agent.move().value for _ in range(case))

    assert examined(session, a_test_of(moves, [1, 2])).verdict is Verdict.ACCEPTED
    assert seen == [2, 2, 3]
    assert session.fresh == [True, False, True, False, False]


def test_the_last_call_is_in_the_report() -> None:
    def refused(agent: Agent, case: int) -> None:
        agent.move(case)
        raise WrongAnswer("No.")

    (case,) = examined(FakeSession(counting), a_test_of(refused, [7])).cases
    assert case.call is not None
    assert (case.call.function, case.call.arguments) == ("move", ("7",))


def test_late_moves_are_drawn_from_the_allowance() -> None:
    def late(agent: Agent, _: int) -> None:
        try:
            agent.move(LATE)
        except CallFailure:
            raise WrongAnswer("Late.") from None

    examiner = an_examiner(FakeSession(counting), an_assignment(overtime_seconds=3.0))
    result = examiner.examine(a_test_of(late, [1, 2, 3]))
    assert [case.verdict for case in result.cases] == [
        Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED,
    ]  # fmt: skip
    assert "left out" in result.note


@pytest.mark.parametrize(
    ("games", "verdict"),
    [
        (["won"], Verdict.ACCEPTED),
        (["lost", "won"], Verdict.ACCEPTED),
        (["lost", "lost"], Verdict.WRONG_ANSWER),
    ],
)
def test_a_lost_game_is_played_once_more_with_an_agent_made_anew(
    games: list[str], verdict: Verdict
) -> None:
    waiting = list(games)

    def wins(agent: Agent, _: Any) -> None:
        agent.move()
        if waiting.pop(0) == "lost":
            raise WrongAnswer("Lost.")

    session = FakeSession(counting)
    assert examined(session, a_test_of(wins, [1])).verdict is verdict
    assert [call.keep for call in session.calls] == ["double", ""] * len(games)
    assert waiting == []


@pytest.mark.parametrize(
    ("lost", "pace", "paces", "verdict"),
    [
        (3, 1.0, [1.0] * 4, Verdict.ACCEPTED),
        (9, 1.0, [1.0] * 5, Verdict.WRONG_ANSWER),
        (2, 0.1, [0.1, 1.0, 0.1], Verdict.ACCEPTED),
        (9, 0.1, [0.1, 1.0, 0.1, 0.1, 1.0, 1.0], Verdict.WRONG_ANSWER),
    ],
)
def test_an_agent_that_never_moves_alike_has_to_lose_again_and_again(
    lost: int, pace: float, paces: list[float], verdict: Verdict
) -> None:
    session = FakeSession(counting)

    def plays(agent: Agent, _: Any) -> None:
        games = sum(bool(call.on) for call in session.calls)
        agent.move(Outcome(CallEnding.ANSWER, value=games, cpu_seconds=0.1))
        if games < lost:
            raise WrongAnswer("Lost.", explain=lambda: Explanation(""))

    assert examined(session, a_test_of(plays, [1], pace)).verdict is verdict
    assert [call.limits.speed for call in session.calls if call.on] == paces


def test_it_is_not_if_there_is_no_time_for_it() -> None:
    def loses(agent: Agent, _: Any) -> None:
        agent.move(Outcome(CallEnding.ANSWER, cpu_seconds=3.0))
        raise WrongAnswer("Lost.")

    session = FakeSession(counting)
    task = Task("1", "Moving", 2.0, "double", total_cpu_seconds=5.0)
    examiner = an_examiner(session, an_assignment(task))
    assert examiner.examine(a_test_of(loses, [1])).verdict is Verdict.WRONG_ANSWER
    assert len(session.calls) == 2


_IN_TIME, _TOO_LONG = 0.1, 1.2


@pytest.mark.parametrize(
    ("runs", "took", "paces", "verdict"),
    [
        (["won"], _IN_TIME, [0.1], Verdict.ACCEPTED),
        (["open"], _IN_TIME, [0.1], Verdict.UNDECIDED),
        (["lost", "won"], _IN_TIME, [0.1, 1.0], Verdict.ACCEPTED),
        (["lost", "lost"], _IN_TIME, [0.1, 1.0], Verdict.WRONG_ANSWER),
        (["won"], _TOO_LONG, [0.1, 1.0], Verdict.ACCEPTED),
        (["lost", "lost"], _TOO_LONG, [0.1, 1.0, 1.0], Verdict.WRONG_ANSWER),
    ],
)
def test_what_a_faster_clock_shows_counts_if_nothing_is_held_against_the_agent(
    runs: list[str], took: float, paces: list[float], verdict: Verdict
) -> None:
    """Runs that end with a game are in ``runs``: a move that took too long ends one before."""
    waiting = list(runs)

    def plays(agent: Agent, _: Any) -> None:
        agent.move(Outcome(CallEnding.ANSWER, value=1, cpu_seconds=took))
        match waiting.pop(0):
            case "lost":
                raise WrongAnswer("Lost.")
            case "open":
                raise Undecided("A person has to look.")

    session = FakeSession(counting)
    assert examined(session, a_test_of(plays, [1], pace=0.1)).verdict is verdict
    assert [call.limits.speed for call in session.calls if call.on] == paces
    assert {call.limits.cpu_seconds for call in session.calls} == {2.0}
    assert waiting == []


@pytest.mark.parametrize(
    ("first", "then", "paces"),
    [
        (CallEnding.ANSWER, "1", [0.1]),
        (CallEnding.WALL, "1", [0.1, 1.0]),
        (CallEnding.WALL, "2", [0.1]),  # tasks may be graded by different processes
    ],
)
def test_a_little_too_long_at_a_faster_clock_is_in_time_unless_the_agent_was_late_in_that_task(
    first: CallEnding, then: str, paces: list[float]
) -> None:
    def plays(agent: Agent, outcome: Outcome) -> None:
        agent.move(outcome)

    session = FakeSession(counting)
    tasks = (Task("1", "Moving", 2.0, "double"), Task("2", "Winning", 2.0, "double"))
    examiner = an_examiner(session, an_assignment(*tasks))
    examiner.examine(a_test_of(plays, [Outcome(first, value=1)]))
    session.calls.clear()
    in_time = Outcome(CallEnding.ANSWER, value=1, cpu_seconds=0.22)
    examiner.examine(a_test_of(plays, [in_time], pace=0.1, task=then))
    assert [call.limits.speed for call in session.calls if call.on] == paces


def test_a_pace_is_a_share() -> None:
    for pace in (0.0, 1.5):
        with pytest.raises(ValueError, match="a pace is above 0 and at most 1"):
            task("1", points=1, pace=pace)
