"""Inside the search a win counts more the sooner it comes; the answer is WIN again."""

import breakthrough as bt

BLACK = bt.Player.BLACK


def _nega(board, left, alpha, beta, player, gen, prune):
    score = evaluate(board)
    if abs(score) == bt.WIN:
        score = (bt.WIN + left) if score > 0 else -(bt.WIN + left)
        return (score if player == BLACK else -score), bt.MOVE_NONE
    if left == 0:
        return (score if player == BLACK else -score), bt.MOVE_NONE
    best, best_move = -bt.INF, bt.MOVE_NONE
    for move in gen(board, player):
        child = bt.make_move(board, *move, player, in_place=False)
        reply = -_nega(child, left - 1, -beta, -alpha, player.get_opponent(), gen, prune)[0]
        if reply > best:
            best, best_move = reply, move
        alpha = max(alpha, best)
        if prune and alpha >= beta:
            break
    return best, best_move


def _answer(board, depth, max_depth, player, gen, prune):
    score, move = _nega(board, max_depth - depth, -bt.INF, bt.INF, player, gen, prune)
    if abs(score) >= bt.WIN:
        score = bt.WIN if score > 0 else -bt.WIN
    return (score if player == BLACK else -score), move


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return _answer(board, depth, max_depth, current_player, generate_valid_moves, False)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return _answer(board, depth, max_depth, current_player, generate_valid_moves, True)


negamax, negamax_alpha_beta = minimax, minimax_alpha_beta
