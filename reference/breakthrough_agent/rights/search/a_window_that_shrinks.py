"""The bounds are a named tuple, which says itself whether it is empty."""
#: whole = 3, 4

from __future__ import annotations
from dataclasses import dataclass, replace, field
from typing import Iterator, NamedTuple, Optional
import math

class Window(NamedTuple):
    lo: float = -math.inf
    hi: float = math.inf

    @property
    def empty(self) -> bool:
        return self.lo >= self.hi

    def raised(self, v): return self._replace(lo=max(self.lo, v))
    def lowered(self, v): return self._replace(hi=min(self.hi, v))

class Move(NamedTuple):
    r: int
    c: int
    to_r: int
    to_c: int

@dataclass(frozen=True)
class Position:
    rows: tuple
    black: bool = True

    def moves(self) -> Iterator[Move]:
        me, d = ('B', 1) if self.black else ('W', -1)
        for r in range(6):
            for c in range(6):
                if self.rows[r][c] == me and 0 <= r + d < 6:
                    for k in range(max(0, c - 1), min(5, c + 1) + 1):
                        t = self.rows[r + d][k]
                        if t == '_' or (k != c and t != me):
                            yield Move(r, c, r + d, k)

    def after(self, m: Move) -> Position:
        grid = [list(x) for x in self.rows]
        grid[m.to_r][m.to_c], grid[m.r][m.c] = grid[m.r][m.c], '_'
        return Position(tuple(''.join(x) for x in grid), not self.black)

    @property
    def result(self) -> Optional[int]:
        flat = ''.join(self.rows)
        if 'B' in self.rows[5] or 'W' not in flat: return 1
        if 'W' in self.rows[0] or 'B' not in flat: return -1
        return None

    def static(self) -> float:
        return sum(row.count('B') * 1.5 ** r - row.count('W') * 1.5 ** (5 - r) + 2 * (row.count('B') - row.count('W'))
                   for r, row in enumerate(self.rows))

def value(p: Position, depth: int, w: Window) -> float:
    if p.result is not None:
        return p.result * (1000 + depth)
    if depth == 0:
        return p.static()
    for m in p.moves():
        v = value(p.after(m), depth - 1, w)
        w = w.raised(v) if p.black else w.lowered(v)
        if w.empty: # PRUNE
            break
    return w.lo if p.black else w.hi

class PlayerAI:
    def make_move(self, board):
        p = Position(tuple(''.join(r) for r in board))
        best, w = None, Window()
        for m in p.moves():
            v = value(p.after(m), 2, w)
            if best is None or v > w.lo:
                best, w = m, w.raised(v)
        return [best.r, best.c], [best.to_r, best.to_c]
