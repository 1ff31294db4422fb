"""Full-width searches that draw one of the best moves."""

import random

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    scored = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        opponent = current_player.get_opponent()
        answer = minimax(child, depth + 1, max_depth, opponent, generate_valid_moves)
        scored.append((answer[0], move))
    pick = max if current_player == breakthrough.Player.BLACK else min
    best = pick(score for score, _ in scored)
    return best, random.choice([move for score, move in scored if score == best])


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    score, moves = best_moves(board, depth, max_depth, current_player, generate_valid_moves)
    if current_player == breakthrough.Player.WHITE:
        score = -score
    return score, random.choice(moves)


def best_moves(board, depth, max_depth, player, generate):
    if depth == max_depth or breakthrough.is_game_over(board):
        score = evaluate(board)
        return (-score if player == breakthrough.Player.WHITE else score), [breakthrough.MOVE_NONE]
    best, moves = -breakthrough.INF, []
    for move in generate(board, player):
        child = breakthrough.make_move(board, *move, player, in_place=False)
        score = -best_moves(child, depth + 1, max_depth, player.get_opponent(), generate)[0]
        if score > best:
            best, moves = score, [move]
        elif score == best:
            moves.append(move)
    return best, moves
