"""Computes the standings of a tournament, as a page and a terminal show them: who came first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from grader.model.game_record import GameRecord, MoveFault
from grader.render.game_sentences import summarise_game
from grader.tournament.plan import PairingSystem, Slot, TournamentPlan
from grader.tournament.ratings import GamePairPoints, Ratings, rate_players
from grader.tournament.sprt_score import Games
from grader.tournament.sprt_score import points_of_pair as points_of

Refusal = tuple[str, str]
"""The name of somebody who does not play, and why, in sentences. Both may hold anything."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """The row of one player in the standings.

    Attributes:
        rank: from 1; players whom nothing tells apart share one.
        points: a win is 1, a draw 0.5.
        elo: how much stronger than the average of all players.
        elo_margin: by how much ``elo`` may be wrong, with 95 % confidence.
        like_first: whether the difference to the first player may be chance.
        replaced: moves that the referee chose.
        late: those of them that came too late.
        slowest: seconds of the slowest move, as they count against the time for a move.
        page: file name of the player's page; empty if there is none.
    """

    rank: int
    name: str
    games: int
    points: float
    won: int
    drawn: int
    lost: int
    elo: float
    elo_margin: float
    like_first: bool
    replaced: int
    late: int
    slowest: float
    page: str = ""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The points and games of one player against another.

    Attributes:
        points: of the one in whose row it is.
        games: numbers of their games, from 1, in the list of all games.
    """

    points: float
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """The line of one game in the list of games.

    Attributes:
        number: from 1.
        players: the side that moves first before the other.
        text: how it went, in one line.
        page: file name of its replay; empty if there is none.
    """

    number: int
    players: tuple[str, str]
    text: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament as far as it has been played.

    Attributes:
        assignment: title of the assignment.
        system: who meets whom, in words.
        terms: how games are played, in words.
        rows: the players, the best first.
        crosstable: what they came to against each other, by the indices of rows.
        done: games that have been played.
        of: games in all.
        refused: who does not play.
    """

    assignment: str
    system: str
    terms: str
    rows: tuple[PlayerStanding, ...]
    crosstable: dict[tuple[int, int], HeadToHead]
    games: tuple[GameLine, ...]
    done: int
    of: int
    refused: tuple[Refusal, ...] = ()

    @property
    def mean_margin(self) -> float:
        """Return the mean margin of players' strengths, with 95 % confidence."""
        return fmean(row.elo_margin for row in self.rows) if self.rows else 0.0


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
