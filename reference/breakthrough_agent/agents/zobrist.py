"""Alpha-beta to five plies, with a table of positions by Zobrist's hashing."""

from __future__ import annotations

import random

Board = list[list[str]]
Answer = tuple[list[int], list[int]]
Step = tuple[int, int]

SIDE = 6
PLIES = 5
WIN = 1_000_000
EXACT, AT_LEAST, AT_MOST = range(3)

_chance = random.Random(2109)
KEYS = {side: [_chance.getrandbits(64) for _ in range(SIDE * SIDE)] for side in "BW"}
WHITE_MOVES = _chance.getrandbits(64)

WORTH = {
    "B": [row * (3 if row == 4 else 1) for row in range(SIDE) for _ in range(SIDE)],
    "W": [(row - 5) * (3 if row == 1 else 1) for row in range(SIDE) for _ in range(SIDE)],
}
"""What a pawn is worth for Black: the rows it has come, three times as much near the end."""


class Zobrist:
    """Looks five plies ahead; wins at once where it can."""

    def __init__(self) -> None:
        self._cells: list[str] = []
        self._hash = 0
        self._worth = 0
        self._table: dict[int, tuple[int, int, int, Step | None]] = {}

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        self._table.clear()
        self._cells = [tile for row in board for tile in row]
        self._hash = self._worth = 0
        for cell, tile in enumerate(self._cells):
            if tile != "_":
                self._hash ^= KEYS[tile][cell]
                self._worth += WORTH[tile][cell]
        best = next((step for step in self._moves("B") if step[1] >= SIDE * (SIDE - 1)), None)
        if best is None:
            self._search(PLIES, "B", -WIN * 2, WIN * 2)
            best = self._table[self._hash][3]
        if best is None:
            raise ValueError("Black has no legal move here.")
        src, dst = best
        return list(divmod(src, SIDE)), list(divmod(dst, SIDE))

    def _moves(self, side: str) -> list[Step]:
        """The moves of a side, captures first."""
        cells = self._cells
        forward = SIDE if side == "B" else -SIDE
        captures, others = [], []
        for src, tile in enumerate(cells):
            ahead = src + forward
            if tile != side or not 0 <= ahead < SIDE * SIDE:
                continue
            if cells[ahead] == "_":
                others.append((src, ahead))
            col = src % SIDE
            for dst in (ahead + 1,) * (col < SIDE - 1) + (ahead - 1,) * (col > 0):
                if cells[dst] == "_":
                    others.append((src, dst))
                elif cells[dst] != side:
                    captures.append((src, dst))
        return captures + others

    def _put(self, cell: int, tile: str) -> None:
        """Changes a cell, and the hash and the worth with it."""
        for each, sign in ((self._cells[cell], -1), (tile, 1)):
            if each != "_":
                self._hash ^= KEYS[each][cell]
                self._worth += sign * WORTH[each][cell]
        self._cells[cell] = tile

    def _search(self, plies: int, side: str, alpha: int, beta: int) -> int:
        """What the position is worth for ``side``, whose turn it is."""
        other = "W" if side == "B" else "B"
        if self._arrived(other) or side not in self._cells:
            return -WIN - plies
        if plies == 0:
            return self._worth if side == "B" else -self._worth
        key = self._hash if side == "B" else self._hash ^ WHITE_MOVES
        known = self._table.get(key)
        first: Step | None = None
        if known is not None:
            depth, value, kind, first = known
            if depth == plies and (
                kind == EXACT
                or (kind == AT_LEAST and value >= beta)
                or (kind == AT_MOST and value <= alpha)
            ):
                return value

        steps = self._moves(side)
        if first is not None:
            steps.remove(first)
            steps.insert(0, first)
        best, reach, choice = -WIN * 3, alpha, steps[0]
        for step in steps:
            src, dst = step
            captured = self._cells[dst]
            self._put(src, "_")
            self._put(dst, side)
            value = -self._search(plies - 1, other, -beta, -reach)
            self._put(dst, captured)
            self._put(src, side)
            if value > best:
                best, choice = value, step
                reach = max(reach, best)
                if best >= beta:
                    break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        self._table[key] = plies, best, kind, choice
        return best

    def _arrived(self, side: str) -> bool:
        last = self._cells[-SIDE:] if side == "B" else self._cells[:SIDE]
        return side in last
