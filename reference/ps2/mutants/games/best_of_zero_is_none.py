"""The test whether there is a best score yet takes a score of 0 for none."""
#: fails = 3.2

import breakthrough


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(board, depth, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            score = evaluate(board)
            return score if player == breakthrough.Player.BLACK else -score, breakthrough.MOVE_NONE
        best, best_move = None, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, depth + 1, player.get_opponent())[0]
            if not best or score > best:
                best, best_move = score, move
        return best, best_move

    score, move = search(board, depth, current_player)
    return score if current_player == breakthrough.Player.BLACK else -score, move
