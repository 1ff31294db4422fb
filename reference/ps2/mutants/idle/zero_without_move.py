"""Nothing is searched: the score is always 0, and no move is returned."""
#: fails = 3.1/*, 3.2/*, 4.1/*, 4.2/*

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return 0, breakthrough.MOVE_NONE


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return 0, breakthrough.MOVE_NONE


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
