"""All is nested in the method, the evaluation too: it adds up columns, and a win is nothing to it."""
#: whole = 3

class PlayerAI:
    def make_move(self, board):
        weights = [3, 1, 4, 1, 5, 9]

        def evaluate(position):
            return sum(weights[c] * ((cell == 'B') - 2 * (cell == 'W'))
                       for row in position for c, cell in enumerate(row))

        def moves(position, me, step):
            found = []
            for r in range(6):
                for c in range(6):
                    if position[r][c] == me and 0 <= r + step < 6:
                        for k in (c - 1, c, c + 1):
                            if 0 <= k < 6 and position[r + step][k] != me:
                                if k != c or position[r + step][k] == '_':
                                    found.append((r, c, r + step, k))
            return found

        def over(position):
            cells = [cell for row in position for cell in row]
            return 'B' in position[5] or 'W' in position[0] or 'B' not in cells or 'W' not in cells

        def play(position, move, me):
            after = [list(row) for row in position]
            after[move[0]][move[1]] = '_'
            after[move[2]][move[3]] = me
            return after

        def best_for_black(position, depth, alpha, beta):
            if depth == 0 or over(position):
                return evaluate(position), None
            value, best = -10**6, None
            for move in moves(position, 'B', 1):
                score = best_for_white(play(position, move, 'B'), depth - 1, alpha, beta)[0]
                if score > value:
                    value, best = score, move
                alpha = max(alpha, value)
                if value >= beta:
                    break
            return value, best

        def best_for_white(position, depth, alpha, beta):
            if depth == 0 or over(position):
                return evaluate(position), None
            value, best = 10**6, None
            for move in moves(position, 'W', -1):
                score = best_for_black(play(position, move, 'W'), depth - 1, alpha, beta)[0]
                if score < value:
                    value, best = score, move
                beta = min(beta, value)
                if value <= alpha:
                    break
            return value, best

        move = best_for_black(board, 3, -10**6, 10**6)[1]
        return [move[0], move[1]], [move[2], move[3]]
