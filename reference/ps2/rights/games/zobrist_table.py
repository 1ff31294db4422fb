"""A table of bounds under Zobrist keys of 64 bits, with the depth left and the side to move."""

import random

import breakthrough

_random = random.Random(6)
KEYS = {(r, c, t): _random.getrandbits(64) for r in range(6) for c in range(6) for t in "BW"}
EXACT, LOWER, UPPER = range(3)


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def hashed(board):
        key = 0
        for r, row in enumerate(board):
            for c, tile in enumerate(row):
                if tile != "_":
                    key ^= KEYS[r, c, tile]
        return key

    def search(board, key, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        entry = table.get((key, left, player))
        if entry is not None:
            kind, score, move = entry
            if kind == EXACT or kind == LOWER and score >= beta or kind == UPPER and score <= alpha:
                return score, move
        low, best, choice = alpha, -breakthrough.INF, breakthrough.MOVE_NONE
        for (r, c), (to_r, to_c) in generate_valid_moves(board, player):
            own, taken = board[r][c], board[to_r][to_c]
            new = key ^ KEYS[r, c, own] ^ KEYS[to_r, to_c, own]
            if taken != "_":
                new ^= KEYS[to_r, to_c, taken]
            board[r][c], board[to_r][to_c] = "_", own
            score = -search(board, new, left - 1, -beta, -low, player.get_opponent())[0]
            board[r][c], board[to_r][to_c] = own, taken
            if score > best:
                best, choice = score, ((r, c), (to_r, to_c))
            low = max(low, best)
            if low >= beta:
                break
        kind = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        table[key, left, player] = kind, best, choice
        return best, choice

    board = [list(row) for row in board]
    left = max_depth - depth
    score, move = search(board, hashed(board), left, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
