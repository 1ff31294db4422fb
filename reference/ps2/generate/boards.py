"""Boards for tasks 2.1 (all moves of a side) and 5.1 (the improved evaluation)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice
from random import Random

from reference.ps2.generate import alike, handout
from reference.ps2.generate.sampling import game, pick, positions, scattered
from reference.ps2.generate.situations import boards_of_the_others
from reference.ps2.oracle.bitboard import (
    CELLS,
    LEFT_EDGE,
    RIGHT_EDGE,
    Bitboard,
    coordinates,
    improved,
    moves,
)
from reference.ps2.provided.breakthrough import COL, ROW, Move, Player


@dataclass(frozen=True, slots=True)
class MoveSet:
    """A board, a side and all its moves."""

    id: str
    family: str
    position: Bitboard
    player: Player
    moves: frozenset[Move]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A board and its value."""

    id: str
    family: str
    position: Bitboard
    score: int


def move_sets() -> Iterator[MoveSet]:
    """The handout's boards, then each family for either side: unfinished unless a side is gone.

    Last come boards with what has not come up by then.
    """
    found = list(_move_sets())
    yield from found
    for player in Player:
        known = [case.position for case in found if case.player is player]
        others = boards_of_the_others(player, known)
        for number, position in enumerate(others, start=1):
            name = f"situation_{player.name[0].lower()}{number}"
            yield all_moves(name, "situation", position, player)


def _move_sets() -> Iterator[MoveSet]:
    for name, rows in handout.MOVES:
        for player in Player:
            yield all_moves(f"{name}_{player.name.lower()}", "handout", Bitboard.read(rows), player)
    for family, (pawns, count, fits) in MOVE_FAMILIES.items():
        for player in Player:
            found: list[Bitboard] = []
            for position in positions(f"moves {family} {player.name}", pawns):
                if len(found) == count:
                    break
                if position not in found and fits(position, player):
                    found.append(position)
                    name = f"{family}_{player.name[0].lower()}{len(found)}"
                    yield all_moves(name, family, position, player)
    yield from _reachable()
    yield from _without_pawns()
    yield from _alike()


def evaluations() -> Iterator[Evaluation]:
    """The handout's boards; a pawn on each cell; whole armies; arrivals; sides without pawns."""
    for name, rows, stated in handout.EVALUATIONS:
        position = Bitboard.read(rows)
        if improved(position) != stated:
            raise AssertionError(f"The rule of task 5.1 and the handout disagree about {name}.")
        yield Evaluation(name, "handout", position, stated)

    for row in range(ROW - 1):
        for column in range(COL):
            black = 1 << COL * row + column
            position = Bitboard(black, 1 << CELLS - 1 - column)
            yield evaluated(f"one_pawn_b{row}{column}", "one_pawn", position)
            white = 1 << COL * (ROW - 1 - row) + column
            position = Bitboard(1 << column, white)
            yield evaluated(f"one_pawn_w{ROW - 1 - row}{column}", "one_pawn", position)

    rng = Random("evaluations")
    for number in range(1, 61):
        line = game(rng)
        yield evaluated(f"army_{number}", "army", pick(rng, line[:-1]))

    columns = cycle(range(COL))
    for number in range(1, 13):
        left = scattered(rng, (6, 6))
        column = 1 << next(columns)
        home = column << CELLS - COL
        black_wins = Bitboard(left.black | home, left.white & ~home)
        yield evaluated(f"arrival_b{number}", "arrival", black_wins)
        yield evaluated(
            f"arrival_w{number}", "arrival", Bitboard(left.black & ~column, left.white | column)
        )
        yield evaluated(f"no_pawns_b{number}", "no_pawns", Bitboard(left.black, 0))
        yield evaluated(f"no_pawns_w{number}", "no_pawns", Bitboard(0, left.white))

    yield from _extreme()
    for kind in ("first_row", "last_row", "recoloured"):
        pairs = alike.boards(
            kind, "evaluations", lambda one, other: improved(one) != improved(other)
        )
        for number, position in enumerate(chain(*islice(pairs, 2)), start=1):
            yield evaluated(f"alike_{kind}_{number}", "alike", position)


def _extreme() -> Iterator[Evaluation]:
    """All pawns of one side as far on as they can be without having won, and fewer of them."""
    for pawns in (12, 11, 9, 7):
        black = Bitboard(((1 << pawns) - 1) << CELLS - COL - pawns, 1 << CELLS - 1)
        white = Bitboard(1, ((1 << pawns) - 1) << COL)
        yield evaluated(f"extreme_b{pawns}", "extreme", black)
        yield evaluated(f"extreme_w{pawns}", "extreme", white)


def evaluated(id: str, family: str, position: Bitboard) -> Evaluation:
    """A board of a family with its value."""
    return Evaluation(id, family, position, improved(position))


def all_moves(id: str, family: str, position: Bitboard, player: Player) -> MoveSet:
    """A board of a family with all moves of ``player``."""
    found = frozenset(map(coordinates, moves(position, player)))
    return MoveSet(id, family, position, player, found)


def _reachable() -> Iterator[MoveSet]:
    """Positions out of random games, early and late."""
    rng = Random("moves reachable")
    seen: set[Bitboard] = set()
    while len(seen) < 60:
        position = pick(rng, game(rng)[:-1])
        if position in seen:
            continue
        seen.add(position)
        for player in Player:
            name = f"game_{player.name[0].lower()}{len(seen)}"
            yield all_moves(name, "game", position, player)


def _alike() -> Iterator[MoveSet]:
    """Boards that are easily taken for the one before, and have other moves."""
    for player in Player:

        def differ(one: Bitboard, other: Bitboard, player: Player = player) -> bool:
            return set(moves(one, player)) != set(moves(other, player))

        for kind in alike.KINDS:
            pairs = islice(alike.boards(kind, f"moves {player.name}", differ), 2)
            for number, position in enumerate(chain(*pairs), start=1):
                name = f"alike_{kind}_{player.name[0].lower()}{number}"
                yield all_moves(name, "alike", position, player)


def _without_pawns() -> Iterator[MoveSet]:
    """Boards where the side that is asked for has no pawn; the other side may."""
    rng = Random("moves without pawns")
    for number in range(1, 7):
        left = scattered(rng, (6, 6))
        yield all_moves(f"gone_b{number}", "gone", Bitboard(0, left.white), Player.BLACK)
        yield all_moves(f"gone_w{number}", "gone", Bitboard(left.black, 0), Player.WHITE)
    for player in Player:
        yield all_moves(f"gone_{player.name[0].lower()}7", "gone", Bitboard(0, 0), player)


def _own(position: Bitboard, player: Player) -> int:
    return position.black if player is Player.BLACK else position.white


def _on_the_edge(position: Bitboard, player: Player) -> bool:
    """Own pawns on both edge columns, with something to wrongly wrap round to."""
    own = _own(position, player)
    return bool(own & LEFT_EDGE and own & RIGHT_EDGE)


def _blocked(position: Bitboard, player: Player) -> bool:
    """Two or more pawns with something, of either colour, straight ahead."""
    black, white = position
    occupied = black | white
    stuck = black & occupied >> COL if player is Player.BLACK else white & occupied << COL
    return stuck.bit_count() >= 2


def _capturing(position: Bitboard, player: Player) -> bool:
    """Two or more captures to choose from."""
    enemy = position.white if player is Player.BLACK else position.black
    return sum(bool(dst & enemy) for _, dst in moves(position, player)) >= 2


def _crowded(position: Bitboard, player: Player) -> bool:
    """As many moves as there are hardly ever."""
    return len(moves(position, player)) >= 23


Fits = Callable[[Bitboard, Player], bool]

MOVE_FAMILIES: dict[str, tuple[tuple[int, int], int, Fits]] = {
    "edge": ((6, 6), 25, _on_the_edge),
    "blocked": ((8, 8), 25, _blocked),
    "capture": ((6, 6), 25, _capturing),
    "crowded": ((12, 12), 4, _crowded),
}
"""Name -> (most pawns of either side, boards for either side, what they are like)."""
