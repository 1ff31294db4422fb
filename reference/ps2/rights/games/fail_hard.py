"""Alpha-beta that never returns a score outside its window."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
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
        if current_player == breakthrough.Player.BLACK:
            if score >= beta:
                return beta, move
            if score > alpha:
                alpha, best_move = score, move
        else:
            if score <= alpha:
                return alpha, move
            if score < beta:
                beta, best_move = score, move
    return (alpha if current_player == breakthrough.Player.BLACK else beta), best_move


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, depth, alpha, beta, player, sign):
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best_move = breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, depth + 1, -beta, -alpha, player.get_opponent(), -sign)[0]
            if score >= beta:
                return beta, move
            if score > alpha:
                alpha, best_move = score, move
        return alpha, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = search(board, depth, alpha, beta, current_player, sign)
    return sign * score, move
