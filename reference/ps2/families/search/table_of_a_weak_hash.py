"""A table that outlives the search is looked up by a hash of SIZE bits alone."""
#: tasks = 3.1, 3.2
#: sizes = 4, 8, 10, 12, 14, 16, 20, 24, 32
#: accepted = from 24
#: because = so many positions do not meet in one process

import breakthrough
import zlib

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    cells = "".join(map("".join, board))
    key = zlib.crc32(f"{cells} {current_player.name} {max_depth - depth}".encode()) % 2**SIZE
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
