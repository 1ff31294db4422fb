"""Full-width searches with moves of one's own; the given generator is not asked."""

import breakthrough


def my_moves(board, player):
    own, step = ("B", 1) if player == breakthrough.Player.BLACK else ("W", -1)
    for r, row in enumerate(board):
        for c, tile in enumerate(row):
            if tile == own:
                for to in range(max(0, c - 1), min(5, c + 1) + 1):
                    if breakthrough.is_valid_move(board, (r, c), (r + step, to), player):
                        yield (r, c), (r + step, to)


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    pick = max if current_player == breakthrough.Player.BLACK else min
    answers = {}
    for move in my_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        opponent = current_player.get_opponent()
        answers[move] = minimax(child, depth + 1, max_depth, opponent, my_moves)[0]
    best = pick(answers, key=answers.get)
    return answers[best], best


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    return minimax(board, depth, max_depth, current_player, my_moves)
