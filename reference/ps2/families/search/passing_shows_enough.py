"""With SIZE plies left or more, a side that would be good enough off if it passed is not searched."""
#: tasks = 4.1, 4.2
#: sizes = 2, 3, 4, 5, 6
#: accepted = from 6
#: because = the first pass is then beyond the six plies that are asked for

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth and max_depth - depth >= SIZE and not breakthrough.is_game_over(board):
        passed, _ = minimax_alpha_beta(
            board,
            depth + 1,
            max_depth - 1,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        black_to_move = current_player == breakthrough.Player.BLACK
        if passed >= beta if black_to_move else passed <= alpha:
            return passed, breakthrough.MOVE_NONE
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


negamax_alpha_beta = minimax_alpha_beta
