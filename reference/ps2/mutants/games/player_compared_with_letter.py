"""Everybody takes the lowest score, Black included."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == "B"
    best = -breakthrough.INF if black else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        opponent = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, opponent, generate_valid_moves)
        if (black and score > best) or (not black and score < best):
            best, best_move = score, (src, dst)
    return best, best_move
# The player is compared with 'B', which no Player equals.
