"""Lines for finding mistakes were left in: every move of the root and every score is printed."""

import sys

import breakthrough


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def value(board, depth, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best = -breakthrough.INF, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            new = breakthrough.make_move(board, src, dst, player, in_place=False)
            score = -value(new, depth + 1, player.get_opponent())[0]
            if depth <= 1:
                print(
                    "  " * depth,
                    player,
                    src,
                    "->",
                    dst,
                    score,
                    file=sys.stderr if depth else sys.stdout,
                )
            if score > best[0]:
                best = score, (src, dst)
        return best

    score, move = value(board, depth, current_player)
    breakthrough.print_state(board)
    print("best", score, move, flush=True)
    return (score if current_player == breakthrough.Player.BLACK else -score), move


minimax = negamax
