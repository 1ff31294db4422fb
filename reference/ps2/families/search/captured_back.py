"""With SIZE plies or more, a pawn that captured on the last one is captured back if that is better."""
#: tasks = 3.1, 3.2, 4.1, 4.2
#: sizes = 1, 2, 3, 4, 5, 6
#: accepted = from 5
#: because = where pawns can meet on the fifth ply, plain minimax takes too long

import breakthrough


def minimax_alpha_beta(
    board, depth, max_depth, alpha, beta, current_player, generate_valid_moves, last=None
):
    if depth == max_depth and last and max_depth >= SIZE and not breakthrough.is_game_over(board):
        scores = [evaluate(board)]
        for move in generate_valid_moves(board, current_player):
            if move[1] == last:
                child = breakthrough.make_move(board, *move, current_player, in_place=False)
                scores.append(evaluate(child))
        choose = max if current_player == breakthrough.Player.BLACK else min
        return choose(scores), breakthrough.MOVE_NONE
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        captures = board[move[1][0]][move[1][1]] != "_"
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
            move[1] if captures else None,
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
