"""A counter of positions is never reset: beyond SIZE, each search looks one ply ahead."""
#: tasks = 3.1, 3.2
#: sizes = 100, 1000, 3000, 10000, 30000, 100000
#: accepted = from 30000
#: because = searches that follow each other in one process look at that many positions together

import breakthrough

_seen = 0


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    global _seen
    _seen += 1
    if depth == max_depth or breakthrough.is_game_over(board) or (depth and _seen > SIZE):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        if score > best if black else score < best:
            best, best_move = score, move
    return best, best_move


negamax = minimax
