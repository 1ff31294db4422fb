"""Nothing is cut off: as many positions are searched as without alpha and beta."""
#: fails = 4.1/pruning_*

import breakthrough

known = {}


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    key = str(board), max_depth - depth, current_player
    if key in known:
        return known[key]
    if depth == max_depth or breakthrough.is_game_over(board):
        known[key] = evaluate(board), breakthrough.MOVE_NONE
        return known[key]
    answers = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        opponent = current_player.get_opponent()
        score, _ = minimax_alpha_beta(
            child, depth + 1, max_depth, alpha, beta, opponent, generate_valid_moves
        )
        answers.append((score, move))
    black = current_player == breakthrough.Player.BLACK
    known[key] = max(answers) if black else min(answers)
    return known[key]
# Positions are remembered.
