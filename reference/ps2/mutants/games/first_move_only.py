"""Only the first move is searched."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        best_score = -breakthrough.INF
        for move in generate_valid_moves(board, current_player):
            new_board = breakthrough.make_move([row[:] for row in board], *move, current_player)
            score = minimax(
                new_board, depth + 1, max_depth, breakthrough.Player.WHITE, generate_valid_moves
            )[0]
            if score > best_score:
                best_score, best_move = score, move
            return best_score, best_move
    else:
        best_score = breakthrough.INF
        for move in generate_valid_moves(board, current_player):
            new_board = breakthrough.make_move([row[:] for row in board], *move, current_player)
            score = minimax(
                new_board, depth + 1, max_depth, breakthrough.Player.BLACK, generate_valid_moves
            )[0]
            if score < best_score:
                best_score, best_move = score, move
            return best_score, best_move
    return best_score, best_move
# The return is inside the loop.
