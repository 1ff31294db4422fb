"""Scores are kept from one search to the next, without the depth of the search."""
#: fails = 3.1

import breakthrough

values = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    key = str(board), current_player
    if key in values:
        return values[key]
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best = max if current_player == breakthrough.Player.BLACK else min
    results = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        other = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, other, generate_valid_moves)
        results.append((score, move))
    values[key] = best(results, key=lambda result: result[0])
    return values[key]
