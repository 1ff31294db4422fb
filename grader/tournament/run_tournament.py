"""Plays the games of a tournament that are due, until all have been played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.jobs.executors import OrderExecutor
from grader.jobs.grading_context import GradingContext
from grader.tournament.game_store import GameStore
from grader.tournament.parallel_games import play_pairs
from grader.tournament.plan import Slot, TournamentPlan
from grader.tournament.sprt_score import Games, points_of_pair


@dataclass(slots=True)
class Tournament:
    """A tournament in progress: its plan, and the games that have been played.

    Attributes:
        found: pairs that were played before this program began.
        lost: pairs that could not be played, each with the reason as a sentence.
    """

    context: GradingContext
    plan: TournamentPlan
    store: GameStore
    games: dict[Slot, Games] = field(default_factory=dict)
    found: int = 0
    lost: dict[Slot, str] = field(default_factory=dict)

    def play(self, carrier: OrderExecutor, on_pair: Callable[[Slot], None]) -> None:
        """Play all games of the plan that have not been played.

        A pair that cannot be played, which the executor has tried more than once, is left out. A
        Swiss tournament then ends after this round, as later meetings depend on its results.

        Args:
            on_pair: is called after each pair of games, which is kept by then, in the order in
                which they are due.

        Raises:
            AssignmentChanged: if a file of the assignment has changed.
            GamesError: if games cannot be kept.
            SandboxUnavailable: if there is no sandbox.
            KeyboardInterrupt: if a signal asks the program to end.
        """
        while not self.lost and (due := self.due()):
            self._play(due, carrier, on_pair)

    def _play(
        self, due: Sequence[Slot], carrier: OrderExecutor, on_pair: Callable[[Slot], None]
    ) -> None:
        """Play the pairs of ``due``, and report each in this order, whichever ends first."""
        wanted = ((number, self.plan.pair(slot)) for number, slot in enumerate(due))
        untold = dict.fromkeys(due)
        try:
            with play_pairs(self.context, wanted, carrier) as results:
                for result in results:
                    self.context.check()
                    slot = due[result.number]
                    if result.games is None:
                        names = " against ".join(self.plan.pair(slot).names)
                        self.lost[slot] = f"{names} could not be played: {result.lost}."
                        del untold[slot]
                    else:
                        self.store.add(result.games)
                        self.games[slot] = result.games
                    while (first := next(iter(untold), None)) in self.games:
                        del untold[first]
                        on_pair(first)
        finally:
            for slot in filter(self.games.__contains__, untold):
                on_pair(slot)

    def due(self) -> list[Slot]:
        """Return the slots to play now, after taking what the store has of them."""
        while missing := self.plan.due(self.results):
            stored = {slot: games for slot in missing if (games := self._stored(slot))}
            if not stored:
                return missing
            self.games.update(stored)
            self.found += len(stored)
        return []

    @property
    def results(self) -> Mapping[Slot, float]:
        """Return the first player's points of each pair that has been played."""
        return {slot: points_of_pair(games) for slot, games in self.games.items()}

    def _stored(self, slot: Slot) -> Games | None:
        return self.store.find(self.plan.pair(slot))
