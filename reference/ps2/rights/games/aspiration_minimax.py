"""Minimax in a window of two around the evaluation, which grows on the side where it fails."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, depth, alpha, beta, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        sign = 1 if player == breakthrough.Player.BLACK else -1
        best, choice = -sign * breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = search(child, depth + 1, alpha, beta, player.get_opponent())[0]
            if sign * score > sign * best:
                best, choice = score, move
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                return best, choice
        return best, choice

    middle, below, above = evaluate(board), 2, 2
    while True:
        low, high = max(alpha, middle - below), min(beta, middle + above)
        score, move = search(board, depth, low, high, current_player)
        if score <= low and low > alpha:
            below *= 8
        elif score >= high and high < beta:
            above *= 8
        else:
            return score, move
