"""With SIZE plies left or more, the loop ends when the score has come to what captures alone can bring, although a win would be more."""

#: tasks = 4.1, 4.2
#: sizes = 1, 2, 3, 4, 5
#: accepted = from 4
#: because = hardly any board has both so many captures that succeed and, later in the list, a win

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    left = max_depth - depth
    standing = evaluate(board)
    most = standing + (left + 1) // 2 if black else standing - (left + 1) // 2
    best = -breakthrough.INF if black else breakthrough.INF
    move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
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
        if left >= SIZE and (best >= most if black else best <= most):
            break
    return best, move


negamax_alpha_beta = minimax_alpha_beta
