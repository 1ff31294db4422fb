"""A table outlives the search, does not know how deep its answers were searched, and keeps those of SIZE plies or more."""
#: tasks = 3.1, 3.2
#: sizes = 1, 2, 3, 4, 5, 6
#: accepted = never

import breakthrough

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    key = "".join(map("".join, board)), current_player
    if key in _table:
        return _table[key]
    results = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        results.append((score, move))
    best = max if current_player == breakthrough.Player.BLACK else min
    answer = best(results, key=lambda result: result[0])
    if max_depth - depth >= SIZE:
        _table[key] = answer
    return answer


negamax = minimax
