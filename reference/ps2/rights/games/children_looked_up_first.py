"""A table in the search: children are looked up before they are searched, for a cut-off."""

import breakthrough

INF = breakthrough.INF


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def key(board, left):
        return "".join(map("".join, board)), left

    def search(board, left, alpha, beta, player, wants_move=False):
        if left == 0 or breakthrough.is_game_over(board):
            score = evaluate(board)
            return score if player == breakthrough.Player.BLACK else -score, breakthrough.MOVE_NONE
        low, high = table.get(key(board, left), (-INF, INF))
        if not wants_move and (low >= beta or high <= alpha):
            return (low if low >= beta else high), None
        first = search(board, left - 2, alpha, beta, player, True)[1] if left > 3 else None
        opponent = player.get_opponent()
        children = [
            (move, breakthrough.make_move(board, *move, player, in_place=False))
            for move in sorted(generate_valid_moves(board, player), key=lambda move: move != first)
        ]
        if not wants_move:
            for move, child in children:
                known = -table.get(key(child, left - 1), (-INF, INF))[1]
                if known >= beta:
                    return known, move
        best, best_move, floor = -INF, breakthrough.MOVE_NONE, alpha
        for move, child in children:
            score = -search(child, left - 1, -beta, -floor, opponent)[0]
            if score > best:
                best, best_move = score, move
            floor = max(floor, best)
            if floor >= beta:
                break
        table[key(board, left)] = best if best > alpha else low, best if best < beta else high
        return best, best_move

    score, move = search(board, max_depth - depth, alpha, beta, current_player, True)
    return score if current_player == breakthrough.Player.BLACK else -score, move
