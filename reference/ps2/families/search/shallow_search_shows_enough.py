"""A position is given up if a search two plies less deep finds it SIZE pawns beyond the bound."""
#: tasks = 4.1, 4.2
#: sizes = 0, 1, 2, 3, 4, 6
#: accepted = from 3
#: because = within six plies, who is so many pawns beyond the bound hardly ever falls back

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, depth, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        black = player == breakthrough.Player.BLACK
        bound = beta if black else alpha
        if depth and left >= 3 and abs(bound) < breakthrough.WIN:
            beyond = bound + SIZE if black else bound - SIZE
            window = (beyond - 1, beyond) if black else (beyond, beyond + 1)
            score, move = search(board, depth, left - 2, *window, player)
            if score >= beyond if black else score <= beyond:
                return score, move
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score, _ = search(child, depth + 1, left - 1, alpha, beta, player.get_opponent())
            if score > best if black else score < best:
                best, best_move = score, move
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, best_move

    return search(board, depth, max_depth - depth, alpha, beta, current_player)


negamax_alpha_beta = minimax_alpha_beta
