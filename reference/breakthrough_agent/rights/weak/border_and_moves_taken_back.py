"""One board with a border, killer moves and a history; pawns count by their rows alone."""
#: whole = 3, 4

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
INFTY = 1 << 20

class Engine:
    def __init__(self, rows):
        self.sq = bytearray([EDGE] * 64)
        self.counts = [0, 0, 0]
        self.far = [0, 0, 0]
        for r in range(6):
            for c in range(6):
                p = {"B": BLACK, "W": WHITE, "_": EMPTY}[rows[r][c]]
                self.sq[8 * (r + 1) + c + 1] = p
        self.undo = []
        self.killers = {}
        self.history = {}

    def generate(self, side):
        step = 8 if side == BLACK else -8
        sq = self.sq
        res = []
        for f in range(9, 55):
            if sq[f] != side:
                continue
            if sq[f + step] == EMPTY:
                res.append((f, f + step))
            for t in (f + step - 1, f + step + 1):
                if sq[t] != EDGE and sq[t] != side:
                    res.append((f, t))
        return res

    def make(self, m):
        f, t = m
        self.undo.append((f, t, self.sq[t]))
        self.sq[t] = self.sq[f]
        self.sq[f] = EMPTY

    def unmake(self):
        f, t, cap = self.undo.pop()
        self.sq[f] = self.sq[t]
        self.sq[t] = cap

    def finished(self):
        if BLACK in self.sq[49:55] or WHITE not in self.sq:
            return BLACK
        if WHITE in self.sq[9:15] or BLACK not in self.sq:
            return WHITE
        return 0

    def static(self):
        total = 0
        for i, p in enumerate(self.sq):
            if p == BLACK:
                total += i // 8 - 1
            elif p == WHITE:
                total -= 6 - i // 8
        return total

    def ab(self, side, depth, alpha, beta, ply):
        over = self.finished()
        if over:
            return (5000 - ply) if over == BLACK else (ply - 5000)
        if depth == 0:
            return self.static()
        moves = self.generate(side)
        k = self.killers.get(ply)
        moves.sort(key=lambda m: (m == k, self.history.get(m, 0)), reverse=True)
        other = WHITE if side == BLACK else BLACK
        if side == BLACK:
            best = -INFTY
            for m in moves:
                self.make(m)
                best = max(best, self.ab(other, depth - 1, max(alpha, best), beta, ply + 1))
                self.unmake()
                if best >= beta:
                    self.killers[ply] = m
                    self.history[m] = self.history.get(m, 0) + depth * depth
                    return best
            return best
        best = INFTY
        for m in moves:
            self.make(m)
            best = min(best, self.ab(other, depth - 1, alpha, min(beta, best), ply + 1))
            self.unmake()
            if best <= alpha:
                self.killers[ply] = m
                self.history[m] = self.history.get(m, 0) + depth * depth
                return best
        return best

    def root(self, depth, first):
        moves = self.generate(BLACK)
        moves.sort(key=lambda m: m != first)
        best, chosen = -INFTY, None
        for m in moves:
            self.make(m)
            v = self.ab(WHITE, depth - 1, best, INFTY, 1)
            self.unmake()
            if v > best:
                best, chosen = v, m
        return chosen, best

class PlayerAI:
    def make_move(self, board):
        e = Engine(board)
        chosen = None
        for depth in (1, 2, 3, 4):
            chosen, value = e.root(depth, chosen)
            if abs(value) > 4000:
                break
        f, t = chosen
        return [f // 8 - 1, f % 8 - 1], [t // 8 - 1, t % 8 - 1]
