"""Chooses the positions for the four searches by the mistakes that they show.

For each family, depth and side to move a pool of random positions that fit is made, several
times what is needed; of those, one after the other, the one is kept whose mistakes are shown
least so far. So every mistake is shown many times, the rare ones too, and nobody has a favourite
board. What chance hardly ever comes upon is picked by hand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random

from reference.ps2.generate import alike, handout, picked, separating
from reference.ps2.generate.families import FAMILIES, Family, Setting, fits, nodes
from reference.ps2.generate.mistakes import ALPHA_BETA, FULL_WIDTH, search_with
from reference.ps2.generate.sampling import positions, scattered
from reference.ps2.oracle import Solution, solve
from reference.ps2.oracle.bitboard import CELLS, Bitboard
from reference.ps2.provided.breakthrough import COL, Move, Player

POOL = 4
"""Candidates made for each position kept."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A position as it goes into the file."""

    id: str
    family: str
    setting: Setting
    solution: Solution
    shows: tuple[str, ...]


def choose() -> Iterator[Chosen]:
    """The handout's positions, those of the families, finished games, then what was picked.

    Last come those that separate slight mistakes, and boards that are alike, in order.
    """
    yield from _handout()
    taken: set[tuple[Bitboard, Player]] = set()
    for family in FAMILIES:
        shown: Counter[tuple[str, Player, int]] = Counter()
        for depth, count in family.quota.items():
            for player in Player:
                pool = _pool(family, depth, player, POOL * count, taken)
                for number in range(1, count + 1):
                    best = max(pool, key=lambda chosen: _worth(chosen, shown))
                    pool.remove(best)
                    taken.add((best.setting.position, player))
                    shown.update((mistake, player, depth % 2) for mistake in best.shows)
                    side = player.name[0].lower()
                    yield replace(best, id=f"{family.name}_{depth}{side}{number}")
    yield from _finished()
    for position in picked.POSITIONS:
        for name, setting in position.settings():
            yield _solved(name, position.family, setting)
    for name, kind, setting in separating.choose():
        yield _solved(name, kind, setting)
    for name, setting in alike.searches():
        yield _solved(name, "alike", setting)


def _solved(id: str, family: str, setting: Setting) -> Chosen:
    """A position with its right answers and the mistakes that miss them."""
    solution = solve(setting.position.rows, setting.depth, setting.player)
    shows = tuple(
        mistake for mistake in (*FULL_WIDTH, *ALPHA_BETA) if _misses(mistake, setting, solution)
    )
    return Chosen(id, family, setting, solution, shows)


def _misses(mistake: str, setting: Setting, solution: Solution) -> bool:
    score, move = search_with(mistake)(setting.position, setting.depth, setting.player)
    return score != solution.score or move not in solution.moves


def _worth(chosen: Chosen, shown: Counter[tuple[str, Player, int]]) -> float:
    """How much a position adds: mistakes count by rarity, and small trees are preferred."""
    setting = chosen.setting
    gain = sum(
        1 / (1 + shown[mistake, setting.player, setting.depth % 2]) for mistake in chosen.shows
    )
    return gain / math.pow(nodes(setting, limit=10**6), 0.2)


def _pool(
    family: Family,
    depth: int,
    player: Player,
    size: int,
    taken: set[tuple[Bitboard, Player]],
) -> list[Chosen]:
    pool: list[Chosen] = []
    seen = set(taken)
    for position in positions(f"{family.name} {depth} {player.name}", family.pawns):
        setting = Setting(position, player, depth)
        if (position, player) not in seen and fits(family, setting):
            seen.add((position, player))
            pool.append(_solved("", family.name, setting))
            if len(pool) == size:
                break
    return pool


def _handout() -> Iterator[Chosen]:
    for stated in handout.SEARCHES:
        setting = Setting(Bitboard.read(stated.rows), stated.player, stated.depth)
        solution = solve(stated.rows, stated.depth, stated.player)
        if stated.score not in {None, solution.score} or _moves(stated.moves) not in {
            None,
            solution.moves,
        }:
            raise AssertionError(f"The oracle and the handout disagree about {stated.id}.")
        yield Chosen(stated.id, "handout", setting, solution, ())


def _moves(text: str | None) -> frozenset[Move] | None:
    """Reads ``35-44 35-45``; no moves at all mean ``MOVE_NONE``."""
    if text is None:
        return None
    if not text:
        return frozenset({((-1, -1), (-1, -1))})
    return frozenset(
        ((int(move[0]), int(move[1])), (int(move[3]), int(move[4]))) for move in text.split()
    )


def _finished() -> Iterator[Chosen]:
    """Positions where the game is over, every way that it can be, for both sides to move.

    A pawn has arrived in each of the columns.
    """
    depths = cycle(range(1, 7))
    for ending, end in _ENDINGS.items():
        rng = Random(f"finished {ending}")
        for column, player in enumerate((*Player, *Player, *Player)):
            position = end(scattered(rng, (3, 3)), 1 << column)
            setting = Setting(position, player, next(depths))
            yield _solved(f"{ending}_{column + 1}", "finished", setting)


_ENDINGS: dict[str, Callable[[Bitboard, int], Bitboard]] = {
    "black_home": lambda last, column: Bitboard(
        last.black | column << CELLS - COL, last.white & ~(column << CELLS - COL)
    ),
    "white_home": lambda last, column: Bitboard(last.black & ~column, last.white | column),
    "white_gone": lambda last, _: Bitboard(last.black, 0),
    "black_gone": lambda last, _: Bitboard(0, last.white),
}
"""Ways for a game to end, made out of an undecided position and a column of an edge row."""
