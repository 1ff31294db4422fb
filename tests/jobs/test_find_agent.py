"""Who plays for a submission, in assignments with a contract and without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import Assignment, AssignmentError
from grader.examine.run_hidden_tests import sandbox_program
from grader.jobs.grading_context import GradingContext
from grader.jobs.play_pair import find_agent
from grader.jobs.work_order import Player
from grader.model.game_record import MoveFault
from grader.model.match_rules import MatchRules
from grader.model.submission import Cell, Submission
from grader.play.agent import AgentReply
from grader.sandbox.bubblewrap import Bubblewrap
from grader.tournament.entrants import collect_players, find_players
from tests.contracts import CONTRACT, FREE, TEMPLATE, heaps

pytestmark = pytest.mark.bubblewrap

RULES = MatchRules("search", "", 1.0)

ACTING = """
class Player:
    def __init__(self):
        self.asked = 0
    def act(self, heap):
        self.asked += 1
        print(self.asked)
        return heap % 4 or 1
"""
TWICE = "def first(heap):\n    return heap % 4 or 1\n\ndef second(heap):\n    return first(heap)\n"


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


def asked(
    assignment: Assignment, source: str, rules: MatchRules = RULES, *bindings: tuple[str, str]
) -> list[AgentReply]:
    """What the agent in ``source`` answers to heaps of 5, 6 and 7 stones."""
    submission = Submission("ann.py", "digest", (Cell(source, "ann.py", False),), ())
    context = GradingContext(assignment, Bubblewrap.locate())
    session = context.sandbox.start(sandbox_program(submission, assignment, context.speed, 0))
    try:
        player = Player("ann", submission, bindings)
        agent = find_agent(context, session, player, rules, rules.limits(context.speed))
        agent.begin(1)
        return [agent.choose((heap,)) for heap in (5, 6, 7)]
    finally:
        session.close()


@pytest.mark.parametrize("source", [TEMPLATE, FREE, ACTING], ids=["template", "free", "class"])
def test_a_role_is_played_by_what_fills_it(assignment: Assignment, source: str) -> None:
    assert [reply.value for reply in asked(assignment, source)] == [1, 2, 3]


def test_an_object_lasts_as_long_as_the_game(assignment: Assignment) -> None:
    assert [reply.printed for reply in asked(assignment, ACTING)] == ["1\n", "2\n", "3\n"]


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("x = 1\n", "There is no search, by this name or another usual one. A comment in the"),
        (
            "def search(heap):\n    return [heap]\n",
            "Nobody can tell how the search is called. search answers with nothing that can be",
        ),
    ],
)
def test_who_is_not_found_does_not_play(assignment: Assignment, source: str, detail: str) -> None:
    replies = asked(assignment, source)
    assert [reply.fault for reply in replies] == [MoveFault.ABSENT] * 3
    assert replies[0].detail.startswith(detail)


def test_a_hint_decides(assignment: Assignment) -> None:
    replies = asked(assignment, f"# grade: search = second\n{TWICE}")
    assert [reply.value for reply in replies] == [1, 2, 3]


def test_what_a_person_says_decides(assignment: Assignment, tmp_path: Path) -> None:
    replies = asked(assignment, TWICE, RULES, ("search", "second"))
    assert [reply.value for reply in replies] == [1, 2, 3]
    (tmp_path / "ann.py").write_text(TWICE)
    (tmp_path / "ann.bindings.toml").write_text('search = "second"\n')
    (player,) = find_players(assignment, [str(tmp_path / "ann.py")])
    assert player.bindings == (("search", "second"),)
    (entered,), _ = collect_players(assignment, [str(tmp_path)], (), tmp_path / "out")
    assert entered.bindings == player.bindings


def test_a_name_that_is_no_role_is_a_function(assignment: Assignment) -> None:
    source = TEMPLATE + "\ndef play(heap):\n    return -heap\n"
    replies = asked(assignment, source, replace(RULES, agent="play"))
    assert [reply.value for reply in replies] == [-5, -6, -7]


def test_a_contract_that_does_not_work_is_the_author_s(tmp_path: Path) -> None:
    broken = heaps(tmp_path, contract=f"{CONTRACT}\nCONTRACT = 1\n", id="broken")
    with pytest.raises(AssignmentError, match="CONTRACT has to be a contract"):
        asked(broken, TEMPLATE)


def test_a_known_answer_that_does_not_work_is_the_author_s(tmp_path: Path) -> None:
    contract = CONTRACT.replace("answer == right", "answer == unknown_name")
    broken = heaps(tmp_path, contract=contract, id="failing")
    with pytest.raises(AssignmentError, match="NameError"):
        asked(broken, "def take(heap, number):\n    return 0\n")
