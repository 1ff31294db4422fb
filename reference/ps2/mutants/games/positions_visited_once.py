"""A position that another order of moves has led to before is passed over, as in graph search."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    visited = set()

    def search(board, depth, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        found = []
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            key = depth, tuple(map(tuple, child))
            if key not in visited:
                visited.add(key)
                found.append((search(child, depth + 1, player.get_opponent())[0], move))
        if not found:
            return evaluate(board), breakthrough.MOVE_NONE
        return max(found) if player == breakthrough.Player.BLACK else min(found)

    return search(board, depth, current_player)
