"""What whole programs get for the mini project; `grade author validate` has the variants."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import run

pytestmark = pytest.mark.bubblewrap

NOTHING = """
class PlayerAI:
    def make_move(self, board):
        pass
"""
FIRST = """
import utils


class PlayerAI:
    def make_move(self, board):
        return utils.generate_rand_move(board)
"""
ENDING = """
import os
import utils


class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        if self.asked == 2:
            os._exit(3)
        return utils.generate_rand_move(board)
"""
TABLE_OF_THE_CLASS = """
import utils


class PlayerAI:
    seen = []

    def make_move(self, board):
        self.seen.append(board)
        move = utils.generate_rand_move(board)
        return move if len(self.seen) == 1 else (len(self.seen), move)
"""


def graded(folder: Path, source: str, *options: str) -> Mapping[str, Any]:
    """The staff's report on a program, by the id of the task."""
    file = folder / "agent.py"
    file.write_text(source)
    done = run("run", file, "-a", "breakthrough_agent", "-f", "json", "--view", "staff", *options)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["errors"] == []
    return {task["id"]: task for task in report["tasks"]}


def scores(tasks: Mapping[str, Any]) -> dict[str, float]:
    return {name: task["score"] for name, task in tasks.items() if task["score"] is not None}


@pytest.mark.slow
def test_one_that_does_nothing_gets_nothing(tmp_path: Path) -> None:
    assert scores(graded(tmp_path, NOTHING)) == {"1": 0, "2.1": 0, "2.2": 0, "3": 0, "4": 0}


@pytest.mark.slow
def test_the_first_legal_move_is_valid_and_no_more(tmp_path: Path) -> None:
    tasks = graded(tmp_path, FIRST)
    assert scores(tasks) == {"1": 5, "2.1": 0, "2.2": 0, "3": 0, "4": 0}


ALL_RIGHTS = Path(__file__).parents[3] / "reference/breakthrough_agent/rights"
RIGHTS = ALL_RIGHTS / "weak"


def test_a_search_of_three_plies_is_told_of_the_example_of_four_and_no_more(tmp_path: Path) -> None:
    source = (ALL_RIGHTS / "search" / "board_in_the_agent.py").read_text()
    (task,) = graded(tmp_path, source, "-t", "3").values()
    examples = next(test for test in task["tests"] if test["id"] == "3/examples")
    assert examples["verdict"] == "accepted"
    assert "in four plies”" in (said := json.dumps(task, ensure_ascii=False))
    assert "so this costs nothing" in said
    # What two plies show has to be found.
    (task,) = graded(tmp_path, source.replace("depth = 3", "depth = 1"), "-t", "3").values()
    examples = next(test for test in task["tests"] if test["id"] == "3/examples")
    assert examples["verdict"] == "wrong_answer"


def test_a_right_search_needs_no_evaluation_that_knows_wins(tmp_path: Path) -> None:
    source = (RIGHTS / "evaluation_knows_no_wins.py").read_text()
    assert scores(graded(tmp_path, source, "-t", "3")) == {"3": 30}


def test_a_wrong_move_is_told_with_those_of_minimax_and_their_values(tmp_path: Path) -> None:
    source = (RIGHTS / "evaluation_knows_no_wins.py").read_text()
    wrong = source.replace("successors(flipped)", "list(successors(flipped))[:1]")
    assert wrong != source
    (task,) = graded(tmp_path, wrong, "-t", "3").values()
    assert task["score"] == 0
    (case,) = next(t for t in task["tests"] if t["id"] == "3/moves_of_minimax")["cases"]
    assert case["message"].startswith("With evaluate(), your own evaluation, minimax makes another")
    assert re.match(r"2 plies deep (\[\d, \d\], \[\d, \d\].*) \(-?[\d.]+\); 3 ", case["expected"])
    assert re.match(r"\[\d, \d\], \[\d, \d\] \(-?[\d.]+, \d plies deep\)$", case["actual"])


NARROW_WINDOWS = """

def best_move(board, depth):
    best, guess = moves(board, BLACK)[0], evaluate(board)
    for plies in range(1, 5):
        alpha, beta, value = guess - 8, guess + 8, -INFINITY
        for move in moves(board, BLACK):
            found = alpha_beta(played(board, move, BLACK), WHITE, plies - 1, alpha, beta)
            if found > value:
                best, value = move, found
            alpha = max(alpha, found)
            if alpha >= beta:
                break
        guess = value
    return best
"""


@pytest.mark.slow
def test_bounds_taken_for_values_are_noticed_on_boards_with_many_moves(tmp_path: Path) -> None:
    """Where the value is outside of the window, it would have to search again."""
    source = (RIGHTS.parents[1] / "PlayerAI.py").read_text() + NARROW_WINDOWS
    (task,) = graded(tmp_path, source, "-t", "3").values()
    (case,) = next(t for t in task["tests"] if t["id"] == "3/moves_of_minimax")["cases"]
    assert (case["verdict"], case["code"]) == ("wrong_answer", "not_minimax")
    assert "where it looks 4 plies ahead, as the agent does" in case["message"]


BY_ITSELF = """
import utils


class State:
    def __init__(self, rows, pawns):
        self.rows, self.pawns = rows, pawns

    def rate(self):
        return sum(row.count("B") for row in self.rows)


class PlayerAI:
    def search(self, state, depth, alpha, beta):
        if depth == 0:
            return state.rate()
        return -self.search(state, depth - 1, -beta, -alpha)

    def make_move(self, board):
        self.search(State(board, {}), 2, -99, 99)
        return utils.generate_rand_move(board)
"""


BY_A_PROPERTY = """
import utils


class State:
    def __init__(self, rows, depth):
        self.rows, self.depth = rows, depth

    @property
    def best(self):
        return -State(self.rows, self.depth - 1).best if self.depth else 0


class PlayerAI:
    def make_move(self, board):
        State(board, 3).best
        return utils.generate_rand_move(board)
"""


@pytest.mark.parametrize("source", [BY_ITSELF, BY_A_PROPERTY])
def test_what_cannot_be_called_is_for_a_person(tmp_path: Path, source: str) -> None:
    tasks = graded(tmp_path, source, "-t", "3", "-t", "4")
    for name, test in (("3", "3/moves_of_minimax"), ("4", "4/counts_pawns")):
        (case,) = next(t for t in tasks[name]["tests"] if t["id"] == test)["cases"]
        assert case["verdict"] == "undecided"
        assert "# grade: evaluation = NAME" in case["message"]


def test_a_program_without_any_search_has_none(tmp_path: Path) -> None:
    (task,) = graded(tmp_path, FIRST, "-t", "3").values()
    (case,) = next(t for t in task["tests"] if t["id"] == "3/moves_of_minimax")["cases"]
    assert (case["verdict"], case["code"]) == ("wrong_answer", "no_search")


@pytest.mark.slow
def test_an_agent_remembers_within_a_case_and_no_further(tmp_path: Path) -> None:
    (task,) = graded(tmp_path, TABLE_OF_THE_CLASS, "-t", "1").values()
    tests = {test["id"]: test for test in task["tests"]}
    assert tests["1/first_move"]["verdict"] == "accepted"
    games = tests["1/moves_of_games"]["cases"]
    assert [case["verdict"] for case in games] == ["invalid_return"] * 6
    assert games[0]["actual"].startswith("(2, ")


@pytest.mark.slow
def test_a_lost_game_says_how_it_went(tmp_path: Path) -> None:
    (task,) = graded(tmp_path, NOTHING, "-t", "2.1").values()
    (case, _) = task["tests"][0]["cases"]
    assert case["expected"] == "a win with at most 3 moves chosen by the referee"
    (_, chosen) = case["message"].splitlines()
    assert re.match(
        r"The referee chose \d+ moves \(malformed\), of plies 1, 3, 5, 7, 9, …: ", chosen
    )
    assert case["figures"]


def test_one_whose_process_has_ended_is_gone_for_the_rest_of_a_game(tmp_path: Path) -> None:
    (task,) = graded(tmp_path, ENDING, "-t", "2.1").values()
    (case, _) = task["tests"][0]["cases"]
    assert "(gone), of plies 3, 5, 7, 9, 11, …: make_move ended its process" in case["message"]
