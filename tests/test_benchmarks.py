from __future__ import annotations

import dataclasses
from xml.etree import ElementTree as ET

import pytest

from benchmarks import chance, connections, oracle, played_on
from benchmarks.agents import depth_row, match_row
from benchmarks.chance import PS2, Attempts
from benchmarks.connections import Effort
from benchmarks.depth import Depth
from benchmarks.oracle import Attempt, Target
from benchmarks.plot import Panel, Point, drawn
from grader import assignment as assignments
from grader.author.solution_variants import Variant
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.testing.stochastic_trial import PLAN
from grader.tournament.sprt_score import RunningScore, SequentialTest
from reference.breakthrough_agent import rules
from reference.connect4 import oracle as oracle_of_discs


@pytest.mark.parametrize(
    ("source", "tasks"),
    [
        ("def transition(route): return [route[::-1]]", ()),
        (
            "def transition(route):\n    import random\n    return [random.sample(route, 4)]",
            ("1.3",),
        ),
        ("def hill_climbing(*given): return [*range(given[0])]", ("1.6",)),
        ("import random\ndef minimax(*given): return random.random()", ("3.1",)),
    ],
)
def test_seeds_make_a_difference_where_random_numbers_are_drawn(
    source: str, tasks: tuple[str, ...]
) -> None:
    variant = Variant("some/one", "A solution.", (), source)
    assert PS2.tasks(assignments.load_assignment("ps2"), variant) == tasks


def test_a_trial_counts_with_the_unfavourable_end_of_an_interval() -> None:
    right, wrong = Attempts(50, 49), Attempts(50, 1)
    assert right.mistaken(PLAN, right=True) > 1 - PLAN.rates(49 / 50).passes
    assert wrong.mistaken(PLAN, right=False) > PLAN.rates(1 / 50).passes
    row = chance.row("1.6/x", PLAN, [Attempts(21, 21), right], right=True, alike=False)
    assert row.startswith("| 1.6/x | 2 right | 71 | 70 | 49 of 50 | ≤ ")


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("tsp/climb_single_step", "| 1.6/beats_greedy | 1 wrong | 3 | 0 | 0 of 3 |"),
        ("tsp/first_improvement", "| 1.6/beats_greedy | 1 right | 3 | 3 | 3 of 3 |"),
    ],
)
def test_attempts_are_made_and_counted(name: str, row: str) -> None:
    remarks: list[str] = []
    (line,) = chance.with_trials(PS2, 3, name, remarks)
    assert line.startswith(row)
    assert remarks == []


def test_positions_follow_from_the_seed_and_are_undecided() -> None:
    found = played_on.positions(9, 5)
    assert found == played_on.positions(9, 5)
    assert found != played_on.positions(9, 5, seed=1)
    assert len(set(found)) == 5
    for state in found:
        assert rules.winner(state) is None
        assert not state.black_to_move


def test_a_row_of_the_oracle_times_only_what_is_proved() -> None:
    attempts = [Attempt(True, 0.001), Attempt(True, 0.003), Attempt(True, 0.008)]
    attempts.append(Attempt(False, 3.0))
    row = oracle.row(22, attempts, Target(0.875, 0.12))
    assert row == "| 22 | 3 of 4 | 4 ms | 3 ms | 8 ms | ≥ 88% | 120 ms |"
    none = oracle.row(22, attempts[3:], Target(0.875, 0.12))
    assert none.startswith("| 22 | 0 of 1 | | | | ")
    assert none.count("|") == row.count("|")


def test_a_row_of_depths() -> None:
    found = Depth((10, 12, 11), 1, (2.9, 2.9, 2.9, 0.5), 0)
    assert depth_row("one", found, 10) == "| one | 11 | 10 | 12 | ≥ 10 | 1 | 2.9 s |"
    fixed = Depth((), 0, (0.5,), 0)
    assert depth_row("two", fixed, plies=(5,)) == "| two | 5 | 5 | 5 |  | 0 | 0.5 s |"
    assert depth_row("three", fixed).count("|") == depth_row("two", fixed, plies=(5,)).count("|")


def test_a_row_of_games_counts_by_colour_and_player() -> None:
    late, fine = Ply("a", MoveFault.LATE), Ply("a")
    black = GameRecord(
        "", ("best", "other"), 0, 1.0, (), (late, fine), Result.FIRST, GameEnding.RULES
    )  # fmt: skip
    white = dataclasses.replace(black, players=("other", "best"))
    lost = dataclasses.replace(black, result=Result.SECOND, plies=(fine,))
    decided = RunningScore(SequentialTest(0.90, 0.98))
    for number in range(2):
        decided.add(number, (black, white))
    assert match_row("other", decided) == (
        "| other | 2 | 2 of 2 | 0 of 2 | 2, 2 | 90% of the points |"
    )
    series = RunningScore()
    series.add(0, (black, white))
    series.add(1, (lost, dataclasses.replace(lost, players=white.players)))
    assert match_row("other", series) == "| other | 2 | 1 of 2 | 1 of 2 | 1, 1 | open |"


def test_two_searches_of_the_same_positions_have_to_agree() -> None:
    solved, searched = Effort(0, 20, 0.002), Effort(None, 500, 0.5)
    assert connections.row((5, 4), 0, [solved], [searched]) == (
        "| 5 × 4 | 0 | draw | 20 | 0.002 | > 500 | > 0.5 |"
    )
    with pytest.raises(ValueError, match="the oracle finds 0, a plain search 1"):
        connections.row((5, 4), 0, [solved], [Effort(1, 500, 0.5)])


def test_quantiles_of_many_positions() -> None:
    found = [Effort(1, nodes, nodes / 1000) for nodes in range(1, 101)]
    line = connections.quantiles("any", found)
    assert line == "| any | 100 | 50.5 ms | 95 ms | 100 ms | 100 |"


def test_random_positions_go_on_and_quiet_ones_are_not_won_at_once() -> None:
    boards = connections.positions(4, 5, 6, 20, quiet=True)
    assert boards == connections.positions(4, 5, 6, 20, quiet=True)
    assert all(oracle_of_discs.plies_to_end(board, 1) is None for board in boards)
    assert {sum(row.count(" ") for row in board) for board in boards} == {14}


def test_a_picture_has_a_point_for_each_place_and_marks_what_was_given_up() -> None:
    panels = [
        Panel(
            "nodes & more",
            [("one", [Point(10), Point(1000)]), ("two", [Point(5), Point(7, at_least=True)])],
        )
    ]
    picture = drawn(panels, ["4 × 4", "4 × 5"])
    root = ET.fromstring(picture)
    circles = root.findall(".//{*}circle")
    assert len(circles) == 4 + 2  # and the legend
    assert [circle.get("fill") for circle in circles].count("#ffffff") == 1
    texts = [text.text for text in root.findall(".//{*}text")]
    assert {"nodes & more", "one", "two", "4 × 4", "4 × 5", "10⁰", "10³"} <= set(texts)
    heights = [float(circle.get("cy") or 0) for circle in circles[:2]]
    assert heights[0] > heights[1]  # what is more stands higher


def test_a_picture_of_connections_is_of_both_searches() -> None:
    solved, searched = Effort(0, 20, 0.002), Effort(None, 500, 0.5)
    picture = connections.picture_of([(solved, searched), (solved, solved)])
    assert picture.count("plain alpha-beta") == 2
    assert picture.count('fill="#ffffff" stroke') == 2


def test_positions_as_hard_as_in_students_material_are_so() -> None:
    (easy, board), _ = connections._AS_HARD.items()
    found = connections.by_plain(board)
    assert abs(found.nodes - easy) < 0.1 * easy
    assert connections.by_oracle(board).value == found.value
