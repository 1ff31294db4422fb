"""Deepens by the clock, with a table of depths and bounds; only pawns count, and no win is known."""
#: whole = 3

import time


class Timeout(Exception):
    pass


class PlayerAI:
    BUDGET = 0.5

    def make_move(self, board):
        self.stop = time.time() + self.BUDGET
        self.table = {}
        rows = tuple(''.join(row) for row in board)
        best = next(self.moves(rows, 'B'))
        depth = 2
        try:
            while depth < 30:
                best = self.root(rows, depth)
                depth += 1
        except Timeout:
            pass
        (r, c), (nr, nc) = best
        return [r, c], [nr, nc]

    def moves(self, rows, who):
        step = 1 if who == 'B' else -1
        for r in range(6):
            for c in range(6):
                if rows[r][c] != who or not 0 <= r + step <= 5:
                    continue
                for k in (c, c - 1, c + 1):
                    if 0 <= k <= 5 and rows[r + step][k] != who and (k != c or rows[r + step][k] == '_'):
                        yield (r, c), (r + step, k)

    def apply(self, rows, move, who):
        (r, c), (nr, nc) = move
        grid = [list(row) for row in rows]
        grid[r][c], grid[nr][nc] = '_', who
        return tuple(''.join(row) for row in grid)

    def over(self, rows):
        text = ''.join(rows)
        return 'B' in rows[5] or 'W' in rows[0] or 'B' not in text or 'W' not in text

    def score(self, rows):
        return sum(row.count('B') - row.count('W') for row in rows)

    def root(self, rows, depth):
        best, low = None, -1000
        for move in self.moves(rows, 'B'):
            value = self.search(self.apply(rows, move, 'B'), 'W', depth - 1, low, 1000)
            if best is None or value > low:
                best, low = move, value
        return best

    def search(self, rows, who, depth, low, high):
        if time.time() > self.stop:
            raise Timeout
        if depth == 0 or self.over(rows):
            return self.score(rows)
        key = rows, who, depth
        if key in self.table:
            kind, known = self.table[key]
            if kind == '=' or (kind == '>' and known >= high) or (kind == '<' and known <= low):
                return known
        a, b = low, high
        best = -1000 if who == 'B' else 1000
        for move in self.moves(rows, who):
            value = self.search(self.apply(rows, move, who), 'W' if who == 'B' else 'B', depth - 1, a, b)
            if who == 'B':
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        self.table[key] = ('<' if best <= low else '>' if best >= high else '='), best
        return best
