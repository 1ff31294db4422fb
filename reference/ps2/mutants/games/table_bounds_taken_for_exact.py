"""Scores are compared with the raised alpha, so the table keeps most bounds as exact scores."""
#: fails = 4.2

import breakthrough


EXACT, LOWER, UPPER = range(3)


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def search(board, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            score = evaluate(board)
            return score if player == breakthrough.Player.BLACK else -score, breakthrough.MOVE_NONE
        key = str(board), left, player
        if key in table:
            kind, score, move = table[key]
            if (
                kind == EXACT
                or (kind == LOWER and score >= beta)
                or (kind == UPPER and score <= alpha)
            ):
                return score, move
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent())[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        kind = LOWER if best >= beta else UPPER if best < alpha else EXACT
        table[key] = kind, best, best_move
        return best, best_move

    score, move = search(board, max_depth - depth, alpha, beta, current_player)
    return score if current_player == breakthrough.Player.BLACK else -score, move
