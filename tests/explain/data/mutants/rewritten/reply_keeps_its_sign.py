"""The score of the reply is not negated."""
#: fails = 4.2

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    sign = -1 if current_player is breakthrough.Player.WHITE else 1

    def search(position, plies, low, high, player):
        if plies == 0 or breakthrough.is_game_over(position):
            worth = evaluate(position)
            return (worth if player is breakthrough.Player.BLACK else -worth), None
        best, best_move = None, None
        for move in generate_valid_moves(position, player):
            after = breakthrough.make_move(position, *move, player, in_place=False)
            worth, _ = search(after, plies - 1, -high, -low, player.get_opponent())
            if best is None or worth > best:
                best, best_move = worth, move
            low = max(low, worth)
            if low >= high:
                break
        return best, best_move

    worth, move = search(board, max_depth - depth, alpha, beta, current_player)
    return sign * worth, move or breakthrough.MOVE_NONE
