"""``grade play``: a person against an agent, in the terminal."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from grader.cli.arena import append, board_option, game_option, opened_arena
from grader.cli.ending import USAGE, harmless, stop, stop_for_signal
from grader.cli.options import FILE, course_option, sandbox_option, seed_option
from grader.cli.stdout import drawn, show
from grader.jobs.person import play_person
from grader.model.escape import one_line
from grader.model.game_record import Ply
from grader.play.game import Game, Malformed
from grader.play.person import typed
from grader.render.game_words import FAULTS, reason_of, summary_of, time_of
from grader.render.terminal.grid import draw
from grader.tournament.entrants import entrants


@click.command()
@click.argument("agent", metavar="AGENT")
@game_option
@course_option
@board_option
@click.option("--side", metavar="NAME", help="Your side.  [default: the one that moves first]")
@seed_option
@click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), metavar="SECONDS",
              help="CPU time that the agent has for each move.  [default: as the assignment "
              "promises]")  # fmt: skip
@sandbox_option
@click.option("--out", type=FILE, metavar="FILE",
              help="Add the game to this file, once it is over; see grade show.")  # fmt: skip
def play(
    agent: str,
    assignment: str | None,
    course: Path | None,
    board: str,
    side: str | None,
    seed: int,
    seconds: float | None,
    sandbox: str,
    out: Path | None,
) -> None:
    """Play against AGENT yourself: a file, or the name of a reference agent.

    Exit status: 0 played or given up, 2 usage or input error, 3 internal or infrastructure error.
    """
    arena = opened_arena(
        [agent], assignment, course, board, opening_plies=0, seed=seed, seconds=seconds, jobs=1,
        cluster=None, sandbox=sandbox,
    )  # fmt: skip
    (player,) = entrants(arena.bench.assignment, [agent])
    game = arena.game
    own = _side(side, game.sides)
    seen = _Board(game)
    _say(f"You are {game.sides[own]}. Type a move; ? lists the legal ones, q ends the game.")
    try:
        record = play_person(
            arena.bench, player, own, seen.chooses, seen.heard, arena.terms.seconds, board
        )
    except KeyboardInterrupt as interrupt:
        show("\n")
        stop_for_signal(interrupt)
    except _Ended:
        _say("The game is not over, so it is not kept.")
        return
    seen.draw()
    _say(f"{summary_of(record, game.sides)}.")
    if out is not None:
        append(out, [record])


def _side(named: str | None, sides: tuple[str, str]) -> int:
    """The side of that name; ends the program if there is none."""
    names = [side.casefold() for side in sides]
    if named is None:
        return 0
    if named.casefold() not in names:
        stop(USAGE, f"There is no side {named!r}; choose {' or '.join(names)}.")
    return names.index(named.casefold())


class _Ended(Exception):
    """The person gives up."""


@dataclass(slots=True)
class _Board:
    """The game as the person sees it, and what they type."""

    game: Game[Any, Any]
    _state: Any = field(init=False)
    _last: Any = None

    def __post_init__(self) -> None:
        self._state = self.game.start()

    def chooses(self, state: Any) -> tuple[Any, Ply]:
        """Ask for a move until one is legal.

        Raises:
            _Ended: if the person gives up, or there is nothing more to read.
        """
        self.draw()
        begun = time.monotonic()
        while True:
            word = _asked()
            if word == "?":
                _say("  ".join(map(self.game.written, self.game.moves(state))))
                continue
            try:
                move = typed(self.game, state, word)
            except Malformed as problem:
                _say(str(problem))
                continue
            self._made(move)
            took = round(time.monotonic() - begun, 4)
            return move, Ply(self.game.written(move), wall_seconds=took)

    def heard(self, move: Any, ply: Ply) -> None:
        """Show a move of the agent."""
        if ply.fault is None:
            _say(f"It plays {ply.move}, after {time_of(ply)}.")
        else:
            why = f"{FAULTS[ply.fault]}: {one_line(reason_of(ply))}"
            _say(f"The referee plays {ply.move} in its stead ({why})")
        if ply.printed.strip():
            _say(f"It printed: {one_line(ply.printed)}")
        self._made(move)

    def draw(self) -> None:
        """Show the position and the move that led to it."""
        figure = self.game.figure(self._state, self._last)
        show(drawn(lambda page: page.print(draw(figure))) + "\n")

    def _made(self, move: Any) -> None:
        self._state, self._last = self.game.apply(self._state, move), move


def _asked() -> str:
    """What the person types, without blanks around it."""
    show("Your move: ")
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        show("\n")  # no terminal has shown the end of their line
    word = line.strip()
    if not line or word == "q":
        raise _Ended
    return word


def _say(sentence: str) -> None:
    show(f"{harmless(sentence)}\n")
