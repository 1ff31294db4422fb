"""One table for all games, in the class; pawns stand in a dictionary that carries their worth."""
#: whole = 3, 4

import utils
import time
import random

random.seed(2109)
ZOBRIST = {(r, c, p): random.getrandbits(64) for r in range(6) for c in range(6) for p in 'BW'}
SIDE = random.getrandbits(64)

EXACT, AT_LEAST, AT_MOST = 'exact', 'at least', 'at most'


class Entry:
    __slots__ = ('depth', 'value', 'kind', 'move')

    def __init__(self, depth, value, kind, move):
        self.depth = depth
        self.value = value
        self.kind = kind
        self.move = move


class Game:
    """dict of pieces, hash and sum of values are kept up to date"""
    VALUE = [10, 10, 11, 13, 18, 0]

    def __init__(self, board):
        self.pieces = {}
        self.hash = 0
        self.balance = 0
        self.counts = {'B': 0, 'W': 0}
        for r in range(6):
            for c in range(6):
                if board[r][c] != '_':
                    self.put((r, c), board[r][c])

    def worth(self, pos, p):
        return self.VALUE[pos[0]] if p == 'B' else -self.VALUE[5 - pos[0]]

    def put(self, pos, p):
        self.pieces[pos] = p
        self.hash ^= ZOBRIST[pos[0], pos[1], p]
        self.balance += self.worth(pos, p)
        self.counts[p] += 1

    def remove(self, pos):
        p = self.pieces.pop(pos)
        self.hash ^= ZOBRIST[pos[0], pos[1], p]
        self.balance -= self.worth(pos, p)
        self.counts[p] -= 1
        return p

    def do(self, move):
        src, dst = move
        taken = self.remove(dst) if dst in self.pieces else None
        p = self.remove(src)
        self.put(dst, p)
        self.hash ^= SIDE
        return taken

    def undo(self, move, taken):
        src, dst = move
        self.hash ^= SIDE
        p = self.remove(dst)
        self.put(src, p)
        if taken:
            self.put(dst, taken)

    def moves(self, p):
        step = 1 if p == 'B' else -1
        found = []
        for (r, c), q in self.pieces.items():
            if q != p:
                continue
            for d in (-1, 1):
                t = (r + step, c + d)
                if 0 <= t[1] <= 5 and self.pieces.get(t) != p:
                    found.append((t in self.pieces, (r * step), ((r, c), t)))
            t = (r + step, c)
            if t not in self.pieces:
                found.append((False, r * step, ((r, c), t)))
        found.sort(key=lambda x: (not x[0], -x[1], x[2]))
        return [x[2] for x in found]


class PlayerAI:
    table = {}
    WINNING = 9000

    def alphabeta(self, game, depth, alpha, beta, p, just_moved_to):
        if time.time() > self.deadline:
            raise TimeoutError()
        q = 'W' if p == 'B' else 'B'
        if just_moved_to[0] == (5 if q == 'B' else 0) or game.counts[p] == 0:
            return -self.WINNING - depth
        if depth == 0:
            return game.balance if p == 'B' else -game.balance
        entry = self.table.get(game.hash)
        first = None
        if entry:
            first = entry.move
            if entry.depth >= depth:
                if entry.kind == EXACT:
                    return entry.value
                if entry.kind == AT_LEAST and entry.value >= beta:
                    return entry.value
                if entry.kind == AT_MOST and entry.value <= alpha:
                    return entry.value
        moves = game.moves(p)
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        best, best_move, low = -10 ** 9, None, alpha
        for move in moves:
            taken = game.do(move)
            try:
                value = -self.alphabeta(game, depth - 1, -beta, -low, q, move[1])
            finally:
                game.undo(move, taken)
            if value > best:
                best, best_move = value, move
            low = max(low, best)
            if low >= beta:
                break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        self.table[game.hash] = Entry(depth, best, kind, best_move)
        return best

    def make_move(self, board):
        self.deadline = time.time() + 2.5
        if len(self.table) > 500000:
            self.table.clear()
        game = Game(board)
        moves = game.moves('B')
        answer = moves[0]
        try:
            for depth in range(1, 30):
                top, best = -10 ** 9, None
                for move in moves:
                    taken = game.do(move)
                    try:
                        value = -self.alphabeta(game, depth - 1, -10 ** 9, -top, 'W', move[1])
                    finally:
                        game.undo(move, taken)
                    if value > top:
                        top, best = value, move
                answer = best
                moves.remove(best)
                moves.insert(0, best)
                if abs(top) >= self.WINNING:
                    break
        except TimeoutError:
            pass
        return [answer[0][0], answer[0][1]], [answer[1][0], answer[1][1]]
