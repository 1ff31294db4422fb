"""The search is cached by functools for as long as one call lasts; boards are tuples."""

from functools import lru_cache

import breakthrough


def frozen(board):
    return tuple(tuple(row) for row in board)


def thawed(board):
    return [list(row) for row in board]


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    @lru_cache(maxsize=None)
    def value(board, left, player):
        sign = {breakthrough.Player.BLACK: 1, breakthrough.Player.WHITE: -1}[player]
        if left == 0 or breakthrough.is_game_over(thawed(board)):
            return sign * evaluate(thawed(board)), breakthrough.MOVE_NONE
        answers = []
        for move in generate_valid_moves(thawed(board), player):
            child = breakthrough.make_move(thawed(board), *move, player)
            answers.append((-value(frozen(child), left - 1, player.get_opponent())[0], move))
        return max(answers, key=lambda answer: answer[0])

    score, move = value(frozen(board), max_depth - depth, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
