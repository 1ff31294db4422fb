"""A finished game gets the move of an earlier search."""
#: fails = 4.2

import breakthrough

chosen = breakthrough.MOVE_NONE


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    global chosen

    def search(board, depth, alpha, beta, player):
        global chosen
        if depth == max_depth or breakthrough.is_game_over(board):
            score = evaluate(board)
            return score if player == breakthrough.Player.BLACK else -score
        best = -breakthrough.INF
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, depth + 1, -beta, -alpha, player.get_opponent())
            if score > best:
                best = score
                if depth == 0:
                    chosen = move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    score = search(board, depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), chosen
# The best move is kept in a global variable that is never reset.
