"""Moves are made on the given board and taken back, at cut-offs too."""

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return minimax_alpha_beta(
        board,
        depth,
        max_depth,
        -breakthrough.INF,
        breakthrough.INF,
        current_player,
        generate_valid_moves,
    )


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        (r, c), (to_r, to_c) = move
        captured = board[to_r][to_c]
        breakthrough.make_move(board, (r, c), (to_r, to_c), current_player)
        score, _ = minimax_alpha_beta(
            board,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        board[r][c], board[to_r][to_c] = board[to_r][to_c], captured
        if black and score > best:
            best, best_move = score, move
            alpha = max(alpha, best)
        if not black and score < best:
            best, best_move = score, move
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move
