"""From games to standings. The order in which games ended makes no difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.model.game_record import GameRecord, MoveFault
from grader.render.game_words import summary_of
from grader.tournament.plan import Plan, Slot, System
from grader.tournament.player_standing import Encounter, GameLine, Refusal, Standing, Standings
from grader.tournament.ratings import Pairing, Ratings, rate
from grader.tournament.running_score import Games
from grader.tournament.running_score import points as points_of


def standings_of(
    plan: Plan,
    played: Mapping[Slot, Games],
    assignment: str,
    sides: tuple[str, str],
    refused: Sequence[Refusal] = (),
) -> Standings:
    """The standings after some games of ``plan``.

    Args:
        refused: who does not play.
    """
    slots = sorted(played)
    ratings = rate(len(plan.players), pairings_of(played))
    sat = _seats(plan, played)
    order = sorted(
        range(len(plan.players)),
        key=lambda player: (
            -round(ratings.strengths[player], 9),
            -sum(record.result.points(side) for record, side in sat[player]),
            plan.players[player].name,
        ),
    )
    rows = [_row(plan, ratings, player, order[0], sat[player]) for player in order]
    games = in_order(played)
    lines = [
        GameLine(number, record.players, summary_of(record, sides))
        for number, record in enumerate(games, 1)
    ]
    return Standings(
        assignment=assignment,
        system=_system(plan),
        terms=_terms(plan),
        rows=tuple(_ranked(rows)),
        crosstable=_crosstable(slots, played, order),
        games=tuple(lines),
        done=len(games),
        of=plan.games,
        refused=tuple(refused),
    )


def pairings_of(played: Mapping[Slot, Games]) -> list[Pairing]:
    """All pairs of games, as ratings take them."""
    return [
        Pairing(slot[0], slot[1], (games[0].result.points(0), games[1].result.points(1)))
        for slot in sorted(played)
        for games in (played[slot],)
    ]


def in_order(played: Mapping[Slot, Games]) -> list[GameRecord]:
    """All games, in the order in which standings list them."""
    return [record for slot in sorted(played) for record in played[slot]]


def _seats(plan: Plan, played: Mapping[Slot, Games]) -> list[list[tuple[GameRecord, int]]]:
    """For each player, the games they played, each with the side that they had."""
    seats: list[list[tuple[GameRecord, int]]] = [[] for _ in plan.players]
    for slot in sorted(played):
        for number, record in enumerate(played[slot]):
            seats[slot[number]].append((record, 0))
            seats[slot[1 - number]].append((record, 1))
    return seats


def _row(
    plan: Plan, ratings: Ratings, player: int, first: int, seats: list[tuple[GameRecord, int]]
) -> Standing:
    points = [record.result.points(side) for record, side in seats]
    plies = [ply for record, side in seats for ply in record.of(side)]
    return Standing(
        rank=0,
        name=plan.players[player].name,
        games=len(points),
        points=sum(points),
        won=points.count(1.0),
        drawn=points.count(0.5),
        lost=points.count(0.0),
        elo=round(ratings.elo(player), 1),
        elo_margin=round(ratings.elo_margin(player), 1),
        like_first=player != first and not ratings.told_apart(first, player),
        replaced=sum(ply.fault is not None for ply in plies),
        late=sum(ply.fault is MoveFault.LATE for ply in plies),
        slowest=max((ply.seconds for ply in plies), default=0.0),
    )


def _ranked(rows: list[Standing]) -> list[Standing]:
    """The rows with their ranks: equal ones share the better one."""
    ranked: list[Standing] = []
    for number, row in enumerate(rows, 1):
        equal = ranked and (ranked[-1].elo, ranked[-1].points) == (row.elo, row.points)
        ranked.append(replace(row, rank=ranked[-1].rank if equal else number))
    return ranked


def _crosstable(
    slots: list[Slot], played: Mapping[Slot, Games], order: list[int]
) -> dict[tuple[int, int], Encounter]:
    row_of = {player: row for row, player in enumerate(order)}
    table: dict[tuple[int, int], Encounter] = {}
    for index, slot in enumerate(slots):
        first, second = row_of[slot[0]], row_of[slot[1]]
        games = played[slot]
        points = points_of(games)
        numbers = (2 * index + 1, 2 * index + 2)
        for key, of in (((first, second), points), ((second, first), 2 - points)):
            before = table.get(key, Encounter(0.0, ()))
            table[key] = Encounter(before.points + of, before.games + numbers)
    return table


def _system(plan: Plan) -> str:
    pairs = f"{plan.pairs} pair{'s' * (plan.pairs != 1)} of games in each meeting"
    if plan.system is System.ROUND_ROBIN:
        return f"Everybody meets everybody, {pairs}."
    return f"{plan.rounds} rounds by the Swiss system, {pairs}."


def _terms(plan: Plan) -> str:
    terms = plan.terms
    board = f"On the board {terms.board}; " if terms.board else ""
    return (
        f"{board}{terms.seconds:g} s for each move; {terms.opening_plies} opening "
        f"moves drawn at random, the same for everybody; seed {terms.seed}."
    )
