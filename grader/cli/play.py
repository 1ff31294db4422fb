"""``grade play``: a person against an agent, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from grader.assignment import UnknownAssignment
from grader.cli.arena import Arena, append, board_option, game_option, opened_arena
from grader.cli.exit_status import USAGE, stop, stop_for_signal
from grader.cli.options import FILE, course_option, sandbox_option, seed_option
from grader.cli.played_board import GivenUp, PlayedBoard, say
from grader.cli.stdout import show
from grader.intake import IntakeError
from grader.intake.refusal import shown
from grader.jobs.play_person import load_notation, open_adviser, play_person
from grader.jobs.replay_files import make_judge
from grader.render.game_words import summary_of
from grader.tournament.entrants import find_entrants, list_reference_agents, load_reference_agent

_ADVISER_SECONDS = 1.0
"""For the move of the agent that gives hints."""


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
    try:
        arena = opened_arena(
            [agent], assignment, course, board, opening_plies=0, seed=seed, seconds=seconds, jobs=1,
            cluster=None, sandbox=sandbox,
        )  # fmt: skip
    except UnknownAssignment as problem:
        if assignment is not None:
            raise
        raise IntakeError(
            f"{shown(agent)} has no agent that says which game it plays. {problem}"
        ) from None
    (player,) = find_entrants(arena.bench.assignment, [agent])
    game = arena.game
    own = _side(side, game.sides)
    notation = load_notation(arena.bench.assignment, game)
    seen = PlayedBoard(game, notation, own, make_judge(arena.bench.assignment, game))
    try:
        with _advised(arena, seen):
            record = play_person(
                arena.bench, player, own, seen.begin, seen.chooses, seen.heard,
                arena.terms.seconds, board,
            )  # fmt: skip
    except KeyboardInterrupt as interrupt:
        show("\n")
        stop_for_signal(interrupt)
    except GivenUp:
        say("The game is not over, so it is not kept.")
        return
    seen.draw()
    say(f"{summary_of(record, game.sides)}.")
    if out is not None:
        append(out, [record])


@contextmanager
def _advised(arena: Arena, seen: PlayedBoard) -> Iterator[None]:
    """Let the strongest reference agent advise the person, if the assignment comes with one."""
    names = list_reference_agents(arena.bench.assignment)
    if not names:
        yield
        return
    player = load_reference_agent(arena.bench.assignment, names[-1])
    with open_adviser(arena.bench, player, _ADVISER_SECONDS, arena.terms.board) as advises:
        seen.adviser, seen.adviser_name = advises, player.name
        yield


def _side(named: str | None, sides: tuple[str, str]) -> int:
    """The side of that name; ends the program if there is none."""
    names = [side.casefold() for side in sides]
    if named is None:
        return 0
    if named.casefold() not in names:
        stop(USAGE, f"There is no side {named!r}; choose {' or '.join(names)}.")
    return names.index(named.casefold())
