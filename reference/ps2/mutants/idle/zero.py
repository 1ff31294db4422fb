"""The function always returns 0."""
#: fails = 1.4/*, 3.1/*, 3.2/*, 4.1/*, 4.2/*, 5.1/*


def evaluation_func(cities, distances, route):
    return 0


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return 0


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return 0


def improved_evaluate(board):
    return 0


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
