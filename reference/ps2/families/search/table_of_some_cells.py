"""A table that outlives the search tells boards apart by their first SIZE cells and the number of pawns."""
#: tasks = 3.1, 3.2
#: sizes = 24, 28, 30, 32, 33, 34, 35
#: accepted = from 35
#: because = boards that agree in 35 cells and in the number of pawns are the same

import breakthrough

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    cells = "".join(map("".join, board))
    pawns = cells.count("B"), cells.count("W")
    key = cells[:SIZE], pawns, current_player, max_depth - depth
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
