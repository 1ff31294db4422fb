"""Nothing is searched: every board is a win for Black."""
#: fails = 3.1/*, 3.2/*, 4.1/*, 4.2/*, 5.1/*

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return breakthrough.WIN, breakthrough.MOVE_NONE


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return breakthrough.WIN, breakthrough.MOVE_NONE


def improved_evaluate(board):
    return breakthrough.WIN


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
