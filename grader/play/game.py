"""Defines what a game is: pure functions on states that never change, and how agents are asked.

An assignment supplies one as ``GAME`` in ``hidden_tests/<id>/game.py``. If it is played on other
boards, too, or by other rules, ``on_board(word)`` there is the game that a short word stands for.
For a word that stands for none, it raises :class:`Malformed` with a sentence that says which there
are.

Two sides, 0 and 1, move in turn; side 0 moves first. States and moves are the game's own business:
values that are compared by what they hold.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from grader.model.figures import GridFigure
from grader.model.game_record import Result

State = TypeVar("State")
Move = TypeVar("Move")


class Malformed(Exception):
    """An answer is no move, or a word no board; ``str()`` says why, as a sentence."""


class Game(Protocol[State, Move]):
    """The rules of a game, and how agents see its positions and moves."""

    @property
    def sides(self) -> tuple[str, str]:
        """Return the names of the two sides, the one that moves first before the other."""

    # The rules ------------------------------------------------------------------------------

    def start(self) -> State:
        """Return the first position."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves, always in the same order; none if the game is over."""

    def apply(self, state: State, move: Move) -> State:
        """Return the position after a legal move."""

    def result(self, state: State) -> Result | None:
        """Return the result of the game; ``None`` while it goes on."""

    def figure(self, state: State, move: Move | None = None) -> GridFigure:
        """Return a picture of the position, with the move that led to it."""

    # How moves are written ------------------------------------------------------------------

    def written(self, move: Move) -> str:
        """Return a move, legal or as :meth:`understood` returned it, as a short word: ``b1-c2``."""

    def read(self, state: State, word: str) -> Move:
        """Return the legal move that ``word`` stands for.

        Raises:
            Malformed: if there is none.
        """

    # How agents are asked -------------------------------------------------------------------

    def arguments(self, state: State) -> tuple[Any, ...]:
        """Return the arguments of the agent to move: plain data, made anew at each call."""

    def understood(self, state: State, answer: object) -> Move:
        """Return the move that an agent's answer means, whether it is legal or not.

        Args:
            answer: any plain data of modest size, as :func:`grader.play.game.check_size`
                allows. What is raised about it but ``Malformed`` ends the game with an internal
                error.

        Raises:
            Malformed: if it is no move.
        """

    def substitute(self, state: State) -> Move:
        """Return the legal move that is played where an agent has none."""


def agent_view(game: Game[State, Move], state: State) -> str:
    """Return how the agent to move sees the board, if it differs from :meth:`Game.figure`.

    A game says so by a method ``agent_view(state)``, which it need not have: part of a sentence,
    such as ``coordinates of its own inverted board``; empty where nothing differs.
    """
    view = getattr(game, "agent_view", None)
    return "" if view is None else str(view(state))


def draw_openings(game: Game[State, Move], number: int, plies: int, seed: int) -> list[list[Move]]:
    """Return ``number`` different random openings of a game, each of ``plies`` moves.

    None of them decides the game, or lets it be decided by the next move. Fewer are returned if
    there are not so many.
    """
    draw = random.Random(seed)
    found: dict[tuple[str, ...], list[Move]] = {}
    for _ in range(50 * number):
        if len(found) == number:
            break
        opening = _drawn(game, plies, draw)
        if opening is not None:
            found.setdefault(tuple(map(game.written, opening)), opening)
    return list(found.values())


def _drawn(game: Game[State, Move], plies: int, draw: random.Random) -> list[Move] | None:
    state = game.start()
    opening: list[Move] = []
    for _ in range(plies):
        moves = game.moves(state)
        if not moves:
            return None
        opening.append(draw.choice(moves))
        state = game.apply(state, opening[-1])
    if game.result(state) is not None:
        return None
    after = (game.apply(state, move) for move in game.moves(state))
    return opening if all(game.result(one) is None for one in after) else None


MOST_VALUES = 1000
"""Values in one answer, containers and scalars together."""
MOST_CHARACTERS = 1000
"""Characters or bytes of a text in an answer."""
MOST_BITS = 64
"""Bits of a number in an answer."""


def check_size(answer: object) -> None:
    """Raise an error if an answer is too large to be a move of any game.

    Args:
        answer: plain data, as it comes from a sandbox. It is not nested without end.

    Raises:
        Malformed: if it is too large.
    """
    values, seen = [answer], 0
    while values:
        value = values.pop()
        seen += 1
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            raise Malformed(
                f"A move has numbers of at most {MOST_BITS} bits; "
                f"one of {value.bit_length()} bits came."
            )
        if isinstance(value, str | bytes) and len(value) > MOST_CHARACTERS:
            raise Malformed(
                f"A move has texts of at most {MOST_CHARACTERS} characters; "
                f"one of {len(value)} came."
            )
        inside = 0
        if isinstance(value, list | tuple | set | frozenset | dict):
            inside = len(value) * (1 + isinstance(value, dict))
        if seen + len(values) + inside > MOST_VALUES:
            raise Malformed(f"A move is made of at most {MOST_VALUES} values; more came.")
        if isinstance(value, dict):
            values += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            values += value
