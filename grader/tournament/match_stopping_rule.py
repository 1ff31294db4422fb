"""Keeps the score of two players, pair after pair, and decides when it is enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.jobs.grading_context import Bench
from grader.jobs.play_pair import load_game_and_rules
from grader.jobs.work_order import GamePair, Player
from grader.model.game_record import GameRecord
from grader.model.seeds import derive_seed
from grader.play.game import draw_openings
from grader.tournament.sprt_match import SequentialTest, SprtDecision, count_pair_scores

Games = tuple[GameRecord, GameRecord]
OPENING_PLIES = 2
"""Moves that are drawn at random before the players' own, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms on which games of a series or a tournament are played.

    Attributes:
        opening_plies: how many moves are drawn at random before the players' own.
        seed: all random numbers are drawn from it.
        seconds: that an agent has for each move.
        board: the game's word for what is played on; empty for its usual board.
    """

    opening_plies: int
    seed: int
    seconds: float
    board: str = ""


def draw_opening_moves(bench: Bench, number: int, terms: GameTerms) -> list[tuple[str, ...]]:
    """Return at most ``number`` different random openings, alike for all players."""
    game, _ = load_game_and_rules(bench.assignment, terms.board)
    found = draw_openings(game, number, terms.opening_plies, terms.seed)
    return [tuple(map(game.written, opening)) for opening in found]


def make_pair(
    players: tuple[Player, Player],
    number: int,
    openings: Sequence[tuple[str, ...]],
    terms: GameTerms,
) -> GamePair:
    """Return pair ``number`` of two players; openings repeat once all were used."""
    seed = derive_seed(*(player.name for player in players), number, terms.seed)
    return GamePair(players, openings[number % len(openings)], seed, terms.seconds, terms.board)


def points_of_pair(games: Games) -> float:
    """Return the points of a pair for the player who moves first in its first game."""
    return games[0].result.points(0) + games[1].result.points(1)


@dataclass(slots=True)
class RunningScore:
    """The score of the first of two players, as far as it is known.

    Pairs may end in any order. What is decided is decided by the first ones without a gap, so that
    the same pairs lead to the same decision on any machine.

    Attributes:
        test: decides when it is enough; ``None`` if only the number of pairs does.
        scores: points of the first player in each pair that counts, of 2.
        decision: what the test has come to.
    """

    test: SequentialTest | None = None
    scores: list[float] = field(default_factory=list)
    decision: SprtDecision = SprtDecision.OPEN
    _pairs: dict[int, Games] = field(default_factory=dict)

    def add(self, number: int, games: Games) -> None:
        """Note the games of pair ``number``, from 0, and update score and decision."""
        self._pairs[number] = games
        while self.decision is SprtDecision.OPEN and len(self.scores) in self._pairs:
            self.scores.append(points_of_pair(self._pairs[len(self.scores)]))
            if self.test is not None:
                self.decision = self.test.decision(count_pair_scores(self.scores))

    @property
    def games(self) -> list[Games]:
        """Return the pairs that count, in order."""
        return [self._pairs[number] for number in range(len(self.scores))]
