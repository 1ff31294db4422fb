"""Represents a tournament: who plays, how, and what has to be played next.

What comes next follows from what has been played, whatever order that ended in. So a tournament
that was broken off goes on where it was, and the same results lead to the same standings.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from grader.jobs.work_order import GamePair, Player
from grader.tournament.sprt_score import GameTerms, make_pair

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


Meeting = tuple[int, int]
"""Two players by index, the smaller one first."""


def round_robin(players: int) -> list[Meeting]:
    """Return all pairs of players, by index: everybody meets everybody once."""
    return list(combinations(range(players), 2))


def swiss_round(
    scores: Sequence[float],
    met: Collection[Meeting],
    rested: Collection[int],
    seed: int,
) -> tuple[list[Meeting], int | None]:
    """Return a Swiss round: players with like scores meet, and none the same one twice.

    It depends on what has been played, and not on the order in which games ended. If no round
    without a second meeting can be found near the obvious one, such meetings are allowed.

    Args:
        scores: points of each player so far.
        met: meetings of earlier rounds.
        rested: players who have had no opponent in an earlier round.
        seed: decides among equals.

    Returns:
        The meetings, and the player who has no opponent this time, if their number is odd. That one
        is given the points of a win.
    """
    draw = random.Random(seed)
    chance = [draw.random() for _ in scores]
    order = sorted(range(len(scores)), key=lambda player: (-scores[player], chance[player]))
    resting = None
    if len(order) % 2:
        resting = next((one for one in reversed(order) if one not in rested), order[-1])
        order.remove(resting)
    found = _pair_from_top(order, frozenset(met), [2000])
    if found is None:
        found = list(zip(order[::2], order[1::2], strict=True))
    return sorted((min(meeting), max(meeting)) for meeting in found), resting


def _pair_from_top(
    order: Sequence[int], met: frozenset[Meeting], tries: list[int]
) -> list[Meeting] | None:
    """Return pairs from the top down, nearest first; ``tries`` bounds the backtracking."""
    if not order:
        return []
    first, *others = order
    for index, second in enumerate(others):
        if (min(first, second), max(first, second)) in met:
            continue
        tries[0] -= 1
        if tries[0] < 0:
            return None
        rest = _pair_from_top(others[:index] + others[index + 1 :], met, tries)
        if rest is not None:
            return [(first, second), *rest]
    return None
