"""The bound that the position before has found is passed down, those from further up are not."""
#: tasks = 4.1, 4.2
#: accepted = always
#: because = within five plies, bounds from further up save hardly anything

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        low, high = (best, breakthrough.INF) if black else (-breakthrough.INF, best)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            low,
            high,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if best >= beta if black else best <= alpha:
            break
    return best, best_move


negamax_alpha_beta = minimax_alpha_beta
