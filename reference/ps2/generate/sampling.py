"""Random positions, the same on every machine and Python version.

Only ``Random.random`` is drawn from: it alone is promised to give the same numbers for the same
seed in later versions of Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from reference.ps2.oracle.bitboard import CELLS, Bitboard, is_over, moves, play
from reference.ps2.provided.breakthrough import COL, Player

Item = TypeVar("Item")

START = Bitboard.read(["BBBBBB", "BBBBBB", "______", "______", "WWWWWW", "WWWWWW"])


def pick(rng: Random, items: Sequence[Item]) -> Item:
    """One of ``items``, each equally likely."""
    return items[int(rng.random() * len(items))]


def game(rng: Random) -> list[Bitboard]:
    """The positions of one random game from the usual start, Black first; the last is decided.

    Half of the players capture whenever they can, which thins the board before anybody arrives.
    """
    eager = rng.random() < 0.5
    position, player = START, Player.BLACK
    line = [position]
    while not is_over(position):
        choices = moves(position, player)
        if eager:
            enemy = position.white if player is Player.BLACK else position.black
            choices = [move for move in choices if move[1] & enemy] or choices
        position = play(position, pick(rng, choices), player)
        player = player.get_opponent()
        line.append(position)
    return line


def scattered(rng: Random, pawns: tuple[int, int]) -> Bitboard:
    """An undecided position with at most so many pawns per side, anywhere they may stand."""
    most_black, most_white = pawns
    black = white = 0
    for _ in range(1 + int(rng.random() * most_black)):
        black |= 1 << int(rng.random() * (CELLS - COL))
    for _ in range(1 + int(rng.random() * most_white)):
        white |= 1 << COL + int(rng.random() * (CELLS - COL))
    return Bitboard(black, white & ~black or 1 << CELLS - 1)


def positions(seed: str, pawns: tuple[int, int]) -> Iterator[Bitboard]:
    """Endless undecided positions: scattered pawns, and now and then one out of a random game."""
    rng = Random(seed)
    while True:
        for _ in range(3):
            yield scattered(rng, pawns)
        fitting = [
            position
            for position in game(rng)[:-1]
            if position.black.bit_count() <= pawns[0] and position.white.bit_count() <= pawns[1]
        ]
        if fitting:
            yield pick(rng, fitting)


def played(seed: str) -> Iterator[Bitboard]:
    """Endless undecided positions out of random games, early and late."""
    rng = Random(seed)
    while True:
        yield pick(rng, game(rng)[:-1])
