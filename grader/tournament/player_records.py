"""Collects each player's games, faults, opponents, and strength after each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.game_record import GameRecord, Ply
from grader.render.game_sentences import describe_faults
from grader.tournament.plan import Slot, TournamentPlan
from grader.tournament.ratings import GamePairPoints, rate_players
from grader.tournament.sprt_score import Games, points_of_pair
from grader.tournament.standings import GameLine, PlayerStanding, Standings, make_pair_results

_MOST_STAGES = 12
"""Strengths are computed after so many rounds at most, because that takes seconds for a course."""


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """The games that a player won, drew and lost against one opponent.

    Attributes:
        lost_games: numbers of the games that were lost, as standings list them.
    """

    name: str
    points: float
    won: int
    drawn: int
    lost: int
    lost_games: tuple[int, ...]

    @property
    def games(self) -> int:
        """Return the number of games against this opponent."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class StrengthAfterRound:
    """A player's strength after a round.

    Attributes:
        round: from 1.
        games: that the player had played by then.
    """

    round: int
    games: int
    elo: float
    elo_margin: float


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """The record of one player in a tournament.

    Attributes:
        row: of the standings.
        faults: why moves were replaced, a sentence for each kind of fault, escaped.
        opponents: those against whom most games were lost before the others.
        games: each with ``won``, ``drew`` or ``lost``.
    """

    row: PlayerStanding
    faults: tuple[str, ...]
    opponents: tuple[OpponentRecord, ...]
    stages: tuple[StrengthAfterRound, ...]
    games: tuple[tuple[str, GameLine], ...]


_OUTCOMES = {1.0: "won", 0.5: "drew", 0.0: "lost"}


def make_player_records(
    plan: TournamentPlan, played: Mapping[Slot, Games], standings: Standings
) -> list[PlayerRecord]:
    """Return each player's record, in the order of the ``standings`` of ``played``."""
    number_of = {player.name: number for number, player in enumerate(plan.players)}
    stages = _stages(plan, played)
    records = [record for slot in sorted(played) for record in played[slot]]
    found = []
    for row in standings.rows:
        own = [
            (line, record, record.players.index(row.name))
            for line, record in zip(standings.games, records, strict=True)
            if row.name in record.players
        ]
        plies: list[Ply] = [ply for _, record, side in own for ply in record.of(side)]
        found.append(
            PlayerRecord(
                row,
                tuple(describe_faults(plies)),
                tuple(_opponents(own)),
                tuple(stages[number_of[row.name]]),
                tuple((_OUTCOMES[record.result.points(side)], line) for line, record, side in own),
            )
        )
    return found


def _opponents(own: Sequence[tuple[GameLine, GameRecord, int]]) -> list[OpponentRecord]:
    by_name: dict[str, list[tuple[float, int]]] = {}
    for line, record, side in own:
        name = record.players[1 - side]
        by_name.setdefault(name, []).append((record.result.points(side), line.number))
    found = []
    for name, games in by_name.items():
        scores = [score for score, _ in games]
        found.append(
            OpponentRecord(
                name,
                sum(scores),
                scores.count(1.0),
                scores.count(0.5),
                scores.count(0.0),
                tuple(number for score, number in games if score == 0.0),
            )
        )
    return sorted(found, key=lambda one: (-one.lost, one.points, one.name))


def _stages(plan: TournamentPlan, played: Mapping[Slot, Games]) -> list[list[StrengthAfterRound]]:
    """Return each player's strength after each round, or after a sample of many rounds."""
    rounds = plan.rounds_of(played, {slot: points_of_pair(games) for slot, games in played.items()})
    last = len(rounds)
    shown = {round(last * part / _MOST_STAGES) for part in range(1, _MOST_STAGES + 1)}
    found: list[list[StrengthAfterRound]] = [[] for _ in plan.players]
    pairings: list[GamePairPoints] = []
    games_of = [0] * len(plan.players)
    for number, slots in enumerate(rounds, 1):
        pairings += make_pair_results({slot: played[slot] for slot in slots})
        for first, second, _ in slots:
            games_of[first] += 2
            games_of[second] += 2
        if number in shown:
            ratings = rate_players(len(plan.players), pairings)
            for player, stages in enumerate(found):
                elo, margin = ratings.elo(player), ratings.elo_margin(player)
                stages.append(
                    StrengthAfterRound(number, games_of[player], round(elo, 1), round(margin, 1))
                )
    return found
