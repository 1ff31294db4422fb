"""Represents a pair of games: two from one opening, with sides changed in the second."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.submission import Submission


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name, and the submission that holds their agent.

    Attributes:
        bindings: pairs of a role and a binding, as a person says how the submission is called.
    """

    name: str
    submission: Submission
    bindings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GamePair:
    """Two games to be played from one opening, with sides changed in the second.

    Attributes:
        opening: the first moves of both, as the game writes them.
        seed: all random numbers of both games are drawn from it.
        seconds: CPU time for each move. If that is not what the assignment promises, the clocks
            inside go faster or slower by as much, so that agents that keep their own time still do.
        board: the game's word for what is played on; empty for its usual board.
    """

    players: tuple[Player, Player]
    opening: tuple[str, ...]
    seed: int
    seconds: float
    board: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both players."""
        return self.players[0].name, self.players[1].name

    @property
    def digests(self) -> tuple[str, str]:
        """Return the digests of both players' submissions."""
        return self.players[0].submission.digest, self.players[1].submission.digest
