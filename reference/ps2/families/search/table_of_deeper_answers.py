"""A table outlives the search, and an answer that was searched deeper is taken as it is."""
#: tasks = 3.1, 3.2
#: accepted = never

import breakthrough

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    key = "".join(map("".join, board)), current_player
    left = max_depth - depth
    if _table.get(key, (0, None))[0] >= left:
        return _table[key][1]
    results = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        results.append((score, move))
    best = max if current_player == breakthrough.Player.BLACK else min
    answer = best(results, key=lambda result: result[0])
    _table[key] = left, answer
    return answer


negamax = minimax
