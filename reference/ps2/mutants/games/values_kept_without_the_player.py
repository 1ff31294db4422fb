"""Scores are cached by board and remaining depth, without the side to move."""
#: fails = 3.2

import breakthrough

values = {}


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(board, left, player):
        key = str(board), left
        if key in values:
            return values[key]
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        results = []
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            results.append((-search(child, left - 1, player.get_opponent())[0], move))
        values[key] = max(results, key=lambda result: result[0])
        return values[key]

    score, move = search(board, max_depth - depth, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
