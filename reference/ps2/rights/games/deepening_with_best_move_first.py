"""Each depth up to the limit in turn; the best moves of the last one are looked at first."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    promising = {}

    def search(board, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        key = tuple(map(tuple, board)), player
        moves = list(generate_valid_moves(board, player))
        first = promising.get(key)
        if first in moves:
            moves.sort(key=lambda move: move != first)
        best, choice = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in moves:
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent())[0]
            if score > best:
                best, choice = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        promising[key] = choice
        return best, choice

    answer = search(board, 0, alpha, beta, current_player)
    for left in range(1, max_depth - depth + 1):
        answer = search(board, left, -breakthrough.INF, breakthrough.INF, current_player)
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    return sign * answer[0], answer[1]
