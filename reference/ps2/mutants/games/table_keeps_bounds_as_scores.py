"""The transposition table stores the bound that a cut-off returns as if it were the score."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def search(board, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        key = str(board), left, player
        if key in table:
            return table[key]
        black = player == breakthrough.Player.BLACK
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score, _ = search(child, left - 1, alpha, beta, player.get_opponent())
            if score > best if black else score < best:
                best, best_move = score, move
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        table[key] = best, best_move
        return table[key]

    return search(board, max_depth - depth, alpha, beta, current_player)
