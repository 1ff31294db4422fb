"""The best score starts at a loss, so a lost position has no move."""
#: fails = 3.2

import breakthrough


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    colour = 1 if current_player == breakthrough.Player.BLACK else -1

    def go(b, d, p, c):
        if d == max_depth or breakthrough.is_game_over(b):
            return c * evaluate(b), breakthrough.MOVE_NONE
        v = -breakthrough.WIN
        chosen = breakthrough.MOVE_NONE
        for src, dst in sorted(generate_valid_moves(b, p), reverse=True):
            w, _ = go(breakthrough.make_move(b, src, dst, p, in_place=False), d + 1,
                      p.get_opponent(), -c)
            if -w > v:
                v = -w
                chosen = (src, dst)
        return v, chosen

    v, move = go(board, depth, current_player, colour)
    return colour * v, move
