"""A search that has taken SIZE seconds evaluates positions as they are."""
#: tasks = 3.1, 3.2, 4.1, 4.2
#: sizes = 0.002, 0.01, 0.05, 0.25, 1, 2
#: accepted = from 0.01
#: because = the handout's boards are solved in less, and budgets leave room for slow machines

import breakthrough
import time

_began = 0.0


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    global _began
    if depth == 0:
        _began = time.perf_counter()
    if (
        depth == max_depth
        or breakthrough.is_game_over(board)
        or time.perf_counter() - _began > SIZE
    ):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    inf = breakthrough.INF
    return minimax_alpha_beta(
        board, depth, max_depth, -inf, inf, current_player, generate_valid_moves
    )


negamax, negamax_alpha_beta = minimax, minimax_alpha_beta
