"""Boards that follow each other and are easily taken for one another.

A table that outlives a call shows only if its next question is one that it mistakes for an earlier
one: the same board to look less far ahead on, its mirror image, or one that differs in a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice
from random import Random

from reference.ps2.generate.families import Setting, nodes
from reference.ps2.generate.sampling import positions, scattered
from reference.ps2.oracle import Solution, solve
from reference.ps2.oracle.bitboard import CELLS, FIRST_ROW, LAST_ROW, Bitboard, is_over
from reference.ps2.provided.breakthrough import COL, ROW, Player

Pair = tuple[Bitboard, Bitboard]

PAWNS = (5, 5)
PAIRS = 2
"""Pairs of each kind for either side."""
MOST_NODES = 700
"""In a full-width search; of a board that is looked at six plies deep, twice as many."""


def boards(kind: str, seed: str, differ: Callable[[Bitboard, Bitboard], bool]) -> Iterator[Pair]:
    """Endless pairs of undecided boards that are alike in this way and ``differ`` in the answer."""
    partner = KINDS[kind]
    for one in positions(f"alike {kind} {seed}", PAWNS):
        for other in partner(one):
            if other != one and not is_over(other) and differ(one, other):
                yield one, other
                break


def searches() -> Iterator[tuple[str, Setting]]:
    """Id and setting of each position, in the order in which they are asked about."""
    for player in Player:
        side = player.name[0].lower()
        for kind in KINDS:
            settings = _pairs(kind, player)
            for number, (one, other) in enumerate(islice(settings, PAIRS), start=1):
                yield f"alike_{kind}_{side}{number}a", one
                yield f"alike_{kind}_{side}{number}b", other
        for deep, shallow in ((3, 1), (4, 2), (6, 5)):
            one = _looked_at_deeply(deep, shallow, player)
            yield f"alike_deep_{side}{deep}", one
            yield f"alike_shallow_{side}{deep}", Setting(one.position, player, shallow)
        # After a game that is over, a search has to look as far as ever.
        last = scattered(Random(f"alike over {side}"), (3, 3))
        over = Bitboard(last.black | 1 << CELLS - 2, last.white & ~(1 << CELLS - 2))
        yield f"alike_over_{side}", Setting(over, player, 2)
        yield f"alike_after_the_end_{side}", _looked_at_deeply(6, 5, player, "after the end")


def _pairs(kind: str, player: Player) -> Iterator[tuple[Setting, Setting]]:
    """Pairs for which an answer to the first question is wrong for the second."""
    for depth in (2, 3):

        def differ(one: Bitboard, other: Bitboard, depth: int = depth) -> bool:
            both = [Setting(board, player, depth) for board in (one, other)]
            return all(nodes(each, MOST_NODES) <= MOST_NODES for each in both) and _wrong(
                *(solve(each.position.rows, depth, player) for each in both)
            )

        one, other = next(boards(kind, f"{depth} {player.name}", differ))
        yield Setting(one, player, depth), Setting(other, player, depth)


def _looked_at_deeply(deep: int, shallow: int, player: Player, seed: str = "") -> Setting:
    """A position whose answer ``deep`` plies ahead is wrong for ``shallow`` ones."""
    for position in positions(f"alike {deep} {player.name} {seed}", (4, 4) if deep < 6 else (2, 2)):
        setting = Setting(position, player, deep)
        if nodes(setting, 2 * MOST_NODES) <= 2 * MOST_NODES and _wrong(
            *(solve(position.rows, depth, player) for depth in (deep, shallow))
        ):
            return setting
    raise AssertionError("positions never end")


def _wrong(one: Solution, other: Solution) -> bool:
    """Whether no answer to one question is right for the other."""
    return one.score != other.score or one.moves.isdisjoint(other.moves)


def _mirrored(board: Bitboard) -> Iterator[Bitboard]:
    yield Bitboard.read([row[::-1] for row in board.rows])


def _moved_aside(board: Bitboard, cell: int) -> Iterator[Bitboard]:
    """With what stands in a corner exchanged for what stands beside it."""
    beside = cell + (1 if cell % COL == 0 else -1)
    cells = list("".join(board.rows))
    cells[cell], cells[beside] = cells[beside], cells[cell]
    yield _read(cells)


def _without(board: Bitboard, row: int) -> Iterator[Bitboard]:
    """Without one of the pawns in a row."""
    for column in range(COL):
        cells = list("".join(board.rows))
        cells[COL * row + column] = "_"
        yield _read(cells)


def _exchanged(board: Bitboard) -> Iterator[Bitboard]:
    """With two pawns moved so that each row and each column has as many as before."""
    cells = list("".join(board.rows))
    pawns = [divmod(cell, COL) for cell in range(CELLS) if cells[cell] != "_"]
    for (row, column), (other_row, other_column) in combinations(pawns, 2):
        tile = cells[COL * row + column]
        free = [COL * row + other_column, COL * other_row + column]
        if tile == cells[COL * other_row + other_column] and all(cells[i] == "_" for i in free):
            moved = list(cells)
            moved[COL * row + column] = moved[COL * other_row + other_column] = "_"
            moved[free[0]] = moved[free[1]] = tile
            yield _read(moved)


def _recoloured(board: Bitboard) -> Iterator[Bitboard]:
    """With one pawn of the other colour, where that decides nothing."""
    black, white = board
    for cell in range(CELLS):
        bit = 1 << cell
        if black & bit and not bit & FIRST_ROW:
            yield Bitboard(black & ~bit, white | bit)
        if white & bit and not bit & LAST_ROW:
            yield Bitboard(black | bit, white & ~bit)


def _read(cells: list[str]) -> Bitboard:
    tiles = "".join(cells)
    return Bitboard.read([tiles[start : start + COL] for start in range(0, CELLS, COL)])


KINDS: Mapping[str, Callable[[Bitboard], Iterator[Bitboard]]] = {
    "mirrored": _mirrored,
    "first_cell": lambda board: _moved_aside(board, 0),
    "last_cell": lambda board: _moved_aside(board, CELLS - 1),
    "first_row": lambda board: _without(board, 0),
    "last_row": lambda board: _without(board, ROW - 1),
    "exchanged": _exchanged,
    "recoloured": _recoloured,
}
"""How the second board follows from the first; there may be several, or none."""
