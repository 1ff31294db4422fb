"""What is due follows from what has been played, whatever order that ended in."""

from __future__ import annotations

import random

import pytest

from grader.tournament.plan import (
    Meeting,
    PairingSystem,
    Slot,
    TournamentPlan,
    round_robin,
    swiss_round,
)
from grader.tournament.standings import compute_standings
from tests.tournament.made_up import games_of, plan


def played_out(of: TournamentPlan, seed: int) -> list[set[Slot]]:
    """Rounds of what was due, played in any order, each slot with the same result every time."""
    draw = random.Random(seed)
    results: dict[Slot, float] = {}
    rounds: list[set[Slot]] = []
    while due := of.due(results):
        rounds.append(set(due))
        draw.shuffle(due)
        for slot in due:
            results[slot] = random.Random(str(slot)).choice([0, 1, 1.5, 2])
    return rounds


def test_everybody_meets_everybody_in_all_pairs() -> None:
    tournament = plan()
    (due,) = played_out(tournament, 1)
    assert len(due) == 12
    assert tournament.games == 24


def test_first_pairs_come_before_second_ones() -> None:
    numbers = [number for _, _, number in plan().due({})]
    assert numbers == sorted(numbers)


def test_what_has_been_played_is_not_due() -> None:
    due = plan().due({(0, 1, 0): 2.0})
    assert (0, 1, 0) not in due
    assert len(due) == 11


def test_rounds_do_not_depend_on_the_order_in_which_games_end() -> None:
    tournament = plan("abcdefg", PairingSystem.SWISS, pairs=2, rounds=4)
    rounds = played_out(tournament, 1)
    assert len(rounds) == 4
    assert all(played_out(tournament, seed) == rounds for seed in range(2, 7))


def test_a_round_waits_for_the_one_before() -> None:
    tournament = plan("abcd", PairingSystem.SWISS, pairs=1, rounds=3)
    first = tournament.due({})
    assert len(first) == 2
    assert tournament.due({first[0]: 2.0}) == first[1:]


def test_pairs_have_openings_and_seeds_of_their_own() -> None:
    tournament = plan()
    pairs = [tournament.pair(slot) for slot in tournament.due({})]
    assert len({pair.seed for pair in pairs}) == len(pairs)
    assert {pair.opening for pair in pairs} == {("take1",), ("take2",)}
    assert tournament.pair((0, 1, 1)).names == ("a", "b")


def test_standings_do_not_depend_on_the_order_in_which_games_end() -> None:
    tournament = plan("abcdef")
    slots = tournament.due({})
    games = {slot: games_of(tournament.pair(slot), random.Random(str(slot))) for slot in slots}
    expected = compute_standings(tournament, games, "Takeaway", ("First", "Second"))
    assert expected.done == expected.of == 60
    for seed in range(5):
        order = list(slots)
        random.Random(seed).shuffle(order)
        shuffled = {slot: games[slot] for slot in order}
        assert compute_standings(tournament, shuffled, "Takeaway", ("First", "Second")) == expected


def test_standings_add_up() -> None:
    tournament = plan("abc")
    slots = tournament.due({})
    games = {slot: games_of(tournament.pair(slot), random.Random(str(slot))) for slot in slots}
    found = compute_standings(tournament, games, "Takeaway", ("First", "Second"))
    assert sum(row.points for row in found.rows) == found.done == 12
    for number, row in enumerate(found.rows):
        assert row.games == row.won + row.drawn + row.lost == 8
        met = [found.crosstable[number, other] for other in range(3) if other != number]
        assert sum(each.points for each in met) == row.points
        assert row.late <= row.replaced
    ranks = [row.rank for row in found.rows]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1


def test_everybody_meets_everybody_once() -> None:
    assert round_robin(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize("players", [2, 7, 40])
def test_nobody_meets_twice_or_rests_twice(players: int) -> None:
    draw = random.Random(players)
    scores = [0.0] * players
    met: set[Meeting] = set()
    rested: set[int] = set()
    for number in range(min(6, players - 1)):
        meetings, resting = swiss_round(scores, met, rested, number)
        busy = [player for meeting in meetings for player in meeting]
        assert sorted([*busy, *([] if resting is None else [resting])]) == list(range(players))
        assert not met & set(meetings)
        assert resting not in rested
        met.update(meetings)
        if resting is not None:
            rested.add(resting)
        for meeting in meetings:
            scores[draw.choice(meeting)] += 1


def test_equals_meet() -> None:
    scores = [2.0, 0.0, 2.0, 0.0, 1.0, 1.0]
    meetings, _ = swiss_round(scores, (), (), seed=1)
    assert meetings == [(0, 2), (1, 3), (4, 5)]


def test_equals_that_have_met_meet_their_neighbours() -> None:
    scores = [2.0, 0.0, 2.0, 0.0]
    meetings, _ = swiss_round(scores, [(0, 2)], (), seed=1)
    assert (0, 2) not in meetings


def test_where_everybody_has_met_they_meet_again() -> None:
    meetings, _ = swiss_round([1.0, 0.0, 1.0, 0.0], round_robin(4), (), seed=1)
    assert meetings == [(0, 2), (1, 3)]


def test_the_seed_decides_among_equals() -> None:
    rounds = {tuple(swiss_round([0.0] * 8, (), (), seed)[0]) for seed in range(5)}
    assert len(rounds) > 1
    assert swiss_round([0.0] * 8, (), (), 3) == swiss_round([0.0] * 8, (), (), 3)
