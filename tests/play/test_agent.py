"""Agents in real sandboxes: what they may remember, and what becomes of those that misbehave."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import MagicMock

import pytest

from grader.model.game_record import MoveFault
from grader.model.time_limits import CallLimits
from grader.play.agent import SandboxedAgent
from grader.sandbox.backend_interface import CallEnding, Outcome, Session
from grader.sandbox.bubblewrap import Bubblewrap
from tests.sandbox.scene import program

pytestmark = pytest.mark.bubblewrap

AGENT = """
import os, time
seen = []

class PlayerAI:
    table = {}
    def __init__(self):
        self.moves = 0
    def make_move(self, what):
        self.moves += 1
        seen.append(what)
        if what == "count":
            self.table[len(self.table)] = 1
            return [self.moves, len(seen), len(self.table)]
        if what == "print":
            print("thinking", "." * 5000)
            return 1
        if what == "raise":
            raise KeyError("no move")
        if what == "spin":
            while True:
                pass
        if what == "sleep":
            time.sleep(1000)
        if what == "exit":
            os._exit(3)
        if what == "object":
            return self
        if what == "none":
            return None
"""


RAISES = AGENT.split("\n").index('            raise KeyError("no move")')


@pytest.fixture(scope="module")
def agent() -> Iterator[SandboxedAgent]:
    session = Bubblewrap.locate().start(program(AGENT))
    cells = program(AGENT).cells
    yield SandboxedAgent(session, "PlayerAI", "make_move", CallLimits(0.3, 3.0), cells=cells)
    session.close()


def test_it_remembers_within_a_game_and_nothing_from_the_game_before(
    agent: SandboxedAgent,
) -> None:
    for _ in range(2):
        agent.begin(1)
        values = [agent.choose(("count",)).value for _ in range(3)]
        assert values == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]


def test_what_it_prints_is_kept_the_first_part_of_it(agent: SandboxedAgent) -> None:
    agent.begin(1)
    reply = agent.choose(("print",))
    assert reply.fault is None
    assert reply.printed.startswith("thinking .....")
    assert len(reply.printed) == 2000


def test_an_exception_costs_the_move_only(agent: SandboxedAgent) -> None:
    agent.begin(1)
    assert agent.choose(("count",)).value == [1, 1, 1]
    reply = agent.choose(("raise",))
    assert reply.fault is MoveFault.CRASHED
    assert "KeyError" in reply.detail
    assert (reply.file, reply.line) == (program(AGENT).cells[0].name, 1 + RAISES)
    assert agent.choose(("count",)).value == [3, 3, 2]


@pytest.mark.parametrize("what", ["spin", pytest.param("sleep", marks=pytest.mark.slow)])
def test_who_is_late_is_stopped_and_starts_anew(agent: SandboxedAgent, what: str) -> None:
    agent.begin(1)
    agent.choose(("count",))
    reply = agent.choose((what,))
    assert reply.fault is MoveFault.LATE
    assert "stopped" in reply.detail
    assert agent.choose(("count",)).value == [1, 1, 1]


def test_who_ends_is_gone_for_the_rest_of_the_game(agent: SandboxedAgent) -> None:
    agent.begin(1)
    assert agent.choose(("exit",)).fault is MoveFault.GONE
    reply = agent.choose(("count",))
    assert reply.fault is MoveFault.GONE
    assert "ended" in reply.detail
    agent.begin(2)
    assert agent.choose(("count",)).value == [1, 1, 1]


def test_answers_that_are_no_data(agent: SandboxedAgent) -> None:
    agent.begin(1)
    assert agent.choose(("object",)).fault is MoveFault.MALFORMED
    reply = agent.choose(("none",))
    assert (reply.fault, reply.value) == (None, None)


CLASS = "import os\nclass PlayerAI:\n    def __init__(self):\n        "


@pytest.mark.parametrize(
    ("source", "fault", "detail"),
    [
        (f"{CLASS}raise ValueError('no')\n", MoveFault.GONE, "ValueError"),
        (f"{CLASS}os._exit(1)\n", MoveFault.GONE, "ended"),
        (f"{CLASS}while True: pass\n", MoveFault.GONE, "stopped"),
        ("def make_move(board):\n    return 1\n", MoveFault.ABSENT, "There is no PlayerAI()"),
        (f"{CLASS}pass\n", MoveFault.ABSENT, "There is no make_move."),
    ],
)
def test_an_agent_that_cannot_be_made(source: str, fault: MoveFault, detail: str) -> None:
    session = Bubblewrap.locate().start(program(source))
    try:
        agent = SandboxedAgent(session, "PlayerAI", "make_move", CallLimits(0.3, 3.0))
        agent.begin(1)
        replies = [agent.choose(("count",)) for _ in range(2)]
    finally:
        session.close()
    assert [reply.fault for reply in replies] == [fault, fault]
    assert detail in replies[0].detail


FUNCTION = """
import time
seen = []

def agent(what):
    seen.append(what)
    if what == "spin":
        while True:
            pass
    if what == "raise":
        raise KeyError("no move")
    return len(seen)
"""


@pytest.fixture(scope="module")
def function() -> Iterator[SandboxedAgent]:
    session = Bubblewrap.locate().start(program(FUNCTION))
    yield SandboxedAgent(session, "agent", "", CallLimits(0.3, 3.0))
    session.close()


def test_a_function_remembers_within_a_game_and_nothing_from_the_game_before(
    function: SandboxedAgent,
) -> None:
    for _ in range(2):
        function.begin(1)
        assert [function.choose(("count",)).value for _ in range(3)] == [1, 2, 3]


def test_a_function_is_judged_like_an_object(function: SandboxedAgent) -> None:
    function.begin(1)
    reply = function.choose(("raise",))
    assert reply.fault is MoveFault.CRASHED
    assert "KeyError" in reply.detail
    assert function.choose(("count",)).value == 2
    assert function.choose(("spin",)).fault is MoveFault.LATE
    assert function.choose(("count",)).value == 1


def test_a_function_that_is_not_there(function: SandboxedAgent) -> None:
    nobody = SandboxedAgent(function.session, "act", "", CallLimits(0.3, 3.0))
    nobody.begin(1)
    replies = [nobody.choose(("count",)) for _ in range(2)]
    assert [reply.fault for reply in replies] == [MoveFault.ABSENT, MoveFault.ABSENT]
    assert replies[0].detail == "There is no act."


def test_nobody_is_asked_where_it_is_known_that_there_is_no_agent(
    function: SandboxedAgent,
) -> None:
    nobody = SandboxedAgent(
        function.session, "agent", "", CallLimits(0.3, 3.0), absent="Nobody plays."
    )
    nobody.begin(1)
    reply = nobody.choose(("count",))
    assert (reply.fault, reply.detail) == (MoveFault.ABSENT, "Nobody plays.")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "class PlayerAI:\n    def f(self)\n        pass\n",
            ", line 2: PlayerAI could not be read",
        ),
        ("x = 1\n", "There is no PlayerAI()."),
        ("x = (\n", ", line 1: "),
    ],
)
def test_why_there_is_no_agent_is_known_before_the_first_move(source: str, said: str) -> None:
    session = Bubblewrap.locate().start(program(source))
    agent = SandboxedAgent(session, "PlayerAI", "make_move", CallLimits(0.3, 3.0))
    agent.begin(1)
    missing = agent.prepare()
    session.close()
    assert missing is not None
    assert missing.fault is MoveFault.ABSENT
    assert said in missing.detail


def test_an_agent_that_is_prepared_is_made_once(agent: SandboxedAgent) -> None:
    agent.begin(1)
    assert agent.prepare() is None
    assert agent.choose(("count",)).value == [1, 1, 1]
    assert agent.prepare() is None
    assert agent.choose(("count",)).value == [2, 2, 2]


def test_time_is_told_in_the_seconds_that_the_game_gives() -> None:
    """With a tenth of the time, clocks inside are ten times as fast: 3 s there are 0.3 s here."""
    outcome = Outcome(CallEnding.ANSWER, 1, cpu_seconds=0.4, waiting_seconds=1.0)
    session = MagicMock(spec=Session)
    session.fork.return_value.call.return_value = outcome
    session.fork.return_value.ended = False
    # This machine takes twice as long as the one where the time was promised.
    limits = CallLimits(3.0, 30.0).times(2 * 0.1)
    agent = SandboxedAgent(session, "PlayerAI", "make_move", limits, share=0.1)
    agent.begin(1)
    reply = agent.choose(())
    assert reply.cpu_seconds == 0.4
    assert reply.used_seconds == pytest.approx(0.1 * (0.4 / 0.2 + 1.0))
    assert reply.waited_seconds == pytest.approx(0.1)
