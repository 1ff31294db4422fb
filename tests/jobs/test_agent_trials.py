"""Agents are tried before they play: who cannot is refused, and who can shows how long it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import intake
from grader.assignment import load_assignment
from grader.jobs.agent_trials import try_agents
from grader.jobs.grading_context import GradingContext
from grader.jobs.work_order import Player
from grader.sandbox.backend_interface import SandboxFailure, SandboxProgram, Session
from grader.sandbox.bubblewrap import Bubblewrap

pytestmark = pytest.mark.bubblewrap

NOTHING = "class PlayerAI:\n    def make_move(self, board):\n        return None\n"


@pytest.fixture(scope="module")
def context() -> GradingContext:
    return GradingContext(load_assignment("breakthrough_agent"), Bubblewrap.locate())


def player(name: str, source: str) -> Player:
    return Player(
        name, intake.make_submission(Path(f"{name}.py"), [(f"{name}.py", source.encode())])
    )


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        (
            "x = 1\n\nclass PlayerAI(:\n    pass\n",
            "ann.py, line 3: PlayerAI could not be read by Python 3.11 and was left out: Synta",
        ),
        (
            "def turn(board):\n    return None\n",
            "ann.py: There is no PlayerAI(). The file defines turn.",
        ),
        ("x = 1\n", "ann.py: There is no PlayerAI(). The file defines no function and no class."),
        (
            "class PlayerAI:\n    def __init__(self):\n        raise OSError('no file')\n",
            "ann.py, line 3: PlayerAI() raised OSError: no file.",
        ),
        ("class PlayerAI:\n    pass\n", "ann.py: There is no make_move."),
        (
            "import lost\n\nclass PlayerAI(lost.Base):\n    pass\n",
            "ann.py, line 3: PlayerAI could not be defined: NameError: name 'lost' is not defined.",
        ),
    ],
)
def test_who_cannot_play_is_refused(context: GradingContext, source: str, refusal: str) -> None:
    (trial,) = try_agents(context, [player("ann", source)], 0.1, "", 1)
    assert trial is not None
    assert trial.refusal.startswith(refusal)


def test_who_can_play_shows_how_long_it_takes(context: GradingContext) -> None:
    heard: list[int] = []
    players = [player(*each) for each in (("a", NOTHING), ("b", NOTHING), ("a", NOTHING))]
    trials = try_agents(context, players, 0.1, "", 2, heard.append)
    assert heard == [1, 2], "two of them are the same program"
    assert trials[0] == trials[2]
    for trial in trials:
        assert trial is not None
        assert trial.refusal == ""
        assert min(trial.start_seconds, trial.load_seconds, *trial.move_seconds) > 0
        assert trial.plies in (2 * len(trial.move_seconds), 2 * len(trial.move_seconds) - 1)


def test_a_sandbox_that_fails_shows_nothing(
    context: GradingContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Bubblewrap.start

    def starts(self: Bubblewrap, program: SandboxProgram) -> Session:
        if "# bob" in program.cells[0].source:
            raise SandboxFailure("its pipe broke")
        return start(self, program)

    monkeypatch.setattr(Bubblewrap, "start", starts)
    players = [player("ann", NOTHING), player("bob", f"# bob\n{NOTHING}")]
    ann, bob = try_agents(context, players, 0.1, "", 2)
    assert ann is not None
    assert bob is None
