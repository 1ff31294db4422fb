"""The same side moves at every ply."""
#: fails = 3.1

import copy

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if breakthrough.is_game_over(board) or depth >= max_depth:
        return evaluate(board), breakthrough.MOVE_NONE
    results = []
    for m in generate_valid_moves(board, current_player):
        b = copy.deepcopy(board)
        breakthrough.make_move(b, m[0], m[1], current_player)
        value = minimax(b, depth + 1, max_depth, current_player, generate_valid_moves)[0]
        results.append((value, m))
    if current_player == breakthrough.Player.BLACK:
        return max(results, key=lambda t: t[0])
    return min(results, key=lambda t: t[0])
