"""Captures are looked at before quiet moves."""

import copy

import breakthrough


def ordered(board, moves):
    captures, quiet = [], []
    for move in moves:
        row, column = move[1]
        (quiet if board[row][column] == "_" else captures).append(move)
    return captures + quiet


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    moves = ordered(board, generate_valid_moves(board, current_player))
    best_move = moves[0]
    best = -breakthrough.INF if current_player == breakthrough.Player.BLACK else breakthrough.INF
    for move in moves:
        child = breakthrough.make_move(copy.deepcopy(board), *move, current_player)
        score = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )[0]
        if current_player == breakthrough.Player.BLACK:
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if score < best:
                best, best_move = score, move
            if best <= alpha:
                break
            beta = min(beta, best)
    return best, best_move
