"""A table takes a board and its mirror image for one, and does not mirror the move back."""
#: tasks = 3.1, 3.2
#: accepted = never

import breakthrough

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    cells = "".join(map("".join, board))
    mirrored = "".join(map("".join, (row[::-1] for row in board)))
    key = min(cells, mirrored), current_player, max_depth - depth
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
    answer = _table[key] = best(results, key=lambda result: result[0])
    return answer


negamax = minimax
