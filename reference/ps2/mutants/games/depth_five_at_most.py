"""The search never looks more than five plies ahead, whatever the depth limit."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    max_depth = min(max_depth, 5)
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    results = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        other = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, other, generate_valid_moves)
        results.append((score, move))
    best = max if current_player == breakthrough.Player.BLACK else min
    return best(results, key=lambda result: result[0])
