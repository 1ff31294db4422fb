"""A finished game gets the move of an earlier search."""
#: fails = 3.1

import breakthrough

best_move = breakthrough.MOVE_NONE


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    global best_move
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), best_move
    black = current_player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        other = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, other, generate_valid_moves)
        if score > best if black else score < best:
            best = score
            if depth == 0:
                best_move = move
    return best, best_move
# The best move is kept in a global variable that is never reset.
