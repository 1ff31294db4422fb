"""With one ply left, a position is given up if SIZE pawns more would not raise it to the bound."""
#: tasks = 4.1, 4.2
#: sizes = 0, 1, 2, 5, 20
#: accepted = from 5
#: because = within so few plies nobody gains so many pawns

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    here = evaluate(board)
    if max_depth - depth == 1 and depth and not breakthrough.is_game_over(board):
        black_to_move = current_player == breakthrough.Player.BLACK
        if here + SIZE <= alpha if black_to_move else here - SIZE >= beta:
            return here, breakthrough.MOVE_NONE
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
