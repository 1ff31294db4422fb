"""Nothing is searched: the side to move always wins, with its first move."""
#: fails = 3.1/*, 3.2/*, 4.1/*, 4.2/*

import breakthrough


def answer(board, player, moves):
    black = player == breakthrough.Player.BLACK
    score = breakthrough.WIN if black else -breakthrough.WIN
    if breakthrough.is_game_over(board):
        return score, breakthrough.MOVE_NONE
    return score, moves(board, player)[0]


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return answer(board, current_player, generate_valid_moves)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return answer(board, current_player, generate_valid_moves)


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
