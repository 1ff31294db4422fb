"""Nothing is cut off: as many positions are searched as without alpha and beta."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    maximising = current_player == breakthrough.Player.BLACK
    options = {}
    for start, end in generate_valid_moves(board, current_player):
        after = breakthrough.make_move([line[:] for line in board], start, end, current_player)
        options[start, end] = minimax_alpha_beta(
            after, depth + 1, max_depth, alpha, beta,
            breakthrough.Player.WHITE if maximising else breakthrough.Player.BLACK,
            generate_valid_moves,
        )[0]
    chosen = (max if maximising else min)(options, key=options.get)
    return options[chosen], chosen
