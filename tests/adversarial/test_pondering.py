"""Programs that compute while the other side thinks, or learn from one game for the next."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import CallEnding, Injection, Process
from grader.sandbox.call_request import Call
from tests.adversarial.attacks import ATTACKS
from tests.sandbox.scene import playing, program

pytestmark = pytest.mark.adversarial

PONDERING = {
    attack.id.removeprefix("pondering/"): attack
    for attack in ATTACKS
    if attack.id.startswith("pondering/")
}
LEARNING = PONDERING.pop("between_games")
LOADED = PONDERING.pop("after_loading")
STOPPED = PONDERING.pop("after_being_stopped")
READ = PONDERING.pop("while_an_answer_is_read")
ROUNDS = 5
AWAY = 0.4
"""Seconds for which the other side thinks."""
MUCH = 3
"""How many times as much somebody does who may run, at least, as somebody who may not."""


def move(process: Process, *, freeze: bool = True) -> int | None:
    """What the program has counted so far; ``None`` if it has lost for not standing still."""
    outcome = process.call(Call("attack", (7,), {}, 1, CallLimits(1.0, 30.0), freeze=freeze))
    if outcome.ending is CallEnding.ANSWER:
        assert type(outcome.value) is int, outcome.value
        return outcome.value
    assert outcome.ending is CallEnding.DIED, outcome
    assert outcome.detail == "kept running although it was to stand still until this call"
    assert process.ended
    return None


@pytest.mark.slow
@pytest.mark.parametrize("name", PONDERING)
def test_nothing_is_computed_on_the_opponents_time(name: str, backend: Sandbox) -> None:
    with playing(program(PONDERING[name].source), sandbox=backend) as scene:
        process = scene.session.fork()
        counts = [move(process)]
        while len(counts) <= 2 * ROUNDS and not process.ended:
            time.sleep(AWAY)
            counts.append(move(process, freeze=len(counts) % 2 == 0))
        if process.ended:
            assert name == "continued_by_others", "all the others can be stopped"
        else:
            assert gained(counts[0::2], counts[1::2]) * MUCH < gained(counts[1::2], counts[2::2])
        assert_honest(scene.session.fork())


def test_nothing_is_computed_before_the_first_move(backend: Sandbox) -> None:
    """Otherwise the second player could compute while the first player makes the first move."""
    with playing(program(LOADED.source), sandbox=backend) as scene:

        def counted(*, frozen: bool) -> int:
            """What was counted from loading to the first move."""
            scene.session.load(Injection())
            if frozen:
                scene.session.freeze()
            time.sleep(AWAY)
            count = move(scene.session.fork())
            assert count is not None
            return count

        assert any(counted(frozen=True) * MUCH < counted(frozen=False) for _ in range(ROUNDS))
        assert_honest(scene.session.fork())


def test_nothing_is_computed_once_a_call_was_stopped(backend: Sandbox) -> None:
    """Only what was loaded is left then, and may have threads of its own."""
    with playing(program(STOPPED.source), sandbox=backend) as scene:

        def counted(*, frozen: bool) -> int:
            """What was counted from a move before the stopped one to a move behind it."""
            before = move(scene.session.fork())
            endless = Call("attack", (0,), {}, 1, CallLimits(1.0, 30.0), freeze=frozen)
            assert scene.session.fork().call(endless).ending is CallEnding.OUTPUT
            time.sleep(AWAY)
            after = move(scene.session.fork())
            assert before is not None
            assert after is not None
            return after - before

        assert any(counted(frozen=True) * MUCH < counted(frozen=False) for _ in range(ROUNDS))
        assert_honest(scene.session.fork())


def test_nothing_is_computed_while_a_long_answer_is_read(backend: Sandbox) -> None:
    """The same may be asked again, and no budget counts the time that reading takes."""
    with playing(program(READ.source), sandbox=backend) as scene:

        def counted(*, thawed: bool) -> int:
            """What was counted from a long answer, or from another call behind it, to the next."""
            long = Call("attack", (0,), {}, 1, CallLimits(1.0, 30.0))
            assert len(scene.session.fork().call(long).value) == 150_000
            if thawed:
                move(scene.session.fork(), freeze=False)
            time.sleep(AWAY)
            count = move(scene.session.fork())
            assert count is not None
            return count

        assert any(counted(thawed=False) * MUCH < counted(thawed=True) for _ in range(ROUNDS))
        assert_honest(scene.session.fork())


def gained(before: Sequence[int | None], after: Sequence[int | None]) -> int:
    """How much was counted between moves in all."""
    return sum(now - then for then, now in zip(before, after, strict=False) if now and then)


def assert_honest(process: Process) -> None:
    for number in (21, 1):
        call = Call("honest", (number,), {}, 1, CallLimits(1.0, 30.0), freeze=True)
        assert process.call(call).value == 2 * number


def test_a_new_game_begins_from_nothing(backend: Sandbox) -> None:
    # Games lend nothing, so that there is no process beside the agent's own.
    with playing(program(LEARNING.source), Injection(), backend) as scene:
        for _ in range(3):
            found = [learned(scene.session.fork()) for _ in range(2)]
            assert found[0] == "nothing"
            assert found[1] != "nothing"  # what the template shares with its processes is left
            scene.session.load(Injection())


def learned(process: Process) -> object:
    outcome = process.call(Call("attack", (7,), {}, 1, CallLimits(1.0, 30.0), freeze=True))
    assert outcome.ending is CallEnding.ANSWER, outcome
    return outcome.value
