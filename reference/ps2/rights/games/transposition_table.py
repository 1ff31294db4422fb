"""A transposition table with exact scores and bounds, made anew for each search."""

import breakthrough


EXACT, LOWER, UPPER = range(3)


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def search(board, left, alpha, beta, player, sign):
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        key = tuple(map(tuple, board)), left, player
        if key in table:
            kind, score, move = table[key]
            if (
                kind == EXACT
                or (kind == LOWER and score >= beta)
                or (kind == UPPER and score <= alpha)
            ):
                return score, move
        low = alpha
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -low, player.get_opponent(), -sign)[0]
            if score > best:
                best, best_move = score, move
            low = max(low, best)
            if low >= beta:
                break
        kind = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        table[key] = kind, best, best_move
        return best, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = search(board, max_depth - depth, alpha, beta, current_player, sign)
    return sign * score, move
