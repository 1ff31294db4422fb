"""Everything is checked twice and copied three times."""

import copy

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    assert current_player in (breakthrough.Player.BLACK, breakthrough.Player.WHITE)
    original = copy.deepcopy(board)
    if breakthrough.is_game_over(copy.deepcopy(board)) or depth == max_depth:
        return evaluate(copy.deepcopy(board)), breakthrough.MOVE_NONE
    results = []
    for move in sorted(generate_valid_moves(copy.deepcopy(board), current_player)):
        if not breakthrough.is_valid_move(board, *move, current_player):
            continue
        child = breakthrough.make_move(copy.deepcopy(board), *move, current_player, in_place=False)
        assert board == original
        opponent = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, opponent, generate_valid_moves)
        results.append((score, move))
    results.sort()
    return results[-1] if current_player == breakthrough.Player.BLACK else results[0]
