"""Represents a tournament: who plays, how, and what has to be played next.

What comes next follows from what has been played, whatever order that ended in. So a tournament
that was broken off goes on where it was, and the same results lead to the same standings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from grader.jobs.work_order import GamePair, Player
from grader.tournament.match_stopping_rule import GameTerms, make_pair
from grader.tournament.pairing import Meeting, round_robin, swiss_round

Slot = tuple[int, int, int]
"""Two players by index, the smaller one first, and the number of a pair of games between them."""

Results = Mapping[Slot, float]
"""Points of the first player of a pair, of 2."""


class PairingSystem(Enum):
    """The system that decides which players meet."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody."""
    SWISS = "swiss"
    """In each round, players with like scores meet."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The plan of a tournament: players, system, openings and terms.

    Attributes:
        players: sorted by name, so that it does not matter in which order they were given.
        pairs: pairs of games in each meeting, with a different opening each.
        rounds: of a Swiss tournament.
        openings: as the game writes them; the same ones for every meeting.
    """

    players: tuple[Player, ...]
    system: PairingSystem
    pairs: int
    rounds: int
    openings: tuple[tuple[str, ...], ...]
    terms: GameTerms

    def pair(self, slot: Slot) -> GamePair:
        """Return the pair of games in a slot."""
        first, second, number = slot
        players = self.players[first], self.players[second]
        return make_pair(players, number, self.openings, self.terms)

    @property
    def meetings(self) -> int:
        """Return the number of meetings in the whole tournament."""
        players = len(self.players)
        if self.system is PairingSystem.ROUND_ROBIN:
            return players * (players - 1) // 2
        return self.rounds * (players // 2)

    @property
    def games(self) -> int:
        """Return the number of games in the whole tournament."""
        return 2 * self.pairs * self.meetings

    def due(self, results: Results) -> list[Slot]:
        """Return the slots that can be played now; none once the tournament is over."""
        if self.system is PairingSystem.ROUND_ROBIN:
            return self._missing(round_robin(len(self.players)), results)
        return next(filter(None, (self._missing(one, results) for one in self._swiss(results))), [])

    def rounds_of(self, played: Collection[Slot], results: Results) -> list[list[Slot]]:
        """Return the slots of ``played``, by round.

        Where everybody meets everybody, a round is one pair of games in each meeting.
        """
        if self.system is PairingSystem.ROUND_ROBIN:
            rounds = [
                [slot for slot in sorted(played) if slot[2] == pair] for pair in range(self.pairs)
            ]
        else:
            rounds = [
                [slot for slot in sorted(self._slots(meetings)) if slot in played]
                for meetings in self._swiss(results)
            ]
        return list(filter(None, rounds))

    def _swiss(self, results: Results) -> Iterator[list[Meeting]]:
        """Yield the meetings of each Swiss round, as far as results decide them."""
        scores = [0.0] * len(self.players)
        met: set[Meeting] = set()
        rested: set[int] = set()
        for number in range(self.rounds):
            meetings, resting = swiss_round(scores, met, rested, self.terms.seed + number)
            yield meetings
            if self._missing(meetings, results):
                return
            for first, second in meetings:
                points = sum(results[first, second, pair] for pair in range(self.pairs))
                scores[first] += points
                scores[second] += 2 * self.pairs - points
            met.update(meetings)
            if resting is not None:
                rested.add(resting)
                scores[resting] += 2 * self.pairs

    def _missing(self, meetings: Sequence[Meeting], results: Results) -> list[Slot]:
        return [slot for slot in self._slots(meetings) if slot not in results]

    def _slots(self, meetings: Sequence[Meeting]) -> list[Slot]:
        # All first pairs come before all second ones: if it is broken off, everybody has played.
        return [(*meeting, pair) for pair in range(self.pairs) for meeting in meetings]
