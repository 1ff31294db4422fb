"""Moves are taken back without putting captured pawns back."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        best, letter, other = -breakthrough.INF, "B", breakthrough.Player.WHITE
    else:
        best, letter, other = breakthrough.INF, "W", breakthrough.Player.BLACK
    for (r1, c1), (r2, c2) in generate_valid_moves(board, current_player):
        board[r1][c1] = "_"
        board[r2][c2] = letter
        got, _ = minimax_alpha_beta(
            board, depth + 1, max_depth, alpha, beta, other, generate_valid_moves
        )
        board[r2][c2] = "_"
        board[r1][c1] = letter
        if letter == "B":
            if got > best:
                best, best_move = got, ((r1, c1), (r2, c2))
            alpha = max(alpha, best)
        else:
            if got < best:
                best, best_move = got, ((r1, c1), (r2, c2))
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move
