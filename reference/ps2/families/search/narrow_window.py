"""The window reaches SIZE pawns to either side of the board's evaluation, and nothing is searched again."""
#: tasks = 4.1, 4.2
#: sizes = 1, 2, 4, 8, 100, 10000
#: accepted = from 4
#: because = within six plies the number of pawns changes by less, and wins are beyond any bound

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
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
        return best, best_move

    around = evaluate(board)
    return search(board, max_depth - depth, around - SIZE, around + SIZE, current_player)


negamax_alpha_beta = minimax_alpha_beta
