"""Pairs of numbers, of pawns and of rows, are compared one after the other."""
#: whole = 3, 4

import utils
import copy

class PlayerAI:
    def make_move(self, board):
        def kids(state, who):
            dr = 1 if who == 'B' else -1
            foe = 'W' if who == 'B' else 'B'
            for i in range(6):
                for j in range(6):
                    if state[i][j] == who and 0 <= i + dr < 6:
                        for dj in (-1, 0, 1):
                            if 0 <= j + dj < 6:
                                x = state[i + dr][j + dj]
                                if x == '_' or (x == foe and dj):
                                    new = [list(row) for row in state]
                                    new[i][j] = '_'
                                    new[i + dr][j + dj] = who
                                    yield ([i, j], [i + dr, j + dj]), new

        def evaluate(state):
            if 'B' in state[5]:
                return (99, 0)
            if 'W' in state[0]:
                return (-99, 0)
            material = sum(row.count('B') - row.count('W') for row in state)
            advance = sum(i * row.count('B') - (5 - i) * row.count('W') for i, row in enumerate(state))
            return (material, advance)

        def search(state, depth, lo, hi, maximizing):
            if depth == 0 or utils.is_game_over(state):
                return evaluate(state), None
            choice = None
            if maximizing:
                for move, new in kids(state, 'B'):
                    value = search(new, depth - 1, lo, hi, False)[0]
                    if choice is None or value > lo:
                        lo, choice = max(lo, value), move
                    if lo >= hi:
                        break
                return lo, choice
            for move, new in kids(state, 'W'):
                value = search(new, depth - 1, lo, hi, True)[0]
                if choice is None or value < hi:
                    hi, choice = min(hi, value), move
                if lo >= hi:
                    break
            return hi, choice

        return search(board, 3, (-1000, 0), (1000, 0), True)[1]
