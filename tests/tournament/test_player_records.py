"""What a player's page and the exports say agrees with the games."""

from __future__ import annotations

import csv
import random
from io import StringIO

import pytest

from grader.tournament import exports, result_pages
from grader.tournament.plan import PairingSystem, Slot, TournamentPlan
from grader.tournament.player_records import PlayerRecord, make_player_records
from grader.tournament.sprt_score import Games, points_of_pair
from grader.tournament.standings import Standings, compute_standings, list_games_for_standings
from tests.tournament.made_up import games_of, plan

pytest.importorskip("choix", reason="the extra tournament is not installed: make tournament")

SIDES = ("First", "Second")


def played(tournament: TournamentPlan) -> dict[Slot, Games]:
    """All games of it, with any result."""
    games: dict[Slot, Games] = {}
    while due := tournament.due({slot: points_of_pair(pair) for slot, pair in games.items()}):
        games |= {slot: games_of(tournament.pair(slot), random.Random(str(slot))) for slot in due}
    return games


def everything(
    tournament: TournamentPlan,
) -> tuple[Standings, dict[Slot, Games], list[PlayerRecord]]:
    games = played(tournament)
    standings = compute_standings(tournament, games, "Takeaway", SIDES)
    return standings, games, make_player_records(tournament, games, standings)


@pytest.mark.parametrize("system", list(PairingSystem))
def test_a_player_s_games_are_those_of_the_standings(system: PairingSystem) -> None:
    standings, games, found = everything(plan("abcde", system, pairs=2, rounds=3))
    assert [one.row for one in found] == list(standings.rows)
    records = list_games_for_standings(games)
    for one in found:
        name, row = one.row.name, one.row
        outcomes = [outcome for outcome, _ in one.games]
        assert [outcomes.count(each) for each in ("won", "drew", "lost")] == [
            row.won, row.drawn, row.lost,
        ]  # fmt: skip
        assert all(name in line.players for _, line in one.games)
        assert sum(each.points for each in one.opponents) == row.points
        lost = {number for each in one.opponents for number in each.lost_games}
        assert lost == {line.number for outcome, line in one.games if outcome == "lost"}
        for number in lost:
            record = records[number - 1]
            assert record.result.points(record.players.index(name)) == 0
        losses = [each.lost for each in one.opponents]
        assert losses == sorted(losses, reverse=True)
        assert sum(int(said.split()[0]) for said in one.faults) == row.replaced


@pytest.mark.parametrize(
    ("system", "rounds"),
    [(PairingSystem.ROUND_ROBIN, 2), (PairingSystem.SWISS, 3)],
    ids=["all", "swiss"],
)
def test_strength_is_known_after_each_round_and_ends_as_in_the_standings(
    system: PairingSystem, rounds: int
) -> None:
    _, _, found = everything(plan("abcde", system, pairs=2, rounds=3))
    for one in found:
        assert [stage.round for stage in one.stages] == list(range(1, rounds + 1))
        assert one.stages[-1].elo == one.row.elo
        assert one.stages[-1].elo_margin == one.row.elo_margin
        counts = [stage.games for stage in one.stages]
        assert counts == sorted(counts)
        assert counts[-1] == one.row.games


def test_of_many_rounds_some_are_shown_and_the_last_one_is() -> None:
    _, _, found = everything(plan("ab", pairs=40))
    shown = [stage.round for stage in found[0].stages]
    assert len(shown) == 12
    assert shown[-1] == 40


def test_before_the_first_game_a_page_says_so() -> None:
    tournament = plan("ab")
    standings = compute_standings(tournament, {}, "Takeaway", SIDES)
    (one, _) = make_player_records(tournament, {}, standings)
    page = result_pages.render_player_page(one, standings, {"a": "a.html", "b": "b.html"})
    assert "No game has been played." in page
    assert "No round has been played." in page


def test_exports_hold_all_games() -> None:
    names = ["=1+1", 'say "x" \\ }', "cem"]
    tournament = plan(names)
    standings, games, _ = everything(tournament)
    records = list_games_for_standings(games)
    rows = list(csv.DictReader(StringIO(exports.games_csv(standings, records))))
    assert [int(row["game"]) for row in rows] == list(range(1, len(records) + 1))
    assert {row["first"] for row in rows} == {"'=1+1", names[1], "cem"}
    for row, record in zip(rows, records, strict=True):
        expected = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[row["result"]]
        assert record.result.points(0) == expected
        assert int(row["replaced first"]) == record.substituted(0)
    table = list(csv.DictReader(StringIO(exports.standings_csv(standings))))
    assert [float(row["points"]) for row in table] == [row.points for row in standings.rows]


def test_games_are_written_in_the_manner_of_pgn() -> None:
    names = ['say "x" \\', "bob"]
    tournament = plan(names, pairs=1)
    _, games, _ = everything(tournament)
    records = list_games_for_standings(games)
    text = exports.games_pgn("Takeaway", SIDES, records)
    assert text.count("[Event ") == len(records) == 2
    assert '[First "say \\"x\\" \\\\"]' in text
    for game, record in zip(text.split("[Event ")[1:], records, strict=True):
        moves = " ".join(game.partition("\n\n")[2].split())
        assert moves.count("take") == len(record.opening) + len(record.plies)
        replaced = record.substituted(0) + record.substituted(1)
        assert moves.count("{by the referee: ") == replaced
        assert moves.split()[-1] in ("1-0", "0-1", "1/2-1/2")
