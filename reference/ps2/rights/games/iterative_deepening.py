"""Searches one ply deeper each time and tries the best move of the last time first."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    first = {}

    def search(board, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        key = str(board), player
        moves = sorted(generate_valid_moves(board, player), key=lambda m: m != first.get(key))
        black = player == breakthrough.Player.BLACK
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
        for move in moves:
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
        first[key] = best_move
        return best, best_move

    answer = evaluate(board), breakthrough.MOVE_NONE
    for limit in range(1, max_depth - depth + 1):
        answer = search(board, limit, alpha, beta, current_player)
    return answer
