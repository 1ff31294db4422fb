"""Principal variation search for both sides apart: a scout of width one, and a second look."""

import breakthrough
from breakthrough import INF, MOVE_NONE, Player


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def after(board, move, player):
        return breakthrough.make_move([line[:] for line in board], move[0], move[1], player)

    def highest(board, left, alpha, beta):
        if not left or breakthrough.is_game_over(board):
            return evaluate(board), MOVE_NONE
        best = -INF, MOVE_NONE
        for number, move in enumerate(generate_valid_moves(board, Player.BLACK)):
            child = after(board, move, Player.BLACK)
            low = max(alpha, best[0])
            if number:
                score = lowest(child, left - 1, low, low + 1)[0]
                if low < score < beta:
                    score = lowest(child, left - 1, low, beta)[0]
            else:
                score = lowest(child, left - 1, low, beta)[0]
            if score > best[0]:
                best = score, move
            if best[0] >= beta:
                break
        return best

    def lowest(board, left, alpha, beta):
        if not left or breakthrough.is_game_over(board):
            return evaluate(board), MOVE_NONE
        best = INF, MOVE_NONE
        for number, move in enumerate(generate_valid_moves(board, Player.WHITE)):
            child = after(board, move, Player.WHITE)
            high = min(beta, best[0])
            if number:
                score = highest(child, left - 1, high - 1, high)[0]
                if alpha < score < high:
                    score = highest(child, left - 1, alpha, high)[0]
            else:
                score = highest(child, left - 1, alpha, high)[0]
            if score < best[0]:
                best = score, move
            if best[0] <= alpha:
                break
        return best

    start = highest if current_player == Player.BLACK else lowest
    return start(board, max_depth - depth, alpha, beta)
