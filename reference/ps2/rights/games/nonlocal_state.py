"""The recursion returns nothing: it writes its results into variables of the function around it."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    result, chosen = None, breakthrough.MOVE_NONE

    def visit(board, depth, low, high, player):
        nonlocal result, chosen
        if depth == max_depth or breakthrough.is_game_over(board):
            result, chosen = evaluate(board), breakthrough.MOVE_NONE
            return
        best = best_move = None
        for move in generate_valid_moves(board, player):
            child = [row[:] for row in board]
            breakthrough.make_move(child, *move, player)
            visit(child, depth + 1, low, high, player.get_opponent())
            if player == breakthrough.Player.BLACK:
                if best is None or result > best:
                    best, best_move = result, move
                if best > low:
                    low = best
            else:
                if best is None or result < best:
                    best, best_move = result, move
                if best < high:
                    high = best
            if low >= high:
                break
        result, chosen = best, best_move

    visit(board, depth, alpha, beta, current_player)
    return result, chosen
