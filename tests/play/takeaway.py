"""A small game for tests: two sides take one or two matches in turn; who takes the last one wins.

With ``drawn`` the game is a draw when the last match has gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.model.figures import GridFigure
from grader.model.game_record import Result
from grader.play.game import Malformed


class Pile(NamedTuple):
    matches: int
    mover: int


@dataclass(frozen=True)
class Takeaway:
    matches: int = 7
    drawn: bool = False
    sides: tuple[str, str] = ("First", "Second")

    def start(self) -> Pile:
        return Pile(self.matches, 0)

    def moves(self, state: Pile) -> Sequence[int]:
        return [taken for taken in (1, 2) if taken <= state.matches]

    def apply(self, state: Pile, move: int) -> Pile:
        return Pile(state.matches - move, 1 - state.mover)

    def result(self, state: Pile) -> Result | None:
        if state.matches:
            return None
        return Result.DRAW if self.drawn else Result.win_of(1 - state.mover)

    def figure(self, state: Pile, move: int | None = None) -> GridFigure:
        return GridFigure((("|",) * state.matches,))

    def written(self, move: int) -> str:
        return f"take{move}"

    def read(self, state: Pile, word: str) -> int:
        for move in self.moves(state):
            if self.written(move) == word:
                return move
        raise Malformed(f"{word!r} is not a legal move here.")

    def arguments(self, state: Pile) -> tuple[Any, ...]:
        return ([state.matches],)

    def understood(self, state: Pile, answer: object) -> int:
        if not isinstance(answer, int):
            raise Malformed("A number of matches was expected.")
        return answer

    def substitute(self, state: Pile) -> int:
        return 1
