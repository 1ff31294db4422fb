"""The score is that of the given board, as if no move were made on it."""
#: fails = 3.1/*, 3.2/*, 4.1/*, 4.2/*

import breakthrough


def answer(board, player, moves):
    if breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    return evaluate(board), moves(board, player)[0]


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return answer(board, current_player, generate_valid_moves)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return answer(board, current_player, generate_valid_moves)


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
# Nothing is searched.
