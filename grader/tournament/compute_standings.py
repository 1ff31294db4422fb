"""Computes standings from games. The order in which games ended makes no difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.model.game_record import GameRecord, MoveFault
from grader.render.game_sentences import summarise_game
from grader.tournament.match_stopping_rule import Games
from grader.tournament.match_stopping_rule import points_of_pair as points_of
from grader.tournament.plan import PairingSystem, Slot, TournamentPlan
from grader.tournament.ratings import GamePairPoints, Ratings, rate_players
from grader.tournament.standings_model import (
    GameLine,
    HeadToHead,
    PlayerStanding,
    Refusal,
    Standings,
)


def compute_standings(
    plan: TournamentPlan,
    played: Mapping[Slot, Games],
    assignment: str,
    sides: tuple[str, str],
    refused: Sequence[Refusal] = (),
) -> Standings:
    """Return the standings after some games of ``plan``.

    Args:
        refused: who does not play.
    """
    slots = sorted(played)
    ratings = rate_players(len(plan.players), make_pair_results(played))
    sat = _games_by_player(plan, played)
    order = sorted(
        range(len(plan.players)),
        key=lambda player: (
            -round(ratings.strengths[player], 9),
            -sum(record.result.points(side) for record, side in sat[player]),
            plan.players[player].name,
        ),
    )
    rows = [_row(plan, ratings, player, order[0], sat[player]) for player in order]
    games = list_games_for_standings(played)
    lines = [
        GameLine(number, record.players, summarise_game(record, sides))
        for number, record in enumerate(games, 1)
    ]
    return Standings(
        assignment=assignment,
        system=_system(plan),
        terms=_terms(plan),
        rows=tuple(_assign_ranks(rows)),
        crosstable=_crosstable(slots, played, order),
        games=tuple(lines),
        done=len(games),
        of=plan.games,
        refused=tuple(refused),
    )


def make_pair_results(played: Mapping[Slot, Games]) -> list[GamePairPoints]:
    """Return the results of all pairs of games, as the ratings need them."""
    return [
        GamePairPoints(slot[0], slot[1], (games[0].result.points(0), games[1].result.points(1)))
        for slot in sorted(played)
        for games in (played[slot],)
    ]


def list_games_for_standings(played: Mapping[Slot, Games]) -> list[GameRecord]:
    """Return all games, in the order in which standings list them."""
    return [record for slot in sorted(played) for record in played[slot]]


def _games_by_player(
    plan: TournamentPlan, played: Mapping[Slot, Games]
) -> list[list[tuple[GameRecord, int]]]:
    """Return the games of each player, each with the side that they played."""
    seats: list[list[tuple[GameRecord, int]]] = [[] for _ in plan.players]
    for slot in sorted(played):
        for number, record in enumerate(played[slot]):
            seats[slot[number]].append((record, 0))
            seats[slot[1 - number]].append((record, 1))
    return seats


def _row(
    plan: TournamentPlan,
    ratings: Ratings,
    player: int,
    first: int,
    seats: list[tuple[GameRecord, int]],
) -> PlayerStanding:
    points = [record.result.points(side) for record, side in seats]
    plies = [ply for record, side in seats for ply in record.of(side)]
    return PlayerStanding(
        rank=0,
        name=plan.players[player].name,
        games=len(points),
        points=sum(points),
        won=points.count(1.0),
        drawn=points.count(0.5),
        lost=points.count(0.0),
        elo=round(ratings.elo(player), 1),
        elo_margin=round(ratings.elo_margin(player), 1),
        like_first=player != first and not ratings.is_difference_significant(first, player),
        replaced=sum(ply.fault is not None for ply in plies),
        late=sum(ply.fault is MoveFault.LATE for ply in plies),
        slowest=max((ply.seconds for ply in plies), default=0.0),
    )


def _assign_ranks(rows: list[PlayerStanding]) -> list[PlayerStanding]:
    """Return the rows with their ranks; rows that cannot be told apart share a rank."""
    ranked: list[PlayerStanding] = []
    for number, row in enumerate(rows, 1):
        equal = ranked and (ranked[-1].elo, ranked[-1].points) == (row.elo, row.points)
        ranked.append(replace(row, rank=ranked[-1].rank if equal else number))
    return ranked


def _crosstable(
    slots: list[Slot], played: Mapping[Slot, Games], order: list[int]
) -> dict[tuple[int, int], HeadToHead]:
    row_of = {player: row for row, player in enumerate(order)}
    table: dict[tuple[int, int], HeadToHead] = {}
    for index, slot in enumerate(slots):
        first, second = row_of[slot[0]], row_of[slot[1]]
        games = played[slot]
        points = points_of(games)
        numbers = (2 * index + 1, 2 * index + 2)
        for key, of in (((first, second), points), ((second, first), 2 - points)):
            before = table.get(key, HeadToHead(0.0, ()))
            table[key] = HeadToHead(before.points + of, before.games + numbers)
    return table


def _system(plan: TournamentPlan) -> str:
    pairs = f"{plan.pairs} pair{'s' * (plan.pairs != 1)} of games in each meeting"
    if plan.system is PairingSystem.ROUND_ROBIN:
        return f"Everybody meets everybody, {pairs}."
    return f"{plan.rounds} rounds by the Swiss system, {pairs}."


def _terms(plan: TournamentPlan) -> str:
    terms = plan.terms
    board = f"On the board {terms.board}; " if terms.board else ""
    return (
        f"{board}{terms.seconds:g} s for each move; {terms.opening_plies} opening "
        f"moves drawn at random, the same for everybody; seed {terms.seed}."
    )
