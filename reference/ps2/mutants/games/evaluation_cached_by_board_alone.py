"""Evaluations, negated for White, are cached by board without the side to move."""
#: fails = 4.2

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    values = {}

    def value(board, player):
        key = str(board)
        if key not in values:
            sign = 1 if player == breakthrough.Player.BLACK else -1
            values[key] = sign * evaluate(board)
        return values[key]

    def search(board, left, alpha, beta, player):
        if left == 0 or abs(value(board, player)) == breakthrough.WIN:
            return value(board, player), breakthrough.MOVE_NONE
        best = -breakthrough.INF, breakthrough.MOVE_NONE
        other = player.get_opponent()
        children = [
            (breakthrough.make_move(board, *move, player, in_place=False), move)
            for move in generate_valid_moves(board, player)
        ]
        children.sort(key=lambda child: value(child[0], player), reverse=True)
        for child, move in children:
            score = -search(child, left - 1, -beta, -alpha, other)[0]
            if score > best[0]:
                best = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    score, move = search(board, max_depth - depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
