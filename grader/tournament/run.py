"""Plays a tournament: what is due, until nothing is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grader.jobs.bench import Bench
from grader.jobs.carriers import Carrier
from grader.model.problem import Problem
from grader.tournament.games import GameStore
from grader.tournament.plan import Plan, Slot
from grader.tournament.playing import played
from grader.tournament.series import Games, points


class PairLost(Problem):
    """A pair of games could not be played; one sentence."""


@dataclass(slots=True)
class Tournament:
    """A plan, and the games of it that have been played.

    Attributes:
        found: pairs that were played before this program began.
    """

    bench: Bench
    plan: Plan
    store: GameStore
    games: dict[Slot, Games] = field(default_factory=dict)
    found: int = 0

    def play(self, carrier: Carrier, on_pair: Callable[[Slot], None]) -> None:
        """Play all that has not been played.

        Args:
            on_pair: is called after each pair of games, which is kept by then.

        Raises:
            PairLost: if pairs could not be played. All others of their round were.
            GamesError: if games cannot be kept.
            SandboxUnavailable: if there is no sandbox.
            KeyboardInterrupt: if a signal asks the program to end.
        """
        while due := self.due():
            lost: list[str] = []
            wanted = ((number, self.plan.pair(slot)) for number, slot in enumerate(due))
            with played(self.bench, wanted, carrier) as results:
                for result in results:
                    slot = due[result.number]
                    if result.games is None:
                        names = " against ".join(self.plan.pair(slot).names)
                        lost.append(f"{names} could not be played: {result.lost}")
                        continue
                    self.store.add(result.games)
                    self.games[slot] = result.games
                    on_pair(slot)
            if lost:
                raise PairLost(f"{'; '.join(lost)}. Run the command again for what is missing.")

    def due(self) -> list[Slot]:
        """What can be played now, when all that the store has of it has been taken."""
        while missing := self.plan.due(self.results):
            stored = {slot: games for slot in missing if (games := self._stored(slot))}
            if not stored:
                return missing
            self.games.update(stored)
            self.found += len(stored)
        return []

    @property
    def results(self) -> Mapping[Slot, float]:
        """Points of the first player of each pair that has been played."""
        return {slot: points(games) for slot, games in self.games.items()}

    def _stored(self, slot: Slot) -> Games | None:
        return self.store.find(self.plan.pair(slot))
