"""Full-width searches that remember what they have seen, by board, player and depth."""

from functools import lru_cache

import breakthrough


memory = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    key = "".join("".join(row) for row in board), current_player, max_depth - depth
    if key not in memory:
        if depth == max_depth or breakthrough.is_game_over(board):
            memory[key] = evaluate(board), breakthrough.MOVE_NONE
        else:
            results = []
            for move in generate_valid_moves(board, current_player):
                child = breakthrough.make_move(board, *move, current_player, in_place=False)
                opponent = current_player.get_opponent()
                score, _ = minimax(child, depth + 1, max_depth, opponent, generate_valid_moves)
                results.append((score, move))
            memory[key] = (max if current_player == breakthrough.Player.BLACK else min)(results)
    return memory[key]


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    @lru_cache(maxsize=None)
    def search(cells, left, player):
        board = [list(row) for row in cells]
        if left == 0 or breakthrough.is_game_over(board):
            score = evaluate(board)
            return (
                score if player is breakthrough.Player.BLACK else -score
            ), breakthrough.MOVE_NONE
        return max(
            (-search(after(board, move, player), left - 1, player.get_opponent())[0], move)
            for move in generate_valid_moves(board, player)
        )

    def after(board, move, player):
        child = breakthrough.make_move(board, *move, player, in_place=False)
        return tuple("".join(row) for row in child)

    score, move = search(tuple("".join(row) for row in board), max_depth - depth, current_player)
    return (score if current_player is breakthrough.Player.BLACK else -score), move
