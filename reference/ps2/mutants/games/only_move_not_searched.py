"""Where the side to move has a single move at the root, it is returned at once, with the evaluation of the board after it."""

#: fails = 3.1/horizon, 3.2/horizon, 4.1/horizon, 4.2/horizon

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
    best = -breakthrough.INF if black else breakthrough.INF
    move = breakthrough.MOVE_NONE
    moves = generate_valid_moves(board, current_player)
    if depth == 0 and len(moves) == 1:
        after = breakthrough.make_move(board, *moves[0], current_player, in_place=False)
        return evaluate(after), moves[0]
    for src, dst in moves:
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        score = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )[0]
        if black and score > best:
            best, move = score, (src, dst)
            alpha = max(alpha, best)
        elif not black and score < best:
            best, move = score, (src, dst)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
