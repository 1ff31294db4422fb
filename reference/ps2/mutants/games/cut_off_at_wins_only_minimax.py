"""The loop only stops early at a win; alpha and beta are never compared."""
#: fails = 4.1/pruning_*

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        opponent = current_player.get_opponent()
        score, _ = minimax_alpha_beta(
            child, depth + 1, max_depth, alpha, beta, opponent, generate_valid_moves
        )
        if sign * score > best:
            best, best_move = sign * score, move
        if best == breakthrough.WIN:
            break
    return sign * best, best_move
