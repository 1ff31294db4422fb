"""The function returns nothing, so its result is ``None``."""
#: fails = 1.3/*, 1.4/*, 1.6/*, 1.7/*, 2.1/*, 3.1/*, 3.2/*, 4.1/*, 4.2/*, 5.1/*


def transition(route):
    pass


def evaluation_func(cities, distances, route):
    pass


def hill_climbing(cities, distances, transition, evaluation_func):
    pass


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    pass


def generate_valid_moves(board, current_player):
    pass


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    pass


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    pass


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    pass


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    pass


def improved_evaluate(board):
    pass
