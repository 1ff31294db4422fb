"""Defines ``grade play``, in which a person plays against an agent in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from grader.assignment import UnknownAssignment
from grader.cli.exit_status import USAGE, harmless, stop, stop_for_signal
from grader.cli.game_options import (
    GameSetup,
    append_games,
    board_option,
    game_option,
    open_game_setup,
)
from grader.cli.output import render_to_text, write_to_stdout
from grader.cli.shared_options import FILE, course_option, sandbox_option, seed_option
from grader.intake import IntakeError
from grader.intake.intake_errors import printable_name
from grader.jobs.game_replay_files import make_judge
from grader.jobs.play_against_person import load_notation, open_adviser, play_person
from grader.machine.atomic_write import check_writable
from grader.model.escape import escape_to_one_line
from grader.model.game_record import Ply
from grader.play.game import Game, Malformed
from grader.play.human_player import Adviser, Notation, advise_move, parse_typed_move
from grader.play.match import TakeBackRequest
from grader.play.move_evaluation import PositionEvaluator
from grader.render.game_sentences import FAULTS, describe_time, summarise_game
from grader.render.terminal.grid import draw_grid
from grader.tournament.entrants import find_players, list_reference_agents, load_reference_agent

_ADVISER_SECONDS = 1.0
"""For the move of the agent that gives hints."""
_HINT_SECONDS = 4.0
"""CPU time for a hint."""
_LIST = {"?", "moves"}
_HINT = {"hint", "h"}
_UNDO = {"undo", "u"}
_END = {"q", "quit"}


@click.command()
@click.argument("agent", metavar="AGENT")
@game_option
@course_option
@board_option
@click.option("--side", metavar="NAME", help="Your side.  [default: the one that moves first]")
@seed_option
@click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), metavar="SECONDS",
              help="Seconds that the agent has for each move.  [default: as the assignment "
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

    Type a move, or ? for all legal moves, hint for advice, undo to take your last move back, and q
    to end the game.

    Exit status: 0 played or given up, 2 usage or input error, 3 internal or infrastructure error.
    """
    if out is not None:
        check_writable(out)
    try:
        setup = open_game_setup(
            [agent], assignment, course, board, opening_plies=0, seed=seed, seconds=seconds, jobs=1,
            cluster=None, sandbox=sandbox,
        )  # fmt: skip
    except UnknownAssignment as problem:
        if assignment is not None:
            raise
        raise IntakeError(
            f"{printable_name(agent)} has no agent that says which game it plays. {problem}"
        ) from None
    (player,) = find_players(setup.context.assignment, [agent])
    game = setup.game
    own = _index_of_side(side, game.sides)
    notation = load_notation(setup.context.assignment, game)
    seen = GameConsole(game, notation, own, make_judge(setup.context.assignment, game))
    try:
        with _with_adviser(setup, seen):
            record = play_person(
                setup.context, player, own, seen.begin, seen.chooses, seen.heard,
                setup.terms.seconds, board,
            )  # fmt: skip
    except KeyboardInterrupt as interrupt:
        write_to_stdout("\n")
        stop_for_signal(interrupt)
    except GivenUp:
        print_escaped("The game is not over, so it is not kept.")
        return
    seen.draw()
    print_escaped(f"{summarise_game(record, game.sides)}.")
    if out is not None:
        append_games(out, [record])


@contextmanager
def _with_adviser(setup: GameSetup, seen: GameConsole) -> Iterator[None]:
    """Let the strongest reference agent advise the person, if the assignment has one."""
    names = list_reference_agents(setup.context.assignment)
    if not names:
        yield
        return
    player = load_reference_agent(setup.context.assignment, names[-1])
    with open_adviser(setup.context, player, _ADVISER_SECONDS, setup.terms.board) as advises:
        seen.adviser, seen.adviser_name = advises, player.name
        yield


def _index_of_side(named: str | None, sides: tuple[str, str]) -> int:
    """Return the index of the side of that name; end the program if there is none."""
    names = [side.casefold() for side in sides]
    if named is None:
        return 0
    if named.casefold() not in names:
        stop(USAGE, f"There is no side {named!r}; choose {' or '.join(names)}.")
    return names.index(named.casefold())


class GivenUp(Exception):
    """The person gives up the game."""


@dataclass(slots=True)
class GameConsole:
    """The game as the person sees it, and the commands that they type.

    Attributes:
        own: the person's side, 0 or 1.
        judge: what proves who wins; ``None`` if there is nothing.
        adviser: what gives hints where nothing is proved; ``None`` if nothing does.
    """

    game: Game[Any, Any]
    notation: Notation[Any, Any]
    own: int
    judge: PositionEvaluator[Any] | None
    adviser: Adviser[Any, Any] | None = None
    adviser_name: str = ""
    _state: Any = field(init=False)
    _last: Any = None
    _past: list[tuple[Any, Any]] = field(default_factory=list)
    """Earlier positions, each with the move that led to it."""

    def __post_init__(self) -> None:
        self._state = self.game.start()

    def begin(self) -> None:
        """Print how the game is played."""
        print_escaped(f"You are {self.game.sides[self.own]}. Type a move {self.notation.help}.")
        print_escaped("Or type: ? for all legal moves, hint, undo, q to end the game.")

    def chooses(self, state: Any) -> tuple[Any, Ply]:
        """Return the person's move; ask again until it is legal.

        Raises:
            TakeBackRequest: if the person takes their last move back.
            GivenUp: if they give up, or there is nothing more to read.
        """
        self.draw()
        begun = time.monotonic()
        while True:
            word = _read_typed_line()
            command = word.casefold()
            if command in _LIST:
                print_escaped("  ".join(self.notation.names(state, move)[0]
                              for move in self.game.moves(state)))  # fmt: skip
            elif command in _HINT:
                print_escaped(self._advice())
            elif command in _UNDO:
                self._take_back()
            elif (move := self._typed(word)) is not None:
                self._made(move)
                self.draw()
                took = round(time.monotonic() - begun, 4)
                return move, Ply(self.game.written(move), wall_seconds=took)

    def heard(self, move: Any, ply: Ply) -> None:
        """Print a move of the agent."""
        name = self._named(move)
        if ply.fault is None:
            print_escaped(f"It plays {name}, after {describe_time(ply)}.")
        else:
            why = f"{FAULTS[ply.fault]}: {escape_to_one_line(ply.reason, 500)}"
            print_escaped(f"The referee plays {name} instead ({why})")
        if ply.printed.strip():
            print_escaped(f"It printed: {escape_to_one_line(ply.printed)}")
        self._made(move)

    def draw(self) -> None:
        """Print the position and the move that led to it."""
        figure = self.notation.labelled(self.game.figure(self._state, self._last))
        write_to_stdout(render_to_text(lambda page: page.print(draw_grid(figure))) + "\n")

    def _typed(self, word: str) -> Any:
        """Return the move that ``word`` means; print why and return ``None`` if none."""
        try:
            return parse_typed_move(self.game, self._state, word, self.notation)
        except Malformed as problem:
            print_escaped(str(problem))
            return None

    def _named(self, move: Any) -> str:
        """Return a legal move as people write it, and as records do where that differs."""
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
        """Raise TakeBackRequest; print a sentence if there is no move to take back."""
        if len(self._past) < 2:
            print_escaped("There is no move of yours to take back.")
            return
        self._state, self._last = self._past[-2]
        del self._past[-2:]
        print_escaped("Your last move and the reply are taken back. The agent is made anew, and "
            "has forgotten the game so far.")  # fmt: skip
        raise TakeBackRequest

    def _made(self, move: Any) -> None:
        self._past.append((self._state, self._last))
        self._state, self._last = self.game.apply(self._state, move), move


def _read_typed_line() -> str:
    """Return the line that the person types, without blanks around it."""
    write_to_stdout("Your move: ")
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        write_to_stdout("\n")  # no terminal has shown the end of their line
    word = line.strip()
    if not line or word.casefold() in _END:
        raise GivenUp
    return word


def print_escaped(sentence: str) -> None:
    """Print a sentence, with everything in it escaped."""
    write_to_stdout(f"{harmless(sentence)}\n")
