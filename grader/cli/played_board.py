"""The board of ``grade play`` as a person sees it in the terminal, and what they type."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any

from grader.cli.exit_status import harmless
from grader.cli.stdout import drawn, show
from grader.model.escape import escape_to_one_line
from grader.model.game_record import Ply
from grader.play.game import Game, Malformed
from grader.play.match import TakeBackRequest
from grader.play.move_evaluation import Judge
from grader.play.person import Adviser, Notation, advise_move, parse_typed_move
from grader.render.game_words import FAULTS, time_of
from grader.render.terminal.grid import draw

_HINT_SECONDS = 4.0
"""CPU time for a hint."""
_LIST = {"?", "moves"}
_HINT = {"hint", "h"}
_UNDO = {"undo", "u"}
_END = {"q", "quit"}


class GivenUp(Exception):
    """The person gives up."""


@dataclass(slots=True)
class PlayedBoard:
    """The game as the person sees it, and what they type.

    Attributes:
        own: the person's side, 0 or 1.
        judge: what proves who wins; ``None`` if there is nothing.
        adviser: what gives hints where nothing is proved; ``None`` if nothing does.
    """

    game: Game[Any, Any]
    notation: Notation[Any, Any]
    own: int
    judge: Judge[Any] | None
    adviser: Adviser[Any, Any] | None = None
    adviser_name: str = ""
    _state: Any = field(init=False)
    _last: Any = None
    _past: list[tuple[Any, Any]] = field(default_factory=list)
    """Earlier positions, each with the move that led to it."""

    def __post_init__(self) -> None:
        self._state = self.game.start()

    def begin(self) -> None:
        """Say how the game is played."""
        say(f"You are {self.game.sides[self.own]}. Type a move {self.notation.help}.")
        say("Or type: ? for all legal moves, hint, undo, q to end the game.")

    def chooses(self, state: Any) -> tuple[Any, Ply]:
        """Ask for a move until one is legal.

        Raises:
            TakeBack: if the person takes their last move back.
            GivenUp: if they give up, or there is nothing more to read.
        """
        self.draw()
        begun = time.monotonic()
        while True:
            word = _asked()
            command = word.casefold()
            if command in _LIST:
                say("  ".join(self.notation.names(state, move)[0]
                              for move in self.game.moves(state)))  # fmt: skip
            elif command in _HINT:
                say(self._advice())
            elif command in _UNDO:
                self._take_back()
            elif (move := self._typed(word)) is not None:
                self._made(move)
                self.draw()
                took = round(time.monotonic() - begun, 4)
                return move, Ply(self.game.written(move), wall_seconds=took)

    def heard(self, move: Any, ply: Ply) -> None:
        """Show a move of the agent."""
        name = self._named(move)
        if ply.fault is None:
            say(f"It plays {name}, after {time_of(ply)}.")
        else:
            why = f"{FAULTS[ply.fault]}: {escape_to_one_line(ply.reason, 500)}"
            say(f"The referee plays {name} in its stead ({why})")
        if ply.printed.strip():
            say(f"It printed: {escape_to_one_line(ply.printed)}")
        self._made(move)

    def draw(self) -> None:
        """Show the position and the move that led to it."""
        figure = self.notation.labelled(self.game.figure(self._state, self._last))
        show(drawn(lambda page: page.print(draw(figure))) + "\n")

    def _typed(self, word: str) -> Any:
        """The move that is meant; ``None``, said why, if there is none."""
        try:
            return parse_typed_move(self.game, self._state, word, self.notation)
        except Malformed as problem:
            say(str(problem))
            return None

    def _named(self, move: Any) -> str:
        """A legal move as people write it, and as records do where that differs."""
        name, written = self.notation.names(self._state, move)[0], self.game.written(move)
        return name if name == written else f"{name} ({written})"

    def _advice(self) -> str:
        if self.judge is None:
            return "There is no hint: this assignment has nothing that judges positions."
        found = advise_move(
            self.game, self._state, self.own, self.judge, _HINT_SECONDS, self.adviser
        )
        name = self._named(found.move)
        match found.worth:
            case 1:
                return f"Hint: {name} is proved to win."
            case 0:
                return f"Hint: {name} is proved to keep a draw; no move wins."
            case -1:
                return f"Hint: every move is proved to lose; {name} is as good as any."
        if found.advised:
            return f"Hint: {self.adviser_name} would play {name}. Who wins is not proved here."
        by = str(getattr(self.judge, "estimate", ""))
        return f"Hint: {name}. That is a guess{by and f' by {by}'}: who wins is not proved here."

    def _take_back(self) -> None:
        """Raises TakeBack, unless the person has not moved yet, which is said."""
        if len(self._past) < 2:
            say("There is no move of yours to take back.")
            return
        self._state, self._last = self._past[-2]
        del self._past[-2:]
        say("Your last move and the reply are taken back. The agent is made anew, and has "
            "forgotten the game so far.")  # fmt: skip
        raise TakeBackRequest

    def _made(self, move: Any) -> None:
        self._past.append((self._state, self._last))
        self._state, self._last = self.game.apply(self._state, move), move


def _asked() -> str:
    """Read what the person types, without blanks around it."""
    show("Your move: ")
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        show("\n")  # no terminal has shown the end of their line
    word = line.strip()
    if not line or word.casefold() in _END:
        raise GivenUp
    return word


def say(sentence: str) -> None:
    """Print a sentence that may quote anybody."""
    show(f"{harmless(sentence)}\n")
