"""The table of a search counts the pawns on the first and the last row instead of looking at cells."""
#: tasks = 3.1, 3.2
#: accepted = never

import breakthrough

_table = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == 0:
        _table.clear()
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    counts = [tile for row in board for tile in row if tile != "_"]
    key = depth, counts.count("B"), counts.count("W"), str(board[1:5])
    if key not in _table:
        black = current_player == breakthrough.Player.BLACK
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), None
        for move in generate_valid_moves(board, current_player):
            child = breakthrough.make_move(board, *move, current_player, in_place=False)
            score, _ = minimax(
                child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
            )
            if score > best if black else score < best:
                best, best_move = score, move
        _table[key] = best, best_move
    return _table[key]


negamax = minimax
