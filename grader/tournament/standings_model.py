"""Represents standings as a page and a terminal show them: who came first. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

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
