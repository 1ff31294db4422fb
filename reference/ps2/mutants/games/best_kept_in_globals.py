"""The best move is kept in a global variable, which deeper plies overwrite."""
#: fails = 3.1

import breakthrough

best_move = breakthrough.MOVE_NONE


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    global best_move
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = None
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        if best is None or (score > best if black else score < best):
            best = score
            best_move = move
    return best, best_move
