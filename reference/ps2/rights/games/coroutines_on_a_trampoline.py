"""Searches are generators that yield the searches that they wait for; a loop runs them."""

import breakthrough


def search(board, left, alpha, beta, player, moves):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best, choice = None, breakthrough.MOVE_NONE
    for move in moves(board, player):
        child = breakthrough.make_move(board, *move, player, in_place=False)
        score, _ = yield search(child, left - 1, alpha, beta, player.get_opponent(), moves)
        if best is None or (score > best if black else score < best):
            best, choice = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, choice


def run(task):
    waiting, answer = [task], None
    while waiting:
        try:
            waiting.append(waiting[-1].send(answer))
            answer = None
        except StopIteration as done:
            waiting.pop()
            answer = done.value
    return answer


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    left = max_depth - depth
    return run(search(board, left, alpha, beta, current_player, generate_valid_moves))
